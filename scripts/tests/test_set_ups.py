"""Tests of `find_set_ups.py`: set-ups, books and mixed strategies."""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from opening_books.deployments.armies import FIXED, Armies, expected_points, read
from opening_books.deployments.book import WHOLE, Book
from opening_books.deployments.book_search import BookSearch, Files
from opening_books.deployments.cli import kind_and_files
from opening_books.deployments.fleets import BASIC, Fleet, Fleets, random_fleet, varied
from opening_books.deployments.games import OpenGames, Result, read_games, start
from opening_books.deployments.matrix import gains, parts, solve
from opening_books.deployments.table import Table
from tests.browser import engine as built_engine


class FleetTest(unittest.TestCase):
    def setUp(self) -> None:
        self.chance = random.Random(7)

    def test_a_deployment_is_read_and_written(self) -> None:
        fleet = random_fleet(self.chance)
        deployment = fleet.deployment(0, False)
        self.assertEqual(Fleet.read(deployment).pieces, fleet.pieces)
        self.assertEqual(Fleet.read(deployment).homes, fleet.homes)
        kinds = [drop[0] for drop in deployment.split(",")[:-1]]
        self.assertEqual(kinds, sorted(kinds, key=list(BASIC).index))
        self.assertEqual(deployment.split(",")[-1], "end")

    def test_a_deployment_is_turned(self) -> None:
        fleet = Fleet({(1, 0): "K", (2, 1): "Q"}, {(2, 1): (1, 0)})
        self.assertEqual(fleet.deployment(0, True), "K@o1,Q@n2>o1,end")
        self.assertEqual(fleet.deployment(1, False), "K@b16,Q@c15>b16,end")

    def test_variations_are_fleets_that_spend_their_points(self) -> None:
        fleet = random_fleet(self.chance)
        for _ in range(500):
            parent, fleet = fleet, varied(fleet, self.chance)
            self.assertTrue(fleet.is_legal(), fleet.deployment(0, False))
            self.assertLess(fleet.points_left(), 3)
            self.assertNotEqual(fleet.pieces, parent.pieces)

    def test_what_the_rules_refuse_is_no_fleet(self) -> None:
        too_few = random_fleet(self.chance)
        too_few.pieces = {at: kind for at, kind in too_few.pieces.items() if kind != "R"}
        bought_too_much = random_fleet(self.chance)
        free = ((x, 6) for x in range(16))
        bought_too_much.pieces |= dict.fromkeys(free, "N")
        far_away = random_fleet(self.chance)
        squadron = next(iter(far_away.homes))
        far_away.pieces[squadron[0], 7] = far_away.pieces.pop(squadron)
        far_away.homes[squadron[0], 7] = far_away.homes.pop(squadron)
        for wrong in (too_few, bought_too_much, far_away):
            self.assertFalse(wrong.is_legal())


class MatrixTest(unittest.TestCase):
    """Games whose solution is known."""

    def test_matching_pennies_with_unequal_stakes(self) -> None:
        # Each mixed strategy makes the other side indifferent: 3p - (1 - p) = -2p + (1 - p).
        found = solve(np.array([[3.0, -2.0], [-1.0, 1.0]]))
        np.testing.assert_allclose(found.rows, [2 / 7, 5 / 7], atol=1e-9)
        np.testing.assert_allclose(found.columns, [3 / 7, 4 / 7], atol=1e-9)
        self.assertAlmostEqual(found.value, 1 / 7)

    def test_rock_paper_scissors_and_a_hand_that_loses_to_all(self) -> None:
        payoff = np.array([[0.0, -1, 1, 1], [1, 0, -1, 1], [-1, 1, 0, 1], [-1, -1, -1, 0]])
        found = solve(payoff)
        np.testing.assert_allclose(found.rows, [1 / 3, 1 / 3, 1 / 3, 0], atol=1e-9)
        self.assertAlmostEqual(max(gains(payoff, found.rows, found.columns)), 0.0)
        # A pure strategy loses.
        always = np.array([1.0, 0, 0, 0])
        self.assertAlmostEqual(gains(payoff, found.rows, always)[0], 1.0)

    def test_slack_spreads_the_weight_and_costs_no_more_than_itself(self) -> None:
        # The second row is nearly as good as the first.
        payoff = np.array([[0.50, 0.52], [0.49, 0.52], [0.0, 0.1]])
        found = solve(payoff, slack=0.01)
        np.testing.assert_allclose(found.rows, [0.5, 0.5, 0.0], atol=0.02)
        self.assertGreaterEqual(float((found.rows @ payoff).min()), 0.49 - 1e-9)

    def test_parts_add_up(self) -> None:
        self.assertEqual(parts(np.array([1 / 3, 1 / 3, 1 / 3]), 10_000), [3334, 3333, 3333])
        self.assertEqual(parts(np.array([1.0, 0.0]), 10_000), [10_000, 0])


