// A Game of War: 25 x 20 squares with mountains, passes, fortresses and arsenals, and the units.

import { fortress, mountain, pass, symbolsOf } from "./gameofwar_symbols.js";
import { Board, action, boardField, counted, inOrder, listed, placed, sideOf } from "./grid.js"; // prettier-ignore

/** The board of the rulebook, as `query map` has it. */
const MAP =
  "25/7#6a10/9^^^^12/7a1^15/9^15/9=15/9^15/9^10#4/9^2#12/25/25/14#10/2#22/10^^^^^^9/15=6#2/15^9/15^9/15^9/25/2A19A2";
/** @type {Record<string, string>} */
const UNITS = {
  I: "infantry", C: "cavalry", K: "cannon", W: "swift cannon", R: "relay", X: "swift relay",
}; // prettier-ignore
const SIDES = ["South", "North"];
const HALF = 10;
const MOVES = 5;
// The units that attack in a combat, and those that support the target.
const ATTACKS = "#ffb46b";
const SUPPORTS = "#8ecbff";

/** A line from a source to the last square that it lights. @typedef {{from: string, to: string}} Line */

/**
 * The units that are online, and the lines of each side.
 * @param {string} network the engine's answers to `query online` and `query lines`, joined by a semicolon
 * @returns {{online: Set<string>, lines: Line[][]}}
 */
export function networkOf(network) {
  const [online, lines] = network.split(";");
  const read = (/** @type {string} */ text) => [...text.matchAll(/([a-y]\d+)([a-y]\d+)/g)].map(([, from, to]) => ({ from, to }));
  return { online: new Set(online.split(" ")), lines: lines.split("/").map(read) };
}

export class GameOfWar extends Board {
  /** @param {string} [map] ranks 20 to 1, as in the answer to `query map` */
  constructor(map = MAP) {
    super("gameofwar", 25, 20);
    const ground = placed(map, this);
    const of = (/** @type {string} */ sign) => [...ground].filter(([, found]) => found === sign).map(([square]) => square);
    this.mountains = new Set(of("^"));
    this.passes = of("=");
    this.fortresses = of("#");
    /** The owner of each arsenal: 0 South, 1 North. @type {Map<string, number>} */
    this.arsenals = new Map([...ground].filter(([, sign]) => "Aa".includes(sign)).map(([square, sign]) => [square, sign === "A" ? 0 : 1]));
  }

  sides() {
    return SIDES;
  }

  title() {
    return "A Game of War";
  }

  about() {
    return "Two armies on lines of communication. Five units move in a turn, then one attack may follow. Units that are cut off cannot act.";
  }

  background() {
    const { sheet, land } = this.theme;
    const parts = [this.sheet(sheet), this.cells(land[0], land[1])];
    /** @param {Iterable<string>} squares @param {string} drawing */
    const terrain = (squares, drawing) => {
      for (const name of squares) parts.push(`<g transform="translate(${this.centre(name).join(" ")})">${drawing}</g>`);
    };
    terrain(this.mountains, mountain(this.theme));
    terrain(this.passes, pass(this.theme));
    terrain(this.fortresses, fortress(this.theme));
    parts.push(this.border(HALF, `stroke="${this.theme.snow}" stroke-width="2" stroke-dasharray="7 5" opacity=".7"`));
    return parts.join("") + this.coordinates();
  }

  symbols() {
    return symbolsOf(this.theme);
  }

  grounds() {
    const { land, stone, road, last } = this.theme;
    return [...land, stone, road, last];
  }

  /** @param {string} fen */
  units(fen) {
    const found = placed(fen.split(" ")[0], this);
    for (const letter of found.values()) {
      if (!(letter.toUpperCase() in UNITS)) throw new Error(`there is no unit '${letter}'`);
    }
    return found;
  }

  /** @param {string} fen */
  items(fen) {
    const fields = fen.split(" ");
    if (fields.length < 5) throw new Error("nine fields are expected");
    /** @type {import("./grid.js").Item[]} */
    const found = [];
    for (const square of listed(fields[2])) {
      const owner = this.arsenals.get(square);
      if (owner === undefined) throw new Error(`there is no arsenal on ${square}`);
      found.push({ symbol: `${"wb"[owner]}A`, square, layer: 0, label: `${SIDES[owner]} arsenal` });
    }
    for (const [square, letter] of this.units(fen)) {
      const side = sideOf(letter);
      const name = `${SIDES[side]} ${UNITS[letter.toUpperCase()]}`;
      found.push({ symbol: "wb"[side] + letter.toUpperCase(), square, label: name });
    }
    for (const square of listed(fields[3])) found.push({ symbol: "moved", square, layer: 2 });
    for (const square of listed(fields[4])) found.push({ symbol: "retreat", square, layer: 2 });
    return found;
  }

