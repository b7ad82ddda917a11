// The live board: shows the server's state of the game, and sends requests of the user.

import { Overlays, legendLines } from "./board_key.js";
import { BoardView } from "./board_view.js";
import { FILLS } from "./boards/grid.js";
import { boardOf, svgOf } from "./boards/index.js";
import { button, copy, find, inputOf, make, onClick, save, say, selectOf, takesText, themeButton } from "./dom.js"; // prettier-ignore
import { Tray } from "./live_deploy.js";
import { Link } from "./live_link.js";
import { MODES, Picker } from "./live_moves.js";
import { NewGame, Setup } from "./live_setup.js";
import { pairing, reasonWords, resultWords, scoreText, sidesOf, worded } from "./words.js";

/**
 * The server's state of the game. `curtain` is the player who takes over the screen; then there is no
 * position.
 * @typedef {object} State
 * @property {string} variant
 * @property {{kind: string, level: number, movetime: number, name: string}[]} seats
 * @property {boolean} open
 * @property {number} player
 * @property {boolean} over
 * @property {string} result
 * @property {string} reason
 * @property {boolean} paused
 * @property {boolean} thinking
 * @property {number} lines
 * @property {{left: number[], running: number} | null} clock
 * @property {number} curtain
 * @property {number} viewer
 * @property {string} fen
 * @property {string} network
 * @property {number} mover
 * @property {string[]} legal
 * @property {boolean} deploying
 * @property {string[]} draft
 * @property {string} position
 * @property {boolean} analysed
 * @property {number} handover
 * @property {{token: string, ply: number, player: number}[]} turns
 * @property {number} at
 * @property {number} tip
 * @property {boolean} left
 * @property {boolean} undo
 */
/** @typedef {{multipv: number, depth: number, score: number | null, nodes: number, nps: number, pv: string[]}} Line */

/** @type {State | undefined} */
let state;
/** @type {Line[]} */
let analysis = [];
let arrived = 0;
const overlays = new Overlays(find("overlays"), drawBoard);
let family = "";
let seated = "";
const view = new BoardView(find("board"), clicked);
view.svg.classList.add("play");
const link = new Link(heard, (open) => (find("link").textContent = open ? "" : "the board's server does not answer"));
const picker = new Picker((token) => link.ask("play", { token }));
const tray = new Tray(
  find("tray"),
  (tokens) => link.ask("draft", { tokens }),
  (token) => link.ask("play", { token }),
  () => link.ask("suggest"),
);
const newGame = new NewGame((words) => link.ask("new", words));
const setup = new Setup(drawBoard, (fen) => link.ask("setup", { fen }));

// --- Messages of the server ---

/** @param {any} message */
function heard(message) {
  /** @type {Record<string, () => void>} */
  const acts = {
    hello: () => {
      newGame.know(message.variants);
      offerOpening();
    },
    state: () => take(message),
    analysis: () => {
      if (!state || message.at !== state.at || !state.lines) return;
      analysis = message.lines;
      drawAnalysis();
      drawArrows();
    },
    thought: () => say(`${sideName(message.player)} thinks: ${lineText(message.lines[0])}`),
    notice: () => say(message.text),
    error: () => {
      find("problem").textContent = message.text;
      say("");
    },
    library: () => listLibrary(message.games),
    file: () => save(message.name, message.text, "text/plain"),
  };
  acts[message.type]?.();
}

/** @param {State} next */
function take(next) {
  if (next.curtain && state && !state.curtain) {
    // The reload removes all knowledge of the other side from this page.
    location.reload();
    return;
  }
  const moved = !state || state.fen !== next.fen || state.at !== next.at;
  if (moved) analysis = [];
  if (moved || state?.variant !== next.variant) find("problem").textContent = "";
  if (setup.open && (state?.variant !== next.variant || moved)) setup.end();
  state = next;
  arrived = performance.now();
  find("curtain").hidden = !next.curtain;
  find("viewer").hidden = Boolean(next.curtain);
  if (next.curtain) drawCurtain(next);
  else draw(next);
}

/** @param {State} now */
function drawCurtain(now) {
  const name = sidesOf(now.variant, now.seats.length)[now.curtain - 1];
  find("curtain-text").textContent = `The screen is ${name}'s now`;
  find("uncover").textContent = `I am ${name}: show my side`;
}

