// How long games are, for the list of variants.

/** Turns of each player: medians of 8 to 24 games of the engine against itself with 2,000 or 3,000 nodes a turn, rounded.
 * @type {Record<string, number>} */
const TURNS = {
  "pacific-a": 60, "pacific-b": 40,
  pacru: 70, pacru3: 60, pacru4: 40, "pacru-classic": 80, "pacru3-classic": 60, "pacru4-classic": 40,
  azacru: 40, azacru3: 20, azacru4: 20, shacru: 110, shacru3: 70, shacru4: 30,
  warpac: 350, "warpac-once": 350, "warpac-subs": 250, gameofwar: 50,
}; // prettier-ignore
const NUMBERS = ["two", "three", "four"];

/** For how many players a variant is, and how long its games are, as far as that was measured.
 * @param {string} variant @param {number} players */
export function sizeWords(variant, players) {
  const turns = TURNS[variant];
  const length = turns ? ` Between engines a game has some ${turns} turns of each.` : "";
  return `For ${NUMBERS[players - 2] ?? players} players.${length}`;
}
