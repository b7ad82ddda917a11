"""Pipes of a child process: output is stored in a buffer, writes never block.

An engine flushes every line of its search. Waking the client for each line would cost more than
everything else. So a task names the text that it waits for, and other output is only stored. For
the same reason the event loop watches pipes directly, without asyncio's streams and transports. The
event loops of Windows cannot watch pipes; there each pipe has a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from typing import IO

# `query legalmoves` and `query record` may have very long answers; more than this is an error.
BUFFER_LIMIT_BYTES = 16 * 1024 * 1024
CHUNK_BYTES = 65_536
# The event loops of Windows watch sockets only.
IS_POSIX = os.name == "posix"


def can_be_watched(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether this event loop can wait for a pipe."""
    return IS_POSIX and type(loop).add_reader is not asyncio.AbstractEventLoop.add_reader


class Reader:
    """Stores the output of a pipe, and wakes the waiting task when its text has come. Subclasses
    watch the pipe, pause, and close it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.buffer = bytearray()
        self.closed = False
        self._pipe = pipe
        self._is_full = False
        self._wanted = b""
        self._waiter: asyncio.Future[None] | None = None

    @property
    def is_full(self) -> bool:
        """Whether the buffer is full. Then nothing is read until `take` makes room."""
        return self._is_full

    async def wait_for(self, wanted: bytes, deadline: float | None) -> None:
        """Waits for new output with `wanted` in it, or for the end of output. Raises `TimeoutError`
        at `deadline`, by the event loop's clock."""
        loop = asyncio.get_running_loop()
        self._wanted = wanted
        self._waiter = loop.create_future()
        # `asyncio.timeout` would take three times as long.
        alarm = None if deadline is None else loop.call_at(deadline, self._out_of_time)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if alarm is not None:
                alarm.cancel()

    async def rest(self, seconds: float) -> None:
        """Does not read the pipe for some seconds, so nothing wakes the client."""
        if self.closed:
            return
        self._pause()
        try:
            await asyncio.sleep(seconds)
        finally:
            # The process may have ended in the meantime.
            if not (self.closed or self._is_full):
                self._resume()

    def take(self, end: int) -> bytes:
        """Removes and returns the first bytes of the buffer."""
        taken = bytes(self.buffer[:end])
        del self.buffer[:end]
        if self._is_full and len(self.buffer) <= BUFFER_LIMIT_BYTES:
            self._is_full = False
            if not self.closed:
                self._resume()
        return taken

    def close(self) -> None:
        """Stops reading."""
        if not self.closed:
            self.closed = True
            self._end()
            self._wake()

    def _received(self, data: bytes) -> None:
        """Stores a chunk; an empty chunk is the end of output."""
        if self.closed:
            return
        if not data:
            self.close()
            return
        # The wanted text may begin in the chunk before.
        start = max(len(self.buffer) - len(self._wanted), 0)
        self.buffer += data
        if len(self.buffer) > BUFFER_LIMIT_BYTES:
            self._is_full = True
            self._pause()
            self._wake()
        elif self.buffer.find(self._wanted, start) >= 0:
            self._wake()

    def _out_of_time(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(TimeoutError())

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _pause(self) -> None:
        raise NotImplementedError

    def _resume(self) -> None:
        raise NotImplementedError

    def _end(self) -> None:
        raise NotImplementedError


class WatchedReader(Reader):
    """A pipe that the event loop watches."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(pipe)
        os.set_blocking(pipe.fileno(), False)
        self._resume()

    def _resume(self) -> None:
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._readable)

    def _pause(self) -> None:
        asyncio.get_running_loop().remove_reader(self._pipe.fileno())

    def _end(self) -> None:
        self._pause()
        self._pipe.close()

    def _readable(self) -> None:
        try:
            data = os.read(self._pipe.fileno(), CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._received(data)


class ThreadedReader(Reader):
    """A pipe that a thread reads. The thread closes it, because nothing else can during a read."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(pipe)
        self._loop = asyncio.get_running_loop()
        self._may_read = threading.Event()
        self._may_read.set()
        threading.Thread(target=self._read, name="strategos-reader", daemon=True).start()

    def _resume(self) -> None:
        self._may_read.set()

    def _pause(self) -> None:
        self._may_read.clear()

    def _end(self) -> None:
        self._may_read.set()

    def _read(self) -> None:
        data = b"first"
        # Without an event loop no task waits for the output.
        with self._pipe, contextlib.suppress(RuntimeError):
            while data:
                self._may_read.wait()
                try:
                    data = os.read(self._pipe.fileno(), CHUNK_BYTES)
                except OSError:
                    data = b""
                self._loop.call_soon_threadsafe(self._received, data)


class WatchedWriter:
    """Writes into a pipe without delay. What does not fit is written as soon as there is room."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting = b""
        self._broken = False
        os.set_blocking(pipe.fileno(), False)

    def write(self, data: bytes) -> None:
        """Never blocks. A broken pipe is silent here: it shows at the next read."""
        if self._broken:
            return
        if self._waiting:
            self._waiting += data
            return
        self._send(data)
        if self._waiting:
            asyncio.get_running_loop().add_writer(self._pipe.fileno(), self._writable)

    def close(self) -> None:
        """No more is written."""
        if self._waiting:
            asyncio.get_running_loop().remove_writer(self._pipe.fileno())
        self._waiting, self._broken = b"", True
        self._pipe.close()

    def _send(self, data: bytes) -> None:
        try:
            self._waiting = data[os.write(self._pipe.fileno(), data) :]
        except BlockingIOError:
            self._waiting = data
        except OSError:
            self._waiting, self._broken = b"", True

    def _writable(self) -> None:
        self._send(self._waiting)
        if not self._waiting:
            asyncio.get_running_loop().remove_writer(self._pipe.fileno())


class ThreadedWriter:
    """The same by a thread, which closes the pipe at the end."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._broken = False
        threading.Thread(target=self._write, name="strategos-writer", daemon=True).start()

    def write(self, data: bytes) -> None:
        """Never blocks. A broken pipe is silent here: it shows at the next read."""
        if data and not self._broken:
            self._waiting.put(data)

    def close(self) -> None:
        """No more is written."""
        self._broken = True
        self._waiting.put(b"")

    def _write(self) -> None:
        try:
            with self._pipe:
                while data := self._waiting.get():
                    while data:
                        data = data[os.write(self._pipe.fileno(), data) :]
        except OSError:
            self._broken = True


def reader_of(pipe: IO[bytes]) -> Reader:
    """A reader of the kind that the running event loop allows."""
    watched = can_be_watched(asyncio.get_running_loop())
    return WatchedReader(pipe) if watched else ThreadedReader(pipe)


def writer_of(pipe: IO[bytes]) -> WatchedWriter | ThreadedWriter:
    """A writer of the kind that the running event loop allows."""
    watched = can_be_watched(asyncio.get_running_loop())
    return WatchedWriter(pipe) if watched else ThreadedWriter(pipe)
