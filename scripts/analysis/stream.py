"""Reads input while earlier tasks are in progress."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TextIO

from .tasks import Task, read_tasks

# The number of tasks that are read in advance.
READ_AHEAD = 1000


async def stream(files: Sequence[tuple[str, TextIO]]) -> AsyncIterator[Task]:
    """The tasks of named files, one after the other. A thread reads them, because a terminal or a
    pipe may block for a long time."""
    loop = asyncio.get_running_loop()
    tasks: asyncio.Queue[Task | None] = asyncio.Queue()
    room = threading.Semaphore(READ_AHEAD)

    def read() -> None:
        # After an interruption the loop is closed.
        with contextlib.suppress(RuntimeError):
            for task in _all(files):
                room.acquire()
                loop.call_soon_threadsafe(tasks.put_nowait, task)
            loop.call_soon_threadsafe(tasks.put_nowait, None)

    # The program does not join the thread, which may wait for input for ever.
    threading.Thread(target=read, daemon=True).start()
    while (task := await tasks.get()) is not None:
        room.release()
        yield task


async def ready(tasks: Iterable[Task]) -> AsyncIterator[Task]:
    """Tasks of a list as a stream."""
    for task in tasks:
        yield task


def _all(files: Sequence[tuple[str, TextIO]]) -> Iterable[Task]:
    for name, file in files:
        yield from read_tasks(name, file)
