// A line of the analysis as pieces that are not there yet.

/** @typedef {import("./boards/grid.js").Board} Board */
/** @typedef {import("./boards/grid.js").Item} Item */

/** The pieces that the turns of a line move, where they come to stand, and their ways.
 * @param {Board} board @param {string} fen @param {string[]} turns @returns {{ghosts: Item[], ways: string[][]}} */
export function previewOf(board, fen, turns) {
  /** @type {Map<string, Item>} */
  const pieces = new Map();
  for (const item of board.items(fen)) if ((item.layer ?? 1) > 0 && item.label) pieces.set(item.square, item);
  /** @type {Set<Item>} */
  const ghosts = new Set();
  /** @type {string[][]} */
  const ways = [];
  for (const token of turns.flatMap((turn) => turn.split(","))) {
    const way = board.waysOf(token)[0] ?? [];
    const piece = way.length > 1 ? pieces.get(way[0]) : undefined;
    if (!piece) continue;
    ways.push(way);
    const [square] = way.slice(-1);
    const facing = board.facingAfter(board.read(token));
    const angle = facing === undefined ? piece.angle : 45 * facing + (board.turned ? 180 : 0);
    const ghost = { ...piece, square, angle };
    ghosts.delete(piece);
    for (const taken of [...ghosts].filter((other) => other.square === square)) ghosts.delete(taken);
    ghosts.add(ghost);
    pieces.delete(way[0]);
    pieces.set(square, ghost);
  }
  return { ghosts: [...ghosts], ways };
}
