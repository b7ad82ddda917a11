// The engine in WebAssembly, for pages, workers and Node. README.md beside this file describes it.

/**
 * What the module asks of the program that runs it.
 * @typedef {object} Host
 * @property {(lines: string, engine: number) => void} onLines Receives the output of an engine, one or more whole
 *   lines, as soon as it comes.
 * @property {(patience: number) => boolean} [mustStop] Whether the running search must stop. It may take `patience`
 *   milliseconds to find out. Without it, nothing stops a search but its limits.
 */

/**
 * What the module exports.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} strategos_buffer_new
 * @property {() => number} strategos_engine_new
 * @property {(engine: number) => number} strategos_engine_free
 * @property {(engine: number, commands: number) => number} strategos_engine_command
 * @property {() => number} strategos_variants
 * @property {(variant: number) => number} strategos_networks
 * @property {(variant: number, file: number, content: number) => number} strategos_network_supply
 * @property {(variant: number, seed: number) => number} strategos_table_new
 * @property {(table: number) => number} strategos_table_free
 * @property {(table: number, line: number, now: number) => number} strategos_table_take
 */

const OVER = 1;

/** The error of a module that has broken down. Load it again. */
export class Broken extends Error {}

/** A loaded module. */
export class Module {
  #exports;
  /** What the module itself says, lines of JSON. */
  #replies;
  #isBroken = false;

  /**
   * @param {Exports} exports
   * @param {string[]} replies
   */
  constructor(exports, replies) {
    this.#exports = exports;
    this.#replies = replies;
  }

  /**
   * Loads the module.
   * @param {WebAssembly.Module | BufferSource | Response | Promise<Response>} source
   * @param {Host} host
   */
  static async load(source, host) {
    /** @type {string[]} */
    const replies = [];
    return new Module(await instantiate(await compile(await source), host, replies), replies);
  }

  /** Whether it has broken down. */
  get isBroken() {
    return this.#isBroken;
  }

  /** Makes an engine. */
  newEngine() {
    return new Engine(this, this.call("strategos_engine_new"));
  }

  /**
   * The names of all variants.
   * @returns {string[]}
   */
  variants() {
    return this.#ask("strategos_variants").variants;
  }

  /**
   * The network files that a variant needs.
   * @param {string} variant
   * @returns {string[]}
   */
  networks(variant) {
    return this.#ask("strategos_networks", this.buffer(variant)).files;
  }

  /**
   * Supplies the content of a network file. It must be there before an engine is told of the variant; without its
   * files, a variant is played by a weaker evaluation.
   * @param {string} variant
   * @param {string} file
   * @param {Uint8Array} content
   */
  supplyNetwork(variant, file, content) {
    const buffers = [variant, file, content].map((bytes) => this.buffer(bytes));
    this.#ask("strategos_network_supply", buffers[0], buffers[1], buffers[2]);
  }