class TableTest(unittest.TestCase):
    def test_a_table_is_written_and_read(self) -> None:
        table = Table()
        table.extend(["s1", "s2"], ["n1"])
        for points in (1.0, 0.5, 0.0):
            table.add(1, 0, points)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.table"
            table.write(path)
            again = Table.read(path)
            path.write_text("rubbish\n", encoding="utf-8")
            with self.assertRaises(ValueError):
                Table.read(path)
        self.assertEqual((again.rows, again.columns), (["s1", "s2"], ["n1"]))
        self.assertEqual(again.games.tolist(), [[0], [3]])
        self.assertEqual(again.points.tolist(), [[0.0], [1.5]])
        self.assertAlmostEqual(again.variance(), 0.25)

    def test_luck_is_taken_out_of_results(self) -> None:
        chance = np.random.default_rng(1)
        truth = chance.normal(0.0, 1.0, (20, 1)) + chance.normal(0.0, 1.0, (1, 20))
        truth = truth + chance.normal(0.0, 0.3, (20, 20))
        table = Table()
        names = [f"s{number}" for number in range(20)]
        table.extend(names, names)
        for row, column in np.ndindex(20, 20):
            for _ in range(2):
                table.add(row, column, float(truth[row, column] + chance.normal(0.0, 1.0)))
        raw = table.points / table.games
        self.assertAlmostEqual(table.variance(), 1.0, delta=0.2)
        before = float(((raw - truth) ** 2).mean())
        self.assertLess(float(((table.payoff() - truth) ** 2).mean()), 0.4 * before)

    def test_folding_joins_the_colours_and_takes_the_first_move_away(self) -> None:
        table = Table()
        table.extend(["f1", "f2"], ["f1", "f2"])
        table.add(0, 1, 130.0)
        table.add(1, 0, -70.0)
        folded = table.folded()
        self.assertEqual(folded.games.tolist(), [[0, 2], [2, 0]])
        self.assertEqual(folded.points.tolist(), [[0.0, 200.0], [-200.0, 0.0]])


# The number of opponents of each set-up of a book.
LEAST_MET = 12


