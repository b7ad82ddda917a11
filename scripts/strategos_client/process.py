"""A child process that speaks in lines: starting it, reading it with a time limit, ending it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import deque
from typing import TextIO

from .errors import EngineDied, EngineFault
from .model import EngineConfig

CHUNK_BYTES = 65_536
# `query legalmoves` and `query record` may answer with very long lines; beyond this it is a fault.
LINE_LIMIT_BYTES = 16 * 1024 * 1024
QUIT_TIMEOUT_S = 2.0


class LineProcess:
    """A running process; `read_line` gives what it writes, without the line end."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, log: TextIO | None) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process needs pipes for input and output")
        self.name = name
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._log = log
        self._lines: deque[bytes] = deque()
        self._rest = b""

    @classmethod
    async def start(cls, config: EngineConfig, log: TextIO | None) -> LineProcess:
        """Starts the program of `config`; raises `EngineDied` if that is impossible."""
        try:
            process = await asyncio.create_subprocess_exec(
                *config.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # A group of its own: Ctrl-C reaches the runner only, and a kill
                # reaches what a wrapper script may have started.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineDied(f"{config.name}: cannot start: {error}") from None
        return cls(config.name, process, log)

    @property
    def pid(self) -> int:
        """The number of the process, which is that of its group too."""
        return self._process.pid

    def write(self, *lines: str) -> None:
        """Writes the lines at once. A dead process shows at the next read."""
        if self._log is not None:
            for line in lines:
                self._log.write(f"{self.name} < {line}\n")
        self._stdin.write(("\n".join(lines) + "\n").encode())

    async def read_line(self) -> bytes:
        """The next line. Reading by chunks keeps the cost a line low."""
        while not self._lines:
            chunk = await self._stdout.read(CHUNK_BYTES)
            if not chunk:
                raise EngineDied(f"{self.name}: the process {await self._end()}")
            *whole, self._rest = (self._rest + chunk).split(b"\n")
            self._lines.extend(whole)
            if len(self._rest) > LINE_LIMIT_BYTES:
                raise EngineFault(f"{self.name}: a line is too long")
        line = self._lines.popleft().rstrip()
        if self._log is not None:
            self._log.write(f"{self.name} > {line.decode(errors='replace')}\n")
        return line

    async def _end(self) -> str:
        """How the process ended, in words, once its output has."""
        try:
            async with asyncio.timeout(1.0):
                return f"has ended with status {await self._process.wait()}"
        except TimeoutError:
            return "has closed its output"

    async def quit(self, timeout: float) -> None:
        """Sends `quit` and waits for the end, which it brings about if it does not come."""
        try:
            if self._process.returncode is None:
                self.write("quit")
                async with asyncio.timeout(timeout):
                    await self._process.wait()
        except (TimeoutError, ConnectionError):
            pass
        finally:
            await self.kill()

    async def kill(self) -> None:
        """Ends the process and all that it started, and waits for its end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._stdin.close()
        await self._process.wait()
