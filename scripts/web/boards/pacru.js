// Pacru, Azacru and Shacru for two to four players: markers as tiles, chevrons that face.

import { isOfFile, parentOf } from "./parents.js";
import { Board, CELL, MARGIN, action, badge, counted, label, nameOf, rectangle } from "./grid.js";

/** @typedef {{marker: number, chevron: number, facing: number}} Field seats from 0, -1 for none */

const COLOURS = "wbrg";
const NAMES = ["White", "Black", "Red", "Green"];
export const FACINGS = [
  "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
]; // prettier-ignore
// Files and ranks of a step, by facing.
const STEPS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]; // prettier-ignore
// Between borderlands are grooves. Above each one is a strip for the numbers of markers in it.
const GROOVE = 8;
const STRIP = 22;
const LAND = 3 * CELL;
// A chevron's nose is farther from the middle than its feet.
const CHEVRON = "M0-18.2L12.2-5.5L10.6 10L0 7L-10.6 10L-12.2-5.5Z";
const NOSE = "M0-15L4.9-9.6Q0-6.6-4.9-9.6Z";
// Markers that win a game of Pacru, by the number of players.
const TARGETS = [0, 0, 42, 28, 24];

/** @param {string} variant */
function playersOf(variant) {
  return Number(/[34]/.exec(parentOf(variant))?.[0] ?? 2);
}

export class Pacru extends Board {
  constructor() {
    super("pacru", 9, 9);
    this.width = 9 * CELL + 2 * GROOVE + 2 * MARGIN;
    this.height = 9 * CELL + 3 * STRIP + 2 * MARGIN - 8;
  }

  /** @param {number} file @param {number} rank @returns {[number, number]} */
  point(file, rank) {
    const across = this.turned ? 8 - file : file;
    const down = this.turned ? rank - 1 : 9 - rank;
    return [
      MARGIN + CELL * (across + 0.5) + GROOVE * Math.floor(across / 3),
      MARGIN - 8 + CELL * (down + 0.5) + STRIP * (1 + Math.floor(down / 3)),
    ];
  }

  /** @param {string} variant */
  sides(variant) {
    return NAMES.slice(0, playersOf(variant));
  }

  /** @param {string} variant */
  title(variant) {
    if (isOfFile(variant)) return variant;
    const players = playersOf(variant);
    const name = variant[0].toUpperCase() + variant.slice(1).replace(/[34]?(-classic)?$/, "");
    const many = players === 2 ? "" : ` for ${["three", "four"][players - 3]}`;
    return `${name}${many}${variant.endsWith("-classic") ? ", old meeting rule" : ""}`;
  }

  /** @param {string} variant */
  about(variant) {
    const game = parentOf(variant);
    if (game.startsWith("shacru")) return "Chevrons go one field at a time and leave markers. Who has most markers at the end wins.";
    if (game.startsWith("azacru")) return "Chevrons go as far as they have markers in a borderland, and connect markers. Who has most markers at the end wins.";
    const meetings = game.endsWith("-classic") && game === variant ? " Meetings always bring a marker." : "";
    const target = isOfFile(variant) ? "Enough" : TARGETS[playersOf(variant)];
    return `Chevrons win markers by crossing borders and connecting them, and take chevrons from two sides. ${target} markers win.${meetings}`;
  }

  background() {
    const { sheet, groove, wood } = this.theme;
    const height = LAND * 3 + 3 * STRIP + 4;
    const bed = `<rect x="${MARGIN - 5}" y="${MARGIN - 9}" width="${9 * CELL + 2 * GROOVE + 10}" height="${height + 3}" rx="5" fill="${groove}"/>`;
    return this.sheet(sheet) + bed + this.cells(wood[0], wood[1]) + this.coordinates();
  }

  symbols() {
    /** @type {Record<string, string>} */
    const found = {};
    this.theme.sides.forEach(({ fill, edge, ink, flat }, seat) => {
      const colour = COLOURS[seat];
      found[`${colour}m`] = `<rect x="-15.5" y="-15.5" width="31" height="31" rx="5" fill="${flat}" stroke="${edge}" stroke-width="1.6"/>`;
      found[`${colour}c`] =
        `<g stroke="${edge}" stroke-width="2.6" stroke-linejoin="round"><path d="${CHEVRON}" fill="${fill}"/></g>` +
        `<path d="${NOSE}" fill="${ink}"/>`;
    });
    return found;
  }

