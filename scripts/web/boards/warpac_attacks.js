// War-in-the-Pacific Chess: the squares that each side attacks, and the targets of submarines.

import { nameOf, sideOf } from "./grid.js";

const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]; // prettier-ignore
const LINES = [[0, 1], [1, 0], [0, -1], [-1, 0]]; // prettier-ignore
const DIAGONALS = [[1, 1], [1, -1], [-1, -1], [-1, 1]]; // prettier-ignore

/** @typedef {import("./warpac.js").Position} Position */

/**
 * The squares that one piece attacks: where it would sink what stands there.
 * @param {import("./grid.js").Board} board @param {Position} position @param {string} square
 * @returns {string[]}
 */
export function attacksFrom(board, position, square) {
  const letter = (position.pieces.get(square) ?? "").toUpperCase();
  if (letter === "N") return steps(board, square, KNIGHT);
  const diagonals = () => slides(board, position, square, DIAGONALS);
  if (letter === "B") return board.settings.cruiser_step === "takes" ? [...diagonals(), ...steps(board, square, LINES)] : diagonals();
  if (letter === "R") return slides(board, position, square, LINES);
  if (letter === "K") return carrierSteps(board, position, square);
  if (letter !== "Q") return [];
  const queen = slides(board, position, square, [...LINES, ...DIAGONALS]);
  const wing = position.wings.find((one) => one.squadron === square);
  const leaps = !wing?.spent && board.settings.knight_moves !== "never";
  return !leaps ? queen : [...new Set([...queen, ...steps(board, square, KNIGHT)])];
}

/** All squares that a side attacks. @param {import("./grid.js").Board} board @param {Position} position @param {number} side */
export function attackedBy(board, position, side) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const [square, letter] of position.pieces) {
    if (sideOf(letter) !== side) continue;
    for (const target of attacksFrom(board, position, square)) found.add(target);
  }
  return found;
}

/** Enemy pieces that known submarines of a side can torpedo. @param {import("./grid.js").Board} board @param {Position} position @param {number} side */
export function torpedoed(board, position, side) {
  const found = [];
  const [least, most] = [board.number("torpedo_least_distance", 2), board.number("torpedo_most_distance", 2)];
  const isHit = (/** @type {number} */ gap) => least <= gap && gap <= most;
  for (const [square, letter] of position.pieces) {
    if (sideOf(letter) === side || (letter.toUpperCase() === "Q" && !board.settings.torpedoes_hit_squadrons)) continue;
    if (position.subs[side].some((sub) => isHit(distance(board, sub, square)))) found.push(square);
  }
  return found;
}

/** @param {import("./grid.js").Board} board @param {string} a @param {string} b */
export function distance(board, a, b) {
  const [file, rank] = board.place(a);
  const [file2, rank2] = board.place(b);
  return Math.max(Math.abs(file - file2), Math.abs(rank - rank2));
}

/** The squares for a step of a carrier. A docked squadron moves with it. @param {import("./grid.js").Board} board @param {Position} position @param {string} square */
function carrierSteps(board, position, square) {
  const around = steps(board, square, [...LINES, ...DIAGONALS]);
  const wing = position.wings.find((one) => one.carrier === square && one.docked);
  if (wing === undefined) return around;
  const [file, rank] = board.place(square);
  const [wingFile, wingRank] = board.place(wing.squadron);
  return around.filter((target) => {
    const [file2, rank2] = board.place(target);
    const [f, r] = [wingFile + file2 - file, wingRank + rank2 - rank];
    if (!board.holds(f, r)) return false;
    const follows = nameOf(f, r);
    return follows === square || !position.pieces.has(follows);
  });
}

/** @param {import("./grid.js").Board} board @param {string} square @param {number[][]} ways */
function steps(board, square, ways) {
  const [file, rank] = board.place(square);
  return ways
    .filter(([across, up]) => board.holds(file + across, rank + up))
    .map(([across, up]) => nameOf(file + across, rank + up));
}

/** @param {import("./grid.js").Board} board @param {Position} position @param {string} square @param {number[][]} ways */
function slides(board, position, square, ways) {
  const [file, rank] = board.place(square);
  const found = [];
  for (const [across, up] of ways) {
    for (let step = 1; board.holds(file + across * step, rank + up * step); step += 1) {
      const target = nameOf(file + across * step, rank + up * step);
      found.push(target);
      if (position.pieces.has(target)) break;
    }
  }
  return found;
}
