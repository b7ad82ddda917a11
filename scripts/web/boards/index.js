// Draws positions of every game from the engine's FENs.
//
//     document.body.innerHTML = svgOf("pacru3", fen);

import { GameOfWar } from "./gameofwar.js";
import { CELL, escape, label, rectangle } from "./grid.js";
import { Pacific } from "./pacific.js";
import { Pacru } from "./pacru.js";
import { Warpac } from "./warpac.js";

/** @typedef {import("./grid.js").Board} Board */
/**
 * An arrow of an analysis: squares in the order visited, and which of several lines it is, from 0.
 * @typedef {{path: string[], rank: number}} Arrow
 */
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

/** The board of a variant, or undefined for an unknown game. @param {string} variant @returns {Board | undefined} */
export function boardOf(variant) {
  return FAMILIES.find(([prefix]) => variant.startsWith(prefix))?.[1];
}

/** The layers of a picture that change with the position, as SVG.
 * @param {Board} board @param {string} fen @param {string} variant @param {{highlights?: string[], overlays?: string[], arrows?: Arrow[], beliefs?: Belief[], network?: string}} [shown] */
export function layersOf(board, fen, variant, shown = {}) {
  const wanted = board.overlays().filter(({ name }) => shown.overlays?.includes(name));
  return {
    marks: (shown.highlights ?? []).map((square) => mark(board, square)).join(""),
    items: itemsOf(board, fen),
    overlays: wanted.map((overlay) => overlay.draw(fen, variant, shown.network ?? "")).join("") + beliefsOn(board, shown.beliefs ?? []),
    arrows: (shown.arrows ?? []).map((arrow) => arrowOf(board, arrow)).join(""),
  };
}

/** A position as a whole SVG document; throws for an invalid FEN.
 * @param {string} variant @param {string} fen @param {{highlights?: string[], overlays?: string[], arrows?: Arrow[], network?: string}} [shown] */
export function svgOf(variant, fen, shown = {}) {
  const board = boardOf(variant);
  if (board === undefined) throw new Error(`there is no drawing of '${variant}'`);
  const layers = layersOf(board, fen, variant, shown);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${board.width} ${board.height}">` +
    `<title>${escape(board.caption(fen, variant))}</title><defs>${definitions(board)}</defs>` +
    `${board.background()}${layers.marks}${layers.items}${layers.overlays}${layers.arrows}</svg>`
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

/** @param {Board} board @param {string} fen */
function itemsOf(board, fen) {
  const items = board.items(fen);
  items.sort((a, b) => (a.layer ?? 1) - (b.layer ?? 1));
  return items
    .map(({ symbol, square, angle = 0 }) => {
      const [x, y] = board.centre(square);
      const turn = angle ? ` rotate(${angle})` : "";
      return `<use href="#${board.name}-${symbol}" transform="translate(${x} ${y})${turn}"/>`;
    })
    .join("");
}

/** @param {Board} board @param {string} square */
export function mark(board, square) {
  return rectangle(...board.centre(square), "rgba(255,215,0,.5)");
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
        `${rectangle(0, 0, "#d00", CELL, `fill-opacity="${strength}"`)}` +
        `${label(`${likeliest.letter}${likeliest.percent}`, 11, "#400", CELL / 2 - 7)}</g>`
      );
    })
    .join("");
}

// The arrow of the best line is the thickest.
const ARROW_COLOURS = ["#1a7f37", "#2f6feb", "#8250df", "#bf5700", "#57606a"];
const HEAD = 13;

/** @param {Board} board @param {Arrow} arrow */
function arrowOf(board, { path, rank }) {
  const colour = ARROW_COLOURS[Math.min(rank, ARROW_COLOURS.length - 1)];
  const opacity = rank === 0 ? 0.8 : 0.55;
  const width = rank === 0 ? 6 : 4;
  if (path.length === 0) return "";
  if (path.length === 1) {
    const [x, y] = board.centre(path[0]);
    return `<circle cx="${x}" cy="${y}" r="${CELL / 2 - 2}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" class="arrow"/>`;
  }
  const points = path.map((square) => board.centre(square));
  const [x, y] = points[points.length - 1];
  const [fromX, fromY] = points[points.length - 2];
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [baseX, baseY] = [x - dx * HEAD, y - dy * HEAD];
  points[points.length - 1] = [baseX, baseY];
  const line = points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  const head = [[x, y], [baseX - dy * 8, baseY + dx * 8], [baseX + dy * 8, baseY - dx * 8]]; // prettier-ignore
  const tip = head.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  return (
    `<g class="arrow" opacity="${opacity}"><polyline points="${line}" fill="none" stroke="${colour}" stroke-width="${width}"/>` +
    `<polygon points="${tip}" fill="${colour}"/></g>`
  );
}
