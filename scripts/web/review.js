// What a review of a finished game finds: the value of each position for each player, the moves that gave most away,
// and how accurately the players moved.

import { expected } from "./words.js";

// The least fall of the expected score for a mark, and the marks by the fall.
const LEAST_FALL = 0.1;
/** @type {[number, string][]} */
const MARKS = [[0.3, "??"], [0.2, "?"], [LEAST_FALL, "?!"]]; // prettier-ignore

/** @typedef {import("./table_state.js").Score} Score */
/**
 * A position of the game after a number of turns: who is to move (from 1), what the position is worth to him (0 to 1),
 * and the engine's line.
 * @typedef {{mover: number, value: number, score?: Score, pv: string[]}} Judged
 */
/** A move that gave something away. `turn` is its number. @typedef {{turn: number, player: number, token: string, mark: string, fall: number, better: string[]}} Moment */

/** The expected score of the player to move. @param {Score | undefined} score */
export function valueOf(score) {
  if (score?.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return expected(score?.cp ?? 0);
}

/** What a result is worth to a player. @param {string} result such as `p2win` @param {number} player @param {number} players */
export function worth(result, player, players) {
  const found = /^p([1-4])(win|loss)$/.exec(result);
  if (!found) return 1 / players;
  const isHis = Number(found[1]) === player;
  if (found[2] === "win") return isHis ? 1 : 0;
  return isHis ? 0 : 1 / (players - 1);
}

/**
 * How much each move lowered its player's value. With two players the next position tells; with more, the next one in
 * which the player is to move, or the result.
 * @param {Judged[]} judged the positions, the start first @param {string} result @param {number} players
 * @returns {number[]} by the number of turns before the move
 */
export function falls(judged, result, players) {
  return judged.slice(0, -1).map(({ mover, value }, index) => {
    const later = judged.slice(index + 1).find((one, step) => one.mover === mover || (players === 2 && step === 0));
    let after = result === "none" ? value : worth(result, mover, players);
    if (later) after = later.mover === mover ? later.value : 1 - later.value;
    return Math.max(value - after, 0);
  });
}

/** The moves that gave most away, in the order of the game. @param {Judged[]} judged @param {string[]} tokens @param {string} result @param {number} players @returns {Moment[]} */
export function momentsOf(judged, tokens, result, players) {
  return falls(judged, result, players).flatMap((fall, turn) => {
    const mark = MARKS.find(([least]) => fall >= least)?.[1];
    const { mover, pv } = judged[turn];
    if (!mark || pv[0] === tokens[turn]) return [];
    return [{ turn, player: mover, token: tokens[turn], mark, fall, better: pv }];
  });
}

/** The mean accuracy of a player's moves in percent, or undefined without a move.
 * @param {Judged[]} judged @param {string} result @param {number} players @param {number} player */
export function accuracyOf(judged, result, players, player) {
  const own = falls(judged, result, players).filter((_, turn) => judged[turn].mover === player);
  return meanAccuracy(own);
}

/** The mean accuracy of moves in percent, by the expected score that each gave away; undefined without a move. A move that
 * loses nothing has 100; one that loses 20 % of the expected score has about 40. @param {number[]} lost */
export function meanAccuracy(lost) {
  if (lost.length === 0) return undefined;
  const each = lost.map((fall) => Math.min(Math.max(103.2 * Math.exp(-4.354 * fall) - 3.2, 0), 100));
  return Math.round(each.reduce((sum, one) => sum + one, 0) / lost.length);
}
