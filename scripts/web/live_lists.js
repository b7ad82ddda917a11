// What stands beside the live board: seats with their clocks, moves, the analysis, the games of a file, and which
// buttons can be used. Buttons keep their places, so that none comes under a click that was meant for another.

import { boardOf } from "./boards/index.js";
import { find, inputOf, make, selectOf } from "./dom.js";
import { valueOf } from "./review.js";
import { seatName } from "./table_state.js";
import { pairing, reasonWords, resultWords, sidesOf, spaced } from "./words.js";

/** @typedef {import("./table_state.js").State} State */
/** @typedef {import("./table_state.js").BoardState} BoardState */
/** @typedef {import("./table_state.js").MoveTree} MoveTree */
/** @typedef {import("./table_state.js").Row} Row */

/** @param {number} player */
function spotOf(player) {
  const spot = make("span", { class: "seat" });
  spot.style.background = `var(--seat-${player})`;
  return spot;
}

/** What the rules of a variant of a file change, in sentences. @param {string[]} changes */
export function drawChanges(changes) {
  const box = find("changes-box");
  box.hidden = changes.length === 0;
  find("changes").replaceChildren(...changes.map((change) => make("li", {}, change)));
}

/** @param {State} now */
export function drawSeats(now) {
  const names = sidesOf(now.variant, now.seats.length);
  const out = outOf(now);
  find("seats").replaceChildren(
    ...now.seats.map((seat, index) => {
      const busy = now.thinking && now.player === index + 1 ? " · thinking" : "";
      const who = make("span", { class: "who" }, `${names[index]}: ${seatName(seat)}${busy}`);
      const line = make("li", {}, spotOf(index + 1), who);
      if (out.seats.includes(index)) {
        line.classList.add("out");
        line.append(make("span", { class: "tag" }, out.word));
      }
      if (now.clock) line.append(make("span", { class: "time" }));
      if (!now.over && now.player === index + 1) line.classList.add("now");
      return line;
    }),
  );
}

/** @param {State} now */
function outOf({ variant, board }) {
  try {
    return boardOf(variant)?.out(board?.fen ?? "", variant) ?? { seats: [], word: "" };
  } catch {
    // A position that cannot be read is told elsewhere.
    return { seats: [], word: "" };
  }
}

/** Who has won, and why. @param {State} now */
export function drawResult(now) {
  const box = find("result");
  const result = now.over ? resultWords(now.result, now.variant, now.seats.map(seatName)) : "";
  const reason = now.over ? reasonWords(now.reason ?? "", "", "") : "";
  // A text that stays is not read aloud again.
  if (find("result-text").textContent !== result) find("result-text").textContent = result;
  if (find("result-reason").textContent !== reason) find("result-reason").textContent = reason;
  box.hidden = !now.over;
}

/** Shows the clocks. @param {State["clock"]} clock @param {number} passed milliseconds since they were told */
export function drawClocks(clock, passed) {
  [...find("seats").querySelectorAll(".time")].forEach((place, index) => {
    const told = clock?.left[index] ?? 0;
    const left = Math.max(told - (clock?.running === index + 1 ? passed : 0), 0);
    const seconds = (left / 1000) % 60;
    const shown = left < 20000 ? seconds.toFixed(1) : String(Math.floor(seconds));
    place.textContent = `${Math.floor(left / 60000)}:${seconds < 10 ? "0" : ""}${shown}`;
  });
}

/** The list of moves: a line for each turn, and its variations below it. @param {MoveTree} tree @param {BoardState} board
 * @param {(node: import("./table_state.js").MoveNode) => string} scoreOf */
export function drawMoves(tree, board, scoreOf) {
  const list = find("moves");
  list.replaceChildren(...tree.rows().map((row) => lineOf(row, board, scoreOf)));
  const current = list.querySelector(".now");
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  find("legal").replaceChildren(...board.legal.map((token) => make("option", { value: token })));
}

/** @param {Row} row @param {BoardState} board @param {(node: import("./table_state.js").MoveNode) => string} scoreOf */
function lineOf({ nodes, depth, continues }, board, scoreOf) {
  const last = nodes[nodes.length - 1];
  const line = make("li", { "data-node": String(last.id) }, spotOf(nodes[0].player), `${nodes[0].round}. ${continues ? "… " : ""}`);
  line.style.setProperty("--depth", String(depth));
  if (depth) line.classList.add("variation");
  nodes.forEach((node, index) => {
    const text = `${spaced(node.token)}${node.mark ?? ""}`;
    line.append(index ? ", " : "", make("span", { "data-node": String(node.id) }, text));
    if (node.score) line.append(" ", make("small", {}, scoreOf(node)));
    if (node.told?.length) line.append(" ", make("small", { class: "told" }, node.told.join(" ")));
    if (node.comment) line.append(" ", make("small", { class: "comment" }, node.comment));
    if (node.id === board.at) line.classList.add("now");
    if (node.id === board.live) line.classList.add("live");
  });
  return line;
}

