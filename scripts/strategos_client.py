"""An asyncio client for engines that speak the Universal Game Interface (UGI).

    engine = await Engine.start(EngineConfig("A", ("target/release/strategos",)))
    await engine.set_options({"UCI_Variant": "pacific-a"})
    await engine.new_game()
    result = await engine.go("startpos", Limits(movetime_ms=100), timeout=5.0)
    print(result.bestmove, result.info.depth)
    await engine.quit()

Every failure is an `EngineError`, so that a caller who only wants to know
whether the engine still plays needs a single `except`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TextIO, TypeVar

T = TypeVar("T")

START_TIMEOUT = 10.0
REPLY_TIMEOUT = 10.0
QUIT_TIMEOUT = 2.0
# `query legalmoves` and `query record` answer with lines far above asyncio's 64 KiB.
LINE_LIMIT = 16 * 1024 * 1024
ERROR_PREFIX = b"info string error"


class EngineError(Exception):
    """The engine did not do what the protocol asks of it."""


class EngineTimeout(EngineError):
    """No answer in time. The process may still be alive and thinking."""


class EngineDied(EngineError):
    """The process could not be started, or has ended."""


class EngineFault(EngineError):
    """An answer came, but it breaks the protocol or reports an error."""


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """How to start an engine. `command` is the program and its arguments."""

    name: str
    command: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """An option as the engine declares it; `default` is empty for a button."""

    name: str
    kind: str
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one `go`; `clocks_ms` and `increments_ms` are listed by player."""

    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None
    clocks_ms: tuple[int, ...] = ()
    increments_ms: tuple[int, ...] = ()

    def command(self) -> str:
        """The `go` line."""
        words = ["go"]
        for word, value in (
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("movetime", self.movetime_ms),
        ):
            if value is not None:
                words += [word, str(value)]
        for player, clock in enumerate(self.clocks_ms, 1):
            words += [f"p{player}time", str(clock)]
        for player, increment in enumerate(self.increments_ms, 1):
            words += [f"p{player}inc", str(increment)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The last `info` line with a score. Fields that the engine left out are None."""

    depth: int | None = None
    seldepth: int | None = None
    cp: int | None = None
    mate: int | None = None
    nodes: int | None = None
    nps: int | None = None
    time_ms: int | None = None
    pv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What one `go` gave. `seconds` is measured here, from write to `bestmove`."""

    bestmove: str
    info: SearchInfo
    seconds: float
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """The `response` lines to a burst of commands, and the error lines among them."""

    responses: list[list[str]]
    errors: list[str]


def parse_info(line: str) -> SearchInfo:
    """Reads an `info` line; unknown fields are skipped."""
    names = {
        "depth": "depth",
        "seldepth": "seldepth",
        "nodes": "nodes",
        "nps": "nps",
        "time": "time_ms",
        "cp": "cp",
        "mate": "mate",
    }
    words = line.split()
    cut = words.index("pv") if "pv" in words else len(words)
    head, pv = words[:cut], tuple(words[cut + 1 :])
    found: dict[str, int] = {}
    for word, value in zip(head, head[1:], strict=False):
        if word in names:
            found[names[word]] = _number(value, line)
    return SearchInfo(**found, pv=pv)


def parse_option(line: str) -> Option:
    """Reads an `option name ... type ...` line; names and defaults may hold spaces."""
    keys = ("name", "type", "default", "min", "max", "var")
    values: dict[str, list[str]] = {}
    choices: list[str] = []
    key = ""
    for word in line.split()[1:]:
        if word in keys:
            key = word
            if key == "var":
                choices.append("")
        elif key == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        elif key:
            values.setdefault(key, []).append(word)
    text = {name: " ".join(parts) for name, parts in values.items()}
    return Option(
        name=text.get("name", ""),
        kind=text.get("type", ""),
        default=text.get("default", ""),
        minimum=_number(text["min"], line) if "min" in text else None,
        maximum=_number(text["max"], line) if "max" in text else None,
        choices=tuple(choices),
    )


def _number(text: str, line: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise EngineFault(f"'{text}' is not an integer in: {line}") from None


def _is_main_line(line: bytes) -> bool:
    """Whether this is an info line with the score of the best move."""
    if not line.startswith(b"info ") or line.startswith(b"info string"):
        return False
    if b" score " not in line:
        return False
    return b" multipv " not in line or b" multipv 1 " in line


class Engine:
    """One running engine process. One call at a time."""

    def __init__(
        self,
        config: EngineConfig,
        process: asyncio.subprocess.Process,
        log: TextIO | None = None,
    ) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.config = config
        self.options: dict[str, Option] = {}
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._log = log

    @classmethod
    async def start(cls, config: EngineConfig, log: TextIO | None = None) -> Engine:
        """Starts the process, shakes hands and sets the options of `config`."""
        try:
            process = await asyncio.create_subprocess_exec(
                *config.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
                # A group of its own: Ctrl-C reaches the runner only, and a kill
                # reaches what a wrapper script may have started.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineDied(f"{config.name}: cannot start: {error}") from None
        engine = cls(config, process, log)
        try:
            await engine._handshake()
            await engine.set_options(config.options)
        except BaseException:
            await engine.kill()
            raise
        return engine

    @property
    def name(self) -> str:
        """The name given in the configuration."""
        return self.config.name

    def send(self, *lines: str) -> None:
        """Writes the lines at once. A dead engine shows at the next read."""
        if self._log is not None:
            for line in lines:
                self._log.write(f"{self.name} < {line}\n")
        self._stdin.write(("\n".join(lines) + "\n").encode())

    async def ready(self, timeout: float = REPLY_TIMEOUT) -> None:
        """Waits until all that was sent is done; raises if any of it was refused."""
        errors = [
            line
            for line in await self.output_of(timeout=timeout)
            if line.startswith(ERROR_PREFIX.decode())
        ]
        if errors:
            raise EngineFault(f"{self.name}: {errors[0]}")

    async def output_of(
        self, *commands: str, timeout: float = REPLY_TIMEOUT
    ) -> list[str]:
        """Sends commands that are no searches and returns all that they print."""
        self.send(*commands, "isready")
        return await self._within(timeout, "isready", self._lines_before(b"readyok"))

    async def set_options(self, options: Mapping[str, str]) -> None:
        """Sets options and waits for the engine to have applied them."""
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        await self.ready()

    async def new_game(self) -> None:
        """Makes the engine forget the game before."""
        self.send("uginewgame")
        await self.ready()

    def set_position(self, position: str) -> None:
        """Sends a position: `startpos moves ...`, `fen F moves ...`, `view N ...`."""
        self.send(f"position {position}")

    async def go(self, position: str, limits: Limits, timeout: float) -> SearchResult:
        """Searches a position. After a time-out call `stop` or `kill`."""
        self.send(f"position {position}", limits.command())
        return await self._within(timeout, "go", self._search_output())

    async def stop(self, grace: float) -> bool:
        """Stops a search; False if the engine did not answer in time."""
        self.send("stop")
        try:
            await self._within(grace, "stop", self._search_output())
        except EngineTimeout:
            return False
        return True

    async def ask(
        self, commands: Sequence[str], timeout: float = REPLY_TIMEOUT
    ) -> Answers:
        """Sends commands in one write and reads one response for each query."""
        self.send(*commands)
        count = sum(command.startswith("query ") for command in commands)
        return await self._within(timeout, "query", self._responses(count))

    async def query(self, name: str) -> list[str]:
        """Asks one query and returns the words of its response."""
        answers = await self.ask([f"query {name}"])
        if answers.errors:
            raise EngineFault(f"{self.name}: query {name}: {answers.errors[0]}")
        return answers.responses[0]

    async def quit(self, timeout: float = QUIT_TIMEOUT) -> None:
        """Asks the process to end, and kills it if it does not."""
        try:
            if self._process.returncode is None:
                self.send("quit")
                async with asyncio.timeout(timeout):
                    await self._process.wait()
        except TimeoutError:
            pass
        finally:
            await self.kill()

    async def kill(self) -> None:
        """Ends the process and all that it started, and waits for its end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._stdin.close()
        await self._process.wait()

    async def _handshake(self) -> None:
        self.send("ugi")
        lines = await self._within(START_TIMEOUT, "ugi", self._lines_before(b"ugiok"))
        for line in lines:
            if line.startswith("option "):
                option = parse_option(line)
                self.options[option.name] = option

    async def _within(self, timeout: float, what: str, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(timeout):
                return await work
        except TimeoutError:
            raise EngineTimeout(
                f"{self.name}: no answer to '{what}' within {timeout:.3f} s"
            ) from None

    async def _line(self) -> bytes:
        try:
            line = await self._stdout.readline()
        except ValueError:
            raise EngineFault(f"{self.name}: a line is too long") from None
        if not line:
            raise EngineDied(f"{self.name}: the process {await self._end()}")
        if self._log is not None:
            self._log.write(f"{self.name} > {line.decode(errors='replace').rstrip()}\n")
        return line.rstrip()

    async def _end(self) -> str:
        """How the process ended, in words, once its output has."""
        try:
            async with asyncio.timeout(1.0):
                return f"has ended with status {await self._process.wait()}"
        except TimeoutError:
            return "has closed its output"

    async def _lines_before(self, last: bytes) -> list[str]:
        lines: list[str] = []
        while (line := await self._line()) != last:
            lines.append(line.decode(errors="replace"))
        return lines

    async def _responses(self, count: int) -> Answers:
        answers = Answers([], [])
        while len(answers.responses) < count:
            line = (await self._line()).decode(errors="replace")
            words = line.split()
            if words and words[0] == "response":
                answers.responses.append(words[1:])
            elif line.startswith(ERROR_PREFIX.decode()):
                answers.errors.append(line)
        return answers

    async def _search_output(self) -> SearchResult:
        """Reads up to `bestmove`. Only the last line with a score is parsed:
        at a few milliseconds a move, parsing all would cost more than the rest."""
        started = time.perf_counter()
        last = b""
        errors: list[str] = []
        while not (line := await self._line()).startswith(b"bestmove"):
            if _is_main_line(line):
                last = line
            elif line.startswith(ERROR_PREFIX):
                errors.append(line.decode(errors="replace"))
        seconds = time.perf_counter() - started
        words = line.decode(errors="replace").split()
        if words[0] != "bestmove" or len(words) < 2:
            raise EngineFault(f"{self.name}: bad line: {' '.join(words)}")
        info = parse_info(last.decode(errors="replace"))
        return SearchResult(words[1], info, seconds, tuple(errors))
