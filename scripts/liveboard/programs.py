"""Other engines that play at the table: older builds, other authors' programs."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from strategos_client import (
    NO_MOVE,
    Engine,
    EngineConfig,
    EngineError,
    Limits,
    SearchResult,
)  # fmt: skip

from .helper import Helper, Traffic

# For a turn, where there is no clock.
TURN_MS = 1000

Report = Callable[[Mapping[str, Any]], None]

# Options of other kinds are texts, which may name files: a page must not choose these.
SAFE_KINDS = ("spin", "check", "combo", "button")


def config_of(text: str) -> EngineConfig:
    """`NAME=COMMAND` as a program; raises ValueError."""
    name, equals, command = text.partition("=")
    words = shlex.split(command)
    if not name or not equals or not words:
        raise ValueError(f"expected NAME=COMMAND, not {text}")
    return EngineConfig(name, tuple(words))


class Programs:
    """The programs, each with a process for every seat. `report` receives what they answer, as
    events of the table. `tell` gets messages about their deaths."""

    def __init__(self, configs: Sequence[EngineConfig], tell: Callable[[str], None]) -> None:
        self._configs = {config.name: config for config in configs}
        self._tell = tell
        self._helpers: dict[tuple[str, int], Helper] = {}
        self._searches: dict[int, tuple[asyncio.Task[None], Helper]] = {}
        self.report: Report = lambda _: None
        self.log: Callable[[str], None] = lambda _: None

    @property
    def names(self) -> list[str]:
        """Their names."""
        return list(self._configs)

    def search(self, request: Mapping[str, Any]) -> None:
        """Has a program answer a request of the table."""
        number, name = int(request["search"]), str(request["seat"].get("name", ""))
        if name not in self._configs:
            reason = f"there is no program '{name}' here (--program {name or 'NAME'}=COMMAND)"
            self.report({"do": "failed", "search": number, "reason": reason})
            return
        seat = name, int(request["player"])
        helper = self._helpers.get(seat)
        if helper is None:
            traffic = Traffic(f"player {seat[1]}, ", lambda line: self.log(line))
            helper = self._helpers[seat] = Helper(self._configs[name], self._tell, traffic)
        if helper.traffic is not None:
            # What a program is told of a game with hidden parts is for nobody's eyes.
            helper.traffic.is_open = not str(request["position"]).startswith("view ")
        task = asyncio.get_running_loop().create_task(self._answer(helper, number, request))
        self._searches[number] = task, helper
        task.add_done_callback(lambda _: self._searches.pop(number, None))

    def stop(self, number: int) -> None:
        """Ends a search. The program's best move still goes to the table."""
        found = self._searches.get(number)
        if found is not None:
            found[1].nudge()

    def stop_all(self) -> None:
        """Ends all searches. Their moves are not wanted any more."""
        for task, _ in self._searches.values():
            task.cancel()

    async def close(self) -> None:
        """Ends all programs."""
        tasks = [task for task, _ in self._searches.values()]
        self.stop_all()
        if tasks:
            await asyncio.wait(tasks)
        for helper in self._helpers.values():
            await helper.close()

    async def _answer(self, helper: Helper, number: int, request: Mapping[str, Any]) -> None:
        async def work(engine: Engine) -> SearchResult:
            return await engine.go(str(request["position"]), limits_of(request["limits"]))

        wanted = {
            str(name): str(value) for name, value in request["seat"].get("options", {}).items()
        }
        # The variant comes first, as other options may depend on it.
        first = {"UCI_Variant": str(request["variant"])}
        try:
            result = await helper.use(
                first | wanted | first, work, lambda engine: check_options(engine, wanted)
            )
        except EngineError as error:
            self.report({"do": "failed", "search": number, "reason": str(error)})
        else:
            self.report({"do": "found", "search": number, **found(result)})


def check_options(engine: Engine, options: Mapping[str, str]) -> None:
    """Refuses options that the program does not have, or that a page must not choose; raises
    `EngineError`."""
    for name in options:
        declared = engine.options.get(name)
        if declared is None:
            raise EngineError(f"{engine.config.name} has no option {name}")
        if declared.kind not in SAFE_KINDS:
            raise EngineError(f"the option {name} is a text, and is set by --program alone")


def found(result: SearchResult) -> dict[str, Any]:
    """What a program has found, as an event of the table has it."""
    token = "" if result.bestmove == NO_MOVE else result.bestmove
    info = result.info
    if (info.cp is None and info.mate is None) or not info.pv:
        return {"token": token}
    score = {"cp": info.cp} if info.mate is None else {"mate": info.mate}
    line = {
        "multipv": 1, "depth": info.depth or 0, "score": score, "nodes": info.nodes or 0,
        "time": info.time_ms or 0, "pv": list(info.pv),
    }  # fmt: skip
    return {"token": token, "line": line}


def limits_of(limits: Mapping[str, Any]) -> Limits:
    """The limits of a request in the client's terms."""
    clock, nodes, depth = limits.get("clock"), limits.get("nodes"), limits.get("depth")
    if clock is None:
        usual = None if nodes or depth else TURN_MS
        return Limits(movetime_ms=limits.get("movetime", usual), nodes=nodes, depth=depth)
    return Limits(
        nodes=nodes,
        depth=depth,
        clocks_ms=tuple(clock["times"]),
        increments_ms=tuple(clock["increments"]),
        movestogo=clock.get("movestogo"),
    )
