// The deployment of a side: pieces from a tray, in any order, until all are placed.

import { iconOf } from "./boards/index.js";
import { button, make } from "./dom.js";

/** @typedef {{kinds: {piece: string, name: string, least: number, most: number, cost: number}[], may: (square: string, piece?: string) => boolean, points: number, end: boolean}} Deployment */
/** @typedef {import("./boards/grid.js").Board & {deployment: (fen: string, player: number) => Deployment}} DeployingBoard */

export class Tray {
  /**
   * @param {HTMLElement} place
   * @param {(tokens: string[]) => void} draft Receives what is set up so far.
   * @param {(token: string) => void} play Receives the whole deployment.
   * @param {() => void} suggest Asks the engine for a deployment.
   */
  constructor(place, draft, play, suggest) {
    this.element = place;
    this.draft = draft;
    this.play = play;
    this.suggest = suggest;
    this.piece = "";
    /** @type {string[]} */
    this.tokens = [];
    /** @type {DeployingBoard | undefined} */
    this.board = undefined;
    this.fen = "";
    this.player = 1;
  }

  /** @param {DeployingBoard} board @param {string} fen @param {number} player @param {string[]} tokens what is set up so far */
  show(board, fen, player, tokens) {
    this.board = board;
    this.fen = fen;
    this.player = player;
    this.tokens = tokens;
    const deployment = this.deployment();
    const counts = this.counts();
    if (!deployment.kinds.some(({ piece, most }) => piece === this.piece && (counts.get(piece) ?? 0) < most)) {
      this.piece = deployment.kinds.find(({ piece, least }) => (counts.get(piece) ?? 0) < least)?.piece ?? this.piece;
    }
    const missing = deployment.kinds.reduce((sum, { piece, least }) => sum + Math.max(least - (counts.get(piece) ?? 0), 0), 0);
    const left = this.pointsLeft();
    const done = button(missing ? `${missing} still to be set up` : "done", () => this.finish(), { id: "deployed" });
    done.disabled = missing > 0 || left < 0;
    const kinds = deployment.kinds.map((kind) => this.kindButton(kind, counts.get(kind.piece) ?? 0));
    const points = deployment.points ? `${left} points left · ` : "";
    this.element.replaceChildren(
      make("p", { class: "caption" }, `${points}click squares of your half; click a piece to take it away`),
      make("p", { class: "row tray" }, ...kinds),
      make("p", { class: "row" }, button("let the engine set up", this.suggest, { id: "suggest" }), button("clear", () => this.draft([])), done),
    );
  }

  /** @returns {Deployment} */
  deployment() {
    return /** @type {DeployingBoard} */ (this.board).deployment(this.fen, this.player);
  }

  /** @param {Deployment["kinds"][number]} kind @param {number} count */
  kindButton({ piece, name, least, most, cost }, count) {
    const made = button("", () => {
      this.piece = piece;
      this.show(/** @type {DeployingBoard} */ (this.board), this.fen, this.player, this.tokens);
    }, { "data-piece": piece, "aria-pressed": String(piece === this.piece) }); // prettier-ignore
    made.innerHTML = iconOf(/** @type {DeployingBoard} */ (this.board), `${"wb"[this.player - 1]}${piece}`);
    made.append(` ${name} ${count} of ${least}${most > least && cost ? `, more for ${cost} each` : ""}`);
    return made;
  }

