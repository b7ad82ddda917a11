"""Tests of matches and analyses on a local Dask cluster whose workers die."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from io import BytesIO
from pathlib import Path

from analysis.analyst import Settings
from analysis.run import RemoteAnalyst, run
from analysis.stream import ready
from analysis.tasks import Task
from matches.records.archive import Archive, load
from matches.records.game_record import GameRecord
from matches.remote_slot import RemoteSlot
from matches.tournament import Match
from runtime.cluster import Cluster, ClusterError
from strategos_client import Limits
from tests import test_command_line as program
from tests.fake_engine import TAKEN
from tests.helpers import Silent, config, contestant, make_plan, running

HAVE_DASK = importlib.util.find_spec("distributed") is not None


class WithoutDaskTest(unittest.TestCase):
    @unittest.skipIf(HAVE_DASK, "needs that distributed is missing")
    def test_missing_package_is_named(self) -> None:
        with self.assertRaisesRegex(ClusterError, "need the package distributed"):
            asyncio.run(Cluster.connect(None, 1))


@unittest.skipUnless(HAVE_DASK, "needs the package distributed")
class ClusterTest(unittest.TestCase):
    def test_no_game_and_no_analysis_is_lost_with_a_worker(self) -> None:
        players = contestant("A", "thinking"), contestant("B", "normal")
        file = BytesIO()
        watcher = Silent()
        plan = make_plan(*players, games=24)
        match = Match(plan, Archive(file), watcher)
        answers: list[dict[str, object]] = []

        async def work() -> None:
            cluster = await Cluster.connect(None, 2)
            killer = asyncio.create_task(kill_one(cluster, watcher))
            self.assertEqual(await cluster.slots(), 2)
            self.assertEqual(len(await cluster.addresses()), 2)
            slots = [RemoteSlot(cluster, plan)] * 2
            await match.run(slots)
            self.assertLess(await killer, 24)
            tasks = [Task(i, position=f"fen {i + 5} 1") for i in range(6)]
            settings = Settings(config("strong"), "nim", Limits(depth=2))
            await run(ready(tasks), [RemoteAnalyst(cluster, settings)] * 2, answers.append)
            await cluster.close()

        asyncio.run(work())
        lines = file.getvalue().decode().splitlines()
        numbers = sorted(GameRecord.from_json(line).game for line in lines)
        self.assertEqual(numbers, list(range(1, 25)))
        self.assertEqual(match.standing.reasons, {TAKEN: 24})
        self.assertEqual([answer["id"] for answer in answers], list(range(6)))
        # The engines of the killed worker see the end of their input.
        deadline = time.monotonic() + 5.0
        while running() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(running(), [])

    def test_no_scheduler_there(self) -> None:
        with self.assertRaisesRegex(ClusterError, "no cluster at tcp://127.0.0.1:1"):
            asyncio.run(Cluster.connect("tcp://127.0.0.1:1", None, timeout_s=1.0))


class Processes:
    """A scheduler and two workers: processes in separate folders, without these scripts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0")
        self.address = self.wait_for("scheduler", r"Scheduler at:\s+(tcp://\S+)")
        for name in ("one", "two"):
            self.start("worker", self.address, "--nthreads", "1", "--no-nanny", name=name)
        for name in ("one", "two"):
            self.wait_for(name, r"(Registered) to")

    def start(self, kind: str, *words: str, name: str = "") -> subprocess.Popen[bytes]:
        """Starts a process whose output goes into a file."""
        home = self.folder / (name or kind)
        home.mkdir()
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        with (self.folder / f"{name or kind}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + kind, *words, "--no-dashboard"],
                cwd=home, env=environment, stdout=log, stderr=log,
            )  # fmt: skip
        self.running.append(process)
        return process

    def wait_for(self, name: str, pattern: str) -> str:
        """Waits for the pattern in an output; returns its group."""
        deadline = time.monotonic() + 60.0
        while time.monotonic() < deadline:
            if found := re.search(pattern, (self.folder / f"{name}.log").read_text()):
                return found[1]
            time.sleep(0.05)
        raise AssertionError((self.folder / f"{name}.log").read_text())

    def end(self) -> None:
        """Ends all processes."""
        for process in self.running:
            process.kill()
            process.wait()


@unittest.skipUnless(HAVE_DASK, "needs the package distributed")
class ProcessesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cluster = Processes(self.folder)
        self.addCleanup(self.cluster.end)

    def command(self, *more: str, second: str = "normal") -> list[str]:
        out = self.folder / "games.jsonl"
        return program.words(
            "thinking", second, "--depth", "1", "--games", "120", "--random-plies", "4",
            "--scheduler", self.cluster.address, "--out", str(out), *more,
        )  # fmt: skip

    def test_a_match_that_loses_its_scheduler_goes_on_with_another_one(self) -> None:
        """Only the runner has the scripts, not the scheduler and the workers."""
        refused = program.run(self.command("--each", "option.Hsh=1"))
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertRegex(refused.stderr, r"match.py: worker tcp://\S+: A: there is no option Hsh")
        self.assertEqual(len(refused.stderr.splitlines()), 4)

        out = self.folder / "games.jsonl"
        runner = subprocess.Popen(
            self.command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        deadline = time.monotonic() + 60.0
        while not (out.exists() and out.read_bytes().count(b"\n") > 4):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.cluster.scheduler.kill()
        output, errors = runner.communicate(timeout=60)
        self.assertEqual((runner.returncode, errors), (1, ""))
        self.assertIn(
            f"ended early: the scheduler at {self.cluster.address} is gone. Continue", output
        )
        self.assertLess(out.read_bytes().count(b"\n"), 120)

        self.cluster.end()
        (self.folder / "second").mkdir()
        self.cluster = Processes(self.folder / "second")
        self.addCleanup(self.cluster.end)
        done = program.run(self.command("--resume"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        numbers = sorted(record.game for record in load(out)[0])
        self.assertEqual(numbers, list(range(1, 121)))


async def kill_one(cluster: Cluster, watcher: Silent) -> int:
    """Kills a worker process during games; returns the number of games finished before."""
    await watcher.first.wait()
    await asyncio.sleep(0.4)
    os.kill(cluster.workers()[0], signal.SIGKILL)
    return len(watcher.ended)


if __name__ == "__main__":
    unittest.main()
