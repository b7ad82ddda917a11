// Plays random games of A Game of War in lock step with the program of iamcxds, and compares every position: units,
// arsenals, units online, moves, sums, attacks and what they do, retreats, the end.
//
//     git clone https://github.com/iamcxds/kriegspiel && cd kriegspiel && git checkout 8d5b270d
//     echo 'export const INVALID_MOVE = "INVALID_MOVE";' > core.mjs
//     npx esbuild src/Game.ts --bundle --platform=node --alias:boardgame.io/core=./core.mjs --outfile=kriegspiel.cjs
//     node scripts/compare/iamcxds.mjs --engine target/release/strategos --program kriegspiel.cjs --games 100
//
// Their functions are called as boardgame.io calls them, and it is not needed itself. Armies seldom meet in random games
// from the start. So most games begin with scattered armies that stand close to each other.
//
// It prints how much was compared. For each kind of difference it prints the number of positions that show it, with
// examples. The comments of scripts/variants/iamcxds.toml name the kinds that begin with `known`. With any other kind the
// status is 1.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Dice, Engine } from "./lockstep.mjs";

const FILE = fileURLToPath(new URL("../variants/iamcxds.toml", import.meta.url));
const FILES = "abcdefghijklmnopqrstuvwxy";
const RANKS = 20;
const SQUARES = Array.from({ length: FILES.length * RANKS }, (_, cell) => nameOf(cell));
const MOVE = /^([a-y]\d+)([a-y]\d+)$/;
const TYPES = { i: "Infantry", c: "Cavalry", k: "Artillery", w: "Swift_Artillery", r: "Relay", x: "Swift_Relay" };
const ARMY = [..."iiiiiiiiicccckwrx"];
const COMBAT_UNITS = 15;
// Their players.
const [NORTH, SOUTH] = ["0", "1"];
const WINNERS = { p1win: SOUTH, p2win: NORTH };

// One game of this many begins at the start.
const SET_UPS_A_GAME = 20;
const MOST_ACTIONS = 40;
// Scattered armies stand at most this many squares from an arsenal or from any square.
const SCATTER = 4;
// How many ranks behind the middle an army reaches: armies that face each other, or a crowd.
const OVERLAPS = [1, SCATTER];
// No unit goes farther than two squares; one more shows moves that are too long.
const REACH = 3;
// Of a hundred actions, where there are any: attacks that force a retreat and moves onto arsenals, which are rare; of a
// hundred others: attacks, and ends of the turn.
const [RARE, ATTACKS, ENDS] = [50, 25, 5];

/** The name of a cell, which they count from a20. */
function nameOf(cell) {
  return FILES[cell % FILES.length] + (RANKS - Math.floor(cell / FILES.length));
}

function cellOf(name) {
  return (RANKS - Number(name.slice(1))) * FILES.length + FILES.indexOf(name[0]);
}

/** The squares at most `steps` king's steps from one, itself excepted. */
function around(name, steps) {
  const [file, rank] = [FILES.indexOf(name[0]), Number(name.slice(1))];
  const isNear = (other) =>
    Math.abs(FILES.indexOf(other[0]) - file) <= steps && Math.abs(Number(other.slice(1)) - rank) <= steps;
  return SQUARES.filter((other) => other !== name && isNear(other));
}

const AROUND = new Map(SQUARES.map((name) => [name, around(name, REACH)]));

/** Whether two lists hold the same, in any order. */
function same(list, other) {
  return [...list].sort().join() === [...other].sort().join();
}

function without(list, other) {
  return list.filter((item) => !other.includes(item));
}

/** The units of a board of a FEN; capitals are South's. */
function unitsOf(board) {
  const cells = board.replace(/\d+/g, (count) => " ".repeat(Number(count))).replaceAll("/", "");
  return new Map([...cells].map((letter, cell) => [nameOf(cell), letter]).filter(([, letter]) => letter !== " "));
}

