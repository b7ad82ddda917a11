"""Two engines on more than two seats: one engine alone against copies of the other.

Both ways round are played. An engine may gain only because its own copies do not harm each other.
Then it gets more than its share with most of the seats, but not alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..records.game_record import GameRecord
from .elo import Z95


def lone_seat(record: GameRecord) -> int | None:
    """The seat, counted from 0, of an engine alone against copies of another; otherwise None."""
    if len(record.engines) < 3 or len(set(record.engines)) != 2:
        return None
    for seat, name in enumerate(record.engines):
        if record.engines.count(name) == 1:
            return seat
    return None


@dataclass(slots=True)
class Alone:
    """The games of one engine alone against `players` - 1 copies of another. The seats in the first
    place share the point of a game. `places` is the sum of the shares of opponents that the engine
    beat; a tie counts a half."""

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
        """The share of the points; 1 / `players` is even."""
        return self.points / max(self.games, 1)

    @property
    def behind(self) -> float:
        """The share of opponents that the engine beat; a half is even."""
        return self.places / max(self.games, 1)

    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the share. It is a little too wide if first places are
        shared."""
        if not self.games:
            return 0.0, 1.0
        weight = Z95 * Z95 / self.games
        middle = (self.share + weight / 2.0) / (1.0 + weight)
        variance = self.share * (1.0 - self.share) + weight / 4.0
        half = Z95 * math.sqrt(variance / self.games) / (1.0 + weight)
        return max(middle - half, 0.0), min(middle + half, 1.0)
