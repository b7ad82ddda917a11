// The graph of the engines' scores: axes, legend, marks of mistakes, a cursor, and clicks.

import { makeSvg } from "./dom.js";
import { sharesAlong } from "./review.js";
import { CP_PER_UNIT, expected, scoreText } from "./words.js";

/** @typedef {{ply: number, score: number}} Point */
/** @typedef {{name: string, seat: number, points: Point[]}} Series scores from the point of view that the axis names */
/** @typedef {{ply: number, mark: string, words: string}} Mistake */

/** The room of a graph, and that below its lines, in units that are pixels where the graph has its full size; and whether
 * the graph names its lines. @typedef {{width: number, height: number, bottom: number, names: boolean}} Size */
/** In a page. @type {Size} */
const WIDE = { width: 640, height: 190, bottom: 34, names: true };
/** On a phone. @type {Size} */
const SMALL = { width: 370, height: 170, bottom: 34, names: true };
/** Beside a board, where the lines are named elsewhere. @type {Size} */
export const NARROW = { width: 320, height: 112, bottom: 18, names: false };
// Where less room than this is, words on a wide graph would be too small.
const SMALL_PX = 480;
const LEFT = 44;
const RIGHT = 10;
const LETTER = 6.2;
const LINE = 14;
// The mark of a fall of the engine's own score, for games without an analysis.
export const SWING = "!?";
// Multiples of the unit of a score with labels on the axis; and shares.
const TICKS = [-3, -1, 0, 1, 3];
const SHARES = [0.25, 0.5, 0.75];
// Values beyond this are drawn at the edge of the graph.
const MOST_CP = 600;

/** The score that stands for a share. @param {number} share */
export function scoreOf(share) {
  const inside = Math.min(Math.max(share, 1e-6), 1 - 1e-6);
  return CP_PER_UNIT * Math.log(inside / (1 - inside));
}

/** A line of the graph for each player. @param {number[][]} shares by position and player @param {(seat: number) => string} nameOf @param {(index: number) => number} [plyOf]
 * @returns {Series[]} */
export function shareSeries(shares, nameOf, plyOf = (index) => index) {
  return (shares[0] ?? []).map((_, seat) => ({
    name: nameOf(seat), seat, points: shares.map((all, index) => ({ ply: plyOf(index), score: scoreOf(all[seat]) })),
  })); // prettier-ignore
}

/** The values of positions: one line for two players, from the first one's side, else one for each player.
 * @param {import("./review.js").Judged[]} judged @param {string} result @param {number} players @param {(seat: number) => string} nameOf
 * @param {(index: number) => number} [plyOf] @returns {Series[]} */
export function judgedSeries(judged, result, players, nameOf, plyOf = (index) => index) {
  if (players > 2) return shareSeries(sharesAlong(judged, result, players), nameOf, plyOf);
  const points = judged.flatMap(({ mover, value, unknown }, index) => {
    const own = mover === 2 ? 1 - value : value;
    return unknown ? [] : { ply: plyOf(index), score: Math.max(Math.min(scoreOf(own), MOST_CP), -MOST_CP) };
  });
  return [{ name: nameOf(0), seat: 0, points }];
}

/** @param {number} seat */
function graphColour(seat) {
  return `var(--graph-${seat + 1})`;
}

