"""Tests of single figures of the runner, for mutants that other tests missed."""

from __future__ import annotations

import math
import re
import unittest

from matches import points
from matches.plan import Sprt
from matches.records.game_record import Entry, GameRecord
from matches.records.pgn import to_pgn
from matches.referee import Referee
from matches.specs import parse_sprt
from matches.statistics import plackett_luce, sprt
from matches.statistics.elo import Z95
from matches.statistics.standing import EngineTally, Standing
from matches.statistics.tables import elo_line
from strategos_client import EngineFault, score_text
from tests.test_client_turns import scripted
from tests.test_results import record


def with_moves(game: GameRecord, moves: int = 3) -> GameRecord:
    """Three moves, the second one without figures of its search."""
    move = f"m{game.game}"
    game.entries = [
        Entry(move, 1, 3, 5, 100, 10.0),
        Entry(move, 2, time_ms=1500.0),
        Entry(move, 1, -4, 8, 300, 30.0),
    ][:moves]
    return game


class TallyTest(unittest.TestCase):
    def test_what_the_moves_of_an_engine_add_up_to(self) -> None:
        standing = Standing.of([with_moves(record(1, ["A", "B"], "p1win"))])
        first, second = standing.tallies["A"], standing.tallies["B"]
        self.assertEqual((first.moves, first.ms, first.slowest_ms), (2, 40.0, 30.0))
        self.assertEqual((first.depth, first.nodes), (6.5, 400))
        self.assertEqual((first.ms_a_move, first.nps), (20.0, 10_000.0))
        self.assertEqual((second.moves, second.slowest_ms, second.nodes), (1, 1500.0, 0))
        self.assertEqual((second.depth, second.nps), (0.0, 0.0))

    def test_moves_of_nobody_are_left_out(self) -> None:
        game = with_moves(record(1, ["A", "B"], "p1win"))
        game.entries[1].player, game.entries[2].player = 0, 2
        standing = Standing.of([game])
        self.assertEqual([tally.moves for tally in standing.tallies.values()], [1, 1])

    def test_wins_draws_and_losses(self) -> None:
        games = [
            record(1, ["A", "B"], "p1win"),
            record(2, ["A", "B"], "draw"),
            record(3, ["B", "A"], "p2win"),
            record(4, ["B", "A"], "p1win"),
        ]
        standing = Standing.of(games)
        for name, wanted in (("A", (2, 1, 1, 2.5)), ("B", (1, 1, 2, 1.5))):
            tally = standing.tallies[name]
            self.assertEqual((tally.wins, tally.draws, tally.losses, tally.points), wanted)
        shared = Standing.of([record(1, ["A", "B", "C"], "draw", [1, 1, 3])])
        for name, wanted in (("A", (0, 1, 0, 0.75)), ("B", (0, 1, 0, 0.75)), ("C", (0, 0, 1, 0))):
            tally = shared.tallies[name]
            self.assertEqual((tally.wins, tally.draws, tally.losses, tally.points), wanted)

    def test_an_engine_without_a_game(self) -> None:
        empty = EngineTally()
        self.assertEqual((empty.percent, empty.ms_a_move, empty.depth, empty.nps), (0, 0, 0, 0))

    def test_each_different_game_counts_once_for_the_ratings(self) -> None:
        seats = (["A", "B", "C"], ["B", "C", "A"], ["C", "A", "B"], ["A", "C", "B"])
        games = [
            record(number, list(engines), "p1win", [1, 2, 3])
            for number, engines in enumerate(seats, 1)
        ]
        standing = Standing.of([*games, games[0]])
        names = sorted(standing.names)
        wanted = plackett_luce.ratings(
            3, [([names.index(name) for name in engines], (1, 2, 3)) for engines in seats]
        )
        for name, found in zip(names, wanted, strict=True):
            self.assertAlmostEqual(standing.ratings()[name].low, found.low)
            self.assertAlmostEqual(standing.ratings()[name].high, found.high)

    def test_the_line_of_a_duel(self) -> None:
        results = ("p1win", "p1win", "draw", "p2win")
        games = [
            record(number, ["A", "B"] if number % 2 else ["B", "A"], result)
            for number, result in enumerate(results, 1)
        ]
        standing = Standing.of(games)
        line = elo_line(standing, None)
        self.assertIn("A - B: +2 =1 -1 of 4, 62.50%, Elo ", line)
        los = re.search(r"LOS (\d+\.\d)%", line)
        assert los is not None
        self.assertAlmostEqual(float(los[1]), 100 * standing.duel.estimate().los, delta=0.05)