/** The board of a FEN. */
function boardOf(units) {
  const cells = SQUARES.map((name) => units.get(name) ?? " ").join("");
  const rank = (_, row) => cells.slice(row * FILES.length, (row + 1) * FILES.length);
  return Array.from({ length: RANKS }, rank)
    .map((text) => text.replace(/ +/g, (run) => String(run.length)))
    .join("/");
}

function ownerOf(letter) {
  return letter === letter.toLowerCase() ? NORTH : SOUTH;
}

function opponent(player) {
  return player === NORTH ? SOUTH : NORTH;
}

/** What was compared, and in how many positions a kind of difference was found. */
class Tally {
  counts = { games: 0, positions: 0 };
  differences = {};

  add(what, count = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + count;
  }

  /** The next position. */
  begin(fen) {
    this.fen = fen;
    this.here = new Set();
    this.add("positions");
  }

  differ(kind, detail) {
    if (this.here.has(kind)) return;
    this.here.add(kind);
    const found = (this.differences[kind] ??= { positions: 0, examples: [] });
    found.positions += 1;
    if (found.examples.length < 3) found.examples.push(`${this.fen} ${detail}`);
  }

  isExplained() {
    return Object.keys(this.differences).every((kind) => kind.startsWith("known: "));
  }
}

/** What the engine says of a position. */
class Report {
  static async of(engine, fen) {
    const [board, side, arsenals, moved] = fen.split(" ");
    const report = new Report();
    Object.assign(report, { fen, units: unitsOf(board), player: side === "w" ? SOUTH : NORTH });
    report.arsenals = arsenals === "-" ? [] : arsenals.split(",");
    report.moved = moved === "-" ? 0 : moved.split(",").length;
    engine.go(fen);
    const asked = ["result", "retreat", "online", "legalmoves", ...[...report.units.keys()].map((name) => `combat ${name}`)];
    const [result, retreat, online, legal, ...sums] = await engine.ask(asked.map((what) => `query ${what}`));
    Object.assign(report, { result, retreat, online: words(online), legal: words(legal) });
    report.sums = new Map([...report.units.keys()].map((name, index) => [name, sums[index]]));
    const targets = report.legal.filter((token) => /^x[a-y]\d+$/.test(token)).map((token) => token.slice(1));
    const afters = await engine.ask(targets.map((name) => `position fen ${fen} moves x${name}\nquery fen`));
    report.effects = new Map(targets.map((name, index) => [name, effectOf(name, afters[index])]));
    return report;
  }

  own() {
    return [...this.units.keys()].filter((name) => ownerOf(this.units.get(name)) === this.player);
  }

  enemies() {
    return [...this.units.keys()].filter((name) => ownerOf(this.units.get(name)) !== this.player);
  }
}

function words(text) {
  return text.split(" ").filter(Boolean);
}

/** What an attack has done, by the FEN after it. */
function effectOf(target, fen) {
  const [board, , , , retreat] = fen.split(" ");
  if (!unitsOf(board).has(target)) return "destroyed";
  return retreat === target ? "retreat" : "nothing";
}

/** A game in their program. */
class Theirs {
  /** Begins at their start, or with these units and arsenals. */
  constructor(program, player, units, arsenals) {
    this.program = program;
    this.player = player;
    this.game = program.Kriegspiel.setup(this.context());
    if (units) {
      this.game.places = program.loadGame(program.onlyMap, this.context()).places;
      const place = ({ placeType }, cell) => placeType === "Arsenal" && !arsenals.includes(nameOf(cell));
      for (const cell of program.filterCId(this.game.places, place)) this.game.places[cell] = null;
      const piece = (letter) => program.newPiece(TYPES[letter.toLowerCase()], ownerOf(letter));
      this.game.cells = SQUARES.map((name) => (units.has(name) ? piece(units.get(name)) : null));
    }
    program.Kriegspiel.turn.onBegin(this.game, this.context());
  }

  context(player = this.player) {
    return { currentPlayer: player };
  }

