"""Tests of `calibrate.py`."""

from __future__ import annotations

import argparse
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from matches.records.game_record import GameRecord
from tests.browser import engine
from tuning.levels.cli import check, measure
from tuning.levels.players import ANCHOR, Level, Player, pairs_of, player_at, strength_table
from tuning.levels.table import Step, corrected, rising
from tuning.levels.tournament import play, ranks, rated, score

WEAK, FAIR, GOOD = Level(250, 900), Level(250, 400), Level(4000, 0)


def game(engines: list[str], ranking: list[int], on_points: str = "") -> GameRecord:
    """A game with this end."""
    return GameRecord(1, 1, 1, "", "pacru", 0, engines, [], ranking=ranking, on_points=on_points)


class CalibrateTest(unittest.TestCase):
    def test_a_score_counts_beaten_opponents(self) -> None:
        games = [game(["a", "b"], [1, 2]), game(["b", "a"], [1, 1])]
        self.assertEqual(score("a", games), 0.75)
        self.assertEqual(score("b", games), 0.25)

    def test_seats_of_the_same_engine_are_no_opponents(self) -> None:
        games = [game(["a", "b", "a"], [1, 2, 3])]
        self.assertEqual(score("a", games), 0.5)

    def test_points_decide_a_draw(self) -> None:
        self.assertEqual(ranks(game(["a", "b"], [1, 1])), [1, 1])
        self.assertEqual(ranks(game(["a", "b"], [1, 1], "p2win")), [2, 1])
        self.assertEqual(score("b", [game(["a", "b"], [1, 1], "p2win")]), 1.0)

    def test_a_score_of_three_quarters_is_190_elo(self) -> None:
        won, lost = game(["strong", "weak"], [1, 2]), game(["strong", "weak"], [2, 1])
        elos = rated(["weak", "strong"], [won] * 300 + [lost] * 100)
        self.assertAlmostEqual(elos["strong"].elo - elos["weak"].elo, 190.8, delta=3)

    def test_a_level_is_asked_for_by_its_options(self) -> None:
        self.assertEqual(player_at(1400).name, "elo1400")
        self.assertIn("option.UCI_LimitStrength=true,option.UCI_Elo=1400", player_at(1400).words)

    def test_a_level_is_played_without_an_elo(self) -> None:
        self.assertEqual(Level.read("250:900"), WEAK)
        self.assertEqual(WEAK.player.words, "option.Evaluation Error=900,nodes=250")
        self.assertEqual(GOOD.player.words, "option.Evaluation Error=1,nodes=4000")

    def test_each_level_plays_the_next_two_and_strong_ones_the_anchor(self) -> None:
        names = [(low.name, high.name) for low, high in pairs_of([WEAK, FAIR, GOOD])]
        weak, fair, good = WEAK.player.name, FAIR.player.name, GOOD.player.name
        expected = [(weak, fair), (fair, good), (weak, good), (good, ANCHOR.name)]
        self.assertEqual(names, expected)

    def test_only_what_is_stronger_stays_on_the_strength_table(self) -> None:
        weakest = Level(1, 2)
        found = [(300, weakest), (280, WEAK), (590, FAIR), (2210, GOOD), (2300, GOOD)]
        self.assertEqual(rising(found), [(590, FAIR), (2210, GOOD)])
        self.assertEqual(
            rising([(700, WEAK), (650, FAIR), (900, GOOD)]), [(700, WEAK), (900, GOOD)]
        )

    def test_a_distance_combines_prior_and_games(self) -> None:
        self.assertAlmostEqual(Step(600, 1 / (1 + 10**-0.5), 50).distance, 200, delta=1)
        # A score of 10/11 means 400 Elo. With 66 games its error is 74; the prior's is 60.
        self.assertTrue(260 < Step(600, 10 / 11, 66).distance < 300)
        self.assertAlmostEqual(Step(600, 10 / 11, 1_000_000).distance, 400, delta=1)
        self.assertTrue(250 < Step(600, 1.0, 40).distance < Step(600, 1.0, 400).distance)
        self.assertEqual(Step(600, 0.1, 10_000).distance, 1)

    def test_distances_are_corrected_around_the_anchor(self) -> None:
        shorter, longer = Step(1600, 0.64, 1_000_000), Step(1800, 10 / 11, 1_000_000)
        levels = [
            (1500, WEAK),
            (1600, WEAK),
            (1700, WEAK),
            (1900, FAIR),
            (2000, FAIR),
            (2050, GOOD),
        ]
        found = [elo for elo, _ in corrected(levels, [shorter, longer])]
        # 100 and 400 Elo instead of 200, also beyond the ends.
        self.assertEqual(found, [1450, 1500, 1550, 1800, 2000, 2100])
        self.assertEqual(
            [level for _, level in corrected(levels, [shorter])], [level for _, level in levels]
        )

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_levels_are_checked_and_the_corrected_table_is_printed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            words = argparse.Namespace(
                engine=str(engine()), variant="shacru4", games=1, out=Path(folder), check=True
            )
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                check(words)
            self.assertRegex(
                output.getvalue(), r"\nshacru4: [0-9.]+% on average\n(\([0-9, -]+\),\n)+$"
            )

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_a_tournament_continues_after_an_interruption(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            words = argparse.Namespace(
                engine=str(engine()), variant="shacru", games=2, out=Path(folder),
                levels=[Level(60, 900), Level(4000, 0)],
            )  # fmt: skip
            pair = pairs_of(words.levels)[0]
            first = play(words, pair)
            self.assertEqual(len(first), 2)
            words.games = 4
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                measure(words)
            self.assertEqual(play(words, pair)[:2], first)
            self.assertIn("shacru, 8 games:", output.getvalue())

    def test_no_level_is_rated_if_the_anchor_lost_every_game(self) -> None:
        def lost(words: argparse.Namespace, pair: tuple[Player, Player]) -> list[GameRecord]:
            return [game([player.name for player in pair], [1, 2])] * 2

        words = argparse.Namespace(variant="shacru", levels=[GOOD])
        output = io.StringIO()
        with mock.patch("tuning.levels.cli.play", lost), contextlib.redirect_stdout(output):
            measure(words)
        self.assertIn(f"{GOOD.player.name}: no rating", output.getvalue())
        self.assertTrue(output.getvalue().endswith("shacru, 2 games:\n"))

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_table_is_read_from_the_engine(self) -> None:
        found = strength_table(str(engine()), "azacru")
        self.assertEqual(sorted(found, key=lambda step: step[0]), found)


if __name__ == "__main__":
    unittest.main()
