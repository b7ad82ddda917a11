"""The clocks of a game on the board."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Counts down for the player to move. `now` returns seconds."""

    def __init__(
        self, base_ms: int, increment_ms: int, players: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.increment_ms = increment_ms
        self._left = [float(base_ms)] * players
        self._now = now
        self._since = 0.0
        self.running = 0

    def left_ms(self) -> list[int]:
        """The time left to each player."""
        left = list(self._left)
        if self.running:
            left[self.running - 1] -= 1000.0 * (self._now() - self._since)
        return [max(int(value), 0) for value in left]

    def start(self, player: int) -> None:
        """Runs this player's clock, and no other."""
        if player != self.running:
            self.stop()
            self.running, self._since = player, self._now()

    def stop(self) -> None:
        """Stops all clocks."""
        self._left = [float(value) for value in self.left_ms()]
        self.running = 0

    def moved(self, player: int) -> None:
        """Adds the increment after a complete turn of this player."""
        self.stop()
        self._left[player - 1] += self.increment_ms
