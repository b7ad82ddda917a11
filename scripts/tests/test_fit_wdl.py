"""Tests of `fit_wdl.py`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

if any(importlib.util.find_spec(name) is None for name in ("numba", "numpy")):
    raise unittest.SkipTest("needs the packages of requirements-learn.txt")

import numpy as np

from learning.win_draw_loss import Chance, Chances, bands, chances_of
from tests import synthetic
from tests.helpers import SCRIPTS


class FitTest(unittest.TestCase):
    """A known model is found again in results that it generated."""

    def test_known_chances_are_found_again(self) -> None:
        rng = np.random.default_rng(3)
        score = rng.normal(0.0, 150.0, 200_000)
        drawn = rng.random(len(score))
        known = Chances(Chance(120.0, 80.0), Chance(-10.0, 95.0))
        win, loss = known.win.of(score), known.loss.of(-score)
        share = np.where(drawn < win, 1.0, np.where(drawn > 1.0 - loss, 0.0, 0.5))
        found = chances_of(score, share)
        for chance, wanted in ((found.win, known.win), (found.loss, known.loss)):
            self.assertAlmostEqual(chance.even_cp, wanted.even_cp, delta=3.0)
            self.assertAlmostEqual(chance.scale_cp, wanted.scale_cp, delta=3.0)
        for _, expected, observed, missed in bands(score, share, found):
            self.assertLess(abs(missed), 1.0, f"{expected} {observed}")

    def test_scores_that_say_nothing_are_refused(self) -> None:
        score = np.random.default_rng(1).normal(0.0, 100.0, 1000)
        with self.assertRaises(ValueError):
            chances_of(score, np.zeros(1000))
        with self.assertRaises(ValueError):
            chances_of(np.zeros(1000), (score > 0).astype(float))


class ProgramTest(unittest.TestCase):
    """The command line."""

    def run_it(self, path: Path) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, str(SCRIPTS / "fit_wdl.py"), str(path)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def test_it_prints_both_chances_and_ten_bands(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "nim.smp"
            synthetic.write(path, synthetic.header(), 5000)
            done = self.run_it(path)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.splitlines()
            self.assertEqual(lines[0], "nim: 10000 positions")
            self.assertEqual([line.split(":")[0] for line in lines[1:3]], ["win", "loss"])
            self.assertEqual(len(lines), 14)

            path.write_bytes(path.read_bytes()[:-1])
            done = self.run_it(path)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("cut off", done.stderr)
