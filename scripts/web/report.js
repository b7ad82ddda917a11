// The report of a match: one game at a time, its board first.

import { boardOf, describe, svgOf } from "./boards/index.js";
import { Overlays, legendLines } from "./board_key.js";
import { BoardView } from "./board_view.js";
import { copy, find, inputOf, make, onClick, save, say, selectOf, takesText } from "./dom.js"; // prettier-ignore
import { accuraciesOf, beliefsOf, mistakesOf, outcomeOf, readGames, readMoves, searchText, titleOf, tokensFor } from "./report_data.js"; // prettier-ignore
import { sharesAlong, valueOf } from "./review.js";
import { themeButtons } from "./theme.js";
import { ValueGraph, shareSeries } from "./value_graph.js";
import { holdsWords, scoreText, sidesOf, spaced, worded } from "./words.js";

/** @typedef {import("./report_data.js").Game} Game */
/** @typedef {import("./report_data.js").Moves} Moves */

const PLAY_EVERY_MS = 700;
// The default address of `board.py`.
const LIVE_BOARD = ["http:", "", "127.0.0.1:8484", ""].join("/");

const games = readGames();
const texts = games.map(searchText);
const view = new BoardView(find("board"));
const seen = new BoardView(find("seen-board"));
const graph = new ValueGraph(find("graph"), (ply) => show(ply));
/** @type {Game | undefined} */
let game;
/** @type {Moves} */
let moves = { tokens: [], opening: 0, players: [], scores: [], depths: [], times: [], fens: [], networks: [], beliefs: [], findings: {} }; // prettier-ignore
/** @type {import("./report_data.js").Mistake[]} */
let mistakes = [];
let ply = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let playing;
const overlays = new Overlays(find("overlays"), () => show(ply));

// --- The list of games ---

function listGames() {
  const wanted = inputOf("filter").value.trim();
  const list = find("games");
  const shown = games.filter((_, index) => holdsWords(texts[index], wanted));
  list.replaceChildren(
    ...shown.map((entry) => {
      const line = make("li", { role: "option", id: `choice-${entry.index}` });
      line.append(titleOf(entry), " ", make("small", {}, outcomeOf(entry)));
      line.dataset.index = String(entry.index);
      return line;
    }),
  );
  find("count").textContent = `${shown.length} of ${games.length} games`;
  markGame();
}

function markGame() {
  for (const line of find("games").querySelectorAll(".now")) {
    line.classList.remove("now");
    line.removeAttribute("aria-selected");
  }
  const line = game && document.getElementById(`choice-${game.index}`);
  if (!line) return;
  line.classList.add("now");
  line.setAttribute("aria-selected", "true");
  find("games").setAttribute("aria-activedescendant", line.id);
  const list = find("games");
  if (line.offsetTop < list.scrollTop || line.offsetTop > list.scrollTop + list.clientHeight) {
    list.scrollTop = line.offsetTop - list.clientHeight / 3;
  }
}

/** The game above or below in the list. @param {number} step */
function neighbour(step) {
  const lines = /** @type {HTMLElement[]} */ ([...find("games").children]);
  const at = lines.findIndex((line) => line.classList.contains("now"));
  const line = lines[at < 0 ? 0 : Math.max(0, Math.min(lines.length - 1, at + step))];
  if (line) choose(Number(line.dataset.index), 0);
}

// --- One game ---

/** @param {number} index @param {number} at */
function choose(index, at) {
  const chosen = games[index];
  if (!chosen) return;
  stop();
  if (chosen !== game) open(chosen);
  show(at);
  markGame();
}

/** @param {Game} chosen */
function open(chosen) {
  const family = boardOf(game?.variant ?? "");
  game = chosen;
  moves = readMoves(chosen);
  mistakes = mistakesOf(chosen, moves);
  find("headline").textContent = `${titleOf(chosen)}, ${chosen.variant}`;
  find("outcome").textContent = outcomeOf(chosen) + accuracyWords(chosen);
  inputOf("slider").max = String(lastPly());
  if (boardOf(chosen.variant) !== family || view.board === undefined) newFamily(chosen);
  offerViews(chosen);
  listMoves(chosen);
  drawGraph(chosen);
}

