// Tests of the WebAssembly module's interface: node scripts/tests/wasm_interface.js MODULE. It prints "done".

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Broken, Module, SearchEvents, searchCommands, StopSignal } from "../wasm/strategos.js";

const path = process.argv[2];
const compiled = await WebAssembly.compile(readFileSync(path));
const source = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const types = source("scripts/wasm/table.d.ts");
const network = (file) => readFileSync(join(dirname(path), "networks", file));

/** A module, and what its engines have said. */
async function load(host = {}) {
  const said = [];
  const module = await Module.load(compiled, {
    onLines: (lines, engine) => said.push(...lines.trimEnd().split("\n").map((line) => [engine, line])),
    ...host,
  });
  const lines = (engine) => said.splice(0).map(([number, line]) => (assert.equal(number, engine.number), line));
  return { module, lines };
}

/** The keys of an interface of table.d.ts. */
function keysOf(name) {
  const [, body] = types.match(new RegExp(`interface ${name} \\{([^}]*)\\}`));
  return body.match(/(?<=^ {2})\w+/gm).sort();
}

/** All keys of table.d.ts. */
const declaredKeys = new Set(types.match(/\w+(?=\??: )/g));

/** Checks that table.d.ts declares what a table says. */
function assertDeclared(value) {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) Object.keys(value).forEach((key) => assert.ok(declaredKeys.has(key), key));
  Object.values(value).forEach(assertDeclared);
}

// The host's functions are all that the module needs.
assert.deepEqual(
  WebAssembly.Module.imports(compiled).map(({ module, name, kind }) => `${module} ${name} ${kind}`).sort(),
  ["date", "line", "must_stop", "now", "random"].map((name) => `strategos ${name} function`),
);

// Two engines in one module do not disturb each other.
{
  const { module, lines } = await load();
  const [one, other] = [module.newEngine(), module.newEngine()];
  assert.ok(one.command("move g3f4\nquery fen"));
  const [moved] = lines(one);
  assert.ok(other.command("query fen"));
  assert.notEqual(lines(other)[0], moved);
  assert.ok(one.command("query fen\n"));
  assert.equal(lines(one)[0], moved);
  assert.equal(one.command("quit"), false);
  assert.throws(() => one.command("query fen"), Broken);
  other.free();
  assert.throws(() => other.command("query fen"), Broken);
}

// Numbers and addresses that do not exist are refused, and harm nothing.
{
  const { module, lines } = await load();
  const engine = module.newEngine();
  assert.equal(module.call("strategos_engine_command", engine.number, 12), -1);
  assert.equal(module.call("strategos_engine_command", 77, module.buffer("d")), -2);
  assert.equal(module.call("strategos_engine_free", 77), -2);
  assert.equal(module.call("strategos_buffer_new", 0xffff0000), 0);
  const address = module.buffer("d");
  assert.equal(module.call("strategos_buffer_free", address), 0);
  assert.equal(module.call("strategos_buffer_free", address), -1);
  assert.equal(module.call("strategos_engine_command", engine.number, address), -1);
  engine.command("");
  assert.deepEqual(lines(engine), []);
  engine.command("query gameover");
  assert.deepEqual(lines(engine), ["response false"]);
}

// What this machine lacks is refused in a line, and the engine goes on.
{
  const { module, lines } = await load();
  const engine = module.newEngine();
  for (const [command, reason] of [
    ["setoption name Threads value 2", /^info string error: 2 threads: /],
    ["setoption name Hash value 65536", /^info string error: a table of 65536 MiB cannot be allocated/],
    ["setoption name EvalFile value /etc/passwd", /^info string error: \/etc\/passwd: /],
    ["setoption name Debug Log File value log", /^info string error: cannot open log file log/],
    ["\xff\u{0} go", /^info string error: /],
  ]) {
    engine.command(command);
    const [line, ...more] = lines(engine);
    assert.match(line, reason);
    assert.deepEqual(more, []);
  }
  engine.command("go depth 2");
  assert.match(lines(engine).at(-1), /^bestmove /);
}

// The variants are those of the option.
{
  const { module, lines } = await load();
  const engine = module.newEngine();
  engine.command("uci");
  const option = lines(engine).find((line) => line.startsWith("option name UCI_Variant "));
  assert.deepEqual(module.variants(), option.split(" var ").slice(1));
}

