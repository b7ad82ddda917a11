"""Tests of plots and of the report's file. `test_report_page` tests its behaviour."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import re
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, ClassVar

from matches.records.game_record import GameRecord
from matches.report.annotations import Annotations
from matches.report.charts import Scale, chart
from matches.report.cli import main
from matches.report.figures import figures
from matches.report.modules import WEB, import_map
from matches.report.page import changes, report
from matches.report.png import write_plots


def nim(game: int, result: str, engines: list[str], moves: int = 3) -> GameRecord:
    fen = "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1"
    return GameRecord.from_json(json.dumps({
        "game": game, "variant": "pacru", "engines": engines, "moves": ["a3b2"] * moves,
        "fen": fen.replace("0 1", f"0 {game}"),
        "result": result, "players": [1, 2, 1][:moves], "scores": [5, None, 99_999][:moves],
        "fens": [fen, fen.replace("W2", "1", 1)] + [fen] * (moves - 1), "reason": "rules",
        "detail": "</script><b>",
    }))  # fmt: skip


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


def elements(page: str) -> dict[str, Any]:
    """The JSON of the page, by the ids of its elements."""
    found = re.findall(r'<script id="([^"]+)" type="application/json">(.*?)</script>', page, re.S)
    return {name: json.loads(text) for name, text in found}


def positions(changed: list[Any]) -> list[str]:
    """The texts that `changes` encodes."""
    texts = changed[:1]
    for head, tail, middle in zip(changed[1::3], changed[2::3], changed[3::3], strict=True):
        texts.append(texts[-1][:head] + middle + texts[-1][len(texts[-1]) - tail :])
    return texts


class ReportTest(unittest.TestCase):
    def test_page(self) -> None:
        games = [nim(2, "void", ["B", "A<b>"], 0), nim(1, "p1win", ["A<b>", "B"])]
        page = report(games)
        self.assertNotIn("<!--", page.replace("<!DOCTYPE", ""))
        self.assertNotIn("http://", page.replace("http://www.w3.org/2000/svg", ""))
        self.assertNotIn("https://", page)
        self.assertIn("A&lt;b&gt;", page)
        found = elements(page)
        self.assertEqual([game["number"] for game in found["data"]["games"]], [1, 2])
        self.assertEqual(found["data"]["games"][0]["detail"], "</script><b>")
        self.assertEqual(positions(found["game-0"]["fens"]), games[1].fens)
        self.assertEqual(found["game-0"]["tokens"], ["a3b2"] * 3)

    def test_nothing_is_fetched(self) -> None:
        page = report([nim(1, "p1win", ["A", "B"])])
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
        assert policy is not None
        self.assertTrue(policy.group(1).startswith("default-src 'none'"))
        self.assertIsNone(re.search(r"<(?:link|iframe|object|embed)\b|<script[^>]* src=", page))

    def test_games_without_boards_and_no_games(self) -> None:
        record = nim(1, "p1win", ["A", "B"])
        record.variant = "nim"
        self.assertEqual(elements(report([record]))["data"]["games"][0]["variant"], "nim")
        self.assertIn("no games", report([]))

    def test_games_of_two_matches_have_numbers_of_their_own(self) -> None:
        games = [nim(number, "draw", ["A", "B"]) for number in (2, 1, 1)]
        games[2].match = "another"
        found = elements(report(games))["data"]["games"]
        self.assertEqual([game["number"] for game in found], [1, 2, 3])

    def test_changes_give_the_texts_back(self) -> None:
        for texts in ([], ["abc"], ["abc", "abc", "", "xabc", "xabxc", "c"], ["aa", "aaa", "aa"]):
            self.assertEqual(positions(changes(texts)), texts)

    def test_modules_name_each_other(self) -> None:
        imports = json.loads(import_map("report.js"))["imports"]
        self.assertIn("strategos/boards/pacru.js", imports)
        for text in map(urllib.parse.unquote, imports.values()):
            for name in re.findall(r'^(?:import|export) [^;(]*?from "([^"]+)";', text, re.M):
                self.assertIn(name, imports)
        self.assertTrue(all((WEB / name.removeprefix("strategos/")).exists() for name in imports))


class AnnotationsTest(unittest.TestCase):
    MOVE: ClassVar[dict[str, Any]] = {
        "move": "a3b2", "mark": "??", "drop": 0.4, "best": "e1e2", "best_score": 50,
        "score": -90, "depth": 7, "pv": ["e1e2"],
    }  # fmt: skip

    def read(self, *lines: dict[str, Any]) -> tuple[Annotations, list[str]]:
        found = Annotations()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "found.jsonl")
            path.write_text("".join(json.dumps(line) + "\n" for line in lines))
            return found, found.read(path)

    def test_findings_are_beside_the_moves(self) -> None:
        record = nim(1, "p1win", ["A", "B"])
        record.opening = ["e1e2"]
        game = {"game": 1, "variant": "pacru", "engines": ["A", "B"], "moves": [self.MOVE] * 3}
        found, problems = self.read(game, game | {"game": 7})
        self.assertEqual(problems, [])
        body = elements(report([record], found))["game-0"]
        self.assertEqual(sorted(body["findings"]), ["1", "2", "3"])
        self.assertEqual(body["findings"]["1"]["best"], "e1e2")
        self.assertEqual(
            list(found.strangers([record])),
            ["the annotated game 7, pacru, is not among the records"],
        )

    def test_from_the_command_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games, found, page = (Path(folder, name) for name in ("g.jsonl", "f.jsonl", "p.html"))
            games.write_text(nim(1, "p1win", ["A", "B"]).to_json() + "\n")
            game = {"game": 1, "variant": "pacru", "engines": ["A", "B"], "moves": [self.MOVE] * 3}
            found.write_text(json.dumps(game) + "\n")
            words = [str(games), "--annotations", str(found), "--html", str(page)]
            with contextlib.redirect_stdout(io.StringIO()), self.assertNoLogs():
                self.assertEqual(main(words), 0)
            self.assertEqual(len(elements(page.read_text())["game-0"]["findings"]), 3)
            found.write_text("nothing\n")
            with (
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.redirect_stderr(io.StringIO()) as said,
            ):
                self.assertEqual(main(words), 1)
            self.assertIn("f.jsonl:1: this is no annotated game", said.getvalue())

    def test_other_lines_are_named(self) -> None:
        _, problems = self.read({"id": "x", "error": "no"}, {"game": 1, "moves": [3]})
        self.assertEqual(len(problems), 2)
        self.assertIn("found.jsonl:2: this is no annotated game", problems[1])


if __name__ == "__main__":
    unittest.main()
