// What a table is told and says: sections 16 and 20 of protocol.md describe it.

/** Who plays for a player. */
export type Seat =
  | { kind: "person"; name?: string; screen?: string }
  | ({ kind: "engine" } & EngineSeat)
  | { kind: "outside"; name?: string; movetime?: number; nodes?: number; depth?: number; options?: Record<string, string> };

/** The strength, the limits and the options of an engine. */
export interface EngineSeat {
  name?: string;
  /** 0 to 20, or an Elo as in the option `UCI_Elo`. */
  level?: number;
  /** Milliseconds for a move. */
  movetime?: number;
  nodes?: number;
  depth?: number;
  threads?: number;
  /** The size of the transposition table, in MiB. */
  hash?: number;
  evalfile?: string;
}

/** Times in milliseconds: `base` with `increment` and `delay`, or `turn` for a time for each turn. */
export interface TimeControl {
  base?: number;
  increment?: number;
  delay?: number;
  turn?: number;
}

/** Centipawns, or turns to a win; negative for a loss. */
export type Score = { cp: number } | { mate: number };

/** A principal variation. */
export interface PvLine {
  multipv: number;
  depth: number;
  score: Score;
  nodes: number;
  time: number;
  /** The expected share of each player, in per mille, in games of three and four. */
  shares?: number[];
  pv: string[];
}

/** An order of a viewer. */
export type Order = { viewer: string } & OrderText;

export type OrderText =
  | { do: "join"; screen?: string }
  | { do: "leave" }
  | { do: "new"; variant: string; start?: string; seats?: Seat[]; clock?: TimeControl; open?: boolean }
  | { do: "open"; variant: string; position: string; names?: string[]; seats?: Seat[] }
  | { do: "seat"; player: number; seat: Seat }
  | { do: "play"; token: string }
  | { do: "go"; engine?: EngineSeat }
  | { do: "stop" }
  | { do: "pause" }
  | { do: "undo"; count?: number }
  | { do: "redo"; count?: number }
  | { do: "continue" }
  | { do: "step"; to: number }
  | { do: "promote"; node: number }
  | { do: "delete"; node: number }
  | { do: "comment"; node: number; text: string }
  | { do: "mark"; node: number; mark: string }
  | { do: "resign"; player?: number }
  | { do: "analyse"; lines: number }
  | { do: "hint"; movetime?: number }
  | { do: "ask"; query: string }
  | { do: "uncover"; player: number }
  | { do: "cover" }
  | { do: "save"; form: "table" | "record" | "pgn" | "position" }
  | { do: "load"; text: string; seats?: Seat[] }
  | { do: "pick"; index: number; seats?: Seat[] }
  | ({ do: "lines" } & LinesOrder);

/** An order about games by lines. */
export type LinesOrder =
  | { act: "list" }
  | { act: "propose"; variant: string; start?: string; first?: "me" | "other" | ""; name: string }
  | { act: "join"; line: string; name: string }
  | { act: "resume"; game: string; part?: string[] }
  | { act: "receive"; text: string }
  | { act: "open" }
  | { act: "audit"; text?: string }
  | { act: "download" }
  | { act: "upload"; text: string }
  | { act: "remove"; game: string }
  | { act: "leave" };

/** An event, from the program that has the table. */
export type TableEvent =
  | { do: "thought"; search: number; lines: PvLine[] }
  | { do: "found"; search: number; token?: string; line?: PvLine }
  | { do: "failed"; search: number; reason: string }
  | { do: "tick" }
  | { do: "snapshot" }
  | { do: "restore"; text: string }
  | ({ do: "keep" } & KeptGame);

/** What a table says: to a viewer, or to the program that has the table. */
export type Message = ViewerMessage | HostRequest;

export type ViewerMessage = { viewer: string } & (
  | ({ type: "state" } & TableState)
  | { type: "tree"; reset: boolean; nodes: TreeNode[] }
  | { type: "thought"; player: number; lines: PvLine[] }
  | { type: "analysis"; at: number; lines: PvLine[] }
  | { type: "hint"; token: string; line?: PvLine }
  | { type: "answer"; query: string; text: string }
  | { type: "file"; name: string; text: string }
  | { type: "library"; games: LibraryEntry[] }
  | ({ type: "lines" } & LinesNews)
  | { type: "notice"; text: string }
  | { type: "error"; text: string }
);

