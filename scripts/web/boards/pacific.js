// Pacific: 32 points on diagonals; carriers, planes with their carriers' numbers, Kamikazes.

import { Board, FILLS, STROKES, action, counted, label, nameOf } from "./grid.js";

/** @typedef {{side: 0|1, kind: string, number: string}} Piece */

const NAMES = { C: "carrier", P: "plane", K: "Kamikaze" };
const LIMIT_ROWS = 3;

export class Pacific extends Board {
  constructor() {
    super("pacific", 8, 8);
  }

  /** @param {string} square */
  plays(square) {
    const [file, rank] = this.place(square);
    return (file + rank) % 2 === 1;
  }

  background() {
    let lines = "";
    let points = "";
    for (const square of this.squares()) {
      const [file, rank] = this.place(square);
      const [x, y] = this.point(file, rank);
      points += `<circle cx="${x}" cy="${y}" r="4" fill="#5c7f99"/>`;
      for (const step of [-1, 1]) {
        if (this.holds(file + step, rank + 1)) {
          const [x2, y2] = this.point(file + step, rank + 1);
          lines += `M${x} ${y}L${x2} ${y2}`;
        }
      }
    }
    const grid = `<path d="${lines}" stroke="#8fb0c6" stroke-width="2"/>`;
    return this.sheet("#d6e6f0") + grid + points + this.coordinates();
  }

  symbols() {
    /** @type {Record<string, string>} */
    const found = {};
    ["w", "b"].forEach((letter, side) => {
      const style = `fill="${FILLS[side]}" stroke="${STROKES[side]}" stroke-width="2"`;
      const ink = side === 0 ? STROKES[0] : FILLS[0];
      // A plane points in its direction; its number stays upright.
      const nose = (side === 0) !== this.turned ? -1 : 1;
      for (const number of "1234") {
        found[`${letter}C${number}`] =
          `<rect x="-18" y="-11" width="36" height="22" rx="9" ${style}/>` + label(number, 16, ink);
        const plane = `M0 ${nose * 17}L15 ${-nose * 12}L0 ${-nose * 6}L-15 ${-nose * 12}Z`;
        found[`${letter}P${number}`] = `<path d="${plane}" ${style}/>` + label(number, 12, ink);
      }
      const star = "M0-17L5-5L17 0L5 5L0 17L-5 5L-17 0L-5-5Z";
      found[`${letter}K`] = `<path d="${star}" ${style}/>` + label("K", 10, ink);
    });
    return found;
  }

  /** @param {string} fen @returns {Map<string, Piece>} */
  pieces(fen) {
    const rows = fen.split(" ")[0].split("/");
    if (rows.length !== this.ranks) throw new Error(`8 rows are expected, not ${rows.length}`);
    /** @type {Map<string, Piece>} */
    const found = new Map();
    rows.forEach((row, index) => {
      const rank = this.ranks - index;
      let file = (rank + 1) % 2;
      for (const word of row.match(/[CPcp][1-4]|[Kk]|[1-4]/g) ?? []) {
        if (/^[1-4]$/.test(word)) {
          file += 2 * Number(word);
          continue;
        }
        const side = /[A-Z]/.test(word[0]) ? 0 : 1;
        if (file < this.files) {
          found.set(nameOf(file, rank), { side, kind: word[0].toUpperCase(), number: word.slice(1) });
        }
        file += 2;
      }
      if (file !== ((rank + 1) % 2) + 8) throw new Error(`row ${rank} has not four points: ${row}`);
    });
    return found;
  }

  /** @param {string} fen */
  items(fen) {
    return [...this.pieces(fen)].map(([square, { side, kind, number }]) => ({
      symbol: "wb"[side] + kind + number,
      square,
      label: `${this.sides("")[side]} ${NAMES[/** @type {"C"|"P"|"K"} */ (kind)]} ${number}`.trim(),
    }));
  }

  /** @param {string} fen */
  caption(fen) {
    const [, side, halfmove = "0", fullmove = "1"] = fen.split(" ");
    const colour = side === "w" ? "White" : "Black";
    return `${colour} to move, move ${fullmove}, ${counted(Number(halfmove), "ply", "plies")} without change`;
  }

  /** @param {string} fen */
  facts(fen) {
    const pieces = this.pieces(fen);
    return this.sides("")
      .map((name, side) => {
        const { moves, attacks, waiting } = freedom(this, pieces, side);
        const free = attacks.length
          ? `must attack, ${counted(attacks.length, "first jump")}`
          : counted(moves.length, "free move");
        return `${name}: ${free}, ${counted(waiting.length, "plane")} at the limit`;
      })
      .join(" · ");
  }

