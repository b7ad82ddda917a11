// The levels of the engine in words, with their Elo.

import { BEST_LEVEL } from "./table_state.js";

// The Elo of levels 0 and 19, with equal steps between; level 20 is full strength (section 4 of protocol.md).
const LEAST_ELO = 600;
const MOST_ELO = 2200;
/** The words for an Elo below a limit. @type {[number, string][]} */
const WORDS = [
  [850, "beginner"],
  [1150, "easy"],
  [1450, "medium"],
  [1750, "hard"],
  [2000, "strong"],
];
const BEST_WORD = "very strong";

/** The Elo of a level below full strength. @param {number} level */
export function eloOf(level) {
  return LEAST_ELO + Math.trunc((level * (MOST_ELO - LEAST_ELO)) / (BEST_LEVEL - 1));
}

/** A level in words. `range` is the least and the greatest Elo that were measured for the variant: a level beyond plays
 * as the nearest of them. @param {number} level @param {[number, number]} [range] */
export function levelWords(level, range) {
  if (!Number.isInteger(level) || level < 0 || level > BEST_LEVEL) return `0 to ${BEST_LEVEL}`;
  if (level === BEST_LEVEL) return "full strength";
  const [least, most] = range ?? [LEAST_ELO, MOST_ELO];
  const elo = Math.min(Math.max(eloOf(level), least), most);
  const word = WORDS.find(([limit]) => elo < limit)?.[1] ?? BEST_WORD;
  return `${word}, Elo ${elo}`;
}
