// The units of A Game of War as map symbols: a box with crossed straps for infantry, a sash for mounted troops, a ball
// for artillery, a flash for those who pass on signals.

import { outlined } from "./grid.js";

/** @typedef {import("./themes.js").Side} Side */
/** @typedef {import("./themes.js").Theme} Theme */

const [WIDE, HIGH] = [16, 11.5];
// Lines end before the corners, so that the box keeps its outline.
const SASH = "M-13.6 9.4L13.6-9.4";
const STRAP = "M-13.6-9.4L13.6 9.4";
const FLASH = "M-10.5-7L3-1.2L-3 1.2L10.5 7";
const BALL = '<circle r="5.2" stroke="none"/>';

/** What is inside the box of each unit. @type {Record<string, (ink: string) => string>} */
const INSIDE = {
  I: () => `<path d="${SASH}${STRAP}" fill="none"/>`,
  C: () => `<path d="${SASH}" fill="none"/>`,
  K: (ink) => `<g fill="${ink}">${BALL}</g>`,
  W: (ink) => `<path d="${SASH}" fill="none"/><g fill="${ink}">${BALL}</g>`,
  R: () => `<path d="${FLASH}" fill="none" stroke-width="3"/>`,
  X: () => `<path d="${SASH}" fill="none"/><path d="${FLASH}" fill="none" stroke-width="3"/>`,
};

/** All units and arsenals, and what marks units. @param {Theme} theme @returns {Record<string, string>} */
export function symbolsOf({ sides, gold, warning, halo, stone, peak }) {
  /** @type {Record<string, string>} */
  const found = {};
  ["w", "b"].forEach((letter, seat) => {
    const side = sides[seat];
    found[`${letter}A`] = arsenal(side, stone, peak);
    for (const unit of Object.keys(INSIDE)) {
      found[letter + unit] = box(unit, side);
      found[`${letter}${unit}-dim`] = box(unit, { ...side, fill: side.dim }, true);
    }
  });
  found.moved = badge("M17.5-17.9l-4.3 4.2l-2.8-2.2", gold, peak);
  found.retreat = badge("M-4-15.7H-17M-12.8-18L-17-15.7L-12.8-13.4", warning, halo);
  found.cut = badge("M-15 16H-5M5 16H15M-2.1 13.9l4.2 4.2m0-4.2l-4.2 4.2", warning, halo);
  return found;
}

/** A line with an outline, above or below the box of a unit. @param {string} path @param {string} colour @param {string} outline */
function badge(path, colour, outline) {
  const line = (/** @type {string} */ stroke, /** @type {number} */ width) =>
    `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return line(outline, 3.6) + line(colour, 1.8);
}

/** @param {string} unit @param {Side} side @param {boolean} [isDim] */
function box(unit, { fill, edge, ink }, isDim) {
  const frame = `x="${-WIDE}" y="${-HIGH}" width="${2 * WIDE}" height="${2 * HIGH}"`;
  const lines = `<g stroke="${ink}" stroke-width="2" ${isDim ? 'opacity=".7"' : ""}>${INSIDE[unit](ink)}</g>`;
  return `<rect ${frame} fill="${fill}"/>${lines}<rect ${frame} fill="none" stroke="${edge}" stroke-width="2.2"/>`;
}

/** A walled yard with a heap of balls, in the colours of its owner. @param {Side} side @param {string} stone @param {string} wall */
function arsenal({ fill, edge }, stone, wall) {
  const balls = [[-6, 4], [6, 4], [0, -6]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5.6"/>`).join("");
  return (
    `<rect x="-19" y="-19" width="38" height="38" fill="${stone}" stroke="${wall}" stroke-width="1.5"/>` +
    `<rect x="-17" y="-17" width="34" height="34" fill="none" stroke="${edge}" stroke-width="4.4"/>` +
    `<rect x="-17" y="-17" width="34" height="34" fill="none" stroke="${fill}" stroke-width="2.6"/>` +
    `<g fill="${fill}" stroke="${edge}" stroke-width="1.6">${balls}</g>`
  );
}

/** A mountain, around the origin. @param {Theme} theme */
export function mountain({ rock, peak, snow }) {
  return (
    `<rect x="-20" y="-20" width="40" height="40" fill="${rock}"/>` +
    `<path d="M-19 16L-8-8L-1 4L7-15L19 16Z" fill="${peak}"/>` +
    `<path d="M7-15L2.6-4.5L6-7L8.5-3.5L11.4-4.5ZM-8-8L-11-1.5L-8.5-3L-6.5-1L-4.6-2.2Z" fill="${snow}"/>`
  );
}

/** A road between two slopes, around the origin. @param {Theme} theme */
export function pass({ rock, peak, road }) {
  return (
    `<rect x="-20" y="-20" width="40" height="40" fill="${road}"/>` +
    `<path d="M-20-20H20V-15L12-13L4-17L-6-14L-14-17L-20-14ZM-20 20H20V15L12 13L4 17L-6 14L-14 17L-20 14Z" fill="${rock}"/>` +
    `<path d="M-20-14L-14-17L-6-14L4-17L12-13L20-15M-20 14L-14 17L-6 14L4 17L12 13L20 15" fill="none" stroke="${peak}" stroke-width="1.5"/>`
  );
}

/** A fort with four bastions, around the origin. @param {Theme} theme */
export function fortress({ stone, peak }) {
  const bastions = [-14, 14].flatMap((x) => [-14, 14].map((y) => `<path d="M${x} ${y - 5.5}L${x + 5.5} ${y}L${x} ${y + 5.5}L${x - 5.5} ${y}Z"/>`));
  return outlined(`<rect x="-15" y="-15" width="30" height="30"/>${bastions.join("")}`, stone, peak, 1.3);
}
