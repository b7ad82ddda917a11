// War-in-the-Pacific Chess: 16 x 16 squares; ships, squadrons tied to their carriers, and submarines
// on charts of their own, drawn small below others in the same square.

import { isOfFile, parentOf } from "./parents.js";
import { Board, CELL, MARGIN, action, boardField, counted, inOrder, nameOf, placed, sideOf } from "./grid.js"; // prettier-ignore
import { attackedBy, attacksFrom, distance, torpedoed } from "./warpac_attacks.js";
import { symbolsOf } from "./warpac_symbols.js";

/** The carrier is empty if it is sunk. @typedef {{squadron: string, docked: boolean, carrier: string, spent: boolean}} Wing */
/**
 * `subs` are the squares of each side's submarines as far as they are known.
 * @typedef {{pieces: Map<string, string>, wings: Wing[], subs: [string[], string[]]}} Position
 */

/** @type {Record<string, string>} */
const NAMES = {
  K: "carrier", Q: "squadron", R: "battleship", B: "cruiser", N: "destroyer", S: "submarine",
}; // prettier-ignore
/** @type {Record<string, string>} */
const PHASES = { d: "deployment", s: "surface turn", u: "underwater turn" };
const SIDES = ["White", "Black"];
// Kind, number in the basic fleet, and price of one more, in the order of deployment. Variants of files may set other numbers.
/** @type {[string, number, number][]} */
const FLEET = [["K", 2, 10], ["Q", 2, 10], ["R", 4, 5], ["B", 4, 4], ["N", 7, 3]]; // prettier-ignore
const SUBMARINES = 5;
const POINTS = 25;
const HALF = 8;
// The moves of a submarine's track.
const TRACK = 4;
// The distance of a torpedo's target, and of the nearest square of depth charges.
const TORPEDO = 2;
const CHARGES = 2;

export class Warpac extends Board {
  constructor() {
    super("warpac", 16, 16);
  }

  /** @param {string} variant */
  title(variant) {
    if (isOfFile(variant)) return variant;
    const subs = variant.includes("subs") ? ", with submarines" : "";
    return `War-in-the-Pacific Chess${subs}${variant.endsWith("once") ? ", one knight's move for a squadron" : ""}`;
  }

  /** @param {string} variant */
  about(variant) {
    const losses = isOfFile(variant) ? "" : "Squadrons are lost with their carriers. ";
    const subs = parentOf(variant).includes("subs") ? " Submarines are hidden: they fire torpedoes and are hunted by depth charges." : "";
    return `Fleets on 16 x 16 squares, with chess moves. ${losses}The last ship afloat wins.${subs}`;
  }

  background() {
    const { sheet, sea, seaLine } = this.theme;
    const line = this.border(HALF, `stroke="${seaLine}" stroke-width="3"`);
    return this.sheet(sheet) + this.cells(sea[0], sea[1]) + line + this.coordinates();
  }

  symbols() {
    return symbolsOf(this.theme, this.turned);
  }

  /** @param {string} symbol @param {number} layer @param {string} fen */
  follows(symbol, layer, fen) {
    return fen.split(" ")[2] === "u" ? symbol.endsWith("S") : layer === 1;
  }

  grounds() {
    return [...this.theme.sea, this.theme.last];
  }

  /** @param {string} fen @returns {Position} */
  position(fen) {
    const fields = fen.split(" ");
    if (fields.length < 5) throw new Error("eight fields are expected");
    const pieces = placed(fields[0], this);
    for (const letter of pieces.values()) {
      if (!("NBRQK".includes(letter.toUpperCase()))) throw new Error(`there is no piece '${letter}'`);
    }
    const wings = [...fields[3].matchAll(/([a-p]\d+)([>^])([a-p]\d+|-)(n?)/g)].map((found) => ({
      squadron: found[1], docked: found[2] === ">", carrier: found[3] === "-" ? "" : found[3], spent: found[4] === "n",
    })); // prettier-ignore
    const subs = fields[4].split("/").map((list) => (/^[?-]/.test(list) ? [] : list.split(",")));
    return { pieces, wings, subs: [subs[0] ?? [], subs[1] ?? []] };
  }

