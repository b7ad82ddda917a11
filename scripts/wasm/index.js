// The package for browsers and Node, which README.md describes: tables, and engines that search in workers of their own.
// A program that has workers itself uses strategos.js.

import { PACKAGE, readFile, startWorker } from "./platform.js";
import { Broken, Module, SearchEvents, StopSignal, searchCommands } from "./strategos.js";

/** @typedef {import("./table.d.ts").Order} Order */
/** @typedef {import("./table.d.ts").TableEvent} TableEvent */
/** @typedef {import("./table.d.ts").Message} Message */
/** @typedef {import("./table.d.ts").SearchRequest} SearchRequest */

/**
 * @typedef {object} Files
 * @property {string | URL} [files] The folder with `strategos.wasm` and `networks`, if it is not that of the package.
 *   It ends with a slash.
 */

export { Broken };

/** The error of a command or an order that is refused. */
export class Refused extends Error {
  /**
   * @param {string} text
   * @param {Message[]} [told]
   */
  constructor(text, told = []) {
    super(text);
    this.name = "Refused";
    /** What a table says besides. */
    this.told = told;
  }
}

/** A game with seats, clocks, variations and views, see section 16 of protocol.md. */
export class Table {
  #table;

  /** @param {import("./strategos.js").Table} table See `Table.open`. */
  constructor(table) {
    this.#table = table;
  }

  /**
   * Makes a table with the start of a variant. What engines choose at random follows from `seed`.
   * @param {string} variant
   * @param {Files & { seed?: number }} [options]
   */
  static async open(variant, { seed, files } = {}) {
    const module = await moduleFor(files);
    return new Table(refusing(() => module.newTable(variant, seed)));
  }

  /**
   * Gives the table an order of a viewer, or an event. Returns all that it says: states, answers and requests. Throws
   * `Refused` if it refuses the order.
   * @param {Order | TableEvent} order
   * @param {number} [now] Milliseconds since any moment.
   * @returns {Message[]}
   */
  tell(order, now) {
    const told = /** @type {Message[]} */ (this.#table.tell(order, now));
    const viewer = "viewer" in order ? order.viewer : undefined;
    for (const message of told) {
      const isOurs = message.type === "error" && message.viewer === viewer;
      if (isOurs) throw new Refused(message.text, told.filter((other) => other !== message));
    }
    return told;
  }

  /** Frees the table. */
  close() {
    this.#table.free();
  }
}

/**
 * What was asked, and what receives the answer.
 * @typedef {object} Pending
 * @property {string[]} lines
 * @property {(line: string) => void} onLine
 * @property {(lines: string[]) => void} resolve
 * @property {(error: Error) => void} reject
 */

const ERROR = "info string error: ";

/** An engine that obeys the text protocol, in a worker of its own. */
export class Engine {
  #compiled;
  #files;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #asked = 0;
  /** @type {ReturnType<typeof startWorker> | undefined} */
  #worker;
  /** @type {StopSignal | undefined} */
  #signal;

  /**
   * @param {WebAssembly.Module} compiled See `Engine.start`.
   * @param {URL} files
   */
  constructor(compiled, files) {
    this.#compiled = compiled;
    this.#files = files;
    this.#startWorker();
  }

  /**
   * Starts an engine.
   * @param {Files} [options]
   */
  static async start({ files } = {}) {
    return new Engine(await compiledFrom(files), folder(files));
  }

