"""Tests of text files that begin with a byte order mark, as editors on Windows write them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from analysis.cli import _count, _open
from analysis.tasks import read_tasks
from matches.opening_files import BookChoice, choose, read_openings
from matches.options import parse, setup_from
from matches.plan import Opening
from matches.records.archive import finished_games, load
from matches.report.annotations import Annotations
from opening_books.deployments.book import Book
from tests.helpers import SCRIPTS
from tuning.cli import _parameters

MARK = b"\xef\xbb\xbf"
RECORD: dict[str, Any] = {
    "game": 7, "variant": "nim", "engines": ["A", "B"], "fen": "9 1", "opening": [],
    "moves": ["t3", "t1"], "players": [1, 2], "result": "p2win", "match": "print",
}  # fmt: skip
PGN = """[Event "?"]
[Variant "nim"]
[White "A"]
[Black "B"]
[Result "*"]
[FEN "9 1"]

1. t1 t2 {opening} 2. t3 *
"""


class ByteOrderMarkTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name: str, text: str) -> Path:
        """A file that begins with the mark."""
        path = self.folder / name
        path.write_bytes(MARK + text.encode())
        return path

    def test_openings(self) -> None:
        for text in ("startpos moves t1\n", 'fen 9 1 id "x";\n', "# a comment\n9 1\n", PGN):
            plain = self.folder / "plain"
            plain.write_text(text)
            marked = self.file("marked", text)
            self.assertEqual(
                [placed.opening for placed in read_openings(marked)],
                [placed.opening for placed in read_openings(plain)],
            )
        self.assertEqual(
            choose(BookChoice(self.file("games.pgn", PGN)), 1)[0].opening,
            Opening("fen 9 1", ("t1", "t2")),
        )

    def test_configuration(self) -> None:
        text = 'variant = "nim"\ndepth = 3\n[[engine]]\ncmd = "a"\n[[engine]]\ncmd = "b"\n'
        plan = setup_from(parse(["--config", str(self.file("match.toml", text))])).plan
        self.assertEqual((plan.rules.variant, plan.contestants[0].control.depth), ("nim", 3))

    def test_records(self) -> None:
        games = self.file("games.jsonl", json.dumps(RECORD) + "\n" + json.dumps(RECORD) + "\n")
        records, problems = load(games)
        self.assertEqual(([record.game for record in records], problems), ([7, 7], []))
        self.assertEqual(len(finished_games(games, "print")[0]), 1)

    def test_positions_to_be_analysed(self) -> None:
        path = self.file("positions.txt", "# a comment\n9 1\n\n7 1\n")
        with _open(path) as lines:
            found = [task.position for task in read_tasks("x", lines)]
        self.assertEqual(found, ["fen 9 1", "fen 7 1"])
        self.assertEqual(_count([path]), 2)
        with _open(self.file("games.jsonl", json.dumps(RECORD))) as lines:
            (task,) = read_tasks("x", lines)
        self.assertIsNotNone(task.record)

    def test_standard_input(self) -> None:
        code = (
            "from pathlib import Path; from analysis.cli import _open; "
            "print(ascii(_open(Path('-')).read()))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], input=MARK + b"startpos", capture_output=True,
            cwd=SCRIPTS, timeout=30, check=True,
        )  # fmt: skip
        self.assertEqual(done.stdout.split(), [b"'startpos'"])

    def test_annotations(self) -> None:
        move = {
            "move": "t3", "mark": "", "drop": 0.0, "best": "t3", "best_score": 1, "score": 1,
            "depth": 2, "pv": [],
        }  # fmt: skip
        game = {"game": 7, "variant": "nim", "engines": ["A", "B"], "moves": [move]}
        self.assertEqual(Annotations().read(self.file("a.jsonl", json.dumps(game))), [])

    def test_books_of_set_ups(self) -> None:
        for text in ("w1 3 K@a1,end\n", "# a comment\nw1 3 K@a1,end\n"):
            self.assertEqual(Book.read(self.file("book", text)).names, ["w1"])

    def test_parameters_to_be_tuned(self) -> None:
        path = self.file("spsa.txt", "margin, int, 5, 0, 9, 1, 0.002\n")
        options = mock.Mock(parameters=path, only=None)
        (parameter,) = _parameters(options, mock.Mock())
        self.assertEqual(parameter.name, "margin")


if __name__ == "__main__":
    unittest.main()