  /** @param {string} fen */
  items(fen) {
    const { pieces: ships, wings, subs } = this.position(fen);
    /** @type {import("./grid.js").Item[]} */
    const found = [...ships].map(([square, letter]) => ({
      symbol: "wb"[sideOf(letter)] + letter.toUpperCase(),
      square,
      label: `${SIDES[sideOf(letter)]} ${NAMES[letter.toUpperCase()]}`,
    }));
    for (const { squadron, docked, spent } of wings) {
      if (docked) found.push({ symbol: "docked", square: squadron, layer: 2, label: "docked" });
      if (spent) found.push({ symbol: "spent", square: squadron, layer: 2, label: "knight's move spent" });
    }
    subs.forEach((squares, side) => {
      for (const square of squares) {
        const place = subs[1 - side].includes(square) ? "small-" : ships.has(square) ? "low-" : "";
        found.push({ symbol: `${place}${"wb"[side]}S`, square, layer: 2, label: `${SIDES[side]} submarine` });
      }
    });
    return found;
  }

  /** @param {string} fen */
  caption(fen) {
    const [, side, phase, , subs = "-", , halfmove = "0", fullmove = "1"] = fen.split(" ");
    let text = `${side === "w" ? "White" : "Black"}, ${PHASES[phase] ?? phase}`;
    if (phase === "d") return text;
    text += `, round ${fullmove}, ${counted(Number(halfmove), "turn")} without loss`;
    subs.split("/").forEach((list, index) => {
      if (list.startsWith("?")) text += `; ${SIDES[index]} has ${counted(Number(list.slice(1)), "submarine")} at unknown places`;
    });
    return text;
  }

  /** @param {string} fen */
  facts(fen) {
    const position = this.position(fen);
    return SIDES.map((name, side) => {
      const letters = [...position.pieces.values()].filter((letter) => sideOf(letter) === side);
      const ships = letters.filter((letter) => letter.toUpperCase() !== "Q").length;
      return `${name}: ${counted(ships, "ship")}, ${counted(letters.length - ships, "squadron")}`;
    }).join(" · ");
  }

  /** @returns {import("./grid.js").Overlay[]} */
  overlays() {
    return [
      {
        name: "attacked",
        label: "What is attacked",
        on: false,
        draw: (/** @type {string} */ fen) => this.drawAttacks(this.position(fen)),
      },
      {
        name: "wings",
        label: "Squadrons, carriers",
        on: true,
        under: true,
        draw: (/** @type {string} */ fen) => this.drawWings(this.position(fen)),
      },
      {
        name: "tracks",
        label: "Tracks of submarines",
        on: true,
        under: true,
        draw: (fen, _variant, _network, played) => this.drawTracks(fen, played),
      },
    ];
  }

  /** The last moves of each submarine, from where it came. A side that has submarines has had them all the time, so its
   * surface and underwater turns alternate. @param {string} fen @param {import("./grid.js").Played[]} played */
  drawTracks(fen, played) {
    const [, mover, phase] = fen.split(" ");
    const { subs } = this.position(fen);
    return subs.flatMap((squares, side) => {
      // The side's last turn was an underwater turn, or a surface turn.
      const wasUnder = phase === "s" ? side === 1 || mover === "w" : side === 0 && mover === "b";
      const own = played.filter(({ player, token }) => player === side + 1 && !token.includes("@")).reverse();
      const dives = own.filter((_, back) => (back % 2 === 0) === wasUnder);
      return squares.map((square) => this.track(square, dives.map(({ token }) => token), this.theme.sides[side]));
    }).join(""); // prettier-ignore
  }