// The networks are those of the game, and change its evaluation.
{
  const { module, lines } = await load();
  assert.deepEqual(module.networks("pacru3-classic"), ["pacru3.net", "pacru3.rnk"]);
  assert.deepEqual(module.networks("warpac"), []);
  assert.throws(() => module.networks("chess"), /unknown variant \(chess\)/);
  const content = network("azacru.net");
  assert.throws(() => module.supplyNetwork("pacru", "azacru.net", content), /no network of this variant/);
  assert.throws(() => module.supplyNetwork("pacru", "pacru.net", content), /pacru\.net: /);
  assert.throws(() => module.supplyNetwork("azacru", "azacru.net", content.subarray(1)), /azacru\.net: /);
  const value = () => {
    const engine = module.newEngine();
    engine.command("setoption name UCI_Variant value azacru\ngo depth 4");
    return lines(engine).filter((line) => line.startsWith("info depth 4"))[0].replace(/nps.*/, "");
  };
  const without = value();
  module.supplyNetwork("azacru", "azacru.net", content);
  assert.notEqual(value(), without);
}

// The types of orders and events have exactly the keys that a table takes.
{
  const { module } = await load();
  const table = module.newTable("pacru");
  const taken = (order) => {
    const [{ text }] = table.tell(order, 0);
    assert.match(text, /unknown field `zzz`/);
    return text.match(/`\w+`/g).slice(1).map((key) => key.slice(1, -1)).sort();
  };
  const lists = source("src/table/order.rs").matchAll(/NAMES: &'static \[&'static str\] =\s*&\[([^\]]*)\]/g);
  const [orders, events] = [...lists].map(([, names]) => names.match(/\w+/g));
  const declared = [...types.matchAll(/^ {2}\| \{ do: "(\w+)"(.*?) \}[;\n]/gm)];
  assert.deepEqual(declared.map(([, name]) => name), [...orders, ...events]);
  for (const [, name, keys] of declared) {
    const order = { ...(orders.includes(name) ? { viewer: "page" } : {}), do: name, zzz: 0 };
    assert.deepEqual(taken(order), keys.replace(/"[^"]*"/g, "").match(/(?<=; )\w+/g)?.sort() ?? [], name);
  }
  const game = { viewer: "page", do: "new", variant: "pacru" };
  assert.deepEqual(taken({ ...game, clock: { zzz: 0 } }), keysOf("TimeControl"));
  assert.deepEqual(taken({ ...game, seats: [{ kind: "engine", zzz: 0 }] }), keysOf("EngineSeat"));
  assert.deepEqual(taken({ do: "thought", search: 1, lines: [{ zzz: 0 }] }), keysOf("PvLine"));
}

// A whole game at a table: engines play all seats, and a person who joins in takes a move back.
for (const [variant, players] of [["pacru3", 3], ["gameofwar", 2], ["warpac-subs", 2]]) {
  const { module, lines } = await load();
  const [table, engine] = [module.newTable(variant, 1), module.newEngine()];
  const seat = { kind: "engine", level: 3, nodes: 200 };
  const start = variant === "pacru3" ? "startpos" : "deploy";
  let told = table.tell({ viewer: "page", do: "new", variant, start, seats: Array(players).fill(seat) }, 0);
  let moves = 0;
  let state = null;
  while (moves < 12) {
    const search = told.find(({ type }) => type === "search");
    assert.equal(search.purpose, "move");
    const events = new SearchEvents(search);
    engine.command(searchCommands(search));
    told = lines(engine).flatMap((line) => events.take(line)).flatMap((event) => table.tell(event, 0));
    state = told.findLast(({ type }) => type === "state");
    assert.equal(told.filter(({ type }) => type === "error").length, 0);
    assertDeclared(told);
    moves += 1;
  }
  assert.ok(state.board.live >= 12);
  assert.equal(told.findLast(({ type }) => type === "tree").reset, false);
  const [{ type, text }] = table.tell({ do: "snapshot" }, 0);
  assert.equal(type, "snapshot");
  const other = module.newTable("pacific-a");
  other.tell({ viewer: "page", do: "join" }, 0);
  const restored = other.tell({ do: "restore", text }, 0).findLast((message) => message.type === "state");
  assert.deepEqual(restored.board.fen, state.board.fen);
  assert.equal(other.tell({ viewer: "page", do: "plya" }, 0)[0].type, "error");
  other.free();
  assert.throws(() => other.tell({ do: "tick" }, 0), Broken);
  assert.throws(() => module.newTable("chess"), /unknown variant/);
}