  units() {
    const letter = ({ typeName, belong }) => {
      const small = Object.keys(TYPES).find((key) => TYPES[key] === typeName);
      return belong === SOUTH ? small.toUpperCase() : small;
    };
    return this.game.cells.flatMap((unit, cell) => (unit ? [nameOf(cell) + letter(unit)] : []));
  }

  arsenals() {
    return this.program.filterCId(this.game.places, ({ placeType }) => placeType === "Arsenal").map(nameOf);
  }

  /** The unit that must retreat. */
  retreat() {
    const cell = this.game.forcedRetreat[this.player][0];
    return cell === null ? "-" : nameOf(cell);
  }

  online() {
    return this.program.filterCId(this.game.cells, ({ supplied }) => supplied).map(nameOf);
  }

  /** The same position with these units online. */
  with(online) {
    const copy = Object.create(Theirs.prototype);
    const cells = this.game.cells.map((unit, cell) => unit && { ...unit, supplied: online.includes(nameOf(cell)) });
    return Object.assign(copy, this, { game: { ...this.game, cells } });
  }

  /** The units online that follow where these have been online before. */
  next(online) {
    const { game } = this.with(online);
    return [NORTH, SOUTH].flatMap((player) => this.program.getSuppliedCells(game, player)).map(nameOf);
  }

  moves(name) {
    const [game, context, from] = [this.game, this.context(), cellOf(name)];
    if (!this.program.canPick(game, context, from)) return [];
    return AROUND.get(name)
      .filter((to) => this.program.canPut(game, context, from, cellOf(to)))
      .map((to) => name + to);
  }

  /** The sums for and against the unit of a player. */
  sums(name, player) {
    const sum = (side, isAttack) => this.program.getBattleFactor(this.game, side, isAttack, cellOf(name))[0];
    return `attack ${sum(opponent(player), true)} defence ${sum(player, false)}`;
  }

  /** What an attack does; undefined if it is not allowed. The target's owner finds a retreat impossible when his turn
   * begins. */
  effect(name) {
    const [isAllowed, surplus] = this.program.canAttack(this.game, this.context(), cellOf(name));
    if (!isAllowed) return undefined;
    const isFree = (to) => this.program.canPut(this.game, this.context(), cellOf(name), cellOf(to));
    const canRetreat = this.game.cells[cellOf(name)].supplied && AROUND.get(name).some(isFree);
    return surplus === 1 && canRetreat ? "retreat" : "destroyed";
  }

  /** The winner when the game is looked at in the turn of a player. */
  winner(player = this.player) {
    return this.program.Kriegspiel.endIf(this.game, this.context(player))?.winner;
  }

  act(token) {
    const { moves, turn } = this.program.Kriegspiel;
    const move = MOVE.exec(token);
    if (move) {
      moves.movePiece(this.game, this.context(), cellOf(move[1]), cellOf(move[2]));
      return;
    }
    if (token !== "end") moves.attack(this.game, this.context(), cellOf(token.slice(1)));
    turn.onEnd(this.game, this.context());
    this.player = opponent(this.player);
    turn.onBegin(this.game, this.context());
  }
}

/** One position in both programs. */
class Comparison {
  constructor(report, theirs, tally) {
    Object.assign(this, { report, theirs, tally, moves: [], attacks: [] });
  }

  differ(kind, ours, theirs) {
    this.tally.differ(kind, `here ${ours}, there ${theirs}`);
  }

  /** Compares everything. Returns whether the game goes on in both. */
  run() {
    if (!this.compareState() || !this.compareEnd()) return false;
    const isSame = this.compareOnline();
    this.compareActions(this.theirs, isSame ? (kind) => kind : (kind) => `known: ${kind}, by other units online there`);
    // With the same units online nothing else may differ.
    if (!isSame) this.compareActions(this.theirs.with(this.report.online), (kind) => kind);
    this.compareTurnEnd();
    return true;
  }

