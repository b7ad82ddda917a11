"""Tests of the measuring of levels."""

from __future__ import annotations

import unittest

from arena.record import GameRecord
from calibrate import level, rated, score


def game(engines: list[str], ranking: list[int]) -> GameRecord:
    """A game that ended so."""
    return GameRecord(1, 1, 1, "", "pacru", 0, engines, [], ranking=ranking)


class CalibrateTest(unittest.TestCase):
    def test_a_score_counts_opponents_left_behind(self) -> None:
        games = [game(["a", "b"], [1, 2]), game(["b", "a"], [1, 1])]
        self.assertEqual(score("a", games), 0.75)
        self.assertEqual(score("b", games), 0.25)

    def test_seats_of_the_same_engine_are_no_opponents(self) -> None:
        games = [game(["a", "b", "a"], [1, 2, 3])]
        self.assertEqual(score("a", games), 0.5)

    def test_three_points_of_four_are_some_190_elo(self) -> None:
        won, lost = game(["strong", "weak"], [1, 2]), game(["strong", "weak"], [2, 1])
        elos = rated(["weak", "strong"], [won] * 300 + [lost] * 100)
        self.assertAlmostEqual(elos["strong"].elo - elos["weak"].elo, 190.8, delta=3)

    def test_a_level_is_asked_for_by_its_options(self) -> None:
        name, words = level(1400)
        self.assertEqual(name, "elo1400")
        self.assertIn("option.UCI_LimitStrength=true,option.UCI_Elo=1400", words)


if __name__ == "__main__":
    unittest.main()
