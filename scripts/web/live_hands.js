// Pieces that are dragged on the live board: moves, a deployment, a position that is set up, and new pieces.

import { BoardPointer } from "./board_pointer.js";
import { find } from "./dom.js";
import { PaletteDrag } from "./palette_drag.js";

/** @typedef {import("./live_page.js").LivePage} LivePage */

export class LiveHands {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    this.pointer = new BoardPointer(page.view, {
      grabs: (square) => this.grabs(square),
      grab: (square) => this.grab(square),
      drop: (square, from) => this.drop(square, from),
      draws: () => find("draw").getAttribute("aria-pressed") === "true",
      draw: (from, to) => page.lines.sketch(from, to),
    });
    for (const id of ["tray", "palette"]) new PaletteDrag(find(id), page.view, (piece, square) => this.dropNew(piece, square));
  }

  /** Whether a piece can be dragged from a square. @param {string} square */
  grabs(square) {
    const { page } = this;
    if (page.setup.open) return page.setup.holds(square);
    return page.isDeploying ? page.tray.standing(square) !== undefined : page.picker.grabs(square);
  }

  /** @param {string} square */
  grab(square) {
    const { page } = this;
    if (page.isQuiet) return;
    page.picker.clear();
    page.picker.click(square);
    page.drawBoard();
  }

  /** On its own square a piece stays chosen; on a square where it cannot go it goes back. @param {string} square @param {string} from */
  drop(square, from) {
    const { page } = this;
    if (page.isQuiet) {
      const place = page.setup.open ? page.setup : page.tray;
      this.complain(square === from ? "" : place.move(from, square));
    } else if (page.picker.targets().includes(square)) {
      page.motion.isCarried = true;
      page.clicked(square);
    } else if (square !== from) page.clear();
  }

  /** A piece comes from a tray or a palette. @param {string} piece @param {string} square */
  dropNew(piece, square) {
    const { setup, tray } = this.page;
    this.complain(setup.open ? setup.place(piece === "none" ? "" : piece, square) : tray.place(piece, square));
  }

  /** Says what is wrong, or that nothing is. @param {string} problem */
  complain(problem) {
    find("problem").textContent = problem;
    find("problem").classList.add("bad");
    this.page.drawBoard();
  }
}
