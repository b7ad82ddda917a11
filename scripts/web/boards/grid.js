// The base of all boards: a grid of named squares, symbols, and SVG. A family of games extends `Board`.
// Input and output are text, so the report, the live board and picture files share the drawing.

import { THEMES } from "./themes.js";

export const CELL = 40;
export const MARGIN = 24;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * A symbol on the board, turned clockwise by `angle` degrees. Higher layers lie on top. `label`
 * names it; marks have none.
 * @typedef {{symbol: string, square: string, angle?: number, layer?: number, label?: string}} Item
 */

/**
 * The meaning of a token. `path` has the squares in the order of clicks. Tokens with equal paths differ
 * in `choice`. `words` is the token in plain words.
 * @typedef {object} Action
 * @property {string} token
 * @property {"move"|"attack"|"charges"|"torpedo"|"turn"|"pay"|"marker"|"drop"|"end"|"hidden"} kind
 * @property {string[]} path
 * @property {string} choice
 * @property {string} words
 * @property {string} [piece] of a drop: its letter
 */

/**
 * Something that can be shown with a position, above the pieces or `under` them. `on` is whether it is at first.
 * With one that `dims`, pieces that cannot act are dimmed.
 * `network` is what the engine says of lines of communication, if it was asked.
 * @typedef {object} Overlay
 * @property {string} name
 * @property {string} label
 * @property {boolean} on
 * @property {boolean} [under]
 * @property {boolean} [dims]
 * @property {(fen: string, variant: string, network: string, played: Played[]) => string} draw
 */

/** A turn that led to a position, or a part of one; players count from 1. @typedef {{player: number, token: string}} Played */

/** @typedef {{symbol: string, letter: string, name: string}} LegendLine */

/** @typedef {{symbol: string, piece: string, name: string}} PaletteEntry */

/** Escapes text for tags and attributes. @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Draws a family of games. Subclasses draw their pieces and read their FENs and tokens. */
export class Board {
  /** @param {string} name @param {number} files @param {number} ranks */
  constructor(name, files, ranks) {
    this.name = name;
    this.files = files;
    this.ranks = ranks;
    this.width = files * CELL + 2 * MARGIN;
    this.height = ranks * CELL + 2 * MARGIN;
    // Whether the second player is at the bottom.
    this.turned = false;
    this.theme = THEMES.light;
    /** What the variant that is drawn sets otherwise. @type {import("./settings.js").Settings} */
    this.settings = {};
  }

  /** A number that a variant of a file may set. @param {string} key @param {number} builtIn */
  number(key, builtIn) {
    return Number(this.settings[key] ?? builtIn);
  }

  // --- Parts of a family ---

  /** The players' names in the order of their seats. @param {string} _variant @returns {string[]} */
  sides(_variant) {
    return ["White", "Black"];
  }

  /** The name of a variant for players. @param {string} variant */
  title(variant) {
    return variant;
  }

  /** What a variant is about, in a sentence or two. @param {string} _variant @returns {string} */
  about(_variant) {
    return "";
  }

  /** SVG of the background. @returns {string} */
  background() {
    throw new Error("no background");
  }

  /** SVG of each symbol, centred on the origin. @returns {Record<string, string>} */
  symbols() {
    throw new Error("no symbols");
  }

  /** Marks a square of the last move, around its middle. @param {number} x @param {number} y */
  lastMark(x, y) {
    return rectangle(x, y, this.theme.last, CELL - 2, `stroke="${this.theme.gold}" stroke-width="2"`);
  }

  /** The colours of the grounds on which a piece can stand, by the symbol of the piece. @param {string} _symbol @returns {string[]} */
  grounds(_symbol) {
    return [];
  }

  /** The squares whose pieces cannot act. Their symbols have names that end in `-dim`. @param {string} _fen @param {string} _network @returns {Set<string>} */
  dimmed(_fen, _network) {
    return new Set();
  }

  /** Whether a drawn item follows a pointer that drags a piece from its square. @param {string} _symbol @param {number} layer @param {string} _fen @returns {boolean} */
  follows(_symbol, layer, _fen) {
    return layer === 1;
  }

