// The page of the live board: what it knows of the table, and its board.

import { Overlays, legendLines } from "./board_key.js";
import { BoardPointer } from "./board_pointer.js";
import { BoardView } from "./board_view.js";
import { boardOf } from "./boards/index.js";
import { NewGame, Setup } from "./dialogs.js";
import { askFirst, button, find, save, say } from "./dom.js";
import { Lines } from "./live_lines.js";
import { Review } from "./live_review.js";
import { drawAnalysis, drawBar, drawControls, drawLibrary, drawMoves, drawResult, drawSeats } from "./live_lists.js";
import { Motion } from "./live_motion.js";
import { MODES, Picker } from "./picker.js";
import { MoveTree, scoreWords, seatName } from "./table_state.js";
import { RulesPanel } from "./rules_panel.js";
import { Tray } from "./tray.js";
import { pairing, sidesOf, worded } from "./words.js";

/** @typedef {import("./table_state.js").State} State */
/** @typedef {import("./table_state.js").BoardState} BoardState */
/** @typedef {import("./table_state.js").Line} Line */
/** @typedef {{ask: (order: string, words?: Record<string, unknown>) => void}} Table */

// The start of the game that a page shows until its table is there.
export const FIRST = {
  variant: "pacific-a",
  fen: "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1",
};

export class LivePage {
  /**
   * @param {new (heard: (message: any) => void, changed: (trouble: string) => void) => Table} TableClass
   * @param {() => void} ready Is called when the table has answered for the first time.
   */
  constructor(TableClass, ready) {
    this.ready = ready;
    /** @type {State | undefined} */
    this.state = undefined;
    this.tree = new MoveTree();
    /** @type {Line[]} */
    this.analysis = [];
    /** @type {string} a move that the engine advises */
    this.advice = "";
    /** @type {string[]} the pieces of an unfinished deployment */
    this.draft = [];
    /** @type {Map<string, string>} the table's answers about the position that is shown */
    this.answers = new Map();
    /** @type {number | undefined} the turn to show of a game that is being opened */
    this.wantedTurn = undefined;
    /** @type {((text: string) => void) | undefined} what receives the next file, instead of the disk */
    this.copying = undefined;
    /** @type {(() => void)[]} are called when another position is on the board */
    this.followers = [];
    /** @type {import("./lines_panel.js").LinesPanel | undefined} games by lines, if the page's server has them */
    this.byLines = undefined;
    /** When the last state came, in the page's time. */
    this.arrived = 0;
    this.seated = "";
    this.overlays = new Overlays(find("overlays"), () => this.drawBoard());
    this.view = new BoardView(find("board"), (square) => this.clicked(square));
    this.view.svg.classList.add("play");
    this.pointer = new BoardPointer(this.view, {
      grabs: (square) => (this.isQuiet ? this.isDeploying && this.tray.standing(square) !== undefined : this.picker.grabs(square)),
      grab: (square) => this.grab(square),
      drop: (square, from) => this.drop(square, from),
      draws: () => find("draw").getAttribute("aria-pressed") === "true",
      draw: (from, to) => this.lines.sketch(from, to),
    });
    this.lines = new Lines(this);
    this.review = new Review(this);
    this.view.show({ ...FIRST });
    this.view.steered = (token) => this.ask("play", { token });
    this.motion = new Motion(this.view);
    this.picker = new Picker((token) => this.ask("play", { token }));
    this.tray = new Tray(
      find("tray"),
      (tokens) => this.drawUp(tokens),
      (token) => this.ask("play", { token }),
      () => this.ask("hint"),
    );
    this.newGame = new NewGame((words) => this.ask("new", words));
    this.rules = new RulesPanel((words, turn) => askFirst("The game on the board will be gone.", "open it", () => this.open(words, turn)));
    this.setup = new Setup(() => this.drawBoard(), (words) => this.open(words));
    this.table = new TableClass((message) => this.heard(message), (trouble) => this.trouble(trouble));
  }

