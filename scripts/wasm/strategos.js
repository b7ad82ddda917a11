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
 * @property {(variant: number) => number} strategos_networks
 * @property {(variant: number, file: number, content: number) => number} strategos_network_supply
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

  /** Makes an engine. */
  newEngine() {
    return new Engine(this, this.call("strategos_engine_new"));
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
   * Calls a function that replies in JSON.
   * @template {"strategos_networks" | "strategos_network_supply"} Name
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
 * @param {WebAssembly.Module | BufferSource | Response} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
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