// A game by lines between two modules, with chance and the date from the host. A new table goes on with what was kept.
{
  const tables = [];
  for (const name of ["Ann", "Bob"]) tables.push({ name, table: (await load()).module.newTable("pacific-a"), kept: new Map() });
  const order = (/** @type {any} */ seat, /** @type {any} */ words) => {
    const told = seat.table.tell({ viewer: "page", do: "lines", ...words });
    assertDeclared(told);
    assert.deepEqual(told.filter(({ type }) => type === "error"), []);
    for (const { type, game, text } of told) if (type === "keep") seat.kept.set(game, text);
    return told.findLast(({ type }) => type === "lines");
  };
  const [ann, bob] = tables;
  const { game: first } = order(ann, { act: "propose", variant: "gameofwar", name: "Ann", start: "startpos" });
  let from = [bob, ann];
  let { game } = order(bob, { act: "join", line: first.send[0], name: "Bob" });
  // The toss goes back and forth by itself.
  while (game.next === "wait" && game.send.length) {
    ({ game } = order(from[1], { act: "receive", text: game.send.join("\n") }));
    from = from.toReversed();
  }
  assert.equal(game.count, 6);
  const year = new Date().getUTCFullYear();
  assert.ok(game.lines.every((line) => line.split(" ")[2].startsWith(`${year}-`)));
  const keys = [first.lines[0].split(" ")[8], game.lines[1].split(" ")[5]];
  assert.notEqual(keys[0], keys[1]);
  const again = { table: (await load()).module.newTable("pacru"), kept: new Map() };
  assert.deepEqual(again.table.tell({ do: "keep", game: "game-1", text: ann.kept.get("game-1") }), []);
  const resumed = order(again, { act: "resume", game: "game-1" });
  assert.deepEqual(resumed.game.lines, order(ann, { act: "resume", game: "game-1" }).game.lines);
  assert.equal(order(again, { act: "audit" }).audit.verdict, "abandoned");
}

// Time comes from the host, and ends a search.
{
  const { module, lines } = await load();
  const engine = module.newEngine();
  const start = performance.now();
  engine.command("go movetime 200");
  const passed = performance.now() - start;
  assert.ok(passed > 100 && passed < 2_000, `${passed} ms`);
  assert.match(lines(engine).at(-1), /^bestmove /);
}

// A host stops a search, and one that cannot learn of a stop waits for none.
{
  let asked = 0;
  const { module, lines } = await load({ mustStop: (patience) => patience > 0 || ++asked > 100 });
  const engine = module.newEngine();
  engine.command("go infinite");
  assert.ok(asked > 100);
  assert.match(lines(engine).at(-1), /^bestmove /);
  const deaf = await load();
  const other = deaf.module.newEngine();
  other.command("go infinite depth 2\ngo ponder depth 2");
  assert.equal(deaf.lines(other).filter((line) => line.startsWith("bestmove ")).length, 2);
}

// A stop concerns the commands before it only.
{
  const shared = new SharedArrayBuffer(4);
  const [sender, worker] = [new StopSignal(shared), new StopSignal(shared)];
  sender.next();
  worker.next();
  assert.equal(worker.mustStop(0), false);
  sender.next();
  sender.stop();
  assert.equal(worker.mustStop(0), true);
  worker.next();
  assert.equal(worker.mustStop(50), true);
  worker.next();
  const start = performance.now();
  assert.equal(worker.mustStop(50), false);
  assert.ok(performance.now() - start > 40);
}

// A module that has broken down says so, and does nothing more.
{
  const { module } = await load({ mustStop: () => { throw new Error("a fault of the host"); } });
  const engine = module.newEngine();
  assert.throws(() => engine.command("go depth 20"), Broken);
  assert.throws(() => module.newEngine(), Broken);
}

console.log("done");
