"""One player's host: an engine, a file of its own, and the public lines of the other player."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from strategos_client import (
    Engine,
    EngineConfig,
    EngineError,
    EngineTimeout,
    Limits,
    SearchResult,
)

from ..plan import Contestant
from ..records.game_record import Entry
from .relay import LONGEST_LINE
from .sealed_file import SealedError, SealedFile, Terms

# The names of a host's files in its folder.
GAME, SEARCHES = "game", "searches.jsonl"
# The greatest value of the option `Seed`.
_MOST_SEED = 2**31 - 1


class Link(Protocol):
    """Carries lines to the other player and back."""

    async def send(self, lines: str) -> None:
        """Sends whole lines."""

    async def receive(self) -> str:
        """The next line; empty if no more lines come."""


class RelayLink:
    """A connection to a relay."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, host: str, port: int, game: str, seat: str) -> RelayLink:
        """Takes a seat of a game; raises OSError."""
        reader, writer = await asyncio.open_connection(host, port, limit=LONGEST_LINE)
        link = cls(reader, writer)
        await link.send(f"{game} {seat}\n")
        return link

    async def send(self, lines: str) -> None:
        """Sends whole lines."""
        self._writer.write(lines.encode())
        await self._writer.drain()

    async def receive(self) -> str:
        """The next line; empty if no more lines come."""
        return (await self._reader.readline()).decode()

    async def close(self) -> None:
        """Ends the connection."""
        self._writer.close()


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays, and how. `terms` are those of A; B joins without any. Without a seed the engine
    gets a random one, because an opponent who knows it can tell the deployment."""

    contestant: Contestant
    folder: Path
    program: Sequence[str]
    terms: Terms | None = None
    seed: int | None = None
    silence_s: float = 60.0


class HostError(Exception):
    """The game cannot go on. `reason` is one of the reasons of game records."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Host:
    """Plays one game to its end. It never holds anything of the other player but public lines."""

    def __init__(self, player: Player, link: Link) -> None:
        self._player = player
        self._link = link
        self._file = SealedFile(player.program, player.folder / GAME)

    async def play(self) -> None:
        """Plays; raises `HostError`."""
        try:
            await self._begin()
            status = await self._file.status()
            await self._play_with(self._player.contestant.config.at(status["variant"]))
        except SealedError as error:
            raise HostError("protocol", str(error)) from error
        except EngineTimeout as error:
            raise HostError("silence", str(error)) from error
        except EngineError as error:
            raise HostError("crash", str(error)) from error
        except OSError as error:
            raise HostError("not finished", f"the line is broken: {error}") from error

    async def _play_with(self, config: EngineConfig) -> None:
        engine = await Engine.start(config)
        try:
            await self._prepare(engine)
            await self._to_the_end(engine)
        finally:
            await engine.quit()

    async def _prepare(self, engine: Engine) -> None:
        if "Seed" in engine.options and "Seed" not in engine.config.options:
            given = self._player.seed
            seed = secrets.randbelow(_MOST_SEED) if given is None else given
            await engine.set_options({"Seed": str(seed)})
        await engine.new_game()

    async def _begin(self) -> None:
        name = self._player.contestant.name
        if self._player.terms is not None:
            await self._link.send(await self._file.propose(name, self._player.terms))
            return
        await self._link.send(await self._file.join(name, await self._next_line()))

    async def _next_line(self) -> str:
        line = await self._link.receive()
        if not line:
            raise HostError("not finished", "the lines ended before the game")
        return line

    async def _to_the_end(self, engine: Engine) -> None:
        while True:
            status = await self._file.status()
            match status["next"]:
                case "move":
                    await self._link.send(await self._move(engine, status["position"]))
                case "open":
                    await self._link.send(await self._file.open())
                case "wait":
                    await self._link.send(await self._file.receive(await self._next_line()))
                case _:
                    return

    async def _move(self, engine: Engine, position: str) -> str:
        control = self._player.contestant.control
        limits = Limits(
            depth=control.depth, nodes=control.nodes, movetime_ms=control.movetime_ms
        )  # fmt: skip
        result = await engine.go(position, limits, self._player.silence_s)
        line = await self._file.move(result.bestmove)
        self._note(result)
        return line

    def _note(self, result: SearchResult) -> None:
        """Keeps what the search said, for the record of the game."""
        info = result.info
        entry = Entry(
            result.bestmove, 0, info.value, info.depth, info.nodes,
            round(1000.0 * result.seconds, 1), pv=" ".join(info.pv),
        )  # fmt: skip
        with (self._player.folder / SEARCHES).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(entry)) + "\n")


def searches_in(folder: Path) -> list[Entry]:
    """What a host has kept of its searches, in their order."""
    path = folder / SEARCHES
    if not path.exists():
        return []
    return [Entry(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