/** @param {Game} chosen */
function accuracyWords(chosen) {
  const sides = sidesOf(chosen.variant, chosen.engines.length);
  const shares = accuraciesOf(chosen, moves).map((share, seat) => `${sides[seat]} ${share ?? "–"} %`);
  return shares.length ? ` · accuracy ${shares.join(", ")}` : "";
}

/** @param {Game} chosen */
function newFamily(chosen) {
  overlays.offer(boardOf(chosen.variant));
  drawLegend(chosen);
}

/** @param {Game} chosen */
function drawLegend(chosen) {
  const board = boardOf(chosen.variant);
  find("legend").replaceChildren(
    ...sidesOf(chosen.variant, chosen.engines.length).map((name, seat) => make("li", {}, dot(seat), `player ${seat + 1}: ${name}`)),
    ...legendLines(board),
  );
}

/** @param {Game} chosen */
function offerViews(chosen) {
  const board = boardOf(chosen.variant);
  const hides = board?.hides(chosen.variant, chosen.start) ?? false;
  find("view-label").hidden = !hides;
  const names = sidesOf(chosen.variant, chosen.engines.length);
  selectOf("view").replaceChildren(new Option("all", "0"), ...names.map((name, seat) => new Option(name, String(seat + 1))));
}

/** @param {number} seat */
function dot(seat) {
  const made = make("span", { class: "seat" });
  made.style.background = `var(--seat-${seat + 1})`;
  return made;
}

/** @param {Game} chosen */
function listMoves(chosen) {
  const marks = new Map(mistakes.map(({ ply: at, mark }) => [at, mark]));
  const viewer = Number(selectOf("view").value);
  const shown = viewer ? tokensFor(chosen, moves, viewer) : moves.tokens;
  find("moves").replaceChildren(
    ...shown.map((token, index) => {
      const own = index - moves.opening;
      const line = make("li", { "data-ply": String(index + 1) });
      if (own >= 0 && moves.players[own]) line.append(dot(moves.players[own] - 1));
      line.append(`${index + 1}. ${spaced(token)} `);
      const mark = marks.get(index + 1);
      if (mark) line.append(make("span", { class: "mark" }, mark), " ");
      line.append(make("small", {}, own < 0 ? "opening" : note(own)));
      return line;
    }),
  );
}

/** @param {number} own */
function note(own) {
  const depth = moves.depths[own] === null ? "" : `/${moves.depths[own]}`;
  return `${scoreText(moves.scores[own])}${depth} ${moves.times[own]} ms`;
}

/** @param {Game} chosen */
function drawGraph(chosen) {
  const players = chosen.engines.length;
  const sides = sidesOf(chosen.variant, players);
  const nameOf = (/** @type {number} */ seat) => `${chosen.engines[seat]} (${sides[seat] ?? seat + 1})`;
  const axis = players === 2 ? `up: good for ${sides[0]}` : "share of each player by the mover's scores, in %";
  graph.show(lastPly(), players === 2 ? duelSeries(nameOf) : sharesOf(chosen, nameOf), mistakes, axis, players);
}

/** The scores of both engines. @param {(seat: number) => string} nameOf */
function duelSeries(nameOf) {
  return [0, 1].map((seat) => ({
    name: nameOf(seat),
    seat,
    points: moves.scores.flatMap((score, own) => {
      if (score === null || moves.players[own] !== seat + 1) return [];
      return [{ ply: moves.opening + own + 1, score: seat === 1 ? -score : score }];
    }),
  }));
}

/** The shares of three or four players. An engine tells its own alone. @param {Game} chosen @param {(seat: number) => string} nameOf */
function sharesOf(chosen, nameOf) {
  const players = chosen.engines.length;
  const told = moves.scores.flatMap((cp, own) => (cp === null ? [] : [{ cp, own }]));
  const judged = told.map(({ cp, own }) => ({ mover: moves.players[own], value: valueOf({ cp }, players), pv: [] }));
  return shareSeries(sharesAlong(judged, "none", players), nameOf, (index) => moves.opening + told[index].own + 1);
}

function lastPly() {
  return Math.max(moves.fens.length - 1, 0);
}

// --- One position ---

