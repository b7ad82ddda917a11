"""Tests of schedule, standing, Elo, SPRT and ratings."""

from __future__ import annotations

import math
import unittest
from collections import Counter

from arena import elo, plackett_luce
from arena.plan import MatchError, Sprt
from arena.record import GameRecord, points_of, ranking_of
from arena.schedule import (
    circular_orders,
    line_ups,
    openings_needed,
    schedule,
    shared_seats,
)
from arena.standing import Standing
from arena.tables import as_text


def record(
    game: int, engines: list[str], result: str, ranking: list[int] | None = None, fault: str = ""
) -> GameRecord:
    found = GameRecord(
        game=game, pair=(game + 1) // 2, opening_number=1, match="", variant="nim", seed=0,
        engines=engines, controls=[], result=result, reason="rules",
    )  # fmt: skip
    found.ranking = ranking or ranking_of(result, len(engines))
    found.fault, found.reason = fault, "crash" if fault else "rules"
    return found


class EloTest(unittest.TestCase):
    def test_elo_and_score_are_inverse(self) -> None:
        self.assertAlmostEqual(elo.elo_from_score(0.75), 190.8485, places=4)
        self.assertAlmostEqual(elo.score_from_elo(400.0), 10.0 / 11.0)
        self.assertEqual(elo.elo_from_score(0.5), 0.0)
        self.assertEqual(elo.elo_from_score(1.0), math.inf)
        self.assertEqual(elo.elo_from_score(0.0), -math.inf)

    def test_estimate_against_hand_computed_numbers(self) -> None:
        # 10 pairs: mean (2*0.25 + 4*0.5 + 4*0.75) / 10 = 0.55,
        # variance (2*0.09 + 4*0.0025 + 4*0.04) / 10 = 0.035,
        # deviation sqrt(0.0035) = 0.0591608.
        pairs = [0, 2, 4, 4, 0]
        mean, variance = elo.mean_and_variance(pairs)
        self.assertAlmostEqual(mean, 0.55)
        self.assertAlmostEqual(variance, 0.035)
        found = elo.estimate(pairs)
        self.assertAlmostEqual(found.elo, 34.860, places=3)
        # Normal distribution function at 0.05 / 0.0591608 = 0.845154.
        self.assertAlmostEqual(found.los, 0.80099, places=4)

    def test_error_bar(self) -> None:
        # 100 pairs, half 1/2 point and half 3/2: mean 0.5, variance 1/16,
        # deviation 0.025, bounds 0.5 +/- 0.048999, that is 34.16 Elo.
        found = elo.estimate([0, 50, 0, 50, 0])
        self.assertAlmostEqual(found.elo, 0.0)
        self.assertAlmostEqual(found.error, 34.16, places=2)
        self.assertAlmostEqual(found.los, 0.5)

    def test_log_likelihood_ratio(self) -> None:
        # s0 = 0.5, s1 = 1/(1+10^(-0.025)) = 0.5143871; mean 0.5, variance 1/16:
        # 400 * 0.0143871 * (1 - 1.0143871) / (2/16) = -0.66236.
        llr = elo.log_likelihood_ratio([0, 200, 0, 200, 0], Sprt(0.0, 10.0))
        self.assertAlmostEqual(llr, -0.6624, places=3)
        self.assertAlmostEqual(elo.SPRT_BOUND, 2.944, places=3)

    def test_sprt_decides_both_ways_but_not_at_once(self) -> None:
        sprt = Sprt(0.0, 20.0)
        self.assertEqual(elo.verdict([0, 0, 0, 0, 4], sprt), "")
        self.assertEqual(elo.verdict([0, 20, 100, 300, 50], sprt), "H1")
        self.assertEqual(elo.verdict([50, 300, 100, 20, 0], sprt), "H0")
        self.assertEqual(elo.verdict([0, 0, 0, 0, 0], sprt), "")


class PlackettLuceTest(unittest.TestCase):
    def test_two_players_are_bradley_terry(self) -> None:
        # 75 % for the first: Elo 190.85 between them, half on each side of the mean.
        games = [((0, 1), (1, 2))] * 150 + [((0, 1), (2, 1))] * 50
        first, second = plackett_luce.ratings(2, games)
        self.assertAlmostEqual(first.elo - second.elo, 190.85, delta=0.1)
        # The variance of the difference is 1 / (n p q) = 1 / 37.5; each has a quarter of it.
        self.assertAlmostEqual(first.error, 1.96 * 173.72 * math.sqrt(1 / 37.5) / 2, delta=0.1)

    def test_draws_count_half(self) -> None:
        games = [((0, 1), (1, 2))] * 50 + [((0, 1), (1, 1))] * 50
        first, second = plackett_luce.ratings(2, games)
        self.assertAlmostEqual(first.elo - second.elo, 190.85, delta=0.2)

    def test_strengths_are_found_again(self) -> None:
        """Every order as often as strengths 4, 2, 1 make it: the first place by 4/7, 2/7, 1/7."""
        strengths = {0: 4.0, 1: 2.0, 2: 1.0}
        games = []
        for order in plackett_luce.consistent_orders((0, 1, 2), (1, 1, 1)):
            first, second, _ = order
            rest = 7.0 - strengths[first]
            chance = strengths[first] / 7.0 * strengths[second] / rest
            ranking = tuple(order.index(seat) + 1 for seat in (0, 1, 2))
            games += [((0, 1, 2), ranking)] * round(10_500 * chance)
        found = plackett_luce.ratings(3, games)
        twice = 400.0 * math.log10(2.0)
        self.assertAlmostEqual(found[0].elo - found[1].elo, twice, delta=0.2)
        self.assertAlmostEqual(found[1].elo - found[2].elo, twice, delta=0.2)

    def test_one_engine_on_two_seats(self) -> None:
        """Two seats of three win two games of three between equals."""
        games = [((0, 0, 1), (1, 2, 2))] * 2 + [((0, 0, 1), (2, 2, 1))]
        first, second = plackett_luce.ratings(2, [*games, ((0, 0, 1), (1, 1, 1))] * 20)
        self.assertAlmostEqual(first.elo - second.elo, 0.0, delta=1.0)

    def test_one_sided_and_empty_results_are_finite_or_unknown(self) -> None:
        first, _ = plackett_luce.ratings(2, [((0, 1), (1, 2))] * 10)
        self.assertTrue(300.0 < first.elo < 2000.0 and math.isfinite(first.error))
        self.assertEqual(plackett_luce.ratings(2, [])[0].error, math.inf)


