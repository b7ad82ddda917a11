// A lesson of a guided first game: a position, and the turns that are wanted there. Positions and legal actions come from
// the engine; `build_teaching.py` wrote them.

/** `legal` is missing when the lesson is done. @typedef {{fen: string, network?: string, legal?: string[]}} Known */
/**
 * `positions` has what is known after each part of a wanted turn, by its actions joined with commas.
 * @typedef {object} LessonData
 * @property {string} title
 * @property {string} variant
 * @property {string} text
 * @property {string[]} wanted
 * @property {string} right
 * @property {string} wrong
 * @property {[string, string][]} [reasons] patterns of wrong actions, and what to say of them
 * @property {Record<string, Known>} positions
 */

export class Lesson {
  /** @param {LessonData} data */
  constructor(data) {
    this.data = data;
    /** @type {string[]} */
    this.played = [];
  }

  get isDone() {
    return this.data.wanted.includes(this.played.join(","));
  }

  /** The position after what was played. */
  get known() {
    return this.data.positions[this.played.join(",")];
  }

  /** The legal actions; none when the lesson is done. */
  get legal() {
    return this.isDone ? [] : (this.known.legal ?? []);
  }

  /** Plays an action if it belongs to a wanted turn. Returns what to say; nothing in the middle of a turn.
   * @param {string} token a legal action @returns {{isRight: boolean, text: string}} */
  play(token) {
    const after = [...this.played, token].join(",");
    if (!(after in this.data.positions)) return { isRight: false, text: `${token}: ${this.reason(token)}` };
    this.played.push(token);
    return { isRight: true, text: this.isDone ? this.data.right : "Go on." };
  }

  /** @param {string} token */
  reason(token) {
    const found = this.data.reasons?.find(([pattern]) => new RegExp(pattern).test(token));
    return found ? found[1] : this.data.wrong;
  }

  /** Begins anew. */
  reset() {
    this.played = [];
  }
}
