// The buttons and keys of the live board.

import { svgOf } from "./boards/index.js";
import { askFirst, copy, find, inputOf, onClick, save, say, selectOf, takesText } from "./dom.js";
import { drawClocks } from "./live_lists.js";
import { listenToSide } from "./score_view.js";
import { ROOT } from "./table_state.js";
import { worded } from "./words.js";

/** @typedef {import("./live_page.js").LivePage} LivePage */

const TICK_MS = 100;
const ZOOM = 1.5;

/** Has the page obey its buttons and keys. @param {LivePage} page */
export function listen(page) {
  listenToGame(page);
  listenToMoves(page);
  listenToPosition(page);
  document.addEventListener("keydown", (event) => key(page, event));
  setInterval(() => drawClocks(page.state?.clock, performance.now() - page.arrived), TICK_MS);
}

/** @param {LivePage} page */
function listenToGame(page) {
  onClick("uncover", () => page.ask("uncover", { player: page.state?.curtain }));
  onClick("handover", () => page.ask("cover"));
  onClick("new", () => page.newGame.show(page.state?.variant ?? "pacific-a"));
  onClick("show-rules", () => page.rules.toggle(page.state?.variant ?? "pacific-a"));
  onClick("save", () => page.ask("save", { form: selectOf("save-form").value }));
  inputOf("load").addEventListener("change", () => void loadFile(page));
  onClick("hurry", () => page.ask("stop"));
  onClick("pause", () => page.ask(page.state?.paused ? "go" : "pause"));
  onClick("engine-moves", () => page.ask("go"));
  onClick("rematch", () => rematch(page));
  onClick("resign", () => askFirst(resigning(page), "resign", () => page.ask("resign")));
}

/** The same game with seats passed on by one. @param {LivePage} page */
function rematch(page) {
  const now = page.state;
  if (!now) return;
  page.withPosition((text) => {
    const start = text.replace(/^position /, "").split(" moves ")[0];
    const seats = [...now.seats.slice(1), now.seats[0]];
    const clock = now.clock && page.newGame.clock();
    page.ask("new", { variant: now.variant, start, seats, open: now.open, ...(clock && { clock }) });
  });
}

/** @param {LivePage} page */
function resigning(page) {
  const now = page.state;
  const people = now?.seats.flatMap(({ kind }, index) => (kind === "person" ? [index + 1] : [])) ?? [];
  const player = people.length === 1 ? people[0] : (page.board?.sees || now?.player) ?? 1;
  return `${page.sideName(player)} gives the game up?`;
}

/** @param {LivePage} page */
function listenToMoves(page) {
  onClick("first", () => step(page, ROOT));
  onClick("back", () => stepBy(page, -1));
  onClick("next", () => stepBy(page, 1));
  onClick("last", () => step(page, lastOf(page)));
  onClick("undo", () => page.ask("undo"));
  onClick("redo", () => page.ask("redo"));
  onClick("hint", () => hint(page));
  onClick("return", () => step(page, page.board?.live ?? ROOT));
  onClick("continue", () => page.ask("continue"));
  find("moves").addEventListener("click", (event) => {
    const move = /** @type {HTMLElement} */ (event.target).closest("[data-node]");
    if (move instanceof HTMLElement) step(page, Number(move.dataset.node));
  });
  const node = () => page.board?.at;
  selectOf("mark").addEventListener("change", () => page.ask("mark", { node: node(), mark: selectOf("mark").value }));
  find("edit").addEventListener("submit", (event) => {
    event.preventDefault();
    page.ask("comment", { node: node(), text: inputOf("comment").value });
  });
  onClick("promote", () => page.ask("promote", { node: node() }));
  onClick("delete", () => askFirst("Delete this move and all that follow it?", "delete", () => page.ask("delete", { node: node() })));
}

