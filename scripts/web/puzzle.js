// A puzzle: a position with one good move, and what follows. Positions and legal actions come from the engine;
// `build_teaching.py` wrote them.

/** A position with the only good turn, and the reply to it. @typedef {{fen: string, network?: string, legal: string[], turn: string, reply?: string}} Step */
/**
 * `end` is the position after the last turn.
 * @typedef {object} PuzzleData
 * @property {number} rating
 * @property {"win" | "save"} kind
 * @property {string[]} themes
 * @property {Step[]} steps
 * @property {{fen: string, network?: string}} end
 */

export class Puzzle {
  /** @param {string} variant @param {PuzzleData} data */
  constructor(variant, data) {
    this.variant = variant;
    this.data = data;
    this.at = 0;
    /** Whether no wrong move was made and the solution was not shown. */
    this.isClean = true;
  }

  get isDone() {
    return this.at >= this.data.steps.length;
  }

  /** The position that is shown. */
  get known() {
    return this.isDone ? this.data.end : this.data.steps[this.at];
  }

  /** The legal actions; none when the puzzle is done. */
  get legal() {
    return this.isDone ? [] : this.data.steps[this.at].legal;
  }

  /** The turns that led to the position that is shown: the mover's and the reply. */
  get last() {
    const step = this.data.steps[this.at - 1];
    return step ? [step.turn, ...(step.reply ? [step.reply] : [])] : [];
  }

  /** Plays an action. The first action of the turn decides; the rest of the turn is played by itself.
   * @param {string} token @returns {boolean} whether it is right */
  play(token) {
    if (this.isDone) return false;
    if (this.data.steps[this.at].turn.split(",")[0] !== token) {
      this.isClean = false;
      return false;
    }
    this.at += 1;
    return true;
  }

  /** Plays the next right turn. */
  reveal() {
    this.isClean = false;
    if (!this.isDone) this.at += 1;
  }

  /** Begins anew. */
  reset() {
    this.at = 0;
  }
}
