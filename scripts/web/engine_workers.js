// The engines of a table in this browser, each in a worker of its own. A worker runs one search after the other.

import { Broken, Engine } from "../wasm/index.js";
import { SearchEvents, searchCommands } from "../wasm/strategos.js";

const FILES = new URL("../wasm/", import.meta.url);
/** The least time between two reports of a search. */
const REPORT_EVERY_MS = 100;

/**
 * A search of an engine: its number, its best line so far, and whether it was told to end.
 * @typedef {{number: number, best?: Record<string, any>, isStopped: boolean}} RunningSearch
 */
/** @typedef {{engine: Engine, searches: RunningSearch[]}} EngineSlot */
/** @typedef {ReturnType<SearchEvents["take"]>[number]} SearchEvent */

export class EngineWorkers {
  /**
   * @param {(event: Record<string, unknown>) => void} tell Receives the events of searches.
   * @param {(text: string) => void} notice Receives what the person should know.
   */
  constructor(tell, notice) {
    this.tell = tell;
    this.notice = notice;
    /** @type {Map<string, EngineSlot>} */
    this.slots = new Map();
    /** @type {WebAssembly.Module | undefined} */
    this.module = undefined;
    this.hasSaid = false;
  }

  /** Gives engines their module, before the first search. @param {WebAssembly.Module} module */
  use(module) {
    this.module = module;
  }

  /** Runs a search. @param {Record<string, any>} search The request of the table. */
  search(search) {
    const name = this.slotOf(search);
    const slot = this.slots.get(name) ?? this.start(name);
    /** @type {RunningSearch} */
    const running = { number: search.search, isStopped: false };
    slot.searches.push(running);
    const report = reporter(new SearchEvents(search), search.multipv, (event) => this.take(slot, running, event));
    slot.engine.ask(searchCommands(search), report).catch((error) => this.fail(name, running, error));
  }

  /** @param {string} name @returns {EngineSlot} */
  start(name) {
    const module = /** @type {WebAssembly.Module} */ (this.module);
    const slot = { engine: new Engine(module, FILES), searches: [] };
    this.slots.set(name, slot);
    return slot;
  }

  /** Which engine runs a search: one for each player, so that none has another's transposition table.
   * @param {Record<string, any>} search */
  slotOf(search) {
    if (search.purpose !== "analysis") return search.purpose === "move" ? `player ${search.player}` : search.purpose;
    let index = 0;
    while (this.slots.get(`analyst ${index}`)?.searches.length) index += 1;
    return `analyst ${index}`;
  }

  /** Takes an event of a search. @param {EngineSlot} slot @param {RunningSearch} running @param {SearchEvent} event */
  take(slot, running, event) {
    if ("lines" in event) running.best = event.lines[0];
    else end(slot, running);
    this.tell(event);
  }

  /** A search has ended without an answer, because its engine has broken down or was replaced.
   * @param {string} name @param {RunningSearch} running @param {Error} error */
  fail(name, running, error) {
    const slot = this.slots.get(name);
    if (!slot || !end(slot, running)) return;
    // The next search begins with a new engine.
    if (error instanceof Broken) this.slots.delete(name);
    const { number: search, best: line, isStopped } = running;
    if (isStopped && line) this.tell({ do: "found", search, token: line.pv[0], line });
    else this.tell({ do: "failed", search, reason: error.message });
    if (isStopped && !this.hasSaid) this.notice("The engine was replaced to stop it, and has forgotten what it had found.");
    this.hasSaid ||= isStopped;
  }

  /** Ends a search soon. @param {number} number */
  stop(number) {
    for (const { engine, searches } of this.slots.values()) {
      const running = searches.find((search) => search.number === number);
      if (!running) continue;
      running.isStopped = true;
      engine.stop();
    }
  }

  /** Ends all engines. Their answers are not wanted any more. */
  stopAll() {
    const slots = [...this.slots.values()];
    this.slots.clear();
    slots.forEach(({ engine }) => engine.close());
  }
}

/** Removes a search that has ended. Returns whether it was still there. @param {EngineSlot} slot @param {RunningSearch} running */
function end(slot, running) {
  const at = slot.searches.indexOf(running);
  if (at >= 0) slot.searches.splice(at, 1);
  return at >= 0;
}

/** Passes on the events of a search, not too many of them. The lines of an iteration come one by one, and are passed on
 * together. @param {SearchEvents} events @param {number} multipv @param {(event: SearchEvent) => void} tell */
function reporter(events, multipv, tell) {
  let told = -REPORT_EVERY_MS;
  /** @type {SearchEvent | undefined} the last report, if it was held back */
  let held;
  const pass = (/** @type {SearchEvent} */ event) => {
    tell(event);
    told = performance.now();
    held = undefined;
  };
  return (/** @type {string} */ line) => {
    for (const event of events.take(line)) {
      const count = "lines" in event ? event.lines.length : 0;
      const isDue = !count || performance.now() - told >= REPORT_EVERY_MS;
      // A new iteration begins: that before is whole, even if the position has fewer moves than lines are wanted.
      if (held && count < 2 && isDue) pass(held);
      if (!count || (isDue && count >= multipv)) pass(event);
      else held = event;
    }
  };
}