  /** @param {string} square @param {string[]} tokens of underwater turns, the newest first @param {import("./themes.js").Side} colours */
  track(square, tokens, { edge, line }) {
    const way = [square];
    for (const token of tokens) {
      const found = /^([a-p]\d+)([a-p]\d+)$/.exec(token);
      if (found?.[2] === way[way.length - 1]) way.push(found[1]);
      if (way.length > TRACK) break;
    }
    if (way.length === 1) return "";
    const points = way.map((name) => this.centre(name).join(",")).join(" ");
    const drawn = (/** @type {string} */ stroke, /** @type {number} */ width) =>
      `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="1 6" stroke-linecap="round"/>`;
    return `<g class="track" opacity=".8">${drawn(edge, 4.5)}${drawn(line, 2.5)}</g>`;
  }

  /** A corner of each attacked square, and a ring about each piece under attack. @param {Position} position */
  drawAttacks(position) {
    let text = "";
    for (const side of [0, 1]) {
      const corner = side === 0 ? "h11l-11 11z" : "h-11l11-11z";
      const shift = side === 0 ? -CELL / 2 : CELL / 2;
      for (const square of attackedBy(this, position, side)) {
        const [x, y] = this.centre(square);
        text += `<path d="M${x + shift} ${y + shift}${corner}" fill="${this.theme.sides[side].line}" fill-opacity=".8"/>`;
        const letter = position.pieces.get(square);
        if (letter && sideOf(letter) !== side) text += this.ring(square, "");
      }
      for (const square of torpedoed(this, position, side)) text += this.ring(square, 'stroke-dasharray="4 3"');
    }
    return text;
  }

  /** @param {string} square @param {string} more */
  ring(square, more) {
    const [x, y] = this.centre(square);
    const circle = (/** @type {string} */ stroke, /** @type {string} */ rest) => `<circle cx="${x}" cy="${y}" r="18" fill="none" stroke="${stroke}" ${rest}/>`;
    return circle(this.theme.halo, 'stroke-width="4"') + circle(this.theme.warning, `stroke-width="2.4" ${more} class="attacked"`);
  }

  /** A rope from each squadron to its carrier: whole if it is docked, of dashes if it is aloft. @param {Position} position */
  drawWings(position) {
    return position.wings.map((wing) => this.rope(wing)).join("");
  }

  /** @param {Wing} wing */
  rope({ squadron, carrier, docked }) {
    if (!carrier) return "";
    const [x, y] = this.centre(squadron);
    const [x2, y2] = this.centre(carrier);
    const line = (/** @type {string} */ stroke, /** @type {string} */ rest) => `<path d="M${x} ${y}L${x2} ${y2}" stroke="${stroke}" stroke-linecap="round" ${rest}/>`;
    const dashes = docked ? "" : ' stroke-dasharray="2 7"';
    return line(this.theme.peak, `stroke-width="5"${dashes}`) + line(this.theme.gold, `stroke-width="3"${dashes}`);
  }

  /** What a piece attacks; the range of torpedoes and depth charges. @param {string} fen @param {string} square */
  hover(fen, square) {
    const position = this.position(fen);
    const letter = position.pieces.get(square) ?? "";
    const isSubmarine = position.subs.some((list) => list.includes(square));
    const isEnemy = (/** @type {string} */ other) => sideOf(position.pieces.get(other) ?? "") !== sideOf(letter);
    const attacked = attacksFrom(this, position, square).filter((target) => !position.pieces.has(target) || isEnemy(target));
    let text = attacked.map((target) => this.dot(target)).join("");
    const [least, most] = [this.number("torpedo_least_distance", TORPEDO), this.number("torpedo_most_distance", TORPEDO)];
    if (isSubmarine) text += this.range(square, most, this.theme.warning, "");
    if (isSubmarine && least > 0) text += this.range(square, least - 1, this.theme.warning, "");
    const charges = this.number("depth_charge_distance", CHARGES) + 1;
    if (isSubmarine || "NBRK".includes(letter.toUpperCase() || "-")) text += this.range(square, charges, this.theme.gold, 'stroke-dasharray="6 4"');
    const wing = position.wings.find(({ squadron, carrier }) => squadron === square || carrier === square);
    return wing ? text + this.rope(wing) : text;
  }