export class ValueGraph {
  /** @param {HTMLElement} place @param {(ply: number) => void} picked @param {Size} size */
  constructor(place, picked, { width, height, bottom, names } = place.clientWidth < SMALL_PX ? SMALL : WIDE) {
    this.width = width;
    this.names = names;
    this.height = height;
    this.bottom = height - bottom;
    /** Where the lines begin, below the words. */
    this.top = 0;
    this.svg = makeSvg("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img" });
    this.plies = 0;
    this.cursor = makeSvg("path", { class: "cursor" });
    place.append(this.svg);
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width;
      const share = (x - LEFT) / (width - LEFT - RIGHT);
      picked(Math.round(Math.max(0, Math.min(1, share)) * this.plies));
    });
  }

  /** @param {number} plies @param {Series[]} series @param {Mistake[]} mistakes @param {string} axis what is up @param {number} players */
  show(plies, series, mistakes, axis, players) {
    this.plies = plies;
    this.svg.replaceChildren();
    const below = this.legend(series, mistakes, axis);
    this.text(4, below, axis, "start");
    this.top = below + LINE;
    this.axes(players);
    for (const one of series) this.line(one);
    for (const mistake of mistakes) this.mistake(mistake, series);
    this.cursor.setAttribute("d", `M0 ${this.top}V${this.bottom}`);
    this.svg.append(this.cursor);
    const count = mistakes.length;
    this.svg.setAttribute("aria-label", `values of ${series.map(({ name }) => name).join(" and ")} over ${plies} moves; ${count} marked`);
  }

  /** @param {number} ply */
  at(ply) {
    this.cursor.setAttribute("transform", `translate(${this.x(ply)} 0)`);
  }

  /** @param {number} ply */
  x(ply) {
    return Math.round(10 * (LEFT + ((this.width - LEFT - RIGHT) * ply) / Math.max(this.plies, 1))) / 10;
  }

  /** @param {number} score */
  y(score) {
    const share = expected(score);
    return Math.round(10 * (this.bottom - share * (this.bottom - this.top))) / 10;
  }

  /** Scores for two players, shares for more; the dashed line is an even share. @param {number} players */
  axes(players) {
    const { bottom } = this;
    const right = this.width - RIGHT;
    const scores = TICKS.map((tick) => ({ score: tick * CP_PER_UNIT, label: scoreText(tick * CP_PER_UNIT).replace(".00", "") || "0", isEven: tick === 0 }));
    const shares = SHARES.map((share) => ({ score: scoreOf(share), label: String(100 * share), isEven: false }));
    if (players > 2) shares.push({ score: scoreOf(1 / players), label: "", isEven: true });
    for (const { score, label, isEven } of players > 2 ? shares : scores) {
      const y = this.y(score);
      this.svg.append(makeSvg("path", { class: isEven ? "zero" : "grid", d: `M${LEFT} ${y}H${right}` }));
      this.text(LEFT - 5, y + 4, label, "end");
    }
    this.svg.append(makeSvg("path", { class: "axis", d: `M${LEFT} ${this.top}V${bottom}H${right}` }));
    const most = this.width / 60;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => this.plies / size <= most) ?? 5000;
    for (let ply = 0; ply <= this.plies; ply += step) this.text(this.x(ply), bottom + 14, String(ply), "middle");
    // Else the axis needs no words.
    if (this.height - bottom > 2 * LINE) this.text((LEFT + right) / 2, this.height - 4, "moves played", "middle");
  }

  /** @param {Series} series */
  line({ seat, points }) {
    const path = points.map(({ ply, score }) => `${this.x(ply)},${this.y(score)}`).join(" ");
    this.svg.append(makeSvg("polyline", { points: path, class: "value", stroke: graphColour(seat) }));
    const last = points[points.length - 1];
    if (last) this.svg.append(makeSvg("circle", { cx: this.x(last.ply), cy: this.y(last.score), r: 2.5, fill: graphColour(seat) }));
  }

  /** @param {Mistake} mistake @param {Series[]} series */
  mistake({ ply, mark, words }, series) {
    const near = series.flatMap(({ points }) => points).find((point) => point.ply === ply);
    const y = near ? this.y(near.score) : this.top + 4;
    const dot = makeSvg("circle", { cx: this.x(ply), cy: y, r: 4.5, class: "mistake" });
    dot.append(makeSvg("title", {}, `${ply}. ${mark} ${words}`));
    this.svg.append(dot);
  }

  /** Who has which line, from the right, in as many rows as that needs. Returns where there is room for the words on the
   * axis. @param {Series[]} series @param {Mistake[]} mistakes @param {string} axis */
  legend(series, mistakes, axis) {
    let x = this.width - RIGHT;
    let y = 12;
    const entries = (this.names ? series : []).map(({ name, seat }) => ({ name, colour: graphColour(seat), mistake: false }));
    if (mistakes.length > 0) entries.push({ name: mistakes.some(({ mark }) => mark !== SWING) ? "mistakes" : "swings", colour: "", mistake: true });
    for (const { name, colour, mistake } of entries.reverse()) {
      const shown = name.length > 24 ? `${name.slice(0, 23)}…` : name;
      const length = LETTER * shown.length + 8;
      if (x - length < 12) {
        x = this.width - RIGHT;
        y += LINE;
      }
      this.text(x, y, shown, "end");
      x -= length;
      if (mistake) this.svg.append(makeSvg("circle", { cx: x, cy: y - 4, r: 4.5, class: "mistake" }));
      else this.svg.append(makeSvg("path", { d: `M${x - 6} ${y - 4}h12`, stroke: colour, "stroke-width": 3 }));
      x -= 16;
    }
    return x < 4 + LETTER * axis.length ? y + LINE : y;
  }

  /** @param {number} x @param {number} y @param {string} text @param {string} anchor */
  text(x, y, text, anchor) {
    this.svg.append(makeSvg("text", { x, y, "text-anchor": anchor }, text));
  }
}
