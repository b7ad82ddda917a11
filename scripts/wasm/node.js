// The engine in Node: node scripts/wasm/node.js MODULE. It obeys the text protocol on standard input, as the program
// does. It searches in a worker, as a page does, and `stop` reaches it through shared memory.

import { readFileSync, readdirSync, writeSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { createInterface } from "node:readline";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { Module, StopSignal } from "./strategos.js";

const STDOUT = 1;
// No more than browsers have.
const STACK_MB = 1;

/** Reads commands and hands them to the worker. */
function serve(path) {
  const shared = new SharedArrayBuffer(4);
  const stop = new StopSignal(shared);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { path, shared },
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  worker.on("error", (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
    input.close();
  });
  worker.on("exit", () => input.close());
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => {
    const word = line.trim().split(/\s/)[0];
    // A worker hears nothing while it searches.
    if (word === "stop" || word === "quit") stop.stop();
    stop.next();
    worker.postMessage(line);
  });
  input.on("close", () => worker.postMessage(null));
}

/** Obeys what the main thread hands over. */
async function work({ path, shared }) {
  const stop = new StopSignal(shared);
  const module = await Module.load(readFileSync(path), {
    onLines: write,
    mustStop: (patience) => stop.mustStop(patience),
  });
  supplyNetworks(module, join(dirname(path), "networks"));
  const engine = module.newEngine();
  parentPort.on("message", (line) => {
    stop.next();
    if (line === null || !engine.command(line)) parentPort.close();
  });
}

/** Supplies the networks of all variants. Each file is named after one that uses it. */
function supplyNetworks(module, folder) {
  for (const file of readdirSync(folder)) {
    module.supplyNetwork(parse(file).name, file, readFileSync(join(folder, file)));
  }
}

/** Writes the whole text, even where a pipe is full. */
function write(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") process.exit(1);
    }
  }
}

if (isMainThread) serve(process.argv[2]);
else await work(workerData);
