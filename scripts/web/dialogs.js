// Dialogs of the live board: a new game, and a position that is set up piece by piece.

import { boardOf, iconOf } from "./boards/index.js";
import { button, find, inputOf, make, onClick, recall, remember, selectOf } from "./dom.js";
import { sizeWords } from "./game_lengths.js";
import { levelWords } from "./levels.js";
import { teachingFile } from "./rules_panel.js";
import { BEST_LEVEL } from "./table_state.js";
import { sidesOf } from "./words.js";

const REMEMBERED = "new-game";
// Fields whose values the dialog keeps for the next game.
const FIELDS = ["new-clock", "own-minutes", "own-seconds"];

/** Games with a hidden deployment. @param {string} variant */
function deploys(variant) {
  return boardOf(variant)?.deploys() ?? false;
}

export class NewGame {
  /** @param {(words: Record<string, unknown>) => void} begin */
  constructor(begin) {
    this.begin = begin;
    /** @type {string[]} other programs that can play */
    this.programs = [];
    /** @type {Record<string, string>} the values of the last game's dialog */
    this.values = recalled();
    /** @type {Record<string, [number, number]>} the least and the greatest measured Elo of each variant */
    this.measured = {};
    this.dialog = /** @type {HTMLDialogElement} */ (find("dialog"));
    selectOf("new-variant").addEventListener("change", () => this.offer());
    selectOf("new-start").addEventListener("change", () => this.offerFen());
    selectOf("new-clock").addEventListener("change", () => this.offerClock());
    onClick("new-go", () => {
      this.dialog.close();
      this.keep();
      // On a phone the board is at the top of the page.
      scrollTo(0, 0);
      this.begin(this.words());
    });
  }

  /** @param {string[]} variants @param {string[]} programs */
  know(variants, programs) {
    selectOf("new-variant").replaceChildren(...variants.map((name) => new Option(boardOf(name)?.title(name) ?? name, name)));
    this.programs = programs;
  }

  /** Loads what was measured of the levels. Without it they have the Elo that they aim at. */
  async measure() {
    try {
      this.measured = await (await teachingFile("levels.json")).json();
    } catch {
      this.measured = {};
    }
    this.tellLevels();
  }

  /** Says each level in words. */
  tellLevels() {
    const range = this.measured[selectOf("new-variant").value];
    for (const level of this.dialog.querySelectorAll("[data-level]")) {
      const input = /** @type {HTMLInputElement} */ (level);
      find(`${input.id}-words`).textContent = levelWords(input.value === "" ? -1 : Number(input.value), range);
    }
  }

  /** @param {string} variant */
  show(variant) {
    if (Object.keys(this.measured).length === 0) void this.measure();
    selectOf("new-variant").value = variant;
    for (const name of FIELDS) inputOf(name).value = this.values[name] ?? inputOf(name).value;
    this.offer();
    this.offerClock();
    this.dialog.showModal();
  }

  /** Keeps what was chosen, for the next game. */
  keep() {
    for (const field of this.dialog.querySelectorAll("#new-seats input, #new-seats select")) {
      this.values[field.id] = /** @type {HTMLInputElement} */ (field).value;
    }
    for (const name of FIELDS) this.values[name] = inputOf(name).value;
    remember(REMEMBERED, JSON.stringify(this.values));
  }

  /** Updates the parts that depend on the variant. */
  offer() {
    const variant = selectOf("new-variant").value;
    const starts = [new Option("the fixed start", "startpos"), new Option("a FEN", "fen")];
    if (deploys(variant)) starts.unshift(new Option("the hidden deployment", "deploy"));
    selectOf("new-start").replaceChildren(...starts);
    this.offerFen();
    const players = Number(/[34]/.exec(variant)?.[0] ?? 2);
    find("new-about").textContent = `${boardOf(variant)?.about(variant) ?? ""} ${sizeWords(variant, players)}`;
    find("new-seats").replaceChildren(...sidesOf(variant, players).map((name, seat) => this.seatRow(name, seat)));
    this.tellLevels();
  }

  offerFen() {
    find("new-fen-row").hidden = selectOf("new-start").value !== "fen";
  }

  offerClock() {
    find("own-clock").hidden = selectOf("new-clock").value !== "own";
  }

