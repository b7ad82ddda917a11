"""Tests of the report in a real browser."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from matches.networks import QUERIES
from matches.records.game_record import GameRecord
from matches.report.annotations import Annotations
from matches.report.page import write_report
from tests.browser import VECTORS, Adviser, PageTest, needs_board, needs_browser

# A few turns of each family; the records of the tests need no engine.
START = {
    "pacific-a": "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1",
    "pacru": "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "gameofwar": "25/25/25/25/25/6cxii15/5wci11irc3/12ii5ikc3/12ii11/25/25/13II5IIWC1/"
    "2IIK10I5I1C1/2CC21/2X12I1R7/25/25/25/25/25 w c1,w1,h17,o19 - - - - 0 1",
    "warpac-subs": "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20",
}
PACIFIC = (
    ("g3h4", "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/3P4/P1P2P31/P1P2P3P4/C1C2C3C4 b 0 1"),
    ("b6a5", "c4c3c2c1/p4p3p2p1/1p3p2p1/p43/3P4/P1P2P31/P1P2P3P4/C1C2C3C4 w 0 2"),
    ("h2g3", "c4c3c2c1/p4p3p2p1/1p3p2p1/p43/3P4/P1P2P3P4/P1P2P31/C1C2C3C4 b 0 2"),
    ("d6c5", "c4c3c2c1/p4p3p2p1/2p2p1/p4p32/3P4/P1P2P3P4/P1P2P31/C1C2C3C4 w 0 3"),
)
UNDER_WATER = (
    ("sb2=0c", "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 b s - c6/a3,n5 - 1 20"),
    ("c6d8", "15k/16/16/16/16/16/16/16/3n12/16/16/16/16/2N13/16/K15 w u - c6/a3,n5 - 2 20"),
    ("c6d7", "15k/16/16/16/16/16/16/16/3n12/16/16/16/16/2N13/16/K15 b u - d7/a3,n5 - 3 20"),
    ("a3b4", "15k/16/16/16/16/16/16/16/3n12/16/16/16/16/2N13/16/K15 w s - d7/b4,n5 - 4 21"),
)


def record(
    number: int, variant: str, moves: tuple[tuple[str, str], ...], **more: Any
) -> GameRecord:
    """A game; the second player's third value is a mistake of the first one."""
    scores = [20, -30, -220, 240]
    data = {
        "game": number, "variant": variant, "engines": ["A<b>", "B"], "result": "p2win",
        "reason": "rules", "fen": START[variant], "start": f"fen {START[variant]}",
        "moves": [token for token, _ in moves], "players": [1, 2, 1, 2][: len(moves)],
        "scores": scores[: len(moves)],
        "fens": [START[variant], *(fen for _, fen in moves)],
    }  # fmt: skip
    return GameRecord.from_json(json.dumps(data | more))


def games() -> list[GameRecord]:
    """One of each family, not in their order."""
    return [
        record(2, "pacru", (), result="draw", reason="length"),
        record(1, "pacific-a", PACIFIC),
        record(3, "gameofwar", (), result="p1win", reason="time", fault="B"),
        record(4, "warpac-subs", UNDER_WATER, result="p1win", reason="resignation"),
    ]


MARKS = ("", "??", "", "?")
FOUND = {
    "game": 1, "variant": "pacific-a", "engines": ["A<b>", "B"],
    "moves": [
        {"move": token, "mark": mark, "drop": drop, "best": "c3d4", "best_score": 30,
         "score": -200, "depth": 9, "pv": ["c3d4", "f6e5"]}
        for (token, _), mark, drop in zip(PACIFIC, MARKS, (0, 0.4, 0, 0.2), strict=True)
    ],
}  # fmt: skip

# What the players of the last game believe.
BELIEFS = [["", "a3s70 b4s20", "", "", ""], ["", "", "", "", ""]]
# Lines of communication of the third game: one unit is online.
NETWORK = "c8;c1a1 c1y1 / h17h1"


