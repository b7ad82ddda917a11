// Plays random games of Pacru in lock step with Abstract Play's program, and compares every position: the board, the
// moves, the fields of border markers and bonuses, the rotations, the result.
//
//     git clone https://github.com/AbstractPlay/gameslib && cd gameslib && npm install
//     echo 'export { PacruGame } from "./src/games/pacru";' > entry.ts
//     npx esbuild entry.ts --bundle --platform=node --outfile=pacru.cjs
//     node scripts/compare/abstractplay.mjs --engine target/release/strategos --program pacru.cjs --players 3 --games 20
//
// Meetings are rare in random games. So most games are short and begin with many markers, and with two chevrons of the
// first player that can meet. It prints how much was compared, and each kind of difference with examples.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Dice, Engine } from "./lockstep.mjs";

const FILE = fileURLToPath(new URL("../variants/abstractplay.toml", import.meta.url));
const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const LETTERS = "wbrg";
const FIELDS = [..."abcdefghi"].flatMap((file) => [..."123456789"].map((rank) => file + rank));
const MOST_TURNS = 160;
const MOST_TURNS_FROM_SET_UPS = 8;
// One game of this many begins at the start.
const SET_UPS_A_GAME = 20;
// How much likelier a turn with a bonus is chosen than a plain one, so that games show more of them.
const BONUS_WEIGHT = 30;

/** The board of a FEN, from their map of fields. */
function boardOf(game) {
  const text = (field) => {
    const { tile, chevron } = game.board.get(field) ?? {};
    if (chevron === undefined) return tile === undefined ? "1" : LETTERS[tile - 1];
    const star = tile === undefined ? "" : tile === chevron.owner ? "*" : "?";
    return LETTERS[chevron.owner - 1].toUpperCase() + FACINGS.indexOf(chevron.facing) + star;
  };
  const rank = (number) => [..."abcdefghi"].map((file) => text(file + number));
  // Chevrons' digits are no runs of empty fields.
  const joined = (cells) => cells.join(" ").replace(/\b1( 1)*\b/g, (run) => String((run.length + 1) / 2));
  return [..."987654321"].map((number) => joined(rank(number)).replaceAll(" ", "")).join("/");
}

function land(field) {
  return 3 * Math.floor("abcdefghi".indexOf(field[0]) / 3) + Math.floor((Number(field[1]) - 1) / 3);
}

/** The fields between two on a line. */
function between(from, to) {
  const [file, rank] = [0, 1].map((part) => Math.sign(to.charCodeAt(part) - from.charCodeAt(part)));
  const found = [];
  for (let at = from; at !== to; ) {
    at = String.fromCharCode(at.charCodeAt(0) + file, at.charCodeAt(1) + rank);
    if (at !== to) found.push(at);
  }
  return found;
}

/** A field some steps from another, or undefined beyond the edge. */
function onwards(field, facing, steps) {
  const [files, ranks] = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]][facing]; // prettier-ignore
  const at = String.fromCharCode(field.charCodeAt(0) + steps * files, field.charCodeAt(1) + steps * ranks);
  return FIELDS.includes(at) ? at : undefined;
}

/** Sets up a position of the middle game in their program: markers at random, two chevrons of the first player a field
 * apart that face each other, and other chevrons on bare fields. */
function setUp(game, dice) {
  const put = (field, tile, owner, facing) => {
    const chevron = owner && { chevron: { owner, facing: FACINGS[facing] } };
    game.board.set(field, { ...(tile && { tile }), ...chevron });
  };
  game.board.clear();
  for (const field of FIELDS) {
    if (dice.roll(5) < 3) put(field, 1 + dice.roll(game.numplayers));
  }
  const [first, facing] = [FIELDS[dice.roll(FIELDS.length)], dice.roll(8)];
  const [middle, second] = [1, 2].map((steps) => onwards(first, facing, steps));
  if (second === undefined) return setUp(game, dice);
  put(first, 1, 1, facing);
  put(middle, 1);
  put(second, dice.roll(2) ? 1 : undefined, 1, (facing + 4) % 8);
  const bare = FIELDS.filter((field) => !game.board.has(field));
  for (let seat = 1; seat <= game.numplayers; seat++) {
    for (let count = seat === 1 ? 1 : 0; count < 3; count++) {
      put(bare.splice(dice.roll(bare.length), 1)[0], undefined, seat, dice.roll(8));
    }
  }
  return undefined;
}