  /** @param {string} name @param {number} seat */
  seatRow(name, seat) {
    const kind = make("select", { id: `seat-${seat}`, "aria-label": `who plays ${name}` }, new Option("a person", "person"), new Option("the engine", "engine"));
    kind.append(...this.programs.map((program) => new Option(program, `outside ${program}`)));
    const value = (/** @type {string} */ field, /** @type {string} */ usual) => this.values[`${field}-${seat}`] ?? usual;
    kind.value = value("seat", seat === 0 ? "person" : "engine");
    // A program that is no longer there.
    if (!kind.value) kind.value = "engine";
    const level = make("input", { type: "number", min: "0", max: String(BEST_LEVEL), value: value("level", String(BEST_LEVEL)), id: `level-${seat}`, size: "3", "data-level": "" });
    level.addEventListener("input", () => this.tellLevels());
    const words = make("output", { id: `level-${seat}-words`, class: "faint", for: `level-${seat}` });
    const time = make("input", { type: "number", min: "0.01", step: "any", value: value("time", "1"), id: `time-${seat}`, size: "5" });
    const strength = make("span", { class: "row" }, make("label", {}, "level ", level), words);
    const pace = make("label", {}, "seconds for each move ", time);
    const details = this.details(seat, value);
    const hide = () => {
      strength.hidden = kind.value !== "engine";
      pace.hidden = details.hidden = kind.value === "person";
      find(`options-${seat}-label`).hidden = !kind.value.startsWith("outside ");
    };
    const row = make("div", {}, make("p", { class: "row" }, make("b", {}, name), kind, strength, pace), details);
    kind.addEventListener("change", hide);
    // The row must be in the page first.
    queueMicrotask(hide);
    return row;
  }

  /** What engine authors choose for a seat. @param {number} seat @param {(field: string, usual: string) => string} value */
  details(seat, value) {
    const number = (/** @type {string} */ field, /** @type {string} */ text, /** @type {string} */ most) =>
      make("label", {}, `${text} `, make("input", { type: "number", min: "1", max: most, value: value(field, ""), id: `${field}-${seat}`, size: "7" }));
    const isOpen = ["nodes", "depth", "threads", "hash", "options"].some((field) => value(field, "") !== "");
    const options = make("input", { value: value("options", ""), id: `options-${seat}`, size: "24", placeholder: "Seed=1; Evaluation=hand" });
    return make("details", { class: "seat-details", ...(isOpen && { open: "" }) }, make("summary", {}, "for engine authors"), make("p", { class: "row" },
      number("nodes", "nodes", "1000000000000"), number("depth", "depth", "200"), number("threads", "threads", "256"), number("hash", "hash, MiB", "65536"),
      make("label", { id: `options-${seat}-label` }, "options ", options),
    )); // prettier-ignore
  }

  words() {
    const start = selectOf("new-start").value;
    const clock = this.clock();
    return {
      variant: selectOf("new-variant").value,
      start: start === "fen" ? `fen ${inputOf("new-fen").value.trim()}` : start,
      seats: [...find("new-seats").children].map((_, seat) => this.seat(seat)),
      ...(clock && { clock }),
      open: inputOf("new-open").checked,
    };
  }

  /** @param {number} seat */
  seat(seat) {
    const kind = selectOf(`seat-${seat}`).value;
    if (kind === "person") return { kind };
    const given = (/** @type {string} */ field) => Number(inputOf(`${field}-${seat}`).value) || undefined;
    const [nodes, depth, threads, hash] = ["nodes", "depth", "threads", "hash"].map(given);
    // With other limits, no seconds mean no limit of time.
    const seconds = given("time") ?? (nodes || depth ? undefined : 1);
    const limits = { nodes, depth, movetime: seconds && Math.max(Math.round(1000 * seconds), 1) };
    if (!kind.startsWith("outside ")) return { kind, level: Number(inputOf(`level-${seat}`).value), ...limits, threads, hash };
    const options = { ...(threads && { Threads: String(threads) }), ...(hash && { Hash: String(hash) }), ...optionsOf(inputOf(`options-${seat}`).value) };
    return { kind: "outside", name: kind.slice("outside ".length), ...limits, options };
  }

  clock() {
    const value = selectOf("new-clock").value;
    if (value === "") return null;
    const milliseconds = (/** @type {string | number} */ seconds) => Math.round(1000 * Number(seconds));
    if (value === "own") {
      return { base: milliseconds(60 * Number(inputOf("own-minutes").value)), increment: milliseconds(inputOf("own-seconds").value) };
    }
    const [base, seconds] = value.split(",");
    return base === "turn" ? { turn: milliseconds(seconds) } : { base: milliseconds(base), increment: milliseconds(seconds) };
  }
}

