// Pacific: 32 points on diagonals; carriers, planes with their carriers' numbers, Kamikazes.

import { Board, CELL, MARGIN, action, badge, counted, nameOf } from "./grid.js";
import { symbolsOf } from "./pacific_symbols.js";

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

  /** @param {string} variant */
  title(variant) {
    return `Pacific, type ${variant.endsWith("b") ? "B" : "A"}`;
  }

  /** @param {string} variant */
  about(variant) {
    const lost = variant.endsWith("b") ? " A Kamikaze is lost with the carrier that it sinks." : "";
    return `Carriers and planes on the diagonals. Planes jump over what they take, stay within three rows of their carrier, and become Kamikazes on the last row.${lost}`;
  }

  background() {
    const { sheet, sea, seaLine } = this.theme;
    let lines = "";
    let points = "";
    for (const square of this.squares()) {
      const [file, rank] = this.place(square);
      const [x, y] = this.point(file, rank);
      points += `<circle cx="${x}" cy="${y}" r="4" fill="${seaLine}"/>`;
      for (const step of [-1, 1]) {
        if (this.holds(file + step, rank + 1)) {
          const [x2, y2] = this.point(file + step, rank + 1);
          lines += `M${x} ${y}L${x2} ${y2}`;
        }
      }
    }
    const water = `<rect x="${MARGIN - 4}" y="${MARGIN - 4}" width="${8 * CELL + 8}" height="${8 * CELL + 8}" rx="4" fill="${sea[0]}" stroke="${seaLine}" stroke-width="2"/>`;
    const grid = `<path d="${lines}" stroke="${seaLine}" stroke-width="1.6" stroke-opacity=".75"/>`;
    return this.sheet(sheet) + water + grid + points + this.coordinates();
  }

  symbols() {
    return symbolsOf(this.theme, this.turned);
  }

  grounds() {
    return [this.theme.sea[0], this.theme.last];
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
        label: "Limits of planes",
        on: true,
        draw: (/** @type {string} */ fen) => {
          const found = this.pieces(fen);
          const bars = [0, 1].flatMap((side) => freedom(this, found, side).waiting.map((square) => this.bar(square, side)));
          return bars.join("") + this.rows(found);
        },
      },
    ];
  }

  /** The bar in front of a piece that cannot move on. @param {string} square @param {number} side */
  bar(square, side) {
    const [x, y] = this.centre(square);
    const level = y + ((side === 0) !== this.turned ? -19 : 19);
    const line = (/** @type {string} */ stroke, /** @type {number} */ width) => `<path d="M${x - 13} ${level}H${x + 13}" stroke="${stroke}" stroke-width="${width}"/>`;
    return `<g class="waits"><title>at its limit</title>${line(this.theme.halo, 5)}${line(this.theme.warning, 3)}</g>`;
  }

  /** The row of the limit of each carrier's planes.
   * @param {Map<string, Piece>} found @returns {{row: number, side: 0|1, number: string}[]} */
  limits(found) {
    const flying = new Set([...found.values()].filter(({ kind }) => kind === "P").map(({ side, number }) => side + number));
    return [...found].flatMap(([square, { side, kind, number }]) => {
      const row = this.place(square)[1] + (side === 0 ? LIMIT_ROWS : -LIMIT_ROWS);
      return kind === "C" && flying.has(side + number) && row >= 1 && row <= this.ranks ? [{ row, side, number }] : [];
    });
  }

  /** Beside the row of each limit the numbers of its planes. @param {Map<string, Piece>} found */
  rows(found) {
    /** @type {Map<string, string>} */
    const texts = new Map();
    for (const { row, side, number } of this.limits(found)) texts.set(`${side} ${row}`, (texts.get(`${side} ${row}`) ?? "") + number);
    return [...texts].map(([key, numbers]) => {
      const [side, row] = key.split(" ").map(Number);
      const y = this.point(0, row)[1] + (side === 0 ? -7.5 : 7.5);
      const shown = [...numbers].sort();
      const title = `<title>limit of ${this.sides("")[side]}'s planes ${shown.join(", ")}</title>`;
      return `<g>${title}${badge(this.width - MARGIN / 2 + 1, y, shown.join(""), this.theme.sides[side], Math.min(21, 10 + 4 * shown.length))}</g>`;
    }).join(""); // prettier-ignore
  }

  /** The limit of a plane, or of the planes of a carrier. @param {string} fen @param {string} square */
  hover(fen, square) {
    const found = this.pieces(fen);
    const piece = found.get(square);
    return this.limits(found)
      .filter(({ side, number }) => side === piece?.side && number === piece.number)
      .map(({ row }) => {
        const y = this.point(0, row)[1];
        const line = (/** @type {string} */ stroke, /** @type {number} */ width) => `<path d="M${MARGIN} ${y}H${this.width - MARGIN}" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="9 5"/>`;
        return line(this.theme.halo, 5) + line(this.theme.warning, 2.5);
      })
      .join("");
  }

  legend() {
    return [
      { symbol: "wC1", letter: "C1", name: "carrier 1" },
      { symbol: "wP1", letter: "P1", name: "plane of carrier 1" },
      { symbol: "wK", letter: "K", name: "Kamikaze" },
    ];
  }

  /** @param {string} fen @param {string} square @param {import("./grid.js").Item} _item @param {import("./grid.js").Action[]} legal */
  whyNot(fen, square, _item, legal) {
    const found = this.pieces(fen);
    const piece = found.get(square);
    if (piece?.kind === "P" && freedom(this, found, piece.side).waiting.includes(square)) {
      return `at its limit, ${LIMIT_ROWS} or more rows ahead of carrier ${piece.number}`;
    }
    const attacks = legal.filter(({ path }) => Math.abs(this.place(path[1])[1] - this.place(path[0])[1]) === 2);
    if (attacks.length) return `an attack must be made, by ${[...new Set(attacks.map(({ path }) => path[0]))].join(" or ")}`;
    const isHome = this.place(square)[1] === (piece?.side === 0 ? this.ranks : 1);
    return piece?.kind === "C" && isHome ? "a carrier on the enemy's back row stays there" : "no move: blocked";
  }

  /** @param {string} token */
  read(token) {
    const path = this.squaresOf(token);
    const rows = path.map((square) => this.place(square)[1]);
    const jumps = rows.length > 1 && Math.abs(rows[1] - rows[0]) === 2;
    return action(token, "move", path, "", path.join(jumps ? " takes to " : " to ") || token);
  }

  hasTables() {
    return true;
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
    const words = this.words(fen);
    if (piece) words.set(square, piece);
    else words.delete(square);
    return withWords(fen, words);
  }

  /** @param {string} fen @param {string} from @param {string} to */
  shift(fen, from, to) {
    const words = this.words(fen);
    const piece = words.get(from);
    words.delete(from);
    if (piece) words.set(to, piece);
    return withWords(fen, words);
  }

  /** The pieces as a FEN writes them, by point. @param {string} fen */
  words(fen) {
    return new Map([...this.pieces(fen)].map(([where, { side, kind, number }]) => [where, side === 0 ? kind + number : kind.toLowerCase() + number]));
  }
}

/** The FEN with these pieces. @param {string} fen @param {Map<string, string>} words */
function withWords(fen, words) {
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
