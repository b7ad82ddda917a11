"""Tests of `measure_beliefs.py`."""

from __future__ import annotations

import asyncio
import contextlib
import io
import math
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

from tests.browser import engine
from tuning.beliefs.games import KINDS, play_all, read
from tuning.beliefs.losses import hidden_squares, line, loss, means, measure

ALL = [f"{file}{rank}" for file in "abcdefghijklmnop" for rank in range(1, 17)]


class LossTest(unittest.TestCase):
    def test_no_knowledge_costs_the_logarithm_of_the_board(self) -> None:
        words = " ".join(f"{square} s {5 / 256:.6f}" for square in ALL).split()
        truth = ["a1", "b7", "c3", "p16", "h8"]
        self.assertAlmostEqual(loss(words, truth), math.log(256), 3)

    def test_a_certain_belief_costs_little_or_a_finite_loss(self) -> None:
        right, wrong = (loss(words.split(), ["h8"]) for words in ("h8 s 1.000", "a1 s 1.000"))
        self.assertAlmostEqual(right, -math.log(512.5 / 640))
        self.assertAlmostEqual(wrong, -math.log(0.5 / 640))
        # A random one of two known submarines is on either square.
        self.assertGreater(
            loss(["a1", "s", "1.000", "h8", "s", "1.000"], ["a1", "h8"]), math.log(2)
        )

    def test_submarines_are_found_in_a_position(self) -> None:
        fen = "15k/16/16 w s - c6/a3,n5 - 0 20"
        self.assertEqual(hidden_squares(fen, 1), ["c6"])
        self.assertEqual(hidden_squares(fen, 2), ["a3", "n5"])
        self.assertEqual(hidden_squares(fen.replace("c6", "-"), 1), [])

    def test_means_are_taken_by_span_and_over_all_turns(self) -> None:
        found = [(2, 1.0), (49, 2.0), (50, 6.0)]
        self.assertEqual(means(found), {-1: 3.0, 0: 1.5, 50: 6.0})

    def test_a_line_compares_two_engines_by_game(self) -> None:
        text = line("weak", 50, [3.0, 5.0], [4.0, 6.0])
        self.assertIn("turns 50 to 99", text)
        self.assertTrue(text.endswith(" -1.000 ± 0.000, -20.0%"), text)


@unittest.skipIf(engine() is None, "needs a build of the engine")
class GamesTest(unittest.TestCase):
    def test_games_are_played_and_measured(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder) / "games.jsonl"
            words = Namespace(
                engine=Path(engine() or ""), games_file=games, games=1, nodes=50, turns=12,
                against=Path(engine() or ""),
            )  # fmt: skip
            asyncio.run(play_all(words))
            before = games.read_text()
            asyncio.run(play_all(words))
            self.assertEqual(games.read_text(), before)
            self.assertEqual([game.kind for game in read(games)], list(KINDS))
            self.assertTrue(all(len(game.moves) == 12 for game in read(games)))
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                asyncio.run(measure(words))
        lines = printed.getvalue().splitlines()
        self.assertEqual(len(lines), 2 * len(KINDS))
        # The same engine against itself.
        self.assertTrue(all(line.endswith("0.000 ± nan, +0.0%") for line in lines), lines)


if __name__ == "__main__":
    unittest.main()
