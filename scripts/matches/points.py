"""Who is ahead on points where a game stops undecided.

The points decide nothing in the rules: a game that stops is drawn, and what it would be on points
is counted beside. The referee's engine counts them, by the query `material` of its game.
"""

from __future__ import annotations

from collections.abc import Sequence

# The query that tells the points of each player, in the order of seats.
QUESTION = "material"
# How an engine's reason ends if the game stopped for want of progress.
_STOPPED = "turns without a loss"
# Less than a squadron may come and go in the last exchange.
DEFAULT_LEAD = 10


def is_stopped(reason: str) -> bool:
    """Whether the rule of turns without a loss ended the game, by the engine's own reason."""
    return reason.endswith(_STOPPED)


def winner(points: Sequence[int], lead: int) -> str:
    """`p1win` or `p2win` for who is ahead by `lead` or more, else an empty text."""
    difference = points[0] - points[1]
    if abs(difference) < lead:
        return ""
    return "p1win" if difference > 0 else "p2win"
