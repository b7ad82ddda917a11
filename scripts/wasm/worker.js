// The worker of an engine, see `Engine` in index.js. Its first message is a `Setting`, each later one an `Asked`.

import { parent, readFile } from "./platform.js";
import { Module, StopSignal } from "./strategos.js";

/**
 * @typedef {object} Setting
 * @property {WebAssembly.Module} compiled
 * @property {string} files The address of the folder with the networks.
 * @property {SharedArrayBuffer} [shared] For the stop signal.
 */

/**
 * @typedef {object} Asked
 * @property {number} id
 * @property {string} commands
 */

/**
 * Lines of an engine; `isDone` after the last ones, then with a `fault` if the commands were not obeyed.
 * @typedef {object} Answer
 * @property {number} id
 * @property {string} [lines]
 * @property {boolean} [isDone]
 * @property {boolean} [isOver] The engine has obeyed `quit`.
 * @property {{ text: string, isBroken: boolean }} [fault]
 */

const VARIANT = /^\s*setoption\s+name\s+UCI_Variant\s+value\s+(\S+)/gim;
/** Commands that choose the variant before anything else. */
const BEGINS_WITH_VARIANT = /^\s*setoption\s+name\s+UCI_Variant\s/i;
/** The variant of a new engine. */
const FIRST_VARIANT = "pacific-a";

/** An engine, and what it is asked. */
class Server {
  #files;
  #module;
  #stop;
  /** @type {import("./strategos.js").Engine | undefined} */
  #engine;
  /** @type {Set<string>} */
  #supplied = new Set();

  /**
   * @param {Module} module
   * @param {string} files
   * @param {StopSignal | undefined} stop
   */
  constructor(module, files, stop) {
    this.#module = module;
    this.#files = files;
    this.#stop = stop;
  }

  /**
   * Obeys commands. Returns whether the engine obeys more.
   * @param {string} commands
   */
  async obey(commands) {
    this.#stop?.next();
    if (!this.#engine && !BEGINS_WITH_VARIANT.test(commands)) await this.#supply(FIRST_VARIANT);
    for (const [, variant] of commands.matchAll(VARIANT)) await this.#supply(variant);
    this.#engine ??= this.#module.newEngine();
    return this.#engine.command(commands);
  }

  /** @param {string} variant */
  async #supply(variant) {
    for (const file of this.#module.networks(variant)) {
      if (this.#supplied.has(file)) continue;
      this.#module.supplyNetwork(variant, file, await readFile(new URL(`networks/${file}`, this.#files)));
      this.#supplied.add(file);
    }
  }

  get isBroken() {
    return this.#module.isBroken;
  }
}

/** The command that is obeyed now. */
let id = 0;
/** @type {Promise<Server> | undefined} */
let server;
/** Commands are obeyed one after the other. */
let queue = Promise.resolve();

const host = parent((message) => {
  if (server) queue = queue.then(() => answer(message));
  else server = serve(message);
});

/** @param {Setting} setting */
async function serve({ compiled, files, shared }) {
  const stop = shared && new StopSignal(shared);
  const module = await Module.load(compiled, {
    onLines: (lines) => tell({ id, lines }),
    ...(stop ? { mustStop: (/** @type {number} */ patience) => stop.mustStop(patience) } : {}),
  });
  return new Server(module, files, stop);
}

/** @param {Asked} asked */
async function answer(asked) {
  id = asked.id;
  let engine;
  try {
    engine = await server;
    const goesOn = await engine?.obey(asked.commands);
    tell({ id, isDone: true, isOver: !goesOn });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    tell({ id, isDone: true, fault: { text, isBroken: engine?.isBroken ?? true } });
  }
}

/** @param {Answer} message */
function tell(message) {
  host.postMessage(message);
}
