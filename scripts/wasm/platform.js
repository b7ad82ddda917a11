// What differs between browsers and Node: files and workers.

/**
 * A worker, or what a worker sees of the program that has started it.
 * @typedef {object} Peer
 * @property {(message: any) => void} postMessage
 */

/**
 * Node's own modules by their names; nothing in a browser. Without imports, so that a page needs no bundler.
 * @type {((name: string) => any) | undefined}
 */
const builtin = /** @type {any} */ (globalThis).process?.getBuiltinModule;

/** The folder of the package. */
export const PACKAGE = new URL("./", import.meta.url);

/**
 * The content of a file.
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readFile(url) {
  if (builtin && url.protocol === "file:") return builtin("node:fs/promises").readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Starts `worker.js`.
 * @param {(message: any) => void} onMessage
 * @param {(error: Error) => void} onError
 * @returns {Peer & { terminate: () => void }}
 */
export function startWorker(onMessage, onError) {
  if (builtin) {
    const worker = new (builtin("node:worker_threads").Worker)(new URL("./worker.js", import.meta.url));
    return worker.on("message", onMessage).on("error", onError);
  }
  // Written out, so that bundlers find the file.
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = ({ message }) => onError(new Error(message || "the worker cannot be started"));
  return worker;
}

/**
 * In a worker: the program that has started it.
 * @param {(message: any) => void} onMessage
 * @returns {Peer}
 */
export function parent(onMessage) {
  const port = builtin?.("node:worker_threads").parentPort;
  if (port) return port.on("message", onMessage);
  const scope = /** @type {Peer & { onmessage: (event: MessageEvent) => void }} */ (/** @type {unknown} */ (self));
  scope.onmessage = ({ data }) => onMessage(data);
  return scope;
}
