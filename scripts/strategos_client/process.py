"""A child process that speaks in lines: starting it, reading it, ending it.

An engine flushes every line of its search. To wake up for each of them would cost the client more
than all else, so that a reader says what it waits for, and what comes before is only stored. The
pipes are watched by the event loop without asyncio's streams and transports for the same reason.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Set
from typing import TextIO

from .errors import EngineDied, EngineFault
from .model import EngineConfig

# `query legalmoves` and `query record` may answer with very long lines; beyond this it is a fault.
BUFFER_LIMIT_BYTES = 16 * 1024 * 1024
CHUNK_BYTES = 65_536
QUIT_TIMEOUT_S = 2.0


class _Reader:
    """Stores what comes through a pipe, and wakes who waits when what he wants is there."""

    def __init__(self, pipe: int) -> None:
        self.buffer = bytearray()
        self.closed = False
        self._pipe = pipe
        self._wanted = b""
        self._waiter: asyncio.Future[None] | None = None
        os.set_blocking(pipe, False)
        self._watch()

    def _watch(self) -> None:
        if not self.closed:
            asyncio.get_running_loop().add_reader(self._pipe, self._readable)

    async def wait_for(self, wanted: bytes, deadline: float | None) -> None:
        """Until more has come that holds `wanted`, or no more will come. Raises `TimeoutError`
        when the event loop's clock shows `deadline`."""
        loop = asyncio.get_running_loop()
        self._wanted = wanted
        self._waiter = loop.create_future()
        # `asyncio.timeout` would do the same for three times the price.
        alarm = None if deadline is None else loop.call_at(deadline, self._out_of_time)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if alarm is not None:
                alarm.cancel()

    async def rest(self, seconds: float) -> None:
        """Leaves what comes in the pipe for a while, so that nothing wakes the client."""
        if self.closed:
            return
        asyncio.get_running_loop().remove_reader(self._pipe)
        try:
            await asyncio.sleep(seconds)
        finally:
            # The process may have been ended in the meantime.
            self._watch()

    def close(self) -> None:
        """No more is read."""
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().remove_reader(self._pipe)
            self._wake()

    def _readable(self) -> None:
        try:
            data = os.read(self._pipe, CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        # What is wanted may have begun in the chunk before.
        start = max(len(self.buffer) - len(self._wanted), 0)
        self.buffer += data
        if self.buffer.find(self._wanted, start) >= 0 or len(self.buffer) > BUFFER_LIMIT_BYTES:
            self._wake()

    def _out_of_time(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(TimeoutError())

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class _Writer:
    """Writes into a pipe at once, and what does not fit as soon as it does."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._waiting = b""
        self._broken = False
        os.set_blocking(pipe, False)

    def write(self, data: bytes) -> None:
        """Never blocks. A broken pipe is silent here: it shows at the next read."""
        if self._waiting or self._broken:
            self._waiting += data
            return
        self._send(data)
        if self._waiting:
            asyncio.get_running_loop().add_writer(self._pipe, self._writable)

    def close(self) -> None:
        """No more is written."""
        self._broken = True
        if self._waiting:
            asyncio.get_running_loop().remove_writer(self._pipe)

    def _send(self, data: bytes) -> None:
        try:
            self._waiting = data[os.write(self._pipe, data) :]
        except BlockingIOError:
            self._waiting = data
        except OSError:
            self._waiting, self._broken = b"", True

    def _writable(self) -> None:
        self._send(self._waiting)
        if not self._waiting:
            asyncio.get_running_loop().remove_writer(self._pipe)


@contextlib.contextmanager
def _confined(processors: Set[int]) -> Iterator[None]:
    """What is started here begins on these processors, and so do all its threads, for a process
    has those of the thread that started it."""
    if not processors:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _spawn(config: EngineConfig) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        config.command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # A group of its own: Ctrl-C reaches the runner only, and a kill reaches what a wrapper
        # script may have started.
        start_new_session=True,
    )


class LineProcess:
    """A running process. One reader at a time, who may set a `deadline` by the event loop's clock:
    then his reading raises `TimeoutError`, and nothing is lost."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], log: TextIO | None) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process needs pipes for input and output")
        self.name = name
        self.deadline: float | None = None
        self._process = process
        self._reader = _Reader(process.stdout.fileno())
        self._writer = _Writer(process.stdin.fileno())
        self._log = log

    @classmethod
    async def start(
        cls, config: EngineConfig, log: TextIO | None, processors: Set[int] = frozenset()
    ) -> LineProcess:
        """Starts the program of `config`, on these processors if any are given; raises
        `EngineDied` if that is impossible."""
        try:
            with _confined(processors):
                process = _spawn(config)
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
        self._writer.write(("\n".join(lines) + "\n").encode())

    async def read_line(self) -> bytes:
        """The next line, without its end."""
        while (end := self._reader.buffer.find(b"\n")) < 0:
            await self._more(b"\n")
        return self._take(end + 1)[0]

    async def rest(self, seconds: float) -> None:
        """Looks at no output for so long, for who knows that nothing of worth comes before."""
        await self._reader.rest(seconds)

    async def read_through(self, start: bytes, count: int = 1) -> list[bytes]:
        """All lines to the one that is the `count`th to begin with `start`, and that one."""
        end = 0
        for _ in range(count):
            while (after := self._end_of_line(start, end)) < 0:
                await self._more(start if not self._last_line_begins_with(start) else b"\n")
            end = after
        return self._take(end)

    def _end_of_line(self, start: bytes, begin: int) -> int:
        """Where the first whole line that begins with `start` ends, of those from `begin` on, where
        a line begins; -1 if there is none yet."""
        buffer = self._reader.buffer
        if buffer.startswith(start, begin):
            at = begin
        else:
            at = buffer.find(b"\n" + start, begin)
            if at < 0:
                return -1
        return buffer.find(b"\n", at + 1) + 1 or -1

    def _last_line_begins_with(self, start: bytes) -> bool:
        last = self._reader.buffer.rpartition(b"\n")[2]
        return last.startswith(start)

    def _take(self, end: int) -> list[bytes]:
        taken = bytes(self._reader.buffer[:end])
        del self._reader.buffer[:end]
        lines = taken.splitlines()
        if self._log is not None:
            for line in lines:
                self._log.write(f"{self.name} > {line.decode(errors='replace')}\n")
        return lines

    async def _more(self, wanted: bytes) -> None:
        if self._reader.closed:
            raise EngineDied(f"{self.name}: the process {await self._end()}")
        if len(self._reader.buffer) > BUFFER_LIMIT_BYTES:
            raise EngineFault(f"{self.name}: too much output without an answer")
        await self._reader.wait_for(wanted, self.deadline)

    async def _end(self) -> str:
        """How the process ended, in words, once its output has."""
        if await self._exited(1.0):
            return f"has ended with status {self._process.returncode}"
        return "has closed its output"

    async def _exited(self, timeout: float | None) -> bool:
        """Waits for the end of the process, so many seconds at most."""
        try:
            await asyncio.to_thread(self._process.wait, timeout)
        except subprocess.TimeoutExpired:
            return False
        return True

    async def quit(self, timeout: float) -> None:
        """Sends `quit` and waits for the end, which it brings about if it does not come."""
        try:
            self.write("quit")
            await self._exited(timeout)
        finally:
            await self.kill()

    async def kill(self) -> None:
        """Ends the process and all that it started, and waits for its end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        await self._exited(None)
        self._reader.close()
        self._writer.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
