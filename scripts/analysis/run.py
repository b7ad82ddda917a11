"""Runs many tasks in parallel, here or on a cluster, and gives the answers in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from arena.cluster import Cluster

from .analyst import Analyst, Settings, work_here
from .tasks import Task

Answer = dict[str, Any]


class Worker(Protocol):
    """Does one task at a time."""

    async def work(self, task: Task) -> Answer:
        """The answer, with `error` if there is none."""

    async def close(self) -> None:
        """Leaves nothing running."""


class RemoteAnalyst:
    """Has tasks done by whichever worker of a cluster is free."""

    def __init__(self, cluster: Cluster, settings: Settings) -> None:
        self._cluster = cluster
        self._settings = settings

    async def work(self, task: Task) -> Answer:
        """The answer, with `error` if there is none."""
        return await self._cluster.call(work_here, self._settings, task)

    async def close(self) -> None:
        """Nothing runs here between tasks."""


def local_workers(settings: Settings, count: int) -> list[Worker]:
    """So many engines on this machine."""
    return [Analyst(settings) for _ in range(count)]


async def run(
    tasks: Sequence[Task], workers: Sequence[Worker], deliver: Callable[[Answer], None]
) -> None:
    """Hands every answer to `deliver`, in the order of the tasks."""
    waiting = iter(enumerate(tasks))
    done: dict[int, Answer] = {}
    following = 0

    async def work(worker: Worker) -> None:
        nonlocal following
        try:
            for index, task in waiting:
                done[index] = await worker.work(task)
                while following in done:
                    deliver(done.pop(following))
                    following += 1
        finally:
            await worker.close()

    try:
        async with asyncio.TaskGroup() as group:
            for worker in workers:
                group.create_task(work(worker))
    except BaseExceptionGroup as errors:
        # The first one broke the work off; the rest are its consequences.
        raise errors.exceptions[0] from None