/** @param {State} now */
function draw(now) {
  const board = boardOf(now.variant);
  if (now.variant !== family) newVariant(now);
  sitDown(now);
  picker.set(board, now.deploying ? [] : now.legal);
  find("headline").textContent = `${pairing(now.seats.map(({ name }) => name), now.variant)}, ${now.variant}`;
  drawTray(now);
  drawSeats(now);
  drawMoves(now);
  drawControls(now);
  drawAnalysis();
  drawBoard();
}

/** @param {State} now */
function newVariant(now) {
  family = now.variant;
  const board = boardOf(now.variant);
  overlays.offer(board);
  find("legend").replaceChildren(...legendLines(board));
}

/** A single person sees the board from his own side. @param {State} now */
function sitDown(now) {
  const board = boardOf(now.variant);
  const people = now.seats.map(({ kind }) => kind).join();
  if (!board || `${now.variant} ${people}` === seated) return;
  seated = `${now.variant} ${people}`;
  board.turned = people === "engine,person";
}

// --- The board ---

function drawBoard() {
  const now = state;
  const board = now && boardOf(now.variant);
  if (!now || now.curtain || !board) return;
  const fen = setup.open ? setup.fen : now.deploying ? tray.shownFen() : now.fen;
  const network = fen === now.fen ? now.network : "";
  const quiet = isQuiet(now);
  const last = now.turns.filter(({ ply }) => ply <= now.at).at(-1);
  const problem = view.show({
    variant: now.variant,
    fen,
    highlights: quiet || !last ? [] : board.marksOf(last.token),
    overlays: overlays.names,
    network,
    targets: quiet ? [] : picker.targets(),
    chosen: quiet ? [] : picker.chosen,
    arrows: arrows(now, board),
  });
  if (problem) find("problem").textContent = problem;
  find("caption").textContent = worded(() => board.caption(fen, now.variant)) + ending(now);
  find("facts").textContent = worded(() => board.facts(fen, now.variant, network));
  find("fen").textContent = fen;
  drawMenu();
}

/** @param {State} now */
function ending(now) {
  if (!now.over || now.at < now.tip) return "";
  const names = now.seats.map(({ name }) => name);
  return `. The game is over: ${resultWords(now.result, now.variant, names)}, ${reasonWords(now.reason, "", "")}`;
}

/** Whether the board shows a deployment in progress instead of the game. @param {State} now */
function isQuiet(now) {
  return setup.open || now.deploying;
}

/** The first turns of the lines of the analysis. @param {State} now @param {import("./boards/grid.js").Board} board */
function arrows(now, board) {
  if (isQuiet(now) || !now.lines) return [];
  return analysis.flatMap(({ pv, multipv }) =>
    board.waysOf(pv[0] ?? "").map((path) => ({ path, rank: multipv - 1 })),
  ); // prettier-ignore
}

/** An analysis updates many times a second, so buttons keep their places. */
function drawArrows() {
  const board = state && !state.curtain && boardOf(state.variant);
  if (state && board) view.point(arrows(state, board));
}

/** @param {string} square */
function clicked(square) {
  const now = state;
  if (!now || now.curtain) return;
  let problem = "";
  if (setup.open) problem = setup.click(square);
  else if (now.deploying) problem = tray.click(square);
  else {
    picker.click(square);
    // The sums are shown before the user decides.
    if (boardOf(now.variant)?.hasCombat() && picker.menu().some(({ kind }) => kind === "attack")) link.ask("combat", { square });
  }
  find("problem").textContent = problem;
  drawBoard();
}

function drawMenu() {
  const now = state;
  const menu = find("menu");
  if (!now) return;
  /** @type {Node[]} */
  const parts = [];
  if (!setup.open && !now.deploying) {
    const modes = picker.modes();
    if (modes.length > 1) {
      parts.push(...modes.map((mode) => button(MODES[mode], () => {
        picker.choose(mode);
        drawBoard();
      }, { "data-mode": mode, "aria-pressed": String(mode === picker.mode) }))); // prettier-ignore
    }
    const choices = picker.menu();
    const others = picker.candidates().length > choices.length;
    parts.push(...choices.map((one) => button(one.choice || (others ? "only this" : one.words), () => picker.finish(one), { "data-token": one.token })));
    parts.push(...picker.buttons().map((one) => button(one.words, () => picker.finish(one), { "data-token": one.token })));
    if (picker.chosen.length) parts.push(button("choose anew", clear));
  }
  menu.hidden = parts.length === 0;
  menu.replaceChildren(...parts);
}

