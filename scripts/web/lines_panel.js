// A game by lines: the other player is far away. Lines are copied to that player and pasted from there. The panel shows
// what was promised, what is opened, and the audit. The table has the games, behind a server or in this browser.

import { boardOf } from "./boards/index.js";
import { askFirst, button, copy, find, make, recall, remember, say, selectOf } from "./dom.js";

const NAME = "lines-name";
/** Where a window remembers the game on its board, for a reload. */
const CURRENT = "strategos-lines-current";

/**
 * `token` is empty while it is sealed and not the user's own; `opened` is the line that has opened it, or 0.
 * @typedef {{line: number, by: string, what: string, hash: string, token: string, opened: number}} Promised
 * @typedef {{name: string, me: string, next: string, expected: string, count: number, send: string[], lines: string[], promises: Promised[], evidence: string[], part: string[], open: boolean}} Sheet
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
    find("lines-open").hidden = true;
    find("lines-open").addEventListener("click", () => this.offer());
  }

  /** Whether a game by lines is on the board, and nothing of it is hidden from anybody. */
  get isOpen() {
    return Boolean(this.sheet?.open);
  }

  /** The table is there, or there again: goes on with the game that was on the board. @param {boolean} hasLines whether the table has games by lines */
  greeted(hasLines) {
    find("lines-open").hidden = !hasLines;
    const current = hasLines ? takeCurrent() : undefined;
    if (current) this.order("resume", current);
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
      keepCurrent({ game: told.game.name, part: told.game.part });
      /** @type {HTMLDialogElement} */ (find("lines-dialog")).close();
    }
    if (told.left) {
      this.sheet = undefined;
      keepCurrent(undefined);
    }
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
    const file = make("input", { id: "lines-file", type: "file" });
    file.addEventListener("change", async () => {
      const text = await file.files?.[0]?.text();
      if (text) this.order("upload", { text });
    });
    const cancel = button("cancel", () => /** @type {HTMLDialogElement} */ (find("lines-dialog")).close());
    find("lines-dialog").replaceChildren(
      make("h2", {}, "A game by lines"),
      make("p", {}, "You and a player far away send each other lines of text, by mail or chat. What is hidden stays sealed until the end, and nobody can cheat unseen."),
      make("p", {}, make("label", {}, "your name ", name)),
      make("p", { class: "row" }, make("label", {}, "game ", variant), make("label", {}, "sides ", first), propose),
      make("p", {}, make("label", { for: "lines-first-line" }, "or the line of the player who proposes a game")),
      line,
      make("p", { class: "row" }, join),
      make("p", {}, make("label", { for: "lines-file" }, "or your own file of a game "), file),
      make("p", { class: "row" }, cancel),
      make("div", { id: "lines-games" }),
    ); // prettier-ignore
    /** @type {HTMLDialogElement} */ (find("lines-dialog")).showModal();
  }

  /** @param {string[]} games */
  drawGames(games) {
    const place = document.getElementById("lines-games");
    if (!place) return;
    const forget = (/** @type {string} */ game) => askFirst(`Delete ${game}? Without its file it cannot be opened, and is lost.`, "delete", () => this.order("remove", { game }));
    const rows = games.map((game) => [
      button(game, () => this.order("resume", { game }), { "data-game": game }),
      button("delete", () => forget(game), { "data-delete": game, "aria-label": `delete ${game}` }),
    ]);
    const parts = games.length ? [make("p", {}, "or go on with"), ...rows.map((row) => make("p", { class: "row" }, ...row))] : [];
    place.replaceChildren(...parts);
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
      make("p", { class: "row" }, button("download my file", () => this.order("download"), { id: "lines-download" }), make("span", { class: "faint" }, "It holds your secrets: show it to nobody before the end.")),
    );
    if (this.audit) parts.push(make("pre", { id: "lines-verdict", class: this.audit.verdict === "clean" ? "good" : "bad" }, this.audit.text));
    return parts;
  }
}

/** Remembers what is on the board of this window. @param {{game: string, part: string[]} | undefined} current */
function keepCurrent(current) {
  try {
    if (current) sessionStorage.setItem(CURRENT, JSON.stringify(current));
    else sessionStorage.removeItem(CURRENT);
  } catch {
    // There is no storage.
  }
}

/** What was on the board of this window. It is remembered again when it is there: what breaks the table down is tried once.
 * @returns {{game: string, part: string[]} | undefined} */
function takeCurrent() {
  try {
    const text = sessionStorage.getItem(CURRENT);
    sessionStorage.removeItem(CURRENT);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
