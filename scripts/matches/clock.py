"""The players' clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from strategos_client import GameClock, Limits

from .plan import Control


class Clock(GameClock):
    """The time left to each player. A move may be late by the margin."""

    def __init__(self, controls: Sequence[Control], margin_ms: float) -> None:
        super().__init__(controls)
        self._limits = [Limits(each.depth, each.nodes, each.movetime_ms) for each in controls]
        self._margin_ms = margin_ms

    def limits(self, player: int) -> Limits:
        """The `go` limits for the player whose move it is (counted from 1)."""
        by_clock, limits = super().limits(player), self._limits[player - 1]
        return replace(
            by_clock, depth=limits.depth, nodes=limits.nodes, movetime_ms=limits.movetime_ms
        )

    def allowance_s(self, player: int, silence_s: float) -> float:
        """The seconds after which a game without a move is lost."""
        bounds = [self._limits[player - 1].movetime_ms, self.left_ms(player)]
        given = [ms for ms in bounds if ms is not None]
        return (min(given) + self._margin_ms) / 1000.0 if given else silence_s