class CommittedBooksTest(unittest.TestCase):
    """The books in the games' folders follow from their tables."""

    VARIANTS = ("gameofwar", "warpac", "warpac-subs")

    def test_no_single_set_up_beats_a_mixture(self) -> None:
        for variant in self.VARIANTS:
            kind, files = kind_and_files(variant)
            with self.subTest(variant):
                payoff = Table.read(files.table).payoff_of(kind.is_symmetric)
                rows, columns = (np.array(Book.read(path).weights) / WHOLE for path in files.books)
                # The slack, and the error of rounding to integers.
                most = kind.slack + float(np.ptp(payoff)) / WHOLE * len(payoff)
                value = solve(payoff).value
                self.assertLessEqual(float((payoff @ columns).max()), value + most)
                self.assertGreaterEqual(float((rows @ payoff).min()), value - most)
                # The worst set-up of the book is worse, so this test can fail.
                always = np.eye(len(rows))[int(np.argmin(payoff.mean(axis=1)))]
                self.assertLess(float((always @ payoff).min()), value - most)

    def test_who_always_sets_up_alike_is_beaten_in_a_game_of_war(self) -> None:
        _, files = kind_and_files("gameofwar")
        payoff = Table.read(files.table).payoff()
        rows, columns = (np.array(Book.read(path).weights) / WHOLE for path in files.books)
        mixed = float((rows @ payoff).min()), float((payoff @ columns).max())
        self.assertLess(float(payoff.min(axis=1).max()), mixed[0])
        self.assertGreater(float(payoff.max(axis=0).min()), mixed[1])

    def test_every_set_up_has_met_enough_others(self) -> None:
        for variant in self.VARIANTS:
            kind, files = kind_and_files(variant)
            with self.subTest(variant):
                table = Table.read(files.table)
                games = table.games + table.games.T if kind.is_symmetric else table.games
                met = (games > 0).sum(axis=1), (games > 0).sum(axis=0)
                self.assertGreaterEqual(min(int(one.min()) for one in met), LEAST_MET)
                for path, names in zip(files.books, (table.rows, table.columns), strict=True):
                    self.assertEqual(Book.read(path).names, names)