  /** Where a piece faces after an action that turns it: a direction clockwise in eighths from north. @param {Action} _action @returns {number | undefined} */
  facingAfter(_action) {
    return undefined;
  }

  /** Why no legal action begins with a square, in words. The facts come from the position and from what the engine
   * told of it; nothing is said of an empty square.
   * @param {string} fen @param {string} square @param {string} variant @param {Action[]} legal @param {string} network */
  why(fen, square, variant, legal, network) {
    const here = this.items(fen).filter((item) => item.square === square && item.label && item.layer !== 0);
    if (here.length === 0) return "";
    const mover = this.sides(variant)["wbrg".indexOf(fen.split(" ")[1])];
    const own = here.find(({ label: name }) => name?.startsWith(`${mover} `));
    if (!own) return `${square}: ${here[0].label}; ${mover} is to move`;
    return `${square}: ${own.label}; ${this.whyNot(fen, square, own, legal, network)}`;
  }

  /** Why a piece of the mover has no legal action. @param {string} _fen @param {string} _square @param {Item} _item @param {Action[]} _legal @param {string} _network @returns {string} */
  whyNot(_fen, _square, _item, _legal, _network) {
    return "no move: blocked";
  }

  /** The players (from 0) who have nothing left to move, and how they are called. @param {string} _fen @param {string} _variant @returns {{seats: number[], word: string}} */
  out(_fen, _variant) {
    return { seats: [], word: "" };
  }

  /** SVG of what is worth knowing about the square under the pointer. @param {string} _fen @param {string} _square */
  hover(_fen, _square) {
    return "";
  }

  /** The items of a FEN; throws if it is invalid. @param {string} _fen @returns {Item[]} */
  items(_fen) {
    throw new Error("no items");
  }

  /** The player to move, and facts that the board does not show. @param {string} fen @param {string} _variant */
  caption(fen, _variant) {
    return fen;
  }

  /** Facts that follow from the position: free moves, markers, units. @param {string} _fen @param {string} _variant @param {string} _network */
  facts(_fen, _variant, _network) {
    return "";
  }

  /** @returns {Overlay[]} */
  overlays() {
    return [];
  }

  /** @returns {LegendLine[]} */
  legend() {
    return [];
  }

  /** Whether a game of the variant has hidden information. @param {string} _variant @param {string} _start */
  hides(_variant, _start) {
    return false;
  }

  /** Whether a game may begin with a deployment. Then the board has a method `deployment`. */
  deploys() {
    return false;
  }

  /** The queries whose answers, joined by semicolons, the drawing uses as the network. @returns {string[]} */
  queries() {
    return [];
  }

  /** Whether the engine may have endgame tables of the family. */
  hasTables() {
    return false;
  }

  /** The questions whose answers show a combat before it is chosen. @param {Action} _attack @returns {string[]} */
  combatQueries(_attack) {
    return [];
  }

  /** A combat as arrows and notes, from the answers to its questions. @param {string} _target @param {string[]} _answers
   * @returns {{arrows: import("./index.js").Arrow[], notes: import("./index.js").Note[]}} */
  combat(_target, _answers) {
    return { arrows: [], notes: [] };
  }

  /** What an attack would do, in a few words. @param {string} _effects what the engine says of it @returns {string} */
  outcomeOf(_effects) {
    return "";
  }

  /** The FEN from the view of a player (from 1). @param {string} fen @param {number} _player */
  viewOf(fen, _player) {
    return fen;
  }

  /** @param {string} token @returns {Action} */
  read(token) {
    return action(token, "move", this.squaresOf(token), "", token);
  }

  /** The paths of a turn for arrows: an entry for each of its actions. @param {string} turn @returns {string[][]} */
  waysOf(turn) {
    return turn ? turn.split(",").map((token) => this.read(token).path) : [];
  }

  // --- Setting up a position ---

  /** The pieces of the palette. @param {string} _variant @returns {PaletteEntry[]} */
  palette(_variant) {
    return [];
  }

  /** The FEN with another piece on a square, or without one; throws if that is impossible.
   * @param {string} fen @param {string} _square @param {string} _piece */
  put(fen, _square, _piece) {
    return fen;
  }

