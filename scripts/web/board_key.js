// What explains a board: buttons for what may be drawn on it, and the lines of its legend.

import { iconOf } from "./boards/index.js";
import { button, make } from "./dom.js";

/** @typedef {import("./boards/grid.js").Board} Board */

/** Buttons for the overlays of a board, some of which are on at first. */
export class Overlays {
  /** @param {HTMLElement} place of the buttons @param {() => void} changed */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {Set<string>} */
    this.shown = new Set();
  }

  /** The names of those that are shown. */
  get names() {
    return [...this.shown];
  }

  /** Starts with another board. @param {Board | undefined} board */
  offer(board) {
    const offered = board?.overlays() ?? [];
    this.shown = new Set(offered.filter(({ on }) => on).map(({ name }) => name));
    this.place.replaceChildren(...offered.map(({ name, label }) => this.toggle(name, label)));
  }

  /** @param {string} name @param {string} label */
  toggle(name, label) {
    const made = button(label, () => {
      if (!this.shown.delete(name)) this.shown.add(name);
      made.setAttribute("aria-pressed", String(this.shown.has(name)));
      this.changed();
    }, { "data-overlay": name, "aria-pressed": String(this.shown.has(name)) }); // prettier-ignore
    return made;
  }
}

/** A line for each kind of piece: its picture, letter and name. @param {Board | undefined} board */
export function legendLines(board) {
  if (!board) return [];
  return board.legend().map(({ symbol, letter, name }) => {
    const line = make("li");
    line.innerHTML = iconOf(board, symbol);
    line.append(" ", make("code", {}, letter), ` ${name}`);
    return line;
  });
}
