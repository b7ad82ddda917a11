"""Tests of schedule, standing, Elo, SPRT and ratings."""

from __future__ import annotations

import math
import random
import unittest
from collections import Counter

from matches.plan import MatchError, Sprt
from matches.records.game_record import Entry, GameRecord, points_of
from matches.report.figures import figures
from matches.report.page import report
from matches.schedule import (
    circular_orders,
    line_ups,
    openings_needed,
    round_of,
    schedule,
    shared_seats,
)
from matches.statistics import elo, plackett_luce, sprt
from matches.statistics.likelihood import (
    likeliest_with_mean,
    likeliest_with_t,
    log_likelihood,
    mean_and_deviation,
    shares,
)
from matches.statistics.lone import Alone
from matches.statistics.standing import Standing
from matches.statistics.tables import as_text, crosstable, elo_line, records_as_text
from strategos_client import ranking_of


def record(
    game: int,
    engines: list[str],
    result: str,
    ranking: list[int] | None = None,
    fault: str = "",
    moves: str = "",
) -> GameRecord:
    found = GameRecord(
        game=game, pair=(game + 1) // 2, opening_number=1, match="", variant="nim", seed=0,
        engines=engines, controls=[], result=result, reason="rules",
    )  # fmt: skip
    found.entries = [Entry(move) for move in moves.split() or [f"m{game}"]]
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
        # 10 pairs: mean (2*0.25 + 4*0.5 + 4*0.75) / 10 = 0.55.
        found = elo.estimate([0, 2, 4, 4, 0])
        self.assertAlmostEqual(found.elo.elo, 34.860, places=3)
        # A deviation of sqrt(0.035) = 0.187083 a pair, so of 0.264575 a game: 0.05 / 0.264575 of
        # it, times 800 / ln 10 = 347.4356.
        self.assertAlmostEqual(found.normalised.elo, 65.659, places=3)

    def test_interval_of_a_share_is_that_of_its_likelihood_ratio(self) -> None:
        # Pairs of 1/2 or 3/2 points are a binomial: of 100 half. 100 ln(1 / (4 p (1-p))) / 2 is
        # 1.9207 at p = 0.5 +- 0.09708, which is a score of 0.5 +- 0.04854 and 33.83 Elo.
        found = elo.estimate([0, 50, 0, 50, 0])
        self.assertAlmostEqual(found.elo.elo, 0.0)
        self.assertAlmostEqual(found.elo.high, 33.83, delta=0.1)
        self.assertAlmostEqual(found.elo.low, -33.83, delta=0.1)
        self.assertAlmostEqual(found.los, 0.5)

    def test_intervals_are_lopsided_where_results_are(self) -> None:
        found = elo.estimate([0, 0, 0, 2, 25]).elo
        self.assertGreater(found.high - found.elo, 1.05 * (found.elo - found.low))
        self.assertEqual(str(found.negative()), f"{-found.elo:+.1f} [{-found.high:+.1f}, "
                                                f"{-found.low:+.1f}]")  # fmt: skip

    def test_one_sided_results_have_one_bound(self) -> None:
        # Ten pairs won: with chance p each, p^10 falls to exp(-1.9207) at 0.8252: 269.6 Elo.
        found = elo.estimate([0, 0, 0, 0, 10])
        self.assertAlmostEqual(found.elo.low, 269.6, delta=1.5)
        self.assertEqual(str(found.elo), f"above {found.elo.low:+.1f}")
        self.assertTrue(str(elo.estimate([3, 0, 0, 0, 0]).elo).startswith("below "))
        self.assertTrue(0.99 < found.los < 1.0)
        self.assertEqual(str(elo.estimate([0] * 5).elo), "unknown")

    def test_pairs_that_are_all_alike_prove_little(self) -> None:
        few, many = elo.estimate([0, 0, 4, 0, 0]).elo, elo.estimate([0, 0, 400, 0, 0]).elo
        self.assertTrue(80.0 < few.error < 400.0, few)
        self.assertTrue(0.5 < many.error < 5.0, many)
        self.assertEqual(str(few), f"+0.0 ± {few.high:.1f}")

    def test_likeliest_chances_meet_their_condition(self) -> None:
        for counts in ([0, 2, 4, 4, 0], [0, 0, 16, 0, 0], [7, 0, 0, 0, 0], [1, 0, 300, 2, 90]):
            best = log_likelihood(counts, shares(counts))
            for mean in (0.2, 0.5, 0.507, 0.9):
                chances = likeliest_with_mean(counts, mean)
                self.assertAlmostEqual(sum(chances), 1.0)
                self.assertAlmostEqual(mean_and_deviation(chances)[0], mean)
                self.assertLessEqual(log_likelihood(counts, chances), best + 1e-9)
            for t in (-0.8, -0.02, 0.0, 0.1, 0.8):
                chances = likeliest_with_t(counts, t)
                found, deviation = mean_and_deviation(chances)
                self.assertAlmostEqual((found - 0.5) / deviation, t, places=6)
                self.assertLessEqual(log_likelihood(counts, chances), best + 1e-9)

    def test_no_other_chances_with_the_mean_are_likelier(self) -> None:
        """Steps along the simplex that keep sum and mean only lose."""
        counts = [3, 10, 40, 20, 6]
        chances = likeliest_with_mean(counts, 0.5)
        best = log_likelihood(counts, chances)
        for step in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1), (1, -1, 0, -1, 1)):
            for size in (-1e-3, 1e-3):
                moved = [p + size * d for p, d in zip(chances, step, strict=True)]
                self.assertLess(log_likelihood(counts, moved), best)


