// A worker with an engine, which runs the searches that a table asks for. What a game needs is loaded with its first
// search.

import { Module, SearchEvents, StopSignal, searchCommands } from "../wasm/strategos.js";

const NETWORKS = new URL("../wasm/networks/", import.meta.url);
/** The least time between two reports of a search. */
const REPORT_EVERY_MS = 100;

/** @type {Module | undefined} */
let module;
/** @type {import("../wasm/strategos.js").Engine | undefined} It is made when the first networks are there. */
let engine;
/** @type {StopSignal | undefined} */
let signal;
/** @type {Set<string>} variants whose networks are there */
const supplied = new Set();
/** @type {(line: string) => void} */
let hear = () => {};
/** Work is done in the order in which it came. @type {Promise<void>} */
let queue = Promise.resolve();

/** @param {{module: WebAssembly.Module, shared?: SharedArrayBuffer}} beginning */
async function begin({ module: compiled, shared }) {
  const stopped = shared && new StopSignal(shared);
  signal = stopped;
  module = await Module.load(compiled, {
    onLines: (lines) => lines.split("\n").forEach((line) => hear(line)),
    mustStop: stopped && ((patience) => stopped.mustStop(patience)),
  });
}

/** Loads the networks of a variant, once. @param {Module} into @param {string} variant */
async function supply(into, variant) {
  if (supplied.has(variant)) return;
  for (const file of into.networks(variant)) {
    const answer = await fetch(new URL(file, NETWORKS));
    if (!answer.ok) throw new Error(`the network ${file} cannot be loaded: ${answer.status}`);
    into.supplyNetwork(variant, file, new Uint8Array(await answer.arrayBuffer()));
  }
  supplied.add(variant);
}

/** Runs a search. Its events are posted. @param {Record<string, any>} search */
async function run(search) {
  if (!module) throw new Error("the engine is not there");
  await supply(module, search.variant);
  engine ??= module.newEngine();
  hear = reporter(new SearchEvents(search), search.multipv);
  signal?.next();
  engine.command(searchCommands(search));
}

/** Posts the events of a search, not too many of them. The lines of an iteration come one by one, and are posted
 * together. @param {SearchEvents} events @param {number} multipv */
function reporter(events, multipv) {
  let told = -REPORT_EVERY_MS;
  /** @type {Record<string, any> | undefined} the last report, if it was held back */
  let held;
  const post = (/** @type {Record<string, any>} */ event) => {
    postMessage(event);
    told = performance.now();
    held = undefined;
  };
  return (/** @type {string} */ line) => {
    for (const event of events.take(line)) {
      const count = "lines" in event ? event.lines.length : 0;
      const isDue = !count || performance.now() - told >= REPORT_EVERY_MS;
      // A new iteration begins: that before is whole, even if the position has fewer moves than lines are wanted.
      if (held && count < 2 && isDue) post(held);
      if (!count || (isDue && count >= multipv)) post(event);
      else held = event;
    }
  };
}

/** @param {Record<string, any>} search */
async function attempt(search) {
  try {
    await run(search);
  } catch (error) {
    postMessage({ do: "failed", search: search.search, reason: /** @type {Error} */ (error).message });
  }
}

addEventListener("message", ({ data }) => {
  queue = queue.then(() => (data.search ? attempt(data.search) : begin(data)));
});