  counts() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const token of this.tokens) counts.set(token[0], (counts.get(token[0]) ?? 0) + 1);
    return counts;
  }

  pointsLeft() {
    const { kinds, points } = this.deployment();
    const counts = this.counts();
    return kinds.reduce((left, { piece, least, cost }) => left - cost * Math.max((counts.get(piece) ?? 0) - least, 0), points);
  }

  /** The position with the pieces placed so far. */
  shownFen() {
    const board = /** @type {DeployingBoard} */ (this.board);
    let fen = this.fen;
    for (const token of this.sorted()) {
      const { piece = "", path } = board.read(token);
      try {
        fen = board.put(fen, path[0], this.player === 1 ? piece : piece.toLowerCase());
      } catch {
        // A squadron without its carrier is neither shown nor played.
      }
    }
    return fen;
  }

  /** @param {string} square @returns {string} what is wrong */
  click(square) {
    const board = /** @type {DeployingBoard} */ (this.board);
    const deployment = this.deployment();
    const under = this.piece === "S";
    const here = this.tokens.find((token) => board.read(token).path[0] === square && (token[0] === "S") === under);
    if (here !== undefined) {
      // A carrier is removed with its squadron.
      this.draft(this.tokens.filter((token) => token !== here && !(here[0] === "K" && token.endsWith(`>${square}`))));
      return "";
    }
    const kind = deployment.kinds.find(({ piece }) => piece === this.piece);
    if (!kind || !deployment.may(square, this.piece)) return `${square} is no square to set up on`;
    const count = this.counts().get(this.piece) ?? 0;
    if (count >= kind.most) return `there are no more than ${kind.most} of this kind`;
    if (count >= kind.least && kind.cost > this.pointsLeft()) return "there are not enough points left";
    const home = this.piece === "Q" ? this.homeFor(square) : "";
    if (this.piece === "Q" && !home) return "a squadron is set up next to a carrier that has none";
    this.draft([...this.tokens, `${this.piece}@${square}${home && `>${home}`}`]);
    return "";
  }

  /** Sets up a piece of a kind. @param {string} piece @param {string} square @returns {string} what is wrong */
  place(piece, square) {
    if (this.tokens.some((token) => this.isOn(token, square) && (token[0] === "S") === (piece === "S"))) return `${square} is taken`;
    this.piece = piece;
    return this.click(square);
  }

  /** @param {string} token @param {string} square */
  isOn(token, square) {
    return this.board?.read(token).path[0] === square;
  }

  /** The token of a piece that was set up on a square: a ship or unit before a submarine. @param {string} square */
  standing(square) {
    const here = this.tokens.filter((token) => this.board?.read(token).path[0] === square);
    return here.find((token) => token[0] !== "S") ?? here[0];
  }

  /** Moves a piece to another square, or takes it away. A carrier takes its squadron along.
   * @param {string} from @param {string} to a square, or nothing @returns {string} what is wrong */
  move(from, to) {
    const token = this.standing(from);
    if (token === undefined) return "";
    const squadron = this.tokens.find((other) => other.endsWith(`>${from}`));
    if (to && squadron !== undefined) return this.moveWing(from, to, squadron);
    const [before, piece] = [this.tokens, this.piece];
    this.piece = token[0];
    this.click(from);
    const problem = to ? this.click(to) : "";
    // A click on another piece would have taken that one away.
    const isPlaced = problem === "" && (!to || this.tokens.length === before.length);
    if (!isPlaced) this.draft(before);
    this.piece = piece;
    return problem || (isPlaced ? "" : `${to} is taken`);
  }

  /** Moves a carrier with its squadron, which keeps its place beside it or gets another one.
   * @param {string} from @param {string} to @param {string} squadron its token @returns {string} what is wrong */
  moveWing(from, to, squadron) {
    const board = /** @type {DeployingBoard} */ (this.board);
    const others = this.tokens.filter((token) => token !== squadron && !(token[0] === "K" && this.isOn(token, from)));
    const { may } = this.deployment();
    const isFree = (/** @type {string} */ square) => may(square, "Q") && !others.some((token) => token[0] !== "S" && this.isOn(token, square));
    if (!isFree(to)) return may(to, "K") ? `${to} is taken` : `${to} is no square to set up on`;
    const [[file, rank], [file2, rank2], [file3, rank3]] = [from, to, board.read(squadron).path[0]].map((square) => board.place(square));
    const wanted = [file3 + file2 - file, rank3 + rank2 - rank];
    const beside = board.squares().filter((square) => square !== to && isFree(square)).map((square) => ({ square, at: board.place(square) }))
      .filter(({ at }) => Math.max(Math.abs(at[0] - file2), Math.abs(at[1] - rank2)) === 1); // prettier-ignore
    const found = beside.find(({ at }) => at[0] === wanted[0] && at[1] === wanted[1]) ?? beside[0];
    if (!found) return `no square beside ${to} is free for the squadron`;
    this.draft([...others, `K@${to}`, `Q@${found.square}>${to}`]);
    return "";
  }

  /** A carrier without a squadron, next to a square. @param {string} square */
  homeFor(square) {
    const board = /** @type {DeployingBoard} */ (this.board);
    const [file, rank] = board.place(square);
    return this.tokens
      .filter((token) => token[0] === "K")
      .map((token) => token.slice(2))
      .find((carrier) => {
        const [file2, rank2] = board.place(carrier);
        const near = Math.max(Math.abs(file - file2), Math.abs(rank - rank2)) === 1;
        return near && !this.tokens.some((token) => token.endsWith(`>${carrier}`));
      }) ?? ""; // prettier-ignore
  }

  /** The tokens in the order of deployment. */
  sorted() {
    const order = this.deployment().kinds.map(({ piece }) => piece);
    return [...this.tokens].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  }

  finish() {
    const tokens = this.sorted();
    if (this.deployment().end) tokens.push("end");
    this.play(tokens.join(","));
  }
}
