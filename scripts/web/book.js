// An opening book as the engine's command `book` writes it. Section 18 of protocol.md describes the text.

/** A move, and the position after it. `value` is for the player who makes it. @typedef {{ply: number, token: string, value: string, depth: number, to: Position}} Move */
/** A position with its moves, the best first. Transpositions lead to the same one. @typedef {{moves: Move[]}} Position */

const WON = 30000;

/** The start position of a book; throws if the text is none. @param {string} text @param {number} players @returns {Position} */
export function readBook(text, players) {
  const lines = text.trimEnd().split("\n");
  if (lines[0] !== "strategos book 1" || !lines.at(-1)?.startsWith("end ")) throw new Error("this is no opening book");
  /** @type {Position} */
  const root = { moves: [] };
  /** @type {Move[]} */
  const all = [];
  /** @type {Position[]} the positions on the way to the last move */
  const way = [root];
  for (const line of lines.slice(3, -1)) {
    const [ply, token, value, depth, same] = line.split(" ");
    const to = same ? all[Number(same.slice(1)) - 1].to : { moves: [] };
    const move = { ply: Number(ply), token, value, depth: Number(depth), to };
    way.length = move.ply;
    way[move.ply - 1].moves.push(move);
    way.push(to);
    all.push(move);
  }
  sort(root, 0, players, new Set());
  return root;
}

/** Puts the best move first.
 * @param {Position} position @param {number} ply turns before it @param {number} players @param {Set<Position>} done */
function sort(position, ply, players, done) {
  if (done.has(position)) return;
  done.add(position);
  const seat = ply % players;
  for (const { to } of position.moves) sort(to, ply + 1, players, done);
  position.moves.sort((one, other) => numberOf(other.value, seat) - numberOf(one.value, seat));
}

/** The number of positions to which moves lead. @param {Move[]} moves */
export function below(moves) {
  /** @type {Set<Position>} */
  const found = new Set();
  const waiting = moves.map(({ to }) => to);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...next.moves.map(({ to }) => to));
  }
  return found.size;
}

/** A value as a number: centipawns, or per mille of the win. @param {string} value @param {number} seat of the mover */
export function numberOf(value, seat) {
  if (value.includes("/")) return Number(value.split("/")[seat]);
  if (!value.startsWith("#")) return Number(value);
  const turns = Number(value.slice(1));
  return turns > 0 ? WON - turns : -WON - turns;
}

/** A value for people: `+0.10`, `M3`, `41 / 30 / 29 %`. @param {string} value */
export function valueWords(value) {
  if (value.includes("/")) return `${value.split("/").map((share) => Math.round(Number(share) / 10)).join(" / ")} %`;
  if (value.startsWith("#")) return value.replace(/^#(-?)/, "$1M");
  const pawns = (Number(value) / 100).toFixed(2);
  return Number(value) > 0 ? `+${pawns}` : pawns;
}

/** The moves after some turns. The last turn may be under way: then its ends. Undefined if the book does not have the
 * position. @param {Position} root @param {string[]} turns @param {boolean} isWhole whether the last turn is @returns {Move[] | undefined} */
export function movesAfter(root, turns, isWhole) {
  let here = root;
  const whole = isWhole ? turns : turns.slice(0, -1);
  for (const turn of whole) {
    const next = here.moves.find(({ token }) => token === turn);
    if (!next) return undefined;
    here = next.to;
  }
  if (isWhole) return here.moves.length ? here.moves : undefined;
  const begun = `${turns.at(-1)},`;
  const ends = here.moves.filter(({ token }) => token.startsWith(begun));
  return ends.length ? ends.map((move) => ({ ...move, token: move.token.slice(begun.length) })) : undefined;
}