  /**
   * Obeys commands, one a line, and returns what the engine says. Throws `Refused` if it refuses one of them. The
   * networks of a variant are loaded when it is chosen.
   * @param {string} commands
   * @param {(line: string) => void} [onLine] Receives each line at once.
   * @returns {Promise<string[]>}
   */
  ask(commands, onLine = () => {}) {
    const worker = this.#worker;
    if (!worker) return Promise.reject(new Refused("the engine is closed"));
    const id = ++this.#asked;
    this.#signal?.next();
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { lines: [], onLine, resolve, reject });
      worker.postMessage({ id, commands });
    });
  }

  /**
   * Runs a search that a table asks for. The table's events come as they arise, the last one is `found` or `failed`.
   * @param {SearchRequest} search
   * @param {(event: TableEvent) => void} onEvent
   */
  async run(search, onEvent) {
    const events = new SearchEvents(search);
    const take = (/** @type {string} */ line) =>
      events.take(line).forEach((event) => onEvent(/** @type {TableEvent} */ (event)));
    try {
      await this.ask(searchCommands(search), take);
    } catch (error) {
      onEvent({ do: "failed", search: search.search, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Stops what was asked so far: a search answers its best move. A page that is not isolated has no shared memory for
   * this signal. There the worker is replaced, what was asked throws `Refused`, and options and table are lost.
   */
  stop() {
    if (this.#signal) this.#signal.stop();
    else if (this.#pending.size > 0) this.#replaceWorker(new Refused("the search was stopped, and its worker replaced"));
  }

  /** Ends the engine. What was asked and is not answered throws `Refused`. */
  close() {
    this.#endWorker(new Refused("the engine is closed"));
  }

  #startWorker() {
    const worker = startWorker(
      (message) => this.#take(message),
      (error) => this.#endWorker(new Broken(error.message, { cause: error })),
    );
    const shared = isShareable() ? new SharedArrayBuffer(4) : undefined;
    worker.postMessage({ compiled: this.#compiled, files: this.#files.href, shared });
    this.#signal = shared && new StopSignal(shared);
    this.#worker = worker;
  }

  /** @param {Error} reason */
  #endWorker(reason) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const pending of this.#pending.values()) pending.reject(reason);
    this.#pending.clear();
  }

  /** @param {Error} reason */
  #replaceWorker(reason) {
    this.#endWorker(reason);
    this.#startWorker();
  }

  /** @param {import("./worker.js").Answer} answer */
  #take({ id, lines, isDone, isOver, fault }) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    for (const line of lines?.trimEnd().split("\n") ?? []) {
      pending.lines.push(line);
      pending.onLine(line);
    }
    if (!isDone) return;
    this.#pending.delete(id);
    const refusal = pending.lines.find((line) => line.startsWith(ERROR))?.slice(ERROR.length);
    if (fault?.isBroken) pending.reject(new Broken(fault.text));
    else if (fault) pending.reject(new Refused(fault.text));
    else if (refusal !== undefined) pending.reject(new Refused(refusal));
    else pending.resolve(pending.lines);
    if (fault?.isBroken) this.#replaceWorker(new Broken(fault.text));
    if (isOver) this.close();
  }
}

/** Whether memory can be shared with workers. */
function isShareable() {
  return typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false;
}

/** @param {string | URL} [files] */
function folder(files = PACKAGE) {
  return new URL(files, PACKAGE);
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * The compiled module of a folder. It is compiled once.
 * @param {string | URL} [files]
 */
function compiledFrom(files) {
  const url = new URL("strategos.wasm", folder(files));
  const known = compiled.get(url.href);
  if (known) return known;
  const begun = readFile(url).then((bytes) => WebAssembly.compile(bytes));
  compiled.set(url.href, begun);
  // What could not be loaded is tried again.
  begun.catch(() => compiled.delete(url.href));
  return begun;
}

/** @type {WeakMap<WebAssembly.Module, Promise<Module>>} The modules of all tables. */
const modules = new WeakMap();

/** @param {string | URL} [files] */
async function moduleFor(files) {
  const source = await compiledFrom(files);
  const known = await modules.get(source);
  if (known && !known.isBroken) return known;
  const loaded = Module.load(source, { onLines: () => {} });
  modules.set(source, loaded);
  return loaded;
}

/**
 * Turns a refusal of the module into `Refused`.
 * @template T
 * @param {() => T} call
 */
function refusing(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof Broken) throw error;
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}
