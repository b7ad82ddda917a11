"""Tests of boards, plots and the report."""

from __future__ import annotations

import importlib.util
import json
import re
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from arena.record import GameRecord
from drawing.boards import board_of, svg_of
from drawing.charts import Scale, chart
from drawing.figures import figures
from drawing.png import write_plots
from drawing.report import report
from tests.helpers import SCRIPTS

VECTORS = SCRIPTS.parent / "tests" / "vectors"
# Positions of games that may have no vectors here.
FENS = {
    "warpac": "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/"
    "R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 - - 0 1",
    "warpac-subs": "15k/16/16/16/16/16/16/16/3n12/16/16/16/16/2N13/16/K15 w s - d7/?1 - 3 22",
    "warpac-once": "16/16/16/16/16/16/16/16/16/16/16/16/16/3QK11/16/15k b s d3^e3n - - 0 9",
    "gameofwar": "25/25/25/25/25/6cxii15/5wci11irc3/12ii5ikc3/12ii11/25/25/13II5IIWC1/"
    "2IIK10I5I1C1/2CC21/2X12I1R7/25/25/25/25/25 w c1,w1,h17,o19 c8,d8 - - - 0 1",
}
DEPLOYMENT = "/".join(["25"] * 20) + " w c1,w1,h17,o19 - - - I9C4K1W1R1X1/I9C4K1W1R1X1 0 0"


def nim(game: int, result: str, engines: list[str], moves: int = 3) -> GameRecord:
    fen = "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1"
    return GameRecord.from_json(json.dumps({
        "game": game, "variant": "pacru", "engines": engines, "moves": ["a3b2"] * moves,
        "fen": fen.replace("0 1", f"0 {game}"),
        "result": result, "players": [1, 2, 1][:moves], "scores": [5, None, 99_999][:moves],
        "fens": [fen, fen.replace("W2", "1", 1)] + [fen] * (moves - 1), "reason": "rules",
        "detail": "</script><b>",
    }))  # fmt: skip


class BoardTest(unittest.TestCase):
    def test_every_vector_can_be_drawn(self) -> None:
        count = 0
        for path in sorted(VECTORS.glob("*.jsonl")):
            for line in path.read_text().splitlines():
                vector = json.loads(line)
                for key in ("fen", "after", "viewfen"):
                    if key in vector:
                        ElementTree.fromstring(svg_of(vector["variant"], vector[key]))
                        count += 1
        self.assertGreater(count, 300)

    def test_other_games(self) -> None:
        for variant, fen in [*FENS.items(), ("gameofwar", DEPLOYMENT)]:
            picture = svg_of(variant, fen, ("a1", "c3"))
            ElementTree.fromstring(picture)
            symbols = set(re.findall(r'id="([^"]+)"', picture))
            self.assertLessEqual(set(re.findall(r'href="#([^"]+)"', picture)), symbols)

    def test_items_are_where_they_belong(self) -> None:
        board = board_of("pacific-a")
        assert board is not None
        items = board.items("c13/4/4/4/4/4/1P12/C13 w 0 1")
        found = {item.symbol: (item.x, item.y) for item in items}
        self.assertEqual(found["wC1"], board.centre("a1"))
        self.assertEqual(found["wP1"], board.centre("d2"))
        self.assertEqual(found["bC1"], board.centre("b8"))
        board = board_of("pacru")
        assert board is not None
        items = board.items("8W3*/9/9/9/9/9/9/9/b8 w - 0 1")
        self.assertEqual([i.symbol for i in items], ["wm", "wc", "bm"])
        self.assertEqual((items[1].x, items[1].y, items[1].angle), (*board.centre("i9"), 135))
        board = board_of("warpac-subs")
        assert board is not None
        symbols = [item.symbol for item in board.items(FENS["warpac-subs"])]
        self.assertEqual(symbols, ["bK", "bN", "wN", "wK", "wS"])
        self.assertIn(
            "Black has 1 submarines at unknown places", board.caption(FENS["warpac-subs"])
        )

    def test_captions(self) -> None:
        for variant, fen, text in (
            ("pacific-b", "4/k3/4/4/1P22/4/4/1C22 b 3 7", "Black to move, move 7, 3 plies"),
            ("pacru3", "wwW0*6/9/9/9/9/9/9/9/8r r x2 0 4", "Red to move, turn 4, markers: White 3"),
            ("azacru", "wW07/9/9/9/9/9/9/9/8B0 w b 0 4", "last round, begun by Black"),
            ("gameofwar", FENS["gameofwar"], "South to move, turn 1, 2 units moved"),
        ):
            board = board_of(variant)
            assert board is not None
            self.assertIn(text, board.caption(fen))

    def test_bad_fens_are_refused(self) -> None:
        for variant, fen in (
            ("pacific-a", "4/4 w"), ("pacific-a", "5/4/4/4/4/4/4/4 w 0 1"),
            ("pacru", "9/9 w - 0 1"), ("pacru", "8/9/9/9/9/9/9/9/9 w - 0 1"),
            ("warpac", "16/16 w s - - - 0 1"), ("gameofwar", "25 w - - - - - 0 1"),
            ("warpac", FENS["warpac"].replace("NNB", "NNX")), ("chess", "8/8 w"),
        ):  # fmt: skip
            with self.assertRaises(ValueError):
                svg_of(variant, fen)

    def test_squares_of_tokens(self) -> None:
        for variant, token, squares in (
            ("pacific-a", "d4b6d8", ["d4", "b6", "d8"]),
            ("pacru", "e5r6,xa2,xb9", ["e5", "a2", "b9"]),
            ("pacru", "e4e6@d7", ["e4", "e6", "d7"]),
            ("warpac-subs", "sd4=1c", ["d4"]),
            ("gameofwar", "e5e6,x5y6,xk12", ["e5", "e6", "x5", "y6", "k12"]),
        ):
            board = board_of(variant)
            assert board is not None
            self.assertEqual(board.squares_of(token), squares)