class SprtTest(unittest.TestCase):
    def test_log_likelihood_ratio(self) -> None:
        # s0 = 0.5, s1 = 1/(1+10^(-0.025)) = 0.5143871; of 400 pairs 200 have a score of 1/4 and
        # 200 of 3/4, so that p0 = 0.5 and p1 = 0.5287742 are the chances of the latter:
        # 200 ln(4 p1 (1 - p1)) = -0.6634.
        logistic = Sprt(0.0, 10.0, model="logistic")
        ratio = sprt.log_likelihood_ratio([0, 200, 0, 200, 0], logistic)
        self.assertAlmostEqual(ratio, -0.6634, places=2)

    def test_normalised_ratio_of_many_pairs_is_the_normal_distributions(self) -> None:
        # t = 0.5 / sqrt(2) normalised as 5 / 347.4356; with the sample's own t the ratio is
        # N/2 ln((1 + (t - t0)^2) / (1 + (t - t1)^2)).
        pairs = [60, 500, 1900, 560, 80]
        mean, deviation = mean_and_deviation(shares(pairs))
        t, one = (mean - 0.5) / deviation, 5.0 / elo.NORMALISED_ELO * math.sqrt(2.0)
        wanted = sum(pairs) / 2 * math.log((1 + t * t) / (1 + (t - one) ** 2))
        found = sprt.log_likelihood_ratio(pairs, Sprt(0.0, 5.0))
        self.assertAlmostEqual(found, wanted, delta=0.02)

    def test_bounds_follow_from_the_error_rates(self) -> None:
        low, high = sprt.bounds(Sprt(0.0, 5.0))
        self.assertAlmostEqual(high, 2.944, places=3)
        self.assertAlmostEqual(low, -high)
        low, high = sprt.bounds(Sprt(0.0, 5.0, alpha=0.1, beta=0.02))
        self.assertAlmostEqual(low, math.log(0.02 / 0.9))
        self.assertAlmostEqual(high, math.log(0.98 / 0.1))

    def test_it_decides_both_ways_but_not_at_once(self) -> None:
        for model in ("normalized", "logistic"):
            test = Sprt(0.0, 20.0, model=model)
            self.assertEqual(sprt.verdict([0, 0, 0, 0, 4], test), "")
            self.assertEqual(sprt.verdict([0, 20, 100, 300, 50], test), "H1")
            self.assertEqual(sprt.verdict([50, 300, 100, 20, 0], test), "H0")
            self.assertEqual(sprt.verdict([0, 0, 0, 0, 0], test), "")

    def test_error_rates_are_kept(self) -> None:
        """Among 200 matches of equal engines, not many more than 5 % end with H1."""
        chances, rng = (0.05, 0.2, 0.5, 0.2, 0.05), random.Random(7)
        test, wrong, decided = Sprt(0.0, 60.0), 0, 0
        for _ in range(200):
            pairs = [0] * 5
            while not (said := sprt.verdict(pairs, test)) and sum(pairs) < 1000:
                for outcome in rng.choices(range(5), chances, k=16):
                    pairs[outcome] += 1
            wrong, decided = wrong + (said == "H1"), decided + bool(said)
        self.assertEqual(decided, 200)
        self.assertLess(wrong, 20)


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

    def test_one_sided_and_empty_results_have_one_bound_or_none(self) -> None:
        # Ten games won: 10 ln(1 / (1 + e^-d)) = -1.9207 at d = 1.5528, half of it 134.9 Elo.
        first, second = plackett_luce.ratings(2, [((0, 1), (1, 2))] * 10)
        self.assertAlmostEqual(first.low, 134.9, delta=0.1)
        self.assertEqual((str(first)[:6], str(second)[:6]), ("above ", "below "))
        self.assertEqual(str(plackett_luce.ratings(2, [])[0]), "unknown")
        found = plackett_luce.ratings(3, [((0, 1), (1, 2)), ((0, 1), (2, 1))] * 10)
        self.assertEqual([str(found[0])[:4], str(found[2])], ["+0.0", "unknown"])


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

    def test_fields(self) -> None:
        for players, lone, even in ((2, 2, 2), (3, 6, 0), (4, 8, 6)):
            found = {way for group in round_of(2, players, "duel", 0, "lone") for way in group}
            self.assertEqual(len(found), lone)
            self.assertTrue(all(1 in (way.count(0), way.count(1)) for way in found))
            if even:
                found = {way for group in round_of(2, players, "duel", 0, "even") for way in group}
                self.assertEqual(len(found), even)
                self.assertTrue(all(way.count(0) == way.count(1) for way in found))
        games = list(schedule(2, 4, "duel", 16, "lone"))
        self.assertEqual([game.opening for game in games], [1] * 8 + [2] * 8)
        self.assertEqual(openings_needed(2, 4, "duel", 16, "lone"), 2)
        with self.assertRaises(MatchError):
            next(schedule(2, 3, "duel", 1, "even"))

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
        self.assertEqual((standing.duel.games, standing.duel.pairs), ([1, 1, 2], [0, 1, 0, 0, 1]))
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
        self.assertEqual((standing.duel.games, standing.duel.pairs), ([1, 1, 2], [0, 0, 1, 1, 0]))

    def test_fields_are_told_apart(self) -> None:
        standing = Standing.of(
            [
                record(1, ["A", "B", "B", "B"], "p1win", [1, 2, 3, 4]),
                record(2, ["B", "A", "A", "A"], "draw", [1, 1, 3, 4]),
                record(3, ["B", "A", "B", "B"], "p1win", [1, 2, 3, 4]),
                record(4, ["A", "B", "A", "A"], "p1win", [1, 2, 3, 4]),
                record(5, ["A", "A", "B", "B"], "p2win", [2, 1, 3, 4]),
                record(6, ["B", "B", "A", "A"], "draw", [1, 2, 1, 4]),
                record(7, ["A", "B", "B", "B"], "p1win", [1, 2, 3, 4], moves="m1"),
            ],
            ("A", "B"),
        )
        a, b = standing.alone["A"], standing.alone["B"]
        self.assertEqual((a.games, a.points, b.games, b.points), (2, 1.0, 2, 0.5))
        self.assertAlmostEqual(a.behind, (1.0 + 2.0 / 3.0) / 2.0)
        self.assertAlmostEqual(b.behind, (2.5 / 3.0 + 2.0 / 3.0) / 2.0)
        self.assertEqual(standing.evenly.games, [0, 1, 1])
        self.assertEqual(standing.evenly.pairs, [0, 0, 0, 1, 0])
        self.assertEqual(sum(standing.duel.games), 7)
        text = as_text(standing, None)
        self.assertIn(
            "A alone against 3 B: 1 of 2 points, 50.0% (9.5 to 90.5), even share 25.0%; "
            "left behind 83.3% of the others",
            text,
        )
        self.assertIn("B alone against 3 A: 0.5 of 2 points, 25.0%", text)
        self.assertIn("as many seats each: A - B: +1 =1 -0 of 2, 75.00%", text)
        self.assertNotIn("alone", as_text(Standing.of([record(1, ["A", "B"], "p1win")]), None))

    def test_the_share_of_a_lone_engine_has_an_interval(self) -> None:
        """The figures are those of Wilson's formula for 10 of 10, and for 25 of 100."""
        self.assertEqual(Alone(3).interval(), (0.0, 1.0))
        for games, points, low, high in ((10, 10.0, 0.7225, 1.0), (100, 25.0, 0.1755, 0.3430)):
            found = Alone(4, games, points).interval()
            self.assertAlmostEqual(found[0], low, places=4)
            self.assertAlmostEqual(found[1], high, places=4)

    def test_no_game_at_all(self) -> None:
        self.assertIn("of 0", as_text(Standing(("A", "B")), Sprt(0, 5)))
        won = [record(1, ["A", "B"], "p1win"), record(2, ["B", "A"], "p2win")]
        for text in (as_text(Standing(("A", "B")), None), as_text(Standing.of(won), None)):
            self.assertNotIn("inf", text)

    def test_the_table_and_the_line_give_one_figure(self) -> None:
        games = [("p1win", "p2win")] * 5 + [("p1win", "p1win")] * 9 + [("draw", "p1win")]
        records = [
            record(2 * i + j, [["A", "B"], ["B", "A"]][j], results[j])
            for i, results in enumerate(games, 1)
            for j in (0, 1)
        ]
        for item in records:
            item.pair = item.game // 2
        standing = Standing.of(records)
        figure = str(standing.duel.estimate().elo)
        first, second = as_text(standing, None).splitlines()[1:3]
        self.assertIn(figure, first)
        self.assertIn(str(standing.duel.estimate().elo.negative()), second)
        self.assertIn(f"Elo {figure}, LOS", as_text(standing, None))

    def test_repeated_games_are_no_evidence(self) -> None:
        """20 equal games count once; 40 games of two kinds count twice."""
        alike = [
            record(game, ["A", "B"] if game % 2 else ["B", "A"], "p1win", moves="a b c")
            for game in range(1, 21)
        ]
        standing = Standing.of(alike)
        self.assertEqual((standing.games, standing.distinct, standing.repeated), (20, 1, 18))
        self.assertEqual(standing.duel.pairs, [0, 0, 1, 0, 0])
        self.assertEqual(standing.duel.games, [10, 0, 10])
        text = as_text(standing, Sprt(0, 5))
        self.assertIn("distinct games: 1 of 20\n18 games repeat earlier ones", text)
        won = [
            record(game, ["A", "B"] if game % 2 else ["B", "A"], f"p{2 - game % 2}win",
                   moves=f"a b {game % 2}")
            for game in range(1, 41)
        ]  # fmt: skip
        standing = Standing.of(won)
        self.assertEqual((standing.distinct, standing.duel.pairs), (2, [0, 0, 0, 0, 1]))
        self.assertEqual(standing.verdict(Sprt(0, 5)), "")

    def test_wins_on_points_are_counted_beside_the_draws(self) -> None:
        records = [record(game, ["A", "B"] if game % 2 else ["B", "A"], "draw") for game in (1, 2)]
        records[0].on_points, records[1].on_points = "p1win", "p2win"
        standing = Standing.of(records)
        self.assertEqual((standing.duel.games, standing.duel.pairs), ([0, 2, 0], [0, 0, 1, 0, 0]))
        self.assertEqual(standing.on_points.games, [0, 0, 2])
        self.assertEqual(standing.on_points.pairs, [0, 0, 0, 0, 1])
        self.assertEqual(standing.tested(Sprt(0, 5)), standing.duel.pairs)
        self.assertEqual(standing.tested(Sprt(0, 5, on_points=True)), standing.on_points.pairs)
        text = as_text(standing, None)
        self.assertIn("A - B: +0 =2 -0 of 2, 50.00%", text)
        self.assertIn("2 of the draws decided on points: A - B: +2 =0 -0 of 2, 100.00%", text)

    def test_crosstable(self) -> None:
        records = [
            record(1, ["A", "B"], "p1win"), record(2, ["B", "A"], "draw"),
            record(3, ["A", "C"], "p2win"), record(4, ["B", "C"], "p2win"),
        ]  # fmt: skip
        table = [line.split() for line in crosstable(Standing.of(records))]
        self.assertEqual(table[0], ["1", "2", "3"])
        self.assertEqual(" ".join(table[1]), "1 C . 1 (+1 =0 -0) 1 (+1 =0 -0)")
        self.assertEqual(" ".join(table[2]), "2 A 0 (+0 =0 -1) . 1.5 (+1 =1 -0)")
        self.assertIn("1.5 (+1 =1 -0)", as_text(Standing.of(records), None))

    def test_variants_are_not_pooled(self) -> None:
        records = [record(1, ["A", "B"], "p1win"), record(2, ["B", "A"], "p2win")]
        records += [record(3, ["A", "B"], "p2win"), record(4, ["B", "A"], "p1win")]
        for item in records[2:]:
            item.variant = "other"
        text = records_as_text(records)
        self.assertIn("nim:\n", text)
        self.assertIn("other:\n", text)
        self.assertEqual(text.count("+2 =0 -0 of 2"), 1)
        self.assertEqual(text.count("+0 =0 -2 of 2"), 1)
        self.assertNotIn("of 4", text)
        self.assertNotIn("nim:", records_as_text(records[:2]))
        self.assertEqual(records_as_text([]), "no games")
        page = report(records)
        self.assertEqual((page.count("+2 =0 -0 of 2"), page.count("of 4")), (1, 0))
        names = [figure.name for figure in figures(records) if "ratings" in figure.name]
        self.assertEqual(names, ["ratings-nim", "ratings-other"])


