import { Broken } from "./strategos.js";
export type Order = import("./table.d.ts").Order;
export type TableEvent = import("./table.d.ts").TableEvent;
export type Message = import("./table.d.ts").Message;
export type SearchRequest = import("./table.d.ts").SearchRequest;
export type Files = {
    /**
     * The folder with `strategos.wasm` and `networks`, if it is not that of the package.
     * It ends with a slash.
     */
    files?: string | URL;
};
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
export declare class Refused extends Error {
    /** What a table says besides. */
    told: import("./table.d.ts").Message[];
    /**
     * @param {string} text
     * @param {Message[]} [told]
     */
    constructor(text: string, told?: Message[]);
}
/** A game with seats, clocks, variations and views, see section 16 of protocol.md. */
export declare class Table {
    #private;
    /** @param {import("./strategos.js").Table} table See `Table.open`. */
    constructor(table: import("./strategos.js").Table);
    /**
     * Makes a table with the start of a variant. What engines choose at random follows from `seed`.
     * @param {string} variant
     * @param {Files & { seed?: number }} [options]
     */
    static open(variant: string, { seed, files }?: Files & {
        seed?: number;
    }): Promise<Table>;
    /**
     * Gives the table an order of a viewer, or an event. Returns all that it says: states, answers and requests. Throws
     * `Refused` if it refuses the order.
     * @param {Order | TableEvent} order
     * @param {number} [now] Milliseconds since any moment.
     * @returns {Message[]}
     */
    tell(order: Order | TableEvent, now?: number): Message[];
    /** Frees the table. */
    close(): void;
}
export type Pending = {
    lines: string[];
    onLine: (line: string) => void;
    resolve: (lines: string[]) => void;
    reject: (error: Error) => void;
};
/** An engine that obeys the text protocol, in a worker of its own. */
export declare class Engine {
    #private;
    /**
     * @param {WebAssembly.Module} compiled See `Engine.start`.
     * @param {URL} files
     */
    constructor(compiled: WebAssembly.Module, files: URL);
    /**
     * Starts an engine.
     * @param {Files} [options]
     */
    static start({ files }?: Files): Promise<Engine>;
    /**
     * Obeys commands, one a line, and returns what the engine says. Throws `Refused` if it refuses one of them. The
     * networks of a variant are loaded when it is chosen.
     * @param {string} commands
     * @param {(line: string) => void} [onLine] Receives each line at once.
     * @returns {Promise<string[]>}
     */
    ask(commands: string, onLine?: (line: string) => void): Promise<string[]>;
    /**
     * Runs a search that a table asks for. The table's events come as they arise, the last one is `found` or `failed`.
     * @param {SearchRequest} search
     * @param {(event: TableEvent) => void} onEvent
     */
    run(search: SearchRequest, onEvent: (event: TableEvent) => void): Promise<void>;
    /**
     * Stops what was asked so far: a search answers its best move. A page that is not isolated has no shared memory for
     * this signal. There the worker is replaced, what was asked throws `Refused`, and options and table are lost.
     */
    stop(): void;
    /** Ends the engine. What was asked and is not answered throws `Refused`. */
    close(): void;
}
