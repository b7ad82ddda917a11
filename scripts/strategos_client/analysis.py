"""A client of the analysis server, `strategos analysis`: many requests at a time, one process."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Mapping
from typing import Any, Self, TextIO

from .errors import EngineDied, EngineError, EngineFault, EngineTimeout
from .model import NO_MOVE, EngineConfig, Limits, SearchInfo, SearchResult, Wdl
from .process import LineProcess

START_TIMEOUT_S = 10.0
# Options that the whole server is started with, and how.
SERVER_OPTIONS = {"Hash": "--hash", "Threads": "--threads"}


class AnalysisServer:
    """One running server. Any number of tasks may `ask` at a time:

        server = await AnalysisServer.start(config, parallel=4)
        answer = await server.ask({"variant": "pacru", "position": "startpos", "depth": 8})
        print(answer["bestmove"], answer["lines"])
        await server.close()

    Once it has died every `ask` raises `EngineDied`."""

    def __init__(self, config: EngineConfig, process: LineProcess) -> None:
        self.config = config
        self._process = process
        self._numbers = itertools.count()
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._end: EngineError | None = None
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls,
        config: EngineConfig,
        parallel: int = 1,
        log: TextIO | None = None,
        timeout: float = START_TIMEOUT_S,
    ) -> Self:
        """Starts a server for so many searches at a time, each with the `Hash` and `Threads` of
        `config`; raises `EngineError` if there is none, and then leaves no process behind."""
        server = cls(config, await LineProcess.start(as_server(config, parallel), log))
        try:
            async with asyncio.timeout(timeout):
                await server.ask({"action": "query_version"})
        except TimeoutError:
            await server.kill()
            raise EngineTimeout(f"{config.name}: no answer within {timeout:.0f} s") from None
        except BaseException:
            await server.kill()
            raise
        return server

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it may still answer."""
        return self._end is None

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The final answer to a request, whose `id` is set here. Raises `EngineFault` with what is
        wrong with the request, and `EngineDied`. Cancelled, it has the search terminated."""
        if self._end is not None:
            raise self._end
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._process.write(json.dumps({**request, "id": number}))
        try:
            return await answer
        except asyncio.CancelledError:
            self._process.write(json.dumps(
                {"id": next(self._numbers), "action": "terminate", "target": number}
            ))  # fmt: skip
            raise
        finally:
            del self._waiting[number]

    async def search(
        self,
        variant: str,
        position: str,
        limits: Limits,
        multipv: int = 1,
        options: Mapping[str, Any] | None = None,
    ) -> SearchResult:
        """The same for one position, as the result of a search."""
        request: dict[str, Any] = {"variant": variant, "position": position, "multipv": multipv}
        for key, value in (
            ("depth", limits.depth),
            ("nodes", limits.nodes),
            ("movetime", limits.movetime_ms),
            ("mate", limits.mate),
            ("searchmoves", list(limits.searchmoves)),
            ("options", dict(options or {})),
        ):
            if value not in (None, [], {}):
                request[key] = value
        return search_result(await self.ask(request))

    async def close(self) -> None:
        """Ends its input and the process."""
        await self.kill()

    async def kill(self) -> None:
        """Ends the process, and waits for its end."""
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader
        await self._process.kill()
        self._fail(EngineDied(f"{self.config.name}: the server was ended"))

    async def _read(self) -> None:
        """Hands answers to those who wait for them, until the process ends."""
        try:
            while True:
                self._take(await self._process.read_line())
        except EngineError as error:
            self._fail(error)

    def _take(self, line: bytes) -> None:
        try:
            answer = json.loads(line)
            number = answer["id"]
        except (ValueError, KeyError, TypeError):
            shown = line[:200].decode(errors="replace")
            raise EngineFault(f"{self.config.name}: no answer of a server: {shown}") from None
        waiting = self._waiting.get(number) if isinstance(number, int) else None
        if waiting is None or waiting.done() or answer.get("final") is False:
            return
        if "error" in answer:
            waiting.set_exception(EngineFault(str(answer["error"])))
        else:
            waiting.set_result(answer)

    def _fail(self, error: EngineError) -> None:
        self._end = self._end or error
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(EngineDied(str(error)))


def as_server(config: EngineConfig, parallel: int) -> EngineConfig:
    """The same program as a server; `Hash` is that of each search."""
    words = ["analysis", "--parallel", str(parallel)]
    for name, word in SERVER_OPTIONS.items():
        value = config.options.get(name)
        if value is not None:
            times = parallel if name == "Hash" and value.isdigit() else 1
            words += [word, str(int(value) * times) if value.isdigit() else value]
    if "Hash" not in config.options:
        words += ["--hash", str(16 * parallel)]
    return EngineConfig(config.name, (*config.command, *words))


def search_options(config: EngineConfig) -> dict[str, Any]:
    """The options that concern each search, with values of the types that the server expects."""
    return {
        name: _typed(value) for name, value in config.options.items() if name not in SERVER_OPTIONS
    }


def _typed(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def search_result(answer: Mapping[str, Any]) -> SearchResult:
    """An answer in the form that a search of `Engine` has."""
    nodes, milliseconds = answer["nodes"], answer["time"]
    lines = [
        SearchInfo(
            depth=line["depth"],
            seldepth=line["seldepth"],
            multipv=line["multipv"],
            cp=line["score"].get("cp"),
            mate=line["score"].get("mate"),
            wdl=Wdl(*line["wdl"]) if "wdl" in line else None,
            nodes=nodes,
            nps=1000 * nodes // milliseconds if milliseconds else None,
            time_ms=milliseconds,
            pv=tuple(line["pv"]),
        )
        for line in answer["lines"]
    ]
    best = answer["bestmove"]
    result = str(answer.get("result", ""))
    return SearchResult(
        NO_MOVE if best is None else best, tuple(lines), milliseconds / 1000.0, result=result
    )
