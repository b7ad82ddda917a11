// The ships of War-in-the-Pacific Chess as silhouettes. White's sail to the right, Black's to the left.

import { outlined } from "./grid.js";

/** @typedef {import("./themes.js").Side} Side */
/** @typedef {import("./themes.js").Theme} Theme */

/** Silhouettes; the lower part of a square is free for submarines. @type {Record<string, string>} */
const SHAPES = {
  // A low hull, one funnel, one gun forward and one aft.
  N: '<path d="M-15.5-1.5L-10-1.5V-4H-13.5V-5.2H-8.5L-7-1.5H-4.5L-4-8H-0.5V-1.5H1.5V-8.5H3V-13H4V-8.5H6.5V-1.5H8.5V-4.2H14V-3H11.5V-1.5L17-3L12 6H-13Z"/>',
  // Two funnels, two turrets.
  B: '<path d="M-18-2L-15-2V-4.5H-18V-6H-11V-2H-9.5V-10H-5.5V-2H-3V-10H1V-2H3V-11.5H4.5V-16H5.8V-11.5H8.5V-2H10V-5.8H17.5V-4.3H14.5V-2L19-3.5L13.5 6.5H-15.5Z"/>',
  // A pagoda mast and large turrets on a deep hull.
  R: '<path d="M-18.5-2.5L-17-2.5V-6H-19V-8H-11V-2.5H-9.5V-6.5H-8.5V-12.5H-4V-6.5H-2.5L-1.5-12H0V-15.5H1.2V-18H4.2V-15.5H5.5V-12H6.8V-2.5H8V-10H15.5V-8H13V-6H19V-4H15.5V-2.5L19-4L14.5 7.5H-15.5Z"/>',
  // A flat deck with an island.
  K: '<path d="M-19-4.5H1.5V-10H3.5V-13.5H5V-16H6.4V-13.5H8V-10H11.5V-4.5H19V-1.5L16 0.5L13 7.5H-14L-16.5 0.5L-19-1.5Z"/>',
};
const PLANE =
  '<path d="M0-16Q2.4-14 2.6-8.5L16 0V4L3-0.5L2.2 6.5L6.5 9.5V12L0 10.8L-6.5 12V9.5L-2.2 6.5L-3-0.5L-16 4V0L-2.6-8.5Q-2.4-14 0-16Z"/>';
const SUBMARINE = '<path d="M-15 0.5Q-12-2.6-3.5-2.8V-6.5H-1V-9H0.2V-6.5H4V-2.8Q12-2.6 15.5 0Q13 4.5 4 4.6H-9Q-14 4-15 0.5Z"/>';
// The waterline of each ship, in the colour of inscriptions.
const DETAILS = { N: "M-13 3.2H13", B: "M-15 3.4H15", R: "M-16 4H16", K: "M-15-1.6H15" };

/** The middles of the submarines of both sides in one square. */
const BESIDE = [-9.5, 9.5];

/** All pieces and their marks. @param {Theme} theme @param {boolean} turned @returns {Record<string, string>} */
export function symbolsOf({ sides, gold, peak }, turned) {
  /** @type {Record<string, string>} */
  const found = {};
  ["w", "b"].forEach((letter, seat) => {
    const side = sides[seat];
    const { fill, edge, ink } = side;
    const course = seat === 0 ? "" : ' transform="scale(-1 1)"';
    for (const [ship, shape] of Object.entries(SHAPES)) {
      const line = `<path d="${DETAILS[/** @type {keyof typeof DETAILS} */ (ship)]}" stroke="${ink}" stroke-width="1.3" opacity=".8"/>`;
      found[letter + ship] = `<g${course}><g transform="translate(0 -1.6) scale(.95 .93)">${outlined(shape, fill, edge, 1.5)}${line}</g></g>`;
    }
    const faces = (seat === 0) !== turned ? 0 : 180;
    found[`${letter}Q`] = `<g transform="translate(0 -2.4)"><g transform="rotate(${faces} 0 -1.5)">${outlined(PLANE, fill, edge, 1.4)}</g></g>`;
    found[`${letter}S`] = `<g${course}>${outlined(SUBMARINE, fill, edge, 1.5)}</g>`;
    found[`low-${letter}S`] = `<g transform="translate(0 14.8) scale(${seat === 0 ? "" : "-"}0.9 0.6)">${outlined(SUBMARINE, fill, edge, 1.9)}</g>`;
    found[`small-${letter}S`] = `<g transform="translate(${BESIDE[seat]} 14.8) scale(${seat === 0 ? "" : "-"}0.52 0.6)">${outlined(SUBMARINE, fill, edge, 2.2)}</g>`;
  });
  found.docked = `<circle cx="15" cy="-15" r="3.2" fill="${gold}" stroke="${peak}" stroke-width="1.4"/>`;
  found.spent = `<path d="M-18-18l6 6m0-6l-6 6" stroke="${peak}" stroke-width="4.4"/><path d="M-18-18l6 6m0-6l-6 6" stroke="${gold}" stroke-width="2.2"/>`;
  return found;
}
