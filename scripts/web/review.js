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
 * what it is worth to each of three or four players, if that is known, and the engine's line. `unknown` says that no
 * engine can tell, as in a deployment; such a position counts for nothing.
 * @typedef {{mover: number, value: number, shares?: number[], score?: Score, pv: string[], unknown?: boolean}} Judged
 */
/** A move that gave something away. `turn` is its number. @typedef {{turn: number, player: number, token: string, mark: string, fall: number, better: string[]}} Moment */

/** The expected share of the player to move. A score of 0 is an even share. @param {Score | undefined} score @param {number} players */
export function valueOf(score, players) {
  if (score?.mate !== undefined) return score.mate > 0 ? 1 : 0;
  const odds = expected(score?.cp ?? 0) / expected(-(score?.cp ?? 0)) / (players - 1);
  return odds / (1 + odds);
}

/**
 * What each position is worth to all players. Where only the mover's share is known, those of the others keep their
 * proportions since the position before.
 * @param {Judged[]} judged the positions, the start first @param {string} result @param {number} players
 * @returns {number[][]} by position and player
 */
export function sharesAlong(judged, result, players) {
  let now = Array.from({ length: players }, () => 1 / players);
  return judged.map(({ mover, value, shares }, index) => {
    const isEnd = index > 0 && index === judged.length - 1 && result !== "none";
    if (isEnd) now = now.map((_, seat) => worth(result, seat + 1, players));
    else if (shares) now = shares;
    else {
      const others = 1 - now[mover - 1];
      now = now.map((share, seat) => (seat === mover - 1 ? value : (1 - value) * (others > 0 ? share / others : 1 / (players - 1))));
    }
    return now;
  });
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
 * How much each move lowered its player's value. The next position tells, if it says what it is worth to that player;
 * otherwise the next one in which the player is to move, or the result.
 * @param {Judged[]} judged the positions, the start first @param {string} result @param {number} players
 * @returns {number[]} by the number of turns before the move
 */
export function falls(judged, result, players) {
  return judged.slice(0, -1).map(({ mover, value, unknown }, index) => {
    if (unknown) return 0;
    const later = judged.slice(index + 1).find((one, step) => !one.unknown && (one.mover === mover || (step === 0 && (players === 2 || one.shares))));
    let after = result === "none" ? value : worth(result, mover, players);
    if (later) after = later.mover === mover ? later.value : (later.shares?.[mover - 1] ?? 1 - later.value);
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
  const own = falls(judged, result, players).filter((_, turn) => judged[turn].mover === player && !judged[turn].unknown);
  return meanAccuracy(own);
}

/** The mean accuracy of moves in percent, by the expected score that each gave away; undefined without a move. A move that
 * loses nothing has 100; one that loses 20 % of the expected score has about 40. @param {number[]} lost */
export function meanAccuracy(lost) {
  if (lost.length === 0) return undefined;
  const each = lost.map((fall) => Math.min(Math.max(103.2 * Math.exp(-4.354 * fall) - 3.2, 0), 100));
  return Math.round(each.reduce((sum, one) => sum + one, 0) / lost.length);
}
