// How well the user solves puzzles: a rating (Glicko: Glickman, "Parameter estimation in large dynamic paired comparison
// experiments", 1999), and when each puzzle comes again (Leitner's boxes).

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** When a puzzle comes again, by the number of times in a row that it was solved. */
export const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
/** The uncertainty of ratings: at first, at least, and that of a puzzle's. */
const FIRST_DEVIATION = 350;
const LEAST_DEVIATION = 50;
const PUZZLE_DEVIATION = 100;
const FIRST_RATING = 1200;
const Q = Math.LN10 / 400;

/** @typedef {{rating: number, deviation: number, solved: number, tried: number}} Standing */
/** Where a puzzle is: how often it was solved in a row, and when it comes again, in ms since 1970. @typedef {{box: number, due: number}} Memory */
/** @typedef {{standing: Standing, memories: Record<string, Memory>}} Progress what is known of the user in one variant */

/** @returns {Progress} */
export function beginner() {
  return { standing: { rating: FIRST_RATING, deviation: FIRST_DEVIATION, solved: 0, tried: 0 }, memories: {} };
}

/** The standing after a puzzle that is met for the first time. @param {Standing} standing @param {number} opponent the rating of the puzzle @param {boolean} isSolved @returns {Standing} */
export function rated({ rating, deviation, solved, tried }, opponent, isSolved) {
  const weight = 1 / Math.sqrt(1 + (3 * Q ** 2 * PUZZLE_DEVIATION ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + 10 ** ((-weight * (rating - opponent)) / 400));
  const precision = 1 / deviation ** 2 + Q ** 2 * weight ** 2 * expected * (1 - expected);
  const gain = (Q / precision) * weight * (Number(isSolved) - expected);
  return {
    rating: rating + gain,
    deviation: Math.max(Math.sqrt(1 / precision), LEAST_DEVIATION),
    solved: solved + Number(isSolved),
    tried: tried + 1,
  };
}

/** What is known after a puzzle. Only the first time changes the rating. @param {Progress} progress @param {{rating: number, name: string}} puzzle @param {boolean} isSolved @param {number} now @returns {Progress} */
export function learned({ standing, memories }, { rating, name }, isSolved, now) {
  const before = memories[name];
  const box = isSolved ? Math.min((before?.box ?? 0) + 1, INTERVALS.length - 1) : 0;
  return {
    standing: before ? standing : rated(standing, rating, isSolved),
    memories: { ...memories, [name]: { box, due: now + INTERVALS[box] } },
  };
}

/** The puzzle to show next: one that is due, the oldest first; else a new one as hard as the user is strong; else the one
 * that is due first. @param {{rating: number, name: string}[]} puzzles @param {Progress} progress @param {number} now @param {string} [shown] is not shown again at once @returns {number} */
export function nextOf(puzzles, { standing, memories }, now, shown) {
  const numbers = puzzles.flatMap(({ name }, number) => (name === shown && puzzles.length > 1 ? [] : [number]));
  const due = (/** @type {number} */ number) => memories[puzzles[number].name]?.due ?? Infinity;
  const distance = (/** @type {number} */ number) => Math.abs(puzzles[number].rating - standing.rating);
  const ready = least(numbers.filter((number) => due(number) <= now), due);
  const unseen = least(numbers.filter((number) => due(number) === Infinity), distance);
  return ready ?? unseen ?? least(numbers, due) ?? 0;
}

/** @param {number[]} numbers @param {(number: number) => number} key */
function least(numbers, key) {
  return numbers.reduce((/** @type {number | undefined} */ best, next) => (best === undefined || key(next) < key(best) ? next : best), undefined);
}
