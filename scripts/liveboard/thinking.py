"""Searches of engines: for a turn, for a deployment, and for an analysis."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from strategos_client import NO_MOVE, Engine, Limits, SearchInfo

from .game import Note, Seat
from .helper import Helper

HASH_MIB = "64"
# The least time between two messages about a search.
REPORT_EVERY_S = 0.15
Report = Callable[[list[dict[str, Any]]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Request:
    """A search: its position and limits."""

    variant: str
    position: str
    limits: Limits


def line_of(info: SearchInfo) -> dict[str, Any]:
    """An info line for a page."""
    return {
        "multipv": info.multipv, "depth": info.depth, "score": info.score, "nodes": info.nodes,
        "nps": info.nps, "time": info.time_ms, "pv": list(info.pv),
    }  # fmt: skip


async def choose(
    helper: Helper, seat: Seat, request: Request, seed: int, report: Report, new: bool = False
) -> tuple[str, Note]:
    """An engine's turn; raises `EngineError`. If the task is cancelled, the search stops. With
    `new` the engine forgets earlier searches."""
    options = {
        "Hash": HASH_MIB, "UCI_Variant": request.variant, "Skill Level": str(seat.level),
        "Seed": str(seed % 2**31),
    }  # fmt: skip
    return await _search(helper, options, request, report, new)


async def analyse(
    helper: Helper, lines: int, request: Request, report: Report, new: bool = False
) -> None:
    """Searches until the task is cancelled or the search ends; raises `EngineError`. With `new` the
    engine forgets earlier searches."""
    options = {
        "Hash": HASH_MIB, "UCI_Variant": request.variant, "MultiPV": str(lines),
    }  # fmt: skip
    await _search(helper, options, request, report, new)


async def _search(
    helper: Helper, options: Mapping[str, str], request: Request, report: Report, new: bool
) -> tuple[str, Note]:
    async def work(engine: Engine) -> tuple[str, Note]:
        shown: dict[int, dict[str, Any]] = {}
        told = 0.0
        async with engine.search(request.position, request.limits) as search:
            async for info in search:
                shown[info.multipv] = line_of(info)
                # The lines of one iteration come together, in order.
                if info.multipv == 1 and time.monotonic() - told < REPORT_EVERY_S:
                    continue
                told = time.monotonic()
                await report([shown[number] for number in sorted(shown)])
        await report([shown[number] for number in sorted(shown)])
        result = search.result
        info = result.info
        note = Note(info.score, info.depth, info.nodes, round(1000.0 * result.seconds, 1))
        return "" if result.bestmove == NO_MOVE else result.bestmove, note

    return await helper.use(options, work, new)
