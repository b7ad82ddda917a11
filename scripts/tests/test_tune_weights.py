"""Tests of `tune_weights.py`."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

if importlib.util.find_spec("numpy") is None:
    raise unittest.SkipTest("needs the packages of requirements.txt")

import numpy as np

from tests.browser import Adviser, engine
from tuning.weights import pacific, pacru, warpac
from tuning.weights.cli import main
from tuning.weights.observations import Observation, difference, observations
from tuning.weights.regression import Data, fit


def observation(variant: str, move: str, score: float = 1.0, played: int = 0) -> Observation:
    """A position of a game."""
    return Observation(variant, "", ["x"] * played, move, score)


class RegressionTest(unittest.TestCase):
    def test_known_weights_are_found_again(self) -> None:
        rng = np.random.default_rng(5)
        rows = rng.integers(-3, 4, (50_000, 3)).astype(np.float64)
        known = np.array([80.0, -20.0, 5.0])
        scores = (rng.random(len(rows)) < 1.0 / (1.0 + np.exp(-rows @ known / 100.0))) * 1.0
        with contextlib.redirect_stderr(io.StringIO()):
            free = fit(rows, scores, np.zeros(3), 0.0)
            held = fit(rows, scores, np.array([0.0, 0.0, 50.0]), 1e6)
        np.testing.assert_allclose(free, known, atol=2.0)
        np.testing.assert_allclose(held, [0.0, 0.0, 50.0], atol=0.5)

    def test_counts_of_two_players_are_subtracted(self) -> None:
        self.assertEqual(difference([3, 1, 1, 4]), [2, -3])


class FamilyTest(unittest.TestCase):
    def test_pacific_uses_positions_without_an_attack(self) -> None:
        self.assertEqual(pacific.group(observation("pacific-b", "a1a2")), "pacific")
        self.assertIsNone(pacific.group(observation("pacific-b", "a1c3")))
        self.assertIsNone(pacific.group(observation("pacru", "a1a2")))

    def test_features_of_pacific_have_an_opening_and_an_ending(self) -> None:
        found = pacific.design_matrix(np.array([[12.0, 4.0, -8.0]]))
        np.testing.assert_allclose(found, [[3.0, -6.0, 1.0, -2.0]])

    def test_games_of_pacru_have_weights_of_their_own(self) -> None:
        names = [
            pacru.group(observation(name, "")) for name in ("pacru-classic", "azacru", "pacru3")
        ]
        self.assertEqual(names, ["pacru", "azacru", None])
        with self.assertRaisesRegex(ValueError, "no games of azacru, shacru"):
            pacru.source({"pacru": Data(np.zeros((1, 17)), np.zeros(1))}, 0.02)

    def test_warpac_uses_every_second_position_of_a_decided_game(self) -> None:
        for played, score, wanted in ((2, 0.0, "warpac"), (3, 1.0, None), (2, 0.5, None)):
            position = observation("warpac-subs", "", score, played)
            self.assertEqual(warpac.group(position), wanted)

    def test_a_destroyer_keeps_its_value(self) -> None:
        rng = np.random.default_rng(2)
        rows = rng.integers(-2, 3, (2_000, warpac.FEATURES)).astype(np.float64)
        scores = (rows[:, :5].sum(axis=1) > 0) * 1.0
        with contextlib.redirect_stderr(io.StringIO()):
            weights = warpac.weights_of(Data(rows, scores), 0.001)
        self.assertEqual(weights[warpac.DESTROYER], warpac.DESTROYER_CP)
        self.assertEqual(weights[5:], warpac.WEIGHTS_CP[5:])
        self.assertTrue(all(abs(weight - 260) < 60 for weight in weights[:5]), weights)
        with self.assertRaisesRegex(ValueError, "expected 16 features for each position, found 3"):
            warpac.weights_of(Data(np.zeros((1, 3)), np.zeros(1)), 0.001)


class ProgramTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def file_of(self, *games: dict[str, Any]) -> Path:
        """A file of records, with the fields that the program reads."""
        path = self.folder / "games.jsonl"
        path.write_text("".join(json.dumps(game) + "\n" for game in games))
        return path

    def run_with(self, *words: str) -> tuple[int, str, str]:
        """Exit code, output and errors."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(None, words)
        return code, out.getvalue(), err.getvalue()

    def test_positions_follow_the_opening_of_finished_games(self) -> None:
        game = {"variant": "v", "fen": "f", "opening": ["a"], "moves": ["b", "c"]}
        path = self.file_of(game | {"result": "p2win"}, game | {"result": "void"})
        found = [(one.played, one.move, one.score) for one in observations([path])]
        self.assertEqual(found, [(["a"], "b", 0.0), (["a", "b"], "c", 0.0)])

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_weights_are_printed_as_source_text(self) -> None:
        path = self.file_of(*[played("pacific-a", 8, seed) for seed in (1, 2)])
        saved = self.folder / "features.npz"
        words = ("--game", "pacific", "--engine", str(engine()), "--save", str(saved), str(path))
        code, source, said = self.run_with(*words)
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"^pacific: [1-9]\d* positions, 104 features\n")
        self.assertRegex(
            source, r"\npub\(super\) const PLACEMENT: \[\[\[i32; 2\]; 32\]; 3\] = \[\n"
        )
        self.assertRegex(
            source,
            r"\npub\(super\) const WEIGHTS: \[\[i32; 2\]; 7\] = \[(\[-?\d+, -?\d+\](, )?){7}\];\n$",
        )
        self.assertEqual(np.load(saved)["pacific_rows"].shape[1], 104)
        code, _, said = self.run_with("--game", "pacru", "--engine", str(engine()), str(path))
        self.assertEqual(code, 1)
        self.assertTrue(said.endswith(": no games of pacru that count\n"), said)


def played(variant: str, turns: int, seed: int) -> dict[str, Any]:
    """A game of the engine, cut short, as if player 1 had won it."""
    adviser = Adviser(variant, f"setoption name Seed value {seed}")
    fen = adviser.ask("response ", "position startpos", "query fen")
    moves: Sequence[str] = []
    for _ in range(turns):
        moves = [*moves, adviser.best(f"startpos moves {' '.join(moves)}", nodes=50 * seed)]
    adviser.close()
    game = {"variant": variant, "fen": fen, "opening": [], "moves": moves}
    return game | {"result": f"p{seed}win"}


if __name__ == "__main__":
    unittest.main()
