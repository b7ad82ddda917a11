// Lines of communication in A Game of War: which squares a side lights, and which units are online.

import { nameOf, sideOf } from "./grid.js";

const DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]; // prettier-ignore

/** @typedef {{from: string, to: string}} Line */

/**
 * The smallest set closed under the rules: arsenals and relays that are online light lines, units on
 * them or next to a unit that is online are online.
 * @param {import("./grid.js").Board} board
 * @param {Map<string, string>} units letters by square
 * @param {string[]} arsenals the intact ones of the side
 * @param {Set<string>} mountains
 * @param {number} side
 * @returns {{online: Set<string>, lines: Line[]}}
 */
export function network(board, units, arsenals, mountains, side) {
  const own = [...units].filter(([, letter]) => sideOf(letter) === side).map(([square]) => square);
  /** @type {Set<string>} */
  const lit = new Set();
  /** @type {Set<string>} */
  const online = new Set();
  /** @type {Line[]} */
  const lines = [];
  const waiting = [...arsenals];
  const sources = new Set(arsenals);
  while (waiting.length > 0) {
    radiate(board, units, mountains, side, /** @type {string} */ (waiting.pop()), lit, lines);
    spread(board, own, lit, online);
    for (const square of online) {
      const letter = units.get(square) ?? "";
      if ("RX".includes(letter.toUpperCase()) && !sources.has(square)) {
        sources.add(square);
        waiting.push(square);
      }
    }
  }
  return { online, lines };
}

/** Lights the lines of one source. */
/** @param {import("./grid.js").Board} board @param {Map<string, string>} units @param {Set<string>} mountains @param {number} side @param {string} source @param {Set<string>} lit @param {Line[]} lines */
function radiate(board, units, mountains, side, source, lit, lines) {
  const [file, rank] = board.place(source);
  lit.add(source);
  for (const [across, up] of DIRECTIONS) {
    let last = "";
    for (let step = 1; board.holds(file + across * step, rank + up * step); step += 1) {
      const square = nameOf(file + across * step, rank + up * step);
      const letter = units.get(square);
      if (mountains.has(square)) break;
      if (letter && sideOf(letter) !== side && !"RX".includes(letter.toUpperCase())) break;
      lit.add(square);
      last = square;
    }
    if (last) lines.push({ from: source, to: last });
  }
}

/** Adds the units that are lit, and goes on from neighbour to neighbour. */
/** @param {import("./grid.js").Board} board @param {string[]} own @param {Set<string>} lit @param {Set<string>} online */
function spread(board, own, lit, online) {
  const mine = new Set(own);
  const reached = own.filter((square) => lit.has(square) && !online.has(square));
  for (const square of reached) online.add(square);
  while (reached.length > 0) {
    const [file, rank] = board.place(/** @type {string} */ (reached.pop()));
    for (const [across, up] of DIRECTIONS) {
      if (!board.holds(file + across, rank + up)) continue;
      const square = nameOf(file + across, rank + up);
      if (mine.has(square) && !online.has(square)) {
        online.add(square);
        reached.push(square);
      }
    }
  }
}