class ArmiesTest(unittest.TestCase):
    def test_variations_have_the_whole_army_on_its_own_ground(self) -> None:
        chance = random.Random(3)
        armies = Armies()
        for side, token in enumerate(FIXED):
            other = token
            for _ in range(300):
                other = armies.varied(other, token, side, chance)
                units = read(other)
                kinds = sorted(unit[0] for unit in units)
                self.assertEqual(kinds, sorted(unit[0] for unit in read(token)))
                self.assertEqual(len({unit[1:] for unit in units}), len(units))
                self.assertTrue(all(y // 10 == side for _, _, y in units))

    def test_a_broken_off_game_is_worth_what_its_lead_promises(self) -> None:
        self.assertEqual(expected_points(0.0), 0.5)
        self.assertGreater(expected_points(500.0), 0.6)
        self.assertAlmostEqual(expected_points(-800.0), 1.0 - expected_points(800.0))
        self.assertEqual(Armies().value(Result(1.0, -300.0, True)), 1.0)
        self.assertLess(Armies().value(Result(0.5, -300.0, False)), 0.5)


class GamesTest(unittest.TestCase):
    def test_games_are_read(self) -> None:
        text = (
            "variant gameofwar nodes 1 seed 1\n"
            "game 1 points 12 0 fen 8/8 w - 0 1\n1 a1a2 30 *\n2 b1b2 -50 *\n3 a2a3 70\n"
            "game 2 points 6 6 fen 8/8 b - 0 1\n1 a1a2 30 *\n2 b1b2 -50\n3 c1c2 10\n4 d1d2 0\n"
        )
        one, two = read_games(text, 4)
        self.assertEqual(one, Result(1.0, 60.0, True))
        self.assertEqual(two, Result(0.5, -5.0, False))


class Pennies:
    """A game with numbers as set-ups. The first player wins if the last digits are equal."""

    variant = "pennies"
    is_symmetric = False
    letters = ("s", "n")
    slack = 0.0
    stages: tuple[tuple[int, int], ...] = ((16, 4), (6, 8))
    least_distance = 1

    def own(self, token: str, side: int) -> str:
        return token

    def varied(self, token: str, other: str, side: int, chance: random.Random) -> str:
        return str(chance.randrange(1000))

    def distance(self, one: str, other: str) -> int:
        return abs(int(one) - int(other))

    async def is_sound(self, engine: object, token: str, side: int) -> bool:
        return True

    def deployments(self, first: str, second: str, chance: random.Random) -> tuple[str, str]:
        return first, second

    def value(self, result: Result) -> float:
        return result.points


class PenniesGames:
    """Its games."""

    def __init__(self) -> None:
        self.count = 0

    async def play(self, pairs: Sequence[tuple[str, str]], seed: int) -> list[Result]:
        self.count += len(pairs)
        return [Result(float(a[-1] == b[-1]), 0.0, True) for a, b in pairs]


class ContestTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        books = [Path(folder.name) / name for name in ("s.book", "n.book")]
        for path in books:
            path.write_text(f"# head\n{path.name[0]}1 10000 1\n", encoding="utf-8")
        self.files = Files((books[0], books[1]), Path(folder.name) / "results.table")

    def _search(self, games: PenniesGames) -> BookSearch:
        # The books are not empty, so the engine is not asked for set-ups.
        return BookSearch(Pennies(), None, games, self.files, 1)  # type: ignore[arg-type]

    def test_books_grow_to_a_mixture_and_a_run_goes_on_where_it_was(self) -> None:
        asyncio.run(self._search(PenniesGames()).grow(10, 3, 1))
        again = self._search(PenniesGames())
        self.assertEqual([len(book.entries) for book in again.books], [10, 10])
        self.assertEqual(sum(again.books[0].weights), WHOLE)
        self.assertTrue((again.table.games > 0).all())
        self.assertLess(again.mixtures().value, 1.0)
        more = PenniesGames()
        asyncio.run(self._search(more).grow(10, 3, 1))
        self.assertEqual(more.count, 0, "all had been played")
        lines = self.files.books[0].read_text("utf-8").splitlines()
        self.assertEqual(lines[0], "# head")
        weights = [int(line.split()[1]) for line in lines[1:]]
        self.assertEqual(weights, sorted(weights, reverse=True))

    def test_answers_bring_the_mixture_towards_the_equilibrium(self) -> None:
        # The first player must guess the last digit of the second one.
        asyncio.run(self._search(PenniesGames()).answer(12, 2, 3, 1))
        value = self._search(PenniesGames()).mixtures().value
        self.assertAlmostEqual(value, 0.1, delta=0.05)

    def test_one_who_knows_the_mixture_finds_what_beats_it(self) -> None:
        search = self._search(PenniesGames())
        token, mean, error = asyncio.run(search.attack(0, 4, 50))
        self.assertEqual((token[-1], mean, error), ("1", 1.0, 0.0))


@unittest.skipIf(built_engine() is None, "needs a build of the engine")
class EngineTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.command = Path(built_engine() or "")

    async def test_short_games_are_played_and_the_fixed_armies_are_online(self) -> None:
        engine = await start(self.command, "gameofwar")
        self.addAsyncCleanup(engine.quit)
        for side in (0, 1):
            self.assertTrue(await Armies().is_sound(engine, FIXED[side], side))
        with tempfile.TemporaryDirectory() as folder:
            games = OpenGames(engine, self.command, "gameofwar", Path(folder), 60, 6)
            pairs = [(FIXED[0], FIXED[1])] * 3
            results = await games.play(pairs, 5)
            self.assertEqual(results, await games.play(pairs, 5))
        self.assertEqual([result.is_over for result in results], [False] * 3)
        self.assertTrue(all(math.isfinite(result.lead_cp) for result in results))

    async def test_fleets_with_submarines_can_be_deployed(self) -> None:
        engine = await start(self.command, "warpac-subs")
        self.addAsyncCleanup(engine.quit)
        chance = random.Random(2)
        for _ in range(30):
            fleet = random_fleet(chance).deployment(0, False)
            pair = Fleets("warpac-subs").deployments(fleet, fleet, chance)
            engine.set_position(f"deploy moves {' '.join(pair)}")
            self.assertEqual((await engine.fen()).split()[1], "w")


if __name__ == "__main__":
    unittest.main()