@needs_browser
class ReportPageTest(PageTest):
    has_networks = True

    def show(self, place: str = "", **settings: Any) -> None:
        """Opens the report as a file."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        annotations = Annotations()
        found = Path(folder.name, "found.jsonl")
        found.write_text(json.dumps(FOUND))
        self.assertEqual(annotations.read(found), [])
        path = Path(folder.name, "report.html")
        beliefs = [[], [], [], BELIEFS]
        networks = [[], [], [NETWORK] if self.has_networks else [], []]
        write_report(games(), path, annotations, beliefs, networks)
        self.page = self.open_page(**settings)
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri() + place)
        self.page.wait_for_selector("#games li")

    def fen(self) -> str:
        return self.page.inner_text("#fen")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def test_keys_step_wherever_the_focus_is(self) -> None:
        self.show()
        fens = [START["pacific-a"], *(fen for _, fen in PACIFIC)]
        self.assertEqual(self.fen(), fens[0])
        places = ("#games li", "#moves li", "#next", "#board", "#slider", "#filter", "#theme")
        for place in places:
            self.page.click(place)
            self.press("Home")
            self.assertEqual(self.fen(), fens[0], place)
            self.press("ArrowRight", "ArrowRight")
            self.assertEqual(self.fen(), fens[2], place)
            self.press("ArrowLeft")
            self.assertEqual(self.fen(), fens[1], place)
            self.press("End")
            self.assertEqual(self.fen(), fens[4], place)

    def test_space_plays_to_the_end(self) -> None:
        self.show()
        self.page.clock.install()
        self.page.click("#board")
        self.press("Space")
        self.assertEqual(self.page.get_attribute("#play", "aria-pressed"), "true")
        self.page.clock.run_for(10_000)
        self.assertEqual(self.fen(), PACIFIC[3][1])
        self.assertEqual(self.page.get_attribute("#play", "aria-pressed"), "false")

    def test_mistakes_of_the_analysis(self) -> None:
        self.show()
        # Black gave away 40 % and 20 %.
        self.assertIn("accuracy White 100 %, Black 27 %", self.page.inner_text("#outcome"))
        self.page.click("#board")
        self.press("n")
        self.assertEqual(self.fen(), PACIFIC[1][1])
        self.assertIn("?? gave away 40 %", self.page.inner_text("#finding"))
        self.assertIn("better c3d4 +0.30: c3d4 f6e5", self.page.inner_text("#finding"))
        self.press("n")
        self.assertEqual(self.fen(), PACIFIC[3][1])
        self.press("p", "ArrowLeft")
        self.assertEqual(self.fen(), PACIFIC[0][1])
        # The best action and the one that was played.
        self.assertEqual(self.page.locator("#board .arrow").count(), 2)
        self.assertEqual(self.page.locator("#graph .mistake").count(), 2 + 1)

    def test_graph_has_axes_and_can_be_clicked(self) -> None:
        self.show()
        texts = self.page.locator("#graph text").all_text_contents()
        for text in ("moves played", "A<b> (White)", "B (Black)", "0", "+1", "up: good for White"):
            self.assertIn(text, texts)
        self.assertEqual(self.page.locator("#graph polyline").count(), 2)
        graph = self.page.locator("#graph svg")
        box = graph.bounding_box()
        assert box is not None
        graph.click(position={"x": box["width"] * 0.97, "y": box["height"] / 2})
        self.assertEqual(self.fen(), PACIFIC[3][1])

    def test_links_lead_to_a_position(self) -> None:
        self.show("#game=4&ply=2")
        self.assertEqual(self.fen(), UNDER_WATER[1][1])
        self.page.evaluate("location.hash = '#game=1&ply=3'")
        self.page.wait_for_selector("#headline:has-text('pacific-a')")
        self.assertEqual(self.fen(), PACIFIC[2][1])
        self.press("ArrowRight")
        self.assertTrue(self.page.evaluate("location.hash").endswith("#game=1&ply=4"))
        link = self.page.get_attribute("#analyse", "href") or ""
        self.assertTrue(link.startswith("http://127.0.0.1:8484/#open="))

    def test_filter_takes_words_in_any_order(self) -> None:
        self.show()
        lines = self.page.locator("#games li")
        self.assertEqual([text.split(".")[0] for text in lines.all_text_contents()], list("1234"))
        for wanted, found in (
            ("a p2win", ["1"]), ("won black", ["1", "4"]), ("resignation", ["4"]),
            ("time gameofwar", ["3"]), ("draw", ["2"]), ("north", ["3"]), ("nobody", []),
            ("", list("1234")),
        ):  # fmt: skip
            self.page.fill("#filter", wanted)
            self.assertEqual([text.split(".")[0] for text in lines.all_text_contents()], found)
        self.assertIn("B (Black) won, by the rules", lines.all_text_contents()[0])

    def test_copies(self) -> None:
        self.show("#game=1&ply=2")
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.click("#copy-position")
        self.page.wait_for_selector("#said:has-text('position command copied')")
        text = self.page.evaluate("navigator.clipboard.readText()")
        self.assertEqual(text, f"position fen {START['pacific-a']} moves g3h4 b6a5")

    def test_a_hidden_game_as_a_player_saw_it(self) -> None:
        self.show("#game=4&ply=4")
        self.assertEqual(self.page.locator("#board use[href$=bS]").count(), 2)
        self.page.select_option("#view", "1")
        self.assertEqual(self.page.locator("#board use[href$=bS]").count(), 2)
        self.assertEqual(self.page.locator("#seen-board use[href$=bS]").count(), 0)
        self.assertEqual(self.page.locator("#seen-board use[href$=wS]").count(), 1)
        self.assertIn("4. ?", self.page.locator("#moves li").all_text_contents()[-1])
        self.page.select_option("#view", "2")
        self.assertIn("3. ?", self.page.locator("#moves li").all_text_contents()[2])
        self.assertEqual(self.page.locator("#seen-board use[href$=wS]").count(), 0)

    def test_what_a_player_believed(self) -> None:
        self.show("#game=4&ply=1")
        self.page.select_option("#view", "1")
        shades = self.page.locator("#seen-board .belief title")
        self.assertEqual(shades.all_text_contents(), ["a3: s 70 %", "b4: s 20 %"])
        self.assertEqual(self.page.locator("#board .belief").count(), 0)
        self.page.select_option("#view", "2")
        self.assertEqual(shades.count(), 0)

    def test_overlays(self) -> None:
        self.show("#game=4&ply=0")
        self.assertEqual(self.page.locator("#board .attacked").count(), 0)
        self.page.click("[data-overlay=attacked]")
        self.assertGreater(self.page.locator("#board .overlays path").count(), 10)

    def test_lines_of_communication_are_those_that_the_engine_told(self) -> None:
        self.show("#game=3&ply=0")
        facts = "South: 17 units, 16 cut off (.*) · North: 17 units, 17 cut off (.*)"
        self.assertRegex(self.page.inner_text("#facts"), facts)
        paths = self.page.locator("#board .underlays path")
        south, north = (paths.nth(side).get_attribute("d") or "" for side in (0, 1))
        self.assertEqual((south.count("L"), north.count("L")), (2, 1))
        self.assertEqual(self.page.locator("#board .cut").count(), 33)

    def test_without_an_engine_there_are_no_lines(self) -> None:
        self.has_networks = False
        self.show("#game=3&ply=0")
        self.assertEqual(self.page.inner_text("#facts"), "South: 17 units · North: 17 units")
        self.assertEqual(self.page.locator("#board .underlays path").count(), 0)
        self.assertEqual(self.page.locator("#board .cut").count(), 0)

    def test_phone(self) -> None:
        self.viewport = (390, 844)
        self.show()
        for number, name in enumerate(("pacific", "pacru", "gameofwar", "warpac"), 1):
            self.page.evaluate(f"location.hash = '#game={number}'")
            self.page.wait_for_selector(f"#headline:has-text('{name}')")
            width = self.page.evaluate("document.documentElement.scrollWidth")
            self.assertLessEqual(width, 390, name)
            board = self.page.locator("#board svg").bounding_box()
            assert board is not None
            self.assertLess(board["y"], 300)

    def test_dark(self) -> None:
        shades = {}
        for scheme in ("light", "dark"):
            self.show(color_scheme=scheme)
            shades[scheme] = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertNotEqual(shades["light"], shades["dark"])
        # The button overrules the system.
        self.page.click("#theme")
        self.assertEqual(
            self.page.evaluate("getComputedStyle(document.body).backgroundColor"), shades["light"]
        )

    def test_the_board_can_be_turned(self) -> None:
        self.show()
        for number, symbol in enumerate(("wC1", "wc", "wX-dim", "wK"), 1):
            self.page.evaluate(f"location.hash = '#game={number}'")
            piece = self.page.locator(f"#board use[href$={symbol}]").first
            piece.wait_for()
            before = piece.bounding_box()
            self.press("f")
            after = piece.bounding_box()
            assert before is not None and after is not None
            board = self.page.locator("#board svg").bounding_box()
            assert board is not None
            middles = [box["y"] + box["height"] / 2 for box in (before, after)]
            self.assertAlmostEqual(sum(middles) / 2, board["y"] + board["height"] / 2, delta=12)
            self.assertGreater(abs(middles[0] - middles[1]), 20)
            self.press("f")

    def test_print_has_board_and_moves_only(self) -> None:
        self.show()
        self.page.emulate_media(media="print")
        self.assertTrue(self.page.is_visible("#board svg"))
        self.assertTrue(self.page.is_visible("#moves"))
        for hidden in ("#games", "#next", "#theme", "#copy-fen"):
            self.assertFalse(self.page.is_visible(hidden), hidden)

    def test_labels_for_screen_readers(self) -> None:
        self.show()
        label = self.page.get_attribute("#board svg", "aria-label") or ""
        self.assertIn("White carrier 1 a1", label)
        unnamed = self.page.evaluate(
            """[...document.querySelectorAll("button, input, select, [role=listbox]")].filter(
              (one) => !one.textContent.trim() && !one.getAttribute("aria-label")
                && !one.labels?.length
            ).map((one) => one.id)"""
        )
        self.assertEqual(unnamed, [])

    def test_nothing_is_asked_of_the_network(self) -> None:
        self.show()
        for number in (1, 2, 3, 4):
            self.page.evaluate(f"location.hash = '#game={number}&ply=1'")
        self.page.wait_for_selector("#headline:has-text('warpac')")
        schemes = {url.partition(":")[0] for url in self.requests}
        self.assertLessEqual(schemes, {"file", "data"})


class BoardsTest(PageTest):
    """Begins with the boards in the page of a report without games."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "report.html")
        write_report([], path)
        self.page = self.open_page()
        self.page.goto(path.as_uri())


