// Draws positions of every game from the engine's FENs.
//
//     document.body.innerHTML = svgOf("pacru3", fen);

import { GameOfWar } from "./gameofwar.js";
import { CELL, badge, escape, label, rectangle } from "./grid.js";
import { Pacific } from "./pacific.js";
import { Pacru } from "./pacru.js";
import { parentOf } from "./parents.js";
import { settingsOf } from "./settings.js";
import { THEMES } from "./themes.js";
import { Warpac } from "./warpac.js";

export { knowParents } from "./parents.js";

/** @typedef {import("./grid.js").Board} Board */
/**
 * An arrow of an analysis: squares in the order visited, and which of several lines it is, from 0.
 * @typedef {{path: string[], rank: number, colour?: string}} Arrow
 */
/** A short text on a square, such as what a unit adds to a combat. @typedef {{square: string, text: string, colour: string}} Note */
/**
 * Something that may be on a square that a player does not see: its letter in a FEN, and how likely.
 * @typedef {{square: string, letter: string, percent: number}} Belief
 */

const PACRU = new Pacru();
/** The first name that a variant's begins with decides. @type {[string, Board][]} */
const FAMILIES = [
  ["pacific", new Pacific()],
  ["pacru", PACRU],
  ["azacru", PACRU],
  ["shacru", PACRU],
  ["warpac", new Warpac()],
  ["gameofwar", new GameOfWar()],
];

/** The boards of A Game of War with another map, by the map. @type {Map<string, Board>} */
const MAPPED = new Map();

/** The board of A Game of War with this map. @param {string} map */
function boardWith(map) {
  const known = MAPPED.get(map);
  if (known) return known;
  const board = new GameOfWar(map);
  board.theme = colours();
  MAPPED.set(map, board);
  return board;
}

/** The board of a variant, or undefined for an unknown game. @param {string} variant @returns {Board | undefined} */
export function boardOf(variant) {
  const { map } = settingsOf(variant);
  if (map) return boardWith(String(map));
  const known = parentOf(variant);
  return FAMILIES.find(([prefix]) => known.startsWith(prefix))?.[1];
}

/** Gives all boards other colours. @param {string} name of the theme */
export function useTheme(name) {
  for (const board of [...FAMILIES.map(([, family]) => family), ...MAPPED.values()]) board.theme = THEMES[name] ?? THEMES.light;
}

/** The colours that the boards have now. */
export function colours() {
  return PACRU.theme;
}

/** The layers of a picture that change with the position, as SVG.
 * @param {Board} board @param {string} fen @param {string} variant @param {{highlights?: string[], overlays?: string[], arrows?: Arrow[], ghosts?: import("./grid.js").Item[], notes?: Note[], beliefs?: Belief[], network?: string, played?: import("./grid.js").Played[]}} [shown] */
export function layersOf(board, fen, variant, shown = {}) {
  const wanted = board.overlays().filter(({ name }) => shown.overlays?.includes(name));
  const network = shown.network ?? "";
  const draw = (/** @type {boolean} */ under) =>
    wanted.filter((overlay) => Boolean(overlay.under) === under).map((overlay) => overlay.draw(fen, variant, network, shown.played ?? []));
  return {
    marks: (shown.highlights ?? []).map((square) => mark(board, square)).join(""),
    underlays: draw(true).join(""),
    items: itemsOf(board, fen, wanted.some(({ dims }) => dims) ? board.dimmed(fen, network) : new Set()),
    overlays: draw(false).join("") + beliefsOn(board, shown.beliefs ?? []),
    arrows: ghostsOf(board, shown.ghosts ?? []) + (shown.arrows ?? []).map((arrow) => arrowOf(board, arrow)).join("") + notesOn(board, shown.notes ?? []),
  };
}

/** A position as a whole SVG document; throws for an invalid FEN.
 * @param {string} variant @param {string} fen @param {{highlights?: string[], overlays?: string[], arrows?: Arrow[], network?: string, played?: import("./grid.js").Played[]}} [shown] */
export function svgOf(variant, fen, shown = {}) {
  const board = boardOf(variant);
  if (board === undefined) throw new Error(`there is no drawing of '${variant}'`);
  const layers = layersOf(board, fen, variant, shown);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${board.width} ${board.height}">` +
    `<title>${escape(board.caption(fen, variant))}</title><defs>${definitions(board)}</defs>` +
    `${board.background()}${layers.marks}${layers.underlays}${layers.items}${layers.overlays}${layers.arrows}</svg>`
  );
}

/** The symbols as SVG definitions; their names begin with the board's. @param {Board} board */
export function definitions(board) {
  return Object.entries(board.symbols())
    .map(([name, shape]) => `<g id="${board.name}-${name}">${shape}</g>`)
    .join("");
}

/** One symbol alone, for legends and palettes. @param {Board} board @param {string} symbol */
export function iconOf(board, symbol) {
  return `<svg class="icon" viewBox="-20 -20 40 40" aria-hidden="true">${board.symbols()[symbol] ?? ""}</svg>`;
}

/** The pieces and their squares, in words. @param {Board} board @param {string} fen */
export function describe(board, fen) {
  /** @type {Map<string, string[]>} */
  const squares = new Map();
  for (const { square, label: name } of board.items(fen)) {
    if (name) squares.set(name, [...(squares.get(name) ?? []), square]);
  }
  return [...squares].map(([name, where]) => `${name} ${where.join(" ")}`).join("; ");
}

