// What a page knows of the game on the table: the last state, and the moves as a tree. Section 16 of protocol.md
// describes both.

/** @typedef {{kind: string, name?: string, screen?: string, level?: number, movetime?: number}} Seat */
/**
 * The position on the board of this page. `sees` is the player whose knowledge it is, 0 for everything.
 * @typedef {object} BoardState
 * @property {number} sees
 * @property {number} at
 * @property {number} live
 * @property {string} fen
 * @property {number} mover
 * @property {boolean} turn
 * @property {string[]} legal
 * @property {boolean} deploying
 * @property {boolean} variation
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {number} lines
 * @property {boolean} analysable
 */
/**
 * `curtain` is the player who takes over the screen; then there is no board.
 * @typedef {object} State
 * @property {string} variant
 * @property {string[]} [changes]
 * @property {Record<string, number | boolean | string>} [settings] the switches of a variant of a file that differ
 * @property {Seat[]} seats
 * @property {boolean} open
 * @property {number} player
 * @property {boolean} over
 * @property {string} result
 * @property {string} [reason]
 * @property {boolean} paused
 * @property {boolean} thinking
 * @property {{left: number[], running: number}} [clock]
 * @property {number} [curtain]
 * @property {number} [handover]
 * @property {BoardState} [board]
 */
/** @typedef {{cp?: number, mate?: number}} Score */
/** @typedef {{multipv: number, depth: number, score: Score, nodes: number, time: number, shares?: number[], pv: string[]}} Line */
/**
 * A move. `turn` says whether a turn begins with it, `round` is the number of its round as in a caption.
 * @typedef {object} MoveNode
 * @property {number} id
 * @property {number} parent
 * @property {string} token
 * @property {number} player
 * @property {boolean} turn
 * @property {number} round
 * @property {Score} [score]
 * @property {string[]} [told] what happened, in sentences
 * @property {string} [comment]
 * @property {string} [mark]
 * @property {boolean} [private]
 */
/**
 * A turn in the list of moves: its nodes, and how deep in variations it is.
 * @typedef {{nodes: MoveNode[], depth: number, continues: boolean}} Row
 */

/** The position before the first move. */
export const ROOT = 0;

/** The moves of the game and its variations. */
export class MoveTree {
  constructor() {
    /** @type {Map<number, MoveNode>} */
    this.nodes = new Map();
    /** @type {Map<number, number[]>} the moves from each position, the main line first */
    this.children = new Map();
  }

  /** Takes what the table says of the moves. @param {{reset: boolean, nodes: MoveNode[]}} message */
  take({ reset, nodes }) {
    if (reset) {
      this.nodes.clear();
      this.children.clear();
    }
    for (const node of nodes) {
      if (!this.nodes.has(node.id)) this.children.set(node.parent, [...this.next(node.parent), node.id]);
      this.nodes.set(node.id, node);
    }
  }

  /** The moves that follow a position. @param {number} id */
  next(id) {
    return this.children.get(id) ?? [];
  }

  /** The moves from the start to a position. @param {number} id */
  path(id) {
    /** @type {MoveNode[]} */
    const path = [];
    for (let node = this.nodes.get(id); node; node = this.nodes.get(node.parent)) path.push(node);
    return path.reverse();
  }

  /** The moves of the last turn before a position, as far as they are played there. @param {number} id */
  lastTurn(id) {
    const path = this.path(id);
    const begin = path.findLastIndex(({ turn }) => turn);
    return path.slice(Math.max(begin, 0));
  }

  /** The next end of a turn on the way to `goal`, or on the main line. @param {number} id @param {number} goal */
  forward(id, goal) {
    const path = this.path(goal).map((node) => node.id);
    let at = id;
    for (;;) {
      const choices = this.next(at);
      const chosen = choices.find((choice) => path.includes(choice)) ?? choices[0];
      const isEnd = at !== id && (chosen === undefined || this.nodes.get(chosen)?.turn);
      if (isEnd || chosen === undefined) return at;
      at = chosen;
    }
  }

  /** The end of the turn before. @param {number} id */
  backward(id) {
    return this.lastTurn(id)[0]?.parent ?? ROOT;
  }

  /** The last position of the main line that begins at a position. @param {number} id */
  end(id) {
    let at = id;
    while (this.next(at).length) at = this.next(at)[0];
    return at;
  }

  /** The turns in the order of a list: after each turn its variations, then the turn that follows. */
  rows() {
    /** @type {Row[]} */
    const rows = [];
    const [begin] = this.next(ROOT);
    const waiting = begin === undefined ? [] : [{ id: begin, depth: 0 }];
    for (let task = waiting.pop(); task; task = waiting.pop()) {
      const { depth } = task;
      const nodes = this.turnFrom(task.id);
      rows.push({ nodes, depth, continues: !nodes[0].turn });
      const [following] = this.next(nodes[nodes.length - 1].id);
      if (following !== undefined) waiting.push({ id: following, depth });
      for (const node of [...nodes].reverse()) {
        const [main, ...others] = this.next(node.parent);
        if (main !== node.id) continue;
        for (const id of others.reverse()) waiting.push({ id, depth: depth + 1 });
      }
    }
    return rows;
  }

  /** A move and those of the same turn that follow on the main line. @param {number} id */
  turnFrom(id) {
    const nodes = [/** @type {MoveNode} */ (this.nodes.get(id))];
    for (;;) {
      const following = this.nodes.get(this.next(nodes[nodes.length - 1].id)[0]);
      if (!following || following.turn) return nodes;
      nodes.push(following);
    }
  }
}

/** What a seat is called. @param {Seat} seat */
export function seatName(seat) {
  if (seat.name) return seat.name;
  if (seat.kind !== "engine" || seat.level === undefined || seat.level === BEST_LEVEL) return seat.kind;
  return `engine, ${seat.level > BEST_LEVEL ? "Elo" : "level"} ${seat.level}`;
}

/** The level of an engine that plays at full strength. Greater ones are an Elo. */
export const BEST_LEVEL = 20;

/** `+0.35`, or `M3` and `-M3` for a win or loss that is proven in 3 turns. @param {Score | undefined} score */
export function scoreWords(score) {
  if (score?.mate !== undefined) return `${score.mate < 0 ? "-" : ""}M${Math.abs(score.mate)}`;
  if (score?.cp === undefined) return "";
  return `${score.cp > 0 ? "+" : ""}${(score.cp / 100).toFixed(2)}`;
}