  /** Sends an order. @param {string} order @param {Record<string, unknown>} [words] */
  ask(order, words = {}) {
    this.table.ask(order, words);
  }

  /** Opens a game or a position, and shows it after a number of turns.
   * @param {Record<string, unknown>} words @param {number} [turn] */
  open(words, turn) {
    this.wantedTurn = turn;
    this.ask("open", words);
  }

  /** The position on the board, if there is one. */
  get board() {
    return this.state?.board;
  }

  /** The number of the first round, so that moves have the numbers of captions. Rounds of underwater turns cannot be told
   * from the players, so there turns are counted. */
  get firstRound() {
    const { board, state } = this;
    const round = Number(board?.fen.split(" ").at(-1));
    return board && Number.isInteger(round) && !state?.variant.includes("subs") ? this.tree.firstRound(board, round) : undefined;
  }

  // --- What the table says ---

  /** @param {any} message */
  heard(message) {
    /** @type {Record<string, () => void>} */
    const acts = {
      hello: () => this.greeted(message),
      state: () => this.take(message),
      tree: () => this.takeMoves(message),
      analysis: () => this.takeAnalysis(message),
      thought: () => this.takeThought(message),
      hint: () => this.takeHint(message),
      answer: () => this.takeAnswer(message),
      notice: () => say(message.text),
      error: () => this.problem(message.text),
      library: () => drawLibrary(message.games, (index) => this.ask("pick", { index })),
      file: () => this.takeFile(message),
      lines: () => this.byLines?.take(message),
    };
    acts[message.type]?.();
  }

  /** @param {{variants: string[], programs?: string[]}} message */
  greeted({ variants, programs = [] }) {
    this.newGame.know(variants, programs);
    this.ready();
    this.ready = () => {};
  }

  /** Shows a lasting trouble of the table, or that there is none. @param {string} text */
  trouble(text) {
    find("link").textContent = text;
    document.body.classList.toggle("lost", text !== "");
  }

  /** @param {string} text */
  problem(text) {
    this.copying = undefined;
    find("problem").textContent = text;
    find("problem").classList.add("bad");
    say("");
  }

  /** @param {State} next */
  take(next) {
    if (next.curtain && this.board) {
      // The reload removes all knowledge of the other side from this page.
      location.reload();
      return;
    }
    const before = this.state;
    const isOther = before?.variant !== next.variant;
    const isMoved = before?.board?.fen !== next.board?.fen || before?.board?.at !== next.board?.at;
    if (isOther || isMoved) this.forget();
    if (isOther || before?.board?.mover !== next.board?.mover) this.draft = [];
    this.state = next;
    this.arrived = performance.now();
    if (isOther) this.newVariant(next.variant);
    if (isOther) this.lines.drawings.clear();
    find("curtain").hidden = !next.curtain;
    find("viewer").hidden = Boolean(next.curtain);
    // The rules are beside the board, which the curtain hides.
    /** @type {HTMLButtonElement} */ (find("show-rules")).disabled = Boolean(next.curtain);
    if (next.curtain) this.drawCurtain(next, next.curtain);
    else this.draw(next);
    if (isMoved) this.motion.follow(before, next, this.tree);
    if (!next.over || isOther) this.review.forget();
    this.review.arrived();
    this.inquire();
    if (isOther || isMoved) for (const follow of this.followers) follow();
  }

  /** Forgets what was found about a position that is no longer shown. */
  forget() {
    this.analysis = [];
    this.advice = "";
    this.lines.forget();
    this.answers.clear();
    this.setup.end();
    find("problem").textContent = "";
  }

  /** @param {{reset: boolean, nodes: import("./table_state.js").MoveNode[]}} message */
  takeMoves(message) {
    this.tree.take(message);
    if (this.board) drawMoves(this.tree, this.board, this.firstRound);
    if (this.wantedTurn === undefined || !message.reset) return;
    const turn = this.tree.rows().filter(({ depth }) => depth === 0)[this.wantedTurn - 1];
    this.wantedTurn = undefined;
    this.ask("step", { to: turn?.nodes.at(-1)?.id ?? 0 });
  }