  /** A frame, which markers do not cover. @param {number} x @param {number} y */
  lastMark(x, y) {
    return rectangle(x, y, "none", CELL - 3, `stroke="${this.theme.gold}" stroke-width="3"`);
  }

  /** A chevron stands on bare wood or on a marker of its player. @param {string} symbol */
  grounds(symbol) {
    const { wood, sides } = this.theme;
    return symbol.endsWith("c") ? [...wood, sides[COLOURS.indexOf(symbol[0])].flat] : wood;
  }

  /** @param {string} fen @returns {Map<string, Field>} */
  fields(fen) {
    const ranks = fen.split(" ")[0].split("/");
    if (ranks.length !== this.ranks) throw new Error(`9 ranks are expected, not ${ranks.length}`);
    /** @type {Map<string, Field>} */
    const found = new Map();
    ranks.forEach((text, index) => {
      let file = 0;
      for (const word of text.match(/[WBRG][0-7]\*?|[wbrg]|[1-9]/g) ?? []) {
        if (/^\d/.test(word)) {
          file += Number(word);
          continue;
        }
        const seat = COLOURS.indexOf(word[0].toLowerCase());
        const bare = word.length === 2;
        const chevron = word.length > 1 ? seat : -1;
        if (file < this.files) {
          found.set(nameOf(file, this.ranks - index), {
            marker: bare ? -1 : seat, chevron, facing: Number(word[1] ?? 0),
          }); // prettier-ignore
        }
        file += 1;
      }
      if (file !== this.files) throw new Error(`rank ${this.ranks - index} has ${file} fields, not 9`);
    });
    return found;
  }

  /** @param {string} fen */
  items(fen) {
    /** @type {import("./grid.js").Item[]} */
    const found = [];
    for (const [square, { marker, chevron, facing }] of this.fields(fen)) {
      if (marker >= 0) {
        found.push({ symbol: `${COLOURS[marker]}m`, square, layer: 0, label: `${NAMES[marker]} marker` });
      }
      if (chevron >= 0) {
        const name = `${NAMES[chevron]} chevron facing ${FACINGS[facing]}`;
        const angle = 45 * facing + (this.turned ? 180 : 0);
        found.push({ symbol: `${COLOURS[chevron]}c`, square, angle, label: name });
      }
    }
    return found;
  }

  /** Who has no chevron. @param {string} fen @param {string} variant */
  out(fen, variant) {
    const left = new Set([...this.fields(fen).values()].map(({ chevron }) => chevron));
    const seats = this.sides(variant).map((_, seat) => seat).filter((seat) => !left.has(seat));
    return { seats, word: parentOf(variant).startsWith("pacru") ? "out" : "no chevron left" };
  }

  /** @param {string} fen */
  caption(fen) {
    const [, side, state = "-", halfmove = "0", fullmove = "1"] = fen.split(" ");
    let text = `${NAMES[COLOURS.indexOf(side)] ?? side} to move, turn ${fullmove}`;
    if (state.startsWith("m")) text += "; a bonus marker is due";
    else if (state.startsWith("x")) text += `; still to be given up: ${counted(Number(state[1]), "marker")}`;
    else if (state !== "-") text += `; last round, begun by ${NAMES[COLOURS.indexOf(state)] ?? state}`;
    return halfmove === "0" ? text : `${text}; ${counted(Number(halfmove), "turn")} without change`;
  }

  /** @param {string} fen @param {string} variant */
  facts(fen, variant) {
    const counts = NAMES.map(() => 0);
    for (const { marker } of this.fields(fen).values()) if (marker >= 0) counts[marker] += 1;
    const target = variant.startsWith("pacru") && !isOfFile(variant) ? ` of ${TARGETS[playersOf(variant)]}` : "";
    return `markers: ${this.sides(variant).map((name, seat) => `${name} ${counts[seat]}${target}`).join(" · ")}`;
  }

  /** @returns {import("./grid.js").Overlay[]} */
  overlays() {
    return [
      {
        name: "territories",
        label: "Territories",
        on: true,
        draw: (/** @type {string} */ fen) => this.territories(this.fields(fen)),
      },
      {
        name: "powers",
        label: "Powers of chevrons",
        on: true,
        draw: (/** @type {string} */ fen, /** @type {string} */ variant) =>
          parentOf(variant).startsWith("shacru") ? "" : this.powers(this.fields(fen)),
      },
    ];
  }

