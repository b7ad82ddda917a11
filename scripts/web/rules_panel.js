// The rules of the variant beside the board. The rulebook is Markdown; its positions are boards.

import { boardOf } from "./boards/index.js";
import { Diagram } from "./diagram.js";
import { find, make, onClick } from "./dom.js";
import { htmlOf, sectionsOf } from "./markdown.js";
import { boardIn } from "./text_boards.js";

const FOLDER = new URL("teaching/", import.meta.url);

/** A file of the page's data; throws if it cannot be had. @param {string} name */
export async function teachingFile(name) {
  const answer = await fetch(new URL(name, FOLDER));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer;
}

export class RulesPanel {
  /** @param {(words: {variant: string, position: string}, turn: number) => void} open opens a game on the large board */
  constructor(open) {
    this.open = open;
    /** @type {Diagram[]} */
    this.diagrams = [];
    /** The family whose rules are shown. */
    this.family = "";
    this.place = find("rules");
    onClick("rules-close", () => this.hide());
    this.place.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    find("rules-sections").addEventListener("change", (event) => this.leaf(/** @type {HTMLSelectElement} */ (event.target).value));
  }

  /** Opens or closes the panel. @param {string} variant */
  toggle(variant) {
    if (!this.place.hidden) {
      this.hide();
      return;
    }
    this.place.hidden = false;
    this.mark(true);
    this.follow(variant);
    find("rules-title").focus();
  }

  hide() {
    this.place.hidden = true;
    this.mark(false);
    find("show-rules").focus();
  }

  /** @param {boolean} isOpen */
  mark(isOpen) {
    find("viewer").classList.toggle("reading", isOpen);
    find("show-rules").setAttribute("aria-expanded", String(isOpen));
  }

  /** Shows the rules of another variant, if the panel is open. @param {string} variant */
  follow(variant) {
    const family = boardOf(variant)?.name ?? "";
    if (this.place.hidden || family === this.family) return;
    this.family = family;
    void this.load(family);
  }

  /** @param {string} family */
  async load(family) {
    const text = find("rules-text");
    this.diagrams = [];
    text.textContent = "The rules are being loaded.";
    try {
      const [rules, data] = await Promise.all([teachingFile(`${family}.md`), teachingFile(`${family}.json`)]);
      this.fill(family, await rules.text(), await data.json());
    } catch (error) {
      text.textContent = `The rules cannot be loaded: ${/** @type {Error} */ (error).message}`;
      // The next opening tries again.
      this.family = "";
    }
  }

  /** @param {string} family @param {string} rules @param {{diagrams: import("./diagram.js").Game[]}} data */
  fill(family, rules, { diagrams }) {
    // Meanwhile another game may have begun.
    if (family !== this.family) return;
    const text = find("rules-text");
    text.innerHTML = htmlOf(rules);
    text.scrollTop = 0;
    const sections = sectionsOf(rules).map(({ id, title }) => new Option(title, id));
    find("rules-sections").replaceChildren(new Option("sections", ""), ...sections);
    this.diagrams = [...text.querySelectorAll("[data-diagram]")].map((place, number) => {
      const figure = make("figure", { class: "diagram" });
      place.replaceWith(figure);
      return new Diagram(figure, diagrams[number], this.open);
    });
    this.diagrams.push(...[...text.querySelectorAll("pre")].flatMap((drawn) => this.redrawn(family, drawn)));
  }

  /** A board in place of a whole board in text, which can still be read below it. @param {string} family @param {HTMLElement} drawn */
  redrawn(family, drawn) {
    const found = boardIn(family, drawn.textContent ?? "");
    if (!found) return [];
    const figure = make("figure", { class: "diagram" });
    drawn.replaceWith(figure);
    const diagram = new Diagram(figure, { variant: found.variant, steps: [{ fen: found.fen }] }, this.open);
    figure.append(make("details", {}, make("summary", {}, "as text"), drawn));
    return [diagram];
  }

  /** @param {string} id of a section */
  leaf(id) {
    const heading = id && document.getElementById(id);
    if (heading) {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    }
  }

  /** Draws the boards anew in other colours, or turned. */
  redraw() {
    for (const diagram of this.diagrams) diagram.redraw();
  }
}
