// What points at squares of the live board: lines of the analysis, the engine's advice, and what the user draws.

import { boardOf } from "./boards/index.js";
import { say } from "./dom.js";
import { Drawings } from "./drawings.js";
import { previewOf } from "./preview.js";

/** @typedef {import("./boards/grid.js").Board} Board */
/** @typedef {import("./live_page.js").LivePage} LivePage */

export class Lines {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    this.drawings = new Drawings();
    // The turns of a line of the analysis that are previewed.
    this.line = -1;
    this.turns = 0;
    /** @type {string[]} turns of another line that are previewed */
    this.others = [];
  }

  /** Ends the preview, for another position. */
  forget() {
    this.line = -1;
    this.turns = 0;
    this.others = [];
  }

  /** What the user drew, and a line that is previewed, or the engine's advice, or the first turns of all lines.
   * @param {Board} board */
  pointers(board) {
    const { page } = this;
    if (page.isQuiet || !page.board) return { arrows: [], ghosts: [] };
    const drawn = this.drawings.arrows(page.board.at);
    const lines = page.board.lines ? page.analysis : [];
    const wanted = this.others.length ? this.others : (lines[this.line]?.pv.slice(0, this.turns) ?? []);
    if (wanted.length) {
      const { ghosts, ways } = previewOf(board, page.board.fen, wanted);
      return { arrows: [...ways.map((path, step) => ({ path, rank: step })), ...drawn], ghosts };
    }
    const firsts = page.advised ? [page.advised] : lines.map(({ pv }) => pv[0] ?? "");
    const arrows = firsts.flatMap((turn, rank) => board.waysOf(turn).map((path) => ({ path, rank })));
    return { arrows: [...arrows, ...drawn], ghosts: [] };
  }

  /** Draws only what points. An analysis updates many times a second, so buttons keep their places. */
  draw() {
    const { page } = this;
    const board = page.board && boardOf(page.state?.variant ?? "");
    if (!board) return;
    const { arrows, ghosts } = page.pointers(board);
    page.view.point(arrows, ghosts);
  }

  /** Shows the first turns of a line of the analysis, or none. @param {number} line @param {number} turns */
  show(line, turns) {
    if (this.line === line && this.turns === turns) return;
    this.line = line;
    this.turns = turns;
    this.draw();
  }

  /** Shows turns that are no line of the analysis, or none. @param {string[]} turns */
  preview(turns) {
    if (this.others.join() === turns.join()) return;
    this.others = turns;
    this.draw();
  }

  /** Plays the first turns of a line as a variation. @param {number} line @param {number} turns */
  playOut(line, turns) {
    const now = this.page.state;
    if (!now?.board) return;
    const isAlone = !now.clock && now.seats.every(({ kind }) => kind === "person");
    if (!now.over && now.board.at === now.board.live && !isAlone) {
      say("Here a line would be moves of the game. Step back first, or wait for the end of the game.");
      return;
    }
    for (const token of this.page.analysis[line]?.pv.slice(0, turns) ?? []) this.page.ask("play", { token });
  }

  /** The user draws an arrow, or a circle on one square. @param {string} from @param {string} to */
  sketch(from, to) {
    if (!this.page.board) return;
    this.drawings.toggle(this.page.board.at, from, to);
    this.draw();
  }
}
