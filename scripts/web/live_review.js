// The review of a finished game on the live board: goes through all its positions with an analysis, and shows a graph,
// the moves that mattered with a better line, and the accuracy of each player.

import { boardOf } from "./boards/index.js";
import { button, find, make, onClick } from "./dom.js";
import { accuracyOf, momentsOf, valueOf, worth } from "./review.js";
import { ROOT } from "./table_state.js";
import { NARROW, ValueGraph, judgedSeries } from "./value_graph.js";
import { spaced } from "./words.js";

/** @typedef {import("./live_page.js").LivePage} LivePage */
/** @typedef {import("./table_state.js").Line} Line */
/** @typedef {import("./review.js").Judged} Judged */

const POSITION_MS = 300;
// A position whose analysis says nothing for so long is left out.
const PATIENCE_MS = 5000;

export class Review {
  /** @param {LivePage} page */
  constructor(page) {
    this.page = page;
    /** @type {number[]} the nodes at the ends of turns, the start first */
    this.nodes = [];
    /** @type {Judged[]} */
    this.judged = [];
    this.isRunning = false;
    /** @type {Line[]} the newest lines about the position that is looked at */
    this.lines = [];
    this.isDue = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.graph = new ValueGraph(find("review-graph"), (turn) => this.step(turn), NARROW);
    onClick("review", () => (this.isRunning ? this.stop() : this.begin()));
  }

  begin() {
    const { page } = this;
    if (!page.board || !page.state?.over) return;
    const path = page.tree.path(page.board.live);
    const ends = path.filter((_, index) => path[index + 1]?.turn !== false).map(({ id }) => id);
    this.nodes = [ROOT, ...ends];
    this.judged = [];
    this.isRunning = true;
    find("review-box").hidden = true;
    page.ask("analyse", { lines: 1 });
    this.look();
  }

  /** Goes to the next position. */
  look() {
    const { page } = this;
    const node = this.nodes[this.judged.length];
    if (node === undefined) {
      this.finish();
      return;
    }
    find("review").textContent = `stop at ${this.judged.length + 1} of ${this.nodes.length}`;
    this.lines = [];
    this.isDue = false;
    if (page.board?.at === node) this.arrived();
    else page.ask("step", { to: node });
  }

  /** The board shows another position. */
  arrived() {
    const { page } = this;
    if (!this.isRunning || !page.board || page.board.at !== this.nodes[this.judged.length]) return;
    clearTimeout(this.timer);
    if (!page.board.analysable) {
      const { mover } = page.board;
      this.judge({ mover, value: worth(page.state?.result ?? "", mover, this.players), pv: [] });
      return;
    }
    if (this.isDeployment) {
      this.leaveOut();
      return;
    }
    this.timer = setTimeout(() => {
      this.isDue = true;
      this.timer = setTimeout(() => this.leaveOut(), PATIENCE_MS);
      this.settle();
    }, POSITION_MS);
  }

  /** Whether the next turn of the game sets up pieces. */
  get isDeployment() {
    const { page } = this;
    const next = page.tree.nodes.get(this.nodes[this.judged.length + 1] ?? ROOT);
    return Boolean(boardOf(page.state?.variant ?? "")?.deploys() && next?.token.includes("@"));
  }

  /** Goes on without a value of the position. */
  leaveOut() {
    const mover = this.page.board?.mover ?? 1;
    this.judge({ mover, value: 1 / this.players, pv: [], unknown: true });
  }

  /** @param {number} at @param {Line[]} lines */
  heard(at, lines) {
    if (!this.isRunning || at !== this.nodes[this.judged.length]) return;
    this.lines = lines;
    this.settle();
  }

  /** Takes the lines when they had their time. */
  settle() {
    const [line] = this.lines;
    if (!this.isDue || !line || !this.page.board) return;
    const { score, pv } = line;
    const shares = line.shares?.map((share) => share / 1000);
    this.judge({ mover: this.page.board.mover, value: valueOf(score, this.players), shares, score, pv });
  }

  get players() {
    return this.page.state?.seats.length ?? 2;
  }

  /** @param {Judged} judged */
  judge(judged) {
    clearTimeout(this.timer);
    this.judged.push(judged);
    this.look();
  }

  /** Ends it early, or because of another game. */
  stop() {
    clearTimeout(this.timer);
    if (this.isRunning) this.page.ask("analyse", { lines: 0 });
    this.isRunning = false;
    find("review").textContent = "review";
  }

  /** Forgets what was found, for another game. */
  forget() {
    this.stop();
    this.judged = [];
    find("review-box").hidden = true;
  }

  finish() {
    const { page, judged, nodes } = this;
    this.stop();
    const now = page.state;
    if (!now) return;
    const { players } = this;
    const tokens = nodes.slice(1).map((id) => page.tree.lastTurn(id).map(({ token }) => token).join(","));
    const moments = momentsOf(judged, tokens, now.result, players);
    const accuracy = now.seats.map((_, seat) => accuracyOf(judged, now.result, players, seat + 1));
    find("accuracy").replaceChildren("accuracy: ", ...accuracy.flatMap((share, seat) => this.accuracyOf(share, seat)));
    find("moments").replaceChildren(
      ...moments.map(({ turn, player, token, mark, fall, better }) =>
        make("li", { "data-turn": String(turn + 1) },
          button(`${page.tree.nodes.get(nodes[turn + 1])?.round ?? turn + 1}. ${spaced(token)} ${mark}`, () => this.step(turn + 1)),
          ` ${page.sideName(player)} gave ${Math.round(100 * fall)} % away; better ${better.slice(0, 3).map(spaced).join(" ")} `,
          button("retry", () => this.step(turn)),
        ),
      ),
    ); // prettier-ignore
    const mistakes = moments.map(({ turn, mark, better }) => ({ ply: turn + 1, mark, words: `better ${better[0]}` }));
    const axis = players === 2 ? `up: good for ${page.sideName(1)}` : "share of each player, in %";
    const series = judgedSeries(judged, now.result, players, (seat) => page.sideName(seat + 1));
    this.graph.show(nodes.length - 1, series, mistakes, axis, players);
    find("review-box").hidden = false;
  }

  /** A player's accuracy, with the colour of the player's line in the graph. @param {number | undefined} share @param {number} seat */
  accuracyOf(share, seat) {
    const hasLine = seat === 0 || this.players > 2;
    const key = make("span", { class: "key", "aria-hidden": "true" });
    key.style.background = `var(--graph-${seat + 1})`;
    return [seat ? " · " : "", ...(hasLine ? [key] : []), `${this.page.sideName(seat + 1)} ${share ?? "–"} %`];
  }

  /** Shows the position after a number of turns. @param {number} turn */
  step(turn) {
    const node = this.nodes[turn];
    if (node !== undefined) this.page.ask("step", { to: node });
  }
}
