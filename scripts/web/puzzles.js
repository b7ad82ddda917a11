// Puzzles on a board of their own, so the game on the table stays as it is.

import { BoardPointer } from "./board_pointer.js";
import { BoardView } from "./board_view.js";
import { boardOf } from "./boards/index.js";
import { button, find, make, recall, remember } from "./dom.js";
import { Picker } from "./picker.js";
import { menuButtons } from "./picker_menu.js";
import { Puzzle } from "./puzzle.js";
import { teachingFile } from "./rules_panel.js";
import { beginner, learned, nextOf } from "./training.js";
import { sidesOf, spaced } from "./words.js";

const REMEMBERED = "puzzles";

export class Puzzles {
  constructor() {
    const part = (/** @type {string} */ id) => make("p", { id });
    this.variants = make("select", { id: "puzzle-variant", "aria-label": "Game of the puzzles" });
    this.standing = part("puzzle-standing");
    this.title = make("h2", { id: "puzzle-title" });
    this.said = make("p", { id: "puzzle-said", class: "said", role: "status" });
    this.menu = make("div", { id: "puzzle-menu", class: "row menu", role: "group", "aria-label": "Choices of the puzzle" });
    this.about = make("p", { id: "puzzle-about", class: "faint" });
    this.solution = button("show the solution", () => this.reveal(), { id: "puzzle-solution" });
    this.onward = button("next", () => this.next(), { id: "puzzle-next" });
    const place = make("div", { id: "puzzle-board" });
    const close = button("close", () => this.dialog.close(), { id: "puzzles-close" });
    const again = button("again", () => this.again(), { id: "puzzle-again" });
    const side = make("div", { class: "lesson" },
      make("p", { class: "row" }, this.variants, " ", close), this.standing, this.title, this.said, this.menu,
      make("p", { class: "row" }, this.solution, again, this.onward), this.about); // prettier-ignore
    this.dialog = make("dialog", { id: "puzzles", class: "lessons", "aria-label": "Puzzles" }, place, side);
    document.body.append(this.dialog);
    find("learn").after(button("puzzles", () => void this.open(), { id: "show-puzzles" }));
    this.variants.addEventListener("change", () => void this.load(this.variants.value));
    /** @type {{rating: number, name: string, data: import("./puzzle.js").PuzzleData}[]} */
    this.all = [];
    this.variant = "";
    /** @type {Puzzle | undefined} */
    this.puzzle = undefined;
    /** Whether the puzzle that is shown was counted. */
    this.isCounted = false;
    this.number = 0;
    this.picker = new Picker((token) => this.played(token));
    this.view = new BoardView(place, (square) => this.clicked(square));
    this.view.svg.classList.add("play");
    this.pointer = new BoardPointer(this.view, {
      grabs: (square) => this.picker.grabs(square),
      grab: (square) => {
        this.picker.clear();
        this.picker.click(square);
        this.draw();
      },
      drop: (square, from) => {
        if (this.picker.targets().includes(square)) this.picker.click(square);
        else if (square !== from) this.picker.clear();
        this.draw();
      },
      draws: () => false,
      draw: () => {},
    });
    /** The variant of the game on the table. */
    this.tableVariant = () => "";
  }

  /** Opens the puzzles of the game on the table, if there are any. */
  async open() {
    this.dialog.showModal();
    try {
      if (!this.variants.options.length) {
        /** @type {Record<string, number>} */
        const counts = await (await teachingFile("puzzles.json")).json();
        this.variants.append(...Object.entries(counts).map(([name, count]) => new Option(`${boardOf(name)?.title(name) ?? name} (${count})`, name)));
      }
    } catch (error) {
      this.say(`The puzzles cannot be loaded: ${/** @type {Error} */ (error).message}`, false);
      return;
    }
    const names = [...this.variants.options].map(({ value }) => value);
    const wanted = names.includes(this.variant) ? this.variant : this.tableVariant();
    await this.load(names.includes(wanted) ? wanted : names[0]);
  }

  /** @param {string} variant */
  async load(variant) {
    this.variants.value = variant;
    if (variant === this.variant) {
      this.draw();
      return;
    }
    try {
      const answer = await teachingFile(`puzzles-${variant}.json`);
      /** @type {{puzzles: import("./puzzle.js").PuzzleData[]}} */
      const { puzzles } = await answer.json();
      // Meanwhile another variant may have been chosen.
      if (this.variants.value !== variant) return;
      this.all = puzzles.map((data) => ({ rating: data.rating, name: data.steps[0].fen, data }));
    } catch (error) {
      this.say(`The puzzles cannot be loaded: ${/** @type {Error} */ (error).message}`, false);
      return;
    }
    this.variant = variant;
    this.show(nextOf(this.all, this.progress, Date.now()));
  }

