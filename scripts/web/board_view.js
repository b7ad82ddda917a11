// A board in a page: shows positions, and reports clicks on squares.

import { CELL, escape } from "./boards/grid.js";
import { boardOf, definitions, describe, layersOf } from "./boards/index.js";
import { settingsOf } from "./boards/settings.js";
import { makeSvg } from "./dom.js";
import { Viewport } from "./viewport.js";
import { worded } from "./words.js";

/** @typedef {import("./boards/grid.js").Board} Board */
/**
 * What is shown. `targets` are squares that can be clicked next, `chosen` those that were.
 * @typedef {object} Shown
 * @property {string} variant
 * @property {string} fen
 * @property {string[]} [highlights]
 * @property {string[]} [overlays]
 * @property {import("./boards/index.js").Arrow[]} [arrows]
 * @property {import("./boards/grid.js").Item[]} [ghosts]
 * @property {import("./boards/index.js").Note[]} [notes]
 * @property {import("./boards/index.js").Belief[]} [beliefs]
 * @property {string} [network]
 * @property {import("./boards/grid.js").Played[]} [played] what led to the position
 * @property {string[]} [targets]
 * @property {string[]} [chosen]
 * @property {Handle[]} [handles]
 */
/** An arrow beside a square that chooses a direction, clockwise in eighths from north. @typedef {{square: string, facing: number, token: string, words: string}} Handle */

const LAYERS = ["ground", "marks", "underlays", "items", "ghosts", "overlays", "hover", "arrows", "targets", "carried"];
let views = 0;

