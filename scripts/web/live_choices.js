// What a person can choose on the live board: the menu, arrows for facings, why a piece cannot move, and the combat of an
// attack before it is chosen.

import { boardOf } from "./boards/index.js";
import { button, find } from "./dom.js";
import { modeButtons } from "./picker_menu.js";
import { worded } from "./words.js";

/** @typedef {import("./boards/grid.js").Action} Action */
/** @typedef {import("./boards/grid.js").Board} Board */
/** @typedef {import("./live_page.js").LivePage} LivePage */

export class Choices {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    /** The square under the pointer. */
    this.pointed = "";
    /** What was said of an attack under the pointer. */
    this.said = "";
  }

  /** Arrows for choices that differ in where a piece faces. @param {Board} board */
  handles(board) {
    const { picker } = this.page;
    const square = picker.chosen.at(-1) ?? "";
    const found = picker.menu().map((action) => ({ action, facing: board.facingAfter(action) }));
    const facings = found.map(({ facing }) => facing);
    const isClear = found.length > 1 && new Set(facings).size === found.length && !facings.includes(undefined);
    if (!isClear) return [];
    return found.map(({ action, facing = 0 }) => ({ square, facing, token: action.token, words: action.words }));
  }

  /** The buttons of the menu. @returns {Node[]} */
  buttons() {
    const { picker } = this.page;
    /** @type {Node[]} */
    const parts = modeButtons(picker, () => this.page.drawBoard());
    const choices = picker.menu();
    const others = picker.candidates().length > choices.length;
    const finish = (/** @type {Action} */ one, /** @type {string} */ text) =>
      button(text, () => picker.finish(one), { "data-token": one.token });
    parts.push(...choices.map((one) => finish(one, (one.choice || (others ? "only this" : one.words)) + this.outcome(one))));
    parts.push(...picker.buttons().map((one) => finish(one, one.words)));
    if (picker.chosen.length) parts.push(button("choose anew", () => this.page.clear()));
    return parts;
  }

  /** Why nothing can be done with a square that was clicked. @param {string} square */
  explain(square) {
    const { page } = this;
    const now = page.state;
    const board = now && boardOf(now.variant);
    if (!now?.board || !board || !now.board.legal.length) return "";
    const { picker } = page;
    const { fen } = now.board;
    if (picker.chosen.length === 0) return picker.begins(square) ? "" : worded(() => board.why(fen, square, now.variant, picker.actions, page.network(board)));
    const canOnlyTurn = picker.chosen.length === 1 && picker.candidates().every(({ kind }) => kind === "turn");
    return canOnlyTurn ? `${square}: no move: blocked, but it may turn for 2 markers for each 45 degrees` : "";
  }

  // --- A combat ---

  /** The attack that is chosen but not played yet, or that on the square under the pointer. */
  get attack() {
    const { isQuiet, picker } = this.page;
    if (isQuiet) return undefined;
    if (picker.chosen.length) return picker.menu().find(({ kind }) => kind === "attack");
    return picker.actions.find(({ kind, path }) => kind === "attack" && path[0] === this.pointed);
  }

  /** Shows the attack on the square under the pointer. @param {string} square */
  point(square) {
    if (square === this.pointed) return;
    const before = this.attack;
    this.pointed = square;
    const { attack } = this;
    if (before === attack) return;
    this.inquire();
    this.tell(attack ? (this.page.answers.get(`effects ${attack.token}`) ?? "") : "");
    this.page.drawBoard();
  }

  /** Says what the attack does, in place of what was said of another one. @param {string} text */
  tell(text) {
    const place = find("problem");
    if (!text && place.textContent !== this.said) return;
    place.textContent = text;
    if (text) place.classList.remove("bad");
    this.said = text;
  }

  /** Asks who joins that attack, and what it does. */
  inquire() {
    const { attack, page } = this;
    const queries = attack ? (boardOf(page.state?.variant ?? "")?.combatQueries(attack) ?? []) : [];
    for (const query of queries.filter((one) => !page.answers.has(one))) page.ask("ask", { query });
  }

  /** Says what the attack does, when the answer comes. @param {string} query @param {string} text */
  answered(query, text) {
    if (this.attack && query === `effects ${this.attack.token}`) this.tell(text);
  }

  /** Who would join the attack, for the drawing. @param {Board} board */
  combat(board) {
    const { attack, page } = this;
    const told = attack ? board.combatQueries(attack).map((query) => page.answers.get(query) ?? "") : [""];
    return attack && told.every(Boolean) ? board.combat(attack.path[0], told) : { arrows: [], notes: [] };
  }

  /** What a choice does, for its button. @param {Action} one */
  outcome({ kind, token }) {
    const effects = (kind === "attack" && this.page.answers.get(`effects ${token}`)) || "";
    const text = boardOf(this.page.state?.variant ?? "")?.outcomeOf(effects);
    return text ? `, ${text}` : "";
  }
}
