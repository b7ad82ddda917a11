"""Whether the pieces of all games can be seen: contrast, and nothing over anything else."""

from __future__ import annotations

import functools
import http.server
import re
import threading
import unittest
from typing import Any

from tests.browser import PageTest, needs_browser
from tests.helpers import SCRIPTS

VARIANTS = ("pacific-a", "pacru4", "gameofwar", "warpac-subs")
THEMES = ("light", "dark", "light-safe", "dark-safe")
LEAST = 3.0
# Positions that are full of pieces and marks.
CROWDED = {
    "pacific-a": "c4c3c2c1/p41K1/p4p3p2p1/1p2P11/1K2/P1P2P3P4/P1k1P4/C1C2C3C4 w 0 1",
    "pacru4": (
        "wbrgW0*bbb1/W1*bW3*W4*W5*W6*W7*wb/rrrrgggg1/wbrgwbrgw/B1*bR3*rG5*gB7*rw/wbrgwbrgw/"
        "B0*1R1*1G2*1R3*1G4*/wbrgwbrgw/w1b1r1g1B3* w - 0 1"
    ),
    "gameofwar": (
        "25/25/25/25/6cxii15/5wci11irc3/12ii5ikc3/12ii11/25/25/25/13II5IIWC1/2IIK10I5I1C1/2CC21/"
        "2X12I1R7/25/25/25/25/25 w c1,w1,h17,o19 c6,c8 - - - 0 1"
    ),
    "warpac-subs": (
        "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/8N7/16/16/NNBNNNNBBNNNNBNN/16/"
        "R2QK1RRRR1KQ2R/16 w s d2>e2,m2^l2,d15>e15n,m15>l15 c6,h6,n6,f7,c4/f10,k10,c11,h6,b4 - 0 1"
    ),
}


class Silent(http.server.SimpleHTTPRequestHandler):
    """Serves files and an empty page, and says nothing about it."""

    def do_GET(self) -> None:
        """An empty page, or a file."""
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b'<!DOCTYPE html><link rel="icon" href="data:,"><body style="margin:0">')

    def log_message(self, *_: object) -> None:
        """Nothing."""


@needs_browser
class DrawnPiecesTest(PageTest):
    """The drawings as a browser paints them."""

    def setUp(self) -> None:
        handler = functools.partial(Silent, directory=SCRIPTS)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.page = self.open_page(viewport={"width": 900, "height": 900})
        self.page.goto(f"http://127.0.0.1:{server.server_address[1]}/")

    def found(self, script: str, *words: Any) -> Any:
        """What a script finds with the functions below."""
        return self.page.evaluate(f"async (words) => {{ {TOOLS} {script} }}", list(words))

    def test_every_piece_stands_out_from_every_ground(self) -> None:
        checked = 0
        for theme in THEMES:
            for variant in VARIANTS:
                found = self.found(CONTRASTS, variant, theme)
                checked += len(found)
                faint = [one for one in found if one["contrast"] < LEAST]
                self.assertEqual(faint, [], (theme, variant))
        self.assertGreater(checked, 4 * 60)

    def test_marks_stand_out_from_every_ground(self) -> None:
        style = (SCRIPTS / "web" / "page.css").read_text()
        spot = re.search(r"\.board \.target { fill: (#\w{6})", style)
        assert spot is not None
        for theme in THEMES:
            found = self.found(MARKS, theme, spot.group(1))
            self.assertEqual(len(found), 4 + 2 + 2 + 2)
            faint = [one for one in found if one["contrast"] < LEAST]
            self.assertEqual(faint, [], theme)

    def test_players_differ_in_lightness_in_safe_colours(self) -> None:
        for theme in ("light-safe", "dark-safe"):
            ratios = self.found(PLAYERS, theme)
            self.assertEqual(len(ratios), 6)
            self.assertGreaterEqual(min(ratios), 2.0, theme)

    def test_inscriptions_can_be_read(self) -> None:
        for theme in THEMES:
            self.assertGreaterEqual(min(self.found(INSCRIPTIONS, theme)), 4.5, theme)

    def test_no_piece_leaves_its_square(self) -> None:
        for variant in VARIANTS:
            self.assertEqual(self.found(OUTSIDE, variant), [], variant)

    def test_the_nose_of_a_chevron_points_forward(self) -> None:
        reach = self.found(NOSE)
        self.assertEqual(len(reach), 8)
        for facing, degrees in enumerate(reach):
            off = (degrees - 45 * facing + 180) % 360 - 180
            self.assertLess(abs(off), 4, f"facing {facing} reads as {degrees} degrees")

    def test_nothing_lies_over_anything_else(self) -> None:
        network = "c6 c7;c1c20 / o19o1"
        for turned in (False, True):
            for variant, fen in CROWDED.items():
                found = self.found(OVERLAPS, variant, fen, network, turned)
                self.assertGreater(found["marks"], 2, variant)
                self.assertEqual(found["wrong"], [], (variant, turned))


