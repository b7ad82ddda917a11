// Arrows and circles that a user draws on the board, for each position.

/** @typedef {import("./boards/index.js").Arrow} Arrow */

const COLOUR = "#ffd34d";

export class Drawings {
  constructor() {
    /** @type {Map<number, Set<string>>} squares from and to, or one square, by the node of the position */
    this.drawn = new Map();
  }

  /** Draws an arrow, or a circle if both squares are the same; takes it away if it is there.
   * @param {number} node @param {string} from @param {string} to */
  toggle(node, from, to) {
    const here = this.drawn.get(node) ?? new Set();
    const name = from === to ? from : `${from} ${to}`;
    if (!here.delete(name)) here.add(name);
    this.drawn.set(node, here);
  }

  /** @param {number} node @returns {Arrow[]} */
  arrows(node) {
    return [...(this.drawn.get(node) ?? [])].map((name) => ({ path: name.split(" "), rank: 0, colour: COLOUR }));
  }

  /** Takes away what is drawn on a position. @param {number} node */
  wipe(node) {
    this.drawn.delete(node);
  }

  /** Forgets everything, for another game. */
  clear() {
    this.drawn.clear();
  }
}
