"""Plays the pairs of a run concurrently, and updates the values after each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from matches.local_slot import LocalSlot
from matches.opening_book import OpeningBook, variety_warning
from matches.plan import Contestant, MatchError, Opening, Plan, Seating
from matches.records.game_record import GameRecord
from matches.schedule import Seats, shared_seats
from matches.statistics.standing import first_engines_point
from matches.tournament import MAX_VOID_GAMES_IN_A_ROW, OpeningSupply, Slot

from .journal import Entry, Journal
from .parameters import Parameter
from .spsa import Spsa, Trial

logger = logging.getLogger(__name__)

PLUS, MINUS = "plus", "minus"
# The number of generated openings. A longer run repeats them.
MOST_OPENINGS = 2000


class PairFailed(Exception):
    """A pair gives no result, because of a fault."""


class Player(Protocol):
    """Plays one pair at a time."""

    async def slot(self, plan: Plan) -> Slot:
        """A slot for the engines of this plan."""

    async def close(self) -> None:
        """Leaves nothing running."""


class LocalPlayer:
    """A slot of this machine. Its engines stay for many pairs."""

    def __init__(self, slot: LocalSlot) -> None:
        self._slot = slot

    async def slot(self, plan: Plan) -> Slot:
        """The slot, with the new values in its engines."""
        await self._slot.adopt(plan)
        return self._slot

    async def close(self) -> None:
        """Ends the engines."""
        await self._slot.close()


@dataclass(frozen=True, slots=True)
class RemotePlayer:
    """A slot of a cluster, where each game has new engines."""

    at: Callable[[Plan], Slot]

    async def slot(self, plan: Plan) -> Slot:
        """The slot."""
        return self.at(plan)

    async def close(self) -> None:
        """Nothing runs here between games."""


class Run:
    """The pairs of a run that are not yet in its journal."""

    def __init__(
        self,
        plan: Plan,
        parameters: Sequence[Parameter],
        spsa: Spsa,
        journal: Journal,
        shown: Callable[[Run], None],
    ) -> None:
        self.spsa = spsa
        self.journal = journal
        self.pairs = plan.games // 2
        self.before = len(journal.entries)
        self._plan = plan
        self._parameters = parameters
        self._shown = shown
        self._failures = 0
        if journal.entries:
            spsa.values = list(journal.entries[-1].values)

    async def play(self, players: Sequence[Player]) -> None:
        """Plays to the end. If it is cancelled, the journal stays and all processes end."""
        host = LocalSlot(self._plan)
        try:
            referee = await host.referee()
            book = OpeningBook(self._plan.openings, self._plan.rules.seed)
            await book.prepare(min(self.pairs, MOST_OPENINGS), referee)
            ways = shared_seats(referee.players)
            if warning := variety_warning(self._plan, self.pairs):
                logger.warning("%s", warning)
            await self._play_all(players, OpeningSupply(book, host), ways)
        finally:
            await host.close()

    async def _play_all(
        self, players: Sequence[Player], openings: OpeningSupply, ways: Sequence[Seats]
    ) -> None:
        done = {entry.number for entry in self.journal.entries}
        waiting = iter(number for number in range(1, self.pairs + 1) if number not in done)
        try:
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(self._work(player, waiting, openings, ways))
        except BaseExceptionGroup as errors:
            # The first error ended the run; the others are its consequences.
            raise errors.exceptions[0] from None

    async def _work(
        self,
        player: Player,
        waiting: Iterator[int],
        openings: OpeningSupply,
        ways: Sequence[Seats],
    ) -> None:
        try:
            for number in waiting:
                opening = await openings.get(number)
                trial = self.spsa.trial(number)
                await self._learn(player, trial, opening, ways[number % len(ways)])
        finally:
            await player.close()

    async def _learn(self, player: Player, trial: Trial, opening: Opening, way: Seats) -> None:
        try:
            result = await self._result(player, trial, opening, way)
        except PairFailed as error:
            self._failures += 1
            logger.warning("pair %d tells nothing: %s", trial.number, error)
            if self._failures >= MAX_VOID_GAMES_IN_A_ROW:
                raise MatchError(f"{self._failures} pairs in a row failed: {error}") from None
            result = 0.0
        else:
            self._failures = 0
        self.spsa.learn(trial, result)
        self.journal.add(Entry(trial.number, result, tuple(self.spsa.values)))
        logger.info("pair %d of %d: %+g", trial.number, self.pairs, result)
        self._shown(self)

    async def _result(self, player: Player, trial: Trial, opening: Opening, way: Seats) -> float:
        """Wins minus losses of the engine with the values `plus`."""
        plan = self._plan_of(trial)
        slot = await player.slot(plan)
        result = 0.0
        for half, seats in enumerate((way, tuple(1 - index for index in way))):
            number = 2 * trial.number - 1 + half
            record = await slot.play(Seating(number, trial.number, trial.number, seats), opening)
            if record.void or record.fault:
                raise PairFailed(f"{record.ending}: {record.detail}")
            result += 2.0 * points_of(record) - 1.0
        return result

    def _plan_of(self, trial: Trial) -> Plan:
        """The plan with the values of a trial."""
        plus, minus = self._plan.contestants
        return replace(
            self._plan,
            contestants=(
                with_values(plus, self._parameters, trial.plus),
                with_values(minus, self._parameters, trial.minus),
            ),
        )


def with_values(
    contestant: Contestant, parameters: Sequence[Parameter], values: Sequence[int]
) -> Contestant:
    """The engine with these values."""
    options = dict(contestant.config.options)
    options |= {p.name: str(value) for p, value in zip(parameters, values, strict=True)}
    return replace(contestant, config=replace(contestant.config, options=options))


def points_of(record: GameRecord) -> float:
    """The share of the first engine. A win on points counts as a win."""
    if record.on_points:
        return float(record.engines[int(record.on_points[1]) - 1] == PLUS)
    return first_engines_point(record, PLUS)
