"""The messages that wait for each page. A page that stops reading delays no other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

Send = Callable[[str], Awaitable[None]]

# A page that is so far behind is disconnected. It connects again, and is told everything anew.
MOST_WAITING_BYTES = 64 * 1024 * 1024


class Page:
    """One page. `send` waits until the page has room for a message."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._bytes = 0
        self._behind = asyncio.Event()

    def put(self, text: str) -> None:
        """Sends a message after all earlier ones, without waiting."""
        self._bytes += len(text)
        if self._bytes > MOST_WAITING_BYTES:
            self._behind.set()
        elif not self._behind.is_set():
            self._waiting.put_nowait(text)

    async def run(self) -> None:
        """Sends messages until the page is gone or too far behind."""
        sending = asyncio.create_task(self._forward())
        behind = asyncio.create_task(self._behind.wait())
        try:
            await asyncio.wait([sending, behind], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, behind):
                task.cancel()
            await asyncio.gather(sending, behind, return_exceptions=True)

    async def _forward(self) -> None:
        while True:
            text = await self._waiting.get()
            await self._send(text)
            self._bytes -= len(text)