  /** A frame about each borderland in the colour of the player with most markers, and above it the numbers of
   * markers. @param {Map<string, Field>} fields */
  territories(fields) {
    let frames = "";
    let badges = "";
    for (const [land, counts] of borderlands(this, fields)) {
      // The middle of a borderland is its middle field.
      const [middleX, middleY] = this.point(3 * (land % 3) + 1, 3 * Math.floor(land / 3) + 2);
      const [x, y] = [middleX - LAND / 2, middleY - LAND / 2];
      const most = Math.max(...counts);
      if (most === 0) continue;
      if (counts.filter((count) => count === most).length === 1) {
        const { flat, edge } = this.theme.sides[counts.indexOf(most)];
        const frame = (/** @type {string} */ stroke, /** @type {number} */ width) =>
          rectangle(middleX, middleY, "none", LAND + 4, `stroke="${stroke}" stroke-width="${width}"`);
        frames += `<g class="owner">${frame(edge, 4)}${frame(flat, 2.6)}</g>`;
      }
      counts
        .map((count, seat) => ({ count, seat }))
        .filter(({ count }) => count > 0)
        .forEach(({ count, seat }, place) => {
          badges += badge(x + 9 + 20 * place, y - STRIP / 2, String(count), this.theme.sides[seat]);
        });
    }
    return frames + badges;
  }

  /** The range of each chevron, upright on its body. @param {Map<string, Field>} fields */
  powers(fields) {
    const lands = new Map(borderlands(this, fields));
    let text = "";
    for (const [square, { chevron, facing }] of fields) {
      if (chevron < 0) continue;
      const power = Math.max(lands.get(landOf(this, square))?.[chevron] ?? 0, 1);
      const [x, y] = this.centre(square);
      const towards = (Math.PI * (facing + (this.turned ? 4 : 0))) / 4;
      // The nose leaves the body behind the middle.
      const [backX, backY] = [-0.5 * Math.sin(towards), 0.5 * Math.cos(towards)];
      text += `<g class="power" transform="translate(${(x + backX).toFixed(1)} ${(y + backY).toFixed(1)})">${label(String(power), 12.5, this.theme.sides[chevron].ink)}</g>`;
    }
    return text;
  }

  legend() {
    return [
      { symbol: "wm", letter: "w", name: "marker" },
      { symbol: "wc", letter: "W0", name: "chevron facing north; facings 0 to 7 go clockwise" },
    ];
  }

  /** @param {string} token */
  read(token) {
    let found = /^x([a-i]\d)$/.exec(token);
    if (found) return action(token, "pay", [found[1]], "", `give up ${found[1]}`);
    found = /^@([a-i]\d)$/.exec(token);
    if (found) return action(token, "marker", [found[1]], "", `marker on ${found[1]}`);
    found = /^([a-i]\d)r([0-7])$/.exec(token);
    if (found) {
      const words = `turn ${FACINGS[Number(found[2])]}`;
      return action(token, "turn", [found[1]], words, `${found[1]}: ${words}`);
    }
    found = /^([a-i]\d)([a-i]\d)(~)?(?:@([a-i]\d))?(?:r([0-7]))?$/.exec(token);
    if (found) {
      const [, from, to, connection, marker, twist] = found;
      const extras = [];
      if (connection) extras.push("connection");
      if (marker) extras.push(`marker on ${marker}`);
      if (twist) extras.push(`twist ${FACINGS[Number(twist)]}`);
      const choice = extras.join(", ");
      const path = marker ? [from, to, marker] : [from, to];
      return action(token, "move", path, choice, [`${from} to ${to}`, ...extras].join(", "));
    }
    return action(token, "end", [], "", token === "end" ? "no move" : token);
  }

  /** @param {import("./grid.js").Action} action */
  facingAfter({ token }) {
    const found = /^([a-i]\d)([a-i]\d)?[^r]*(?:r([0-7]))?$/.exec(token);
    if (!found) return undefined;
    if (found[3]) return Number(found[3]);
    if (!found[2]) return undefined;
    const [file, rank] = this.place(found[1]);
    const [file2, rank2] = this.place(found[2]);
    return STEPS.findIndex(([across, up]) => across === Math.sign(file2 - file) && up === Math.sign(rank2 - rank));
  }

