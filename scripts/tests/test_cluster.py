"""Tests of matches and analyses on a local Dask cluster whose workers die."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import time
import unittest
from io import BytesIO

from analysis.analyst import Settings
from analysis.run import RemoteAnalyst, run
from analysis.tasks import Task
from arena.archive import Archive
from arena.cluster import Cluster, ClusterError
from arena.contest import Match
from arena.record import GameRecord
from arena.remote import RemoteTable
from strategos_client import Limits
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
            places = [RemoteTable(cluster, plan) for _ in range(cluster.slots())]
            await match.run(places)
            self.assertLess(await killer, 24)
            tasks = [Task(i, position=f"fen {i + 5} 1") for i in range(6)]
            settings = Settings(config("strong"), "nim", Limits(depth=2))
            await run(tasks, [RemoteAnalyst(cluster, settings)] * 2, answers.append)
            await cluster.close()

        asyncio.run(work())
        lines = file.getvalue().decode().splitlines()
        numbers = sorted(GameRecord.from_json(line).game for line in lines)
        self.assertEqual(numbers, list(range(1, 25)))
        self.assertEqual(match.standing.reasons, {"rules": 24})
        self.assertEqual([answer["id"] for answer in answers], list(range(6)))
        # The engines of the killed worker see the end of their input.
        deadline = time.monotonic() + 5.0
        while running() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(running(), [])

    def test_no_scheduler_there(self) -> None:
        with self.assertRaisesRegex(ClusterError, "no cluster at tcp://127.0.0.1:1"):
            asyncio.run(Cluster.connect("tcp://127.0.0.1:1", None, timeout_s=1.0))


async def kill_one(cluster: Cluster, watcher: Silent) -> int:
    """Kills a worker process once games are under way; returns how many had ended."""
    await watcher.first.wait()
    await asyncio.sleep(0.4)
    os.kill(cluster.workers()[0], signal.SIGKILL)
    return len(watcher.ended)


if __name__ == "__main__":
    unittest.main()