export type HostRequest = { viewer?: undefined } & (
  | ({ type: "search" } & SearchRequest)
  | { type: "stop"; search: number }
  | { type: "wake"; at: number | null }
  | { type: "changed" }
  | { type: "snapshot"; text: string }
  | ({ type: "keep" } & KeptGame)
  | { type: "error"; text: string }
);

/** A game by lines, which the program that has the table keeps: the player's file, or null if the game is deleted. */
export type KeptGame = {
  game: string;
  text: string | null;
};

/** What is new about games by lines: names of games, the game on the board, an audit, or that the table is back. */
export type LinesNews = { games: string[] } | { game: LinesSheet } | { audit: LinesAudit } | { left: true };

/** A game by lines on the board of a viewer. */
export interface LinesSheet {
  name: string;
  me: "A" | "B";
  next: "move" | "wait" | "open" | "nothing";
  /** The same in words. */
  expected: string;
  count: number;
  /** Own lines that the other player may lack. */
  send: string[];
  lines: string[];
  promises: LinesPromise[];
  /** Lines that the other player has signed and that break the rules. */
  evidence: string[];
  /** The actions of a turn that is not complete. */
  part: string[];
  /** Whether nothing is hidden from anybody. */
  open: boolean;
}

/** A commitment. */
export interface LinesPromise {
  line: number;
  by: "A" | "B";
  what: "toss" | "deployment" | "hidden part" | "turn";
  /** Its first digits. */
  hash: string;
  /** Empty while it is sealed and not the viewer's own. */
  token: string;
  /** The line that has opened it, or 0. */
  opened: number;
}

/** An audit, as `strategos sealed audit --json` has it, with its text. */
export interface LinesAudit {
  verdict: "clean" | "faulty" | "abandoned";
  standing: "proven" | "consistent";
  line: number | null;
  by: "A" | "B" | null;
  fault: string | null;
  missing: string | null;
  result: string;
  reason: string;
  repetition: number | null;
  checked: string;
  lines: number;
  names: { A: string; B: string };
  players: { A: number | null; B: number | null };
  position: string | null;
  text: string;
}

/** What a viewer sees. */
export interface TableState {
  variant: string;
  /** What the rules of a variant of a file change, in sentences. */
  changes?: string[];
  /** The switches that such a variant sets otherwise, with their values. */
  settings?: Record<string, number | boolean | string>;
  seats: Seat[];
  open: boolean;
  /** The number of the player to move. */
  player: number;
  over: boolean;
  result: string;
  reason?: string;
  ranking?: number[];
  paused: boolean;
  thinking: boolean;
  clock?: { left: number[]; running: number };
  curtain?: number;
  handover?: number;
  board?: BoardState;
}

/** The position that a viewer shows. */
export interface BoardState {
  sees: number;
  at: number;
  live: number;
  fen: string;
  mover: number;
  turn: boolean;
  legal: string[];
  deploying: boolean;
  variation: boolean;
  undo: boolean;
  redo: boolean;
  /** What is still open in the turn. */
  due?: TurnDue[];
  lines: number;
  analysable: boolean;
}

/** Something that is still open in a turn, and whether the turn cannot end before. */
export interface TurnDue {
  count: number;
  what: string;
  must: boolean;
}

/** A move. */
export interface TreeNode {
  id: number;
  parent: number;
  token: string;
  player: number;
  turn: boolean;
  /** The number of its round, as in a FEN. */
  round: number;
  score?: Score;
  depth?: number;
  nodes?: number;
  time?: number;
  /** What happened, in sentences. */
  told?: string[];
  comment?: string;
  mark?: string;
  private?: boolean;
}

/** A game of a file. */
export interface LibraryEntry {
  index: number;
  variant: string;
  names: string[];
  result: string;
  reason?: string;
}

/** A search that a table asks for. */
export interface SearchRequest {
  search: number;
  purpose: "move" | "analysis" | "hint";
  variant: string;
  /** As the command `position` reads it. It holds only what the mover may know. */
  position: string;
  player: number;
  seat: Seat;
  /** Without limits the search goes on until it is stopped. */
  limits: {
    movetime?: number;
    nodes?: number;
    depth?: number;
    clock?: { times: number[]; increments: number[]; movestogo?: number };
  };
  multipv: number;
  seed: number;
  /** Whether the results of earlier searches must not be used. */
  fresh: boolean;
}
