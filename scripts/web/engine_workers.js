// The engines of a table in this browser, each in a worker of its own. A worker runs one search after the other.

/** What runs in a worker. `shared` is the memory of its stop signal, where the page may have one. */
/** @typedef {{worker: Worker, signal: StopSignal | undefined, searches: number[], lines: Map<number, any[]>}} EngineWorker */

import { StopSignal } from "../wasm/strategos.js";

export class EngineWorkers {
  /**
   * @param {(event: Record<string, unknown>) => void} tell Receives the events of searches.
   * @param {(text: string) => void} notice Receives what the person should know.
   */
  constructor(tell, notice) {
    this.tell = tell;
    this.notice = notice;
    /** @type {Map<string, EngineWorker>} */
    this.workers = new Map();
    /** @type {WebAssembly.Module | undefined} */
    this.module = undefined;
    this.hasSaid = false;
  }

  /** @param {WebAssembly.Module} module */
  use(module) {
    this.module = module;
  }

  /** Runs a search. @param {Record<string, any>} search The request of the table. */
  search(search) {
    const slot = this.slotOf(search);
    const engine = this.workers.get(slot) ?? this.start(slot);
    engine.searches.push(search.search);
    engine.signal?.next();
    engine.worker.postMessage({ search });
  }

  /** Which worker runs a search: one for each player, so that none has another's transposition table.
   * @param {Record<string, any>} search */
  slotOf(search) {
    if (search.purpose !== "analysis") return search.purpose === "move" ? `player ${search.player}` : search.purpose;
    let index = 0;
    while (this.workers.get(`analyst ${index}`)?.searches.length) index += 1;
    return `analyst ${index}`;
  }

  /** @param {string} slot @returns {EngineWorker} */
  start(slot) {
    const worker = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
    // A page that is isolated from others may share memory with its workers.
    const shared = crossOriginIsolated ? new SharedArrayBuffer(4) : undefined;
    const engine = { worker, signal: shared && new StopSignal(shared), searches: [], lines: new Map() };
    worker.addEventListener("message", ({ data }) => this.take(slot, data));
    worker.addEventListener("error", ({ message }) => this.fail(slot, message));
    worker.postMessage({ module: this.module, shared });
    this.workers.set(slot, engine);
    return engine;
  }

  /** Takes an event of a search. @param {string} slot @param {Record<string, any>} event */
  take(slot, event) {
    const engine = this.workers.get(slot);
    if (event.do === "thought") engine?.lines.set(event.search, event.lines);
    else if (engine) {
      engine.searches = engine.searches.filter((search) => search !== event.search);
      engine.lines.delete(event.search);
    }
    this.tell(event);
  }

  /** A worker that has broken down is replaced when the next search needs it. @param {string} slot @param {string} reason */
  fail(slot, reason) {
    const engine = this.workers.get(slot);
    engine?.worker.terminate();
    this.workers.delete(slot);
    engine?.searches.forEach((search) => this.tell({ do: "failed", search, reason }));
  }

  /** Ends a search soon. @param {number} search */
  stop(search) {
    for (const [slot, engine] of this.workers) {
      if (!engine.searches.includes(search)) continue;
      if (engine.signal) engine.signal.stop();
      else this.replace(slot, engine, search);
    }
  }

  /** Ends a search together with its worker, as nothing reaches a worker that searches.
   * @param {string} slot @param {EngineWorker} engine @param {number} search */
  replace(slot, engine, search) {
    const [line] = engine.lines.get(search) ?? [];
    engine.worker.terminate();
    this.workers.delete(slot);
    for (const other of engine.searches) {
      if (other === search && line) this.tell({ do: "found", search, token: line.pv[0], line });
      else this.tell({ do: "failed", search: other, reason: "it was stopped" });
    }
    if (!this.hasSaid) this.notice("The engine was replaced to stop it, and has forgotten what it had found.");
    this.hasSaid = true;
  }

  /** Ends all searches at once. */
  stopAll() {
    for (const { worker } of this.workers.values()) worker.terminate();
    this.workers.clear();
  }
}
