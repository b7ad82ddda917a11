// Results, reasons, scores and players in words.

import { boardOf } from "./boards/index.js";

export const MATE_CP = 100_000;
const MATE_MARGIN = MATE_CP - 10_000;
// Centipawns that make an expected score of 73 %.
export const CP_PER_UNIT = 100;

/** @type {Record<string, string>} */
const REASONS = {
  rules: "by the rules",
  resignation: "by resignation",
  "draw by score": "drawn as both scores said so",
  length: "stopped at the longest length allowed",
  "illegal move": "an illegal move",
  time: "time ran out",
  crash: "the engine crashed",
  silence: "the engine did not answer",
  protocol: "a fault of protocol",
};

/** The players' names of a variant. @param {string} variant @param {number} players */
export function sidesOf(variant, players) {
  const names = boardOf(variant)?.sides(variant) ?? ["White", "Black", "Red", "Green"];
  return names.slice(0, players);
}

/** `+0.35`, or `M3` and `-M3` for mates. @param {number | null | undefined} score */
export function scoreText(score) {
  if (score === null || score === undefined) return "";
  if (Math.abs(score) >= MATE_MARGIN) return `${score < 0 ? "-" : ""}M${MATE_CP - Math.abs(score)}`;
  return `${score > 0 ? "+" : ""}${(score / 100).toFixed(2)}`;
}

/** The expected score, 0 to 1, that a score in centipawns stands for. @param {number} score */
export function expected(score) {
  return 1 / (1 + Math.exp(-Math.max(-20, Math.min(20, score / CP_PER_UNIT))));
}

/** A result such as `p2win` in words. @param {string} result @param {string} variant @param {string[]} engines */
export function resultWords(result, variant, engines) {
  if (result === "draw") return "draw";
  if (result === "void") return "void, does not count";
  if (result === "none") return "not finished";
  const found = /^p([1-4])(win|loss)$/.exec(result);
  if (!found) return result;
  const seat = Number(found[1]) - 1;
  const side = sidesOf(variant, engines.length)[seat] ?? `player ${seat + 1}`;
  const name = engines[seat] ? `${engines[seat]} (${side})` : side;
  return found[2] === "win" ? `${name} won` : `${name} lost, the others share`;
}

/** Why a game ended, in words. @param {string} reason @param {string} fault whose fault it was @param {string} detail */
export function reasonWords(reason, fault, detail) {
  let text = REASONS[reason] ?? reason;
  if (fault) text += `, the fault of ${fault}`;
  return detail ? `${text}: ${detail}` : text;
}

/** Who plays which colour: `A (White) – B (Black)`. @param {string[]} engines @param {string} variant */
export function pairing(engines, variant) {
  const sides = sidesOf(variant, engines.length);
  return engines.map((name, seat) => `${name} (${sides[seat] ?? seat + 1})`).join(" – ");
}

/** Whether a text holds all words, in any order and in any case. @param {string} text lower case @param {string} wanted */
export function holdsWords(text, wanted) {
  return wanted.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** A text about a position, or none where it cannot be read. @param {() => string} text */
export function worded(text) {
  try {
    return text();
  } catch {
    return "";
  }
}

/** A turn with room for line breaks between its actions. @param {string} token */
export function spaced(token) {
  return token.replaceAll(",", ", ");
}
