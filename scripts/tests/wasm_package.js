// Tests of the package of npm: node scripts/tests/wasm_package.js FOLDER. It prints "done".

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${resolve(process.argv[2])}/`);
const { Broken, Engine, Refused, Table } = await import(new URL("index.js", folder));
const { Module } = await import(new URL("strategos.js", folder));
const refused = (pattern) => (error) => error instanceof Refused && pattern.test(error.message);

// An engine obeys commands in order, and its lines come at once.
{
  const engine = await Engine.start();
  const heard = [];
  const first = engine.ask("go depth 3", (line) => heard.push(line));
  const second = engine.ask("query fen\nquery player");
  const lines = await first;
  assert.match(lines.at(-1), /^bestmove /);
  assert.deepEqual(heard, lines);
  assert.match((await second).join(" "), /^response \S+ w 0 1 response 1$/);
  assert.deepEqual(await engine.ask("quit"), []);
  await assert.rejects(engine.ask("d"), refused(/the engine is closed/));
}

// The networks of a variant are loaded when it is chosen.
{
  const engine = await Engine.start();
  const commands = "setoption name UCI_Variant value azacru\ngo depth 4";
  const line = (lines) => lines.find((text) => text.startsWith("info depth 4 ")).replace(/(nps|time) \d+ /g, "");
  const said = [];
  const bytes = readFileSync(new URL("strategos.wasm", folder));
  const module = await Module.load(bytes, { onLines: (lines) => said.push(...lines.split("\n")) });
  const other = module.newEngine();
  other.command(commands);
  const without = line(said.splice(0));
  module.supplyNetwork("azacru", "azacru.net", readFileSync(new URL("networks/azacru.net", folder)));
  module.newEngine().command(commands);
  const withNetwork = line(said);
  assert.notEqual(withNetwork, without);
  assert.equal(line(await engine.ask(commands)), withNetwork);
  engine.close();
}

// What is refused becomes an error that says why, and the engine goes on.
{
  const engine = await Engine.start();
  await assert.rejects(engine.ask("setoption name UCI_Variant value chess"), refused(/^unknown variant \(chess\)$/));
  await assert.rejects(engine.ask("position startpos moves g3f4 g3f4"), refused(/^illegal move g3f4: .*number 2/));
  await assert.rejects(engine.ask("plya"), refused(/plya/));
  assert.match((await engine.ask("position startpos\ngo depth 2")).at(-1), /^bestmove /);
  const waiting = engine.ask("go depth 3");
  engine.close();
  await assert.rejects(waiting, refused(/the engine is closed/));
  await assert.rejects(Table.open("chess"), refused(/^unknown variant \(chess\)/));
}

// A stop concerns what was asked before. Without shared memory it replaces the worker.
for (const isIsolated of [true, false]) {
  globalThis.crossOriginIsolated = isIsolated;
  const engine = await Engine.start();
  engine.stop();
  const search = await new Promise((begun) => {
    const asked = engine.ask("go infinite", () => begun({ asked }));
  });
  engine.stop();
  if (isIsolated) assert.match((await search.asked).at(-1), /^bestmove /);
  else await assert.rejects(search.asked, refused(/^the search was stopped/));
  assert.match((await engine.ask("go depth 2")).at(-1), /^bestmove /);
  engine.close();
}
delete globalThis.crossOriginIsolated;

// Engines play a game at a table, and orders that are refused change nothing.
{
  const [engine, table] = [await Engine.start(), await Table.open("pacru3", { seed: 1 })];
  const seats = Array(3).fill({ kind: "engine", level: 3, nodes: 200 });
  const told = table.tell({ viewer: "page", do: "new", variant: "pacru3", seats });
  let moves = 0;
  for (const message of told) {
    if (message.type === "search" && moves++ < 6) await engine.run(message, (event) => told.push(...table.tell(event)));
  }
  assert.equal(told.findLast(({ type }) => type === "state").board.live >= 6, true);
  assert.throws(() => table.tell({ viewer: "page", do: "plya" }), refused(/did you mean play\?$/));
  assert.throws(() => table.tell({ do: "restore", text: "{" }), refused(/./));
  const other = await Table.open("pacru");
  table.close();
  assert.throws(() => table.tell({ viewer: "page", do: "pause" }), Broken);
  assert.equal(other.tell({ viewer: "page", do: "join" }).at(-1).variant, "pacru");
  // A search that cannot be run is told to the table.
  const events = [];
  const search = { search: 7, seat: {}, limits: { depth: 1 }, multipv: 1, seed: 0, variant: "chess", position: "startpos" };
  await engine.run(search, (event) => events.push(event));
  assert.deepEqual(events, [{ do: "failed", search: 7, reason: "unknown variant (chess)" }]);
  engine.close();
}

// Files that are missing or broken are named, and an engine that breaks down is replaced.
{
  const files = mkdtempSync(join(tmpdir(), "strategos-"));
  const url = pathToFileURL(`${files}/`);
  await assert.rejects(Engine.start({ files: url }), /strategos\.wasm/);
  writeFileSync(join(files, "strategos.wasm"), trapping());
  const engine = await Engine.start({ files: url });
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(engine.ask("uci"), (error) => error instanceof Broken && /broken down/.test(error.message));
  }
  engine.close();
  rmSync(files, { recursive: true });
}

/** A module that traps as soon as it is asked for a buffer. */
function trapping() {
  const name = (text) => [text.length, ...Buffer.from(text)];
  const exported = [2, ...name("memory"), 2, 0, ...name("strategos_buffer_new"), 0, 0];
  const sections = [
    [1, 1, 0x60, 1, 0x7f, 1, 0x7f],
    [3, 1, 0],
    [5, 1, 0, 1],
    [7, ...exported],
    [10, 1, 3, 0, 0, 0x0b],
  ];
  const body = sections.flatMap(([kind, ...content]) => [kind, content.length, ...content]);
  return Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...body);
}

console.log("done");
