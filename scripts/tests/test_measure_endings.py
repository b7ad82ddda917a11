"""Tests of `measure_endings.py`."""

from __future__ import annotations

import contextlib
import io
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.browser import engine as newest_engine
from tuning.endings.cli import main
from tuning.endings.measure import Spoilt, heading, is_worth_asking, results_of
from tuning.endings.positions import classes_of, random_position

ENGINE = newest_engine()


class PositionTest(unittest.TestCase):
    def test_positions_have_the_pieces_of_their_class(self) -> None:
        draw = random.Random(1)
        fens = [random_position("CCKvKK", draw) for _ in range(50)]
        for fen in fens:
            board, side, *counters = fen.split()
            self.assertIn(side, "wb")
            self.assertEqual(counters, ["0", "1"])
            letters = "".join(sign for sign in board if sign.isalpha())
            self.assertIn(sorted(letters), [sorted("CCKkk"), sorted("cckKK")])
            for row in board.split("/"):
                signs = re.findall(r"[Cc]\d|[Kk]|\d", row)
                self.assertEqual("".join(signs), row)
                self.assertEqual(sum(int(s) if s.isdigit() else 1 for s in signs), 4, fen)
        self.assertGreater(len(set(fens)), 40)

    def test_squadrons_have_carriers_and_docked_ones_stand_beside_them(self) -> None:
        draw = random.Random(2)
        for name, sign in (("KDvR", ">"), ("KQvN", "^"), ("KXvB", "^")):
            for _ in range(30):
                board, side, phase, wing, *_ = random_position(name, draw, "warpac-once").split()
                self.assertIn(side, "wb")
                self.assertEqual((phase, wing.endswith("n")), ("s", "X" in name))
                squadron, carrier = (
                    (ord(square[0]), int(square[1:])) for square in wing.rstrip("n").split(sign)
                )
                steps = [abs(a - b) for a, b in zip(squadron, carrier, strict=True)]
                self.assertTrue("D" not in name or max(steps) == 1, wing)
                letters = "".join(letter for letter in board.upper() if letter.isalpha())
                self.assertEqual(
                    sorted(letters), sorted(re.sub("[DX]", "Q", name.replace("v", "")))
                )
                self.assertEqual(board.count("/"), 15)

    @unittest.skipUnless(ENGINE, "needs a build of the engine")
    def test_the_engine_reads_the_positions(self) -> None:
        draw = random.Random(3)
        for name in ("NNvB", "KDvR", "KQvKD", "KXvKX"):
            fen = random_position(name, draw, "warpac-once")
            lines = f"setoption name UCI_Variant value warpac-once\nposition fen {fen}\nquery fen\n"
            command = [str(ENGINE)]
            told = subprocess.run(command, input=lines, text=True, check=True, capture_output=True)
            self.assertIn(f"response {fen}", told.stdout)

    def test_classes_come_by_their_pieces_and_without_planes(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for stem in ("pacific-a.KKvK", "pacific-a.KvK", "pacific-a.CPvK", "pacific-b.KvK"):
                (folder / f"{stem}.ending").touch()
            self.assertEqual(classes_of(folder, "pacific-a"), ["KvK", "KKvK"])


class MeasureTest(unittest.TestCase):
    def test_actions_are_read_with_their_results(self) -> None:
        line = "a3b4 win 27, a3b2 draw, h2g3 loss 4"
        results = results_of(line.split())
        self.assertEqual(results, {"a3b4": "win", "a3b2": "draw", "h2g3": "loss"})
        self.assertTrue(is_worth_asking(results))
        self.assertFalse(is_worth_asking({"a3b4": "win", "a3b2": "win"}))
        self.assertFalse(is_worth_asking({"a3b4": "win", "a3b2": "unknown"}))
        self.assertFalse(is_worth_asking(results_of([])))

    def test_a_row_has_shares_of_wins_and_draws(self) -> None:
        found = Spoilt({"draw": 0, "win": 8}, {("win", 2): 2})
        self.assertEqual(found.line("KvK", [2, 4]), "| KvK | 8 | 25.0 % | 0.0 % | 0 |  |  |")
        self.assertEqual(heading([2]).count("|"), 12)

    @unittest.skipUnless(ENGINE, "needs a build of the engine")
    def test_a_deeper_search_spoils_less(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = [str(ENGINE), "tables", "pacific-a", "--pieces", "2", "--out", folder]
            subprocess.run(command, check=True, capture_output=True)
            words = ["--engine", str(ENGINE), "--tables", folder, "--positions", "30"]
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                self.assertEqual(main(None, [*words, "--depths", "1", "12"]), 0)
        cells = [cell.strip() for cell in printed.getvalue().splitlines()[-1].split("|")[1:-1]]
        self.assertEqual(cells[0], "KvK")
        wins, shallow, deep = int(cells[1]), *(float(cell.split()[0]) for cell in cells[2:4])
        self.assertEqual(wins + int(cells[4]), 30)
        self.assertGreater(shallow, deep)
        self.assertEqual(deep, 0.0)

    def test_a_folder_without_tables_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit) as caught:
            main(None, ["--engine", "none", "--tables", folder])
        self.assertIn("no tables of pacific-a", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
