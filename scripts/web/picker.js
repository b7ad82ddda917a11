// Builds an action by clicks: squares one after the other, and a menu if squares are ambiguous.

/** @typedef {import("./boards/grid.js").Action} Action */
/** @typedef {import("./boards/grid.js").Board} Board */

// Kinds of actions that a click on a square could mean instead of a move.
/** @type {Record<string, string>} */
export const MODES = { move: "moves", torpedo: "torpedoes", charges: "depth charges" };
// Kinds of actions that need a confirmation, because they cannot be taken back.
const ASKED = new Set(["attack", "torpedo", "charges"]);

export class Picker {
  /** @param {(token: string) => void} play */
  constructor(play) {
    this.play = play;
    /** @type {Action[]} */
    this.actions = [];
    /** @type {string[]} the squares that were clicked */
    this.chosen = [];
    this.mode = "move";
  }

  /** Sets the legal actions. @param {Board | undefined} board @param {string[]} legal */
  set(board, legal) {
    this.actions = board ? legal.map((token) => board.read(token)) : [];
    this.chosen = [];
    const modes = this.modes();
    if (!modes.includes(this.mode)) this.mode = modes[0] ?? "move";
  }

  /** The modes that the user can choose. */
  modes() {
    return Object.keys(MODES).filter((mode) => this.actions.some((one) => one.path.length > 0 && modeOf(one) === mode));
  }

  /** @param {string} mode */
  choose(mode) {
    this.mode = mode;
    this.chosen = [];
  }

  clear() {
    this.chosen = [];
  }

  /** The actions that begin with the clicked squares. */
  candidates() {
    return this.actions.filter(
      (one) => one.path.length > 0 && modeOf(one) === this.mode && this.chosen.every((square, index) => one.path[index] === square),
    );
  }

  /** Whether a piece on a square can go to another one. @param {string} square */
  grabs(square) {
    return this.actions.some((one) => one.path.length > 1 && modeOf(one) === this.mode && one.path[0] === square);
  }

  /** Whether any action begins on a square. @param {string} square */
  begins(square) {
    return this.actions.some((one) => one.path[0] === square);
  }

  /** The squares that can be clicked next. */
  targets() {
    const at = this.chosen.length;
    return [...new Set(this.candidates().map((one) => one.path[at]).filter(Boolean))];
  }

  /** The choices of the menu. */
  menu() {
    if (this.chosen.length === 0) return [];
    return this.candidates().filter((one) => one.path.length === this.chosen.length);
  }

  /** Actions without a square, such as the end of a turn. */
  buttons() {
    return this.actions.filter((one) => one.path.length === 0);
  }

  /** @param {string} square */
  click(square) {
    const at = this.chosen.length;
    const now = this.candidates();
    if (now.some((one) => one.path[at] === square)) {
      this.chosen.push(square);
    } else {
      const ending = at > 0 ? now.filter((one) => one.path[one.path.length - 1] === square) : [];
      if (ending.length === 1) {
        this.finish(ending[0]);
        return;
      }
      // Another square starts a new choice; the same square ends it.
      const same = at === 1 && this.chosen[0] === square;
      this.chosen = [];
      if (same || !this.candidates().some((one) => one.path[0] === square)) return;
      this.chosen = [square];
    }
    this.settle();
  }

  /** Plays the action if only one is left. */
  settle() {
    const left = this.candidates();
    if (left.length !== 1) return;
    const whole = left[0].path.length === this.chosen.length;
    if ((whole || this.chosen.length > 1) && !ASKED.has(left[0].kind)) this.finish(left[0]);
  }

  /** @param {Action} one */
  finish(one) {
    this.chosen = [];
    this.play(one.token);
  }
}

/** @param {Action} one */
function modeOf(one) {
  return one.kind in MODES ? one.kind : "move";
}
