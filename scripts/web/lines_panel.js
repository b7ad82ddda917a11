// A game by lines: the other player is far away. Lines are copied to that player and pasted from there. The panel shows
// what was promised, what is opened, and the audit. It needs the server of `board.py`.

import { boardOf } from "./boards/index.js";
import { button, copy, find, make, recall, remember, say, selectOf } from "./dom.js";

const NAME = "lines-name";

/**
 * `token` is empty while it is sealed and not the user's own; `opened` is the line that has opened it, or 0.
 * @typedef {{line: number, by: string, what: string, hash: string, token: string, opened: number}} Promised
 * @typedef {{name: string, me: string, next: string, expected: string, count: number, send: string[], lines: string[], promises: Promised[], evidence: string[]}} Sheet
 * @typedef {{verdict: string, text: string}} Audit
 * @typedef {{games?: string[], game?: Sheet, audit?: Audit, left?: boolean}} Told
 */

/** @type {Record<string, string>} */
const NEXT = {
  move: "It is your turn: play on the board.",
  wait: "Wait for lines of the other player, and paste them here.",
  open: "The game is over: open what is sealed.",
  nothing: "The game is complete. The audit checks all of it.",
};

export class LinesPanel {
  /** @param {(order: string, words?: Record<string, unknown>) => void} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Sheet | undefined} */
    this.sheet = undefined;
    /** @type {Audit | undefined} */
    this.audit = undefined;
    this.place = find("by-lines");
    find("lines-open").addEventListener("click", () => this.offer());
  }

  /** @param {string} act @param {Record<string, unknown>} [words] */
  order(act, words = {}) {
    this.ask("lines", { act, ...words });
  }

  /** @param {Told} told */
  take(told) {
    if (told.games) this.drawGames(told.games);
    if (told.audit) this.audit = told.audit;
    if (told.game) {
      if (told.game.count !== this.sheet?.count || told.game.name !== this.sheet.name) this.audit = undefined;
      this.sheet = told.game;
      /** @type {HTMLDialogElement} */ (find("lines-dialog")).close();
    }
    if (told.left) this.sheet = undefined;
    if (!told.games) this.draw();
  }

  // --- A new game ---

  offer() {
    this.order("list");
    const name = make("input", { id: "lines-name", size: "16", maxlength: "40", value: recall(NAME) ?? "" });
    const variant = make("select", { id: "lines-variant" });
    const games = [...selectOf("new-variant").options].map(({ value }) => value).filter((game) => !/[34]/.test(game));
    variant.append(...games.map((game) => new Option(boardOf(game)?.title(game) ?? game, game)));
    variant.value = games.includes("warpac-subs") ? "warpac-subs" : games[0];
    const first = make("select", { id: "lines-first" }, new Option("a toss decides", ""), new Option("I begin", "me"), new Option("the other player begins", "other"));
    const line = make("textarea", { id: "lines-first-line", rows: "3", placeholder: "1 A 2026-…" });
    const named = () => {
      remember(NAME, name.value);
      return name.value.trim() || "a player";
    };
    const propose = button("propose it", () => this.order("propose", { variant: variant.value, first: first.value, name: named() }), { id: "lines-propose" });
    const join = button("join it", () => this.order("join", { line: line.value, name: named() }), { id: "lines-join" });
    const cancel = button("cancel", () => /** @type {HTMLDialogElement} */ (find("lines-dialog")).close());
    find("lines-dialog").replaceChildren(
      make("h2", {}, "A game by lines"),
      make("p", {}, "You and a player far away send each other lines of text, by mail or chat. What is hidden stays sealed until the end, and nobody can cheat unseen."),
      make("p", {}, make("label", {}, "your name ", name)),
      make("p", { class: "row" }, make("label", {}, "game ", variant), make("label", {}, "sides ", first), propose),
      make("p", {}, make("label", { for: "lines-first-line" }, "or the line of the player who proposes a game")),
      line,
      make("p", { class: "row" }, join, cancel),
      make("div", { id: "lines-games" }),
    ); // prettier-ignore
    /** @type {HTMLDialogElement} */ (find("lines-dialog")).showModal();
  }

  /** @param {string[]} games */
  drawGames(games) {
    const place = document.getElementById("lines-games");
    if (!place || !games.length) return;
    const buttons = games.map((game) => button(game, () => this.order("resume", { game }), { "data-game": game }));
    place.replaceChildren(make("p", {}, "or go on with"), make("p", { class: "row" }, ...buttons));
  }

  // --- The game ---

  draw() {
    const { sheet } = this;
    this.place.hidden = !sheet;
    if (!sheet) return;
    this.place.dataset.count = String(sheet.count);
    this.place.replaceChildren(
      make("h2", {}, `By lines: ${sheet.name}`),
      make("p", { id: "lines-next" }, `${NEXT[sheet.next] ?? ""} `, make("span", { class: "faint" }, sheet.expected)),
      ...this.sending(sheet),
      ...this.receiving(sheet),
      this.promised(sheet),
      ...this.checking(sheet),
    );
  }

  /** The lines that the other player may lack. @param {Sheet} sheet */
  sending(sheet) {
    const text = sheet.send.join("\n");
    const all = button("copy all lines", () => void copy(sheet.lines.join("\n"), "lines"), { id: "lines-copy-all" });
    if (!text) return [make("p", { class: "row" }, all)];
    const area = make("textarea", { id: "lines-out", rows: "3", readonly: "", "aria-label": "lines to send" });
    area.value = text;
    return [
      make("p", {}, make("label", { for: "lines-out" }, "send this to the other player")),
      area,
      make("p", { class: "row" }, button("copy", () => void copy(text, "lines"), { id: "lines-copy" }), all),
    ];
  }

  /** @param {Sheet} sheet */
  receiving(sheet) {
    if (sheet.next === "open") return [make("p", { class: "row" }, button("open what is sealed", () => this.order("open"), { id: "lines-open-all" }))];
    if (sheet.next !== "wait") return [];
    const area = make("textarea", { id: "lines-in", rows: "3", "aria-label": "lines of the other player" });
    const receive = button("receive", () => {
      if (area.value.trim()) this.order("receive", { text: area.value });
      else say("Paste the lines of the other player first.");
    }, { id: "lines-receive" }); // prettier-ignore
    return [make("p", {}, make("label", { for: "lines-in" }, "paste the lines of the other player")), area, make("p", { class: "row" }, receive)];
  }

  /** What both have promised, and what of it is opened. @param {Sheet} sheet */
  promised(sheet) {
    const row = (/** @type {Promised} */ one) => {
      const known = one.opened ? `${one.token} (opened in line ${one.opened})` : one.token ? `${one.token} (only you know)` : "sealed";
      const who = one.by === sheet.me ? "you" : "the other";
      return make("tr", {}, make("td", {}, String(one.line)), make("td", {}, who), make("td", {}, one.what), make("td", { title: "the first digits of the commitment" }, one.hash), make("td", { class: "token" }, known));
    };
    const heads = ["line", "by", "promise", "commitment", "what it is"].map((text) => make("th", {}, text));
    const table = make("table", { id: "lines-promises" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...sheet.promises.map(row)));
    const sealed = sheet.promises.filter(({ opened }) => !opened).length;
    return make("details", { open: "" }, make("summary", {}, `Promises: ${sheet.promises.length}, ${sealed} of them sealed`), table);
  }

  /** @param {Sheet} sheet */
  checking(sheet) {
    const other = make("textarea", { id: "lines-other", rows: "2", "aria-label": "the other player's file" });
    const check = button("audit", () => this.order("audit", { text: other.value }), { id: "lines-audit" });
    const parts = [];
    if (sheet.evidence.length) parts.push(make("p", { class: "bad" }, "The other player has signed a line that breaks the rules. It is kept as evidence."));
    parts.push(
      make("p", {}, make("label", { for: "lines-other" }, "the other player's file or lines, for a proof (optional)")),
      other,
      make("p", { class: "row" }, check, button("leave", () => this.order("leave"), { id: "lines-leave" })),
    );
    if (this.audit) parts.push(make("pre", { id: "lines-verdict", class: this.audit.verdict === "clean" ? "good" : "bad" }, this.audit.text));
    return parts;
  }
}
