// How the live board shows moves: animation and its speed, and sounds.

import { SPEEDS, planOf, play, stop } from "./animation.js";
import { boardOf } from "./boards/index.js";
import { find, onClick, recall, remember, selectOf } from "./dom.js";
import { Sounds } from "./sounds.js";

/** @typedef {import("./board_view.js").BoardView} BoardView */
/** @typedef {import("./table_state.js").MoveTree} MoveTree */
/** @typedef {import("./table_state.js").State} State */

// Longer ways through the game are not played step by step.
const MOST_TURNS = 4;

export class Motion {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.sounds = new Sounds();
    /** Whether the user has put the piece there with a pointer. */
    this.isCarried = false;
    const speed = selectOf("speed");
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const kept = recall("speed") ?? "";
    speed.value = kept in SPEEDS ? kept : isCalm ? "off" : "normal";
    speed.addEventListener("change", () => remember("speed", speed.value));
    this.sound(recall("sounds") === "yes");
    onClick("sounds", () => {
      this.sound(!this.sounds.on);
      remember("sounds", this.sounds.on ? "yes" : "no");
    });
  }

  /** @param {boolean} isOn */
  sound(isOn) {
    this.sounds.on = isOn;
    find("sounds").setAttribute("aria-pressed", String(isOn));
  }

  /** Plays what leads from one state to the next, which the board already shows.
   * @param {State | undefined} before @param {State} next @param {MoveTree} tree */
  follow(before, next, tree) {
    stop(this.view);
    const isCarried = this.isCarried;
    this.isCarried = false;
    const tokens = before && played(before, next, tree);
    const board = boardOf(next.variant);
    if (!tokens?.length || !board || !before?.board || !next.board) return;
    const pace = SPEEDS[selectOf("speed").value] ?? 0;
    try {
      const plan = planOf(board, before.board.fen, next.board.fen, tokens);
      this.sounds.play(next.over ? "end" : plan.gone.length || plan.bursts.length ? "loss" : "move");
      // A piece that was carried is there already.
      if (isCarried) plan.moves = [];
      if (pace) play(this.view, plan, pace);
    } catch {
      // A position that cannot be read is told elsewhere.
    }
  }
}

/** The moves between two states, if the second follows from the first. @param {State} before @param {State} next @param {MoveTree} tree */
function played(before, next, tree) {
  if (!before.board || !next.board || before.variant !== next.variant || before.board.deploying) return [];
  const from = before.board.at;
  const path = tree.path(next.board.at);
  const known = path.findIndex(({ id }) => id === from);
  if (from !== 0 && known < 0) return [];
  const nodes = path.slice(known + 1);
  const turns = nodes.filter(({ turn }) => turn).length;
  return turns > MOST_TURNS ? [] : nodes.map(({ token }) => token);
}