  /** The FEN with what stands on a square moved to another one; throws if that is impossible.
   * @param {string} fen @param {string} _from @param {string} _to */
  shift(fen, _from, _to) {
    return fen;
  }

  /** The FEN with another player to move. @param {string} fen @param {number} player from 1 */
  withPlayer(fen, player) {
    const fields = fen.split(" ");
    fields[1] = "wbrg"[player - 1];
    return fields.join(" ");
  }

  // --- Geometry ---

  /** The middle of a square; files count from 0, ranks from 1. @param {number} file @param {number} rank @returns {[number, number]} */
  point(file, rank) {
    const across = this.turned ? this.files - 1 - file : file;
    const down = this.turned ? rank - 1 : this.ranks - rank;
    return [MARGIN + CELL * (across + 0.5), MARGIN + CELL * (down + 0.5)];
  }

  /** File and rank of a square; throws for a square outside the board. @param {string} square @returns {[number, number]} */
  place(square) {
    const file = LETTERS.indexOf(square.slice(0, 1));
    const rank = Number(square.slice(1));
    if (!this.holds(file, rank) || square === "") throw new Error(`there is no square ${square}`);
    return [file, rank];
  }

  /** @param {number} file @param {number} rank */
  holds(file, rank) {
    return file >= 0 && file < this.files && rank >= 1 && rank <= this.ranks && Number.isInteger(rank);
  }

  /** @param {string} square @returns {[number, number]} */
  centre(square) {
    return this.point(...this.place(square));
  }

  /** Whether a square can be clicked at all. @param {string} _square */
  plays(_square) {
    return true;
  }

  /** The squares of a token that are on the board. @param {string} token @returns {string[]} */
  squaresOf(token) {
    return (token.match(/[a-y]\d{1,2}/g) ?? []).filter((square) => {
      try {
        this.place(square);
        return true;
      } catch {
        return false;
      }
    });
  }

  /** The squares of a token, with those between them and the four of depth charges. @param {string} token */
  marksOf(token) {
    return this.squaresOf(token);
  }

  /** All squares in reading order. @returns {string[]} */
  squares() {
    const found = [];
    for (let rank = this.ranks; rank >= 1; rank -= 1) {
      for (let file = 0; file < this.files; file += 1) {
        const square = nameOf(file, rank);
        if (this.plays(square)) found.push(square);
      }
    }
    return found;
  }

  // --- Parts of backgrounds ---

  /** A line across the board above a rank. @param {number} rank @param {string} style */
  border(rank, style) {
    const y = (this.point(0, rank)[1] + this.point(0, rank + 1)[1]) / 2;
    return `<path d="M${MARGIN} ${y}H${MARGIN + this.files * CELL}" ${style}/>`;
  }

  coordinates() {
    let text = "";
    for (let file = 0; file < this.files; file += 1) {
      text += small(this.point(file, 1)[0], this.height - MARGIN / 3, LETTERS[file], this.theme.print);
    }
    for (let rank = 1; rank <= this.ranks; rank += 1) {
      text += small(MARGIN / 2, this.point(0, rank)[1] + 4, String(rank), this.theme.print);
    }
    return text;
  }

  /** A chequered grid; a1 has the second colour. @param {string} shade @param {string} other */
  cells(shade, other) {
    let text = "";
    for (let file = 0; file < this.files; file += 1) {
      for (let rank = 1; rank <= this.ranks; rank += 1) {
        const [x, y] = this.point(file, rank);
        text += rectangle(x, y, (file + rank) % 2 ? other : shade);
      }
    }
    return text;
  }

  /** A background of one colour. @param {string} fill */
  sheet(fill) {
    return `<rect width="${this.width}" height="${this.height}" fill="${fill}"/>`;
  }
}

/** @param {number} file from 0 @param {number} rank from 1 */
export function nameOf(file, rank) {
  return `${LETTERS[file]}${rank}`;
}

/** @param {string} token @param {Action["kind"]} kind @param {string[]} path @param {string} choice @param {string} words @param {string} [piece] @returns {Action} */
export function action(token, kind, path, choice, words, piece) {
  return { token, kind, path, choice, words, piece };
}