TOOLS = """
const index = await import("/web/boards/index.js");
const { THEMES } = await import("/web/boards/themes.js");
const lightness = (r, g, b) => {
  const part = (value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
};
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
const SCALE = 4;
const painted = async (shape, half = 30) => {
  const size = 2 * half * SCALE;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" `
    + `viewBox="${-half} ${-half} ${2 * half} ${2 * half}">${shape}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return { size, data: context.getImageData(0, 0, size, size).data };
};
"""
# For each edge pixel of a piece, the best contrast to the ground within three units. Of these the
# value that 97 % of the edge reaches: joints and thin masts blur.
CONTRASTS = """
  const [variant, theme] = words;
  index.useTheme(theme);
  const board = index.boardOf(variant);
  const names = new Set(Object.keys(board.symbols()));
  const pieces = board.palette(variant).map(({ symbol }) => symbol)
    .flatMap((name) => [name, `${name}-dim`, `low-${name}`, `small-${name}`])
    .filter((name) => names.has(name));
  const found = [];
  for (const name of pieces) {
    const { size, data } = await painted(board.symbols()[name]);
    const solid = (x, y) =>
      x >= 0 && y >= 0 && x < size && y < size && data[4 * (y * size + x) + 3] > 200;
    const edge = [];
    for (let y = 1; y < size - 1; y += 1) {
      for (let x = 1; x < size - 1; x += 1) {
        const sides = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
        if (solid(x, y) && !sides.every(([a, b]) => solid(a, b))) edge.push([x, y]);
      }
    }
    for (const ground of board.grounds(name)) {
      const below = lightness(...parts(ground));
      const reach = 3 * SCALE;
      const best = edge.map(([x, y]) => {
        let most = 1;
        for (let dy = -reach; dy <= reach; dy += 2) {
          for (let dx = -reach; dx <= reach; dx += 2) {
            if (!solid(x + dx, y + dy)) continue;
            const at = 4 * ((y + dy) * size + x + dx);
            most = Math.max(most, ratio(below, lightness(data[at], data[at + 1], data[at + 2])));
          }
        }
        return most;
      }).sort((a, b) => a - b);
      found.push({ name, ground, contrast: best[Math.floor(best.length * 0.03)] });
    }
  }
  return found;
"""
# Frames about territories, lines of communication, tracks of submarines, the last move,
# and the squares that can be clicked. What has an outline is seen by the colour or by the outline.
MARKS = """
  const { sides, wood, groove, sea, land, gold } = THEMES[words[0]];
  const light = (colour) => lightness(...parts(colour));
  const least = (name, colours, grounds) => ({ name, contrast: Math.min(...grounds.map((ground) =>
    Math.max(...colours.map((colour) => ratio(light(colour), light(ground)))))) });
  const all = [...wood, ...sea, ...land];
  return [
    ...sides.map(({ flat, edge }) => least("territory", [flat, edge], [...wood, groove])),
    ...sides.slice(0, 2).map(({ line }) => least("line", [line], land)),
    ...sides.slice(0, 2).map(({ line, edge }) => least("track", [line, edge], sea)),
    least("last move", [gold], all),
    least("target", [words[1]], all),
  ];
"""
PLAYERS = """
  const shades = THEMES[words[0]].sides.map(({ fill }) => lightness(...parts(fill)));
  return shades.flatMap((one, at) => shades.slice(at + 1).map((other) => ratio(one, other)));
"""
INSCRIPTIONS = """
  return THEMES[words[0]].sides.flatMap(({ fill, ink }) =>
    [ratio(lightness(...parts(fill)), lightness(...parts(ink)))]);
"""
OUTSIDE = """
  const board = index.boardOf(words[0]);
  const found = [];
  for (const [name, shape] of Object.entries(board.symbols())) {
    const turns = name.endsWith("c") ? [0, 45] : [0];
    for (const turn of turns) {
      const { size, data } = await painted(`<g transform="rotate(${turn})">${shape}</g>`);
      const low = (size / SCALE / 2 - 20) * SCALE;
      for (let at = 0; at < size * size; at += 1) {
        const [x, y] = [at % size, Math.floor(at / size)];
        const isOutside = x < low || y < low || x >= size - low || y >= size - low;
        if (isOutside && data[4 * at + 3] > 40) {
          found.push([name, turn, x / SCALE - 30, y / SCALE - 30]);
          break;
        }
      }
    }
  }
  return found;
"""
# The direction of the farthest points of a chevron from the middle of its square.
NOSE = """
  const board = index.boardOf("pacru");
  const found = [];
  for (let facing = 0; facing < 8; facing += 1) {
    const turned = `<g transform="rotate(${45 * facing})">${board.symbols().wc}</g>`;
    const { size, data } = await painted(turned);
    let most = [0, 0, 0];
    for (let at = 0; at < size * size; at += 1) {
      if (data[4 * at + 3] < 200) continue;
      const [x, y] = [(at % size) - size / 2 + 0.5, Math.floor(at / size) - size / 2 + 0.5];
      if (Math.hypot(x, y) > most[0]) most = [Math.hypot(x, y), x, y];
    }
    found.push(((Math.atan2(most[1], -most[2]) * 180) / Math.PI + 360) % 360);
  }
  return found;
"""
# Badges, marks of pieces and noses, as boxes in the units of the board.
OVERLAPS = """
  const [variant, fen, network, turned] = words;
  index.useTheme("light");
  const board = index.boardOf(variant);
  board.turned = turned;
  const overlays = board.overlays().filter(({ on }) => on).map(({ name }) => name);
  document.body.innerHTML = index.svgOf(variant, fen, { overlays, network });
  const svg = document.querySelector("svg");
  svg.setAttribute("width", board.width);
  svg.setAttribute("height", board.height);
  const frame = svg.getBoundingClientRect();
  const boxOf = (one) => {
    const box = one.getBoundingClientRect();
    return { left: box.left - frame.left, top: box.top - frame.top,
      right: box.right - frame.left, bottom: box.bottom - frame.top,
      name: one.outerHTML.slice(0, 90) };
  };
  const small = (one) => one.matches(".badge, .cut, .waits")
    || /(moved|retreat|docked|spent|(low|small)-.S)$/.test(one.getAttribute("href") ?? "");
  const marks = [...svg.querySelectorAll(".badge, .cut, .waits, use")].filter(small).map(boxOf);
  const wrong = [];
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.6
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.6;
  marks.forEach((one, at) =>
    marks.slice(at + 1).forEach((other) => meet(one, other) && wrong.push([one, other])));
  // A badge covers no square at all.
  for (const badge of [...svg.querySelectorAll(".badge")].map(boxOf)) {
    for (const square of board.squares()) {
      const [x, y] = board.centre(square);
      const cell = { left: x - 18, right: x + 18, top: y - 18, bottom: y + 18 };
      if (meet(badge, cell)) wrong.push([badge, square]);
    }
  }
  for (const one of [...marks, ...[...svg.querySelectorAll("text, use")].map(boxOf)]) {
    const isOut = one.left < -0.5 || one.top < -0.5
      || one.right > board.width + 0.5 || one.bottom > board.height + 0.5;
    if (isOut) wrong.push(["outside", one]);
  }
  board.turned = false;
  return { marks: marks.length, wrong };
"""


if __name__ == "__main__":
    unittest.main()
