"""Two engines: Elo and normalised Elo with their intervals, from pairs of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .likelihood import BISECTIONS, likeliest_with_mean, log_likelihood, mean_and_deviation, shares

# Half the width of the 95% interval of a normal distribution, in standard deviations.
Z95 = 1.959964
# The normalised Elo of a score that is one standard deviation of a game above a half. It equals
# Elo for a small advantage in games without draws.
NORMALISED_ELO = 800.0 / math.log(10.0)
GAMES_A_PAIR = 2


def elo_from_score(score: float) -> float:
    """The Elo difference that predicts this score (0..1)."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def score_from_elo(elo: float) -> float:
    """The score (0..1) that this Elo difference predicts."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


@dataclass(frozen=True, slots=True)
class EloInterval:
    """Elo and its 95% interval. A bound that does not exist is infinite."""

    elo: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2.0

    def __str__(self) -> str:
        if math.isinf(self.low) and math.isinf(self.high):
            return "unknown"
        if math.isinf(self.high):
            return f"above {self.low:+.1f}"
        if math.isinf(self.low):
            return f"below {self.high:+.1f}"
        below, above = f"{self.elo - self.low:.1f}", f"{self.high - self.elo:.1f}"
        if below == above:
            return f"{self.elo:+.1f} ± {above}"
        return f"{self.elo:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"

    def negative(self) -> EloInterval:
        """The interval from the opponent's view."""
        return EloInterval(0.0 - self.elo, -self.high, -self.low)


UNKNOWN = EloInterval(0.0, -math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimates of the first engine from pairs of games: Elo, normalised Elo (which does not depend
    on the share of draws), and the likelihood of superiority."""

    elo: EloInterval
    normalised: EloInterval
    los: float


def estimate(pairs: Sequence[int]) -> Estimate:
    """From the numbers of pairs with 0, 1/2, 1, 3/2, 2 points."""
    return _estimate(tuple(pairs))


# A live table needs the same figures twice a second.
@lru_cache(maxsize=64)
def _estimate(pairs: tuple[int, ...]) -> Estimate:
    if not sum(pairs):
        return Estimate(UNKNOWN, UNKNOWN, 0.5)
    mean, deviation = mean_and_deviation([count / sum(pairs) for count in pairs])
    low, high = _bound(pairs, mean, 0.0), _bound(pairs, mean, 1.0)
    elo = EloInterval(elo_from_score(mean), elo_from_score(low), elo_from_score(high))
    return Estimate(elo, _normalised(pairs, mean, deviation), superiority(pairs, mean))


def _bound(pairs: Sequence[int], mean: float, end: float) -> float:
    """A bound of the interval of the mean score, between the estimate and `end`; `end` if there is
    none."""
    if mean == end:
        return end
    inside, outside = mean, end
    for _ in range(BISECTIONS):
        middle = (inside + outside) / 2.0
        if middle in (inside, outside):
            break
        if _drop(pairs, middle) < Z95 * Z95 / 2.0:
            inside = middle
        else:
            outside = middle
    return inside


def _drop(pairs: Sequence[int], mean: float) -> float:
    """The decrease of the log likelihood if this is the mean."""
    best = log_likelihood(pairs, shares(pairs))
    return best - log_likelihood(pairs, likeliest_with_mean(pairs, mean))


def superiority(pairs: Sequence[int], mean: float) -> float:
    """The likelihood that the first engine is the stronger one."""
    root = math.sqrt(max(_drop(pairs, 0.5), 0.0))
    return 0.5 * math.erfc(-math.copysign(root, mean - 0.5)) if mean != 0.5 else 0.5


def _normalised(pairs: Sequence[int], mean: float, deviation: float) -> EloInterval:
    """Normalised Elo. The standard deviation comes from pairs, because the two games of a pair are
    not independent."""
    if deviation == 0.0:
        return UNKNOWN
    factor = NORMALISED_ELO / math.sqrt(GAMES_A_PAIR)
    t = (mean - 0.5) / deviation
    value = t * factor
    # Far from a half, the uncertainty of the standard deviation matters as well.
    error = Z95 * math.sqrt((1.0 + t * t / 2.0) / sum(pairs)) * factor
    return EloInterval(value, value - error, value + error)
