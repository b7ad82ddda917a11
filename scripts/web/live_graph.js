// The graph of values beside the game while an analysis runs: what engines thought of their moves, and what the analysis
// says of the positions that were looked at.

import { find } from "./dom.js";
import { valueOf } from "./review.js";
import { ROOT } from "./table_state.js";
import { NARROW, ValueGraph, judgedSeries } from "./value_graph.js";

/** @typedef {import("./live_page.js").LivePage} LivePage */
/** @typedef {import("./review.js").Judged} Judged */
/** @typedef {import("./table_state.js").Line} Line */

// Fewer known positions make no line.
const LEAST_POINTS = 2;

export class LiveGraph {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    this.place = find("live-graph");
    /** @type {number[]} the nodes at the ends of turns, the start first */
    this.nodes = [];
    /** @type {Map<number, {line: Line, mover: number}>} the best line of the positions that were analysed, and who was to move,
     * by their nodes */
    this.known = new Map();
    this.graph = new ValueGraph(this.place, (turn) => page.ask("step", { to: this.nodes[turn] ?? ROOT }), NARROW);
  }

  /** @param {number} at @param {Line[]} lines */
  heard(at, [line]) {
    if (line) this.known.set(at, { line, mover: this.page.board?.mover ?? 1 });
    this.draw();
  }

  /** Forgets all values, for another game. */
  forget() {
    this.known.clear();
    this.place.hidden = true;
  }

  draw() {
    const { board, state, tree, review } = this.page;
    const isWanted = Boolean(state && board?.lines && !review.isRunning && find("review-box").hidden);
    this.place.hidden = true;
    if (!isWanted || !board || !state) return;
    const path = tree.path(tree.end(board.at));
    this.nodes = [ROOT, ...path.filter((_, index) => path[index + 1]?.turn !== false).map(({ id }) => id)];
    const found = this.nodes.flatMap((_, turn) => this.judged(turn));
    if (found.length < LEAST_POINTS) return;
    const players = state.seats.length;
    const nameOf = (/** @type {number} */ seat) => this.page.sideName(seat + 1);
    const series = judgedSeries(found.map(({ judged }) => judged), "none", players, nameOf, (index) => found[index].turn); // prettier-ignore
    const axis = players === 2 ? `up: good for ${nameOf(0)}` : "share of each player, in %";
    this.graph.show(this.nodes.length - 1, series, [], axis, players);
    this.graph.at(Math.max(this.nodes.indexOf(board.at), 0));
    this.place.hidden = false;
  }

  /** The value of the position after a number of turns, if it is known. @param {number} turn @returns {{turn: number, judged: Judged}[]} */
  judged(turn) {
    const { state, tree } = this.page;
    const players = state?.seats.length ?? 2;
    const known = this.known.get(this.nodes[turn]);
    // The first action of the next turn has what an engine thought before it.
    const next = tree.path(this.nodes[turn + 1] ?? ROOT).findLast((node) => node.turn);
    const mover = known?.mover ?? next?.player;
    const score = known?.line.score ?? next?.score;
    if (mover === undefined || score === undefined) return [];
    const shares = known?.line.shares?.map((share) => share / 1000);
    return [{ turn, judged: { mover, value: valueOf(score, players), shares, pv: [] } }];
  }
}
