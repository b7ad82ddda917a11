"""Tests of the programs under conditions of Windows; see `on_windows.py`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

from matches.plan import Control
from matches.records.archive import load
from matches.specs import parse_engine
from strategos_client import Engine, EngineConfig, EngineDied, EngineTimeout, Limits, pipes, process
from tests.helpers import FAKE, SCRIPTS, TAG, running

# A `taskkill` that ends a process and its children, and logs its arguments.
TASKKILL = """#!/bin/sh
echo "$@" >>"$(dirname "$0")/calls"
[ "$1 $2 $3" = "/F /T /PID" ] || exit 1
kill -9 "$4" $(ps -o pid= --ppid "$4")
"""


class WindowsTest(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        taskkill = self.folder / "taskkill"
        taskkill.write_text(TASKKILL)
        taskkill.chmod(taskkill.stat().st_mode | stat.S_IXUSR)
        self.path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        self.addCleanup(lambda: self.assertEqual(running(), []))

    def words(self, program: str, *more: str) -> list[str]:
        """A command line. A text file that is opened without an encoding raises an error."""
        return [
            sys.executable, "-X", "utf8=0", "-X", "warn_default_encoding",
            "-W", "error::EncodingWarning", str(SCRIPTS / "tests" / "on_windows.py"),
            program, "--variant", "nim", *more,
        ]  # fmt: skip

    def start(self, words: Sequence[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PATH": self.path}, encoding="utf-8",
        )  # fmt: skip

    def match(self, first: str, second: str, *more: str) -> list[str]:
        engine = f"cmd={sys.executable},args=-S {FAKE}"
        return self.words(
            "match.py", "--engine", f"name=A,{engine} {first} {TAG}",
            "--engine", f"name=B,{engine} {second} {TAG}", "--random-plies", "2",
            "--out", str(self.folder / "games.jsonl"), *more,
        )  # fmt: skip

    def test_a_match(self) -> None:
        outputs = [f"--{kind}={self.folder / kind}" for kind in ("log", "html", "pgn")]
        runner = self.start(
            self.match("strong", "normal", "--games", "6", "--tc", "5+0.1", "--concurrency", "2",
                       *outputs)
        )  # fmt: skip
        output, errors = runner.communicate(timeout=60)
        self.assertEqual((runner.returncode, errors), (0, ""), output)
        self.assertIn("of 6, ", output)
        records, problems = load(self.folder / "games.jsonl")
        self.assertEqual((len(records), problems), (6, []))
        self.assertEqual([record.fault for record in records], [""] * 6)

    def test_an_engine_that_hangs_loses_and_is_ended_with_all_that_it_started(self) -> None:
        wrapper = self.folder / "wrapper"
        wrapper.write_text(f"{sys.executable} -S {FAKE} deaf {TAG}\nexit 0\n")
        words = self.match("normal", "normal", "--games", "2", "--movetime", "50")
        words[words.index("--engine") + 1] = f"name=A,cmd=/bin/sh,args={wrapper}"
        runner = self.start([*words, "--referee", f"cmd={sys.executable},args=-S {FAKE} normal"])
        output, errors = runner.communicate(timeout=60)
        self.assertEqual((runner.returncode, errors), (0, ""), output)
        records, _ = load(self.folder / "games.jsonl")
        self.assertEqual([record.fault for record in records], ["A", "A"])
        self.assertIn("/F /T /PID ", (self.folder / "calls").read_text())

    def test_an_interrupted_match_is_resumed(self) -> None:
        words = self.match("thinking", "thinking", "--games", "40", "--depth", "1")
        out = self.folder / "games.jsonl"
        runner = self.start(words)
        deadline = time.monotonic() + 30.0
        while not (out.exists() and out.read_bytes().count(b"\n") >= 2):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        for _ in range(2):
            runner.send_signal(signal.SIGINT)
        output, errors = runner.communicate(timeout=30)
        self.assertEqual((runner.returncode, errors), (130, ""), output)
        self.assertIn("Interrupted after ", output)
        self.assertEqual(running(), [])
        runner = self.start([*words, "--resume"])
        output, errors = runner.communicate(timeout=60)
        self.assertEqual((runner.returncode, errors), (0, ""), output)
        self.assertEqual(len(load(out)[0]), 40)

    def test_an_analysis(self) -> None:
        engine = f"cmd={sys.executable},args=-S {FAKE} strong {TAG}"
        runner = self.start(
            self.words("analyse.py", "--engine", engine, "--depth", "2", "--concurrency", "2", "-")
        )
        output, errors = runner.communicate("\ufeffstartpos\n9 1\n# nothing\n7 1\n", timeout=60)
        self.assertEqual((runner.returncode, errors), (0, ""), output)
        answers = [json.loads(line) for line in output.splitlines()]
        self.assertEqual([answer["position"] for answer in answers],
                         ["startpos", "fen 9 1", "fen 7 1"])  # fmt: skip
        self.assertEqual([answer["bestmove"] for answer in answers][0::2], ["t1", "t3"])


class PathsTest(unittest.TestCase):
    def test_backslashes_in_arguments(self) -> None:
        spec = r"name=A,cmd=C:\engines\a.exe,args=--net C:\nets\x.net '-a b'"
        with mock.patch("matches.specs.os.sep", "\\"):
            command = parse_engine(spec, Control(depth=1)).config.command
        self.assertEqual(command[1:], ("--net", r"C:\nets\x.net", "-a b"))
        self.assertEqual(
            parse_engine(r"name=A,cmd=a,args=b\ c", Control(depth=1)).config.command, ("a", "b c")
        )


class ProcessorsTest(unittest.IsolatedAsyncioTestCase):
    async def test_processors_that_cannot_be_chosen_are_an_error(self) -> None:
        given = EngineConfig("fake", (sys.executable, "-S", str(FAKE), "normal", TAG))
        with (
            mock.patch.object(process, "os", mock.Mock(spec=["name"])),
            self.assertRaisesRegex(EngineDied, "fake: cannot start: this system does not tell"),
        ):
            await Engine.start(given, processors={0})

    async def test_a_full_pipe_does_not_hold_up_the_loop(self) -> None:
        """The engine reads nothing, and the client writes more than fits into a pipe."""
        code = "import sys, time\nprint('ugiok')\nprint('readyok', flush=True)\ntime.sleep(60)"
        given = EngineConfig("deaf", (sys.executable, "-S", "-c", code, TAG, "fake_engine"))
        for is_posix in (True, False):
            with mock.patch.object(pipes, "IS_POSIX", is_posix):
                engine = await Engine.start(given)
                position = "startpos moves " + "a1a2 " * 100_000
                task = asyncio.create_task(engine.go(position, Limits(depth=1), timeout=1.0))
                await asyncio.sleep(0.05)
                self.assertFalse(task.done())
                with self.assertRaisesRegex(EngineTimeout, "no answer to 'go'"):
                    await task
                await engine.kill()
        self.assertEqual(running(), [])


if __name__ == "__main__":
    unittest.main()
