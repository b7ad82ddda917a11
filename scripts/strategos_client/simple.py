"""An engine for programs without asyncio: each call blocks until its answer is there."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import threading
from collections.abc import Coroutine, Mapping, Sequence, Set
from concurrent.futures import CancelledError, Future
from types import TracebackType
from typing import Any, Self, TextIO, TypeVar
from weakref import WeakValueDictionary

from .engine import REPLY_TIMEOUT_S, START_TIMEOUT_S, Engine
from .errors import EngineError
from .installed import installed_engine
from .model import (
    Answers,
    Dialect,
    EngineConfig,
    Limits,
    Option,
    OptionValue,
    SearchInfo,
    SearchResult,
)
from .process import QUIT_TIMEOUT_S
from .search import STOP_TIMEOUT_S, Search

T = TypeVar("T")


class SimpleEngine:
    """One running engine, with the methods of `Engine`, which say more:

        with SimpleEngine.popen() as engine:
            engine.set_options({"UCI_Variant": "pacru"})
            print(engine.play("startpos", Limits(movetime_ms=100)).bestmove)

    Any thread may call it; calls are served one after the other. Ctrl-C ends a call, and its search
    is stopped."""

    def __init__(self, loop: _Loop, engine: Engine) -> None:
        self._loop = loop
        self._engine = engine
        # A search that is forgotten must not block its thread.
        self._searches: WeakValueDictionary[int, SimpleSearch] = WeakValueDictionary()

    @classmethod
    def start(
        cls,
        config: EngineConfig,
        log: TextIO | None = None,
        timeout: float = START_TIMEOUT_S,
        processors: Set[int] = frozenset(),
    ) -> Self:
        """Starts the process; see `Engine.start`. Raises `EngineError`."""
        loop = _Loop(config.name)
        try:
            return cls(loop, loop.run(Engine.start(config, log, timeout, processors)))
        except BaseException:
            loop.end()
            raise

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        dialect: Dialect = "ugi",
        log: TextIO | None = None,
        timeout: float = START_TIMEOUT_S,
    ) -> Self:
        """Starts an engine by its command, a text or its words; by default `installed_engine`.
        Raises `EngineError`."""
        words = [installed_engine()] if command is None else command
        words = shlex.split(words) if isinstance(words, str) else list(words)
        config = EngineConfig("engine", tuple(words), dialect=dialect)
        engine = cls.start(config, log, timeout)
        try:
            engine.set_options(options or {})
        except BaseException:
            engine.kill()
            raise
        return engine

    @property
    def config(self) -> EngineConfig:
        """How it was started."""
        return self._engine.config

    @property
    def name(self) -> str:
        """The name given in the configuration."""
        return self._engine.name

    @property
    def identity(self) -> str:
        """What the engine calls itself."""
        return self._engine.identity

    @property
    def options(self) -> dict[str, Option]:
        """The options that the engine declares."""
        return self._engine.options

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._engine.pid

    # --- Set-up -------------------------------------------------------------

    def send(self, *lines: str) -> None:
        """As `Engine.send`."""
        self._loop.call(lambda: self._engine.send(*lines))

    def ready(self, timeout: float = REPLY_TIMEOUT_S) -> None:
        """As `Engine.ready`."""
        self._call(self._engine.ready(timeout))

    def output_of(self, *commands: str, timeout: float = REPLY_TIMEOUT_S) -> list[str]:
        """As `Engine.output_of`."""
        return self._call(self._engine.output_of(*commands, timeout=timeout))

    def set_options(self, options: Mapping[str, OptionValue]) -> None:
        """As `Engine.set_options`."""
        self._call(self._engine.set_options(options))

    def new_game(self) -> None:
        """As `Engine.new_game`."""
        self._call(self._engine.new_game())

    def set_position(self, position: str) -> None:
        """As `Engine.set_position`."""
        self._loop.call(lambda: self._engine.set_position(position))

    # --- Searches -----------------------------------------------------------

    def go(self, position: str, limits: Limits, timeout: float | None = None) -> SearchResult:
        """As `Engine.go`."""
        return self._call(self._engine.go(position, limits, timeout))

    def play(
        self,
        position: str,
        limits: Limits,
        *,
        ponder: bool = False,
        timeout: float | None = None,
    ) -> SearchResult:
        """As `Engine.play`."""
        return self._call(self._engine.play(position, limits, ponder=ponder, timeout=timeout))

    def analyse(
        self,
        position: str,
        limits: Limits,
        *,
        multipv: int | None = None,
        timeout: float | None = None,
    ) -> SearchResult:
        """As `Engine.analyse`."""
        return self._call(self._engine.analyse(position, limits, multipv=multipv, timeout=timeout))

    def search(self, position: str, limits: Limits | None = None) -> SimpleSearch:
        """A search with its info lines one by one; see `SimpleSearch`."""
        return SimpleSearch(self, self._engine.search(position, limits))

    def ponder(self, position: str, limits: Limits | None = None) -> SimpleSearch:
        """As `Engine.ponder`."""
        return SimpleSearch(self, self._engine.ponder(position, limits))

    def stop(self, grace: float = STOP_TIMEOUT_S) -> bool:
        """Stops the search of another thread; see `Engine.stop`."""
        return self._loop.run(self._engine.stop(grace))

    # --- Queries ------------------------------------------------------------

    def ask(self, commands: Sequence[str], timeout: float = REPLY_TIMEOUT_S) -> Answers:
        """As `Engine.ask`."""
        return self._call(self._engine.ask(commands, timeout))

    def query(self, question: str) -> list[str]:
        """As `Engine.query`."""
        return self._call(self._engine.query(question))

    def players(self) -> int:
        """As `Engine.players`."""
        return self._call(self._engine.players())

    def legal_moves(self) -> list[str]:
        """As `Engine.legal_moves`."""
        return self._call(self._engine.legal_moves())

    def is_legal(self, token: str) -> bool:
        """As `Engine.is_legal`."""
        return self._call(self._engine.is_legal(token))

    def fen(self) -> str:
        """As `Engine.fen`."""
        return self._call(self._engine.fen())

    def result(self) -> str:
        """As `Engine.result`."""
        return self._call(self._engine.result())

    def reason(self) -> str:
        """As `Engine.reason`."""
        return self._call(self._engine.reason())

    def ranking(self) -> list[int]:
        """As `Engine.ranking`."""
        return self._call(self._engine.ranking())

    # --- The end ------------------------------------------------------------

    def quit(self, timeout: float = QUIT_TIMEOUT_S) -> None:
        """Asks the process to end, and kills it if it does not. The engine answers no more."""
        self._finish(lambda: self._engine.quit(timeout))

    def kill(self) -> None:
        """Ends the process and all that it started. The engine answers no more."""
        self._finish(self._engine.kill)

    def _finish(self, end: Any) -> None:
        if self._loop.is_over:
            return
        try:
            self._loop.run(end())
        finally:
            self._loop.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.quit()

    def _call(self, call: Coroutine[Any, Any, T]) -> T:
        """Waits for a call. A thread that has a search open would wait for itself."""
        if threading.get_ident() in self._searches:
            call.close()
            raise EngineError(f"{self.name}: this thread's own search is under way; end it first")
        return self._loop.run(call)


class SimpleSearch:
    """A search, as `Search`. Iterate over it for its `SearchInfo` lines; then `result` is set:

    with engine.search("startpos") as search:
        for info in search:
            if (info.depth or 0) >= 12:
                search.stop()
    print(search.result.bestmove)
    """

    def __init__(self, engine: SimpleEngine, search: Search) -> None:
        self._engine = engine
        self._loop = engine._loop
        self._search = search

    @property
    def result(self) -> SearchResult:
        """The result of the search; raises `EngineError` before its end, or if it failed."""
        return self._search.result

    def stop(self) -> None:
        """Asks the engine to end the search, from any thread. Continue to iterate for the rest."""
        self._loop.call(self._search.stop)

    def ponderhit(self) -> None:
        """As `Search.ponderhit`."""
        self._loop.call(self._search.ponderhit)

    def wait(self) -> SearchResult:
        """Reads all lines that are left, and returns the result. Raises `EngineError`."""
        for _ in self:
            pass
        return self.result

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> SearchInfo:
        self._begin()
        try:
            return self._loop.run(self._search.__anext__())
        except StopAsyncIteration:
            self._close()
            raise StopIteration from None
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        self._begin()
        try:
            self._loop.run(self._search.__aenter__())
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._loop.run(self._search.__aexit__(kind, error, trace))
        finally:
            self._close()

    def _begin(self) -> None:
        other = self._engine._searches.setdefault(threading.get_ident(), self)
        if other is not self:
            raise EngineError(
                f"{self._engine.name}: this thread's own search is under way; end it first"
            )

    def _close(self) -> None:
        searches = self._engine._searches
        for thread in [thread for thread, search in list(searches.items()) if search is self]:
            searches.pop(thread, None)


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name=f"{name}: client", daemon=True)
        self._thread.start()
        self.is_over = False

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def run(self, call: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine. If this thread is interrupted, the coroutine is cancelled."""
        if self.is_over:
            call.close()
            raise EngineError("the engine was ended: start another one")
        future: Future[T] = asyncio.run_coroutine_threadsafe(call, self._loop)
        try:
            return future.result()
        except CancelledError:
            raise EngineError("the engine was ended during a call") from None
        except BaseException:
            future.cancel()
            raise

    def call(self, function: Any) -> None:
        """Runs a function in the thread of the loop, and waits for its end."""

        async def run() -> None:
            function()

        self.run(run())

    def end(self) -> None:
        """Ends the loop and its thread."""
        if self.is_over:
            return
        self.is_over = True
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
