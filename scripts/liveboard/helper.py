"""An engine process that is started on use and replaced if it dies."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Mapping
from typing import TextIO, TypeVar, cast

from strategos_client import Engine, EngineConfig, EngineDied, EngineError, EngineTimeout

T = TypeVar("T")

# After this number of deaths during one piece of work it fails.
TRIES = 3


class Traffic(io.TextIOBase):
    """The log of a process: passes its lines on while it is open."""

    def __init__(self, prefix: str, tell: Callable[[str], None]) -> None:
        self._prefix = prefix
        self._tell = tell
        self.is_open = False

    def write(self, text: str) -> int:
        """A line of the traffic."""
        if self.is_open:
            self._tell(self._prefix + text.rstrip("\n"))
        return len(text)


class Helper:
    """One process for one user at a time. `tell` gets messages about deaths, `traffic` all
    lines."""

    def __init__(
        self, config: EngineConfig, tell: Callable[[str], None], traffic: Traffic | None = None
    ) -> None:
        self._config = config
        self._tell = tell
        self.traffic = traffic
        self._engine: Engine | None = None
        self._options: dict[str, str] = {}
        self._lock = asyncio.Lock()
        self._ending: set[asyncio.Task[None]] = set()

    async def use(
        self,
        options: Mapping[str, str],
        work: Callable[[Engine], Awaitable[T]],
        check: Callable[[Engine], None] = lambda _: None,
    ) -> T:
        """Does `work` with an engine with these options, which `check` may refuse. If it dies,
        another one repeats the work. Raises `EngineError`."""
        async with self._lock:
            for left in reversed(range(TRIES)):
                try:
                    engine = await self._ready(options, check)
                    return await work(engine)
                except (EngineDied, EngineTimeout):
                    await self._drop()
                    if not left or _cancelled():
                        raise
                    self._tell(f"{self._config.name} has died. It is started again.")
            raise EngineError(f"{self._config.name}: never tried")

    async def _ready(self, options: Mapping[str, str], check: Callable[[Engine], None]) -> Engine:
        if self._engine is None:
            self._engine = await Engine.start(self._config, cast("TextIO | None", self.traffic))
            self._options = {}
        check(self._engine)
        declared = self._engine.options
        # What an earlier game has set goes back to its default.
        usual = {name: declared[name].default for name in self._options if name in declared}
        wanted = {
            name: value
            for name, value in {**usual, **options}.items()
            if self._options.get(name) != value and name in declared
        }
        if wanted:
            self._options |= wanted
            await self._engine.set_options(wanted)
        return self._engine

    async def _drop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            # Also if the waiting task is cancelled.
            ending = asyncio.get_running_loop().create_task(engine.kill())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            await asyncio.shield(ending)

    def nudge(self) -> None:
        """Stops the running search, which then has its result."""
        if self._engine is not None:
            self._engine.send("stop")

    async def close(self) -> None:
        """Ends the process."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit()
        if self._ending:
            await asyncio.wait(set(self._ending))


def _cancelled() -> bool:
    """Whether the work is cancelled. Then a time-out of its stop is no reason to repeat it."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
