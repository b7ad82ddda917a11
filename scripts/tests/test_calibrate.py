"""Tests of the measuring of levels."""

from __future__ import annotations

import argparse
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from arena.record import GameRecord
from calibrate import (
    ANCHOR,
    Rung,
    ladder,
    level,
    measure,
    pairs_of,
    places,
    play,
    rated,
    rising,
    score,
)
from tests.browser import engine

WEAK, FAIR, GOOD = Rung(250, 900), Rung(250, 400), Rung(4000, 0)


def game(engines: list[str], ranking: list[int], on_points: str = "") -> GameRecord:
    """A game that ended so."""
    return GameRecord(1, 1, 1, "", "pacru", 0, engines, [], ranking=ranking, on_points=on_points)


class CalibrateTest(unittest.TestCase):
    def test_a_score_counts_opponents_left_behind(self) -> None:
        games = [game(["a", "b"], [1, 2]), game(["b", "a"], [1, 1])]
        self.assertEqual(score("a", games), 0.75)
        self.assertEqual(score("b", games), 0.25)

    def test_seats_of_the_same_engine_are_no_opponents(self) -> None:
        games = [game(["a", "b", "a"], [1, 2, 3])]
        self.assertEqual(score("a", games), 0.5)

    def test_points_decide_a_draw(self) -> None:
        self.assertEqual(places(game(["a", "b"], [1, 1])), [1, 1])
        self.assertEqual(places(game(["a", "b"], [1, 1], "p2win")), [2, 1])
        self.assertEqual(score("b", [game(["a", "b"], [1, 1], "p2win")]), 1.0)

    def test_three_points_of_four_are_some_190_elo(self) -> None:
        won, lost = game(["strong", "weak"], [1, 2]), game(["strong", "weak"], [2, 1])
        elos = rated(["weak", "strong"], [won] * 300 + [lost] * 100)
        self.assertAlmostEqual(elos["strong"].elo - elos["weak"].elo, 190.8, delta=3)

    def test_a_level_is_asked_for_by_its_options(self) -> None:
        self.assertEqual(level(1400).name, "elo1400")
        self.assertIn("option.UCI_LimitStrength=true,option.UCI_Elo=1400", level(1400).words)

    def test_a_rung_is_played_without_a_level(self) -> None:
        self.assertEqual(Rung.read("250:900"), WEAK)
        self.assertEqual(WEAK.player.words, "option.Evaluation Error=900,nodes=250")
        self.assertEqual(GOOD.player.words, "option.Evaluation Error=1,nodes=4000")

    def test_neighbours_and_next_but_ones_meet_and_the_strong_meet_the_anchor(self) -> None:
        names = [(low.name, high.name) for low, high in pairs_of([WEAK, FAIR, GOOD])]
        weak, fair, good = WEAK.player.name, FAIR.player.name, GOOD.player.name
        expected = [(weak, fair), (fair, good), (weak, good), (good, ANCHOR.name)]
        self.assertEqual(names, expected)

    def test_only_what_is_stronger_stays_on_the_ladder(self) -> None:
        weakest = Rung(1, 2)
        found = [(300, weakest), (280, WEAK), (590, FAIR), (2210, GOOD), (2300, GOOD)]
        self.assertEqual(rising(found), [(590, FAIR), (2210, GOOD)])
        self.assertEqual(
            rising([(700, WEAK), (650, FAIR), (900, GOOD)]), [(700, WEAK), (900, GOOD)]
        )

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_a_tournament_goes_on_where_it_was_broken_off(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            words = argparse.Namespace(
                engine=str(engine()), variant="shacru", games=2, out=Path(folder),
                rungs=[Rung(60, 900), Rung(4000, 0)],
            )  # fmt: skip
            pair = pairs_of(words.rungs)[0]
            first = play(words, pair)
            self.assertEqual(len(first), 2)
            words.games = 4
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                measure(words)
            self.assertEqual(play(words, pair)[:2], first)
            self.assertIn("shacru, 8 games:", output.getvalue())

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_ladder_is_read_from_the_engine(self) -> None:
        found = ladder(str(engine()), "azacru")
        self.assertEqual(sorted(found, key=lambda step: step[0]), found)


if __name__ == "__main__":
    unittest.main()
