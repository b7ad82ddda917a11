"""A queue for calls to a process: one at a time, in the order of arrival."""

from __future__ import annotations

import asyncio
from typing import Any

from .errors import EngineError


class Turns:
    """A lock that knows its holder, so that a task cannot wait for itself."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self._ended: asyncio.Future[None] | None = None

    @property
    def are_taken(self) -> bool:
        """Whether a call is in progress."""
        return self._lock.locked()

    def check(self) -> None:
        """Raises `EngineError` if the present call belongs to this task."""
        if self.are_taken and self._holder is asyncio.current_task():
            raise EngineError(f"{self._name}: this task's own search is under way; end it first")

    async def take(self) -> None:
        """Waits for all earlier calls."""
        self.check()
        await self._lock.acquire()
        self._holder = asyncio.current_task()

    def give_back(self) -> None:
        """Ends the present call."""
        self._holder = None
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)
        self._ended = None
        self._lock.release()

    async def end_of_call(self) -> None:
        """Waits for the end of the present call."""
        self.check()
        if not self.are_taken:
            return
        if self._ended is None:
            self._ended = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._ended)