class FaultLinesTest(unittest.TestCase):
    def games(self, *reasons: str) -> Standing:
        """Games that A won, by faults of B for these reasons."""
        standing = Standing(("A", "B"))
        for game, reason in enumerate(reasons, 1):
            seats = ["A", "B"] if game % 2 else ["B", "A"]
            played = record(game, seats, "p1win" if game % 2 else "p2win")
            if reason:
                played.reason, played.fault = reason, "B"
            standing.add(played)
        return standing

    def test_faults_of_time_qualify_every_figure(self) -> None:
        standing = self.games("time", "", "silence", "time")
        test = Sprt(0.0, 5.0)
        score, *text = as_text(standing, test).splitlines()[3:]
        self.assertIn("LOS ", score)
        self.assertIn(" (3 of 4 games by time), LLR", score)
        self.assertIn("SPRT: no decision (3 of 4 games by time)", text)
        (line,) = [line for line in text if "were decided by" in line]
        self.assertTrue(line.startswith(
            "3 of 4 games were decided by faults of time (silence by B 1, time by B 2): Elo, LOS"
        ), line)  # fmt: skip
        self.assertIn("(3 of 4 games by time)", elo_line(standing, None))

    def test_other_faults_are_told_apart(self) -> None:
        standing = self.games("crash", "", "time", "illegal move")
        text = as_text(standing, None)
        self.assertIn("(1 of 4 games by time)", text)
        self.assertIn("1 of 4 games was decided by faults of time (time by B 1)", text)
        self.assertIn(
            "2 of 4 games were decided by faults (crash by B 1, illegal move by B 1)", text
        )
        self.assertNotIn("by time", as_text(self.games("crash", ""), None))

    def test_games_without_faults_need_no_word(self) -> None:
        text = as_text(self.games("", ""), None)
        self.assertNotIn("decided", text)
        self.assertNotIn("by time", text)


if __name__ == "__main__":
    unittest.main()
