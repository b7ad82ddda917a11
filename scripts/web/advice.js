// A good move and why: a line of the engine, and below each of its turns what it does. The sentences are the table's
// answer to `effects`, which the rules of the game give.

import { boardOf } from "./boards/index.js";
import { find, make, onClick } from "./dom.js";
import { scoreFor } from "./score_view.js";
import { spaced, worded } from "./words.js";

/** @typedef {import("./live_page.js").LivePage} LivePage */
/** @typedef {import("./table_state.js").Line} Line */

// Turns of a line that are explained.
const MOST_TURNS = 4;

export class Advice {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    /** @type {string[]} */
    this.turns = [];
    /** @type {string[]} what each turn does */
    this.effects = [];
    this.place = find("advice");
    const turns = find("advice-turns");
    const preview = (/** @type {Event} */ event) => {
      const place = /** @type {HTMLElement} */ (event.target).closest("[data-turns]");
      if (place instanceof HTMLElement) page.lines.preview(this.turns.slice(0, Number(place.dataset.turns)));
    };
    for (const name of ["pointerover", "focusin"]) turns.addEventListener(name, preview);
    for (const name of ["pointerleave", "focusout"]) turns.addEventListener(name, () => page.lines.preview([]));
    onClick("advice-close", () => this.forget());
    onClick("why", () => {
      const [line] = page.analysis;
      if (line) this.explain("The best line so far", line.pv, line);
    });
  }

  /** The question whose answer explains the line. */
  get query() {
    return `effects ${this.turns.join(" ")}`;
  }

  /** Shows a line, and asks what its turns do. @param {string} title @param {string[]} pv @param {Line} [line] */
  explain(title, pv, line) {
    this.turns = pv.slice(0, MOST_TURNS);
    this.effects = [];
    const mover = this.page.board?.mover ?? 1;
    const value = line ? `, ${scoreFor(this.page, line.score, mover)} at depth ${line.depth}` : "";
    find("advice-title").textContent = `${title}: ${spaced(this.turns[0])}${value}`;
    this.draw();
    this.place.hidden = false;
    this.page.ask("ask", { query: this.query });
  }

  /** Takes the answer to the question. @param {string} text */
  answered(text) {
    this.effects = text.split(" / ");
    this.draw();
  }

  draw() {
    const board = boardOf(this.page.state?.variant ?? "");
    find("advice-turns").replaceChildren(...this.turns.map((turn, index) => {
      const plain = turn.split(",").map((token) => worded(() => board?.read(token).words ?? token)).join(", ");
      return make("li", { tabindex: "0", "data-turns": String(index + 1) }, make("b", {}, spaced(turn)), ` ${this.effects[index] || `${plain}.`}`);
    })); // prettier-ignore
  }

  /** Takes the explanation away. */
  forget() {
    this.turns = [];
    this.place.hidden = true;
    this.page.lines.preview([]);
  }
}