  /** @param {{at: number, lines: Line[]}} message */
  takeAnalysis({ at, lines }) {
    if (!this.board || at !== this.board.at || !this.board.lines) return;
    this.analysis = lines;
    this.review.heard(at, lines);
    drawAnalysis(this.board, lines, this.sideName(this.board.mover));
    this.drawBar();
    this.lines.draw();
  }

  /** What an engine thinks changes too often to be read aloud. @param {{player: number, lines: Line[]}} message */
  takeThought({ player, lines }) {
    find("thought").textContent = `${this.sideName(player)} thinks: ${lineText(lines[0])}`;
  }

  /** @param {{token: string, line?: Line}} message */
  takeHint({ token, line }) {
    if (this.board?.deploying) {
      this.drawUp(token.split(",").filter((drop) => drop !== "end"));
      return;
    }
    this.advice = token;
    say(`The engine at full strength would play ${token}${line ? ` (${lineText(line)})` : ""}`);
    this.lines.draw();
  }

  /** @param {{query: string, text: string}} message */
  takeAnswer({ query, text }) {
    const [name, square] = query.split(" ");
    if (name === "combat") say(`${square}: ${text}`);
    this.answers.set(query, text);
    this.drawBoard();
  }

  /** @param {{name: string, text: string}} file */
  takeFile({ name, text }) {
    const copied = this.copying;
    this.copying = undefined;
    if (copied) copied(text.trim().split("\n").at(-1) ?? "");
    else save(name, text, "text/plain");
  }

  /** Gets the text of the command `position` for the board. @param {(text: string) => void} then */
  withPosition(then) {
    this.copying = then;
    this.ask("save", { form: "position" });
  }

  /** Asks what the drawing needs to know of the position. */
  inquire() {
    const board = this.state && boardOf(this.state.variant);
    // While a deployment is hidden, no player knows such facts.
    if (!this.board || !board || this.board.sees) return;
    for (const query of board.queries()) {
      if (!this.answers.has(query)) this.ask("ask", { query });
      this.answers.set(query, this.answers.get(query) ?? "");
    }
  }

  // --- Drawing ---

  /** @param {State} now @param {number} player */
  drawCurtain(now, player) {
    const name = this.sideName(player);
    const isPerson = now.seats[player - 1].kind === "person";
    find("curtain-text").textContent = isPerson ? `The screen is ${name}'s now` : `${name} is to move`;
    find("curtain-why").hidden = !isPerson;
    find("uncover").hidden = !isPerson;
    find("uncover").textContent = `I am ${name}: show my side`;
  }

  /** @param {State} now */
  draw(now) {
    const board = boardOf(now.variant);
    this.sitDown(now);
    this.picker.set(board, now.board?.deploying ? [] : (now.board?.legal ?? []));
    find("headline").textContent = `${pairing(now.seats.map(seatName), now.variant)}, ${now.variant}`;
    this.drawTray();
    drawSeats(now);
    drawResult(now);
    if (!now.thinking) find("thought").textContent = "";
    if (now.board) {
      drawMoves(this.tree, now.board, this.firstRound);
      drawAnalysis(now.board, this.analysis, this.sideName(now.board.mover));
    }
    this.drawBar();
    drawControls(now, this.tree, (player) => this.sideName(player));
    this.drawBoard();
  }

  /** Draws the board and its key in other colours. */
  restyle() {
    this.view.restyle();
    this.rules.redraw();
    if (!this.state) {
      this.view.show(this.view.shown);
      return;
    }
    find("legend").replaceChildren(...legendLines(boardOf(this.state.variant)));
    if (!this.state.curtain) this.draw(this.state);
  }

