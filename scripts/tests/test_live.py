"""Tests of the display of a match in progress."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import subprocess
import sys
import unittest
from unittest import mock

from matches.live import LiveWatcher, TextWatcher, watcher
from matches.plan import Seating
from matches.statistics.standing import Standing
from runtime.output import duration
from tests.helpers import SCRIPTS, contestant, make_plan
from tests.test_results import record

PLAN = make_plan(contestant("A", "normal"), contestant("B", "normal"), games=4)


def show(shown: TextWatcher) -> Standing:
    """A game that ends by the rules, and one by a fault."""
    standing = Standing(("A", "B"))
    shown.begin(4, standing)
    for game, fault in ((1, ""), (2, "B")):
        shown.started(Seating(game, 1, 1, (0, 1)))
        found = record(game, ["A", "B"], "p1win", fault=fault)
        standing.add(found)
        shown.finished(found, standing)
    shown.started(Seating(3, 2, 2, (0, 1)))
    return standing


class SayTest(unittest.TestCase):
    def test_a_reader_who_leaves_ends_the_program(self) -> None:
        lines = "from runtime.output import say\nwhile True:\n    say('again')"
        command = [sys.executable, "-c", lines]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=SCRIPTS, text=True, stdout=pipe, stderr=pipe) as program:
            assert program.stdout is not None and program.stderr is not None
            self.assertEqual(program.stdout.readline(), "again\n")
            program.stdout.close()
            self.assertEqual(program.stderr.read(), "")
            self.assertEqual(program.wait(), 1)


class WatcherTest(unittest.TestCase):
    def test_text(self) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), TextWatcher(PLAN, 2) as shown:
            show(shown)
        lines = out.getvalue().splitlines()
        self.assertEqual(lines[0], "game 2: p1win, crash by B: ")
        self.assertTrue(lines[1].startswith("2/4 games, 0:00, 0:00 left  A - B: +2 =0 -0"))
        self.assertEqual(len(lines), 2)

    def test_no_table_without_a_terminal(self) -> None:
        with mock.patch("sys.stdout.isatty", return_value=False, create=True):
            self.assertIs(type(watcher(PLAN, 1)), TextWatcher)

    def test_duration(self) -> None:
        self.assertEqual([duration(s) for s in (5.9, 65, 3725)], ["0:05", "1:05", "1:02:05"])

    @unittest.skipUnless(importlib.util.find_spec("rich"), "needs the package rich")
    def test_table(self) -> None:
        from rich.console import Console

        shown = LiveWatcher(PLAN, 1)
        show(shown)
        console = Console(file=io.StringIO(), width=160)
        console.print(shown._draw())
        text = console.file.getvalue()  # type: ignore[attr-defined]
        self.assertIn("nim: 2/4 games", text)
        self.assertIn("ends: rules 1, crash by B 1", text)
        self.assertIn("game 3, A - B, for 0:00", text)
        self.assertIn("game 2: crash by B", text)
        shown.left(Seating(3, 2, 2, (0, 1)))
        console.print(shown._draw())
        self.assertEqual(console.file.getvalue().count("game 3, A - B"), 1)  # type: ignore[attr-defined]


if __name__ == "__main__":
    unittest.main()
