// The traffic with programs that play at the table, for engine authors. The newest lines are kept.

import { copy, find, onClick } from "./dom.js";

const MOST_LINES = 1000;
const DRAW_MS = 200;

export class ProtocolLog {
  /** @param {(isOn: boolean) => void} want Is told whether the lines are wanted. */
  constructor(want) {
    /** @type {string[]} */
    this.lines = [];
    this.isDue = false;
    const box = /** @type {HTMLDetailsElement} */ (find("log-box"));
    box.addEventListener("toggle", () => want(box.open));
    onClick("log-copy", () => void copy(this.lines.join("\n"), "log"));
    onClick("log-clear", () => {
      this.lines = [];
      this.draw();
    });
  }

  /** Whether the log is shown, so that a new connection asks for it again. */
  get isOpen() {
    return /** @type {HTMLDetailsElement} */ (find("log-box")).open;
  }

  /** Shows the box where there are programs. @param {boolean} hasPrograms */
  offer(hasPrograms) {
    find("log-box").hidden = !hasPrograms;
  }

  /** @param {string} line */
  add(line) {
    this.lines.push(line);
    if (this.lines.length > MOST_LINES) this.lines.splice(0, this.lines.length - MOST_LINES);
    // Lines come faster than a page can be laid out.
    if (!this.isDue) setTimeout(() => this.draw(), DRAW_MS);
    this.isDue = true;
  }

  draw() {
    this.isDue = false;
    const place = find("log");
    place.textContent = this.lines.join("\n");
    place.scrollTop = place.scrollHeight;
  }
}
