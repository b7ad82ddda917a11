"""War-in-the-Pacific Chess: who is ahead on points where a game stops undecided.

The tariff is that by which fleets are bought. It decides nothing in the rules: a game that stops
is drawn, and what it would be on points is counted beside.
"""

from __future__ import annotations

from collections.abc import Sequence

TARIFF = {"N": 3, "B": 4, "R": 5, "Q": 10, "K": 10}
# So many turns in a row without a loss end a game.
STOPS = {"warpac": 200, "warpac-once": 200, "warpac-subs": 400, "warpac-subs-once": 400}
# Less than a squadron may come and go in the last exchange.
DEFAULT_LEAD = 10


def material(fen: str) -> list[int]:
    """What is left to White and to Black."""
    board = fen.split()[0]
    return [
        sum(TARIFF.get(letter.upper(), 0) for letter in board if letter.isupper() == white)
        for white in (True, False)
    ]


def is_stopped(variant: str, fen: str) -> bool:
    """Whether the rule of turns without a loss ends the game in this position."""
    return int(fen.split()[6]) >= STOPS[variant]


def winner(points: Sequence[int], lead: int) -> str:
    """`p1win` or `p2win` for who is ahead by `lead` or more, else an empty text."""
    difference = points[0] - points[1]
    if abs(difference) < lead:
        return ""
    return "p1win" if difference > 0 else "p2win"