@needs_browser
class DrawingTest(BoardsTest):
    """The boards against the vectors of the rules."""

    def vectors(self, *names: str) -> list[dict[str, Any]]:
        files = [
            path for path in sorted(VECTORS.glob("*.jsonl")) if path.stem in names or not names
        ]
        return [json.loads(line) for path in files for line in path.read_text().splitlines()]

    def test_every_vector_can_be_drawn(self) -> None:
        fens = [
            [vector["variant"], vector[key]]
            for vector in self.vectors()
            for key in ("fen", "after", "viewfen")
            if key in vector
        ]
        self.assertGreater(len(fens), 300)
        self.assertEqual(self.page.evaluate(DRAWN, fens), [])

    def test_every_token_can_be_read(self) -> None:
        tokens = [[v["variant"], token] for v in self.vectors() for token in v.get("moves", ())]
        self.assertGreater(len(tokens), 2000)
        self.assertEqual(self.page.evaluate(READ, tokens), [])

    def test_bad_fens_are_refused(self) -> None:
        for variant, fen in (
            ("pacific-a", "4/4 w"), ("pacific-a", "5/4/4/4/4/4/4/4 w 0 1"),
            ("pacru", "9/9 w - 0 1"), ("pacru", "8/9/9/9/9/9/9/9/9 w - 0 1"),
            ("warpac", "16/16 w s - - - 0 1"), ("gameofwar", "25 w - - - - - 0 1"),
            ("chess", "8 w"),
        ):  # fmt: skip
            self.assertEqual(len(self.page.evaluate(DRAWN, [[variant, fen]])), 1, fen)

    def test_free_moves_are_the_legal_ones(self) -> None:
        found = [v for v in self.vectors("pacific") if v.get("moves") and v["result"] == "none"]
        self.assertGreater(len(found), 30)
        self.assertEqual(self.page.evaluate(FREE, found), [])

    def test_what_is_attacked_can_be_taken(self) -> None:
        found = [
            v for v in self.vectors("warpac")
            if v.get("moves") and v["result"] == "none" and v["fen"].split()[2] == "s"
        ]  # fmt: skip
        self.assertGreater(len(found), 20)
        self.assertEqual(self.page.evaluate(CAPTURES, found), [])

    def test_pictures_are_whole(self) -> None:
        fens = [[variant, fen] for variant, fen in START.items()]
        self.assertEqual(self.page.evaluate(WELL_FORMED, fens), [])

    def test_pieces_are_put_and_taken_away(self) -> None:
        self.assertEqual(self.page.evaluate(PUT), [])


