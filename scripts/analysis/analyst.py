"""Has an analysis server analyse tasks. A failure ends one task, not the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from strategos_client import (
    NO_MOVE,
    AnalysisServer,
    EngineConfig,
    EngineDied,
    EngineError,
    EngineTimeout,
    Limits,
    SearchInfo,
    SearchResult,
    search_options,
)

from .annotate import annotate
from .tasks import Task

# A search that exceeds its `movetime` by this counts as hung.
GRACE_S = 10.0
# Time for a cancelled search to end, before its process is ended.
STOP_S = 2.0
# Requests for each concurrent search: more than one keeps the server busy between answers.
AHEAD = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings for tasks without their own. `timeout_s` is for one search; with 0 there is only the
    time-out of `movetime`."""

    engine: EngineConfig
    variant: str
    limits: Limits
    multipv: int = 1
    timeout_s: float = 0.0


class NoServer(Exception):
    """The server cannot be started, so no task can be done."""


class Analyst:
    """One server, started on first use and replaced when it fails. Tasks may be concurrent."""

    def __init__(self, settings: Settings, parallel: int = 1) -> None:
        self._settings = settings
        self._parallel = parallel
        self._options = search_options(settings.engine)
        self._server: AnalysisServer | None = None
        self._starting = asyncio.Lock()
        # With a time limit no task may wait behind another, because its time would run out.
        is_timed = settings.timeout_s or settings.limits.movetime_ms is not None
        self.places = parallel if is_timed else parallel * AHEAD
        self._room = asyncio.Semaphore(self.places)
        self._alone = asyncio.Lock()

    async def work(self, task: Task) -> dict[str, Any]:
        """The answer to a task, with `error` if it failed. Raises `NoServer`."""
        answer: dict[str, Any] = {"id": task.ident}
        if task.warnings:
            answer["warnings"] = list(task.warnings)
        if task.record is None:
            answer["position"] = task.position
        if task.error:
            return answer | {"error": task.error}
        try:
            return answer | await self._analyse(task)
        except EngineError as error:
            return answer | {"error": str(error)}

    async def _analyse(self, task: Task) -> dict[str, Any]:
        wanted = dict(task.limits)
        variant = task.variant or self._settings.variant
        multipv = wanted.pop("multipv", self._settings.multipv)
        limits = self._limits(wanted)

        async def search(position: str, limits: Limits) -> SearchResult:
            return await self._search(variant, position, limits, multipv)

        if task.record is not None:
            return await annotate(task.record, limits, search)
        result = await search(task.position, replace(limits, searchmoves=task.searchmoves))
        return {"variant": variant, **describe(result)}

    def _limits(self, wanted: dict[str, int]) -> Limits:
        """The limits of a task: its own, or those of the settings."""
        if not wanted:
            return self._settings.limits
        return Limits(wanted.get("depth"), wanted.get("nodes"), wanted.get("movetime"))

    async def _search(
        self, variant: str, position: str, limits: Limits, multipv: int
    ) -> SearchResult:
        """One search. If the server dies during several searches, each is tried once more,
        alone."""
        try:
            async with self._room:
                return await self._try(variant, position, limits, multipv)
        except EngineDied:
            async with self._all_room():
                return await self._try(variant, position, limits, multipv)

    @asynccontextmanager
    async def _all_room(self) -> AsyncIterator[None]:
        """A context without other searches."""
        async with self._alone:
            for _ in range(self.places):
                await self._room.acquire()
            try:
                yield
            finally:
                for _ in range(self.places):
                    self._room.release()

    async def _try(self, variant: str, position: str, limits: Limits, multipv: int) -> SearchResult:
        server = await self.server()
        timeout = self._settings.timeout_s or None
        if timeout is None and self._settings.limits.movetime_ms and limits.movetime_ms is not None:
            timeout = limits.movetime_ms / 1000.0 + GRACE_S
        search = asyncio.ensure_future(
            server.search(variant, position, limits, multipv, self._options)
        )
        try:
            done, _ = await asyncio.wait([search], timeout=timeout)
            if done:
                return search.result()
        finally:
            if not search.done():
                search.cancel()
        await self._check(server)
        raise EngineTimeout(
            f"{self._settings.engine.name}: no answer to the request within {timeout:.3f} s"
        )

    async def _check(self, server: AnalysisServer) -> None:
        """Ends a server that does not answer a simple request; the next search starts another."""
        try:
            async with asyncio.timeout(STOP_S):
                await server.ask({"action": "query_version"})
        except (TimeoutError, EngineError):
            await server.kill()

    async def server(self) -> AnalysisServer:
        """The server, restarted if it is gone. Raises `NoServer` if it does not start."""
        async with self._starting:
            if self._server is None or not self._server.is_alive:
                if self._server is not None:
                    await self._server.kill()
                try:
                    self._server = await AnalysisServer.start(self._settings.engine, self._parallel)
                except EngineError as error:
                    raise NoServer(str(error)) from None
            return self._server

    async def close(self) -> None:
        """Ends the process."""
        server, self._server = self._server, None
        if server is not None:
            await server.close()


def describe(result: SearchResult) -> dict[str, Any]:
    """A search as JSON."""
    ended = {"result": result.result} if result.result else {}
    return {
        "bestmove": None if result.bestmove == NO_MOVE else result.bestmove,
        "lines": [describe_line(line) for line in result.lines],
        "nodes": result.info.nodes or 0,
        "time_ms": round(1000.0 * result.seconds, 1),
        **ended,
    }


def describe_line(info: SearchInfo) -> dict[str, Any]:
    """A line of MultiPV; `score` is centipawns (mates near 100000) for the player to move."""
    line: dict[str, Any] = {
        "multipv": info.multipv, "depth": info.depth, "seldepth": info.seldepth,
        "cp": info.cp, "mate": info.mate, "score": info.value, "nodes": info.nodes,
        "nps": info.nps, "pv": list(info.pv),
    }  # fmt: skip
    if info.wdl is not None:
        line["wdl"] = [info.wdl.win, info.wdl.draw, info.wdl.loss]
    return line


def work_here(settings: Settings, task: Task) -> dict[str, Any]:
    """Does one task in a new process. The workers of a cluster run this."""

    async def work() -> dict[str, Any]:
        analyst = Analyst(settings)
        try:
            return await analyst.work(task)
        finally:
            await analyst.close()

    return asyncio.run(work())