class RatingsTest(unittest.TestCase):
    def test_the_interval_of_equals_is_that_of_the_binomial_distribution(self) -> None:
        """The strengths of two engines after n even games differ with a variance of 4/n, and each
        is half of the difference away from the mean."""
        found = plackett_luce.ratings(2, [((0, 1), (1, 2))] * 50 + [((0, 1), (2, 1))] * 50)
        wanted = plackett_luce.ELO_PER_UNIT * Z95 * math.sqrt(4 / 100) / 2
        for interval in found:
            self.assertAlmostEqual(interval.elo, 0.0, places=4)
            self.assertAlmostEqual(interval.high, wanted, delta=0.2)
            self.assertAlmostEqual(interval.low, -wanted, delta=0.2)


class SprtTest(unittest.TestCase):
    def test_fewer_than_sixteen_pairs_decide_nothing(self) -> None:
        test = Sprt(0.0, 150.0)
        fifteen, sixteen = [0, 0, 0, 1, 14], [0, 0, 0, 1, 15]
        self.assertGreater(sprt.log_likelihood_ratio(fifteen, test), sprt.bounds(test)[1])
        self.assertEqual((sprt.verdict(fifteen, test), sprt.verdict(sixteen, test)), ("", "H1"))
        self.assertEqual(sprt.verdict(sixteen[::-1], test), "H0")

    def test_without_a_pair_nothing_is_likelier(self) -> None:
        self.assertEqual(sprt.log_likelihood_ratio([0] * 5, Sprt(0.0, 5.0)), 0.0)


class PointsTest(unittest.TestCase):
    def test_a_lead(self) -> None:
        for found, wanted in (
            ((20, 10), "p1win"),
            ((10, 20), "p2win"),
            ((19, 10), ""),
            ((5, 5), ""),
        ):
            self.assertEqual(points.winner(found, 10), wanted)


class SpecTest(unittest.TestCase):
    def test_rates_of_error_are_below_a_half(self) -> None:
        for rates in ("alpha=0.5", "beta=0.5", "alpha=0"):
            with self.assertRaisesRegex(ValueError, "alpha and beta between"):
                parse_sprt(f"0,5,{rates}")
        self.assertIsNotNone(parse_sprt("0,5,alpha=0.49,beta=0.49"))


class PgnTest(unittest.TestCase):
    def test_which_scores_are_mates(self) -> None:
        for score, text in ((90_000, "M10000"), (89_999, "+899.99"), (-90_000, "-M10000")):
            self.assertEqual(score_text(score), text)

    def test_seconds_and_speed_of_a_move(self) -> None:
        game = with_moves(record(1, ["A", "B"], "p1win"))
        game.entries[1].nodes, game.entries[1].clock_ms = 3000, 61_500
        text = " ".join(to_pgn(game).split())
        self.assertIn("{1.500s, n=3000, nps=2000, tl=61.500s}", text)

    def test_the_number_of_a_position_stands_behind_more_than_a_player(self) -> None:
        game = with_moves(record(1, ["A", "B"], "p1win"))
        for fen, number in (("9 7", "1."), ("9 w 7", "7."), ("", "1."), ("9 w 0", "1.")):
            game.fen = fen
            self.assertIn(f"\n\n{number} m1", to_pgn(game))


class RefereeTest(unittest.IsolatedAsyncioTestCase):
    async def test_an_engine_without_a_table_may_be_the_referee(self) -> None:
        tables = (
            (), ("ugi=option name Hash type spin default 1|ugiok",),
            ("ugi=option name Hash type spin default 4 min 2 max 9|ugiok",),
        )  # fmt: skip
        for table in tables:
            given = scripted(*table, "query players=response 3")
            referee = await Referee.start(given, "nim", None)
            self.assertEqual(referee.players, 3)
            await referee.quit()

    async def test_an_engine_that_does_not_know_the_players_is_none(self) -> None:
        with self.assertRaises(EngineFault):
            await Referee.start(scripted("query players=response many"), "nim", None)


if __name__ == "__main__":
    unittest.main()
