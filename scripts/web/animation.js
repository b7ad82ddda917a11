// Shows what a move did: pieces go their way one after the other, those that are lost fade, new ones appear.

import { makeSvg } from "./dom.js";

/** @typedef {import("./boards/grid.js").Board} Board */
/** @typedef {import("./boards/grid.js").Item} Item */
/** @typedef {import("./board_view.js").BoardView} BoardView */
/**
 * What changes between two positions. `at` is the number of the action in which it happens.
 * @typedef {object} Plan
 * @property {{item: Item, way: string[], at: number}[]} moves
 * @property {{item: Item, at: number}[]} gone
 * @property {{item: Item, at: number}[]} came
 * @property {{square: string, at: number}[]} bursts
 * @property {number} actions
 */

/** Milliseconds for an action, by the name of the speed. @type {Record<string, number>} */
export const SPEEDS = { off: 0, fast: 140, normal: 280, slow: 700 };
const LONGEST_MS = 4000;
const VIOLENT = new Set(["attack", "torpedo", "charges"]);

/** Works out what happened. @param {Board} board @param {string} before @param {string} after FENs @param {string[]} tokens what was played @returns {Plan} */
export function planOf(board, before, after, tokens) {
  const actions = tokens.flatMap((token) => token.split(",")).filter((token) => board.read(token).path.length > 0);
  const [old, fresh] = differing(board, before, after);
  /** @type {Plan} */
  const plan = { moves: [], gone: [], came: [], bursts: [], actions: Math.max(actions.length, 1) };
  const ways = actions.map((token) => board.waysOf(token)[0] ?? []);
  ways.forEach((way, at) => {
    const piece = take(old, (item) => item.square === way[0] && isPiece(item));
    const item = piece && way.length > 1 && take(fresh, (one) => one.square === way[way.length - 1] && isPiece(one));
    if (item) plan.moves.push({ item, way, at });
    else if (piece) old.push(piece);
  });
  companions(board, old, fresh, plan);
  const touched = actions.map((token) => [...board.read(token).path, ...board.marksOf(token), ...between(board, board.waysOf(token)[0] ?? [])]);
  const when = (/** @type {string} */ square) => {
    const at = touched.findIndex((squares) => squares.includes(square));
    return at < 0 ? plan.actions - 1 : at;
  };
  plan.gone = old.map((item) => ({ item, at: when(item.square) }));
  plan.came = fresh.map((item) => ({ item, at: when(item.square) }));
  actions.forEach((token, at) => {
    if (VIOLENT.has(board.read(token).kind)) plan.bursts.push(...board.marksOf(token).map((square) => ({ square, at })));
  });
  return plan;
}

/** The items that only one of two positions has. @param {Board} board @param {string} before @param {string} after @returns {[Item[], Item[]]} */
function differing(board, before, after) {
  const [old, fresh] = [board.items(before), board.items(after)].map((items) => items.filter(({ label }) => label));
  const key = (/** @type {Item} */ { square, label }) => `${square} ${label}`;
  const [olds, freshes] = [new Set(old.map(key)), new Set(fresh.map(key))];
  return [old.filter((item) => !freshes.has(key(item))), fresh.filter((item) => !olds.has(key(item)))];
}

/** Pieces that went one step with another one, and pieces that turned.
 * @param {Board} board @param {Item[]} old @param {Item[]} fresh @param {Plan} plan */
function companions(board, old, fresh, plan) {
  for (const item of [...fresh].filter(isPiece)) {
    const [file, rank] = board.place(item.square);
    const from = take(old, (one) => {
      const [file2, rank2] = board.place(one.square);
      return one.symbol === item.symbol && Math.max(Math.abs(file - file2), Math.abs(rank - rank2)) <= 1;
    });
    if (!from) continue;
    take(fresh, (one) => one === item);
    if (from.square !== item.square) plan.moves.push({ item, way: [from.square, item.square], at: Math.max(plan.actions - 1, 0) });
  }
}

/** Removes the first item of a list that fits, and returns it. @param {Item[]} items @param {(item: Item) => unknown} fits */
function take(items, fits) {
  const at = items.findIndex(fits);
  return at < 0 ? undefined : items.splice(at, 1)[0];
}

/** @param {Item} item */
function isPiece({ layer = 1 }) {
  return layer > 0;
}

/** The squares in the middle of the steps of a way, over which a piece jumps. @param {Board} board @param {string[]} way */
function between(board, way) {
  const names = new Map(board.squares().map((square) => [board.place(square).join(), square]));
  return way.slice(1).flatMap((square, index) => {
    const [file, rank] = board.place(square);
    const [file2, rank2] = board.place(way[index]);
    return names.get([(file + file2) / 2, (rank + rank2) / 2].join()) ?? [];
  });
}

/** Plays the plan on a view that already shows the new position. @param {BoardView} view @param {Plan} plan @param {number} pace milliseconds for an action @returns {number} its length in milliseconds */
export function play(view, plan, pace) {
  const board = /** @type {Board} */ (view.board);
  const step = Math.min(pace, LONGEST_MS / plan.actions);
  stop(view);
  for (const { item, way, at } of plan.moves) {
    const points = way.map((square) => board.centre(square));
    const turn = item.angle ? ` rotate(${item.angle}deg)` : "";
    const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)${turn}` }));
    for (const piece of view.drawn(item)) piece.animate(frames, { delay: at * step, duration: step, fill: "backwards", easing: "ease-in-out" });
  }
  for (const { item, at } of plan.came) {
    for (const piece of view.drawn(item)) piece.animate([{ opacity: 0 }, { opacity: 1 }], { delay: (at + 0.6) * step, duration: step * 0.5, fill: "backwards" });
  }
  for (const { item, at } of plan.gone) leave(view, board, item, (at + 0.7) * step, step);
  for (const { square, at } of plan.bursts) burst(view, board.centre(square), board.theme.warning, at * step, step);
  const length = plan.actions * step;
  // Numbers on pieces would be at the end of their way already.
  view.layers.overlays.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: length + step * 0.4 });
  return length;
}

/** Ends what is still being played. @param {BoardView} view */
export function stop(view) {
  view.layers.ghosts.replaceChildren();
  for (const animation of view.svg.getAnimations({ subtree: true })) animation.cancel();
}

/** A piece that is lost stays for a while. @param {BoardView} view @param {Board} board @param {Item} item @param {number} delay @param {number} step */
function leave(view, board, { symbol, square, angle = 0 }, delay, step) {
  const [x, y] = board.centre(square);
  const ghost = makeSvg("use", { href: `#${board.name}-${symbol}`, transform: `translate(${x} ${y}) rotate(${angle})` });
  view.layers.ghosts.append(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { delay, duration: step * 0.6, fill: "both" });
  fading.finished.then(() => ghost.remove(), () => ghost.remove());
}

/** A ring that spreads. @param {BoardView} view @param {[number, number]} place @param {string} colour @param {number} delay @param {number} step */
function burst(view, [x, y], colour, delay, step) {
  const ring = makeSvg("circle", { cx: x, cy: y, r: 19, fill: "none", stroke: colour, "stroke-width": 5, opacity: 0 });
  ring.style.transformOrigin = `${x}px ${y}px`;
  view.layers.ghosts.append(ring);
  const frames = [{ opacity: 0.9, transform: "scale(.2)" }, { opacity: 0, transform: "scale(1.3)" }];
  const spreading = ring.animate(frames, { delay, duration: step * 1.2 });
  spreading.finished.then(() => ring.remove(), () => ring.remove());
}
