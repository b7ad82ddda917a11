// Guided first games: for each family some positions with one idea each. They have a board of their own, so the game on
// the table stays as it is.

import { BoardPointer } from "./board_pointer.js";
import { BoardView } from "./board_view.js";
import { boardOf } from "./boards/index.js";
import { button, find, make, onClick, recall, remember, selectOf } from "./dom.js";
import { Lesson } from "./lesson.js";
import { Picker } from "./picker.js";
import { menuButtons } from "./picker_menu.js";
import { teachingFile } from "./rules_panel.js";
import { worded } from "./words.js";

const REMEMBERED = "lessons";
/** @type {Record<string, string>} */
const FAMILIES = { pacific: "Pacific", pacru: "Pacru, Azacru, Shacru", warpac: "War-in-the-Pacific Chess", gameofwar: "A Game of War" };

export class Lessons {
  constructor() {
    this.dialog = /** @type {HTMLDialogElement} */ (find("lessons"));
    this.family = "";
    /** @type {Lesson[]} */
    this.lessons = [];
    this.at = 0;
    this.picker = new Picker((token) => this.played(token));
    this.view = new BoardView(find("lesson-board"), (square) => this.clicked(square));
    this.view.svg.classList.add("play");
    this.pointer = new BoardPointer(this.view, {
      grabs: (square) => this.picker.grabs(square),
      grab: (square) => this.grab(square),
      drop: (square, from) => this.drop(square, from),
      draws: () => false,
      draw: () => {},
    });
    selectOf("lesson-family").append(...Object.entries(FAMILIES).map(([family, name]) => new Option(name, family)));
    selectOf("lesson-family").addEventListener("change", () => void this.load(selectOf("lesson-family").value));
    onClick("lesson-back", () => this.go(this.at - 1));
    onClick("lesson-next", () => this.go(this.at + 1));
    onClick("lesson-again", () => this.go(this.at));
    onClick("lessons-close", () => this.dialog.close());
  }

  /** Opens the lessons of a variant's family. @param {string} variant */
  show(variant) {
    this.dialog.showModal();
    void this.load(boardOf(variant)?.name ?? "pacific");
  }

  /** @param {string} family */
  async load(family) {
    selectOf("lesson-family").value = family;
    if (family !== this.family) {
      try {
        const answer = await teachingFile(`${family}.json`);
        const { lessons } = await answer.json();
        // Meanwhile another family may have been chosen.
        if (selectOf("lesson-family").value !== family) return;
        this.lessons = lessons.map((/** @type {import("./lesson.js").LessonData} */ data) => new Lesson(data));
      } catch (error) {
        this.say(`The lessons cannot be loaded: ${/** @type {Error} */ (error).message}`, false);
        return;
      }
      this.family = family;
    }
    // Where the reader stopped last time.
    const next = this.lessons.findIndex(({ data }) => !this.done().includes(data.title));
    this.go(Math.max(next, 0));
  }

  get lesson() {
    return this.lessons[this.at];
  }

  /** Shows a lesson from its beginning. @param {number} at */
  go(at) {
    if (!this.lessons[at]) return;
    this.at = at;
    this.lesson.reset();
    this.say("", true);
    this.offer();
    this.draw();
  }

  /** Gives the legal actions to the board. */
  offer() {
    this.picker.set(boardOf(this.lesson.data.variant), this.lesson.legal);
  }

  // --- Progress ---

  /** The titles of the lessons of the family that were done, on this visit or an earlier one. */
  done() {
    return progress()[this.family] ?? [];
  }

  finish() {
    const all = progress();
    all[this.family] = [...new Set([...this.done(), this.lesson.data.title])];
    remember(REMEMBERED, JSON.stringify(all));
  }

  // --- Playing ---

  /** @param {string} token */
  played(token) {
    const { isRight, text } = this.lesson.play(token);
    if (this.lesson.isDone) this.finish();
    this.say(text, isRight);
    this.offer();
    this.draw();
  }

  /** @param {string} square */
  clicked(square) {
    if (!this.lesson || this.lesson.isDone) return;
    const { data, known } = this.lesson;
    const before = this.lesson.played.length;
    const isChoosing = this.picker.chosen.length > 0;
    this.picker.click(square);
    const isIdle = this.picker.chosen.length === 0 && this.lesson.played.length === before;
    const board = boardOf(data.variant);
    if (board && isIdle && !isChoosing) {
      this.say(worded(() => board.why(known.fen, square, data.variant, this.picker.actions, known.network ?? "")), false);
    }
    this.draw();
  }

  /** @param {string} square */
  grab(square) {
    this.picker.clear();
    this.picker.click(square);
    this.draw();
  }

  /** @param {string} square @param {string} from */
  drop(square, from) {
    if (this.picker.targets().includes(square)) this.clicked(square);
    else if (square !== from) this.picker.clear();
    this.draw();
  }

  // --- Drawing ---

  /** @param {string} text @param {boolean} isRight */
  say(text, isRight) {
    find("lesson-said").textContent = text;
    find("lesson-said").classList.toggle("bad", !isRight);
  }

  draw() {
    const { lesson, picker } = this;
    if (!lesson) return;
    const { data, known } = lesson;
    const board = boardOf(data.variant);
    if (!board) return;
    const last = lesson.played.at(-1);
    this.view.show({
      variant: data.variant,
      fen: known.fen,
      network: known.network,
      highlights: last ? board.marksOf(last) : [],
      overlays: board.overlays().filter(({ on }) => on).map(({ name }) => name),
      targets: picker.targets(),
      chosen: picker.chosen,
    });
    find("lesson-title").textContent = `${this.at + 1}. ${data.title}`;
    find("lesson-variant").textContent = board.title(data.variant);
    find("lesson-text").textContent = data.text;
    find("lesson-menu").replaceChildren(...menuButtons(this.picker, () => this.draw()));
    this.drawList();
    /** @type {HTMLButtonElement} */ (find("lesson-back")).disabled = this.at === 0;
    /** @type {HTMLButtonElement} */ (find("lesson-next")).disabled = this.at === this.lessons.length - 1;
    find("lesson-next").classList.toggle("onward", lesson.isDone);
  }

  drawList() {
    const done = this.done();
    const items = this.lessons.map(({ data }, at) => {
      const isDone = done.includes(data.title);
      const words = { "aria-label": `${data.title}${isDone ? ", done" : ""}`, "aria-pressed": String(at === this.at), title: data.title };
      return make("li", {}, button(isDone ? `${at + 1} ✓` : String(at + 1), () => this.go(at), words));
    });
    find("lesson-list").replaceChildren(...items);
  }

  /** Draws the board anew in other colours, or turned. */
  redraw() {
    this.view.restyle();
    this.draw();
  }
}

/** What was done, by family. @returns {Record<string, string[]>} */
function progress() {
  try {
    return JSON.parse(recall(REMEMBERED) ?? "{}");
  } catch {
    return {};
  }
}
