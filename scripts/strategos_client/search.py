"""Searches that are read line by line, and their results."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

from .errors import EngineDied, EngineError, EngineFault
from .model import Limits, SearchInfo, SearchResult
from .parse import parse_info

if TYPE_CHECKING:
    from .engine import Engine

BESTMOVE = b"bestmove"
MAX_UNREAD_S = 0.01
STOP_TIMEOUT_S = 2.0


class Search:
    """A search. Iterate over it for its `SearchInfo` lines; then `result` is set. The search begins
    with `async with` or with the first iteration. It is stopped when the block is left, also by an
    exception:

        async with engine.search("startpos") as search:
            async for info in search:
                if (info.depth or 0) >= 12:
                    search.stop()
        print(search.result.bestmove)

    At the end it raises `EngineFault` if the engine reported an error.
    """

    def __init__(self, engine: Engine, position: str, limits: Limits) -> None:
        self._run = _SearchRun(engine, position, limits)
        self._is_in_block = False
        # A forgotten search must not block other calls.
        weakref.finalize(self, self._run.forget).atexit = False

    @property
    def result(self) -> SearchResult:
        """The result of the search; raises `EngineError` before its end, or if it failed."""
        return self._run.result()

    def stop(self) -> None:
        """Asks the engine to end the search. Continue to iterate for the rest."""
        self._run.stop()

    def ponderhit(self) -> None:
        """Tells the engine that the expected move was played: the limits hold from now on. For a
        search with `Limits.ponder`, see `Engine.ponder`."""
        self._run.ponderhit()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SearchInfo:
        try:
            info = await self._run.next_info()
        except asyncio.CancelledError:
            # Within a block the caller may iterate again.
            if not self._is_in_block:
                self._run.abandon()
            raise
        if info is None:
            raise StopAsyncIteration
        return info

    async def __aenter__(self) -> Self:
        self._is_in_block = True
        await self._run.begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._run.end(error, STOP_TIMEOUT_S)


class _SearchRun:
    """The state of a search. It blocks other calls while it `is_open`."""

    def __init__(self, engine: Engine, position: str, limits: Limits) -> None:
        self._engine = engine
        self._position = position
        self._limits = limits
        self._lines: list[bytes] = []
        self._started = 0.0
        self._has_begun = self._is_open = self._is_stopped = self._is_hit = False
        self._outcome: SearchResult | EngineError | None = None

    def result(self) -> SearchResult:
        """The result; raises `EngineError` if there is none."""
        if self._outcome is None:
            raise EngineError(f"{self._engine.name}: the search has not ended")
        if isinstance(self._outcome, EngineError):
            raise self._outcome
        return self._outcome

    async def begin(self) -> None:
        """Waits for other calls, then starts the search."""
        if self._has_begun:
            return
        self._has_begun = True
        await self._engine._begin()
        self._is_open = True
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        try:
            self._engine._start_search(self._position, self._limits)
        except EngineError as error:
            self._close(error)
            raise
        self._started = time.perf_counter()
        if self._is_hit:
            self._engine.send("ponderhit")
        if self._is_stopped:
            self._engine.send("stop")

    def ponderhit(self) -> None:
        """Sends `ponderhit`, at once or when the search begins."""
        if not self._limits.ponder:
            raise EngineError(f"{self._engine.name}: this search does not ponder")
        if not self._is_hit and self._is_open:
            self._engine.send("ponderhit")
        self._is_hit = True

    def stop(self) -> None:
        """Sends `stop`, at once or when the search begins."""
        self._is_stopped = True
        if self._is_open:
            self._engine.send("stop")

    async def next_info(self) -> SearchInfo | None:
        """The next line with a score; None at the end. Raises `EngineError`."""
        await self.begin()
        while self._is_open:
            line = await self._next_line()
            if is_score_line(line):
                return parse_info(line.decode(errors="replace"))
        self.result()
        return None

    async def _next_line(self) -> bytes:
        try:
            line = await self._engine._process.read_line()
        except EngineError as error:
            self._close(error)
            raise
        self._lines.append(line)
        if line.split(maxsplit=1)[:1] == [BESTMOVE]:
            self._engine._owed = None
            seconds = time.perf_counter() - self._started
            try:
                self._close(self._engine._result(self._lines, seconds))
            except EngineFault as fault:
                self._close(fault)
        return line

    async def end(self, error: BaseException | None, grace: float) -> None:
        """Stops a search that still runs, and waits for its answer."""
        if not self._is_open:
            return
        try:
            if not isinstance(error, EngineDied):
                self.stop()
                await self._engine._within(grace, "stop", self._drain())
        finally:
            self.abandon()

    async def _drain(self) -> None:
        while self._is_open:
            await self._next_line()

    def abandon(self) -> None:
        """Ends this call. The next call stops the search."""
        if self._is_open:
            self._close(EngineError(f"{self._engine.name}: the search was interrupted"))
            self._engine._give_up()

    def forget(self) -> None:
        """The same for a search that was garbage-collected. Any thread may call this at any
        time."""
        with contextlib.suppress(RuntimeError):
            if self._is_open and self._thread == threading.get_ident():
                self._close(EngineError(f"{self._engine.name}: the search was dropped"))
                self._loop.call_soon(self._engine._give_up)
            elif self._is_open:
                self._loop.call_soon_threadsafe(self.abandon)

    def _close(self, outcome: SearchResult | EngineError) -> None:
        if self._is_open:
            self._is_open = False
            self._outcome = outcome
            self._engine._turns.give_back()


def unread_seconds(limits: Limits) -> float:
    """The seconds for which the output of a search is not read. With a fixed move time an early
    answer gains nothing. Most iterations end in the first milliseconds, and waking for each would
    cost more than everything else. The pipe has room for that output."""
    return min((limits.movetime_ms or 0) / 2000.0, MAX_UNREAD_S)


def last_scores(lines: Sequence[bytes]) -> list[bytes]:
    """The last info line of each MultiPV line. The search for them goes backwards, and only these
    are parsed: at a few milliseconds a move, parsing all lines would cost too much."""
    found: dict[bytes, bytes] = {}
    for line in reversed(lines):
        if is_score_line(line):
            _, several, after = line.partition(b" multipv ")
            number = after.split(b" ", 1)[0] if several else b"1"
            if number in found:
                break
            found[number] = line
    return list(found.values())


def is_score_line(line: bytes) -> bool:
    """Whether this is an info line with a score."""
    return line.startswith(b"info ") and b" score " in line and not line.startswith(b"info string")