@needs_browser
@needs_board
class RulesTest(BoardsTest):
    """What the boards work out, against the engine."""

    def test_lines_and_units_are_drawn_as_the_engine_says(self) -> None:
        engine = Adviser("gameofwar")
        self.addCleanup(engine.close)
        lines = (VECTORS / "gameofwar.jsonl").read_text().splitlines()
        fens = {json.loads(line)["fen"] for line in lines}
        found = []
        for fen in sorted(fens):
            online, paths = (
                engine.ask("response", f"position fen {fen}", query) for query in QUERIES
            )
            found.append([fen, online, paths])
        self.assertGreater(len(found), 50)
        self.assertEqual(self.page.evaluate(NETWORKS, found), [])

    def test_views_are_those_of_the_engine(self) -> None:
        found = []
        lines = (VECTORS / "warpac.jsonl").read_text().splitlines()
        for vector in map(json.loads, lines):
            if "viewfen" not in vector:
                continue
            engine = Adviser(vector["variant"])
            position = f"position fen {vector['fen']} moves {' '.join(vector['played'])}"
            fen = engine.ask("response", position, "query fen")
            engine.close()
            found.append([vector["variant"], fen, vector["player"], vector["viewfen"]])
        engine = Adviser("gameofwar")
        self.addCleanup(engine.close)
        for played in ("", "moves I@a1"):
            for player in (1, 2):
                fen = engine.ask("response", f"position deploy {played}", "query fen")
                seen = engine.ask("response", f"query view {player}")
                # Before anything is set up there is nothing to hide.
                if fen != seen:
                    found.append(["gameofwar", fen, player, seen])
        self.assertGreater(len(found), 10)
        self.assertEqual(self.page.evaluate(VIEWS, found), [])