  /** @returns {import("./grid.js").Overlay[]} */
  overlays() {
    return [
      {
        name: "limits",
        label: "Planes at their limit",
        on: true,
        draw: (/** @type {string} */ fen) => {
          const pieces = this.pieces(fen);
          return [0, 1].flatMap((side) => freedom(this, pieces, side).waiting.map((s) => this.bar(s, side))).join("");
        },
      },
    ];
  }

  /** The bar in front of a piece that cannot move on. @param {string} square @param {number} side */
  bar(square, side) {
    const [x, y] = this.centre(square);
    const level = y + ((side === 0) !== this.turned ? -18 : 18);
    return `<path d="M${x - 13} ${level}H${x + 13}" stroke="#d00" stroke-width="4"><title>at its limit</title></path>`;
  }

  legend() {
    return [
      { symbol: "wC1", letter: "C1", name: "carrier 1" },
      { symbol: "wP1", letter: "P1", name: "plane of carrier 1" },
      { symbol: "wK", letter: "K", name: "Kamikaze" },
    ];
  }

  /** @param {string} token */
  read(token) {
    const path = this.squaresOf(token);
    const rows = path.map((square) => this.place(square)[1]);
    const jumps = rows.length > 1 && Math.abs(rows[1] - rows[0]) === 2;
    return action(token, "move", path, "", path.join(jumps ? " takes to " : " to ") || token);
  }

  /** @param {string} _variant */
  palette(_variant) {
    return ["w", "b"].flatMap((letter, side) =>
      ["C1", "C2", "C3", "C4", "P1", "P2", "P3", "P4", "K"].map((piece) => ({
        symbol: letter + piece,
        piece: side === 0 ? piece : piece.toLowerCase(),
        name: `${this.sides("")[side]} ${NAMES[/** @type {"C"|"P"|"K"} */ (piece[0])]} ${piece.slice(1)}`.trim(),
      })),
    );
  }

  /** @param {string} fen @param {string} square @param {string} piece */
  put(fen, square, piece) {
    const words = new Map([...this.pieces(fen)].map(([where, { side, kind, number }]) => [where, side === 0 ? kind + number : kind.toLowerCase() + number]));
    if (piece) words.set(square, piece);
    else words.delete(square);
    const rows = [];
    for (let rank = 8; rank >= 1; rank -= 1) {
      let row = "";
      let empty = 0;
      for (let file = (rank + 1) % 2; file < 8; file += 2) {
        const word = words.get(nameOf(file, rank));
        if (word) {
          row += (empty || "") + word;
          empty = 0;
        } else {
          empty += 1;
        }
      }
      rows.push(row + (empty || ""));
    }
    return [rows.join("/"), ...fen.split(" ").slice(1)].join(" ");
  }
}

/**
 * What a side may do if it were to move: plain moves, first jumps of attacks, and the planes that are
 * at their limit.
 * @param {Pacific} board @param {Map<string, Piece>} pieces @param {number} side
 */
export function freedom(board, pieces, side) {
  /** @type {{moves: string[], attacks: string[], waiting: string[]}} */
  const found = { moves: [], attacks: [], waiting: [] };
  const forward = side === 0 ? 1 : -1;
  const carriers = new Map();
  for (const [square, piece] of pieces) {
    if (piece.side === side && piece.kind === "C") carriers.set(piece.number, board.place(square)[1]);
  }
  for (const [square, piece] of pieces) {
    if (piece.side !== side) continue;
    const [file, rank] = board.place(square);
    const home = carriers.get(piece.number) ?? rank;
    if (piece.kind === "P" && (rank - home) * forward >= LIMIT_ROWS) {
      found.waiting.push(square);
      continue;
    }
    for (const up of piece.kind === "K" ? [1, -1] : [forward]) {
      for (const across of [-1, 1]) {
        const next = at(board, file + across, rank + up);
        if (next === "") continue;
        const met = pieces.get(next);
        if (met === undefined) found.moves.push(square + next);
        else if (met.side !== side && piece.kind !== "C") {
          const beyond = at(board, file + 2 * across, rank + 2 * up);
          if (beyond !== "" && !pieces.has(beyond)) found.attacks.push(square + beyond);
        }
      }
    }
  }
  return found;
}

/** @param {Board} board @param {number} file @param {number} rank */
function at(board, file, rank) {
  return board.holds(file, rank) ? nameOf(file, rank) : "";
}