  drawBar() {
    const { state, board } = this;
    if (state) drawBar(state, board?.lines ? this.analysis[0]?.score : undefined, Boolean(boardOf(state.variant)?.turned));
  }

  /** @param {string} variant */
  newVariant(variant) {
    const board = boardOf(variant);
    this.overlays.offer(board);
    find("legend").replaceChildren(...legendLines(board));
    this.rules.follow(variant);
  }

  /** A single person sees the board from his own side. @param {State} now */
  sitDown(now) {
    const board = boardOf(now.variant);
    const kinds = now.seats.map(({ kind }) => kind);
    const seated = `${now.variant} ${kinds.join()}`;
    if (!board || seated === this.seated) return;
    this.seated = seated;
    board.turned = kinds.length === 2 && kinds[0] !== "person" && kinds[1] === "person";
    this.rules.redraw();
  }

  /** Whether the board shows a deployment in progress instead of the game. */
  get isQuiet() {
    return this.setup.open || Boolean(this.board?.deploying);
  }

  /** Whether the user sets up pieces. */
  get isDeploying() {
    return !this.setup.open && Boolean(this.board?.deploying);
  }

  drawBoard() {
    const now = this.state;
    const board = now && boardOf(now.variant);
    if (!now?.board || !board) return;
    const fen = this.setup.open ? this.setup.fen : now.board.deploying ? this.tray.shownFen() : now.board.fen;
    const network = fen === now.board.fen ? this.network(board) : "";
    const last = this.tree.lastTurn(now.board.at).map(({ token }) => token);
    const problem = this.view.show({
      variant: now.variant,
      fen,
      highlights: this.isQuiet || !last.length ? [] : board.marksOf(last.join(",")),
      overlays: this.overlays.names,
      network,
      played: this.tree.path(now.board.at),
      targets: this.isQuiet ? [] : this.picker.targets(),
      chosen: this.isQuiet ? [] : this.picker.chosen,
      handles: this.isQuiet ? [] : this.handles(board),
      ...this.lines.pointers(board),
    });
    if (problem) find("problem").textContent = problem;
    find("caption").textContent = now.over && now.board.at === now.board.live ? "The game is over" : worded(() => board.caption(fen, now.variant));
    find("facts").textContent = worded(() => board.facts(fen, now.variant, network));
    find("fen").textContent = fen;
    this.drawMenu();
  }

  /** The answers about lines of communication, when all are there. @param {import("./boards/grid.js").Board} board */
  network(board) {
    const texts = board.queries().map((query) => this.answers.get(query) ?? "");
    return texts.every(Boolean) ? texts.join(";") : "";
  }

  /** Arrows for choices that differ in where a piece faces. @param {import("./boards/grid.js").Board} board */
  handles(board) {
    const square = this.picker.chosen.at(-1) ?? "";
    const found = this.picker.menu().map((action) => ({ action, facing: board.facingAfter(action) }));
    const facings = found.map(({ facing }) => facing);
    const isClear = found.length > 1 && new Set(facings).size === found.length && !facings.includes(undefined);
    if (!isClear) return [];
    return found.map(({ action, facing = 0 }) => ({ square, facing, token: action.token, words: action.words }));
  }

  drawMenu() {
    const menu = find("menu");
    const parts = this.isQuiet ? [] : this.choices();
    menu.replaceChildren(...parts);
  }

  /** The buttons of the menu. @returns {Node[]} */
  choices() {
    const { picker } = this;
    const modes = picker.modes();
    const parts = modes.length < 2 ? [] : modes.map((mode) => button(MODES[mode], () => {
      picker.choose(mode);
      this.drawBoard();
    }, { "data-mode": mode, "aria-pressed": String(mode === picker.mode) })); // prettier-ignore
    const choices = picker.menu();
    const others = picker.candidates().length > choices.length;
    const finish = (/** @type {import("./picker.js").Action} */ one, /** @type {string} */ text) =>
      button(text, () => picker.finish(one), { "data-token": one.token });
    const sums = (/** @type {import("./picker.js").Action} */ one) => {
      const text = one.kind === "attack" ? this.answers.get(`combat ${one.path[0]}`) : undefined;
      return text ? `, ${boardOf(this.state?.variant ?? "")?.outcomeOf(text)}` : "";
    };
    parts.push(...choices.map((one) => finish(one, (one.choice || (others ? "only this" : one.words)) + sums(one))));
    parts.push(...picker.buttons().map((one) => finish(one, one.words)));
    if (picker.chosen.length) parts.push(button("choose anew", () => this.clear()));
    return parts;
  }