/** What was compared, and what differed. */
class Tally {
  counts = { games: 0, positions: 0, moves: 0, captures: 0, meetings: 0, bonuses: 0, rotations: 0 };
  differences = {};

  add(what, count = 1) {
    this.counts[what] += count;
  }

  differ(kind, example) {
    const found = (this.differences[kind] ??= { count: 0, examples: [] });
    found.count += 1;
    if (found.examples.length < 3) found.examples.push(example);
  }
}

/** One position, compared. `choices` are the turns that both programs allow: a weight, our tokens, their text. */
class Comparison {
  constructor(engine, game, fen, dice, tally) {
    Object.assign(this, { engine, game, fen, dice, tally, choices: [] });
  }

  /** 1 if their program takes the text as a whole turn, -1 if as a part of one, otherwise 0. */
  judged(text) {
    const { valid, complete } = this.game.validateMove(text);
    return valid ? complete : 0;
  }

  async run() {
    const legal = await this.engine.list("legalmoves");
    const base = this.game.baseMoves();
    // It is asked for again with every text.
    this.game.baseMoves = () => base;
    const moves = legal.filter((token) => token[2] !== "r");
    const [ours, theirs] = [moves.map((token) => token.slice(0, 4)), base.map((move) => move.slice(0, 2) + move.slice(3))];
    if ([...new Set(ours)].sort().join() !== theirs.sort().join()) this.tally.differ("moves", this.fen);
    for (const move of base) await this.compareMove(move, moves);
    this.compareRotations(legal);
    delete this.game.baseMoves;
  }

  /** Every suffix of a move: none, a connection, each field of the borderland, the field left, a random field. */
  async compareMove(move, moves) {
    const [from, to] = [move.slice(0, 2), move.slice(3)];
    const inside = FIELDS.filter((field) => land(field) === land(to));
    const fields = new Set([...inside, from, FIELDS[this.dice.roll(FIELDS.length)]]);
    const suffixes = moves.filter((token) => token.startsWith(from + to)).map((token) => token.slice(4));
    if (move[2] === "x") this.tally.add("captures");
    for (const suffix of ["", "~", ...[...fields].map((field) => `@${field}`)]) {
      await this.compareSuffix(move, from + to + suffix, suffix, suffixes);
    }
  }

  async compareSuffix(move, token, suffix, suffixes) {
    const cell = suffix === "~" ? "*" : suffix.slice(1);
    const text = cell ? `${move}(${cell})` : move;
    const judged = this.judged(text);
    if (suffixes.includes(suffix)) {
      this.tally.add("moves");
      this.engine.go(this.fen, [token]);
      const after = await this.engine.query("fen");
      if (after.split(" ")[2].startsWith("m")) return this.compareBonus(move, token, cell, judged);
      if (judged === 1) this.choices.push([1, [token], text]);
      else if (judged === -1 && (await this.engine.query("gameover")) === "true") {
        this.tally.differ("they ask for a bonus where the move has won", `${this.fen} ${text}`);
      } else this.tally.differ("a move that they refuse", `${this.fen} ${text}`);
      return undefined;
    }
    // Behind a move without a marker of its own, a single field is the bonus of a meeting.
    const isBonus = cell && cell !== "*" && suffixes.includes("");
    if (judged !== 1 || isBonus) return undefined;
    // They ask only for one field, whichever it is.
    const isForced = suffixes.join() === "~";
    const kind = isForced ? "a marker anywhere instead of a connection" : "a move that we refuse";
    this.tally.differ(kind, `${this.fen} ${text}`);
    return undefined;
  }

  async compareBonus(move, token, cell, judged) {
    this.tally.add("meetings");
    if (judged !== -1) this.tally.differ("a meeting that they do not see", `${this.fen} ${token}`);
    const fields = (await this.engine.list("legalmoves")).map((bonus) => bonus.slice(1));
    const filled = cell === "*" ? between(token.slice(0, 2), token.slice(2, 4)) : [];
    for (const field of FIELDS.filter((other) => other !== cell)) {
      const text = cell ? `${move}(${cell},${field})` : `${move}(${field})`;
      const [ours, theirs] = [fields.includes(field), this.judged(text) === 1];
      this.tally.add("bonuses");
      if (ours && theirs && this.dice.roll(10) === 0) this.choices.push([BONUS_WEIGHT, [token, `@${field}`], text]);
      if (ours === theirs) continue;
      const kind = theirs && filled.includes(field) ? "a bonus on a field that the connection has filled" : "a bonus";
      this.tally.differ(kind, `${this.fen} ${text}`);
    }
  }

