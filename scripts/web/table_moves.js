// The moves in endgame tables, with the plies to the end, for the position on the board.

import { button, find, make } from "./dom.js";

/** The question whose answer has them. */
export const TABLE_MOVES = "tablemoves";

/** A move and its exact result for the mover. @typedef {{token: string, value: string, plies: number | undefined}} TableMove */

/** The moves in an answer such as `e3d4 win 23, e3f4 draw`; none if no table knows the position. @param {string} text @returns {TableMove[]} */
export function tableMoves(text) {
  const moves = text.split(", ").filter(Boolean).map((one) => one.split(" ")).map(([token, value, plies]) => ({
    token, value, plies: plies === undefined ? undefined : Number(plies),
  })); // prettier-ignore
  return moves.some(({ value }) => value !== "unknown") ? moves : [];
}

/** Lists them; a press on one plays it. @param {TableMove[]} moves @param {(token: string) => void} play */
export function drawTableMoves(moves, play) {
  find("table-moves").hidden = moves.length === 0;
  find("table-list").replaceChildren(
    ...moves.map(({ token, value, plies }) =>
      make("li", { class: value }, button(token, () => play(token)), ` ${value}${plies === undefined ? "" : ` in ${plies} ${plies === 1 ? "ply" : "plies"}`}`),
    ),
  ); // prettier-ignore
}