  // --- A piece that is dragged ---

  /** @param {string} square */
  grab(square) {
    if (this.isDeploying) return;
    this.picker.clear();
    this.picker.click(square);
    this.drawBoard();
  }

  /** On its own square a piece stays chosen; on a square where it cannot go it goes back. @param {string} square @param {string} from */
  drop(square, from) {
    if (this.isDeploying) {
      const problem = square === from ? "" : this.tray.move(from, square);
      find("problem").textContent = problem;
    } else if (this.picker.targets().includes(square)) {
      this.motion.isCarried = true;
      this.clicked(square);
    } else if (square !== from) this.clear();
  }

  /** Forgets a choice, or if there is none, what is drawn. */
  clear() {
    if (this.picker.chosen.length === 0 && this.board) this.lines.drawings.wipe(this.board.at);
    this.picker.clear();
    this.drawBoard();
  }

  /** @param {string} square */
  clicked(square) {
    if (!this.state?.board) return;
    let problem;
    let isFault = true;
    if (this.setup.open) problem = this.setup.click(square);
    else if (this.board?.deploying) problem = this.tray.click(square);
    else {
      this.picker.click(square);
      problem = this.explain(square);
      isFault = false;
      // The sums are shown before the user decides.
      const hasCombat = boardOf(this.state.variant)?.hasCombat();
      if (hasCombat && this.picker.menu().some(({ kind }) => kind === "attack")) this.ask("ask", { query: `combat ${square}` });
    }
    find("problem").textContent = problem;
    find("problem").classList.toggle("bad", isFault);
    this.drawBoard();
  }

  /** Why nothing can be done with a square that was clicked. @param {string} square */
  explain(square) {
    const now = this.state;
    const board = now && boardOf(now.variant);
    if (!now?.board || !board || !now.board.legal.length) return "";
    const { picker } = this;
    const { fen } = now.board;
    if (picker.chosen.length === 0) return picker.begins(square) ? "" : worded(() => board.why(fen, square, now.variant, picker.actions, this.network(board)));
    const canOnlyTurn = picker.chosen.length === 1 && picker.candidates().every(({ kind }) => kind === "turn");
    return canOnlyTurn ? `${square}: no move: blocked, but it may turn for 2 markers for each 45 degrees` : "";
  }

  // --- A deployment ---

  /** Shows the pieces of a deployment that is not finished. @param {string[]} tokens */
  drawUp(tokens) {
    this.draft = tokens;
    this.drawTray();
    this.drawBoard();
  }

  drawTray() {
    const board = this.state && boardOf(this.state.variant);
    const isShown = Boolean(this.board?.deploying) && board !== undefined && "deployment" in board;
    find("viewer").classList.toggle("deploying", isShown);
    find("tray").hidden = !isShown;
    if (isShown && this.board) {
      const deploying = /** @type {import("./tray.js").DeployingBoard} */ (board);
      this.tray.show(deploying, this.board.fen, this.board.mover, this.draft);
    } else find("tray").replaceChildren();
  }

  /** @param {number} player */
  sideName(player) {
    return this.state ? sidesOf(this.state.variant, this.state.seats.length)[player - 1] : "";
  }
}

/** @param {Line | undefined} line */
function lineText(line) {
  return line ? `${scoreWords(line.score)}/${line.depth} ${line.pv.join(" ")}` : "";
}
