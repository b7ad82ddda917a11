export type Host = {
    /**
     * Receives the output of an engine, one or more whole
     * lines, as soon as it comes.
     */
    onLines: (lines: string, engine: number) => void;
    /**
     * Whether the running search must stop. It may take `patience`
     * milliseconds to find out. Without it, nothing stops a search but its limits.
     */
    mustStop?: (patience: number) => boolean;
};
export type Exports = {
    memory: WebAssembly.Memory;
    strategos_buffer_new: (length: number) => number;
    strategos_engine_new: () => number;
    strategos_engine_free: (engine: number) => number;
    strategos_engine_command: (engine: number, commands: number) => number;
    strategos_variants: () => number;
    strategos_networks: (variant: number) => number;
    strategos_network_supply: (variant: number, file: number, content: number) => number;
    strategos_table_new: (variant: number, seed: number) => number;
    strategos_table_free: (table: number) => number;
    strategos_table_take: (table: number, line: number, now: number) => number;
};
/** The error of a module that has broken down. Load it again. */
export declare class Broken extends Error {
}
/** A loaded module. */
export declare class Module {
    #private;
    /**
     * @param {Exports} exports
     * @param {string[]} replies
     */
    constructor(exports: Exports, replies: string[]);
    /**
     * Loads the module.
     * @param {WebAssembly.Module | BufferSource | Response | Promise<Response>} source
     * @param {Host} host
     */
    static load(source: WebAssembly.Module | BufferSource | Response | Promise<Response>, host: Host): Promise<Module>;
    /** Whether it has broken down. */
    get isBroken(): boolean;
    /** Makes an engine. */
    newEngine(): Engine;
    /**
     * The names of all variants.
     * @returns {string[]}
     */
    variants(): string[];
    /**
     * The network files that a variant needs.
     * @param {string} variant
     * @returns {string[]}
     */
    networks(variant: string): string[];
    /**
     * Supplies the content of a network file. It must be there before an engine is told of the variant; without its
     * files, a variant is played by a weaker evaluation.
     * @param {string} variant
     * @param {string} file
     * @param {Uint8Array} content
     */
    supplyNetwork(variant: string, file: string, content: Uint8Array): void;
    /**
     * Makes a table with the start of a variant. What engines choose at random follows from `seed`.
     * @param {string} variant
     * @param {number} [seed]
     */
    newTable(variant: string, seed?: number): Table;
    /** Takes what the module itself has said. For its own use. */
    takeReplies(): string[];
    /**
     * Calls a function of the module. For its own use.
     * @template {Exclude<keyof Exports, "memory">} Name
     * @param {Name} name
     * @param {Parameters<Exports[Name]>} args
     */
    call<Name extends Exclude<keyof Exports, "memory">>(name: Name, ...args: Parameters<Exports[Name]>): number;
    /**
     * Copies bytes or text into a buffer of the module, and returns its address. For its own use.
     * @param {Uint8Array | string} content
     */
    buffer(content: Uint8Array | string): number;
}
/** An engine that obeys the text protocol. */
export declare class Engine {
    #private;
    /** The engine's number, with which its output comes. */
    number: number;
    /**
     * @param {Module} module
     * @param {number} number
     */
    constructor(module: Module, number: number);
    /**
     * Obeys commands, one a line. Returns when all are done, a search too. False after `quit`.
     * @param {string} commands
     */
    command(commands: string): boolean;
    /** Frees the engine. */
    free(): void;
}
/**
 * A game with seats, clocks, variations and views, which section 16 of protocol.md describes, and games by lines, which
 * section 20 describes. It searches nothing
 * itself: it asks for searches. `searchCommands` and `SearchEvents` let an engine run them.
 */
export declare class Table {
    #private;
    /**
     * @param {Module} module
     * @param {number} number
     */
    constructor(module: Module, number: number);
    /**
     * Gives the table an order of a viewer, or an event. Returns all that it says: states, answers and requests.
     * @param {Record<string, unknown>} order
     * @param {number} [now] Milliseconds since any moment.
     * @returns {Record<string, any>[]}
     */
    tell(order: Record<string, unknown>, now?: number): Record<string, any>[];
    /** Frees the table. */
    free(): void;
}
/**
 * The commands by which an engine runs a search that a table asks for. The engine's lines then go to `SearchEvents`.
 * @param {Record<string, any>} search The request.
 */
export declare function searchCommands(search: Record<string, any>): string;
/** What an engine says about a search, as the events of a table. */
export declare class SearchEvents {
    #private;
    /** @param {Record<string, any>} search The request. */
    constructor(search: Record<string, any>);
    /**
     * The events for a line of the engine: none, or one.
     * @param {string} line
     */
    take(line: string): {
        do: string;
        search: any;
        token: string;
        line?: Record<string, any> | undefined;
    }[] | {
        do: string;
        search: any;
        lines: Record<string, any>[];
    }[];
}
/**
 * A stop signal that another thread sends while a worker searches. Both threads make one on the same shared memory.
 * A stop concerns the commands that were sent before it, and no later ones.
 */
export declare class StopSignal {
    #private;
    /** @param {SharedArrayBuffer} shared Four bytes, zero at first. */
    constructor(shared: SharedArrayBuffer);
    /** Counts a command: the sender before it sends it, the worker before it obeys it. */
    next(): void;
    /** The sender stops all that it has sent. */
    stop(): void;
    /**
     * What the worker's module asks, see `Host`.
     * @param {number} patience
     */
    mustStop(patience: number): boolean;
}
/**
 * Compiles the module, for several `Module.load`.
 * @param {WebAssembly.Module | BufferSource | Response} source
 * @returns {Promise<WebAssembly.Module>}
 */
export declare function compile(source: WebAssembly.Module | BufferSource | Response): Promise<WebAssembly.Module>;
