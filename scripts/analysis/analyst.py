"""Has an engine analyse tasks. Whatever goes wrong ends one task, not the rest."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from strategos_client import (
    NO_MOVE,
    Engine,
    EngineConfig,
    EngineError,
    Limits,
    SearchInfo,
    SearchResult,
)

from .annotate import annotate
from .tasks import Task

# A search may overrun its `movetime` by this before it counts as hung.
GRACE_S = 10.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for tasks that do not say otherwise. `timeout_s` is for one search; 0: none,
    but that of `movetime`."""

    engine: EngineConfig
    variant: str
    limits: Limits
    multipv: int = 1
    timeout_s: float = 0.0


class RefusedPosition(Exception):
    """The engine does not accept what it is to analyse."""


class Analyst:
    """One engine process, started when it is first needed and replaced when it fails."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine: Engine | None = None
        self._state: tuple[str, int] = ("", 1)

    async def work(self, task: Task) -> dict[str, Any]:
        """The answer to a task; with `error` if there is none."""
        answer: dict[str, Any] = {"id": task.ident}
        if task.warnings:
            answer["warnings"] = list(task.warnings)
        if task.record is None:
            answer["position"] = task.position
        if task.error:
            return answer | {"error": task.error}
        try:
            return answer | await self._analyse(task)
        except RefusedPosition as error:
            return answer | {"error": str(error)}
        except EngineError as error:
            await self._drop()
            return answer | {"error": str(error)}

    async def _analyse(self, task: Task) -> dict[str, Any]:
        wanted = dict(task.limits)
        variant = task.variant or self._settings.variant
        await self._prepare(variant, wanted.pop("multipv", self._settings.multipv))
        limits = self._limits(wanted)
        if task.record is not None:
            return await annotate(task.record, limits, self._search)
        result = await self._search(task.position, replace(limits, searchmoves=task.searchmoves))
        return {"variant": variant, **describe(result)}

    def _limits(self, wanted: dict[str, int]) -> Limits:
        """A task's own limits take the place of all others."""
        if not wanted:
            return self._settings.limits
        return Limits(wanted.get("depth"), wanted.get("nodes"), wanted.get("movetime"))

    async def _prepare(self, variant: str, multipv: int) -> None:
        """The engine in the right variant, with an empty memory."""
        if self._engine is None:
            self._engine = await Engine.start(self._settings.engine)
            self._state = ("", 1)
            if "UCI_ShowWDL" in self._engine.options:
                await self._engine.set_options({"UCI_ShowWDL": "true"})
        options = {}
        if variant != self._state[0]:
            options["UCI_Variant"] = variant
        if multipv != self._state[1]:
            options["MultiPV"] = str(multipv)
        await self._engine.set_options(options)
        self._state = (variant, multipv)
        await self._engine.new_game()

    async def _search(self, position: str, limits: Limits) -> SearchResult:
        """One search; raises `RefusedPosition` or `EngineError`."""
        if self._engine is None:
            raise EngineError("the engine is gone")
        timeout = self._settings.timeout_s or None
        if timeout is None and limits.movetime_ms is not None:
            timeout = limits.movetime_ms / 1000.0 + GRACE_S
        result = await self._engine.go(position, limits, timeout)
        if result.errors:
            raise RefusedPosition(result.errors[0].removeprefix("info string "))
        return result

    async def _drop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.kill()

    async def close(self) -> None:
        """Ends the process."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit()


def describe(result: SearchResult) -> dict[str, Any]:
    """A search as JSON."""
    return {
        "bestmove": None if result.bestmove == NO_MOVE else result.bestmove,
        "lines": [describe_line(line) for line in result.lines],
        "nodes": result.info.nodes,
        "time_ms": round(1000.0 * result.seconds, 1),
    }


def describe_line(info: SearchInfo) -> dict[str, Any]:
    """A line of MultiPV; `score` is centipawns (mates near 100000) for the player to move."""
    line: dict[str, Any] = {
        "multipv": info.multipv, "depth": info.depth, "seldepth": info.seldepth,
        "cp": info.cp, "mate": info.mate, "score": info.score, "nodes": info.nodes,
        "nps": info.nps, "pv": list(info.pv),
    }  # fmt: skip
    if info.wdl is not None:
        line["wdl"] = [info.wdl.win, info.wdl.draw, info.wdl.loss]
    return line


def work_here(settings: Settings, task: Task) -> dict[str, Any]:
    """Does one task with a process of its own; what a cluster's workers run."""

    async def work() -> dict[str, Any]:
        analyst = Analyst(settings)
        try:
            return await analyst.work(task)
        finally:
            await analyst.close()

    return asyncio.run(work())