class PlotTest(unittest.TestCase):
    def setUp(self) -> None:
        self.games = [nim(i, "p1win" if i % 3 else "p2win", ["A", "B"]) for i in range(1, 20)]

    def test_figures(self) -> None:
        found = {figure.name: figure for figure in figures(self.games)}
        self.assertEqual(found["outcomes"].bars, [("p1win", 13.0), ("p2win", 6.0)])
        self.assertEqual(found["lengths"].bars, [("3", 19.0)])
        self.assertEqual([line.name for line in found["ratings"].lines], ["A", "B"])
        self.assertGreater(found["ratings"].lines[0].points[-1].y, 0.0)
        self.assertEqual(figures([]), [])

    def test_charts_are_well_formed(self) -> None:
        for figure in figures(self.games) + figures(self.games[:1]):
            ElementTree.fromstring(chart(figure))

    def test_scale(self) -> None:
        scale = Scale(0.0, 95.0, 0.0, 190.0)
        self.assertEqual((scale(0.0), scale(95.0)), (0.0, 190.0))
        self.assertEqual(scale.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0])
        self.assertEqual(Scale(3.0, 3.0, 0.0, 10.0)(3.0), 5.0)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs the package matplotlib")
    def test_png(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            paths = write_plots(figures(self.games), Path(folder, "plots"))
            self.assertEqual(len(paths), 4)
            for path in paths:
                self.assertTrue(path.read_bytes().startswith(b"\x89PNG"))


class ReportTest(unittest.TestCase):
    def test_page(self) -> None:
        page = report([nim(1, "p1win", ["A<b>", "B"]), nim(2, "void", ["B", "A<b>"], 0)])
        self.assertNotIn("<!--", page.replace("<!DOCTYPE", ""))
        self.assertNotIn("http://", page.replace("http://www.w3.org/2000/svg", ""))
        self.assertNotIn("https://", page)
        self.assertIn("A&lt;b&gt;", page)
        match = re.search(r'<script id="data"[^>]*>(.*?)</script>', page, re.S)
        assert match is not None
        data = json.loads(match.group(1))
        self.assertEqual([game["number"] for game in data["games"]], [1, 2])
        self.assertEqual(data["games"][0]["reason"], "rules </script><b>")
        self.check_steps(data)

    def check_steps(self, data: dict[str, object]) -> None:
        """Adding up the differences gives each position's items."""
        board = board_of("pacru")
        assert board is not None
        for game in data["games"]:  # type: ignore[attr-defined]
            shown: set[int] = set()
            for step, fen in zip(game["steps"], game["fens"], strict=True):
                shown -= {-n - 1 for n in step if n < 0}
                shown |= {n for n in step if n >= 0}
                texts = {data["items"][n] for n in shown}  # type: ignore[index]
                self.assertEqual(texts, {str(item) for item in board.items(fen)})

    def test_games_without_boards_and_no_games(self) -> None:
        record = nim(1, "p1win", ["A", "B"])
        record.variant = "nim"
        self.assertIn('"board":""', report([record]))
        self.assertIn("no games", report([]))


if __name__ == "__main__":
    unittest.main()