  /** Compares what the position consists of. */
  compareState() {
    const { report, theirs } = this;
    const pairs = [
      ["units", [...report.units].map((unit) => unit.join("")), theirs.units()],
      ["the side to move", [report.player], [theirs.player]],
      ["the number of moves", [report.moved], [theirs.game.moveRecords[theirs.player].length]],
      ["the unit that must retreat", [report.retreat], [theirs.retreat()]],
    ];
    const parted = pairs.filter(([, ours, there]) => !same(ours, there));
    for (const [kind, ours, there] of parted) this.differ(kind, without(ours, there), without(there, ours));
    return this.compareArsenals() && !parted.length;
  }

  /** An arsenal stands there as long as the unit that entered it is offline. */
  compareArsenals() {
    const [ours, there] = [this.report.arsenals, this.theirs.arsenals()];
    const stands = (name) => this.theirs.game.cells[cellOf(name)]?.supplied === false;
    const isKnown = without(there, ours).every(stands) && !without(ours, there).length;
    const kind = isKnown ? "known: an arsenal falls only to a unit that is online there" : "arsenals";
    if (!same(ours, there)) this.differ(kind, ours, there);
    return same(ours, there);
  }

  /** Compares the end. Returns whether the game goes on in both. */
  compareEnd() {
    const { report, theirs } = this;
    const [ours, there] = [WINNERS[report.result], theirs.winner()];
    if (ours === undefined && there === undefined && report.result === "none") return true;
    const isLate = ours !== undefined && there === undefined && theirs.winner(opponent(ours)) === ours;
    if (isLate) this.differ("known: the end is looked for in the turn of the loser there", report.result, "none");
    else if (ours !== there) this.differ("the end", report.result, there);
    else this.tally.add("ends");
    return false;
  }

  /** Compares the units online. Returns whether they are the same. */
  compareOnline() {
    const { report, theirs } = this;
    const [ours, there] = [report.online, theirs.online()];
    this.tally.add("units", report.units.size);
    this.tally.add("units online", there.length);
    if (same(ours, there)) return true;
    // Ours follow from themselves by their own rule, directly or where units cut each other off.
    const isKnown = same(theirs.next(theirs.next(ours)), ours);
    const kind = isKnown ? "known: units online depend on those before there" : "units online";
    this.differ(kind, without(ours, there), without(there, ours));
    return false;
  }

  /** Compares moves, sums and attacks; `named` says what to call a difference. */
  compareActions(theirs, named) {
    const { report, tally } = this;
    const ours = report.legal.filter((token) => MOVE.test(token));
    const there = report.own().flatMap((name) => theirs.moves(name));
    if (!same(ours, there)) this.differ(named("moves"), without(ours, there), without(there, ours));
    for (const [name, letter] of report.units) {
      const [here, sums] = [report.sums.get(name), theirs.sums(name, ownerOf(letter))];
      if (here !== sums) this.differ(named("sums"), `${name} ${here}`, sums);
    }
    const effects = new Map(report.enemies().map((name) => [name, theirs.effect(name)]));
    const parted = [...effects].filter(([name, effect]) => report.effects.get(name) !== effect);
    for (const [name, effect] of parted) this.differ(named("attacks"), `${name} ${report.effects.get(name)}`, effect);
    if (theirs !== this.theirs) return;
    this.moves = ours.filter((token) => there.includes(token));
    this.attacks = [...report.effects].filter(([name, effect]) => effects.get(name) === effect);
    tally.add("moves", ours.length);
    tally.add("sums", report.units.size);
    tally.add("targets", effects.size);
    for (const effect of report.effects.values()) tally.add(`attacks: ${effect}`);
  }

  /** They let a turn end at any time. */
  compareTurnEnd() {
    if (this.report.legal.includes("end")) return;
    const isDue = this.report.retreat !== "-";
    this.differ(isDue ? "known: a turn may end without the retreat that is due there" : "the end of a turn", "no", "yes");
  }

