"""Several engines at work on one file. Their number does not change the openings."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence

from .book import Book
from .candidate_engine import CandidateEngine
from .choice import Choice
from .model import Candidate, Scored
from .sources import BATCH

# The run ends when none of this number of candidates in a row is taken.
PATIENCE = 2000


class Run:
    """Hands batches to engines, and takes candidates in their order."""

    def __init__(self, book: Book, choice: Choice, shown: Callable[[int, int], None]) -> None:
        self.looked_at = 0
        self._book = book
        self._choice = choice
        self._shown = shown
        self._found: dict[int, list[Scored]] = {}
        self._in_vain = 0
        # The batch of the last opening may contain more openings.
        self._following = book.kept[-1].number // BATCH if book.kept else 0

    async def to_the_end(self, scorers: Sequence[CandidateEngine]) -> None:
        """Works until the file is full or nothing new is found."""
        for kept in self._book.kept:
            self._choice.note(await scorers[0].key(kept.fen), kept.favourite)
        numbers = itertools.count(self._following)

        async def work(scorer: CandidateEngine) -> None:
            while not self._is_over():
                number = next(numbers)
                self._found[number] = await scorer.batch(number, self._may_take)
                self._take()

        try:
            async with asyncio.TaskGroup() as group:
                for scorer in scorers:
                    group.create_task(work(scorer))
        except BaseExceptionGroup as errors:
            # The first error ended the work; the others are its consequences.
            raise errors.exceptions[0] from None

    def _is_over(self) -> bool:
        return self._choice.is_full or self._in_vain >= PATIENCE

    def _may_take(self, candidate: Candidate, key: str) -> bool:
        """Whether a position can still be taken. Otherwise it is not searched."""
        return not self._is_over() and self._choice.has_room_for(candidate, key)

    def _take(self) -> None:
        """Takes finished batches up to the first unfinished one."""
        while (batch := self._found.pop(self._following, None)) is not None:
            self._following += 1
            for scored in batch:
                self._take_one(scored)
        self._shown(len(self._choice.keys), self.looked_at)

    def _take_one(self, scored: Scored) -> None:
        if self._is_over():
            return
        self.looked_at += 1
        self._in_vain += 1
        if self._choice.takes(scored) and scored.verdict is not None:
            self._in_vain = 0
            self._book.add(scored.candidate, scored.verdict)
