// Dialogs of the live board: a new game, and a position that is set up piece by piece.

import { boardOf, iconOf } from "./boards/index.js";
import { button, find, inputOf, make, onClick, selectOf } from "./dom.js";
import { sidesOf } from "./words.js";

const MAX_LEVEL = 20;

/** Games with a hidden deployment. @param {string} variant */
function deploys(variant) {
  return boardOf(variant)?.deploys() ?? false;
}

export class NewGame {
  /** @param {(words: Record<string, unknown>) => void} begin */
  constructor(begin) {
    this.begin = begin;
    this.dialog = /** @type {HTMLDialogElement} */ (find("dialog"));
    selectOf("new-variant").addEventListener("change", () => this.offer());
    selectOf("new-start").addEventListener("change", () => this.offerFen());
    selectOf("new-clock").addEventListener("change", () => {
      find("own-clock").hidden = selectOf("new-clock").value !== "own";
    });
    onClick("new-go", () => {
      this.dialog.close();
      this.begin(this.words());
    });
  }

  /** @param {string[]} variants */
  know(variants) {
    selectOf("new-variant").replaceChildren(...variants.map((name) => new Option(name, name)));
  }

  /** @param {string} variant */
  show(variant) {
    selectOf("new-variant").value = variant;
    this.offer();
    this.dialog.showModal();
  }

  /** Updates the parts that depend on the variant. */
  offer() {
    const variant = selectOf("new-variant").value;
    const starts = [new Option("the fixed start", "startpos"), new Option("a FEN", "fen")];
    if (deploys(variant)) starts.unshift(new Option("the hidden deployment", "deploy"));
    selectOf("new-start").replaceChildren(...starts);
    this.offerFen();
    const players = Number(/[34]/.exec(variant)?.[0] ?? 2);
    find("new-seats").replaceChildren(...sidesOf(variant, players).map((name, seat) => this.seatRow(name, seat)));
  }

  offerFen() {
    find("new-fen-row").hidden = selectOf("new-start").value !== "fen";
  }

  /** @param {string} name @param {number} seat */
  seatRow(name, seat) {
    const kind = make("select", { id: `seat-${seat}`, "aria-label": `who plays ${name}` }, new Option("a person", "person"), new Option("the engine", "engine"));
    kind.value = seat === 0 ? "person" : "engine";
    const level = make("input", { type: "number", min: "0", max: String(MAX_LEVEL), value: String(MAX_LEVEL), id: `level-${seat}`, size: "3" });
    const time = make("input", { type: "number", min: "0.01", step: "any", value: "1", id: `time-${seat}`, size: "5" });
    const strength = make("span", { class: "row" }, make("label", {}, "level ", level), make("label", {}, "seconds for each move ", time));
    const hide = () => (strength.hidden = kind.value !== "engine");
    kind.addEventListener("change", hide);
    hide();
    return make("p", { class: "row" }, make("b", {}, name), kind, strength);
  }

  words() {
    const seats = [...find("new-seats").children].map((_, seat) => ({
      kind: selectOf(`seat-${seat}`).value,
      level: Number(inputOf(`level-${seat}`).value),
      movetime: Math.max(Math.round(1000 * Number(inputOf(`time-${seat}`).value)), 1),
    }));
    const start = selectOf("new-start").value;
    return {
      variant: selectOf("new-variant").value,
      start: start === "fen" ? inputOf("new-fen").value.trim() : start,
      seats,
      clock: this.clock(),
      open: inputOf("new-open").checked,
    };
  }

  clock() {
    const value = selectOf("new-clock").value;
    if (value === "") return null;
    const [base, increment] =
      value === "own"
        ? [60 * Number(inputOf("own-minutes").value), Number(inputOf("own-seconds").value)]
        : value.split(",").map(Number);
    return { base: Math.round(1000 * base), increment: Math.round(1000 * increment) };
  }
}

/** A position under construction. */
export class Setup {
  /** @param {() => void} redraw @param {(fen: string) => void} use */
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
    const acts = make("p", { class: "row" }, mover, button("empty board", () => this.change(() => this.emptied(board))), button("use this position", () => this.use(this.fen), { id: "setup-use" }), button("leave it", () => {
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
    const board = boardOf(this.variant);
    if (!board) return "";
    return this.change(() => board.put(this.fen, square, this.piece));
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