  /** @param {string} square */
  dot(square) {
    const [x, y] = this.centre(square);
    return `<circle cx="${x}" cy="${y}" r="4" fill="${this.theme.gold}" stroke="${this.theme.peak}"/>`;
  }

  /** The edge of the squares within a distance, on the board. @param {string} square @param {number} reach @param {string} stroke @param {string} more */
  range(square, reach, stroke, more) {
    const [x, y] = this.centre(square);
    const half = (reach + 0.5) * CELL;
    const low = (/** @type {number} */ value) => Math.max(value - half, MARGIN);
    const high = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(value + half, size - MARGIN);
    const [left, top] = [low(x), low(y)];
    const edge = (/** @type {string} */ colour, /** @type {string} */ rest) =>
      `<rect x="${left}" y="${top}" width="${high(x, this.width) - left}" height="${high(y, this.height) - top}" fill="none" stroke="${colour}" ${rest}/>`;
    return edge(this.theme.peak, 'stroke-width="4.5" stroke-opacity=".6"') + edge(stroke, `stroke-width="2.5" ${more}`);
  }

  legend() {
    return [
      ...["K", "Q", "R", "B", "N", "S"].map((letter) => ({ symbol: `w${letter}`, letter, name: NAMES[letter] })),
      { symbol: "docked", letter: ">", name: "docked squadron" },
      { symbol: "spent", letter: "n", name: "its knight's move is spent" },
    ];
  }

  /** @param {string} variant @param {string} start */
  hides(variant, start) {
    return variant.includes("subs") || start.split(" ")[0] === "deploy" || /^fen \S+ \S+ d /.test(start);
  }

  /** @param {string} fen @param {number} player */
  viewOf(fen, player) {
    const fields = fen.split(" ");
    const other = 2 - player;
    const deploying = fields[2] === "d";
    if (fields[4] && fields[4] !== "-") {
      const lists = fields[4].split("/");
      const known = /^[?-]/.test(lists[other]) ? 0 : lists[other].split(",").length;
      if (!lists[other].startsWith("?")) lists[other] = `?${deploying ? 0 : known}`;
      fields[4] = lists.join("/");
    }
    if (!deploying) return fields.join(" ");
    const { pieces, wings } = this.position(fen);
    const own = new Map([...pieces].filter(([, letter]) => sideOf(letter) === player - 1));
    fields[0] = boardField(own, this);
    fields[3] = wingField(this, wings.filter(({ carrier }) => own.has(carrier))); // prettier-ignore
    const points = fields[5].split("/");
    points[other] = "?";
    fields[5] = points.join("/");
    return fields.join(" ");
  }

  /** The four squares of depth charges, which tokens do not name. @param {string} token */
  marksOf(token) {
    return token.split(",").flatMap((one) => {
      const found = /^s([a-p]\d+)/.exec(one);
      return found ? this.area(found[1]) : this.squaresOf(one);
    });
  }

  /** The 2 x 2 squares with this one at the lower left. @param {string} square */
  area(square) {
    const [file, rank] = this.place(square);
    return [[0, 0], [1, 0], [0, 1], [1, 1]]
      .filter(([across, up]) => this.holds(file + across, rank + up))
      .map(([across, up]) => nameOf(file + across, rank + up)); // prettier-ignore
  }

