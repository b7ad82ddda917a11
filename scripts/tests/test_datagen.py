"""Tests of `datagen.py`, with the real engine on a local cluster."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from learning.datagen import Work, arguments
from tests.browser import engine
from tests.helpers import SCRIPTS

GAMES = ["pacific-a", "--games", "25", "--part", "10", "--nodes", "30", "--seed", "7"]


@unittest.skipIf(importlib.util.find_spec("distributed") is None, "needs the package distributed")
class DatagenTest(unittest.TestCase):
    """`datagen.py`."""

    def setUp(self) -> None:
        found = engine()
        if found is None:
            self.skipTest("there is no build of the engine")
        self.engine = found
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def words(self, out: str, *more: str) -> list[str]:
        return [*GAMES, "--engine", self.engine, "--out", str(self.folder / out), *more]

    def run_it(self, *words: str) -> subprocess.CompletedProcess[str]:
        script = str(SCRIPTS / "datagen.py")
        return subprocess.run(
            [sys.executable, script, *words], capture_output=True, text=True, check=False
        )

    def test_parts_become_one_file_whoever_plays_them(self) -> None:
        """Existing parts are not played again."""
        done = self.run_it(*self.words("one.data", "--workers", "2"))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "25 games\n", ""))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["one.data"])

        work = Work.of(arguments().parse_args(self.words("two.data")))
        self.assertEqual([work.games_of(part) for part in work.todo()], [10, 10, 5])
        work.folder.mkdir()
        for part in (0, 2):
            work.keep(part, work.task(part).play())
        self.assertEqual(work.todo(), [1])
        # A part with other options is not used.
        other = Work.of(arguments().parse_args(self.words("two.data", "--nodes", "31")))
        self.assertEqual(other.todo(), [0, 1, 2])
        (work.folder / "mixed").write_text("broken off here")

        done = self.run_it(*self.words("two.data", "--workers", "1"))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "25 games\n", ""))
        one, two = (self.folder / f"{name}.data" for name in ("one", "two"))
        self.assertEqual(one.read_bytes(), two.read_bytes())

    def test_what_the_engine_refuses_is_said_in_a_line(self) -> None:
        network = self.folder / "none.net"
        network.write_text("no network")
        more = ["--network", str(network), "--workers", "1"]
        done = self.run_it(*self.words("one.data", *more))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Adatagen.py: .*network.*\n\Z")
        self.assertFalse((self.folder / "one.data").exists())

    def test_bad_usage_ends_before_the_first_game(self) -> None:
        wrong = [
            (self.words("one.data"), "give --scheduler or --workers"),
            (self.words("one.data", "--workers", "1", "--part", "0"), "--part: at least 1"),
            ([*self.words("one.data", "--workers", "1"), "--engine", "nowhere"], "no file nowhere"),
            (self.words(".", "--workers", "1"), "exists"),
        ]
        for words, reason in wrong:
            done = self.run_it(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(reason, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
