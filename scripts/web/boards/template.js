// Coins and Rocks, the template of a board (`src/games/template`): coins on rank 2, rocks on rank 1. A new game's
// board begins with a copy of this file and a line in `index.js`.

import { Board, action, counted, nameOf } from "./grid.js";

const KINDS = ["rock", "coin"];
const WORDS = { coin: "takes a coin", rock: "takes a rock", swing: "swings the pendulum" };

export class Template extends Board {
  constructor() {
    super("toy", 9, 2);
  }

  title() {
    return "Coins and Rocks";
  }

  background() {
    const { sheet, land } = this.theme;
    return this.sheet(sheet) + this.cells(land[0], land[1]) + this.coordinates();
  }

  symbols() {
    const { gold, snow, sides } = this.theme;
    const { edge } = sides[0];
    return {
      coin: `<circle r="14" fill="${gold}" stroke="${edge}" stroke-width="2.5"/>`,
      rock: `<path d="M-15 10L-9-11L8-13L16 4L9 13Z" fill="${snow}" stroke="${edge}" stroke-width="2.5"/>`,
    };
  }

  grounds() {
    return this.theme.land;
  }

  /** The numbers of rocks and of coins. @param {string} fen */
  counts(fen) {
    const found = /^([0-9])\/([0-9]) /.exec(fen);
    if (found === null) throw new Error(`coins and rocks are expected, not ${fen}`);
    return [Number(found[2]), Number(found[1])];
  }

  /** @param {string} fen */
  items(fen) {
    return this.counts(fen).flatMap((count, kind) =>
      Array.from({ length: count }, (_, file) => ({
        symbol: KINDS[kind], square: nameOf(file, kind + 1), label: KINDS[kind],
      })),
    ); // prettier-ignore
  }

  /** @param {string} fen */
  caption(fen) {
    const [, lead = "0", taken = "0", , side = "w"] = fen.split(" ");
    const colour = this.sides("")["wb".indexOf(side)] ?? side;
    return `${colour} to move, ${counted(Number(taken), "piece")} taken, White leads by ${Number(lead)}`;
  }

  /** @param {string} fen */
  facts(fen) {
    const [rocks, coins] = this.counts(fen);
    return `${counted(coins, "coin")}, ${counted(rocks, "rock")}`;
  }

  legend() {
    return KINDS.map((kind) => ({ symbol: kind, letter: "-", name: kind }));
  }

  /** @param {string} token */
  read(token) {
    const words = token in WORDS ? WORDS[/** @type {keyof typeof WORDS} */ (token)] : "end of the turn";
    return action(token, token === "end" ? "end" : "move", [], "", words);
  }
}
