// The live board: shows what the table says, and sends orders of the user. The table is behind a server or in this
// browser, as the page says.

import { askFirst, find, onClick } from "./dom.js";
import { Lessons } from "./lessons.js";
import { listen } from "./live_controls.js";
import { LinesPanel } from "./lines_panel.js";
import { LivePage } from "./live_page.js";
import { Openings } from "./openings.js";
import { Puzzles } from "./puzzles.js";
import { themeButtons } from "./theme.js";

/** Opens a game that a report sent here by the address. Asks first, as it ends another game. */
function offerOpening() {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("open");
  if (wanted === null) return;
  history.replaceState(null, "", location.pathname);
  /** @type {{variant?: string, start?: string, moves?: string[], ply?: number, names?: string[]}} */
  let words;
  try {
    words = JSON.parse(wanted);
  } catch {
    find("problem").textContent = "the address names no game that can be read";
    return;
  }
  const { variant = "", start = "startpos", moves = [], ply = moves.length, names = [] } = words;
  const text = `A link wants to open a game of ${variant} here. The game on the board will be gone.`;
  askFirst(text, "open it", () => page.open({ variant, position: positionOf(start, moves), names }, ply));
}

/** A game as the command `position` reads it. @param {string} start @param {string[]} moves */
function positionOf(start, moves) {
  const isNamed = ["startpos", "deploy", "fen"].includes(start.split(" ")[0]);
  const position = isNamed ? start : `fen ${start}`;
  return moves.length ? `${position} moves ${moves.join(" ")}` : position;
}

const isServed = document.documentElement.dataset.table === "server";
const Table = isServed
  ? (await import("./server_table.js")).ServerTable
  : (await import("./worker_table.js")).WorkerTable;
/** The page; tests read its state. */
export const page = new LivePage(Table, offerOpening);
listen(page);
page.byLines = new LinesPanel((order, words) => page.ask(order, words));
const lessons = new Lessons();
onClick("learn", () => lessons.show(page.state?.variant ?? "pacific-a"));
const puzzles = new Puzzles();
puzzles.tableVariant = () => page.state?.variant ?? "";
new Openings(page);
themeButtons(() => {
  page.restyle();
  lessons.redraw();
  puzzles.redraw();
});
window.addEventListener("hashchange", offerOpening);
