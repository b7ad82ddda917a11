"""A whole match: hands out games to slots, keeps the records, stops when it is decided."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence, Set
from typing import Protocol, TextIO

from strategos_client import EngineError

from .local_slot import REFEREE_TRIES, LocalSlot
from .opening_book import OpeningBook, variety_warning
from .plan import MatchError, Opening, Plan, Seating
from .records.archive import Archive
from .records.game_record import GameRecord
from .schedule import openings_needed, schedule
from .statistics.standing import Standing

logger = logging.getLogger(__name__)

# After this number of void games in a row the match ends.
MAX_VOID_GAMES_IN_A_ROW = 5


class Slot(Protocol):
    """Plays one game at a time, on this machine or on another one."""

    async def play(self, seating: Seating, opening: Opening) -> GameRecord:
        """Plays a game to its record."""

    async def close(self) -> None:
        """Leaves nothing running."""


class Watcher(Protocol):
    """Shows the events of a match."""

    def begin(self, total: int, standing: Standing) -> None:
        """The match begins or continues. `total` includes the games played before."""

    def started(self, seating: Seating) -> None:
        """A game has begun."""

    def finished(self, record: GameRecord, standing: Standing) -> None:
        """A game has ended."""

    def left(self, seating: Seating) -> None:
        """A game was interrupted with the match; it has no record."""


class OpeningSupply:
    """Asks the host's referee for openings, one at a time, and replaces it when it fails."""

    def __init__(self, book: OpeningBook, host: LocalSlot) -> None:
        self._book = book
        self._host = host
        self._lock = asyncio.Lock()

    async def get(self, number: int) -> Opening:
        """The opening with this number; raises `MatchError`."""
        async with self._lock:
            for left in reversed(range(REFEREE_TRIES)):
                try:
                    return await self._book.opening(number, await self._host.referee())
                except EngineError as error:
                    await self._host.drop_referee()
                    if not left:
                        raise MatchError(f"no opening: {error}") from error
        raise MatchError(f"no opening {number}")


class Match:
    """Plays the games of a plan that are not yet in `done`."""

    def __init__(
        self,
        plan: Plan,
        archive: Archive,
        watcher: Watcher,
        done: Sequence[GameRecord] = (),
        log: TextIO | None = None,
        processors: Sequence[Set[int]] = (),
    ) -> None:
        self.standing = Standing.of(done, plan.names)
        self._done = {record.game for record in done}
        self._plan = plan
        self._archive = archive
        self._watcher = watcher
        self._log = log
        self._processors = processors
        self._voids = 0

    async def run(self, slots: Sequence[Slot] = (), concurrency: int = 1) -> None:
        """Plays the match on `slots`, or on `concurrency` slots of this machine if there are none.
        Cancelling it leaves the standing so far, and no process."""
        host = LocalSlot(self._plan, self._log)
        try:
            openings, seatings = await self._prepare(host)
            await self._play_all(openings, seatings, slots or self._local_slots(concurrency))
        finally:
            await host.close()

    def _local_slots(self, count: int) -> list[Slot]:
        """Slots of this machine, each on processors of its own if there are any to share out."""
        where = self._processors or [frozenset[int]()] * count
        return [LocalSlot(self._plan, self._log, processors) for processors in where]

    async def _prepare(self, host: LocalSlot) -> tuple[OpeningSupply, list[Seating]]:
        """The openings and the games."""
        plan = self._plan
        try:
            referee = await host.referee()
            shape = len(plan.contestants), referee.players, plan.format, plan.games, plan.fields
            seatings = list(schedule(*shape))
            book = OpeningBook(plan.openings, plan.rules.seed)
            wanted = openings_needed(*shape)
            if warning := variety_warning(plan, wanted):
                logger.warning("%s", warning)
            await book.prepare(wanted, referee)
        except EngineError as error:
            raise MatchError(str(error)) from error
        return OpeningSupply(book, host), seatings

    async def _play_all(
        self, openings: OpeningSupply, seatings: list[Seating], slots: Sequence[Slot]
    ) -> None:
        self._watcher.begin(len(seatings), self.standing)
        waiting = iter(s for s in seatings if s.number not in self._done)
        workers = [asyncio.create_task(self._work(slot, waiting, openings)) for slot in slots]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                # A worker that already ends its engines must not be cancelled again.
                if not worker.cancelling():
                    worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, slot: Slot, waiting: Iterator[Seating], openings: OpeningSupply) -> None:
        try:
            for seating in waiting:
                if self.standing.verdict(self._plan.sprt):
                    return
                await self._play(slot, seating, await openings.get(seating.opening))
        finally:
            await slot.close()

    async def _play(self, slot: Slot, seating: Seating, opening: Opening) -> None:
        self._watcher.started(seating)
        names = " - ".join(self._plan.names[index] for index in seating.seats)
        logger.info("game %d begins: %s, opening %d", seating.number, names, seating.opening)
        try:
            record = await slot.play(seating, opening)
        except BaseException:
            self._watcher.left(seating)
            raise
        logger.info(
            "game %d: %s, %s, %d moves", record.game, record.result, record.ending,
            len(record.moves),
        )  # fmt: skip
        self._archive.add(record)
        self.standing.add(record)
        self._watcher.finished(record, self.standing)
        self._voids = self._voids + 1 if record.void else 0
        if self._voids >= MAX_VOID_GAMES_IN_A_ROW:
            raise MatchError(f"{self._voids} void games in a row, the last: {record.detail}")
