// The data of the report's page: an entry for each game, and its moves, which are parsed on first use.

import { boardOf } from "./boards/index.js";
import { meanAccuracy, valueOf } from "./review.js";
import { SWING } from "./value_graph.js";
import { pairing, reasonWords, resultWords } from "./words.js";

/**
 * The entry of a game in the list.
 * @typedef {object} Game
 * @property {number} index
 * @property {number} number
 * @property {string} variant
 * @property {string[]} engines
 * @property {string[]} controls
 * @property {string} result
 * @property {string} reason
 * @property {string} fault
 * @property {string} detail
 * @property {string} start
 * @property {number} plies
 */
/**
 * The finding of an analysis about one move.
 * @typedef {{mark: string, drop: number, best: string, bestScore: number | null, score: number | null, depth: number | null, pv: string[]}} Finding
 */
/**
 * The moves of a game, parsed when it is opened. `opening` tokens come before those with players and scores.
 * @typedef {object} Moves
 * @property {string[]} tokens
 * @property {number} opening
 * @property {number[]} players
 * @property {(number | null)[]} scores
 * @property {(number | null)[]} depths
 * @property {number[]} times
 * @property {string[]} fens
 * @property {string[]} networks lines of communication, position by position
 * @property {string[][]} beliefs of each player, position by position: `c6s31 c7s25`, in percent
 * @property {Record<string, Finding>} findings by the number of tokens played before
 */
/** @typedef {{ply: number, mark: string, words: string}} Mistake */
/** @typedef {import("./boards/index.js").Belief} Belief */

// The least fall of expected score between two values of an engine for a mark.
const LEAST_SWING = 0.2;

/** @returns {Game[]} */
export function readGames() {
  const text = document.getElementById("data")?.textContent ?? '{"games":[]}';
  return JSON.parse(text).games;
}

/** @param {Game} game @returns {Moves} */
export function readMoves(game) {
  const text = document.getElementById(`game-${game.index}`)?.textContent ?? "{}";
  const moves = JSON.parse(text);
  moves.fens = positions(moves.fens);
  moves.networks = positions(moves.networks ?? []);
  return moves;
}

/**
 * The first text is complete. Each other text is three entries: the lengths of the prefix and suffix
 * that it shares with the text before it, and the part between.
 * @param {(string | number)[]} changes @returns {string[]}
 */
export function positions(changes) {
  if (changes.length === 0) return [];
  let text = String(changes[0]);
  const found = [text];
  for (let at = 1; at < changes.length; at += 3) {
    const [head, tail, middle] = [Number(changes[at]), Number(changes[at + 1]), changes[at + 2]];
    text = text.slice(0, head) + middle + text.slice(text.length - tail);
    found.push(text);
  }
  return found;
}

/** The title of a game in the list. @param {Game} game */
export function titleOf(game) {
  return `${game.number}. ${pairing(game.engines, game.variant)}`;
}

/** The end of a game, in words. @param {Game} game */
export function outcomeOf(game) {
  const result = resultWords(game.result, game.variant, game.engines);
  return `${result}, ${reasonWords(game.reason, game.fault, game.detail)}`;
}

/** The text that the filter searches. @param {Game} game */
export function searchText(game) {
  const codes = [game.result, game.reason, game.fault, game.variant, ...game.controls];
  return `${titleOf(game)} ${outcomeOf(game)} ${codes.join(" ")}`.toLowerCase();
}

/** The mistakes of a game: moves that an analysis marked. Without an analysis, moves after which the
 * engine's next score was much lower. @param {Game} game @param {Moves} moves @returns {Mistake[]} */
export function mistakesOf(game, moves) {
  const marked = Object.entries(moves.findings).filter(([, finding]) => finding.mark);
  if (Object.keys(moves.findings).length > 0) {
    return marked
      .map(([before, { mark, best }]) => ({ ply: Number(before) + 1, mark, words: `better ${best}` }))
      .sort((a, b) => a.ply - b.ply);
  }
  /** @type {Mistake[]} */
  const found = [];
  moves.scores.forEach((score, index) => {
    const following = moves.players.indexOf(moves.players[index], index + 1);
    const later = following < 0 ? null : moves.scores[following];
    if (score === null || later === null || later === undefined) return;
    const players = game.engines.length;
    const drop = valueOf({ cp: score }, players) - valueOf({ cp: later }, players);
    if (drop < LEAST_SWING) return;
    const words = `the engine's own value fell by ${Math.round(100 * drop)} % before its next move`;
    found.push({ ply: moves.opening + index + 1, mark: SWING, words });
  });
  return found;
}

/** The accuracy of each seat in an analysed game, in percent; empty without an analysis. @param {Game} game @param {Moves} moves */
export function accuraciesOf(game, moves) {
  const found = Object.entries(moves.findings);
  if (found.length === 0) return [];
  return game.engines.map((_, seat) => {
    const own = found.filter(([before]) => moves.players[Number(before) - moves.opening] === seat + 1);
    return meanAccuracy(own.map(([, { drop }]) => drop));
  });
}

/** What a player (from 1) believed about hidden pieces after a number of moves.
 * @param {Moves} moves @param {number} player @param {number} ply @returns {Belief[]} */
export function beliefsOf(moves, player, ply) {
  const text = moves.beliefs?.[player - 1]?.[ply] ?? "";
  return [...text.matchAll(/([a-y]\d+)(\D)(\d+)/g)].map(([, square, letter, percent]) => ({ square, letter, percent: Number(percent) }));
}

/** The tokens from the view of a player (from 1): hidden turns are `?`.
 * @param {Game} game @param {Moves} moves @param {number} player */
export function tokensFor(game, moves, player) {
  const board = boardOf(game.variant);
  return moves.tokens.map((token, index) => {
    const fields = (moves.fens[index] ?? "").split(" ");
    const mover = "wb".indexOf(fields[1]) + 1;
    if (!board || mover === player) return token;
    const hidden = fields[2] === "u" && !/^[sx]/.test(token);
    return hidden || token.includes("@") ? hide(token) : token;
  });
}

/** A token with its hidden parts as `?`: a deployment keeps its ships. @param {string} token */
function hide(token) {
  return token.includes("@") ? token.replace(/S@[a-p]\d+/g, "S@?") : "?";
}