  /** An action that both allow; undefined if there is none. */
  chosen(dice) {
    const attacks = this.attacks.map(([name]) => `x${name}`);
    const forcing = this.attacks.filter(([, effect]) => effect === "retreat").map(([name]) => `x${name}`);
    const foes = this.report.arsenals.filter((name) => this.theirs.game.places[cellOf(name)].belong !== this.report.player);
    const rare = [...forcing, ...this.moves.filter((token) => foes.includes(MOVE.exec(token)[2]))];
    if (rare.length && dice.roll(100) < RARE) return dice.pick(rare);
    const roll = dice.roll(100);
    if (attacks.length && roll < ATTACKS) return dice.pick(attacks);
    const mayEnd = this.report.legal.includes("end");
    if (mayEnd && (roll >= 100 - ENDS || !this.moves.length)) return "end";
    return this.moves.length ? dice.pick(this.moves) : undefined;
  }
}

/** Scattered armies and arsenals. The map tells where units may stand. */
function scattered(program, dice) {
  const { places } = program.loadGame(program.onlyMap, { currentPlayer: NORTH });
  const all = (owner) => program.filterCId(places, (place) => place.placeType === "Arsenal" && place.belong === owner);
  const pairs = [SOUTH, NORTH].map((owner) => all(owner).map(nameOf));
  const standing = pairs.flatMap((pair) => (dice.roll(4) === 0 ? [dice.pick(pair)] : pair));
  const isBare = (name) => !["Arsenal", "Mountain"].includes(places[cellOf(name)]?.placeType);
  const middle = dice.pick(dice.roll(2) ? SQUARES : pairs.flat());
  const overlap = dice.pick(OVERLAPS);
  const units = new Map();
  // How far north of the middle a square is, for each army: seen from North, and from South.
  for (const [turned, sign] of [[(letter) => letter, 1], [(letter) => letter.toUpperCase(), -1]]) { // prettier-ignore
    const isBehind = (name) => sign * (Number(name.slice(1)) - Number(middle.slice(1))) >= -overlap;
    const bare = around(middle, SCATTER).filter((name) => isBare(name) && isBehind(name) && !units.has(name));
    const [share, first] = [dice.roll(100), dice.roll(COMBAT_UNITS)];
    const army = ARMY.filter((_, index) => index === first || dice.roll(100) < share);
    for (const letter of army.slice(0, bare.length)) units.set(bare.splice(dice.roll(bare.length), 1)[0], turned(letter));
  }
  return { units, arsenals: inOrder(standing), player: dice.pick([NORTH, SOUTH]) };
}

/** The squares of a list in the order of a FEN: a1, b1 to y20. */
function inOrder(names) {
  const place = (name) => Number(name.slice(1)) * FILES.length + FILES.indexOf(name[0]);
  return [...names].sort((name, next) => place(name) - place(next));
}

async function playGame(engine, program, dice, tally, isSetUp) {
  let fen = await engine.query("startpos");
  let theirs = new Theirs(program, NORTH);
  if (isSetUp) {
    const { units, arsenals, player } = scattered(program, dice);
    fen = `${boardOf(units)} ${player === SOUTH ? "w" : "b"} ${arsenals.join(",")} - - - - 0 1`;
    theirs = new Theirs(program, player, units, arsenals);
  }
  tally.add("games");
  for (let count = 0; count < MOST_ACTIONS; count++) {
    tally.begin(fen);
    const comparison = new Comparison(await Report.of(engine, fen), theirs, tally);
    const token = comparison.run() ? comparison.chosen(dice) : undefined;
    if (token === undefined) return;
    theirs.act(token);
    engine.go(fen, [token]);
    fen = await engine.query("fen");
  }
}

const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "target/release/strategos" },
    program: { type: "string" },
    games: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});
if (values.program === undefined) throw new Error("--program is missing: the bundle of their program");
const program = createRequire(import.meta.url)(resolve(values.program));
const engine = new Engine(values.engine, FILE, "iamcxds");
const [dice, tally] = [new Dice(values.seed), new Tally()];
for (let game = 0; game < Number(values.games); game++) {
  await playGame(engine, program, dice, tally, game % SET_UPS_A_GAME !== 0);
}
engine.send("quit");
console.log(JSON.stringify({ compared: tally.counts, differences: tally.differences }, null, 2));
process.exitCode = tally.isExplained() ? 0 : 1;
