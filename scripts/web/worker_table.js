// A table in this browser: the table in a worker, engines in others, the game in the browser's storage.

import { compile } from "../wasm/strategos.js";
import { recall, remember } from "./dom.js";
import { EngineWorkers } from "./engine_workers.js";
import { keepGame, keptGames, onOtherWindow } from "./lines_store.js";

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
    // A notice goes by the worker, too, so that what the table has said before does not come after it.
    this.engines = new EngineWorkers((event) => this.tell(event), (notice) => this.worker?.postMessage({ notice }));
    /** @type {Promise<WebAssembly.Module | void>} */
    this.module = load().catch((error) => changed(`The engine cannot be loaded: ${error.message}`));
    onOtherWindow((kept) => this.tell({ do: "keep", ...kept }));
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
    worker.postMessage({ module, seed: seed(), snapshot: recall(STORED) ?? "", kept: keptGames() });
  }

  /** Takes what the table says. @param {Record<string, any>} message */
  take(message) {
    /** @type {Record<string, () => void>} */
    const acts = {
      search: () => this.engines.search(message),
      stop: () => this.engines.stop(message.search),
      snapshot: () => remember(STORED, message.text),
      keep: () => this.keep({ game: message.game, text: message.text }),
      broken: () => this.breakDown(message.text),
      ready: () => this.changed(""),
    };
    const act = message.viewer === undefined ? acts[message.type] : undefined;
    if (act) act();
    else this.heard(message);
  }

  /** Keeps a game by lines. @param {import("./lines_store.js").KeptGame} kept */
  keep(kept) {
    if (!keepGame(kept)) this.changed(`This browser cannot store ${kept.game}. Download its file before you close the page.`);
  }

  /** A table that has broken down is replaced. A game on which it breaks down again is given up. @param {string} reason */
  breakDown(reason) {
    this.worker?.terminate();
    this.worker = undefined;
    this.engines.stopAll();
    this.restarts += 1;
    if (this.restarts > 2) remember(STORED, "");
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

/** What engines choose at random follows from this number: of the address, as in `?seed=7`, or of the time. */
function seed() {
  const wanted = new URLSearchParams(location.search).get("seed");
  return /^\d{1,15}$/.test(wanted ?? "") ? Number(wanted) : Date.now();
}

/** The engine's module. */
async function load() {
  const answer = await fetch(new URL("strategos.wasm", FOLDER));
  if (!answer.ok) throw new Error(`strategos.wasm: ${answer.status} ${answer.statusText}`);
  return compile(answer);
}
