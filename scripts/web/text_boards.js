// Whole boards that a rulebook draws as text, as positions. Parts of boards stay text.

/** How a family draws a board: its ranks are lines that begin with their numbers. `none` is no square at all.
 * @typedef {{variant: string, files: number, ranks: number, empty: RegExp, none?: string, rest: (squares: Map<string, string>) => string}} Shape */

const LETTERS = "abcdefghijklmnopqrstuvwxy";
const ARSENALS = ["c1", "w1", "h17", "o19"];

/** @type {Record<string, Shape>} */
const SHAPES = {
  pacific: { variant: "pacific-a", files: 8, ranks: 8, empty: /^\+$/, none: ".", rest: () => "w 0 1" },
  pacru: { variant: "pacru", files: 9, ranks: 9, empty: /^\.$/, rest: () => "w - 0 1" },
  gameofwar: {
    variant: "gameofwar", files: 25, ranks: 20, empty: /^[.^=#aA]$/,
    rest: (squares) => `w ${ARSENALS.filter((square) => /a/i.test(squares.get(square) ?? "")).join(",") || "-"} - - - - 0 1`,
  },
}; // prettier-ignore

/** The position of a text that is a whole board. @param {string} family @param {string} text @returns {{variant: string, fen: string} | undefined} */
export function boardIn(family, text) {
  const shape = SHAPES[family];
  if (!shape) return undefined;
  /** @type {Map<string, string>} */
  const squares = new Map();
  for (const line of text.split("\n")) {
    const found = /^ *(\d+)[ |]+(\S.*)$/.exec(line);
    const signs = found?.[2].replaceAll("|", " ").trim().split(/ +/) ?? [];
    if (!found || signs.length < shape.files) continue;
    signs.slice(0, shape.files).forEach((sign, file) => squares.set(`${LETTERS[file]}${found[1]}`, sign));
  }
  if (squares.size !== shape.files * shape.ranks) return undefined;
  const rows = Array.from({ length: shape.ranks }, (_, row) => rowOf(shape, squares, shape.ranks - row));
  return { variant: shape.variant, fen: `${rows.join("/")} ${shape.rest(squares)}` };
}

/** A rank as a FEN writes it. @param {Shape} shape @param {Map<string, string>} squares @param {number} rank */
function rowOf({ files, empty, none }, squares, rank) {
  let row = "";
  let run = 0;
  for (const letter of LETTERS.slice(0, files)) {
    const sign = squares.get(`${letter}${rank}`) ?? "";
    if (sign === none) continue;
    if (empty.test(sign)) {
      run += 1;
      continue;
    }
    row += (run || "") + sign;
    run = 0;
  }
  return row + (run || "");
}
