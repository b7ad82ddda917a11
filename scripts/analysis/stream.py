"""Input that is read while it is worked on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TextIO

from .tasks import Task, read_tasks

# So many tasks are read before there is a worker for them.
READ_AHEAD = 1000


async def stream(files: Sequence[tuple[str, TextIO]]) -> AsyncIterator[Task]:
    """The tasks of named files one after the other. They are read by a thread of their own, for a
    terminal or a pipe may say nothing for a long time."""
    loop = asyncio.get_running_loop()
    tasks: asyncio.Queue[Task | None] = asyncio.Queue()
    room = threading.Semaphore(READ_AHEAD)

    def read() -> None:
        # When the work was broken off there is no loop any more.
        with contextlib.suppress(RuntimeError):
            for task in _all(files):
                room.acquire()
                loop.call_soon_threadsafe(tasks.put_nowait, task)
            loop.call_soon_threadsafe(tasks.put_nowait, None)

    # Nobody waits for it at the end: it may be waiting for input that never comes.
    threading.Thread(target=read, daemon=True).start()
    while (task := await tasks.get()) is not None:
        room.release()
        yield task


async def ready(tasks: Iterable[Task]) -> AsyncIterator[Task]:
    """Tasks that are there already."""
    for task in tasks:
        yield task


def _all(files: Sequence[tuple[str, TextIO]]) -> Iterable[Task]:
    for name, file in files:
        yield from read_tasks(name, file)