function clear() {
  picker.clear();
  drawBoard();
}

/** @param {State} now */
function drawTray(now) {
  const board = boardOf(now.variant);
  const shown = now.deploying && board !== undefined && "deployment" in board;
  find("tray").hidden = !shown;
  if (!shown) {
    find("tray").replaceChildren();
    return;
  }
  const deploying = /** @type {import("./live_deploy.js").DeployingBoard} */ (board);
  tray.show(deploying, now.fen, now.mover, now.draft);
}

// --- Lists beside the board ---

/** @param {number} player */
function sideName(player) {
  return state ? sidesOf(state.variant, state.seats.length)[player - 1] : "";
}

/** @param {State} now */
function drawSeats(now) {
  const names = sidesOf(now.variant, now.seats.length);
  find("seats").replaceChildren(
    ...now.seats.map((seat, index) => {
      const spot = make("span", { class: "seat" });
      spot.style.background = FILLS[index];
      const busy = now.thinking && now.player === index + 1 ? " · thinking" : "";
      const line = make("li", {}, spot, make("span", { class: "who" }, `${names[index]}: ${seat.name}${busy}`));
      if (now.clock) line.append(make("span", { class: "time" }));
      if (!now.over && now.player === index + 1) line.classList.add("now");
      return line;
    }),
  );
  tick();
}

/** Shows the running clocks. */
function tick() {
  const clock = state?.clock;
  if (!clock) return;
  const passed = performance.now() - arrived;
  [...find("seats").querySelectorAll(".time")].forEach((place, index) => {
    const left = Math.max(clock.left[index] - (clock.running === index + 1 ? passed : 0), 0);
    const minutes = Math.floor(left / 60000);
    const seconds = (left / 1000) % 60;
    place.textContent = `${minutes}:${seconds < 10 ? "0" : ""}${left < 20000 ? seconds.toFixed(1) : Math.floor(seconds)}`;
  });
}

/** @param {State} now */
function drawMoves(now) {
  const list = find("moves");
  list.replaceChildren(
    ...now.turns.map(({ token, ply, player }, index) => {
      const spot = make("span", { class: "seat" });
      spot.style.background = FILLS[player - 1] ?? "transparent";
      const line = make("li", { "data-ply": String(ply) }, spot, `${index + 1}. ${token.replaceAll(",", ", ")}`);
      if (ply === now.at) line.classList.add("now");
      return line;
    }),
  );
  const current = list.querySelector(".now");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  find("legal").replaceChildren(...now.legal.map((token) => make("option", { value: token })));
}

/** @param {State} now */
function drawControls(now) {
  const engines = now.seats.some(({ kind }) => kind === "engine");
  const waits = now.handover ? sideName(now.handover) : "";
  find("undo").toggleAttribute("disabled", !now.undo);
  find("return").hidden = !now.left;
  find("handover").hidden = !now.handover;
  find("handover").textContent = `hand the screen to ${waits}`;
  find("hurry").hidden = !now.thinking;
  find("pause").hidden = !engines || now.over;
  find("pause").textContent = now.paused ? "let engines go on" : "pause engines";
  find("pause").setAttribute("aria-pressed", String(now.paused));
  find("resign").hidden = now.over || now.open;
  find("typed").hidden = now.deploying || now.legal.length === 0;
  find("analyse").setAttribute("aria-pressed", String(now.lines > 0));
}

/** @param {Line | undefined} line */
function lineText(line) {
  return line ? `${scoreText(line.score)}/${line.depth} ${line.pv.join(" ")}` : "";
}

function drawAnalysis() {
  const now = state;
  const shown = now?.lines ? analysis : [];
  find("analysis").replaceChildren(...shown.map((line) => make("li", {}, make("b", {}, `${scoreText(line.score)} `), line.pv.join(" "))));
  const first = shown[0];
  const none = now && now.lines && !now.analysed ? "nothing to analyse here" : "";
  find("depth").textContent = first ? `depth ${first.depth}, ${first.nodes} nodes, ${Math.round((first.nps ?? 0) / 1000)} kn/s` : none;
}

/** @param {{number: number, variant: string, engines: string[], result: string, reason: string}[]} games */
function listLibrary(games) {
  const list = find("library");
  list.hidden = games.length < 2;
  list.replaceChildren(
    ...games.map((game, index) => {
      const result = resultWords(game.result, game.variant, game.engines);
      const line = make("li", { tabindex: "0" }, `${game.number}. ${pairing(game.engines, game.variant)} `, make("small", {}, `${result}, ${game.variant}`));
      const pick = () => link.ask("pick", { index });
      line.addEventListener("click", pick);
      line.addEventListener("keydown", (event) => event.key === "Enter" && pick());
      return line;
    }),
  );
}

