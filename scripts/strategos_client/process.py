"""A child process with a protocol of lines: start, read, write, end.

A task names the text that it waits for, and other output is only stored; see `pipes`.
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
from .pipes import reader_of, writer_of

QUIT_TIMEOUT_S = 2.0
# Characters that are removed from both ends of a line.
BLANKS = b" \t\r\0"
# Windows has no process groups. This program ends a process and its children.
HAS_GROUPS = hasattr(os, "killpg")
END_TREE = ("taskkill", "/F", "/T", "/PID")


@contextlib.contextmanager
def _confined(processors: Set[int]) -> Iterator[None]:
    """A context in which new processes, with all their threads, run on these processors. They
    inherit them from the thread that starts them."""
    if not processors:
        yield
        return
    if not hasattr(os, "sched_setaffinity"):
        raise OSError("this system does not tell processes where to run")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _spawn(config: EngineConfig) -> subprocess.Popen[bytes]:
    if not config.command:
        raise ValueError("the command is empty")
    return subprocess.Popen(
        config.command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # A new process group: Ctrl-C reaches only the runner, and a kill also reaches the children
        # of a wrapper script. Windows has a flag for the former.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def _end_all(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and its children."""
    if HAS_GROUPS:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        with contextlib.suppress(OSError):
            subprocess.run([*END_TREE, str(process.pid)], capture_output=True, check=False)
        with contextlib.suppress(OSError):
            process.kill()


class LineProcess:
    """A running process. One task reads at a time. It may set a `deadline` by the event loop's
    clock: then reads raise `TimeoutError`, and no output is lost. Lines have no blanks at their
    ends."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], log: TextIO | None) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process needs pipes for input and output")
        self.name = name
        self.deadline: float | None = None
        self._process = process
        self._reader = reader_of(process.stdout)
        self._writer = writer_of(process.stdin)
        self._log = log

    @classmethod
    async def start(
        cls, config: EngineConfig, log: TextIO | None, processors: Set[int] = frozenset()
    ) -> LineProcess:
        """Starts the program of `config`, on these processors if the set is not empty. Raises
        `EngineDied` if it cannot start."""
        try:
            with _confined(processors):
                process = _spawn(config)
        except (OSError, ValueError) as error:
            raise EngineDied(f"{config.name}: cannot start: {error}") from None
        return cls(config.name, process, log)

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._process.pid

    def write(self, *lines: str) -> None:
        """Writes the lines without delay. If the process is dead, the next read raises an error.
        Raises `EngineFault` for text that is not one line: its answers would not match the
        calls."""
        for line in lines:
            if "\n" in line or "\r" in line:
                raise EngineFault(f"{self.name}: a command is one line: {line!r}")
        try:
            data = ("\n".join(lines) + "\n").encode(errors="surrogateescape")
        except UnicodeEncodeError as error:
            raise EngineFault(f"{self.name}: a command is no text: {error}") from None
        for line in lines:
            self._note("<", line.encode(errors="surrogateescape"))
        self._writer.write(data)

    async def read_line(self) -> bytes:
        """The next line."""
        while (end := self._reader.buffer.find(b"\n")) < 0:
            await self._more(b"\n")
        return self._take(end + 1)[0]

    async def rest(self, seconds: float) -> None:
        """Does not read output for some seconds, if the caller needs none before."""
        await self._reader.rest(seconds)

    async def read_through(self, word: bytes, count: int = 1) -> list[bytes]:
        """All lines up to and with the `count`th line that begins with `word`. Nothing is removed
        from the buffer before."""
        end = 0
        for _ in range(count):
            while (after := self._end_of_line(word, end)) < 0:
                await self._more(b"\n" if self._is_coming(word) else word)
            end = after
        return self._take(end)

    def has_line(self, word: bytes) -> bool:
        """Whether the buffer has a whole line that begins with `word`."""
        return self._end_of_line(word, 0) >= 0

    def _end_of_line(self, word: bytes, begin: int) -> int:
        """The end of the first whole line that begins with `word`, at or after `begin`, which is
        the start of a line; -1 if there is none yet."""
        buffer = self._reader.buffer
        at = buffer.find(word, begin)
        while at >= 0:
            end = buffer.find(b"\n", at)
            if end < 0:
                break
            start = max(buffer.rfind(b"\n", begin, at) + 1, begin)
            if buffer[start:end].split(maxsplit=1)[0].strip(BLANKS) == word:
                return end + 1
            at = buffer.find(word, end)
        return -1

    def _is_coming(self, word: bytes) -> bool:
        """Whether `word` is in a line that is still incomplete."""
        buffer = self._reader.buffer
        return buffer.find(word, buffer.rfind(b"\n") + 1) >= 0

    def _take(self, end: int) -> list[bytes]:
        lines = [line.strip(BLANKS) for line in self._reader.take(end)[:-1].split(b"\n")]
        for line in lines:
            self._note(">", line)
        return lines

    def _note(self, arrow: str, line: bytes) -> None:
        """Adds a line to the log of all traffic."""
        if self._log is not None:
            self._log.write(f"{self.name} {arrow} {line.decode(errors='replace')}\n")

    async def _more(self, wanted: bytes) -> None:
        if self._reader.is_full:
            raise EngineFault(f"{self.name}: too much output without an answer")
        if self._reader.closed:
            raise EngineDied(f"{self.name}: the process {await self._end()}")
        await self._reader.wait_for(wanted, self.deadline)

    async def _end(self) -> str:
        """How the process ended, in words, after the end of its output."""
        if await self._exited(1.0):
            return f"has ended with status {self._process.returncode}"
        return "has closed its output"

    async def _exited(self, timeout: float | None) -> bool:
        """Waits for the end of the process, for some seconds at most."""
        try:
            await asyncio.to_thread(self._process.wait, timeout)
        except subprocess.TimeoutExpired:
            return False
        return True

    async def quit(self, timeout: float) -> None:
        """Sends `quit` and waits for the end; kills the process if it does not end."""
        try:
            self.write("quit")
            await self._exited(timeout)
        finally:
            await self.kill()

    async def kill(self) -> None:
        """Kills the process and its children, and waits for its end."""
        if HAS_GROUPS:
            _end_all(self._process)
        else:
            await asyncio.to_thread(_end_all, self._process)
        await self._exited(None)
        self._reader.close()
        self._writer.close()
