// From whose side scores are shown: of the player to move, or in games of two always of the first player.

import { onClick, find, recall, remember } from "./dom.js";
import { scoreWords } from "./table_state.js";

const REMEMBERED = "score-side";

/** @typedef {import("./table_state.js").Score} Score */
/** What is known of a page here. @typedef {{state?: import("./table_state.js").State, sideName: (player: number) => string}} Sided */

let isFirst = recall(REMEMBERED) === "first";

/** The other side's score. @param {Score} score @returns {Score} */
function flipped({ cp, mate }) {
  return mate === undefined ? { cp: -(cp ?? 0) } : { mate: -mate };
}

/** The player whose scores are shown where `mover` is to move. @param {Sided} page @param {number} mover */
export function scoredSide(page, mover) {
  return isFirst && page.state?.seats.length === 2 ? 1 : mover;
}

/** A score of the player to move as it is shown. @param {Sided} page @param {Score} score @param {number} mover */
export function scoreShown(page, score, mover) {
  return scoreWords(scoredSide(page, mover) === mover ? score : flipped(score));
}

/** The same, with the name of the side. @param {Sided} page @param {Score} score @param {number} mover */
export function scoreFor(page, score, mover) {
  return `${scoreShown(page, score, mover)} for ${page.sideName(scoredSide(page, mover))}`;
}

/** Has a button choose the side. @param {Sided} page @param {() => void} changed */
export function listenToSide(page, changed) {
  const draw = () => find("score-side").setAttribute("aria-pressed", String(isFirst));
  onClick("score-side", () => {
    isFirst = !isFirst;
    remember(REMEMBERED, isFirst ? "first" : "mover");
    draw();
    changed();
  });
  draw();
}
