// A table in this browser: the table in a worker, engines in others, the game in the browser's storage.

import { EngineWorkers } from "./engine_workers.js";

const STORED = "strategos-game";
const FOLDER = new URL("../wasm/", import.meta.url);

export class WorkerTable {
  /**
   * @param {(message: any) => void} heard Receives what the table says to this page.
   * @param {(trouble: string) => void} changed Is told that something is wrong, or by an empty text that all is well.
   */
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    /** @type {Worker | undefined} */
    this.worker = undefined;
    this.restarts = 0;
    this.engines = new EngineWorkers((event) => this.tell(event), (text) => heard({ type: "notice", text }));
    /** @type {Promise<WebAssembly.Module | void>} */
    this.module = compile().catch((error) => changed(`The engine cannot be loaded: ${error.message}`));
    void this.begin();
  }

  /** Starts the worker of the table, with the game that is stored. */
  async begin() {
    const module = await this.module;
    if (!module) return;
    const worker = new Worker(new URL("table_worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => this.take(data));
    worker.addEventListener("error", ({ message }) => this.breakDown(message));
    this.engines.use(module);
    worker.postMessage({ module, seed: Date.now(), snapshot: stored() });
  }

  /** Takes what the table says. @param {Record<string, any>} message */
  take(message) {
    /** @type {Record<string, () => void>} */
    const acts = {
      search: () => this.engines.search(message),
      stop: () => this.engines.stop(message.search),
      snapshot: () => store(message.text),
      broken: () => this.breakDown(message.text),
      ready: () => this.changed(""),
    };
    const act = message.viewer === undefined ? acts[message.type] : undefined;
    if (act) act();
    else this.heard(message);
  }

  /** A table that has broken down is replaced. A game on which it breaks down again is given up. @param {string} reason */
  breakDown(reason) {
    this.worker?.terminate();
    this.worker = undefined;
    this.engines.stopAll();
    this.restarts += 1;
    if (this.restarts > 2) store("");
    const kept = this.restarts > 2 ? "a new game begins" : "the game goes on from its last move";
    this.heard({ type: "notice", text: `The table has broken down (${reason}). It was started again: ${kept}.` });
    void this.begin();
  }

  /** Sends the event of a search. @param {Record<string, unknown>} event */
  tell(event) {
    this.worker?.postMessage({ event });
  }

  /** Sends an order of this page. @param {string} order @param {Record<string, unknown>} [words] */
  ask(order, words = {}) {
    if (this.worker) this.tell({ viewer: "page", do: order, ...words });
    else this.heard({ type: "error", text: "The engine is still being loaded." });
  }
}

/** The engine's module. */
async function compile() {
  const answer = await fetch(new URL("strategos.wasm", FOLDER));
  if (!answer.ok) throw new Error(`strategos.wasm: ${answer.status} ${answer.statusText}`);
  // Some servers send another type than application/wasm.
  const isTyped = answer.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

function stored() {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} snapshot */
function store(snapshot) {
  try {
    if (snapshot) localStorage.setItem(STORED, snapshot);
    else localStorage.removeItem(STORED);
  } catch {
    // Without storage the game lasts as long as the page.
  }
}