  /** @param {string} token */
  read(token) {
    let found = /^s([a-p]\d+)(?:=(\d+)(c?))?$/.exec(token);
    if (found) {
      const report = found[2] === undefined ? "" : `: ${found[2]} sunk${found[3] ? ", a contact" : ""}`;
      return action(token, "charges", [found[1]], "depth charges", `depth charges on ${this.area(found[1]).join(" ")}${report}`);
    }
    found = /^x([a-p]\d+)$/.exec(token);
    if (found) return action(token, "torpedo", [found[1]], "torpedo", `torpedo at ${found[1]}`);
    found = /^([a-p]\d+)([a-p]\d+)$/.exec(token);
    if (found) return action(token, "move", [found[1], found[2]], "", `${found[1]} to ${found[2]}`);
    found = /^([KQRBNS])@([a-p]\d+)(?:>([a-p]\d+))?$/.exec(token);
    if (found) {
      const home = found[3] ? ` of the carrier on ${found[3]}` : "";
      const path = found[3] ? [found[2], found[3]] : [found[2]];
      return action(token, "drop", path, home, `${NAMES[found[1]]}${home} on ${found[2]}`, found[1]);
    }
    if (token.includes("?")) return action(token, "hidden", [], "", "not seen");
    return action(token, "end", [], "", token === "end" ? "end" : token);
  }

  /** @param {string} fen @param {string} square @param {import("./grid.js").Item} item */
  whyNot(fen, square, item) {
    const isUnderwater = fen.split(" ")[2] === "u";
    if (isUnderwater !== item.symbol.endsWith("S")) return isUnderwater ? "in this turn only submarines act" : "submarines act in the underwater turn";
    const docked = this.position(fen).wings.find(({ carrier, docked: isDocked }) => carrier === square && isDocked);
    return docked ? "no move: blocked, or its docked squadron cannot follow" : "no move: blocked";
  }

  /** @param {string} variant */
  palette(variant) {
    const kinds = parentOf(variant).includes("subs") ? "KQRBNS" : "KQRBN";
    return ["w", "b"].flatMap((letter, side) =>
      [...kinds].map((kind) => ({
        symbol: letter + kind, piece: side === 0 ? kind : kind.toLowerCase(), name: `${SIDES[side]} ${NAMES[kind]}`,
      })),
    ); // prettier-ignore
  }

  /** A squadron gets the nearest carrier of its side without a squadron; it is docked if it is next to it.
   * @param {string} fen @param {string} square @param {string} piece */
  put(fen, square, piece) {
    const fields = fen.split(" ");
    const position = this.position(fen);
    if (piece.toUpperCase() === "S") return this.putSubmarine(fields, position, square, sideOf(piece));
    remove(this, position, square);
    if (!piece && position.subs.some((list) => list.includes(square))) {
      const kept = position.subs.map((list) => list.filter((one) => one !== square));
      fields[4] = kept.map((list) => list.join(",") || "-").join("/");
    }
    if (piece) {
      position.pieces.set(square, piece);
      if (piece.toUpperCase() === "Q") position.wings.push(this.wingFor(position, square, sideOf(piece)));
    }
    fields[0] = boardField(position.pieces, this);
    fields[3] = wingField(this, position.wings);
    return fields.join(" ");
  }

  /** A squadron stays docked only beside its carrier. @param {string} fen @param {string} from @param {string} to */
  shift(fen, from, to) {
    const fields = fen.split(" ");
    const position = this.position(fen);
    const piece = position.pieces.get(from);
    if (piece === undefined) {
      const side = position.subs.findIndex((list) => list.includes(from));
      if (side < 0) throw new Error(`nothing is on ${from}`);
      if (position.subs[side].includes(to)) throw new Error(`a submarine of the same side is on ${to}`);
      position.subs[side] = position.subs[side].map((square) => (square === from ? to : square));
      fields[4] = position.subs.map((list) => inOrder(list, this).join(",") || "-").join("/");
      return fields.join(" ");
    }
    if (position.wings.some(({ squadron, carrier }) => squadron === from && carrier === to)) throw new Error("a squadron needs its carrier");
    // Without a carrier on the board its squadron would leave it.
    const wings = position.wings.map((wing) => ({ ...wing }));
    remove(this, position, to);
    position.pieces.delete(from);
    position.pieces.set(to, piece);
    position.wings = wings.filter(({ squadron, carrier }) => squadron !== to && (carrier !== to || position.pieces.has(squadron)));
    for (const wing of position.wings) if (wing.carrier === to) wing.carrier = "";
    for (const wing of position.wings) {
      if (wing.squadron === from) wing.squadron = to;
      if (wing.carrier === from) wing.carrier = to;
      wing.docked &&= wing.carrier !== "" && distance(this, wing.squadron, wing.carrier) === 1;
    }
    fields[0] = boardField(position.pieces, this);
    fields[3] = wingField(this, position.wings);
    return fields.join(" ");
  }