class ScheduleTest(unittest.TestCase):
    def test_every_way_to_share_seats_occurs_once_up_to_a_swap(self) -> None:
        for players, count in ((2, 1), (3, 3), (4, 7)):
            ways = shared_seats(players)
            swaps = [tuple(1 - index for index in way) for way in ways]
            self.assertEqual(len(ways), count)
            self.assertEqual(len(set(ways + swaps)), 2**players - 2)

    def test_duel(self) -> None:
        games = list(schedule(2, 2, "duel", 5))
        self.assertEqual([g.seats for g in games], [(0, 1), (1, 0)] * 3)
        self.assertEqual([g.opening for g in games], [1, 1, 2, 2, 3, 3])
        self.assertEqual([g.pair for g in games], [1, 1, 2, 2, 3, 3])
        self.assertEqual([g.number for g in games], [1, 2, 3, 4, 5, 6])
        self.assertEqual(openings_needed(2, 2, "duel", 5), 3)

    def test_every_opening_is_played_from_every_seat(self) -> None:
        for engines, players in ((2, 3), (2, 4), (3, 3), (4, 4), (3, 2), (4, 3), (3, 4)):
            games = [g for g in schedule(engines, players, "round-robin", 200) if g.opening == 1]
            seats = Counter((index, seat) for g in games for seat, index in enumerate(g.seats))
            self.assertEqual(len(seats), engines * players)
            self.assertEqual(len(set(seats.values())), 1, (engines, players))

    def test_round_robin_and_gauntlet(self) -> None:
        self.assertEqual(line_ups(3, 2, "round-robin"), [(0, 1), (0, 2), (1, 2)])
        self.assertEqual(line_ups(3, 2, "gauntlet"), [(0, 1), (0, 2)])
        self.assertEqual(len(line_ups(5, 3, "gauntlet")), 6)
        self.assertEqual(line_ups(3, 4, "round-robin"), [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)])
        self.assertEqual(len(circular_orders((0, 1, 2, 3))), 6)
        with self.assertRaises(MatchError):
            next(schedule(3, 2, "duel", 1))
        with self.assertRaises(MatchError):
            next(schedule(1, 2, "round-robin", 1))


class StandingTest(unittest.TestCase):
    def test_points_by_ranking(self) -> None:
        self.assertEqual(points_of([1, 2]), [1.0, 0.0])
        self.assertEqual(points_of([1, 1]), [0.5, 0.5])
        self.assertEqual(points_of([2, 1, 3]), [0.5, 1.0, 0.0])
        self.assertEqual(points_of([1, 3, 1, 3]), [5 / 6, 1 / 6, 5 / 6, 1 / 6])
        self.assertEqual(ranking_of("p2loss", 3), [1, 3, 1])
        self.assertEqual(ranking_of("p2win", 3), [2, 1, 2])
        self.assertEqual(ranking_of("none", 2), [])

    def test_two_engines(self) -> None:
        standing = Standing.of(
            [
                record(1, ["A", "B"], "p1win"),
                record(3, ["A", "B"], "draw"),
                record(2, ["B", "A"], "p2win", fault="B"),
                record(4, ["B", "A"], "p1win"),
                record(5, ["A", "B"], "void", []),
            ],
            ("A", "B"),
        )
        self.assertEqual((standing.duel, standing.pairs), ([1, 1, 2], [0, 1, 0, 0, 1]))
        self.assertEqual((standing.games, standing.void), (4, 1))
        self.assertEqual(standing.tallies["B"].faults, 1)
        text = as_text(standing, Sprt(0, 5))
        self.assertIn("A - B: +2 =1 -1 of 4, 62.50%", text)
        self.assertIn("crash by B 1", text)
        self.assertIn("SPRT: no decision", text)

    def test_two_engines_on_three_seats(self) -> None:
        """The point of a game goes to the engine whose seat wins."""
        standing = Standing.of(
            [
                record(1, ["A", "B", "B"], "p1win", [1, 2, 3]),
                record(2, ["B", "A", "A"], "p1win", [1, 3, 2]),
                record(3, ["B", "B", "A"], "draw"),
                record(4, ["A", "A", "B"], "p3loss", fault="B"),
            ],
            ("A", "B"),
        )
        self.assertEqual((standing.duel, standing.pairs), ([1, 1, 2], [0, 0, 1, 1, 0]))

    def test_no_game_at_all(self) -> None:
        self.assertIn("of 0", as_text(Standing(("A", "B")), Sprt(0, 5)))
        self.assertIn("+inf ± inf", as_text(Standing.of(
            [record(1, ["A", "B"], "p1win"), record(2, ["B", "A"], "p2win")], ("A", "B")
        ), None))  # fmt: skip


if __name__ == "__main__":
    unittest.main()