  compareRotations(legal) {
    const mine = [...this.game.board].filter(([, { chevron }]) => chevron?.owner === this.game.currplayer);
    for (const [field, { chevron }] of mine) {
      for (const eighths of [-2, -1, 1, 2]) this.compareRotation(legal, field, chevron.facing, eighths);
    }
  }

  compareRotation(legal, field, facing, eighths) {
    const token = `${field}r${(FACINGS.indexOf(facing) + eighths + 8) % 8}`;
    const turn = field + (eighths < 0 ? "<" : ">").repeat(Math.abs(eighths));
    const isLegal = legal.includes(token);
    this.tally.add("rotations");
    if (isLegal !== (this.judged(turn) === -1)) this.tally.differ("a rotation", `${this.fen} ${turn}`);
    if (!isLegal) return;
    const isFund = ([, { tile, chevron }]) => tile === this.game.currplayer && chevron === undefined;
    const funds = [...this.game.board].filter(isFund).map(([fund]) => fund);
    const paid = Array.from({ length: 2 * Math.abs(eighths) }, () => funds.splice(this.dice.roll(funds.length), 1)[0]).sort();
    const text = `${turn}(${paid.join(",")})`;
    if (this.judged(text) !== 1) this.tally.differ("a payment", `${this.fen} ${text}`);
    else if (this.dice.roll(10) === 0) this.choices.push([1, [token, ...paid.map((fund) => `x${fund}`)], text]);
  }

  /** A turn that both allow. */
  chosen() {
    let left = this.dice.roll(this.choices.reduce((sum, [weight]) => sum + weight, 0));
    return this.choices.find(([weight]) => (left -= weight) < 0);
  }
}

/** Whether the two programs are in the same position. Counts how it differs if not. */
async function agree(engine, game, fen, tally) {
  const [board, side] = fen.split(" ");
  const isOver = (await engine.query("gameover")) === "true";
  const isSame = board === boardOf(game) && isOver === game.gameover && (isOver || side === LETTERS[game.currplayer - 1]);
  if (!isSame) tally.differ("a position", `${fen} ${boardOf(game)}`);
  if (isSame && isOver && (await engine.query("result")) !== `p${game.winner[0]}win`) tally.differ("a result", fen);
  return isSame && !isOver;
}

async function playGame(engine, game, dice, tally, isSetUp) {
  let fen = await engine.query("startpos");
  if (isSetUp) {
    setUp(game, dice);
    fen = `${boardOf(game)} w - 0 1`;
    const canMove = (seat) => game.baseMoves(seat).length > 0;
    // Their program removes the players who cannot move after a turn only.
    if (!Array.from({ length: game.numplayers }, (_, seat) => seat + 1).every(canMove)) {
      return playGame(engine, game, dice, tally, isSetUp);
    }
  }
  tally.add("games");
  for (let turn = 0; turn < (isSetUp ? MOST_TURNS_FROM_SET_UPS : MOST_TURNS); turn++) {
    engine.go(fen);
    tally.add("positions");
    if (!(await agree(engine, game, fen, tally))) return undefined;
    const comparison = new Comparison(engine, game, fen, dice, tally);
    await comparison.run();
    const choice = comparison.chosen();
    if (choice === undefined) return undefined;
    engine.go(fen, choice[1]);
    fen = await engine.query("fen");
    game.move(choice[2]);
  }
  return undefined;
}

const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "target/release/strategos" },
    program: { type: "string" },
    players: { type: "string", default: "2" },
    games: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});
if (values.program === undefined) throw new Error("--program is missing: the bundle of their program");
const { PacruGame } = createRequire(import.meta.url)(resolve(values.program));
const engine = new Engine(values.engine, FILE, `abstractplay-pacru${values.players === "2" ? "" : values.players}`);
const [dice, tally] = [new Dice(values.seed), new Tally()];
for (let game = 0; game < Number(values.games); game++) {
  await playGame(engine, new PacruGame(Number(values.players)), dice, tally, game % SET_UPS_A_GAME !== 0);
}
engine.send("quit");
console.log(JSON.stringify({ compared: tally.counts, differences: tally.differences }, null, 2));
