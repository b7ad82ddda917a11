// The opening explorer: the book's moves of the position on the board as a tree, beside the board.

import { below, movesAfter, readBook, valueWords } from "./book.js";
import { button, find, make } from "./dom.js";
import { spaced } from "./words.js";

/** @typedef {import("./live_page.js").LivePage} LivePage */
/** @typedef {import("./book.js").Move} Move */

const FOLDER = new URL("books/", import.meta.url);
const FROM_START = /^position (?:view \d )?startpos(?: moves (.*))?$/;

export class Openings {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, Promise<import("./book.js").Position>>} the books, by variant */
    this.books = new Map();
    this.switch = button("openings", () => this.toggle(), { id: "show-openings", "aria-expanded": "false", "aria-controls": "openings" });
    find("show-rules").after(this.switch);
    this.list = make("ul", { class: "openings", "aria-label": "Moves of the book" });
    this.about = make("p", { class: "faint", role: "status" });
    this.box = make("section", { id: "openings", class: "box", "aria-label": "Openings" }, make("h2", {}, "Openings"), this.about, this.list);
    this.box.hidden = true;
    find("typed").before(this.box);
    page.followers.push(() => this.follow());
  }

  toggle() {
    this.box.hidden = !this.box.hidden;
    this.switch.setAttribute("aria-expanded", String(!this.box.hidden));
    this.follow();
  }

  /** Shows the moves of the position on the board. */
  follow() {
    const { board } = this.page;
    if (this.box.hidden || !board) return;
    // The user may be saving the position.
    if (this.page.copying) setTimeout(() => this.follow(), 100);
    else this.page.withPosition((text) => void this.show(text, board.turn));
  }

  /** @param {string} variant */
  bookOf(variant) {
    const known = this.books.get(variant);
    if (known) return known;
    const players = this.page.state?.seats.length ?? 2;
    const book = load(variant, players);
    this.books.set(variant, book);
    // The next time may be luckier.
    book.catch(() => this.books.delete(variant));
    return book;
  }

  /** @param {string} position as the command `position` gives it @param {boolean} isWhole whether its last turn is */
  async show(position, isWhole) {
    const variant = this.page.state?.variant ?? "";
    const found = FROM_START.exec(position);
    const turns = found?.[1]?.split(" ") ?? [];
    /** @type {Move[] | undefined} */
    let moves;
    let about;
    try {
      const root = await this.bookOf(variant);
      moves = found ? movesAfter(root, turns, isWhole) : undefined;
      about = moves ? `${below(moves)} positions of the book follow` : "The book does not have this position.";
    } catch (error) {
      about = `The book cannot be loaded: ${/** @type {Error} */ (error).message}`;
    }
    // Meanwhile another game may have begun.
    if (this.page.state?.variant !== variant) return;
    this.about.textContent = about;
    this.list.replaceChildren(...(moves ?? []).map((move) => this.row(move, [])));
  }

  /** A move with its value, and a button for its replies. @param {Move} move @param {string[]} before the moves that lead to it */
  row({ token, value, depth, to }, before) {
    const line = [...before, token];
    const replies = make("ul", { class: "openings" });
    replies.hidden = true;
    const more = button("▸", () => {
      replies.hidden = !replies.hidden;
      more.setAttribute("aria-expanded", String(!replies.hidden));
      if (!replies.childElementCount) replies.append(...to.moves.map((reply) => this.row(reply, line)));
    }, { "aria-expanded": "false", "aria-label": `replies to ${token}` }); // prettier-ignore
    more.disabled = to.moves.length === 0;
    const play = button(spaced(token), () => this.play(line), { "data-line": line.join(" ") });
    const count = below(to.moves);
    const figures = `${count ? `${count} · ` : ""}depth\u00a0${depth}`;
    const words = [make("b", {}, valueWords(value)), " ", make("small", { class: "faint", title: "positions that follow, and depth of the search" }, figures)];
    return make("li", {}, more, play, " ", ...words, replies);
  }

  /** @param {string[]} line */
  play(line) {
    for (const token of line) this.page.ask("play", { token });
  }
}

/** @param {string} variant @param {number} players */
async function load(variant, players) {
  const answer = await fetch(new URL(`${variant}.book`, FOLDER));
  if (!answer.ok) throw new Error(`${variant}.book: ${answer.status} ${answer.statusText}`);
  return readBook(await answer.text(), players);
}
