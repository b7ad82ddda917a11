"""Decides which candidates are taken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .model import Candidate, Scored, Verdict

# The error of a first, short search. It still sees nearly all won and lost positions.
FIRST_LOOK_MARGIN_CP = 60


@dataclass(frozen=True, slots=True)
class Window:
    """The range for the distance of an opening from even, in centipawns. Unbalanced openings have a
    `least` above 0."""

    least: int
    most: int

    @classmethod
    def parse(cls, text: str) -> Window:
        """Parses `50` or `80-200`."""
        least, dash, most = text.rpartition("-")
        numbers = [least if dash else "0", most]
        if not all(number.isdigit() for number in numbers):
            raise ValueError(f"--window takes centipawns, as 50 or 80-200, not '{text}'")
        window = cls(int(numbers[0]), int(numbers[1]))
        if window.least > window.most:
            raise ValueError(f"--window: {window.least} is above {window.most}")
        return window

    def holds(self, verdict: Verdict) -> bool:
        """Whether the window contains this score."""
        return self.least <= verdict.distance <= self.most

    def may_hold(self, score: int, players: int) -> bool:
        """Whether the final score may be in the window, by a first score of one player. With more
        than two players another one may be further from even."""
        if players > 2:
            return abs(score) <= self.most + 2 * FIRST_LOOK_MARGIN_CP
        return self.least - FIRST_LOOK_MARGIN_CP <= abs(score) <= self.most + FIRST_LOOK_MARGIN_CP

    def __str__(self) -> str:
        return f"{self.least}-{self.most}"


@dataclass(slots=True)
class Choice:
    """Takes different openings within the window until there are enough. Unbalanced openings and
    handicaps favour each player equally often."""

    window: Window
    count: int
    players: int
    keys: set[str] = field(default_factory=set)
    favourites: Counter[int] = field(default_factory=Counter)

    @property
    def is_full(self) -> bool:
        """Whether there are enough."""
        return len(self.keys) >= self.count

    def note(self, key: str, favourite: int) -> None:
        """Counts an opening that was taken."""
        self.keys.add(key)
        self.favourites[favourite] += 1

    def has_room_for(self, candidate: Candidate, key: str) -> bool:
        """Whether a candidate can still be taken. This never becomes true again."""
        is_full = candidate.favourite > 0 and not self._has_room_to_favour(candidate.favourite)
        return not (self.is_full or key in self.keys or is_full)

    def takes(self, scored: Scored) -> bool:
        """Whether this candidate is taken. Counts it if it is."""
        candidate, verdict = scored.candidate, scored.verdict
        if verdict is None or not self.has_room_for(candidate, scored.key):
            return False
        if not self.window.holds(verdict) or not self._suits(candidate, verdict.favourite):
            return False
        self.note(scored.key, verdict.favourite)
        return True

    def _suits(self, candidate: Candidate, favourite: int) -> bool:
        """Whether it favours the player that it should favour, if there is one."""
        if self.window.least == 0 and candidate.favourite == 0:
            return True
        return candidate.favourite in (0, favourite) and self._has_room_to_favour(favourite)

    def _has_room_to_favour(self, player: int) -> bool:
        return self.favourites[player] < -(-self.count // self.players)
