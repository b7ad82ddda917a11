"""Other engines that play at the table: older builds, other authors' programs."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from strategos_client import NO_MOVE, Engine, EngineConfig, EngineError, Limits

from .helper import Helper

# For a turn, where there is no clock.
TURN_MS = 1000

Report = Callable[[Mapping[str, Any]], None]


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
        helper = self._helpers.setdefault(seat, Helper(self._configs[name], self._tell))
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
        async def work(engine: Engine) -> str:
            result = await engine.go(str(request["position"]), limits_of(request["limits"]))
            return "" if result.bestmove == NO_MOVE else result.bestmove

        try:
            token = await helper.use({"UCI_Variant": str(request["variant"])}, work)
        except EngineError as error:
            self.report({"do": "failed", "search": number, "reason": str(error)})
        else:
            self.report({"do": "found", "search": number, "token": token})


def limits_of(limits: Mapping[str, Any]) -> Limits:
    """The limits of a request in the client's terms."""
    clock = limits.get("clock")
    if clock is None:
        return Limits(movetime_ms=TURN_MS)
    return Limits(
        clocks_ms=tuple(clock["times"]),
        increments_ms=tuple(clock["increments"]),
        movestogo=clock.get("movestogo"),
    )