export class BoardView {
  /** @param {HTMLElement} place @param {(square: string) => void} [clicked] */
  constructor(place, clicked) {
    this.clicked = clicked;
    this.number = views += 1;
    this.svg = makeSvg("svg", { class: "board", role: "img", tabindex: 0 });
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    /** @type {Record<string, string>} what each layer holds */
    this.filled = {};
    this.defs = makeSvg("defs", {});
    this.svg.append(this.defs);
    for (const name of LAYERS) {
      this.layers[name] = makeSvg("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    place.append(this.svg);
    this.window = new Viewport(this.svg);
    /** @type {Board | undefined} */
    this.board = undefined;
    /** @type {Shown} */
    this.shown = { variant: "", fen: "" };
    this.turned = false;
    this.cursor = "";
    this.hovered = "";
    /** Receives the token of an arrow that was clicked. @type {((token: string) => void) | undefined} */
    this.steered = undefined;
    /** Is told of the square under the pointer or the cursor, or of none. @type {((square: string) => void) | undefined} */
    this.pointed = undefined;
    this.svg.addEventListener("pointermove", (event) => this.hover(this.squareAt(event.clientX, event.clientY)));
    this.svg.addEventListener("pointerleave", () => this.hover(""));
    if (clicked) this.listen();
  }

  /** Shows what is worth knowing about a square. @param {string} square */
  hover(square) {
    if (square === this.hovered) return;
    this.hovered = square;
    this.drawHover();
    this.pointed?.(square);
  }

  /** The square that was chosen first has precedence over the pointer. */
  drawHover() {
    const square = this.shown.chosen?.[0] || this.hovered;
    if (this.board) this.board.settings = settingsOf(this.shown.variant);
    this.fill("hover", square && this.board ? worded(() => this.board?.hover(this.shown.fen, square) ?? "") : "");
  }

  /** Shows a position. Returns a message if it cannot be drawn. @param {Shown} shown @returns {string} what is wrong */
  show(shown) {
    const board = boardOf(shown.variant);
    this.shown = shown;
    if (board) board.settings = settingsOf(shown.variant);
    this.svg.style.display = board ? "" : "none";
    if (board === undefined) return shown.variant ? `there is no drawing of ${shown.variant}` : "";
    if (board !== this.board || board.turned !== this.turned) this.lay(board);
    try {
      const layers = layersOf(board, shown.fen, shown.variant, shown);
      this.fill("marks", layers.marks);
      this.fill("underlays", layers.underlays);
      this.fill("items", layers.items);
      this.fill("overlays", layers.overlays);
      this.fill("arrows", layers.arrows);
      this.svg.setAttribute("aria-label", describe(board, shown.fen) || "an empty board");
    } catch (error) {
      for (const name of LAYERS.slice(1)) this.fill(name, "");
      this.svg.setAttribute("aria-label", "no position");
      return shown.fen ? `this position cannot be drawn: ${/** @type {Error} */ (error).message}` : "";
    }
    this.drawHover();
    this.drawTargets();
    return "";
  }

  /** Redraws only layers that changed: a click is lost if its target is replaced between press and release.
   * @param {string} name @param {string} text */
  fill(name, text) {
    if (this.filled[name] === text) return;
    this.filled[name] = text;
    this.layers[name].innerHTML = text;
  }

  /** Changes the arrows and ghosts on the shown position. @param {import("./boards/index.js").Arrow[]} arrows @param {import("./boards/grid.js").Item[]} ghosts */
  point(arrows, ghosts) {
    this.show({ ...this.shown, arrows, ghosts });
  }

  /** Changes to another family's board. @param {Board} board */
  lay(board) {
    this.board = board;
    this.turned = board.turned;
    this.cursor = "";
    this.window.fit(board.width, board.height);
    // Two boards in a page share their symbols: equal ids have equal drawings.
    this.defs.innerHTML = definitions(board);
    this.fill("ground", board.background());
  }

  /** Draws everything anew in other colours. The caller shows the position again. */
  restyle() {
    if (this.board) this.lay(this.board);
  }

  /** Flips the board. The caller shows the position again. */
  turn() {
    if (this.board) this.board.turned = !this.board.turned;
  }

  drawTargets() {
    const board = /** @type {Board} */ (this.board);
    const { targets = [], chosen = [] } = this.shown;
    const spots = targets.map((square) => {
      const [x, y] = board.centre(square);
      // Squares for a first click have a weaker mark.
      if (chosen.length === 0) return `<rect x="${x - 19}" y="${y - 19}" width="38" height="38" rx="5" class="start" data-square="${square}"/>`;
      return `<circle cx="${x}" cy="${y}" r="9" class="target" data-square="${square}"/>`;
    });
    const rings = chosen.map((square) => {
      const [x, y] = board.centre(square);
      return `<rect x="${x - 19}" y="${y - 19}" width="38" height="38" rx="5" class="chosen"/>`;
    });
    let cursor = "";
    if (this.cursor) {
      const [x, y] = board.centre(this.cursor);
      cursor = `<rect x="${x - 20}" y="${y - 20}" width="40" height="40" class="cursor"/>`;
    }
    const handles = (this.shown.handles ?? []).map((handle) => this.handle(handle));
    this.fill("targets", spots.join("") + rings.join("") + handles.join("") + cursor);
  }

  /** @param {Handle} handle */
  handle({ square, facing, token, words }) {
    const board = /** @type {Board} */ (this.board);
    const [x, y] = board.centre(square);
    const turn = 45 * facing + (board.turned ? 180 : 0);
    return (
      `<g class="handle" data-token="${escape(token)}" transform="translate(${x} ${y}) rotate(${turn})"><title>${escape(words)}</title>` +
      `<circle cy="-27" r="9.5"/><path d="M0-33.5L5-25.5H1.7V-20.5H-1.7V-25.5H-5Z"/></g>`
    );
  }

  // --- Clicks and the keyboard's cursor ---

  listen() {
    this.svg.setAttribute("role", "application");
    this.svg.addEventListener("click", (event) => {
      const handle = /** @type {Element} */ (event.target).closest(".handle");
      if (handle) {
        this.steered?.(handle.getAttribute("data-token") ?? "");
        return;
      }
      const square = this.squareAt(event.clientX, event.clientY);
      if (square) this.clicked?.(square);
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("blur", () => {
      this.cursor = "";
      if (this.board) this.drawTargets();
    });
  }

  /** @param {number} clientX @param {number} clientY */
  squareAt(clientX, clientY) {
    const board = this.board;
    if (!board) return "";
    const [x, y] = this.window.boardPoint(clientX, clientY);
    return (
      board.squares().find((square) => {
        const [cx, cy] = board.centre(square);
        return Math.abs(cx - x) <= 20 && Math.abs(cy - y) <= 20;
      }) ?? ""
    );
  }

  // --- A piece that is dragged ---

  /** Draws the pieces of a square under the pointer. @param {string} from @param {number} clientX @param {number} clientY */
  carry(from, clientX, clientY) {
    const layer = this.layers.carried;
    if (!layer.firstChild) {
      for (const piece of this.piecesOn(from)) {
        layer.append(piece.cloneNode(true));
        piece.setAttribute("opacity", "0.3");
      }
    }
    const [x, y] = this.window.boardPoint(clientX, clientY);
    for (const piece of layer.children) {
      const turn = /rotate\([^)]*\)/.exec(piece.getAttribute("transform") ?? "")?.[0] ?? "";
      piece.setAttribute("transform", `translate(${x} ${y}) ${turn}`);
    }
    this.hover(this.squareAt(clientX, clientY));
    const square = this.hovered;
    for (const spot of this.layers.targets.children) spot.classList.toggle("over", spot.getAttribute("data-square") === square);
  }

  /** Ends the drag. */
  putDown() {
    this.layers.carried.replaceChildren();
    for (const piece of this.layers.items.querySelectorAll("[opacity]")) piece.removeAttribute("opacity");
  }

  /** What is drawn for an item. @param {import("./boards/grid.js").Item} item */
  drawn({ symbol, square }) {
    const name = `#${this.board?.name}-${symbol}`;
    const here = [...this.layers.items.querySelectorAll(`[data-square="${square}"]`)];
    return here.filter((piece) => [name, `${name}-dim`].includes(piece.getAttribute("href") ?? ""));
  }

  /** The drawn pieces of a square that can move. @param {string} square */
  piecesOn(square) {
    const { board, shown } = this;
    const here = [...this.layers.items.querySelectorAll(`[data-square="${square}"]`)];
    return here.filter((piece) => board?.follows(piece.getAttribute("href") ?? "", Number(piece.getAttribute("data-layer")), shown.fen));
  }

  /** Shift and an arrow key moves a cursor, Enter clicks at it. @param {KeyboardEvent} event */
  key(event) {
    const board = this.board;
    if (!board) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Enter" && this.cursor) {
      event.preventDefault();
      this.clicked?.(this.cursor);
      return;
    }
    const step = event.shiftKey ? steps[/** @type {keyof typeof steps} */ (event.key)] : undefined;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const squares = board.squares();
    let [file, rank] = this.cursor ? board.place(this.cursor) : board.place(squares[Math.floor(squares.length / 2)]);
    const [across, up] = board.turned ? [-step[0], -step[1]] : step;
    do {
      file = (file + across + board.files) % board.files;
      rank = ((rank - 1 + up + board.ranks) % board.ranks) + 1;
    } while (!squares.includes(`${"abcdefghijklmnopqrstuvwxyz"[file]}${rank}`));
    this.cursor = `${"abcdefghijklmnopqrstuvwxyz"[file]}${rank}`;
    this.window.reveal(...board.centre(this.cursor), CELL);
    this.drawTargets();
    this.hover(this.cursor);
    const here = board.items(this.shown.fen).filter(({ square }) => square === this.cursor);
    this.svg.setAttribute("aria-label", `${this.cursor}: ${here.map(({ label }) => label).filter(Boolean).join(", ") || "empty"}`);
  }
}
