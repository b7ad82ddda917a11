"""Tests of the client's scores, limits and clocks."""

from __future__ import annotations

import doctest
import unittest
from itertools import pairwise

from strategos_client import (
    MATE_GIVEN,
    Cp,
    GameClock,
    Limits,
    Mate,
    PovScore,
    SearchInfo,
    TimeControl,
    Wdl,
    clocks,
)


class ScoreTest(unittest.TestCase):
    def test_order(self) -> None:
        scores = [
            Mate(0), Mate(-1), Mate(-7), Cp(-900), Cp(0), Cp(12), Mate(7), Mate(1), MATE_GIVEN,
        ]  # fmt: skip
        for worse, better in pairwise(scores):
            self.assertTrue(worse < better and better > worse and worse != better, better)
            self.assertTrue(-better < -worse, better)
        for score in scores:
            opposite = -score
            self.assertEqual((-opposite, hash(-opposite)), (score, hash(score)))

    def test_numbers(self) -> None:
        self.assertEqual((Cp(12).score(), Cp(12).mate(), str(Cp(12))), (12, None, "+0.12"))
        self.assertEqual((Mate(3).score(), Mate(3).mate(), str(Mate(3))), (None, 3, "M3"))
        self.assertEqual((Mate(-3).score(mate_score=1000), str(Mate(-3))), (-997, "-M3"))
        self.assertEqual((Mate(0).value, (-Mate(0)).value), (-100_000, 100_000))
        self.assertEqual((str(Mate(0)), str(MATE_GIVEN)), ("-M0", "M0"))
        self.assertEqual(Mate(0).score(mate_score=1000), -1000)
        self.assertTrue(MATE_GIVEN.is_mate() and not Cp(0).is_mate())

    def test_view_of_each_player(self) -> None:
        pov = PovScore(Cp(30), 2, 2, Wdl(600, 200, 200))
        self.assertEqual((pov.pov(2), pov.pov(1)), (Cp(30), Cp(-30)))
        self.assertEqual(pov.share(), 0.7)
        self.assertAlmostEqual(pov.share(1) or 0, 0.3)
        three = PovScore(Cp(-5), 3, 3, Wdl(300, 20, 680))
        self.assertEqual((three.pov(3), three.share(), three.share(1)), (Cp(-5), 0.31, None))
        with self.assertRaisesRegex(ValueError, "score of player 3 of 3: it does not .* player 1"):
            three.pov(1)
        with self.assertRaisesRegex(ValueError, "no player 4 of 3"):
            three.pov(4)
        self.assertIsNone(PovScore(Cp(0), 1).share())

    def test_score_of_a_line(self) -> None:
        line = SearchInfo(cp=5, player=2, players=2)
        self.assertEqual(line.pov and line.pov.pov(1), Cp(-5))
        self.assertIsNone(SearchInfo(player=1).pov)
        with self.assertRaisesRegex(ValueError, "Engine.analyse"):
            _ = SearchInfo(mate=1).pov


class ClockTest(unittest.TestCase):
    def test_documentation(self) -> None:
        self.assertEqual(doctest.testmod(clocks).failed, 0)

    def test_periods(self) -> None:
        clock = GameClock([TimeControl.parse("2/1+0.1"), TimeControl()])
        self.assertEqual(
            clock.limits(1), Limits(None, None, None, (1000, 0), (100, 0), None, (), 2)
        )
        self.assertEqual(clock.limits(2), Limits())
        self.assertEqual((clock.spend(1, 0.5), clock.spend(2, 9.0)), (600, None))
        self.assertEqual(clock.limits(1).movestogo, 1)
        self.assertFalse(clock.exceeds(1, 0.6) or clock.exceeds(2, 99.0))
        self.assertTrue(clock.exceeds(1, 0.61))
        self.assertEqual((clock.spend(1, 9.0), clock.limits(1).movestogo), (1100, 2))
        self.assertEqual((clock.spend(1, 0.1, joined=True), clock.left_ms(2)), (1000, None))

    def test_what_is_no_clock(self) -> None:
        for text in ("", "1+", "0/1", "5:00", "0", "0.0001", "-1", "x"):
            with self.assertRaisesRegex(ValueError, f"^'{text.replace('+', '.')}' "):
                TimeControl.parse(text)
        self.assertEqual(GameClock([TimeControl.parse("0+0.1")]).left_ms(1), 100.0)

    def test_go_line_of_a_search_that_ponders(self) -> None:
        self.assertEqual(Limits(ponder=True).command(), "go ponder")
        self.assertEqual(Limits(depth=3, ponder=True).command(), "go ponder depth 3")


if __name__ == "__main__":
    unittest.main()