  /**
   * Makes a table with the start of a variant. What engines choose at random follows from `seed`.
   * @param {string} variant
   * @param {number} [seed]
   */
  newTable(variant, seed = 0) {
    return new Table(this, this.#ask("strategos_table_new", this.buffer(variant), seed).table);
  }

  /** Takes what the module itself has said. For its own use. */
  takeReplies() {
    return this.#replies.splice(0);
  }

  /**
   * Calls a function that replies in JSON.
   * @template {"strategos_variants" | "strategos_networks" | "strategos_network_supply" | "strategos_table_new"} Name
   * @param {Name} name
   * @param {Parameters<Exports[Name]>} args
   */
  #ask(name, ...args) {
    this.call(name, ...args);
    const reply = JSON.parse(this.#replies.pop() ?? "{}");
    if (reply.error) throw new Error(reply.error);
    return reply;
  }

  /**
   * Calls a function of the module. For its own use.
   * @template {Exclude<keyof Exports, "memory">} Name
   * @param {Name} name
   * @param {Parameters<Exports[Name]>} args
   */
  call(name, ...args) {
    if (this.#isBroken) throw new Broken("the engine has broken down");
    try {
      const called = /** @type {(...args: number[]) => number} */ (this.#exports[name]);
      return called(...args);
    } catch (error) {
      // After a trap the module's state may be inconsistent.
      this.#isBroken = true;
      const reason = JSON.parse(this.#replies.pop() ?? "{}").error;
      throw new Broken(reason ?? "the engine has broken down", { cause: error });
    }
  }

  /**
   * Copies bytes or text into a buffer of the module, and returns its address. For its own use.
   * @param {Uint8Array | string} content
   */
  buffer(content) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const address = this.call("strategos_buffer_new", bytes.length);
    if (address === 0) throw new RangeError(`no memory for ${bytes.length} bytes`);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, address);
    return address;
  }
}

/** An engine that obeys the text protocol. */
export class Engine {
  #module;
  /** The engine's number, with which its output comes. */
  number;

  /**
   * @param {Module} module
   * @param {number} number
   */
  constructor(module, number) {
    this.#module = module;
    this.number = number;
  }

  /**
   * Obeys commands, one a line. Returns when all are done, a search too. False after `quit`.
   * @param {string} commands
   */
  command(commands) {
    const address = this.#module.buffer(commands);
    const status = this.#module.call("strategos_engine_command", this.number, address);
    if (status < 0) throw new Broken("there is no such engine any more");
    return status !== OVER;
  }

  /** Frees the engine. */
  free() {
    this.#module.call("strategos_engine_free", this.number);
  }
}

/**
 * A game with seats, clocks, variations and views, which section 16 of protocol.md describes, and games by lines, which
 * section 20 describes. It searches nothing
 * itself: it asks for searches. `searchCommands` and `SearchEvents` let an engine run them.
 */
export class Table {
  #module;
  #number;

  /**
   * @param {Module} module
   * @param {number} number
   */
  constructor(module, number) {
    this.#module = module;
    this.#number = number;
  }

  /**
   * Gives the table an order of a viewer, or an event. Returns all that it says: states, answers and requests.
   * @param {Record<string, unknown>} order
   * @param {number} [now] Milliseconds since any moment.
   * @returns {Record<string, any>[]}
   */
  tell(order, now = performance.now()) {
    const address = this.#module.buffer(JSON.stringify(order));
    const status = this.#module.call("strategos_table_take", this.#number, address, now);
    if (status < 0) throw new Broken("there is no such table any more");
    return this.#module.takeReplies().map((line) => JSON.parse(line));
  }

  /** Frees the table. */
  free() {
    this.#module.call("strategos_table_free", this.#number);
  }
}

/** The levels of an engine above this one are given as an Elo. */
const FULL_SKILL = 20;

/**
 * The commands by which an engine runs a search that a table asks for. The engine's lines then go to `SearchEvents`.
 * @param {Record<string, any>} search The request.
 */
export function searchCommands(search) {
  const { level = FULL_SKILL, hash = 16 } = search.seat;
  const limits = search.limits;
  const { times = [], increments = [], movestogo } = limits.clock ?? {};
  const words = ["go"];
  for (const name of ["movetime", "nodes", "depth"]) {
    if (limits[name] !== undefined) words.push(name, limits[name]);
  }
  times.forEach((/** @type {number} */ time, /** @type {number} */ at) => {
    words.push(`p${at + 1}time`, String(time), `p${at + 1}inc`, increments[at]);
  });
  if (movestogo) words.push("movestogo", movestogo);
  if (words.length === 1) words.push("infinite");
  return [
    `setoption name UCI_Variant value ${search.variant}`,
    `setoption name Hash value ${hash}`,
    `setoption name MultiPV value ${search.multipv}`,
    // The shares of three and four players come with it.
    "setoption name UCI_ShowWDL value true",
    `setoption name Seed value ${search.seed}`,
    `setoption name UCI_LimitStrength value ${level > FULL_SKILL}`,
    level > FULL_SKILL ? `setoption name UCI_Elo value ${level}` : `setoption name Skill Level value ${level}`,
    ...(search.fresh ? ["ucinewgame"] : []),
    `position ${search.position}`,
    words.join(" "),
  ].join("\n");
}

/** What an engine says about a search, as the events of a table. */
export class SearchEvents {
  #search;
  /** @type {Record<string, any>[]} The lines of the present iteration, best first. */
  #lines = [];

  /** @param {Record<string, any>} search The request. */
  constructor(search) {
    this.#search = search.search;
  }

  /**
   * The events for a line of the engine: none, or one.
   * @param {string} line
   */
  take(line) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "bestmove") {
      const token = words[1] === "(none)" ? "" : words[1];
      const best = this.#lines[0];
      return [{ do: "found", search: this.#search, token, ...(best ? { line: best } : {}) }];
    }
    const after = (/** @type {string} */ name) => words[words.indexOf(name) + 1];
    if (words[0] !== "info" || !words.includes("pv") || !words.includes("nodes")) return [];
    const [kind, value] = words.slice(words.indexOf("score") + 1);
    const multipv = words.includes("multipv") ? Number(after("multipv")) : 1;
    this.#lines.length = Math.min(this.#lines.length, multipv - 1);
    const shares = words.includes("shares") ? words.slice(words.indexOf("shares") + 1, words.indexOf("nodes")).map(Number) : [];
    this.#lines.push({
      multipv,
      depth: Number(after("depth")),
      score: { [kind]: Number(value) },
      nodes: Number(after("nodes")),
      time: Number(after("time")),
      ...(shares.length ? { shares } : {}),
      pv: words.slice(words.indexOf("pv") + 1),
    });
    return [{ do: "thought", search: this.#search, lines: [...this.#lines] }];
  }
}

/**
 * A stop signal that another thread sends while a worker searches. Both threads make one on the same shared memory.
 * A stop concerns the commands that were sent before it, and no later ones.
 */
export class StopSignal {
  /** The last command that must stop. */
  #stopped;
  /** The last command that was sent, or is obeyed. */
  #command = 0;

  /** @param {SharedArrayBuffer} shared Four bytes, zero at first. */
  constructor(shared) {
    this.#stopped = new Int32Array(shared);
  }

  /** Counts a command: the sender before it sends it, the worker before it obeys it. */
  next() {
    this.#command += 1;
  }

  /** The sender stops all that it has sent. */
  stop() {
    Atomics.store(this.#stopped, 0, this.#command);
    Atomics.notify(this.#stopped, 0);
  }

  /**
   * What the worker's module asks, see `Host`.
   * @param {number} patience
   */
  mustStop(patience) {
    const seen = Atomics.load(this.#stopped, 0);
    if (seen >= this.#command) return true;
    if (patience > 0) Atomics.wait(this.#stopped, 0, seen, patience);
    return Atomics.load(this.#stopped, 0) >= this.#command;
  }
}

/**
 * Compiles the module, for several `Module.load`.
 * @param {WebAssembly.Module | BufferSource | Response} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response === "undefined" || !(source instanceof Response)) {
    return WebAssembly.compile(/** @type {BufferSource} */ (source));
  }
  // Some servers send another type than application/wasm. Then the module is compiled when it is there.
  const isTyped = source.headers.get("Content-Type") === "application/wasm";
  return isTyped
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(await source.arrayBuffer());
}

/**
 * @param {WebAssembly.Module} module
 * @param {Host} host
 * @param {string[]} replies
 * @returns {Promise<Exports>}
 */
async function instantiate(module, host, replies) {
  const decoder = new TextDecoder();
  const strategos = {
    now: () => performance.now(),
    date: () => Date.now(),
    /** @type {(address: number, length: number) => void} */
    random: (address, length) => {
      crypto.getRandomValues(new Uint8Array(exports.memory.buffer, address >>> 0, length >>> 0));
    },
    /** @type {(patience: number) => number} */
    must_stop: (patience) => Number(host.mustStop ? host.mustStop(patience) : patience > 0),
    /** @type {(engine: number, address: number, length: number) => void} */
    line: (engine, address, length) => {
      const text = new Uint8Array(exports.memory.buffer, address >>> 0, length >>> 0);
      if (engine === 0) replies.push(decoder.decode(text));
      else host.onLines(decoder.decode(text), engine);
    },
  };
  const instance = await WebAssembly.instantiate(module, { strategos });
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  return exports;
}