  /** @param {string} fen */
  whyNot(fen) {
    const state = fen.split(" ")[2] ?? "-";
    if (state === "m") return "first the bonus marker is to be placed";
    if (state.startsWith("x")) return `first ${counted(Number(state[1]), "marker")} must be given up`;
    return "no move: blocked";
  }

  /** The path of a chevron, and apart from it the square of a marker. @param {string} turn */
  waysOf(turn) {
    return super.waysOf(turn).flatMap((path) => (path.length === 3 ? [path.slice(0, 2), path.slice(2)] : [path]));
  }

  /** @param {string} variant */
  palette(variant) {
    return this.sides(variant).flatMap((name, seat) => [
      { symbol: `${COLOURS[seat]}m`, piece: COLOURS[seat], name: `${name} marker` },
      { symbol: `${COLOURS[seat]}c`, piece: COLOURS[seat].toUpperCase(), name: `${name} chevron; click again to turn it` },
    ]);
  }

  /** A marker goes under a chevron of its colour. A chevron on a chevron of its colour turns it.
   * @param {string} fen @param {string} square @param {string} piece */
  put(fen, square, piece) {
    const fields = this.fields(fen);
    const old = fields.get(square) ?? { marker: -1, chevron: -1, facing: 0 };
    const seat = COLOURS.indexOf(piece.toLowerCase());
    if (piece === "") fields.delete(square);
    else if (piece === COLOURS[seat]) {
      const own = old.chevron === seat;
      fields.set(square, { marker: seat, chevron: own ? seat : -1, facing: own ? old.facing : 0 });
    } else {
      const turned = old.chevron === seat ? (old.facing + 1) % 8 : 0;
      fields.set(square, { marker: old.marker === seat ? seat : -1, chevron: seat, facing: turned });
    }
    return [fieldText(this, fields), ...fen.split(" ").slice(1)].join(" ");
  }

  /** A chevron leaves its marker behind, and stays on one of its colour alone; a marker moves where no chevron is.
   * @param {string} fen @param {string} from @param {string} to */
  shift(fen, from, to) {
    const fields = this.fields(fen);
    const [old, there] = [fields.get(from), fields.get(to)];
    if (!old) throw new Error(`nothing is on ${from}`);
    fields.delete(from);
    if (old.chevron < 0) fields.set(to, { marker: old.marker, chevron: -1, facing: 0 });
    else {
      if (old.marker >= 0) fields.set(from, { marker: old.marker, chevron: -1, facing: 0 });
      fields.set(to, { ...old, marker: there?.marker === old.chevron ? old.chevron : -1 });
    }
    return [fieldText(this, fields), ...fen.split(" ").slice(1)].join(" ");
  }
}

/** @param {Board} board @param {Map<string, Field>} fields */
function fieldText(board, fields) {
  const ranks = [];
  for (let rank = 9; rank >= 1; rank -= 1) {
    let text = "";
    let empty = 0;
    for (let file = 0; file < 9; file += 1) {
      const field = fields.get(nameOf(file, rank));
      if (field === undefined) {
        empty += 1;
        continue;
      }
      text += empty || "";
      empty = 0;
      if (field.chevron < 0) text += COLOURS[field.marker];
      else text += COLOURS[field.chevron].toUpperCase() + field.facing + (field.marker >= 0 ? "*" : "");
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

/** The number of a field's borderland, 0 to 8 from the lower left. @param {Board} board @param {string} square */
function landOf(board, square) {
  const [file, rank] = board.place(square);
  return Math.floor((rank - 1) / 3) * 3 + Math.floor(file / 3);
}

/** The markers of each player in each borderland. @param {Board} board @param {Map<string, Field>} fields @returns {[number, number[]][]} */
function borderlands(board, fields) {
  /** @type {[number, number[]][]} */
  const lands = Array.from({ length: 9 }, (_, land) => [land, NAMES.map(() => 0)]);
  for (const [square, { marker }] of fields) {
    if (marker >= 0) lands[landOf(board, square)][1][marker] += 1;
  }
  return lands;
}
