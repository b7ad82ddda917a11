"""Time controls, and the clocks of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .model import Limits

_CONTROL = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+))?")
# Engines get whole milliseconds.
_LEAST_MS = 1.0


class HasClock(Protocol):
    """What a clock needs of a time control; see `TimeControl`."""

    @property
    def base_ms(self) -> float | None: ...

    @property
    def increment_ms(self) -> float: ...

    @property
    def moves_to_go(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class TimeControl:
    """`base_ms` for `moves_to_go` turns, or for the game if that is None, and `increment_ms` for
    each turn. A player without a base has no clock."""

    base_ms: float | None = None
    increment_ms: float = 0.0
    moves_to_go: int | None = None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Reads `1+0.01` or `40/10+0.1`: turns for each period, seconds, and increment. `0+0.1` has
        increments alone, and begins with the first one. Raises ValueError."""
        found = _CONTROL.fullmatch(text)
        if found is None or (found[1] and not int(found[1])):
            raise ValueError(f"'{text}' is no clock such as 1+0.01 or 40/10+0.1, in seconds")
        turns, base, increment = found.groups()
        base_ms, increment_ms = 1000.0 * float(base), 1000.0 * float(increment or 0.0)
        if max(base_ms, increment_ms) < _LEAST_MS:
            raise ValueError(
                f"'{text}' leaves no time to move in: give {_LEAST_MS / 1000:g} seconds at least, "
                "or an increment alone, as 0+0.1"
            )
        return cls(base_ms, increment_ms, int(turns) if turns else None)


class GameClock:
    """The time left to each player. With one control for each player, or the same for all:

    >>> clock = GameClock([TimeControl.parse("60+1")] * 2)
    >>> clock.limits(1).command()
    'go p1time 60000 p2time 60000 p1inc 1000 p2inc 1000'
    >>> clock.spend(1, 5.5)
    55500
    """

    def __init__(self, controls: Sequence[HasClock]) -> None:
        self._controls = controls
        self._left = [_at_first(control) for control in controls]
        self._moves = [0] * len(controls)

    def left_ms(self, player: int) -> float | None:
        """The milliseconds left to a player (counted from 1); None without a clock."""
        return self._left[player - 1]

    def limits(self, player: int) -> Limits:
        """The limits of a search of the player whose turn it is (counted from 1). Without a clock
        there are none."""
        if self._left[player - 1] is None:
            return Limits()
        return Limits(
            clocks_ms=tuple(int(left or 0.0) for left in self._left),
            increments_ms=tuple(int(control.increment_ms) for control in self._controls),
            movestogo=self._moves_to_go(player),
        )

    def exceeds(self, player: int, seconds: float) -> bool:
        """Whether a move of this many seconds is too late."""
        left = self._left[player - 1]
        return left is not None and 1000.0 * seconds > left

    def _moves_to_go(self, player: int) -> int | None:
        """The turns to the next time control."""
        period = self._controls[player - 1].moves_to_go
        return None if period is None else period - self._moves[player - 1] % period

    def spend(self, player: int, seconds: float, joined: bool = False) -> int | None:
        """Takes the time of a move, adds the increment and the time of a new period, and returns
        the time left in ms. A turn has one increment: a move that is `joined` to an earlier part
        of its turn gets none. A player never has less than nothing: see `exceeds`."""
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


def _at_first(control: HasClock) -> float | None:
    """The time at the start. A clock of increments alone starts with the first increment."""
    return control.increment_ms if control.base_ms == 0.0 else control.base_ms