/** @param {Board} board @param {string} fen @param {Set<string>} dimmed */
function itemsOf(board, fen, dimmed) {
  const items = board.items(fen);
  items.sort((a, b) => (a.layer ?? 1) - (b.layer ?? 1));
  return items
    .map(({ symbol, square, angle = 0, layer = 1 }) => {
      const [x, y] = board.centre(square);
      const turn = angle ? ` rotate(${angle})` : "";
      const shape = layer === 1 && dimmed.has(square) ? `${symbol}-dim` : symbol;
      return `<use href="#${board.name}-${shape}" transform="translate(${x} ${y})${turn}" data-square="${square}" data-layer="${layer}"/>`;
    })
    .join("");
}

/** Pieces that are not there yet. @param {Board} board @param {import("./grid.js").Item[]} ghosts */
function ghostsOf(board, ghosts) {
  return ghosts
    .map(({ symbol, square, angle = 0 }) => {
      const [x, y] = board.centre(square);
      return `<use class="ghost" href="#${board.name}-${symbol}" transform="translate(${x} ${y}) rotate(${angle})" opacity=".6"/>`;
    })
    .join("");
}

/** The ground of a square of the last move. @param {Board} board @param {string} square */
export function mark(board, square) {
  return board.lastMark(...board.centre(square));
}

/** A shade for each square by the probability of a hidden piece, and the percentage in its corner.
 * @param {Board} board @param {Belief[]} beliefs */
function beliefsOn(board, beliefs) {
  /** @type {Map<string, Belief[]>} */
  const squares = new Map();
  for (const belief of beliefs) squares.set(belief.square, [...(squares.get(belief.square) ?? []), belief]);
  return [...squares]
    .map(([square, here]) => {
      const [x, y] = board.centre(square);
      const likeliest = here.reduce((most, belief) => (belief.percent > most.percent ? belief : most));
      const strength = (0.12 + 0.6 * Math.min(likeliest.percent / 100, 1)).toFixed(2);
      const words = here.map(({ letter, percent }) => `${letter} ${percent} %`).join(", ");
      return (
        `<g class="belief" transform="translate(${x} ${y})"><title>${escape(`${square}: ${words}`)}</title>` +
        `${rectangle(0, 0, board.theme.warning, CELL, `fill-opacity="${strength}"`)}` +
        `${label(`${likeliest.letter}${likeliest.percent}`, 11, board.theme.halo, CELL / 2 - 7)}</g>`
      );
    })
    .join("");
}

// The arrow of the best line is the thickest. Each has a dark outline, so it is visible on every ground.
const ARROW_COLOURS = ["#7dff9b", "#8ecbff", "#d9b3ff", "#ffb46b", "#e2e6ea"];
const ARROW_OUTLINE = "#10240f";
const HEAD = 13;
// How far from the middle of its first square an arrow begins.
const CLEAR = 13;

/** Where an arrow begins: beside the piece, whose figure it must not hide. @param {[number, number]} from @param {[number, number]} to @returns {[number, number]} */
function away([fromX, fromY], [toX, toY]) {
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const share = Math.min(CLEAR / length, 0.5);
  return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
}

/** Notes in the upper right of their squares, where no arrow to a neighbour begins. @param {Board} board @param {Note[]} notes */
function notesOn(board, notes) {
  return notes
    .map(({ square, text, colour }) => {
      const [x, y] = board.centre(square);
      return badge(x + CELL / 2 - 9, y - CELL / 2 + 7, text, { fill: colour, edge: ARROW_OUTLINE, ink: ARROW_OUTLINE });
    })
    .join("");
}

/** @param {Board} board @param {Arrow} arrow */
function arrowOf(board, { path, rank, colour = ARROW_COLOURS[Math.min(rank, ARROW_COLOURS.length - 1)] }) {
  const opacity = rank === 0 ? 0.9 : 0.65;
  const width = rank === 0 ? 5 : 3;
  if (path.length === 0) return "";
  if (path.length === 1) {
    const [x, y] = board.centre(path[0]);
    const ring = (/** @type {string} */ stroke, /** @type {number} */ wide) =>
      `<circle cx="${x}" cy="${y}" r="${CELL / 2 - 3}" fill="none" stroke="${stroke}" stroke-width="${wide}"/>`;
    return `<g class="arrow" opacity="${opacity}">${ring(ARROW_OUTLINE, width + 2)}${ring(colour, width)}</g>`;
  }
  const points = path.map((square) => board.centre(square));
  const [x, y] = points[points.length - 1];
  const [fromX, fromY] = points[points.length - 2];
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [baseX, baseY] = [x - dx * HEAD, y - dy * HEAD];
  points[points.length - 1] = [baseX, baseY];
  points[0] = away(points[0], points[1]);
  const line = points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  const head = [[x, y], [baseX - dy * 8, baseY + dx * 8], [baseX + dy * 8, baseY - dx * 8]]; // prettier-ignore
  const tip = head.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  const drawn = (/** @type {string} */ stroke, /** @type {number} */ more) =>
    `<polyline points="${line}" fill="none" stroke="${stroke}" stroke-width="${width + more}"/>` +
    `<polygon points="${tip}" fill="${stroke}" stroke="${stroke}" stroke-width="${more}"/>`;
  return `<g class="arrow" opacity="${opacity}" stroke-linejoin="round">${drawn(ARROW_OUTLINE, 2)}${drawn(colour, 0)}</g>`;
}