  // --- Progress ---

  get progress() {
    return stored()[this.variant] ?? beginner();
  }

  /** Counts the puzzle that is shown, once. @param {boolean} isSolved */
  count(isSolved) {
    if (this.isCounted) return;
    this.isCounted = true;
    const all = stored();
    all[this.variant] = learned(this.progress, this.all[this.number], isSolved, Date.now());
    remember(REMEMBERED, JSON.stringify(all));
  }

  // --- Playing ---

  /** @param {number} number */
  show(number) {
    const wanted = this.all[number];
    if (!wanted) return;
    this.number = number;
    this.puzzle = new Puzzle(this.variant, wanted.data);
    this.isCounted = false;
    this.say("", true);
    this.offer();
    this.draw();
  }

  next() {
    this.show(nextOf(this.all, this.progress, Date.now(), this.all[this.number]?.name));
  }

  again() {
    this.puzzle?.reset();
    this.say("", true);
    this.offer();
    this.draw();
  }

  reveal() {
    const { puzzle } = this;
    if (!puzzle || puzzle.isDone) return;
    this.count(false);
    const turn = spaced(puzzle.data.steps[puzzle.at].turn);
    puzzle.reveal();
    this.say(`${turn} is right.`, false);
    this.offer();
    this.draw();
  }

  /** @param {string} token */
  played(token) {
    const { puzzle } = this;
    if (!puzzle) return;
    if (!puzzle.play(token)) {
      this.count(false);
      this.say(`${token} is wrong. Try again.`, false);
    } else if (puzzle.isDone) {
      this.count(puzzle.isClean);
      this.say(puzzle.isClean ? "Right: solved." : "Right.", true);
    } else {
      this.say(`Right. The reply is ${puzzle.last[1]}. Go on.`, true);
    }
    this.offer();
    this.draw();
  }

  /** Gives the legal actions to the board. */
  offer() {
    if (this.puzzle) this.picker.set(boardOf(this.variant), this.puzzle.legal);
  }

  /** @param {string} square */
  clicked(square) {
    this.picker.click(square);
    this.draw();
  }

  // --- Drawing ---

  /** @param {string} text @param {boolean} isRight */
  say(text, isRight) {
    this.said.textContent = text;
    this.said.classList.toggle("bad", !isRight);
  }

  draw() {
    const { puzzle, picker } = this;
    const board = boardOf(this.variant);
    if (!puzzle || !board) return;
    const { known, data } = puzzle;
    this.view.show({
      variant: this.variant,
      fen: known.fen,
      network: known.network,
      highlights: puzzle.last.length ? board.marksOf(/** @type {string} */ (puzzle.last.at(-1))) : [],
      overlays: board.overlays().filter(({ on }) => on).map(({ name }) => name),
      targets: picker.targets(),
      chosen: picker.chosen,
    });
    Object.assign(this.dialog.dataset, { variant: this.variant, fen: known.fen });
    this.title.textContent = taskOf(puzzle);
    this.menu.replaceChildren(...menuButtons(this.picker, () => this.draw()));
    this.solution.disabled = puzzle.isDone;
    this.onward.classList.toggle("onward", puzzle.isDone);
    // Themes would tell too much before the end.
    const themes = data.themes.length ? `, ${data.themes.join(", ")}` : "";
    this.about.textContent = puzzle.isDone || this.isCounted ? `Rated ${data.rating}${themes}` : "";
    this.drawStanding();
  }

  drawStanding() {
    const { standing, memories } = this.progress;
    const due = Object.values(memories).filter((memory) => memory.due <= Date.now()).length;
    const rating = standing.tried ? `Your rating ${Math.round(standing.rating)} ± ${Math.round(2 * standing.deviation)}` : "Not rated yet";
    this.standing.textContent = `${rating} · ${standing.solved} of ${standing.tried} solved · ${due} to repeat · ${this.all.length} in all`;
  }

  /** Draws the board anew in other colours, or turned. */
  redraw() {
    this.view.restyle();
    this.draw();
  }
}

/** What is to be done: `White to move and win`. @param {Puzzle} puzzle */
function taskOf({ variant, data }) {
  const side = sidesOf(variant, 2)["wb".indexOf(data.steps[0].fen.split(" ")[1])];
  return `${side} to move and ${data.kind === "win" ? "win" : "save the game"}`;
}

/** What is known of the user, by variant. @returns {Record<string, import("./training.js").Progress>} */
function stored() {
  try {
    return JSON.parse(recall(REMEMBERED) ?? "{}");
  } catch {
    return {};
  }
}
