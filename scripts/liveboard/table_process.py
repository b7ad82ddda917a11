"""The process of the table: lines of JSON in both directions. It is replaced if it dies."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Message = dict[str, Any]

# The records of a long match are one line.
MOST_LINE_BYTES = 256 * 1024 * 1024
START_SECONDS = 30.0
# After this number of deaths within this time the game is given up, after one more the table.
MOST_DEATHS = 3
DEATHS_SECONDS = 60.0


class TableFault(Exception):
    """The process of the table cannot be started or does not stay alive."""


class TableProcess:
    """A table. `hear` receives its messages. `died` is told of each death, after another process
    was started, with the number of deaths of late."""

    def __init__(
        self, command: Sequence[str], hear: Callable[[Message], None], died: Callable[[int], None]
    ) -> None:
        self._command = command
        self._hear = hear
        self._died = died
        self._process: asyncio.subprocess.Process | None = None
        self._deaths: list[float] = []
        self.variants: list[str] = []
        # The built-in variants behind those of files.
        self.parents: dict[str, str] = {}
        self.has_tables = False
        self.has_lines = False

    @property
    def pid(self) -> int:
        """The number of the process; 0 if there is none."""
        return 0 if self._process is None else self._process.pid

    async def start(self) -> None:
        """Starts the process and reads its greeting; raises `TableFault`."""
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, limit=MOST_LINE_BYTES
            )
            greeting = await asyncio.wait_for(self.read(), START_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            raise TableFault(f"{self._command[0]}: {error or 'no answer'}") from error
        if greeting is None or greeting.get("type") != "hello":
            await self.close()
            raise TableFault(f"{self._command[0]}: it has no table; is it an older version?")
        self.variants = list(greeting["variants"])
        self.parents = dict(greeting.get("parents", {}))
        self.has_tables = bool(greeting.get("tables", False))
        self.has_lines = bool(greeting.get("lines", False))

    def tell(self, message: Mapping[str, Any]) -> None:
        """Sends an order or an event. To a process that is just being replaced it is lost."""
        if self._process is not None and self._process.stdin is not None:
            line = json.dumps(message, ensure_ascii=False, allow_nan=False)
            self._process.stdin.write(line.encode() + b"\n")

    async def run(self) -> None:
        """Passes messages on and replaces the process when it dies, until it dies too often;
        raises `TableFault`."""
        while True:
            message = await self.read()
            if message is not None:
                self._hear(message)
                continue
            await self.close()
            now = time.monotonic()
            self._deaths = [at for at in self._deaths if now - at < DEATHS_SECONDS] + [now]
            if len(self._deaths) > MOST_DEATHS:
                raise TableFault("the table's program dies again and again")
            await self.start()
            self._died(len(self._deaths))

    async def read(self) -> Message | None:
        """The next message; None if the process has died."""
        assert self._process is not None and self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            return dict(json.loads(line)) if line else None
        except ConnectionError:
            return None

    async def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()