/** @param {number} wanted */
function show(wanted) {
  if (!game) return;
  ply = Math.min(Math.max(wanted, 0), lastPly());
  const { variant } = game;
  const fen = moves.fens[ply] ?? "";
  const board = boardOf(variant);
  inputOf("slider").value = String(ply);
  inputOf("slider").setAttribute("aria-valuetext", `${ply} of ${lastPly()} moves`);
  const finding = moves.findings[String(ply)];
  const highlights = ply > 0 && board ? board.marksOf(moves.tokens[ply - 1] ?? "") : [];
  const arrows = finding && board ? arrowsFor(board, finding) : [];
  const network = moves.networks[ply] ?? "";
  const played = moves.tokens.slice(0, ply).map((token, index) => ({ token, player: playerOf(index) }));
  const shown = { variant, fen, highlights, arrows, overlays: overlays.names, network, played };
  find("problem").textContent = view.show(shown);
  showSeen(shown);
  find("caption").textContent = worded(() => board?.caption(fen, variant) ?? "");
  find("facts").textContent = worded(() => board?.facts(fen, variant, network) ?? "");
  find("fen").textContent = fen;
  showFinding();
  markMove();
  graph.at(ply);
  const address = `#game=${game.number}&ply=${ply}`;
  history.replaceState(null, "", address);
  find("analyse").setAttribute("href", liveAddress());
}

/** Who made a move, from 1. @param {number} index of the move */
function playerOf(index) {
  return "wbrg".indexOf((moves.fens[index] ?? "").split(" ")[1]) + 1;
}

/** The board from the view of one player, beside the full one. @param {import("./board_view.js").Shown} shown */
function showSeen(shown) {
  const viewer = Number(selectOf("view").value);
  const board = boardOf(shown.variant);
  find("seen").hidden = !viewer;
  find("boards").classList.toggle("two", viewer > 0);
  if (!viewer || !board || !game) return;
  const token = tokensFor(game, moves, viewer)[ply - 1] ?? "";
  const fen = worded(() => board.viewOf(shown.fen, viewer));
  // The lines of hidden units would reveal them.
  const network = fen === shown.fen ? shown.network : "";
  find("problem").textContent ||= seen.show({
    ...shown, fen, network, highlights: board.marksOf(token), arrows: [], beliefs: beliefsOf(moves, viewer, ply),
  }); // prettier-ignore
  const name = sidesOf(game.variant, game.engines.length)[viewer - 1];
  find("seen-by").textContent = `as ${name} saw it${token.includes("?") ? `; the last turn: ${token}` : ""}`;
}

/** The best move here, and the played one. @param {import("./boards/grid.js").Board} board @param {import("./report_data.js").Finding} finding */
function arrowsFor(board, finding) {
  const best = board.waysOf(finding.best).map((path) => ({ path, rank: 0 }));
  const played = moves.tokens[ply];
  if (!played || played === finding.best) return best;
  return [...board.waysOf(played).map((path) => ({ path, rank: 3 })), ...best];
}

function showFinding() {
  const box = find("finding");
  const lines = [];
  const last = moves.findings[String(ply - 1)];
  if (last?.mark) {
    lines.push(`${moves.tokens[ply - 1]} ${last.mark} gave away ${Math.round(100 * last.drop)} % (${scoreText(last.score)}); better ${last.best} ${scoreText(last.bestScore)}: ${last.pv.join(" ")}`);
  }
  const here = moves.findings[String(ply)];
  if (here) lines.push(`best here: ${here.best} ${scoreText(here.bestScore)}${here.depth === null ? "" : `/${here.depth}`}, line ${here.pv.join(" ")}`);
  const own = mistakes.find((mistake) => mistake.ply === ply);
  if (own && !last) lines.push(`${own.mark} ${own.words}`);
  box.hidden = lines.length === 0;
  box.replaceChildren(...lines.map((line) => make("p", { class: "caption" }, line)));
}