/** Which buttons can be used, and what they say. @param {State} now @param {MoveTree} tree @param {(player: number) => string} sideName */
export function drawControls(now, tree, sideName) {
  const board = now.board;
  const mayGo = !now.over && now.seats.some(({ kind }) => kind !== "person");
  /** @type {Record<string, boolean>} */
  const usable = {
    undo: Boolean(board?.undo),
    redo: Boolean(board?.redo),
    hint: Boolean(board?.legal.length) && !board?.variation,
    "engine-moves": Boolean(board?.legal.length) && !board?.variation && !now.paused,
    return: Boolean(board && board.at !== board.live),
    continue: Boolean(board && board.at !== board.live && !board.sees),
    hurry: now.thinking,
    pause: !now.over && (now.paused || mayGo || Boolean(now.clock)),
    resign: !now.over && !now.open && now.seats.some(({ kind }) => kind === "person"),
  };
  for (const [name, isUsable] of Object.entries(usable)) find(name).toggleAttribute("disabled", !isUsable);
  find("handover").hidden = !now.handover;
  find("handover").textContent = now.handover ? `hand over to ${sideName(now.handover)}` : "hand over";
  find("pause").textContent = now.paused ? "go on" : "pause";
  find("pause").setAttribute("aria-pressed", String(now.paused));
  find("typed").hidden = Boolean(board?.deploying);
  find("analyse").setAttribute("aria-pressed", String(Boolean(board?.lines)));
  drawEditing(board, tree);
}

/** @param {BoardState | undefined} board @param {MoveTree} tree */
function drawEditing(board, tree) {
  const node = board && tree.nodes.get(board.at);
  const isEditable = Boolean(node) && !board?.sees;
  for (const field of find("edit").querySelectorAll("input, select, button")) field.toggleAttribute("disabled", !isEditable);
  selectOf("mark").value = node?.mark ?? "";
  if (document.activeElement !== find("comment")) inputOf("comment").value = node?.comment ?? "";
}

/** `950`, `12.3 k`, `1.9 M`. @param {number} count */
function shortly(count) {
  if (count < 1000) return String(count);
  return count < 1e6 ? `${(count / 1e3).toFixed(1)} k` : `${(count / 1e6).toFixed(1)} M`;
}

/** @param {BoardState} board @param {import("./table_state.js").Line[]} lines @param {string} side whose values they are
 * @param {(score: import("./table_state.js").Score) => string} scoreOf */
export function drawAnalysis(board, lines, side, scoreOf) {
  const shown = board.lines ? lines : [];
  find("analysis").replaceChildren(
    ...shown.map(({ score, pv }, line) => {
      const turns = pv.flatMap((turn, index) => [make("span", { "data-line": String(line), "data-turns": String(index + 1) }, turn), " "]);
      return make("li", { tabindex: "0", "data-line": String(line) }, make("b", {}, `${scoreOf(score)} `), ...turns);
    }),
  );
  const [first] = shown;
  const none = board.lines && !board.analysable ? "nothing to analyse here" : "";
  find("why").toggleAttribute("disabled", !first);
  const speed = first && Math.round(first.nodes / Math.max(first.time, 1));
  find("depth").textContent = first ? `for ${side} · depth ${first.depth} · ${shortly(first.nodes)} nodes · ${speed} kn/s` : none;
}

/** The bar of values: of two players it shows the first one's share from below, of more the share of each. Its place is
 * kept while an analysis runs. @param {State} now @param {import("./table_state.js").Line | undefined} line the best one @param {boolean} turned */
export function drawBar({ board, seats, variant }, line, turned) {
  const bar = find("bar");
  bar.style.visibility = board?.lines ? "visible" : "hidden";
  bar.hidden = false;
  bar.classList.toggle("turned", turned);
  if (!board || !line) return;
  const shares = sharesNow(line, board.mover, seats.length);
  const names = sidesOf(variant, seats.length);
  const words = shares.map((share, seat) => `${names[seat]} scores ${Math.round(100 * share)} %`);
  bar.setAttribute("aria-label", seats.length === 2 ? words[0] : words.join(", "));
  bar.title = words.join(", ");
  bar.replaceChildren(
    ...shares.map((share, seat) => {
      const part = make("span");
      part.style.height = `${100 * share}%`;
      part.style.background = `var(--seat-${seat + 1})`;
      return part;
    }),
  );
}

/** The share of each player. With more than two the engine tells all; a line that does not leaves the rest to the others.
 * @param {import("./table_state.js").Line} line @param {number} mover @param {number} players */
function sharesNow({ score, shares }, mover, players) {
  if (shares) return shares.map((share) => share / 1000);
  const value = valueOf(score, players);
  return Array.from({ length: players }, (_, seat) => (seat === mover - 1 ? value : (1 - value) / (players - 1)));
}

/** @param {{number: number, variant: string, names: string[], result: string}[]} games @param {(index: number) => void} pick */
export function drawLibrary(games, pick) {
  const list = find("library");
  list.hidden = games.length < 2;
  list.replaceChildren(
    ...games.map((game, index) => {
      const result = resultWords(game.result, game.variant, game.names);
      const text = `${index + 1}. ${pairing(game.names, game.variant)} `;
      const line = make("li", { tabindex: "0" }, text, make("small", {}, `${result}, ${game.variant}`));
      line.addEventListener("click", () => pick(index));
      line.addEventListener("keydown", (event) => event.key === "Enter" && pick(index));
      return line;
    }),
  );
}