// --- Requests of the user ---

/** The end of the turn before or after the shown position. @param {number} step */
function stepTo(step) {
  const now = state;
  if (!now || now.curtain) return;
  const stops = [0, ...now.turns.map(({ ply }) => ply)];
  const found = step > 0 ? stops.find((ply) => ply > now.at) : stops.reverse().find((ply) => ply < now.at);
  if (found !== undefined) link.ask("go", { ply: found });
}

function toggleAnalysis() {
  if (state) link.ask("analyse", { lines: state.lines ? 0 : Number(selectOf("lines").value) });
}

/** Opens a game that a report sent here. Asks first if that would end another game. */
function offerOpening() {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("open");
  if (wanted === null) return;
  history.replaceState(null, "", location.pathname);
  /** @type {Record<string, unknown>} */
  let words;
  try {
    words = JSON.parse(wanted);
  } catch {
    find("problem").textContent = "the address names no game that can be read";
    return;
  }
  const dialog = /** @type {HTMLDialogElement} */ (find("replace"));
  find("replace-text").textContent = `A link wants to open a game of ${String(words.variant)} here. The game on the board will be gone.`;
  find("replace-yes").onclick = () => {
    dialog.close();
    link.ask("open", words);
  };
  dialog.showModal();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || takesText(event.target)) return;
  if (document.querySelector("dialog[open]") || event.target instanceof HTMLSelectElement) return;
  /** @type {Record<string, () => void>} */
  const acts = {
    ArrowLeft: () => stepTo(-1),
    ArrowRight: () => stepTo(1),
    Home: () => link.ask("go", { ply: 0 }),
    End: () => link.ask("go", { ply: state?.tip ?? 0 }),
    u: () => link.ask("undo"),
    a: toggleAnalysis,
    f: turn,
    Escape: clear,
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function listen() {
  onClick("uncover", () => link.ask("uncover", { player: state?.curtain }));
  onClick("handover", () => link.ask("cover"));
  onClick("new", () => newGame.show(state?.variant ?? "pacific-a"));
  onClick("setup", () => {
    if (state) setup.begin(state.variant, state.fen);
    drawBoard();
  });
  onClick("save-record", () => link.ask("save", { form: "record" }));
  onClick("save-pgn", () => link.ask("save", { form: "pgn" }));
  inputOf("load").addEventListener("change", () => void loadFile());
  onClick("first", () => link.ask("go", { ply: 0 }));
  onClick("back", () => stepTo(-1));
  onClick("next", () => stepTo(1));
  onClick("last", () => link.ask("go", { ply: state?.tip ?? 0 }));
  onClick("undo", () => link.ask("undo"));
  onClick("return", () => link.ask("return"));
  onClick("hurry", () => link.ask("hurry"));
  onClick("pause", () => link.ask("pause", { on: !state?.paused }));
  onClick("resign", () => link.ask("resign"));
  onClick("analyse", toggleAnalysis);
  selectOf("lines").addEventListener("change", () => state?.lines && link.ask("analyse", { lines: Number(selectOf("lines").value) }));
  onClick("copy-fen", () => void copy(state?.fen ?? "", "FEN"));
  onClick("copy-position", () => void copy(`position ${state?.position ?? ""}`, "position command"));
  onClick("turn", turn);
  onClick("picture", () => {
    const picture = worded(() => svgOf(view.shown.variant, view.shown.fen, view.shown));
    if (picture) save(`${view.shown.variant}.svg`, picture, "image/svg+xml");
  });
  find("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    link.ask("play", { token: inputOf("token").value.trim() });
    inputOf("token").value = "";
  });
  find("moves").addEventListener("click", (event) => {
    const line = /** @type {HTMLElement} */ (event.target).closest("li");
    if (line) link.ask("go", { ply: Number(line.dataset.ply) });
  });
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", offerOpening);
  setInterval(tick, 100);
}

function turn() {
  view.turn();
  drawBoard();
}

async function loadFile() {
  const file = inputOf("load").files?.[0];
  if (file) link.ask("load", { text: await file.text() });
  inputOf("load").value = "";
}

themeButton();
listen();
