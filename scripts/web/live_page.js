// The page of the live board: what it knows of the table, and its board.

import { Advice } from "./advice.js";
import { Overlays, legendLines } from "./board_key.js";
import { BoardView } from "./board_view.js";
import { boardOf, knowParents } from "./boards/index.js";
import { knowSettings } from "./boards/settings.js";
import { NewGame, Setup } from "./dialogs.js";
import { askFirst, find, save, say } from "./dom.js";
import { Choices } from "./live_choices.js";
import { LiveGraph } from "./live_graph.js";
import { LiveHands } from "./live_hands.js";
import { Lines } from "./live_lines.js";
import { Review } from "./live_review.js";
import { drawAnalysis, drawBar, drawChanges, drawControls, drawLibrary, drawMoves, drawResult, drawSeats } from "./live_lists.js";
import { Motion } from "./live_motion.js";
import { Picker } from "./picker.js";
import { scoreFor, scoreShown, scoredSide } from "./score_view.js";
import { MoveTree, seatName } from "./table_state.js";
import { ProtocolLog } from "./protocol_log.js";
import { RulesPanel } from "./rules_panel.js";
import { TABLE_MOVES, drawTableMoves, tableMoves } from "./table_moves.js";
import { Tray } from "./tray.js";
import { pairing, sidesOf, spaced, worded } from "./words.js";

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
    this.advised = "";
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
    /** @type {import("./lines_panel.js").LinesPanel | undefined} games by lines, if the table has them */
    this.byLines = undefined;
    /** When the last state came, in the page's time. */
    this.arrived = 0;
    this.seated = "";
    this.overlays = new Overlays(find("overlays"), () => this.drawBoard());
    this.view = new BoardView(find("board"), (square) => this.clicked(square));
    this.view.svg.classList.add("play");
    this.lines = new Lines(this);
    this.advice = new Advice(this);
    this.review = new Review(this);
    this.liveGraph = new LiveGraph(this);
    this.view.show({ ...FIRST });
    this.view.steered = (token) => this.ask("play", { token });
    this.motion = new Motion(this.view);
    this.picker = new Picker((token) => this.ask("play", { token }));
    this.choices = new Choices(this);
    this.view.pointed = (square) => this.choices.point(square);
    this.tray = new Tray(
      find("tray"),
      (tokens) => this.drawUp(tokens),
      (token) => this.ask("play", { token }),
      () => this.ask("hint"),
    );
    this.hasTables = false;
    this.log = new ProtocolLog((isOn) => this.ask("log", { on: isOn }));
    this.newGame = new NewGame((words) => this.ask("new", words));
    this.rules = new RulesPanel((words, turn) => askFirst("The game on the board will be gone.", "open it", () => this.open(words, turn)));
    this.setup = new Setup(() => this.drawBoard(), (words) => this.use(words));
    this.hands = new LiveHands(this);
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

  /** Uses a position that was set up. The table says nothing new of one that is on the board already. @param {{variant: string, position: string}} words */
  use(words) {
    if (words.position !== `fen ${this.board?.fen}`) {
      this.open(words);
      return;
    }
    this.setup.end();
    this.drawBoard();
  }

  /** The position on the board, if there is one. */
  get board() {
    return this.state?.board;
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
      lines: () => this.takeLines(message),
      traffic: () => this.log.add(message.line),
    };
    acts[message.type]?.();
  }

  /** @param {import("./lines_panel.js").Told} message */
  takeLines(message) {
    this.byLines?.take(message);
    this.inquire();
  }

  /** @param {{variants: string[], parents?: Record<string, string>, programs?: string[], tables?: boolean, lines?: boolean}} message */
  greeted({ variants, parents = {}, programs = [], tables = false, lines = false }) {
    knowParents(parents);
    this.newGame.know(variants, programs);
    this.hasTables = tables;
    this.log.offer(programs.length > 0);
    if (this.log.isOpen) this.ask("log", { on: true });
    this.byLines?.greeted(lines);
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
    if (this.advised) say("");
    this.advised = "";
    this.advice.forget();
    this.lines.forget();
    this.answers.clear();
    drawTableMoves([], () => {});
    this.setup.end();
    find("problem").textContent = "";
  }

  /** @param {{reset: boolean, nodes: import("./table_state.js").MoveNode[]}} message */
  takeMoves(message) {
    this.tree.take(message);
    if (message.reset) this.liveGraph.forget();
    if (this.board) this.drawMoves(this.board);
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
    this.liveGraph.heard(at, lines);
    this.drawAnalysis();
    this.drawBar();
    this.lines.draw();
  }

  /** What an engine thinks changes too often to be read aloud. @param {{player: number, lines: Line[]}} message */
  takeThought({ player, lines }) {
    const [line] = lines;
    const text = line ? `${scoreFor(this, line.score, player)}, depth ${line.depth}: ${line.pv.join(" ")}` : "";
    find("thought").textContent = `${this.sideName(player)} thinks: ${text}`;
  }

  /** @param {{token: string, line?: Line}} message */
  takeHint({ token, line }) {
    if (this.board?.deploying) {
      this.drawUp(token.split(",").filter((drop) => drop !== "end"));
      return;
    }
    // The user looks at another position meanwhile.
    if (this.board?.at !== this.board?.live) return;
    this.advised = token;
    say(`The engine at full strength would play ${spaced(token)}`);
    this.advice.explain("A good move", line?.pv ?? [token], line);
    this.lines.draw();
  }

  /** @param {{query: string, text: string}} message */
  takeAnswer({ query, text }) {
    if (query === this.advice.query) this.advice.answered(text);
    this.choices.answered(query, text);
    if (query === TABLE_MOVES) drawTableMoves(tableMoves(text), (token) => this.ask("play", { token }));
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
    const isByLines = Boolean(this.byLines?.sheet);
    if (!this.board || !board || (this.board.sees && !this.byLines?.isOpen)) return;
    const tables = this.hasTables && !isByLines && board.hasTables() && !this.isQuiet ? [TABLE_MOVES] : [];
    for (const query of [...board.queries(), ...tables]) {
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
    knowSettings(now.variant, now.settings ?? {});
    if (board) board.settings = now.settings ?? {};
    drawChanges(now.changes ?? []);
    this.drawTray();
    drawSeats(now);
    drawResult(now);
    if (!now.thinking) find("thought").textContent = "";
    if (now.board) this.drawMoves(now.board);
    this.drawAnalysis();
    this.drawBar();
    this.liveGraph.draw();
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

  /** @param {BoardState} board */
  drawMoves(board) {
    drawMoves(this.tree, board, ({ score, player }) => (score ? scoreShown(this, score, player) : ""));
  }

  /** The lines of the analysis. A value is from the side that the words beside them name. */
  drawAnalysis() {
    const { board } = this;
    if (!board) return;
    const side = this.sideName(scoredSide(this, board.mover));
    drawAnalysis(board, this.analysis, side, (score) => scoreShown(this, score, board.mover));
  }

  /** Shows all scores anew, for another side. */
  rescore() {
    if (this.state && !this.state.curtain) this.draw(this.state);
  }

  drawBar() {
    const { state, board } = this;
    if (state) drawBar(state, board?.lines ? this.analysis[0] : undefined, Boolean(boardOf(state.variant)?.turned));
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
    return !this.setup.open && this.hasTray;
  }

  /** Whether pieces can be set up: a game that is over is only looked at. */
  get hasTray() {
    return Boolean(this.board?.deploying) && !this.state?.over;
  }

  drawBoard() {
    const now = this.state;
    const board = now && boardOf(now.variant);
    if (!now?.board || !board) return;
    const fen = this.setup.open ? this.setup.fen : this.hasTray ? this.tray.shownFen() : now.board.fen;
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
      handles: this.isQuiet ? [] : this.choices.handles(board),
      ...this.pointers(board),
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

  /** What points at squares: a combat that is chosen, or lines and drawings. @param {import("./boards/grid.js").Board} board */
  pointers(board) {
    const { arrows, ghosts } = this.lines.pointers(board);
    const fight = this.choices.combat(board);
    return { arrows: [...fight.arrows, ...arrows], ghosts, notes: fight.notes };
  }

  drawMenu() {
    find("menu").replaceChildren(...(this.isQuiet ? [] : this.choices.buttons()));
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
    else if (this.board?.deploying) problem = this.hasTray ? this.tray.click(square) : "";
    else {
      this.picker.click(square);
      problem = this.choices.explain(square);
      isFault = false;
      this.choices.inquire();
    }
    find("problem").textContent = problem;
    find("problem").classList.toggle("bad", isFault);
    this.drawBoard();
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
    const isShown = this.hasTray && board !== undefined && "deployment" in board;
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