  /** @param {string} fen */
  caption(fen) {
    const fields = fen.split(" ");
    let text = `${SIDES["wb".indexOf(fields[1])] ?? fields[1]} to move`;
    if (fields.length < 9) return text;
    if (fields[6] !== "-") {
      const count = (/** @type {string} */ hand) => (hand.match(/\d+/g) ?? []).reduce((sum, number) => sum + Number(number), 0);
      const hands = fields[6].split("/").map((hand, side) => `${SIDES[side]} ${hand === "?" ? "not seen" : count(hand)}`);
      return `${text}, deployment; still to be placed: ${hands.join(", ")}`;
    }
    text += `, turn ${fields[8]}, ${counted(listed(fields[3]).length, "unit")} moved`;
    if (fields[4] !== "-") text += `, retreat ${fields[4]}`;
    if (fields[5] !== "-") text += ", an arsenal was destroyed in this turn";
    return `${text}, ${counted(Number(fields[7]), "turn")} without destruction`;
  }

  /** @param {string} fen @param {string} _variant @param {string} network */
  facts(fen, _variant, network) {
    const units = this.units(fen);
    const online = network && networkOf(network).online;
    return SIDES.map((name, side) => {
      const own = [...units].filter(([, letter]) => sideOf(letter) === side).map(([square]) => square);
      const count = `${name}: ${counted(own.length, "unit")}`;
      if (!online) return count;
      const cut = own.filter((square) => !online.has(square));
      const list = cut.length ? ` (${cut.join(" ")})` : "";
      return `${count}, ${cut.length} cut off${list}`;
    }).join(" · ");
  }

  /** @returns {import("./grid.js").Overlay[]} */
  overlays() {
    return [
      {
        name: "network",
        label: "Lines of communication",
        on: true,
        under: true,
        draw: (_fen, _variant, network) => (network ? this.drawLines(networkOf(network).lines) : ""),
      },
      {
        name: "cut",
        label: "Units cut off",
        on: true,
        dims: true,
        draw: (fen, _variant, network) => [...this.dimmed(fen, network)].map((square) => this.drawCut(square)).join(""),
      },
    ];
  }

  /** @param {Line[][]} lines of both sides */
  drawLines(lines) {
    return lines.map((ofSide, side) => {
      const paths = ofSide.map(({ from, to }) => {
        // The lines of both sides are side by side.
        const shift = side === 0 ? -3 : 3;
        const [x, y] = this.centre(from);
        const [x2, y2] = this.centre(to);
        return `M${x + shift} ${y + shift}L${x2 + shift} ${y2 + shift}`;
      });
      return `<path d="${paths.join("")}" stroke="${this.theme.sides[side].line}" stroke-width="2.6" stroke-opacity=".6" fill="none"/>`;
    }).join("");
  }

  /** The units that are not online. @param {string} fen @param {string} network */
  dimmed(fen, network) {
    if (!network) return new Set();
    const { online } = networkOf(network);
    return new Set([...this.units(fen).keys()].filter((square) => !online.has(square)));
  }

  /** @param {string} square */
  drawCut(square) {
    const place = this.centre(square).join(" ");
    return `<g class="cut" data-square="${square}" transform="translate(${place})"><title>cut off</title>${this.symbols().cut}</g>`;
  }

  legend() {
    return [
      ...Object.entries(UNITS).map(([letter, name]) => ({ symbol: `w${letter}`, letter, name })),
      { symbol: "wA", letter: "-", name: "arsenal" },
      { symbol: "cut", letter: "-", name: "cut off from its lines of communication" },
      { symbol: "moved", letter: "-", name: "has moved in this turn" },
      { symbol: "retreat", letter: "-", name: "must retreat, or has" },
    ];
  }

  /** @param {string} _variant @param {string} start */
  hides(_variant, start) {
    return start.split(" ")[0] === "deploy" || /^fen \S+ \S+ \S+ \S+ \S+ \S+ (?!- )/.test(start);
  }

  /** During the deployment a side does not see the other's units. @param {string} fen @param {number} player */
  viewOf(fen, player) {
    const fields = fen.split(" ");
    if (fields[6] === "-" || fields[6] === undefined) return fen;
    const own = new Map([...this.units(fen)].filter(([, letter]) => sideOf(letter) === player - 1));
    fields[0] = boardField(own, this);
    const hands = fields[6].split("/");
    hands[2 - player] = "?";
    fields[6] = hands.join("/");
    return fields.join(" ");
  }

  /** @param {string} token */
  read(token) {
    let found = /^x([a-y]\d+)$/.exec(token);
    if (found) return action(token, "attack", [found[1]], "attack", `attack on ${found[1]}`);
    found = /^([a-y]\d+)([a-y]\d+)$/.exec(token);
    if (found) return action(token, "move", [found[1], found[2]], "", `${found[1]} to ${found[2]}`);
    found = /^([ICKWRX])@([a-y]\d+)$/.exec(token);
    if (found) return action(token, "drop", [found[2]], "", `${UNITS[found[1]]} on ${found[2]}`, found[1]);
    if (token === "?") return action(token, "hidden", [], "", "not seen");
    return action(token, "end", [], "", token === "end" ? "end of the turn" : token);
  }

