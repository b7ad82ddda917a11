"""Tests of `learn_cycle.py`: a small cycle with the real engine."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.browser import engine
from tests.helpers import SCRIPTS

SMALL = ["--games", "100", "--nodes", "100", "--learn", "--epochs 1 --hidden 32"]
SHORT = "--nodes 50 --games 4 --genfens"


@unittest.skipIf(
    any(importlib.util.find_spec(name) is None for name in ("numba", "numpy")),
    "needs the packages of requirements-learn.txt",
)
class LearnCycleTest(unittest.TestCase):
    """Games, samples, training, check and match."""

    def setUp(self) -> None:
        found = engine()
        if found is None:
            self.skipTest("there is no build of the engine")
        self.engine = Path(found)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_cycle(self, *words: str) -> subprocess.CompletedProcess[str]:
        script = SCRIPTS / "learn_cycle.py"
        own = ["--engine", str(self.engine), "--out", str(self.folder / "out")]
        return subprocess.run(
            [sys.executable, str(script), *words, *own], capture_output=True, text=True, check=False
        )

    def test_one_command_makes_a_network_and_plays_its_match(self) -> None:
        done = self.run_cycle("pacific-a", *SMALL, "--match", SHORT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1000 values are equal", done.stdout)
        games = (self.folder / "out" / "match.jsonl").read_text().splitlines()
        self.assertEqual(sum("moves" in json.loads(line) for line in games), 4, games[:2])

        # The second generation plays with the first network, and continues after an interruption.
        first = self.folder / "out" / "network" / "pacific-a.net"
        again = ["--network", str(first), "--match", SHORT]
        self.folder /= "second"
        for _ in range(2):
            done = self.run_cycle("pacific-a", *SMALL, *again)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipIf(
        importlib.util.find_spec("distributed") is None, "needs the package distributed"
    )
    def test_a_cluster_plays_the_games(self) -> None:
        for _ in range(2):
            done = self.run_cycle("pacific-a", *SMALL, "--match", SHORT, "--workers", "2")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("== games", done.stdout)
        self.assertIn("== match", done.stdout)

    def test_a_step_that_fails_ends_it_with_its_name(self) -> None:
        done = self.run_cycle("chess", *SMALL)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("learn_cycle.py: games ended with status", done.stderr)
        self.assertFalse((self.folder / "out" / "network").exists())

    def test_an_engine_that_is_missing_is_said_at_once(self) -> None:
        self.engine = self.folder / "nowhere"
        done = self.run_cycle("pacific-a")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no file", done.stderr)
