// A worker that holds the table. It is told its module and a stored game, then orders, events and notices.

import { Module } from "../wasm/strategos.js";

/** @typedef {{module: WebAssembly.Module, seed: number, snapshot: string, kept: import("./lines_store.js").KeptGame[]}} Beginning */

/** @type {import("../wasm/strategos.js").Table | undefined} */
let table;
/** @type {Record<string, unknown>[]} what came before the table was there */
const early = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Beginning} beginning */
async function begin({ module, seed, snapshot, kept }) {
  const loaded = await Module.load(module, { onLines: () => {} });
  postMessage({ type: "hello", variants: loaded.variants(), lines: hasLines(module) });
  table = loaded.newTable("pacific-a", seed);
  if (snapshot) restore(snapshot);
  for (const game of kept) tell({ do: "keep", ...game });
  tell({ viewer: "page", do: "join" });
  postMessage({ type: "ready" });
  early.forEach(tell);
}

/** Whether a module has games by lines: only they need chance. @param {WebAssembly.Module} module */
function hasLines(module) {
  return WebAssembly.Module.imports(module).some(({ name }) => name === "random");
}

/** @param {string} snapshot */
function restore(snapshot) {
  const problem = table?.tell({ do: "restore", text: snapshot }).find(({ type }) => type === "error");
  if (problem) postMessage({ type: "notice", text: `The stored game cannot be opened: ${problem.text}` });
}

/** @param {Record<string, unknown>} message */
function tell(message) {
  if (!table) {
    early.push(message);
    return;
  }
  for (const output of answers(table, message)) {
    if (output.type === "wake") wake(output.at);
    // What went wrong with the move of a player may speak of what is hidden.
    else if (output.type !== "error" || output.viewer !== undefined) postMessage(output);
  }
}

/** What a table says to a message. Where the game has changed, its text comes before all else: on the rest the page may
 * load itself anew, to forget what the next player may not know, and then it goes on with the game that it has stored.
 * @param {import("../wasm/strategos.js").Table} asked @param {Record<string, unknown>} message */
function answers(asked, message) {
  const outputs = asked.tell(message);
  /** @type {typeof outputs} */
  let stored = [];
  // A clock may run out in the meantime, and change the game again.
  for (let last = outputs; last.some(({ type }) => type === "changed"); ) {
    last = asked.tell({ do: "snapshot" });
    stored = last.filter(({ type }) => type === "snapshot");
    outputs.push(...last.filter(({ type }) => type !== "snapshot"));
  }
  return [...stored, ...outputs];
}

/** Has the table look at its clocks at a time. A timer may be early: then it is set again, as the table asks only once.
 * @param {number | null} at */
function wake(at) {
  clearTimeout(timer);
  if (at === null) return;
  const due = () => (performance.now() < at ? wake(at) : guarded(() => tell({ do: "tick" })));
  timer = setTimeout(due, Math.max(Math.ceil(at - performance.now()), 0));
}

/** Does something, and says so if the table breaks down. @param {() => unknown} act */
async function guarded(act) {
  try {
    await act();
  } catch (error) {
    postMessage({ type: "broken", text: /** @type {Error} */ (error).message });
  }
}

addEventListener("message", ({ data }) => {
  if (data.notice) postMessage({ type: "notice", text: data.notice });
  else void guarded(() => (data.module ? begin(data) : tell(data.event)));
});