  /** @param {string} fen @param {string} square @param {import("./grid.js").Item} _item @param {import("./grid.js").Action[]} _legal @param {string} network */
  whyNot(fen, square, _item, _legal, network) {
    const [, , , moved, retreat] = fen.split(" ");
    const most = this.number("moves_a_turn", MOVES);
    if (retreat !== "-" && moved === "-") return `first the unit on ${retreat} must retreat`;
    if (listed(moved).includes(square)) return "it has moved in this turn";
    if (listed(moved).length >= most) return `${counted(most, "unit")} moved in this turn`;
    const isRelay = "RX".includes((this.units(fen).get(square) ?? "-").toUpperCase());
    if (!isRelay && !this.settings.offline_moves && this.dimmed(fen, network).has(square)) return "cut off: it can neither move nor fight";
    return "no move: blocked";
  }

  palette() {
    return ["w", "b"].flatMap((letter, side) => [
      ...Object.entries(UNITS).map(([unit, name]) => ({
        symbol: letter + unit, piece: side === 0 ? unit : unit.toLowerCase(), name: `${SIDES[side]} ${name}`,
      })),
      { symbol: `${letter}A`, piece: "A", name: `arsenal of ${SIDES[side]}: click to destroy or restore` },
    ]); // prettier-ignore
  }

  /** @param {string} fen @param {string} square @param {string} piece */
  put(fen, square, piece) {
    const fields = fen.split(" ");
    if (piece === "A") {
      if (!this.arsenals.has(square)) throw new Error(`there is no place of an arsenal on ${square}`);
      const old = listed(fields[2]);
      const now = old.includes(square) ? old.filter((name) => name !== square) : [...old, square];
      fields[2] = inOrder(now, this).join(",") || "-";
      return fields.join(" ");
    }
    if (this.mountains.has(square)) throw new Error(`${square} is a mountain`);
    const units = this.units(fen);
    if (piece) units.set(square, piece);
    else units.delete(square);
    fields[0] = boardField(units, this);
    for (const list of [3, 4]) fields[list] = listed(fields[list]).filter((name) => name !== square).join(",") || "-";
    return fields.join(" ");
  }

  /** @param {string} fen @param {string} from @param {string} to */
  shift(fen, from, to) {
    const unit = this.units(fen).get(from);
    if (unit === undefined) throw new Error(`no unit is on ${from}`);
    return this.put(this.put(fen, to, unit), from, "");
  }

  /** @param {string} fen @param {number} player */
  withPlayer(fen, player) {
    const fields = super.withPlayer(fen, player).split(" ");
    // The turn belonged to the other player.
    fields[3] = fields[4] = fields[5] = "-";
    return fields.join(" ");
  }

  deploys() {
    return true;
  }

  queries() {
    return ["online", "lines"];
  }

  /** @param {import("./grid.js").Action} attack */
  combatQueries({ path: [target], token }) {
    return [`combatants ${target}`, `effects ${token}`];
  }

  /** @param {string} target @param {string[]} answers such as `attack h14 7 / defence h15 6` */
  combat(target, [combatants]) {
    const [attack, defence] = combatants.split(" / ").map((half) => [...half.matchAll(/([a-y]\d+) (\d+)/g)]);
    const arrows = [];
    const notes = [];
    for (const [parts, colour] of /** @type {[RegExpMatchArray[], string][]} */ ([[attack, ATTACKS], [defence, SUPPORTS]])) {
      for (const [, square, adds] of parts) {
        arrows.push({ path: square === target ? [square] : [square, target], rank: 1, colour });
        notes.push({ square, text: `+${adds}`, colour });
      }
    }
    return { arrows, notes };
  }

  /** @param {string} effects such as `South attacks the infantry on h15, 7 against 6: it must retreat.` */
  outcomeOf(effects) {
    return / attacks .*?, (\d+ against \d+: [^.]*)\./.exec(effects)?.[1] ?? "";
  }

  /** The units and squares of a side's deployment. @param {string} fen @param {number} player */
  deployment(fen, player) {
    const hand = (fen.split(" ")[6] ?? "-").split("/")[player - 1] ?? "-";
    /** @type {{piece: string, name: string, least: number, most: number, cost: number}[]} */
    const kinds = [...hand.matchAll(/([ICKWRX])(\d+)/g)].map(([, piece, count]) => ({
      piece, name: UNITS[piece], least: Number(count), most: Number(count), cost: 0,
    })); // prettier-ignore
    const may = (/** @type {string} */ square) => {
      const rank = this.place(square)[1];
      return !this.mountains.has(square) && (player === 1 ? rank <= HALF : rank > HALF);
    };
    return { kinds, may, points: 0, end: false };
  }
}
