"""A relay of public lines between two hosts, over a socket. It understands nothing of them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

# The longest line of a sealed game, and room to spare.
LONGEST_LINE = 2 << 20
SEATS = ("A", "B")


@dataclass(slots=True)
class _Game:
    """The two ends of a game, and the lines that have passed."""

    ends: dict[str, asyncio.StreamWriter] = field(default_factory=dict)
    complete: asyncio.Event = field(default_factory=asyncio.Event)
    lines: list[str] = field(default_factory=list)


class Relay:
    """A server that joins the hosts of each game. A host first says `GAME SEAT`, with a name of the
    game that both know and the seat A or B. From then on lines pass as they are."""

    def __init__(self, server: asyncio.Server | None = None) -> None:
        self._server = server
        self._games: dict[str, _Game] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def start(cls, host: str = "127.0.0.1", port: int = 0) -> Self:
        """Listens at an address; port 0 takes any free port. Raises OSError."""
        relay = cls()
        relay._server = await asyncio.start_server(relay._serve, host, port, limit=LONGEST_LINE)
        return relay

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def port(self) -> int:
        """The port on which it listens."""
        assert self._server is not None
        number = self._server.sockets[0].getsockname()[1]
        assert isinstance(number, int)
        return number

    def lines(self, game: str) -> list[str]:
        """The lines of a game that have passed so far."""
        return list(self._games[game].lines) if game in self._games else []

    async def forever(self) -> None:
        """Serves until it is cancelled."""
        assert self._server is not None
        await self._server.serve_forever()

    async def close(self) -> None:
        """Ends all connections."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._join(reader, writer)
        except (OSError, ValueError):
            # The host has gone, or sends lines without end. The other end is closed, too.
            pass
        except asyncio.CancelledError:
            # Only `close` cancels.
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name, _, seat = (await reader.readline()).decode().strip().rpartition(" ")
        game = self._games.setdefault(name, _Game())
        if seat not in SEATS or seat in game.ends:
            writer.write(b"error: expected the name of a game and a free seat, A or B\n")
            await writer.drain()
            return
        game.ends[seat] = writer
        if len(game.ends) == len(SEATS):
            game.complete.set()
        await game.complete.wait()
        other = game.ends[SEATS[1 - SEATS.index(seat)]]
        try:
            while line := await reader.readline():
                game.lines.append(line.decode().rstrip("\n"))
                other.write(line)
                await other.drain()
        finally:
            other.close()
