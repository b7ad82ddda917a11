"""An engine process that is there when it is needed, and is replaced when it dies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from strategos_client import Engine, EngineConfig, EngineDied, EngineError, EngineTimeout

T = TypeVar("T")

# An engine that dies so often over one piece of work will not do it.
TRIES = 3


class Helper:
    """One process with one task. Whoever uses it has it to himself. `tell` hears of deaths."""

    def __init__(self, config: EngineConfig, tell: Callable[[str], None]) -> None:
        self._config = config
        self._tell = tell
        self._engine: Engine | None = None
        self._options: dict[str, str] = {}
        self._lock = asyncio.Lock()
        self._ending: set[asyncio.Task[None]] = set()

    async def use(
        self, options: Mapping[str, str], work: Callable[[Engine], Awaitable[T]], new: bool = False
    ) -> T:
        """Does `work` with an engine that has these options, and with `new` has forgotten the game
        before. If it dies meanwhile, another one does the work from its beginning. Raises
        `EngineError`."""
        async with self._lock:
            for left in reversed(range(TRIES)):
                try:
                    engine = await self._ready(options, new)
                    return await work(engine)
                except (EngineDied, EngineTimeout) as error:
                    await self._drop()
                    if not left or _cancelled():
                        raise
                    self._tell(f"{error}; it is started again")
            raise EngineError(f"{self._config.name}: never tried")

    async def _ready(self, options: Mapping[str, str], new: bool) -> Engine:
        if self._engine is None:
            self._engine = await Engine.start(self._config)
            self._options = {}
        wanted = {
            name: value
            for name, value in options.items()
            if self._options.get(name) != value and name in self._engine.options
        }
        if wanted:
            self._options |= wanted
            await self._engine.set_options(wanted)
        if new:
            await self._engine.new_game()
        return self._engine

    async def _drop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            # Also if whoever waits for it is to end himself.
            ending = asyncio.get_running_loop().create_task(engine.kill())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            await asyncio.shield(ending)

    def nudge(self) -> None:
        """Stops a search that is under way: it gives what it has found."""
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
    """Whether the work is to end: then a time-out while it stops is no reason to begin anew."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