  /** @param {string[]} fields @param {Position} position @param {string} square @param {number} side */
  putSubmarine(fields, position, square, side) {
    const own = position.subs[side];
    position.subs[side] = own.includes(square) ? own.filter((one) => one !== square) : [...own, square];
    fields[4] = position.subs.map((list) => inOrder(list, this).join(",") || "-").join("/");
    return fields.join(" ");
  }

  /** @param {Position} position @param {string} square @param {number} side @returns {Wing} */
  wingFor(position, square, side) {
    const free = [...position.pieces]
      .filter(([, letter]) => letter.toUpperCase() === "K" && sideOf(letter) === side)
      .map(([carrier]) => carrier)
      .filter((carrier) => !position.wings.some((wing) => wing.carrier === carrier));
    if (free.length === 0) throw new Error("a squadron needs a carrier of its side that has none yet");
    free.sort((a, b) => distance(this, a, square) - distance(this, b, square));
    return { squadron: square, docked: distance(this, free[0], square) === 1, carrier: free[0], spent: false };
  }

  deploys() {
    return true;
  }

  /** The pieces and squares of a side's deployment. @param {string} fen @param {number} player */
  deployment(fen, player) {
    const subs = fen.split(" ")[4] !== "-";
    const points = this.number("extra_points", POINTS);
    /** @type {{piece: string, name: string, least: number, most: number, cost: number}[]} */
    const kinds = FLEET.map(([piece, least, cost]) => ({
      piece, name: NAMES[piece], least: this.number(`basic_${NAMES[piece]}s`, least), most: 64, cost: this.number(`${NAMES[piece]}_points`, cost),
    })); // prettier-ignore
    const submarines = this.number("submarines", SUBMARINES);
    if (subs) kinds.push({ piece: "S", name: NAMES.S, least: submarines, most: submarines, cost: 0 });
    const may = (/** @type {string} */ square, piece = "") => {
      const rank = this.place(square)[1];
      return piece === "S" || (player === 1 ? rank <= HALF : rank > HALF);
    };
    return { kinds, may, points, end: true };
  }
}

/** Removes the piece on a square, and the squadron that is lost with a carrier. @param {Board} board @param {Position} position @param {string} square */
function remove(board, position, square) {
  const stays = (/** @type {Wing} */ wing) => board.settings.squadrons_aloft === "stay" && !wing.docked;
  for (const wing of position.wings.filter(({ carrier }) => carrier === square)) {
    if (stays(wing)) wing.carrier = "";
    else position.pieces.delete(wing.squadron);
  }
  position.wings = position.wings.filter(({ carrier, squadron }) => carrier !== square && squadron !== square);
  position.pieces.delete(square);
}

/** @param {Board} board @param {Wing[]} wings */
function wingField(board, wings) {
  const bySquare = new Map(wings.map((wing) => [wing.squadron, wing]));
  const texts = inOrder([...bySquare.keys()], board).map((square) => {
    const wing = /** @type {Wing} */ (bySquare.get(square));
    return `${square}${wing.docked ? ">" : "^"}${wing.carrier || "-"}${wing.spent ? "n" : ""}`;
  });
  return texts.join(",") || "-";
}
