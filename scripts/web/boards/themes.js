// The colours of all boards and pieces. Pictures name their colours, so they look the same in every program.

/**
 * The colours of one player: of pieces, their outlines and their inscriptions, of flat counters, of pieces out of
 * action, and of lines on the board.
 * @typedef {{fill: string, edge: string, ink: string, flat: string, dim: string, line: string}} Side
 */
/**
 * `last` is the ground of the last move, `seen` that of hidden pieces.
 * @typedef {object} Theme
 * @property {Side[]} sides in the order of seats
 * @property {string[]} graph lines on the ground of a page, in the order of seats
 * @property {string} sheet
 * @property {string} print coordinates on the sheet
 * @property {string} last
 * @property {string} warning
 * @property {string} halo around what is drawn above a position
 * @property {string} gold
 * @property {string} blossom
 * @property {[string, string]} wood
 * @property {string} groove between borderlands
 * @property {[string, string]} sea
 * @property {string} seaLine
 * @property {[string, string]} land
 * @property {string} stone
 * @property {string} road
 * @property {string} rock
 * @property {string} peak
 * @property {string} snow
 */

/** @param {string} fill @param {string} edge @param {string} ink @param {string} flat @param {string} dim @param {string} line @returns {Side} */
function side(fill, edge, ink, flat, dim, line) {
  return { fill, edge, ink, flat, dim, line };
}

// Grounds are of a middle lightness. So light and dark pieces both stand out, by at least 3:1.
/** @type {Theme} */
const LIGHT = {
  sides: [
    side("#fffdf6", "#1c1a16", "#1c1a16", "#f3eee0", "#b9b4a4", "#fffdf6"),
    side("#141d30", "#f3efe4", "#fffdf6", "#26334f", "#56627c", "#141d30"),
    side("#a81717", "#fff3ef", "#fffdf6", "#bd2a24", "#a3766f", "#8f0d0d"),
    side("#0d5f35", "#eefff5", "#fffdf6", "#14733f", "#6c9079", "#07421f"),
  ],
  graph: ["#8a6a00", "#3d5a99", "#b3261e", "#1a7442"],
  sheet: "#efe9db", print: "#57503f", last: "#a07f14", warning: "#b3140e", halo: "#fffdf6", gold: "#fff0a8", blossom: "#ff9ec4",
  wood: ["#917c55", "#9a855c"], groove: "#5d4d2e",
  sea: ["#5387ad", "#5c8fb4"], seaLine: "#2a5677",
  land: ["#768757", "#7d8e5e"], stone: "#84827a", road: "#94804f", rock: "#7a6a55", peak: "#4d4134", snow: "#f4f1ea",
}; // prettier-ignore

/** @type {Theme} */
const DARK = {
  sides: [
    side("#ded9cb", "#0d0d0c", "#14130f", "#cfc9b9", "#a39f90", "#ded9cb"),
    side("#0a0f1a", "#a9bcd8", "#dfe8f5", "#141d30", "#39445a", "#8fa9d1"),
    side("#8f1414", "#ffb9ae", "#fff0ec", "#971d19", "#6f4a46", "#f08a7e"),
    side("#0b4d2b", "#9fe8bf", "#effff5", "#0f5a33", "#3f5f4d", "#6fd09a"),
  ],
  graph: ["#e0c878", "#8fa9d1", "#f08a7e", "#6fd09a"],
  sheet: "#22262b", print: "#a8adb3", last: "#5f4a0c", warning: "#ff8a80", halo: "#14161a", gold: "#e8b93c", blossom: "#f48ab6",
  wood: ["#463b26", "#4d422b"], groove: "#231c10",
  sea: ["#244a66", "#294f6c"], seaLine: "#0f2535",
  land: ["#3c4a2b", "#425030"], stone: "#4c4b46", road: "#55492a", rock: "#3b3227", peak: "#1f1912", snow: "#b5b1a6",
}; // prettier-ignore

// The lightness of the four players differs by more than 2:1, so they can be told apart without seeing colours.
const SAFE_LIGHT = [
  side("#ffffff", "#000000", "#000000", "#ffffff", "#b4b4b4", "#ffffff"),
  side("#05070c", "#ffffff", "#ffffff", "#05070c", "#5c5c5c", "#05070c"),
  side("#b0300a", "#ffffff", "#ffffff", "#b0300a", "#93694f", "#7d1f00"),
  side("#36c48c", "#00180f", "#00180f", "#36c48c", "#7ba391", "#b4ffe0"),
];
const SAFE_DARK = [
  side("#e8e8e8", "#000000", "#000000", "#e8e8e8", "#a2a2a2", "#e8e8e8"),
  side("#000000", "#b9c6d8", "#ffffff", "#000000", "#454545", "#9db4d4"),
  side("#9c2a08", "#ffc9b8", "#ffffff", "#9c2a08", "#6b4636", "#ff9a76"),
  side("#30ad7d", "#00140d", "#00140d", "#30ad7d", "#55796a", "#8cf0c6"),
];

/** @type {Record<string, Theme>} */
export const THEMES = {
  light: LIGHT,
  dark: DARK,
  "light-safe": { ...LIGHT, sides: SAFE_LIGHT, graph: ["#8a8a8a", "#000000", "#b0300a", "#158a5e"], land: ["#7d7d74", "#84847b"], warning: "#8f1d00" },
  "dark-safe": { ...DARK, sides: SAFE_DARK, graph: ["#ffffff", "#8fa9d1", "#e0623a", "#36c48c"], land: ["#45453f", "#4b4b45"] },
};
