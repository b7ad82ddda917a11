"""The strength table: which levels it keeps, and their Elo after games of levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from .players import ANCHOR_ELO, Level

# The range of UCI_Elo, and the distance of the levels that play each other.
LEAST_ELO, MOST_ELO, STEP = 600, 2200, 200
# The standard deviation of a distance of 200 in the table, before levels have played each other.
STEP_ERROR = 60
# The Elo for a change of the log odds by 1.
ELO_SLOPE = 400 / log(10)


def rising(levels: Sequence[tuple[int, Level]]) -> list[tuple[int, Level]]:
    """The levels that are stronger than all weaker ones of the list. Of those below the range of
    `UCI_Elo` one is enough, and so it is above the range."""
    kept: list[tuple[int, Level]] = []
    for elo, level in levels:
        if kept and elo <= kept[-1][0]:
            continue
        if kept and elo <= LEAST_ELO:
            kept.pop()
        kept.append((elo, level))
        if elo >= MOST_ELO:
            break
    return kept


@dataclass(frozen=True)
class Step:
    """The score of a level against the level 200 Elo below, whose Elo is `low`."""

    low: int
    share: float
    games: int

    @property
    def distance(self) -> int:
        """The likeliest distance in Elo. The prior is a normal distribution around 200. The order
        of levels stays."""

        def rises(distance: float) -> bool:
            """Whether greater distances are likelier: the slope of the log likelihood."""
            expected = 1 / (1 + 10 ** (-distance / 400))
            by_games = self.games * (self.share - expected) / ELO_SLOPE
            return by_games > (distance - STEP) / STEP_ERROR**2

        return next(distance for distance in range(1, 10 * STEP) if not rises(distance))


def corrected(
    levels: Sequence[tuple[int, Level]], steps: Sequence[Step]
) -> list[tuple[int, Level]]:
    """The table with the distances that levels have among each other. Beyond the steps the nearest
    step counts. The anchor's Elo stays."""
    distances = {step.low: step.distance for step in steps}

    def stretch(elo: int) -> float:
        """The factor for distances at this Elo."""
        return distances[min(max(elo // STEP * STEP, steps[0].low), steps[-1].low)] / STEP

    def moved(elo: int) -> int:
        low, high = sorted((elo, ANCHOR_ELO))
        distance = sum(stretch(point) for point in range(low, high))
        return round(ANCHOR_ELO + (distance if elo > ANCHOR_ELO else -distance))

    return [(moved(elo), level) for elo, level in levels]


def show(levels: Iterable[tuple[int, Level]]) -> None:
    """Prints a table as it stands in `levels.rs`."""
    for elo, level in levels:
        print(f"({elo}, {level.nodes}, {level.error_cp}),")
