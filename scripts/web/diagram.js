// A board in a text: positions to step through, and a way to go on from them on the large board.

import { BoardView } from "./board_view.js";
import { boardOf } from "./boards/index.js";
import { button, make } from "./dom.js";
import { worded } from "./words.js";

/** A position: the turn that led to it, what the engine says of lines, and turns to draw as arrows.
 * @typedef {{fen: string, token?: string, network?: string, arrows?: string[]}} Step */
/** @typedef {{variant: string, steps: Step[]}} Game */

export class Diagram {
  /** @param {HTMLElement} place @param {Game} game @param {(words: {variant: string, position: string}, turn: number) => void} open */
  constructor(place, game, open) {
    this.game = game;
    // An empty board before a deployment shows nothing.
    const hasPieces = /[a-z]/i.test(game.steps[0].fen.split(" ")[0]);
    this.at = hasPieces ? 0 : game.steps.length - 1;
    this.first = this.at;
    this.view = new BoardView(place);
    this.caption = make("p", { class: "caption faint" });
    this.moves = game.steps.slice(this.first).map(({ token }, index) =>
      button(index === 0 ? "start" : (token ?? ""), () => this.step(this.first + index), { "aria-pressed": "false" }),
    );
    const row = make("p", { class: "row" }, ...(this.moves.length > 1 ? this.moves : []));
    if (this.first === 0 && hasPieces) row.append(button("on the board", () => open(this.words(), this.at), { class: "onward" }));
    place.append(this.caption, row);
    this.draw();
  }

  /** The game as the order `open` reads it. */
  words() {
    const { variant, steps } = this.game;
    const tokens = steps.slice(1).map(({ token }) => token);
    return { variant, position: `fen ${steps[0].fen}${tokens.length ? ` moves ${tokens.join(" ")}` : ""}` };
  }

  /** @param {number} at */
  step(at) {
    this.at = at;
    this.draw();
  }

  draw() {
    const { variant, steps } = this.game;
    const { fen, token, network, arrows = [] } = steps[this.at];
    const board = boardOf(variant);
    if (!board) return;
    this.view.show({
      variant,
      fen,
      network,
      highlights: token && this.at > this.first ? board.marksOf(token) : [],
      overlays: board.overlays().filter(({ on }) => on).map(({ name }) => name),
      arrows: arrows.flatMap((turn) => board.waysOf(turn)).map((path) => ({ path, rank: 1 })),
    });
    this.caption.textContent = worded(() => board.caption(fen, variant));
    this.moves.forEach((move, index) => move.setAttribute("aria-pressed", String(this.first + index === this.at)));
  }

  /** Draws everything anew in other colours, or turned. */
  redraw() {
    this.view.restyle();
    this.draw();
  }
}
