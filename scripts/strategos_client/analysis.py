"""A client of the analysis server, `strategos analysis`: concurrent requests to one process."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Coroutine, Generator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TextIO

from .errors import EngineDied, EngineError, EngineFault, EngineTimeout
from .model import NO_MOVE, EngineConfig, Limits, SearchInfo, SearchResult
from .process import LineProcess
from .rules import RuleFacts, RuleQuery, facts_of, rule_request
from .scores import Wdl

START_TIMEOUT_S = 10.0
# Options for the whole server, with their arguments.
SERVER_OPTIONS = {"Hash": "--hash", "Threads": "--threads"}

Answer = dict[str, Any]


class AnalysisServer:
    """One running server. Any number of tasks may `ask` concurrently:

        async with await AnalysisServer.start(config, parallel=4) as server:
            answer = await server.ask({"variant": "pacru", "position": "startpos", "depth": 8})
            print(answer["bestmove"], answer["lines"])
            game = {"variant": "pacru", "position": "startpos moves i9i8 a1a2", "nodes": 10000}
            async for answer in server.ask(game | {"analyseTurns": [0, 1, 2], "reportEvery": 500}):
                print(answer["turn"], answer["final"], answer["bestmove"])

    After the end of the process every `ask` raises `EngineDied`."""

    def __init__(self, config: EngineConfig, process: LineProcess) -> None:
        self.config = config
        self._process = process
        # The lines that were sent. The number of a line is the `id` of its request too, so that
        # the server can name it even where it could not read it.
        self._sent = 0
        self._waiting: dict[int, asyncio.Queue[Answer | EngineError]] = {}
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
        """Starts a server for `parallel` concurrent searches, each with the `Hash` and `Threads` of
        `config`. Raises `EngineError`, and then leaves no process."""
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
        """Whether the process can still answer."""
        return self._end is None

    def ask(self, request: Mapping[str, Any]) -> Request:
        """A request; its `id` is set here. `await` it for its last answer, or iterate over it for
        all answers. Either sends the request. Raises `EngineFault` for a wrong request, and
        `EngineDied`. If it is cancelled or left early, its search is terminated."""
        return Request(self, request)

    async def search(
        self,
        variant: str,
        position: str,
        limits: Limits,
        multipv: int = 1,
        options: Mapping[str, Any] | None = None,
        *,
        avoid: Sequence[str] = (),
        priority: int = 0,
    ) -> SearchResult:
        """The answer for one position, as the `SearchResult` of a search. The actions in `avoid`
        are not searched. A request with a higher `priority` comes first."""
        request: dict[str, Any] = {"variant": variant, "position": position, "multipv": multipv}
        for key, value in (
            ("depth", limits.depth),
            ("nodes", limits.nodes),
            ("movetime", limits.movetime_ms),
            ("mate", limits.mate),
            ("searchmoves", list(limits.searchmoves)),
            ("avoidMoves", list(avoid)),
            ("priority", priority or None),
            ("options", dict(options or {})),
        ):
            if value not in (None, [], {}):
                request[key] = value
        answer = await self.ask(request)
        try:
            return search_result(answer)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            fault = f"{self.config.name}: no answer to a search ({error!r}): {answer}"
            raise EngineFault(fault) from None

    async def rules(
        self,
        variant: str,
        positions: str | Sequence[str] = "startpos",
        query: Sequence[RuleQuery] = ("legalmoves",),
        *,
        turns: Sequence[int] | None = None,
        raw: bool = False,
        eval_file: str = "",
    ) -> tuple[RuleFacts, ...]:
        """Facts of one position or of many, in their order, without a search. `turns` are numbers
        of tokens played: the positions after these of the moves in a single position. `raw` adds
        the static values, by the network in `eval_file` if one is named. It waits for no search.

        Raises `EngineFault` for a wrong request. A wrong one among many positions has its own
        `error`."""
        request = rule_request(variant, positions, query, raw, eval_file, turns)
        return facts_of(await self.ask(request))

    async def close(self) -> None:
        """Ends the process. Unanswered requests raise `EngineDied`."""
        await self.kill()

    async def kill(self) -> None:
        """Ends the process, and waits for its end."""
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader
        await self._process.kill()
        self._fail(EngineDied(f"{self.config.name}: the server was ended"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # --- Requests -----------------------------------------------------------

    def _send(self, request: Mapping[str, Any]) -> int:
        """Sends a request and returns its number."""
        if self._end is not None:
            raise self._end
        number = self._sent + 1
        # The `id` comes first, so the server can read it even if the rest is wrong.
        named = {"id": number} | {key: value for key, value in request.items() if key != "id"}
        try:
            line = json.dumps(named, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise EngineFault(f"{self.config.name}: the request is no JSON: {error}") from None
        self._process.write(line)
        self._sent = number
        return number

    def _terminate(self, number: int) -> None:
        if self._end is None:
            self._send({"action": "terminate", "target": number})

    async def _read(self) -> None:
        """Passes answers to the requests that wait for them, until the process ends."""
        try:
            while True:
                self._take(await self._process.read_line())
        except EngineError as error:
            self._fail(error)
        except OSError as error:
            # The log of all traffic cannot be written.
            self._fail(EngineFault(f"{self.config.name}: {error}"))

    def _take(self, line: bytes) -> None:
        if not line:
            return
        try:
            answer = json.loads(line)
            number = answer["id"] or answer.get("line")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            shown = line[:200].decode(errors="replace")
            raise EngineFault(f"{self.config.name}: no answer of a server: {shown}") from None
        waiting = self._waiting.get(number) if isinstance(number, int) else None
        if waiting is not None:
            waiting.put_nowait(answer)

    def _fail(self, error: EngineError) -> None:
        self._end = self._end or error
        for waiting in self._waiting.values():
            waiting.put_nowait(EngineDied(str(error)))


class Request(Coroutine[Any, Any, Answer]):
    """A request to a server; see `AnalysisServer.ask`. With `analyseTurns` each position has its
    own answers; with `reportEvery` there are answers with `final` False. Faults of single positions
    are raised at the end, after all other answers."""

    def __init__(self, server: AnalysisServer, request: Mapping[str, Any]) -> None:
        self._server = server
        self._request = request
        self._awaited: Coroutine[Any, Any, Answer] | None = None

    def __await__(self) -> Generator[Any, None, Answer]:
        return self._last().__await__()

    # A coroutine's methods, so that `asyncio.create_task` accepts a request.

    def send(self, value: Any) -> Any:
        """As a coroutine's."""
        if self._awaited is None:
            self._awaited = self._last()
        return self._awaited.send(value)

    def throw(self, *error: Any) -> Any:
        """As a coroutine's."""
        if self._awaited is None:
            self._awaited = self._last()
        return self._awaited.throw(*error)

    def close(self) -> None:
        """As a coroutine's."""
        if self._awaited is not None:
            self._awaited.close()

    def __aiter__(self) -> AsyncGenerator[Answer, None]:
        return self._answers()

    async def _last(self) -> Answer:
        last: Answer = {}
        async with contextlib.aclosing(self._answers()) as answers:
            async for answer in answers:
                last = answer
        return last

    async def _answers(self) -> AsyncGenerator[Answer, None]:
        server = self._server
        # A request about rules has one answer for all of its positions.
        has_rules = "query" in self._request or "raw" in self._request
        turns = None if has_rules else self._request.get("analyseTurns")
        left = len(turns) if isinstance(turns, list | tuple) and turns else 1
        answers: asyncio.Queue[Answer | EngineError] = asyncio.Queue()
        faults: list[str] = []
        number = server._send(self._request)
        server._waiting[number] = answers
        try:
            while left:
                answer = await answers.get()
                if isinstance(answer, EngineError):
                    left = 0
                    raise answer
                if answer.get("final") is not False:
                    # A fault of the whole request has no turn, and is the only answer.
                    left = left - 1 if "turn" in answer or "error" not in answer else 0
                if "error" in answer:
                    faults.append(_fault(answer))
                else:
                    yield answer
        finally:
            del server._waiting[number]
            if left:
                server._terminate(number)
        if faults:
            raise EngineFault("; ".join(faults))


def _fault(answer: Answer) -> str:
    """The server's error message, with the turn if it is about one position."""
    turn = f"turn {answer['turn']}: " if "turn" in answer else ""
    return f"{turn}{answer['error']}"


def as_server(config: EngineConfig, parallel: int) -> EngineConfig:
    """The same program as a server; `Hash` is for each search."""
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
    """The options of each search, with values of the types that the server expects."""
    return {
        name: _typed(value) for name, value in config.options.items() if name not in SERVER_OPTIONS
    }


def _typed(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def search_result(answer: Mapping[str, Any]) -> SearchResult:
    """An answer in the form of a search of `Engine`."""
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
            samples=answer.get("samples"),
            pv=tuple(line["pv"]),
            visits=line.get("visits"),
            prior=line.get("prior"),
        )
        for line in answer["lines"]
    ]
    best = answer["bestmove"]
    result = str(answer.get("result", ""))
    return SearchResult(
        NO_MOVE if best is None else best, tuple(lines), milliseconds / 1000.0, result=result
    )