/** @param {LivePage} page */
function listenToPosition(page) {
  onClick("setup", () => {
    if (page.state?.board) page.setup.begin(page.state.variant, page.state.board.fen);
    page.drawBoard();
  });
  onClick("analyse", () => toggleAnalysis(page));
  listenToSide(page, () => page.rescore());
  listenToLines(page);
  onClick("draw", () => find("draw").setAttribute("aria-pressed", String(find("draw").getAttribute("aria-pressed") !== "true")));
  selectOf("lines").addEventListener("change", () => page.board?.lines && analyse(page));
  onClick("copy-fen", () => void copy(page.board?.fen ?? "", "FEN"));
  onClick("copy-position", () => page.withPosition((text) => void copy(text, "position command")));
  onClick("turn", () => turn(page));
  onClick("zoom-in", () => page.view.window.zoom(ZOOM));
  onClick("zoom-out", () => page.view.window.zoom(1 / ZOOM));
  onClick("zoom-fit", () => page.view.window.zoom(0));
  onClick("picture", () => {
    const { shown } = page.view;
    const picture = worded(() => svgOf(shown.variant, shown.fen, shown));
    if (picture) save(`${shown.variant}.svg`, picture, "image/svg+xml");
  });
  find("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    page.ask("play", { token: inputOf("token").value.trim() });
    inputOf("token").value = "";
  });
}

/** The lines of the analysis: a pointer on a turn shows the pieces there, a press plays the line out.
 * @param {LivePage} page */
function listenToLines(page) {
  const lines = find("analysis");
  /** @param {Event} event @param {(line: number, turns: number) => void} act */
  const onTurn = (event, act) => {
    const place = /** @type {HTMLElement} */ (event.target).closest("[data-line]");
    if (place instanceof HTMLElement) act(Number(place.dataset.line), Number(place.dataset.turns ?? 1));
  };
  lines.addEventListener("pointerover", (event) => onTurn(event, (line, turns) => page.lines.show(line, turns)));
  lines.addEventListener("pointerleave", () => page.lines.show(-1, 0));
  lines.addEventListener("focusin", (event) => onTurn(event, (line, turns) => page.lines.show(line, turns)));
  lines.addEventListener("focusout", () => page.lines.show(-1, 0));
  // A report of the analysis replaces the lines, so a press must do.
  lines.addEventListener("pointerdown", (event) => event.button === 0 && onTurn(event, (line, turns) => page.lines.playOut(line, turns)));
  lines.addEventListener("keydown", (event) => event.key === "Enter" && onTurn(event, (line, turns) => page.lines.playOut(line, turns)));
}

/** @param {LivePage} page @param {number} node */
function step(page, node) {
  if (page.board && node !== page.board.at) page.ask("step", { to: node });
}

/** The end of the turn before or after the position that is shown. @param {LivePage} page @param {number} direction */
function stepBy(page, direction) {
  const { board, tree } = page;
  if (board) step(page, direction > 0 ? tree.forward(board.at, board.live) : tree.backward(board.at));
}

/** The last position of the line that is shown: that of the game if the game leads through it. @param {LivePage} page */
function lastOf({ board, tree }) {
  if (!board) return ROOT;
  const isOnTheWay = board.at === ROOT || tree.path(board.live).some(({ id }) => id === board.at);
  return isOnTheWay && board.at !== board.live ? board.live : tree.end(board.at);
}

/** @param {LivePage} page */
function hint(page) {
  say("The engine looks for a move at full strength.");
  page.ask("hint");
}

/** @param {LivePage} page */
function analyse(page) {
  page.ask("analyse", { lines: Number(selectOf("lines").value) });
}

/** @param {LivePage} page */
function toggleAnalysis(page) {
  if (page.board?.lines) page.ask("analyse", { lines: 0 });
  else if (page.board) analyse(page);
}

/** @param {LivePage} page */
function turn(page) {
  page.view.turn();
  page.drawBoard();
  page.rules.redraw();
}

/** @param {LivePage} page */
async function loadFile(page) {
  const file = inputOf("load").files?.[0];
  if (file) page.ask("load", { text: await file.text() });
  inputOf("load").value = "";
}

/** @param {LivePage} page @param {KeyboardEvent} event */
function key(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
  if (event.shiftKey && event.key !== "+") return;
  if (document.querySelector("dialog[open]") || event.target instanceof HTMLSelectElement) return;
  // A reader of the rules scrolls by keys.
  if (event.target instanceof Element && event.target.closest("#rules")) return;
  /** @type {Record<string, () => void>} */
  const acts = {
    ArrowLeft: () => stepBy(page, -1),
    ArrowRight: () => stepBy(page, 1),
    Home: () => step(page, ROOT),
    End: () => step(page, lastOf(page)),
    u: () => page.ask("undo"),
    r: () => page.ask("redo"),
    h: () => hint(page),
    a: () => toggleAnalysis(page),
    f: () => turn(page),
    "+": () => page.view.window.zoom(ZOOM),
    "-": () => page.view.window.zoom(1 / ZOOM),
    0: () => page.view.window.zoom(0),
    Escape: () => page.clear(),
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
