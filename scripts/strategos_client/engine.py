"""One engine process and the conversation with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence, Set
from types import TracebackType
from typing import Self, TextIO, TypeVar

from .errors import EngineError, EngineFault, EngineTimeout
from .model import Answers, EngineConfig, Limits, Option, SearchInfo, SearchResult
from .parse import parse_bestmove, parse_info, parse_option
from .process import QUIT_TIMEOUT_S, LineProcess

T = TypeVar("T")

START_TIMEOUT_S = 10.0
REPLY_TIMEOUT_S = 10.0
STOP_TIMEOUT_S = 2.0
MAX_UNREAD_S = 0.01
ERROR_PREFIX = b"info string error"


class Engine:
    """One running engine. One call at a time; a `Search` must end before the next call."""

    def __init__(self, config: EngineConfig, process: LineProcess) -> None:
        self.config = config
        self.options: dict[str, Option] = {}
        self.identity = ""
        self._process = process

    @classmethod
    async def start(
        cls,
        config: EngineConfig,
        log: TextIO | None = None,
        timeout: float = START_TIMEOUT_S,
        processors: Set[int] = frozenset(),
    ) -> Self:
        """Starts the process, on these processors if any are given, shakes hands and sets the
        options of `config`. All traffic goes to `log` too. Raises `EngineError`, and then leaves
        no process behind."""
        engine = cls(config, await LineProcess.start(config, log, processors))
        try:
            await engine._handshake(timeout)
            await engine.set_options(config.options)
        except BaseException:
            await engine.kill()
            raise
        return engine

    @property
    def name(self) -> str:
        """The name given in the configuration."""
        return self.config.name

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    # --- Set-up -------------------------------------------------------------

    def send(self, *lines: str) -> None:
        """Writes lines at once, without waiting. A dead engine shows at the next answer."""
        self._process.write(*lines)

    async def ready(self, timeout: float = REPLY_TIMEOUT_S) -> None:
        """Waits until all that was sent is done; raises `EngineFault` if any was refused."""
        for line in await self.output_of(timeout=timeout):
            if line.startswith(ERROR_PREFIX.decode()):
                raise EngineFault(f"{self.name}: {line}")

    async def output_of(self, *commands: str, timeout: float = REPLY_TIMEOUT_S) -> list[str]:
        """Sends commands that are no searches and returns all that they print."""
        self.send(*commands, "isready")
        return await self._within(timeout, "isready", self._lines_before(b"readyok"))

    async def set_options(self, options: Mapping[str, str]) -> None:
        """Sets options and waits for the engine to have applied them."""
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}" if value else f"setoption name {name}")
        await self.ready()

    async def new_game(self) -> None:
        """Makes the engine forget the game before."""
        self.send(f"{self.config.dialect}newgame")
        await self.ready()

    def set_position(self, position: str) -> None:
        """Sends a position: `startpos moves ...`, `fen F moves ...`, `view N ...`. A refusal
        shows at the next `query` or `go`."""
        self.send(f"position {position}")

    # --- Searches -----------------------------------------------------------

    async def go(self, position: str, limits: Limits, timeout: float | None = None) -> SearchResult:
        """Searches a position to the end of `limits`; `timeout` is in seconds, and without it
        there is none. After an `EngineTimeout` call `stop` or `kill`."""
        self.send(f"position {position}", limits.command(self.config.dialect))
        work = self._search_output(unread_s=unread_seconds(limits))
        return await self._within(timeout, "go", work)

    def search(self, position: str, limits: Limits | None = None) -> Search:
        """Starts a search whose info lines are read one by one; see `Search`."""
        limits = limits or Limits()
        self.send(f"position {position}", limits.command(self.config.dialect))
        return Search(self)

    async def stop(self, grace: float = STOP_TIMEOUT_S) -> bool:
        """Stops a search that `go` gave up on; False if the engine did not answer in time."""
        self.send("stop")
        try:
            await self._within(grace, "stop", self._search_output())
        except EngineTimeout:
            return False
        return True

    # --- Queries ------------------------------------------------------------

    async def ask(self, commands: Sequence[str], timeout: float = REPLY_TIMEOUT_S) -> Answers:
        """Sends commands in one write and reads one response for each query among them."""
        self.send(*commands)
        count = sum(command.startswith("query ") for command in commands)
        return await self._within(timeout, "query", self._responses(count))

    async def query(self, question: str) -> list[str]:
        """Asks one query and returns the words of its response."""
        answers = await self.ask([f"query {question}"])
        if answers.errors:
            raise EngineFault(f"{self.name}: query {question}: {answers.errors[0]}")
        return answers.responses[0]

    async def players(self) -> int:
        """How many players the variant has."""
        return int((await self.query("players"))[0])

    async def legal_moves(self) -> list[str]:
        """The legal actions; none when the game is over."""
        return await self.query("legalmoves")

    async def fen(self) -> str:
        """The position."""
        return " ".join(await self.query("fen"))

    async def result(self) -> str:
        """`none`, `draw` or `p1win` .. `p4win`."""
        return (await self.query("result"))[0]

    async def reason(self) -> str:
        """Why the game is over, in its own words; `none` while it goes on."""
        return " ".join(await self.query("reason"))

    async def ranking(self) -> list[int]:
        """The place of each player; empty while the game goes on."""
        return [int(word) for word in await self.query("ranking") if word != "-"]

    # --- The end ------------------------------------------------------------

    async def quit(self, timeout: float = QUIT_TIMEOUT_S) -> None:
        """Asks the process to end, and kills it if it does not."""
        await self._process.quit(timeout)

    async def kill(self) -> None:
        """Ends the process and all that it started, and waits for its end."""
        await self._process.kill()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.quit()

    # --- Reading ------------------------------------------------------------

    async def _handshake(self, timeout: float) -> None:
        dialect = self.config.dialect
        self.send(dialect)
        last = f"{dialect}ok".encode()
        for line in await self._within(timeout, dialect, self._lines_before(last)):
            if line.startswith("option "):
                option = parse_option(line)
                self.options[option.name] = option
            elif line.startswith("id name "):
                self.identity = line.removeprefix("id name ")

    async def _within(self, timeout: float | None, what: str, work: Awaitable[T]) -> T:
        loop = asyncio.get_running_loop()
        self._process.deadline = None if timeout is None else loop.time() + timeout
        try:
            return await work
        except TimeoutError:
            raise EngineTimeout(
                f"{self.name}: no answer to '{what}' within {timeout:.3f} s"
            ) from None
        finally:
            self._process.deadline = None

    async def _lines_before(self, last: bytes) -> list[str]:
        lines = await self._process.read_through(last)
        return [line.decode(errors="replace") for line in lines[:-1]]

    async def _responses(self, count: int) -> Answers:
        answers = Answers([], [])
        for line in await self._process.read_through(b"response", count) if count else ():
            if line.startswith(b"response"):
                answers.responses.append(line.decode(errors="replace").split()[1:])
            elif line.startswith(ERROR_PREFIX):
                answers.errors.append(line.decode(errors="replace"))
        return answers

    async def _search_output(self, unread_s: float = 0.0) -> SearchResult:
        """Reads up to `bestmove`."""
        started = time.perf_counter()
        if unread_s:
            await self._process.rest(unread_s)
        lines = await self._process.read_through(b"bestmove")
        return self._result(lines, time.perf_counter() - started)

    def _result(self, lines: Sequence[bytes], seconds: float) -> SearchResult:
        """Makes sense of all lines of a search."""
        texts = [line.decode(errors="replace") for line in [*last_scores(lines), lines[-1]]]
        try:
            move, ponder = parse_bestmove(texts.pop())
            found = sorted(map(parse_info, texts), key=lambda info: info.multipv)
        except EngineFault as fault:
            raise EngineFault(f"{self.name}: {fault}") from None
        errors = [line for line in lines if line.startswith(ERROR_PREFIX)]
        return SearchResult(
            move, tuple(found), seconds, ponder, tuple(e.decode(errors="replace") for e in errors)
        )


def unread_seconds(limits: Limits) -> float:
    """How long the output of a search is left unread. With a fixed time for the move an early
    answer wins nothing, and most iterations end in the first milliseconds: to wake up for each of
    them would cost more than all else. The pipe has room for what comes in so short a time."""
    return min((limits.movetime_ms or 0) / 2000.0, MAX_UNREAD_S)


def last_scores(lines: Sequence[bytes]) -> list[bytes]:
    """The last line of each of MultiPV. Looked for from the end, and only these are parsed: at a
    few milliseconds a move, to go through all of them would cost more than the rest."""
    found: dict[bytes, bytes] = {}
    for line in reversed(lines):
        if is_score_line(line):
            _, several, after = line.partition(b" multipv ")
            number = after.split(b" ", 1)[0] if several else b"1"
            if number in found:
                break
            found[number] = line
    return list(found.values())


def is_score_line(line: bytes) -> bool:
    """Whether this is an info line with a score."""
    return line.startswith(b"info ") and b" score " in line and not line.startswith(b"info string")


class Search:
    """A search under way. Iterate over it for its `SearchInfo` lines as they come; then
    `result` is there. Leaving the `async with` block early stops the search:

        async with engine.search("startpos") as search:
            async for info in search:
                if (info.depth or 0) >= 12:
                    search.stop()
        print(search.result.bestmove)
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._started = time.perf_counter()
        self._lines: list[bytes] = []
        self._result: SearchResult | None = None

    @property
    def result(self) -> SearchResult:
        """What the search gave; raises `EngineError` before it has ended."""
        if self._result is None:
            raise EngineError(f"{self._engine.name}: the search has not ended")
        return self._result

    def stop(self) -> None:
        """Asks the engine to end the search; go on iterating for the rest."""
        if self._result is None:
            self._engine.send("stop")

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SearchInfo:
        while self._result is None:
            line = await self._engine._process.read_line()
            self._lines.append(line)
            if line.startswith(b"bestmove"):
                seconds = time.perf_counter() - self._started
                self._result = self._engine._result(self._lines, seconds)
            elif is_score_line(line):
                return parse_info(line.decode(errors="replace"))
        raise StopAsyncIteration

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._result is None and not isinstance(error, EngineError):
            self.stop()
            await self._engine._within(STOP_TIMEOUT_S, "stop", self._drain())

    async def _drain(self) -> None:
        async for _ in self:
            pass
