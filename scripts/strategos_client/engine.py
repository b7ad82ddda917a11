"""One engine process and its protocol."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence, Set
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self, TextIO, TypeVar

from .errors import EngineFault, EngineTimeout
from .model import (
    Answers,
    EngineConfig,
    Limits,
    Option,
    OptionValue,
    SearchResult,
    option_text,
    with_moves,
)
from .parse import parse_bestmove, parse_info, parse_option
from .process import QUIT_TIMEOUT_S, LineProcess
from .search import BESTMOVE, STOP_TIMEOUT_S, Search, last_scores, unread_seconds
from .turns import Turns

T = TypeVar("T")

START_TIMEOUT_S = 10.0
REPLY_TIMEOUT_S = 10.0
ERROR_PREFIX = b"info string error"
RESPONSE = b"response"
READY = b"readyok"


@dataclass(slots=True)
class _PendingAnswer:
    """The answer that the engine owes to a call: `count` lines that begin with `word`."""

    word: bytes
    count: int = 1
    is_stopped: bool = False


class Engine:
    """One running engine. Any number of tasks may call it; calls are served one after the other.

    If a call is cancelled or times out, its search is stopped. The next call first reads the rest
    of the old answer. A `Search` is a call, from its first line to its end."""

    def __init__(self, config: EngineConfig, process: LineProcess) -> None:
        self.config = config
        self.options: dict[str, Option] = {}
        self.identity = ""
        self._process = process
        self._turns = Turns(config.name)
        self._owed: _PendingAnswer | None = None
        # The position of a search that ponders, and the answer that it owes.
        self._pondering: tuple[str, _PendingAnswer] | None = None
        self._chosen_multipv = ""
        # Lines that wait for the end of the present call.
        self._held_back: list[str] = []

    @classmethod
    async def start(
        cls,
        config: EngineConfig,
        log: TextIO | None = None,
        timeout: float = START_TIMEOUT_S,
        processors: Set[int] = frozenset(),
    ) -> Self:
        """Starts the process, on these processors if the set is not empty, does the handshake and
        sets the options of `config`. `log` gets all traffic. Raises `EngineError`, and then leaves
        no process."""
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
        """Writes lines without waiting, even during a search. If the engine is dead, the next call
        raises an error."""
        self._process.write(*lines)

    async def ready(self, timeout: float = REPLY_TIMEOUT_S) -> None:
        """Waits until all lines sent are processed; raises `EngineFault` if one was refused."""
        await self._done(timeout=timeout)

    async def output_of(self, *commands: str, timeout: float = REPLY_TIMEOUT_S) -> list[str]:
        """Sends commands other than searches, and returns their output."""
        lines = await self._call((*commands, "isready"), READY, "isready", timeout)
        return [line.decode(errors="replace") for line in lines[:-1]]

    async def set_options(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options and waits until they are applied. None and an empty text send no value, for
        buttons."""
        await self._done(*(_setting(name, option_text(value)) for name, value in options.items()))
        for name, value in options.items():
            if name.lower() == "multipv":
                self._chosen_multipv = option_text(value)

    async def new_game(self) -> None:
        """Starts a new game: the engine forgets the old one."""
        await self._done(f"{self.config.dialect}newgame")

    def set_position(self, position: str) -> None:
        """Sends a position, after the present call if there is one: `startpos moves ...`,
        `fen F moves ...`, `view N ...`. A refusal raises an error in the next `query` or `go`."""
        line = f"position {position}"
        if self._turns.are_taken or self._owed:
            self._held_back.append(line)
        else:
            self.send(line)

    # --- Searches -----------------------------------------------------------

    async def go(self, position: str, limits: Limits, timeout: float | None = None) -> SearchResult:
        """Searches a position within `limits`. `timeout` is in seconds; None means none. Raises
        `EngineFault` if the engine reports an error; its `result` is the engine's answer."""
        async with self._turn():
            started = time.perf_counter()
            self._start_search(position, limits)
            lines = await self._answer("go", timeout, unread_s=unread_seconds(limits))
            return self._result(lines, time.perf_counter() - started)

    async def play(
        self,
        position: str,
        limits: Limits,
        *,
        ponder: bool = False,
        timeout: float | None = None,
    ) -> SearchResult:
        """As `go`. With `ponder` the engine thinks on while the opponent does, if it names the move
        that it expects (Strategos does so with the option `Ponder`). If the next `play` is for the
        position after that move, it continues this search: its clock is then the one given here,
        less the time of this move, plus the increment. Any other call ends it."""
        await self._turns.take()
        try:
            position = " ".join(position.split())
            started = time.perf_counter()
            if self._ponders_on(position):
                self.send("ponderhit")
            else:
                await self._prepare()
                self._start_search(position, limits)
            lines = await self._answer("go", timeout)
            result = self._result(lines, time.perf_counter() - started)
            if ponder and result.ponder:
                self._ponder(with_moves(position, result.bestmove, result.ponder), limits, result)
            return result
        finally:
            self._turns.give_back()

    def _ponders_on(self, position: str) -> bool:
        """Whether the engine ponders on this position. Afterwards it does so no more."""
        expected, self._pondering = self._pondering, None
        if expected is None or self._held_back:
            return False
        return expected[0] == position and expected[1] is self._owed

    def _ponder(self, position: str, limits: Limits, last: SearchResult) -> None:
        """Starts a search of the expected position, which the next call reads or ends."""
        self._start_search(position, _after(limits, last.seconds))
        if self._owed is not None:
            self._pondering = position, self._owed

    def ponder(self, position: str, limits: Limits | None = None) -> Search:
        """A search of a position that is expected, while the opponent thinks. `ponderhit` of the
        search says that it came; then the limits hold. `stop` ends it. See `Search`."""
        return Search(self, position, replace(limits or Limits(), ponder=True))

    async def analyse(
        self,
        position: str,
        limits: Limits,
        *,
        multipv: int | None = None,
        timeout: float | None = None,
    ) -> SearchResult:
        """As `go`, and asks who is to move: then `SearchInfo.pov` has the scores from every
        player's view. `multipv`: the number of lines, for this search only."""
        async with self._turn():
            before = self._multipv
            if multipv is not None:
                self.send(_setting("MultiPV", str(multipv)))
            try:
                started = time.perf_counter()
                asked = ("query player", "query players")
                self._start_search(position, limits, asked)
                lines = await self._answer("go", timeout)
            finally:
                if multipv is not None:
                    self.send(_setting("MultiPV", before))
            result = self._result(lines, time.perf_counter() - started)
            return self._with_players(result, lines)

    @property
    def _multipv(self) -> str:
        """The number of lines that is set."""
        declared = self.options.get("MultiPV")
        return self._chosen_multipv or (declared.default if declared else "1")

    def _with_players(self, result: SearchResult, lines: Sequence[bytes]) -> SearchResult:
        """The same with the player to move, from the responses among the lines."""
        words = [line.split()[1:] for line in lines if line.startswith(RESPONSE)]
        try:
            (player,), (players,) = words
            mover, count = int(player), int(players)
        except ValueError:
            raise EngineFault(f"{self.name}: query player: no number: {words}", result) from None
        told = (replace(info, player=mover, players=count) for info in result.lines)
        return replace(result, lines=tuple(told))

    def search(self, position: str, limits: Limits | None = None) -> Search:
        """A search with its info lines one by one; see `Search`."""
        return Search(self, position, limits or Limits())

    async def stop(self, grace: float = STOP_TIMEOUT_S) -> bool:
        """Stops a search: that of a `go` in another task, which then gets its answer, or an
        abandoned one. False if the engine did not answer in time."""
        try:
            async with asyncio.timeout(grace):
                if self._turns.are_taken:
                    self.send("stop")
                    await self._turns.end_of_call()
                if self._owed is not None and not self._turns.are_taken:
                    async with self._turn():
                        pass
        except (TimeoutError, EngineTimeout):
            return False
        return True

    # --- Queries ------------------------------------------------------------

    async def ask(self, commands: Sequence[str], timeout: float = REPLY_TIMEOUT_S) -> Answers:
        """Sends commands in one write, and reads a response for each query among them."""
        count = sum(command.split()[:1] == ["query"] for command in commands)
        answers = Answers([], [])
        for line in await self._call(commands, RESPONSE, "query", timeout, count):
            if line.startswith(RESPONSE):
                answers.responses.append(line.decode(errors="replace").split()[1:])
            elif line.startswith(ERROR_PREFIX):
                answers.errors.append(line.decode(errors="replace"))
        return answers

    async def query(self, question: str) -> list[str]:
        """Asks a query and returns the words of its response."""
        answers = await self.ask([f"query {question}"])
        if answers.errors:
            raise EngineFault(f"{self.name}: query {question}: {answers.errors[0]}")
        return answers.responses[0]

    async def players(self) -> int:
        """The number of players of the variant."""
        (count,) = await self._numbers("players", 1)
        return count

    async def legal_moves(self) -> list[str]:
        """The legal actions; none when the game is over."""
        return await self.query("legalmoves")

    async def is_legal(self, token: str) -> bool:
        """Whether a token is legal: one action, or several of one turn."""
        return await self._word(f"islegal {token}") == "true"

    async def fen(self) -> str:
        """The position."""
        return " ".join(await self.query("fen"))

    async def result(self) -> str:
        """`none`, `draw` or `p1win` .. `p4win`."""
        return await self._word("result")

    async def reason(self) -> str:
        """Why the game ended, in the engine's words; `none` while it goes on."""
        return " ".join(await self.query("reason"))

    async def ranking(self) -> list[int]:
        """The place of each player; empty while the game goes on."""
        return await self._numbers("ranking")

    async def _word(self, question: str) -> str:
        """The response to a query, if it is one word."""
        words = await self.query(question)
        if len(words) != 1:
            raise EngineFault(f"{self.name}: query {question}: one word is expected, not {words}")
        return words[0]

    async def _numbers(self, question: str, count: int | None = None) -> list[int]:
        """The response to a query, as whole numbers; a dash is None."""
        words = [word for word in await self.query(question) if word != "-"]
        try:
            numbers = [int(word) for word in words]
        except ValueError:
            numbers = []
        if len(numbers) != (len(words) if count is None else count):
            raise EngineFault(f"{self.name}: query {question}: no such numbers: {words}")
        return numbers

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

    # --- One call -----------------------------------------------------------

    async def _begin(self) -> None:
        """Waits for other calls, and reads the rest of an abandoned one."""
        await self._turns.take()
        try:
            await self._prepare()
        except BaseException:
            self._turns.give_back()
            raise

    async def _prepare(self) -> None:
        """Reads the rest of an abandoned call, and sends what was held back."""
        await self._settle()
        held_back, self._held_back = self._held_back, []
        if held_back:
            self.send(*held_back)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """A context in which this call alone uses the engine."""
        await self._begin()
        try:
            yield
        finally:
            self._turns.give_back()

    async def _call(
        self, commands: Sequence[str], word: bytes, what: str, timeout: float, count: int = 1
    ) -> list[bytes]:
        """Sends commands, and reads to the `count`th line that begins with `word`."""
        async with self._turn():
            self.send(*commands)
            if not count:
                return []
            self._owed = _PendingAnswer(word, count)
            return await self._answer(what, timeout)

    async def _answer(self, what: str, timeout: float | None, unread_s: float = 0.0) -> list[bytes]:
        """Reads the answer that the engine owes."""
        try:
            lines = await self._within(timeout, what, self._read_owed(unread_s))
        except (EngineTimeout, asyncio.CancelledError):
            self._give_up()
            raise
        self._owed = None
        return lines

    async def _read_owed(self, unread_s: float = 0.0) -> list[bytes]:
        if self._owed is None:
            return []
        if unread_s:
            await self._process.rest(unread_s)
        return await self._process.read_through(self._owed.word, self._owed.count)

    def _give_up(self) -> None:
        """Stops a search for which no task waits."""
        debt = self._owed
        if debt is not None and debt.word == BESTMOVE and not debt.is_stopped:
            debt.is_stopped = True
            self.send("stop")

    async def _settle(self) -> None:
        """Reads the rest of the answer to an abandoned call."""
        if self._owed is not None:
            self._give_up()
            what = "stop" if self._owed.word == BESTMOVE else self._owed.word.decode()
            await self._within(REPLY_TIMEOUT_S, what, self._read_owed())
            self._owed = None

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

    async def _done(self, *commands: str, timeout: float = REPLY_TIMEOUT_S) -> None:
        """Sends commands and waits until they are processed; raises `EngineFault` if one was
        refused."""
        for line in await self.output_of(*commands, timeout=timeout):
            if line.startswith(ERROR_PREFIX.decode()):
                raise EngineFault(f"{self.name}: {line}")

    async def _handshake(self, timeout: float) -> None:
        dialect = self.config.dialect
        for line in await self._call([dialect], f"{dialect}ok".encode(), dialect, timeout):
            text = line.decode(errors="replace")
            if text.startswith("option "):
                option = parse_option(text)
                self.options[option.name] = option
            elif text.startswith("id name "):
                self.identity = text.removeprefix("id name ")

    # --- Searches -----------------------------------------------------------

    def _start_search(self, position: str, limits: Limits, asked: Sequence[str] = ()) -> None:
        """Starts a search, after queries about its position. If a `bestmove` is in the buffer
        already, it is a second answer to the search before, and an error."""
        if self._process.has_line(BESTMOVE):
            self._owed = _PendingAnswer(BESTMOVE, is_stopped=True)
            raise EngineFault(f"{self.name}: a search was answered by two lines 'bestmove'")
        self.send(f"position {position}", *asked, limits.command(self.config.dialect))
        self._owed = _PendingAnswer(BESTMOVE)

    def _result(self, lines: Sequence[bytes], seconds: float) -> SearchResult:
        """Parses all lines of a search; raises `EngineFault` if one is an error."""
        texts = [line.decode(errors="replace") for line in [*last_scores(lines), lines[-1]]]
        try:
            move, ponder = parse_bestmove(texts.pop())
            found = sorted(map(parse_info, texts), key=lambda info: info.multipv)
        except EngineFault as fault:
            raise EngineFault(f"{self.name}: {fault}") from None
        errors = tuple(
            line.decode(errors="replace") for line in lines if line.startswith(ERROR_PREFIX)
        )
        result = SearchResult(move, tuple(found), seconds, ponder, errors)
        if errors:
            said = "; ".join(error.removeprefix("info string ") for error in errors)
            raise EngineFault(f"{self.name}: go: {said}", result)
        return result


def _after(limits: Limits, seconds: float) -> Limits:
    """The limits of a search that ponders after a move: whose clock is whose is not known, so each
    has what the mover's would have."""
    spent = int(1000.0 * seconds)
    increments = limits.increments_ms or (0,) * len(limits.clocks_ms)
    clocks = zip(limits.clocks_ms, increments, strict=False)
    togo = limits.movestogo
    return replace(
        limits,
        ponder=True,
        clocks_ms=tuple(max(left - spent, 0) + increment for left, increment in clocks),
        movestogo=togo - 1 if togo is not None and togo > 1 else None,
    )


def _setting(name: str, value: str) -> str:
    return f"setoption name {name} value {value}" if value else f"setoption name {name}"
