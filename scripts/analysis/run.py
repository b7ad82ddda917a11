"""Runs many tasks in parallel, here or on a cluster, and gives the answers in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Protocol

from runtime.cluster import Cluster

from .analyst import Analyst, Settings, work_here
from .tasks import Task

Answer = dict[str, Any]


class Worker(Protocol):
    """Does tasks. A worker that is listed several times does several tasks concurrently."""

    async def work(self, task: Task) -> Answer:
        """The answer, with `error` if there is none."""

    async def close(self) -> None:
        """Leaves nothing running."""


class RemoteAnalyst:
    """Has tasks done by any free worker of a cluster."""

    def __init__(self, cluster: Cluster, settings: Settings) -> None:
        self._cluster = cluster
        self._settings = settings

    async def work(self, task: Task) -> Answer:
        """The answer, with `error` if there is none."""
        return await self._cluster.call(work_here, self._settings, task)

    async def close(self) -> None:
        """Nothing runs here between tasks."""


def local_workers(settings: Settings, count: int) -> list[Worker]:
    """A server on this machine, listed once for each concurrent search."""
    analyst = Analyst(settings, count)
    return [analyst] * analyst.places


async def run(
    tasks: AsyncIterator[Task], workers: Sequence[Worker], deliver: Callable[[Answer], None]
) -> None:
    """Passes every answer to `deliver`, in the order of the tasks and without delay. A task is
    taken when a worker is free."""
    turn = asyncio.Lock()
    done: dict[int, Answer] = {}
    taken = following = 0

    async def next_task() -> tuple[int, Task] | None:
        nonlocal taken
        async with turn:
            task = await anext(tasks, None)
            taken += 1
            return None if task is None else (taken - 1, task)

    async def work(worker: Worker) -> None:
        nonlocal following
        while (numbered := await next_task()) is not None:
            index, task = numbered
            done[index] = await worker.work(task)
            while following in done:
                deliver(done.pop(following))
                following += 1

    async with AsyncExitStack() as stack:
        for worker in {id(worker): worker for worker in workers}.values():
            stack.push_async_callback(worker.close)
        try:
            async with asyncio.TaskGroup() as group:
                for worker in workers:
                    group.create_task(work(worker))
        except BaseExceptionGroup as errors:
            # The first error ended the work; the others are its consequences.
            raise errors.exceptions[0] from None
