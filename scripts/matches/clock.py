"""The players' clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from strategos_client import Limits

from .plan import Control


class Clock:
    """The time left to each player. A move may be late by the margin."""

    def __init__(self, controls: Sequence[Control], margin_ms: float) -> None:
        self._controls = controls
        self._margin_ms = margin_ms
        self._left = [_at_first(control) for control in controls]
        self._moves = [0] * len(controls)

    def limits(self, player: int) -> Limits:
        """The `go` limits for the player whose move it is (counted from 1)."""
        control = self._controls[player - 1]
        limits = Limits(control.depth, control.nodes, control.movetime_ms)
        if control.base_ms is None:
            return limits
        return replace(
            limits,
            clocks_ms=tuple(int(left or 0.0) for left in self._left),
            increments_ms=tuple(int(c.increment_ms) for c in self._controls),
            movestogo=self._moves_to_go(player),
        )

    def _moves_to_go(self, player: int) -> int | None:
        """The moves to the next time control."""
        period = self._controls[player - 1].moves_to_go
        return None if period is None else period - self._moves[player - 1] % period

    def allowance_s(self, player: int, silence_s: float) -> float:
        """The seconds after which a game without a move is lost."""
        control, left = self._controls[player - 1], self._left[player - 1]
        bounds = [ms for ms in (control.movetime_ms, left) if ms is not None]
        if not bounds:
            return silence_s
        return (min(bounds) + self._margin_ms) / 1000.0

    def spend(self, player: int, seconds: float, joined: bool = False) -> int | None:
        """Takes the time of a move, adds the increment and the time of a new period, and returns
        the time left in ms. A turn has one increment: a move that is `joined` to an earlier part
        of its turn gets none."""
        left = self._left[player - 1]
        if left is None:
            return None
        control = self._controls[player - 1]
        rest = max(left - 1000.0 * seconds, 0.0)
        if not joined:
            rest += control.increment_ms
            self._moves[player - 1] += 1
            if control.moves_to_go and self._moves[player - 1] % control.moves_to_go == 0:
                rest += control.base_ms or 0.0
        self._left[player - 1] = rest
        return int(rest)


def _at_first(control: Control) -> float | None:
    """The time at the start. A clock of increments alone starts with the first increment."""
    return control.increment_ms if control.base_ms == 0.0 else control.base_ms
