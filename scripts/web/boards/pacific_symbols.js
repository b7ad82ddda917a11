// The pieces of Pacific: carriers and planes from above, and Kamikazes with a cherry blossom.

import { label, outlined } from "./grid.js";

/** @typedef {import("./themes.js").Side} Side */

const DECK = '<path d="M-17-4Q-17-9-12-9H10.5L17.8 0L10.5 9H-12Q-17 9-17 4Z"/>';
// The nose is up.
const PLANE =
  '<path d="M0-18Q2.8-16 3-9L17 1.5V6.5L3.6 4.2L2.8 11L7.5 14.5V17.5L0 16L-7.5 17.5V14.5L-2.8 11L-3.6 4.2L-17 6.5V1.5L-3-9Q-2.8-16 0-18Z"/>';
// A petal of a cherry blossom has a notch at its end.
const PETAL = "M0-1.5Q-6-6-4.2-12.2L-1.4-13.6L0-11.6L1.4-13.6L4.2-12.2Q6-6 0-1.5Z";

/** All pieces; planes of the first player point up, or down on a turned board.
 * @param {import("./themes.js").Theme} theme @param {boolean} turned @returns {Record<string, string>} */
export function symbolsOf({ sides, blossom }, turned) {
  /** @type {Record<string, string>} */
  const found = {};
  ["w", "b"].forEach((letter, seat) => {
    const side = sides[seat];
    const faces = (seat === 0) !== turned ? 0 : 180;
    for (const number of "1234") {
      found[`${letter}C${number}`] = carrier(side, number, seat);
      found[`${letter}P${number}`] = plane(side, number, faces);
    }
    found[`${letter}K`] = kamikaze(side, blossom);
  });
  return found;
}

/** @param {Side} side @param {string} number @param {number} seat */
function carrier({ fill, edge, ink }, number, seat) {
  const bow = seat === 0 ? "" : ' transform="scale(-1 1)"';
  const lines = `<path d="M-14-5.5H-6M-14 5.5H-6M8-5.5H12M8 5.5H12" stroke="${ink}" stroke-width="1.2" stroke-dasharray="3 2"/>`;
  return `<g${bow}>${outlined(DECK, fill, edge)}${lines}</g>${label(number, 15, ink)}`;
}

/** The number stands on a disc, upright. @param {Side} side @param {string} number @param {number} faces */
function plane({ fill, edge, ink }, number, faces) {
  const body = `${PLANE}<circle cy="-0.5" r="7.6"/>`;
  return `<g transform="rotate(${faces})">${outlined(body, fill, edge, 1.7)}</g>${label(number, 12.5, ink, faces ? 0.5 : -0.5)}`;
}

/** @param {Side} side @param {string} blossom */
function kamikaze({ fill, edge }, blossom) {
  const petals = [0, 72, 144, 216, 288].map((turn) => `<path d="${PETAL}" transform="rotate(${turn})"/>`).join("");
  return (
    `<circle r="16.5" fill="${fill}" stroke="${edge}" stroke-width="1.8"/>` +
    `<g fill="${blossom}" stroke="#7c1f45" stroke-width="1">${petals}</g><circle r="2.2" fill="#7c1f45"/>`
  );
}
