"use strict";
// Shows one game at a time. Positions are differences: an item's number comes, -number-1 goes.
const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const CELL = 40;
const SCORE_LIMIT = 1000;
const COLOURS = ["#b8860b", "#33415c", "#c0392b", "#2e8b57"];
let game = null;
let ply = 0;

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function scoreText(score) {
  if (score === null || score === undefined) return "";
  if (Math.abs(score) >= 90000) return (score < 0 ? "-M" : "M") + (100000 - Math.abs(score));
  return (score > 0 ? "+" : "") + (score / 100).toFixed(2);
}

function title(entry) {
  return `${entry.number}. ${entry.engines.join(" – ")}  ${entry.result}  (${entry.reason})`;
}

function listGames() {
  const wanted = find("filter").value.toLowerCase();
  find("games").replaceChildren();
  data.games.forEach((entry, index) => {
    const text = title(entry);
    if (!text.toLowerCase().includes(wanted)) return;
    find("games").append(new Option(text, index));
  });
}

function choose(index) {
  game = data.games[index];
  if (!game) return;
  find("headline").textContent = `${title(game)}, ${game.variant}`;
  find("slider").max = Math.max(game.fens.length - 1, 0);
  const board = data.boards[game.board];
  if (board) {
    find("board").setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    find("background").innerHTML = board.background;
  }
  find("board").style.display = board ? "" : "none";
  listMoves();
  drawScores();
  show(0);
}

function listMoves() {
  const list = find("moves");
  list.replaceChildren();
  game.tokens.forEach((token, index) => {
    const line = document.createElement("li");
    line.textContent = token + " ";
    const own = index - game.opening;
    const note = document.createElement("small");
    note.textContent = own < 0 ? "opening" : moveNote(own);
    line.append(note);
    line.addEventListener("click", () => show(index + 1));
    list.append(line);
  });
}

function moveNote(own) {
  const depth = game.depths[own] === null ? "" : `/${game.depths[own]}`;
  return `${scoreText(game.scores[own])}${depth} ${game.times[own]} ms`;
}

function drawItems() {
  const shown = new Set();
  for (const step of game.steps.slice(0, ply + 1)) {
    for (const number of step) {
      if (number < 0) shown.delete(-number - 1);
      else shown.add(number);
    }
  }
  find("items").replaceChildren();
  const texts = [...shown].map((number) => data.items[number].split(" "));
  texts.sort((a, b) => a[4] - b[4]);
  for (const [symbol, x, y, angle] of texts) {
    const place = `translate(${x} ${y}) rotate(${angle})`;
    element("use", { href: `#${game.board}-${symbol}`, transform: place }, find("items"));
  }
}

function drawMarks() {
  find("marks").replaceChildren();
  for (const [x, y] of (ply > 0 && game.marks[ply - 1]) || []) {
    const box = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
    element("rect", { ...box, fill: "rgba(255,215,0,.5)" }, find("marks"));
  }
}

function show(wanted) {
  ply = Math.min(Math.max(wanted, 0), Math.max(game.fens.length - 1, 0));
  find("slider").value = ply;
  drawMarks();
  drawItems();
  find("caption").textContent = game.captions[ply] || "";
  find("fen").textContent = game.fens[ply] || "";
  const lines = find("moves").children;
  for (const line of lines) line.classList.remove("now");
  if (ply > 0 && lines[ply - 1]) {
    lines[ply - 1].classList.add("now");
    lines[ply - 1].scrollIntoView({ block: "nearest" });
  }
  find("cursor")?.setAttribute("transform", `translate(${across(ply)} 0)`);
}

function across(index) {
  return (600 * index) / Math.max(game.fens.length - 1, 1);
}

// One line a player, each from his own side.
function drawScores() {
  const picture = find("scores");
  picture.replaceChildren();
  element("path", { d: "M0 55H600", stroke: "#bbb" }, picture);
  game.engines.forEach((name, seat) => {
    const points = [];
    game.scores.forEach((score, own) => {
      if (game.players[own] !== seat + 1 || score === null) return;
      const limited = Math.max(-SCORE_LIMIT, Math.min(SCORE_LIMIT, score));
      points.push(`${across(own + game.opening + 1)},${55 - (50 * limited) / SCORE_LIMIT}`);
    });
    const style = { fill: "none", stroke: COLOURS[seat], "vector-effect": "non-scaling-stroke" };
    element("polyline", { points: points.join(" "), ...style }, picture);
  });
  element("path", { id: "cursor", d: "M0 0V110", stroke: "#e0a100" }, picture);
}

find("filter").addEventListener("input", listGames);
find("games").addEventListener("change", (event) => choose(Number(event.target.value)));
find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
find("first").addEventListener("click", () => show(0));
find("back").addEventListener("click", () => show(ply - 1));
find("next").addEventListener("click", () => show(ply + 1));
find("last").addEventListener("click", () => show(game.fens.length));
document.addEventListener("keydown", (event) => {
  if (!game || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  const steps = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.fens.length };
  if (event.key in steps) {
    event.preventDefault();
    show(steps[event.key]);
  }
});
listGames();
choose(0);
