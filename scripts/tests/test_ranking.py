"""Tests of `learn_ranker.py`: files of choices, the arithmetic, whole runs."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

if any(importlib.util.find_spec(name) is None for name in ("numba", "numpy")):
    raise unittest.SkipTest("needs the packages of requirements-learn.txt")

import numpy as np

from learning.headers import SamplesError
from learning.network import NetworkError
from learning.policy import kernels
from learning.policy.choices import MAGIC, MOST_ACTIONS, NO_PART, Choices
from learning.policy.cli import main
from learning.policy.file import Shape, from_bytes
from learning.policy.growing import grown
from learning.policy.learner import Learner, Settings
from tests.browser import engine

LAYOUT = "squared-clipped all:4 actions all:4"
ROWS, PART_ROWS, PARTS = 6, 5, 2


def choice(game: int, features: list[int], actions: list[list[int]], chosen: int) -> list[int]:
    """The words of a choice."""
    numbers = [game & 0xFFFF, game >> 16, len(features), len(actions), chosen]
    return [*numbers, *features, *(part for parts in actions for part in parts)]


def header(**other: object) -> bytes:
    """The beginning of a file."""
    numbers = {"rows": ROWS, "most": 4, "parts": PARTS, "part_rows": PART_ROWS}
    text = json.dumps({"variant": "shacru3", "layout": LAYOUT, **numbers, **other}).encode()
    return MAGIC + len(text).to_bytes(4, "little") + text


def words(numbers: list[int]) -> bytes:
    return np.array(numbers, "<u2").tobytes()


def games(count: int) -> list[int]:
    """Choices between two actions. A feature of the position decides which one is played."""
    found = []
    for game in range(count):
        which = game % 2
        found += choice(game, [which, 5], [[0, 2], [1, NO_PART], [3, 4]], which)
    return found


class RankingTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, data: bytes) -> Path:
        path = self.folder / "some.cho"
        path.write_bytes(data)
        return path

    def test_what_follows_from_the_position_is_learnt(self) -> None:
        choices = Choices([self.file(header() + words(games(2000)))])
        self.assertEqual(len(choices.training) + len(choices.validation), 2000)
        learner = Learner(choices, Settings(32, 20, 64, 0.01, 0.0, 0))
        before = learner.validate()
        for _ in range(20):
            learner.epoch()
        after = learner.validate()
        self.assertGreater(before.loss, 0.5)
        self.assertLess(after.loss, 0.05)
        self.assertEqual(after.hits, 1.0)

    def test_gradients_are_those_of_the_loss(self) -> None:
        choices = Choices([self.file(header() + words(games(200)))])
        shape = Shape.of(choices.header, 32)
        weights = np.random.default_rng(1).normal(0.1, 0.1, sum(shape.sizes())).astype(np.float32)
        room = np.zeros((kernels.SLICES, len(weights)), np.float32)
        none = np.zeros((0, 0), np.float32)

        def loss(changed: np.ndarray) -> float:
            parts = shape.parts(changed.astype(np.float32))
            return float(kernels.look_at(choices.words, choices.training, PARTS, *parts, none)[0])

        kernels.look_at(choices.words, choices.training, PARTS, *shape.parts(weights), room)
        slopes = room.sum(axis=0)
        ends = np.cumsum(shape.sizes())
        for place in (3, 32 * 5 + 1, ends[0] + 2, ends[1] + 4, ends[1] + 32 * 2, ends[2] + 1):
            step = np.zeros(len(weights))
            step[place] = 1e-2
            slope = (loss(weights + step) - loss(weights - step)) / 2e-2
            self.assertAlmostEqual(slopes[place], slope, delta=0.02 + 0.02 * abs(slope))

    def test_damaged_files_are_refused(self) -> None:
        good = choice(0, [1, 2], [[0, 1], [2, 3]], 0)
        wrong = {
            "no choices of this version": b"STRGCHO9" + header()[8:],
            "cut off in its header": header()[:-3],
            "rows is no number": header(rows=0) + words(good),
            "parts is no number": header().replace(b"parts", b"pairs", 1) + words(good),
            "cut off in a number": header() + words(good) + b"\0",
            "a choice that cannot be": header() + words(good)[:-2],
            f"word {len(good)}": header() + words(good + choice(1, [ROWS], [[0, 1]], 0)),
            "word 0": header() + words(choice(0, [1], [[0, PART_ROWS]], 0)),
            "a choice that cannot be (word 0)": header() + words(choice(0, [1], [[0, 1]], 1)),
            "too few games": header() + words(good),
        }
        many = [[0, 1]] * (MOST_ACTIONS + 1)
        wrong["cannot be (word"] = header() + words(choice(0, [1], many, 0))
        for reason, data in wrong.items():
            with self.subTest(reason), self.assertRaises(SamplesError) as caught:
                Choices([self.file(data)])
            self.assertIn(reason, str(caught.exception))

    def learner(self, layout: str, numbers: dict[str, int], **settings: object) -> Learner:
        """A learner of other inputs, whose choices have the same features and actions."""
        path = self.file(header(layout=layout, **numbers) + words(games(400)))
        return Learner(Choices([path]), Settings(32, 2, 64, 0.01, 0.0, 0, **settings))  # type: ignore[arg-type]

    def trained(self) -> Path:
        """A network of a row and four rows, and of two and three action parts."""
        learner = self.learner("squared-clipped one:2 rest:4 actions from:2 to:3", {})
        for _ in range(2):
            learner.epoch()
        path = self.folder / "old.rnk"
        path.write_bytes(learner.to_bytes())
        return path

    def test_a_network_that_has_grown_foresees_the_same(self) -> None:
        old = self.trained()
        same = self.learner("squared-clipped one:2 rest:4 actions from:2 to:3", {}, begin=old)
        self.assertEqual(same.to_bytes(), old.read_bytes(), "what is read is written again")
        wide = "squared-clipped one:2 rest:4 new:3 actions from:2 to:3 more:2"
        grown = self.learner(wide, {"rows": 9, "part_rows": 7}, begin=old, grow=True)
        self.assertEqual(grown.validate(), same.validate())
        self.assertLess(grown.validate().loss, 0.6)
        before = grown.best.copy()
        grown.epoch()
        self.assertFalse(np.array_equal(grown.best, before), "the new rows learn")

        path = self.folder / "wide.rnk"
        wider = self.learner(wide, {"rows": 9, "part_rows": 7}, begin=old, grow=True)
        path.write_bytes(wider.to_bytes())
        again = self.learner(
            "squared-clipped one:2 rest:4 actions from:2 to:3", {}, begin=path, grow=True
        )
        self.assertEqual(again.to_bytes(), old.read_bytes(), "narrowed again")

    def test_blocks_that_become_one_are_its_mean(self) -> None:
        old = self.trained()
        network = from_bytes(old.read_bytes(), old)
        layout = "squared-clipped twice:2 rest:4 actions to:3"
        weights = grown(network, layout, Shape(6, 3, 32), {"twice": ["one", "one"]})
        w0, b0, w1, b1 = Shape(6, 3, 32).parts(weights)
        old_w0, old_b0, old_w1, old_b1 = network.shape.parts(network.weights)
        np.testing.assert_array_equal(w0, old_w0)
        np.testing.assert_array_equal(b0, old_b0)
        np.testing.assert_array_equal(w1, old_w1[2:])
        np.testing.assert_array_equal(b1, old_b1[2:])

    def test_what_cannot_grow_is_refused(self) -> None:
        old = self.trained()
        network = from_bytes(old.read_bytes(), old)
        shape = Shape(ROWS, PART_ROWS, 32)
        for layout, merges, reason in (
            ("clipped one:2 rest:4 actions from:2 to:3", {}, "another activation"),
            ("squared-clipped one:2 rest:4", {}, "a layout without actions"),
            ("squared-clipped one:3 rest:3 actions from:2 to:3", {}, "2 rows of one cannot become"),
            ("squared-clipped one:2 rest:4 actions from:3 to:2", {}, "2 rows of from cannot"),
            (network.layout, {"none": ["one"]}, "no block none in"),
            (network.layout, {"one": ["none"]}, "no block none in"),
        ):
            with self.subTest(reason), self.assertRaises(NetworkError) as caught:
                grown(network, layout, shape, merges)
            self.assertIn(reason, str(caught.exception))
        with self.assertRaises(NetworkError) as caught:
            self.learner(LAYOUT, {}, begin=old)
        self.assertIn(
            "old.rnk: part 2 of the layout is one:2, where all:4 is", str(caught.exception)
        )
        data = old.read_bytes()
        for wrong, reason in (
            (b"STRGRNK1" + data[8:], "byte 0: no policy network"),
            (data[:30], "byte 30: cut off in its header"),
            (data[:-1], "bytes should be there"),
            (data[:-9] + bytes([data[-9] ^ 1]) + data[-8:], "the checksum is wrong"),
        ):
            with self.subTest(reason), self.assertRaises(NetworkError) as caught:
                from_bytes(wrong, old)
            self.assertIn(reason, str(caught.exception))

    def test_a_missing_file_is_told_in_a_line(self) -> None:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            code = main([str(self.folder / "none"), "--out", str(self.folder / "x.rnk")])
        self.assertEqual(code, 1)
        self.assertEqual(errors.getvalue().count("\n"), 1)

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_engines_own_games_are_learnt(self) -> None:
        played, chosen = self.folder / "shacru3.games", self.folder / "shacru3.cho"
        commands = [
            ["datagen", "shacru3", "--games", "30", "--nodes", "60", "--out", str(played)],
            ["samples", str(played), "--choices", "--out", str(chosen)],
        ]
        for command in commands:
            subprocess.run([str(engine()), *command], check=True, capture_output=True, timeout=120)
        network, output = self.folder / "shacru3.rnk", io.StringIO()
        with contextlib.redirect_stdout(output):
            self.assertEqual(main([str(chosen), "--out", str(network), "--epochs", "2"]), 0)
        self.assertIn("epoch 2/2: training", output.getvalue())
        self.assertTrue(network.read_bytes().startswith(b"STRGRNK2shacru3\0"))
        words = [str(chosen), "--out", str(network), "--epochs", "1", "--begin", str(network)]
        with contextlib.redirect_stdout(output):
            self.assertEqual(main([*words, "--grow"]), 0)
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            self.assertEqual(main([*words[:-2], "--grow"]), 2)
            self.assertEqual(main([*words, "--merge", "own-markers=next-markers"]), 2)
            self.assertEqual(main([*words[:-1], str(played)]), 2)
        self.assertEqual(errors.getvalue().count("\n"), 3)


if __name__ == "__main__":
    unittest.main()