function markMove() {
  const list = find("moves");
  list.querySelector(".now")?.classList.remove("now");
  const line = /** @type {HTMLElement | undefined} */ (list.children[ply - 1]);
  if (!line) {
    list.scrollTop = 0;
    return;
  }
  line.classList.add("now");
  const top = line.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + line.clientHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

function positionText() {
  const played = moves.tokens.slice(0, ply).join(" ");
  return `${game?.start ?? "startpos"}${played ? ` moves ${played}` : ""}`;
}

function liveAddress() {
  const wanted = { variant: game?.variant, start: game?.start, moves: moves.tokens, ply, names: game?.engines };
  return `${LIVE_BOARD}#open=${encodeURIComponent(JSON.stringify(wanted))}`;
}

// --- Playing, mistakes, links ---

function stop() {
  clearInterval(playing);
  playing = undefined;
  find("play").setAttribute("aria-pressed", "false");
  find("play").textContent = "play";
}

function play() {
  if (playing !== undefined) {
    stop();
    return;
  }
  find("play").setAttribute("aria-pressed", "true");
  find("play").textContent = "pause";
  if (ply === lastPly()) show(0);
  playing = setInterval(() => {
    show(ply + 1);
    if (ply === lastPly()) stop();
  }, PLAY_EVERY_MS);
}

/** @param {number} direction */
function toMistake(direction) {
  const plies = mistakes.map((mistake) => mistake.ply);
  const found = direction > 0 ? plies.find((at) => at > ply) : plies.reverse().find((at) => at < ply);
  if (found === undefined) say(mistakes.length ? "no further mistake" : "no mistakes are marked");
  else show(found);
}

function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = Number(wanted.get("game"));
  const found = games.find((entry) => entry.number === number);
  if (found) choose(found.index, Number(wanted.get("ply") ?? 0) || 0);
  else if (!game) choose(0, 0);
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // An empty text has no caret to move.
  const typing = takesText(event.target) && (event.target !== find("filter") || inputOf("filter").value !== "" || event.key.length === 1);
  if (typing) {
    if (event.target === find("filter") && event.key === "Enter") neighbour(0);
    if (event.key === "Enter" || event.key === "Escape") find("games").focus();
    return;
  }
  const inList = event.target === find("games");
  /** @type {Record<string, () => void>} */
  const acts = {
    ArrowLeft: () => show(ply - 1),
    ArrowRight: () => show(ply + 1),
    Home: () => show(0),
    End: () => show(lastPly()),
    n: () => toMistake(1),
    p: () => toMistake(-1),
    f: turn,
    "/": () => find("filter").focus(),
  };
  const onButton = event.target instanceof HTMLButtonElement || (event.target instanceof HTMLElement && event.target.tagName === "SUMMARY");
  if (!onButton && !(event.target instanceof HTMLSelectElement)) acts[" "] = play;
  if (inList) Object.assign(acts, { ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1) });
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function listen() {
  inputOf("filter").addEventListener("input", listGames);
  find("games").addEventListener("click", (event) => {
    const line = /** @type {HTMLElement} */ (event.target).closest("li");
    if (line) choose(Number(line.dataset.index), 0);
  });
  find("moves").addEventListener("click", (event) => {
    const line = /** @type {HTMLElement} */ (event.target).closest("li");
    if (line) show(Number(line.dataset.ply));
  });
  inputOf("slider").addEventListener("input", () => show(Number(inputOf("slider").value)));
  selectOf("view").addEventListener("change", () => {
    if (game) listMoves(game);
    show(ply);
  });
  onClick("first", () => show(0));
  onClick("back", () => show(ply - 1));
  onClick("next", () => show(ply + 1));
  onClick("last", () => show(lastPly()));
  onClick("play", play);
  onClick("worse", () => toMistake(-1));
  onClick("worst", () => toMistake(1));
  onClick("copy-fen", () => void copy(moves.fens[ply] ?? "", "FEN"));
  onClick("copy-position", () => void copy(`position ${positionText()}`, "position command"));
  onClick("copy-link", () => void copy(location.href, "link"));
  onClick("turn", turn);
  onClick("picture", savePicture);
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", follow);
}

function turn() {
  view.turn();
  show(ply);
}

function savePicture() {
  if (!game) return;
  const fen = moves.fens[ply] ?? "";
  const picture = worded(() => svgOf(view.shown.variant, fen, view.shown));
  if (picture) save(`game-${game.number}-${ply}.svg`, picture, "image/svg+xml");
  say(picture ? `picture of: ${worded(() => describe(/** @type {any} */ (boardOf(view.shown.variant)), fen))}` : "there is no picture");
}

themeButtons(() => {
  view.restyle();
  seen.restyle();
  if (game) {
    drawLegend(game);
    show(ply);
  }
});
listen();
listGames();
follow();