/** Options as they are typed: `Name=value; Name=value`. @param {string} text @returns {Record<string, string>} */
export function optionsOf(text) {
  const pairs = text.split(";").map((pair) => pair.split("=").map((part) => part.trim()));
  return Object.fromEntries(pairs.filter(([name]) => name).map(([name, ...value]) => [name, value.join("=")]));
}

/** @returns {Record<string, string>} */
function recalled() {
  try {
    return JSON.parse(recall(REMEMBERED) ?? "{}");
  } catch {
    return {};
  }
}

/** A position under construction. */
export class Setup {
  /** @param {() => void} redraw @param {(words: {variant: string, position: string}) => void} use */
  constructor(redraw, use) {
    this.redraw = redraw;
    this.use = use;
    this.open = false;
    this.variant = "";
    this.fen = "";
    this.piece = "";
  }

  /** @param {string} variant @param {string} fen */
  begin(variant, fen) {
    this.open = true;
    this.variant = variant;
    this.fen = fen;
    this.piece = "";
    this.show();
  }

  end() {
    this.open = false;
    find("palette").hidden = true;
    find("palette").replaceChildren();
  }

  show() {
    const board = boardOf(this.variant);
    if (!board) return;
    const text = make("textarea", { id: "setup-fen", rows: "3", "aria-label": "FEN" });
    text.value = this.fen;
    text.addEventListener("input", () => {
      this.fen = text.value.trim();
      this.redraw();
    });
    const sides = sidesOf(this.variant, 4);
    const mover = make("select", { id: "setup-mover", "aria-label": "to move" }, ...sides.map((name, seat) => new Option(`${name} to move`, String(seat + 1))));
    mover.value = String("wbrg".indexOf(this.fen.split(" ")[1]) + 1);
    mover.addEventListener("change", () => this.change(() => board.withPlayer(this.fen, Number(mover.value))));
    const entries = [...board.palette(this.variant), { symbol: "", piece: "", name: "take away" }];
    const row = make("p", { class: "row tray" }, ...entries.map((entry) => this.entry(board, entry)));
    const acts = make("p", { class: "row" }, mover, button("empty board", () => this.change(() => this.emptied(board))), button("use this position", () => this.use({ variant: this.variant, position: `fen ${this.fen}` }), { id: "setup-use" }), button("leave it", () => {
      this.end();
      this.redraw();
    })); // prettier-ignore
    find("palette").replaceChildren(row, text, acts);
    find("palette").hidden = false;
  }

  /** @param {import("./boards/grid.js").Board} board @param {import("./boards/grid.js").PaletteEntry} entry */
  entry(board, { symbol, piece, name }) {
    const made = button(symbol ? "" : "✕", () => {
      this.piece = piece;
      for (const other of find("palette").querySelectorAll("[data-piece]")) other.setAttribute("aria-pressed", String(other === made));
    }, { "data-piece": piece || "none", "aria-label": name, title: name, "aria-pressed": String(piece === this.piece) }); // prettier-ignore
    if (symbol) made.innerHTML = iconOf(board, symbol);
    return made;
  }

  /** @param {import("./boards/grid.js").Board} board */
  emptied(board) {
    const squares = new Set(board.items(this.fen).map(({ square }) => square));
    let fen = this.fen;
    for (const square of squares) fen = board.put(fen, square, "");
    return fen;
  }

  /** @param {string} square @returns {string} what is wrong */
  click(square) {
    return this.place(this.piece, square);
  }

  /** Puts a piece on a square; nothing takes away what is there. @param {string} piece @param {string} square @returns {string} what is wrong */
  place(piece, square) {
    const board = boardOf(this.variant);
    if (!board) return "";
    return this.change(() => board.put(this.fen, square, piece));
  }

  /** Whether something on a square can be moved. @param {string} square */
  holds(square) {
    try {
      return Boolean(boardOf(this.variant)?.items(this.fen).some((item) => item.square === square && item.label));
    } catch {
      return false;
    }
  }

  /** Moves what stands on a square, or takes it away. @param {string} from @param {string} to a square, or nothing @returns {string} what is wrong */
  move(from, to) {
    const board = boardOf(this.variant);
    if (!board || from === to) return "";
    return to ? this.change(() => board.shift(this.fen, from, to)) : this.place("", from);
  }

  /** @param {() => string} made @returns {string} what is wrong */
  change(made) {
    try {
      this.fen = made();
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
    const text = document.getElementById("setup-fen");
    if (text instanceof HTMLTextAreaElement) text.value = this.fen;
    this.redraw();
    return "";
  }
}