/** A square shape around a point. @param {number} x @param {number} y @param {string} fill @param {number} [size] @param {string} [more] */
export function rectangle(x, y, fill, size = CELL, more = "") {
  const half = size / 2;
  return `<rect x="${x - half}" y="${y - half}" width="${size}" height="${size}" fill="${fill}" ${more}/>`;
}

/** A text around the origin. @param {string} text @param {number} size @param {string} fill @param {number} [dy] */
export function label(text, size, fill, dy = 0) {
  return (
    `<text y="${(size * 0.36 + dy).toFixed(1)}" font-size="${size}" font-weight="bold" fill="${fill}" ` +
    `text-anchor="middle" font-family="sans-serif">${escape(text)}</text>`
  );
}

/** @param {number} x @param {number} y @param {string} text @param {string} fill */
function small(x, y, text, fill) {
  return (
    `<text x="${x}" y="${y}" font-size="12" fill="${fill}" text-anchor="middle" ` +
    `font-family="sans-serif">${text}</text>`
  );
}

/** A number in a disc, for overlays. @param {number} x @param {number} y @param {string} text @param {Pick<import("./themes.js").Side, "fill" | "edge" | "ink">} side @param {number} [width] */
export function badge(x, y, text, { fill, edge, ink }, width = 17) {
  return (
    `<g class="badge" transform="translate(${x} ${y})"><rect x="${-width / 2}" y="-6.5" width="${width}" height="13" rx="6" fill="${fill}" ` +
    `stroke="${edge}"/>${label(text, [11, 11, 10, 9, 7.5][Math.min(text.length, 4)], ink)}</g>`
  );
}

/** Shapes of one colour with an outline about all of them together. @param {string} shapes @param {string} fill @param {string} edge @param {number} [width] */
export function outlined(shapes, fill, edge, width = 2) {
  return (
    `<g fill="${edge}" stroke="${edge}" stroke-width="${2 * width}" stroke-linejoin="round">${shapes}</g>` +
    `<g fill="${fill}">${shapes}</g>`
  );
}

/** The side of a piece: 0 for a capital letter, 1 for a small one. @param {string} letter */
export function sideOf(letter) {
  return letter === letter.toUpperCase() ? 0 : 1;
}

/**
 * The pieces of a FEN's board field of single letters and decimal runs of empty squares.
 * @param {string} field @param {Board} board @returns {Map<string, string>} letters by square
 */
export function placed(field, board) {
  const rows = field.split("/");
  if (rows.length !== board.ranks) throw new Error(`${board.ranks} ranks are expected, not ${rows.length}`);
  const found = new Map();
  rows.forEach((row, index) => {
    const rank = board.ranks - index;
    let file = 0;
    for (const word of row.match(/\d+|./g) ?? []) {
      if (/\d/.test(word)) {
        file += Number(word);
        continue;
      }
      if (file < board.files) found.set(nameOf(file, rank), word);
      file += 1;
    }
    if (file !== board.files) throw new Error(`rank ${rank} has ${file} squares, not ${board.files}`);
  });
  return found;
}

/** The board field for letters by square. @param {Map<string, string>} pieces @param {Board} board */
export function boardField(pieces, board) {
  const rows = [];
  for (let rank = board.ranks; rank >= 1; rank -= 1) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < board.files; file += 1) {
      const piece = pieces.get(nameOf(file, rank));
      if (piece === undefined) {
        empty += 1;
        continue;
      }
      row += (empty || "") + piece;
      empty = 0;
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

/** A list in a FEN, `-` for an empty one. @param {string | undefined} field @returns {string[]} */
export function listed(field) {
  return field === undefined || field === "-" ? [] : field.split(",");
}

/** Squares in the order of FENs: a1, b1 .. a2. @param {string[]} squares @param {Board} board */
export function inOrder(squares, board) {
  const number = (/** @type {string} */ square) => {
    const [file, rank] = board.place(square);
    return rank * board.files + file;
  };
  return [...squares].sort((a, b) => number(a) - number(b));
}

/** `1 unit`, `2 units`. @param {number} count @param {string} noun @param {string} [nouns] */
export function counted(count, noun, nouns = `${noun}s`) {
  return `${count} ${count === 1 ? noun : nouns}`;
}