IMPORTS = """
const index = await import("strategos/boards/index.js");
const { boardOf, svgOf } = index;
const { sideOf } = await import("strategos/boards/grid.js");
"""
DRAWN = (
    "async (fens) => {"
    + IMPORTS
    + """
  return fens.filter(([variant, fen]) => {
    try {
      const overlays = boardOf(variant).overlays().map(({ name }) => name);
      svgOf(variant, fen, { overlays });
      boardOf(variant).facts(fen, variant);
      return false;
    } catch {
      return true;
    }
  });
}"""
)
READ = (
    "async (tokens) => {"
    + IMPORTS
    + """
  return tokens.filter(([variant, token]) => {
    const { kind, path } = boardOf(variant).read(token);
    return token === "end" ? kind !== "end" : path.length === 0;
  });
}"""
)
FREE = (
    "async (vectors) => {"
    + IMPORTS
    + """
  const { freedom } = await import("strategos/boards/pacific.js");
  return vectors.filter(({ variant, fen, moves }) => {
    const board = boardOf(variant);
    const found = freedom(board, board.pieces(fen), "wb".indexOf(fen.split(" ")[1]));
    const own = found.attacks.length ? found.attacks : found.moves;
    const legal = moves.map((token) => token.slice(0, 4));
    return [...new Set(own)].sort().join() !== [...new Set(legal)].sort().join();
  });
}"""
)
CAPTURES = (
    "async (vectors) => {"
    + IMPORTS
    + """
  const { attacksFrom } = await import("strategos/boards/warpac_attacks.js");
  return vectors.filter(({ variant, fen, moves }) => {
    const board = boardOf(variant);
    const position = board.position(fen);
    const side = "wb".indexOf(fen.split(" ")[1]);
    const enemy = (square) => {
      const letter = position.pieces.get(square);
      return letter && sideOf(letter) !== side;
    };
    const own = [...position.pieces].filter(([, letter]) => sideOf(letter) === side);
    const found = own.flatMap(([from]) =>
      attacksFrom(board, position, from).filter(enemy).map((to) => from + to));
    const legal = moves.filter((token) => enemy(board.read(token).path[1]));
    return found.sort().join() !== legal.sort().join();
  });
}"""
)
# The lines and the units cut off in the picture, from their coordinates back to squares.
NETWORKS = (
    "async (positions) => {"
    + IMPORTS
    + """
  const board = boardOf("gameofwar");
  const names = new Map(board.squares().map((name) => [board.centre(name).join(), name]));
  const at = (x, y, shift) => names.get([x - shift, y - shift].join());
  return positions.filter(([fen, online, lines]) => {
    const network = `${online};${lines}`;
    const text = svgOf("gameofwar", fen, { overlays: ["network", "cut"], network });
    const picture = new DOMParser().parseFromString(text, "image/svg+xml");
    const drawn = [...picture.querySelectorAll("path[stroke-opacity]")].map((path, side) =>
      [...path.getAttribute("d").matchAll(/M(\\d+) (\\d+)L(\\d+) (\\d+)/g)].map((found) => {
        const [x, y, x2, y2] = found.slice(1).map(Number);
        const shift = side === 0 ? -3 : 3;
        return at(x, y, shift) + at(x2, y2, shift);
      }).join(" "));
    const cut = [...picture.querySelectorAll(".cut")].map((mark) => {
      const place = mark.getAttribute("transform");
      const [, x, y] = /translate\\((\\d+) (\\d+)\\)/.exec(place).map(Number);
      return names.get([x, y].join());
    });
    const units = [...board.units(fen).keys()];
    const offline = units.filter((square) => !online.split(" ").includes(square));
    const wanted = lines.split("/").map((side) => side.trim());
    return drawn.join("/") !== wanted.join("/") || cut.sort().join() !== offline.sort().join();
  });
}"""
)
VIEWS = (
    "async (views) => {"
    + IMPORTS
    + """
  return views.filter(([variant, fen, player, seen]) =>
    boardOf(variant).viewOf(fen, player) !== seen);
}"""
)
WELL_FORMED = (
    "async (fens) => {"
    + IMPORTS
    + """
  return fens.filter(([variant, fen]) => {
    const overlays = boardOf(variant).overlays().map(({ name }) => name);
    const arrows = [{ path: ["a1", "b2"], rank: 0 }, { path: ["a1"], rank: 1 }];
    const text = svgOf(variant, fen, { overlays, arrows, highlights: ["a1"] });
    const picture = new DOMParser().parseFromString(text, "image/svg+xml");
    const ids = new Set([...picture.querySelectorAll("[id]")].map(({ id }) => `#${id}`));
    const used = [...picture.querySelectorAll("use")].map((use) => use.getAttribute("href"));
    return picture.querySelector("parsererror") || !used.length || used.some((id) => !ids.has(id));
  });
}"""
)
PUT = (
    "async () => {"
    + IMPORTS
    + """
  const wrong = [];
  const check = (name, found, wanted) => found === wanted || wrong.push([name, found, wanted]);
  const pacific = boardOf("pacific-a");
  const empty = "4/4/4/4/4/4/4/4 w 0 1";
  check("carrier", pacific.put(empty, "c1", "C2"), "4/4/4/4/4/4/4/1C22 w 0 1");
  check("none", pacific.put(pacific.put(empty, "c1", "C2"), "c1", ""), empty);
  const pacru = boardOf("pacru");
  let fen = pacru.put("9/9/9/9/9/9/9/9/9 w - 0 1", "b1", "W");
  check("chevron", fen, "9/9/9/9/9/9/9/9/1W07 w - 0 1");
  fen = pacru.put(pacru.put(fen, "b1", "W"), "b1", "w");
  check("turned, on a marker", fen, "9/9/9/9/9/9/9/9/1W1*7 w - 0 1");
  check("mover", pacru.withPlayer(fen, 2), "9/9/9/9/9/9/9/9/1W1*7 b - 0 1");
  const warpac = boardOf("warpac-subs");
  fen = `${Array(16).fill("16").join("/")} w s - -/- - 0 1`;
  fen = warpac.put(warpac.put(warpac.put(fen, "e5", "K"), "e6", "Q"), "a1", "s");
  check("wing", fen.split(" ").slice(3, 5).join(" "), "e6>e5 -/a1");
  check("lost", warpac.put(fen, "e5", "").split(" ")[0], Array(16).fill("16").join("/"));
  const war = boardOf("gameofwar");
  fen = `${Array(20).fill("25").join("/")} w c1,w1,h17,o19 - - - - 0 1`;
  check("arsenal", war.put(fen, "w1", "A").split(" ")[2], "c1,h17,o19");
  check("unit", war.put(fen, "a1", "i").split(" ")[0].split("/")[19], "i24");
  return wrong;
}"""
)


if __name__ == "__main__":
    unittest.main()
