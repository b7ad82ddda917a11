"""Two engines on more than two seats: what an engine gets alone against a field of the other.

A match of both ways round tells a gain against a field of the same kind from one against another:
an engine that is strong only because the seats of its own kind do not harm one another gets more
than its share where it has most of the seats, and no more than that where it is alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..records.game_record import GameRecord
from .elo import Z95


def lone_seat(record: GameRecord) -> int | None:
    """The seat, counted from 0, of an engine alone against two or three of another; else None."""
    if len(record.engines) < 3 or len(set(record.engines)) != 2:
        return None
    for seat, name in enumerate(record.engines):
        if record.engines.count(name) == 1:
            return seat
    return None


@dataclass(slots=True)
class Alone:
    """The games of one engine alone against a field of `players` - 1 others. The point of a game
    is shared by the seats in the first place; `places` adds up what share of the others the engine
    left behind, a tie being a half."""

    players: int
    games: int = 0
    points: float = 0.0
    places: float = 0.0

    def add(self, record: GameRecord, seat: int) -> None:
        """Counts a game in which the engine had this seat."""
        self.games += 1
        self.places += record.points()[seat]
        if record.ranking[seat] == 1:
            self.points += 1.0 / record.ranking.count(1)

    @property
    def share(self) -> float:
        """The share of the points; the even one is 1 / `players`."""
        return self.points / max(self.games, 1)

    @property
    def behind(self) -> float:
        """The share of the others that it left behind; the even one is a half."""
        return self.places / max(self.games, 1)

    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share, by Wilson. It is a little too wide where first places are
        shared."""
        if not self.games:
            return 0.0, 1.0
        weight = Z95 * Z95 / self.games
        middle = (self.share + weight / 2.0) / (1.0 + weight)
        variance = self.share * (1.0 - self.share) + weight / 4.0
        half = Z95 * math.sqrt(variance / self.games) / (1.0 + weight)
        return max(middle - half, 0.0), min(middle + half, 1.0)
