// Markdown as HTML: what the rulebooks use of it. Headings, paragraphs, lists, tables, fenced blocks, and in a line
// code, strong and emphasised text.

import { escape } from "./boards/grid.js";

// Blocks whose positions are drawn; their lines are for the tests of the rulebooks.
const DRAWN = /^(game\b|more$)/;
const ITEM = /^(-|\d+\.) +/;
const SEPARATOR = /^\|[-:| ]+\|$/;

/** The HTML of a text. Each block that is drawn becomes an empty element with `data-diagram`, its number from 0.
 * @param {string} text */
export function htmlOf(text) {
  const reader = new Reader(text.split(/\r?\n/));
  const parts = [];
  while (reader.has()) parts.push(reader.block());
  return parts.join("\n");
}

/** The headings of the sections, with the ids that `htmlOf` gives them. @param {string} text */
export function sectionsOf(text) {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => ({ id: idOf(title), title }));
}

/** @param {string} title */
function idOf(title) {
  return `section-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/** Text within a line. @param {string} text @returns {string} */
export function inline(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 ? `<code>${escape(part.slice(1, -1))}</code>` : emphasised(escape(part))))
    .join("");
}

/** @param {string} text already escaped */
function emphasised(text) {
  return text.replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>").replace(/\*(\w[^*]*)\*/g, "<em>$1</em>");
}

class Reader {
  /** @param {string[]} lines */
  constructor(lines) {
    this.lines = lines;
    this.at = 0;
    this.diagrams = 0;
  }

  /** Whether a block follows; empty lines are passed. */
  has() {
    while (this.line === "") this.at += 1;
    return this.at < this.lines.length;
  }

  /** The line to read; there is none at the end. @returns {string | undefined} */
  get line() {
    return this.lines[this.at]?.trimEnd();
  }

  /** The lines from here on that fulfil a condition. @param {(line: string) => boolean} holds */
  take(holds) {
    const from = this.at;
    while (this.line !== undefined && holds(this.line)) this.at += 1;
    return this.lines.slice(from, this.at).map((line) => line.trimEnd());
  }

  /** @returns {string} */
  block() {
    const line = this.line ?? "";
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    if (heading) {
      this.at += 1;
      const level = heading[1].length + 1;
      return `<h${level} id="${idOf(heading[2])}" tabindex="-1">${inline(heading[2])}</h${level}>`;
    }
    if (line.startsWith("```")) return this.fenced(line.slice(3).trim());
    if (line.startsWith("|")) return this.table();
    if (ITEM.test(line)) return this.list();
    return `<p>${inline(this.take((next) => next !== "" && !next.startsWith("```")).join(" "))}</p>`;
  }

  /** @param {string} info */
  fenced(info) {
    this.at += 1;
    const lines = this.take((next) => next !== "```");
    this.at += 1;
    if (!DRAWN.test(info)) return `<pre tabindex="0">${escape(lines.join("\n"))}</pre>`;
    this.diagrams += 1;
    return `<div class="diagram" data-diagram="${this.diagrams - 1}"></div>`;
  }

  table() {
    const rows = this.take((next) => next.startsWith("|"));
    const isHeaded = SEPARATOR.test(rows[1] ?? "");
    const body = isHeaded ? rows.slice(2) : rows;
    const row = (/** @type {string} */ text, /** @type {string} */ cell) =>
      `<tr>${text.slice(1, -1).split("|").map((part) => `<${cell}>${inline(part.trim())}</${cell}>`).join("")}</tr>`;
    const head = isHeaded ? `<thead>${row(rows[0], "th")}</thead>` : "";
    return `<div class="scroll" tabindex="0"><table>${head}<tbody>${body.map((text) => row(text, "td")).join("")}</tbody></table></div>`;
  }

  list() {
    const name = /^\d/.test(this.line ?? "") ? "ol" : "ul";
    /** @type {string[]} */
    const items = [];
    for (const line of this.take((next) => ITEM.test(next) || next.startsWith("  "))) {
      if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
      else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    return `<${name}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${name}>`;
  }
}
