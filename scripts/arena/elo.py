"""Two engines: Elo with error from pairs of games, and the sequential test (SPRT)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .plan import Sprt

# With fewer pairs the variance is not known well enough to stop on it: two
# won pairs alone would pass for proof.
MIN_SPRT_PAIRS = 16
SPRT_ERROR_RATE = 0.05
SPRT_BOUND = math.log((1.0 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE)
# Half the width of a normal distribution's 95% interval, in deviations.
Z95 = 1.959964


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


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Of the score a game, from pairs that took 0, 1/2, 1, 3/2, 2 points."""
    total = sum(counts)
    mean = sum(n * i / 4 for i, n in enumerate(counts)) / total
    variance = sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(counts)) / total
    return mean, variance


@dataclass(frozen=True, slots=True)
class Estimate:
    """Elo with the half-width of its 95% interval, and the likelihood of superiority."""

    elo: float
    error: float
    los: float


def estimate(pairs: Sequence[int]) -> Estimate:
    """Normal approximation on pair scores."""
    if not sum(pairs):
        return Estimate(0.0, math.inf, 0.5)
    mean, variance = mean_and_variance(pairs)
    deviation = math.sqrt(variance / sum(pairs))
    if deviation == 0.0:
        los = 0.5 if mean == 0.5 else float(mean > 0.5)
        return Estimate(elo_from_score(mean), math.inf, los)
    low = elo_from_score(mean - Z95 * deviation)
    high = elo_from_score(mean + Z95 * deviation)
    los = 0.5 * math.erfc(-(mean - 0.5) / (deviation * math.sqrt(2.0)))
    return Estimate(elo_from_score(mean), (high - low) / 2.0, los)


def log_likelihood_ratio(pairs: Sequence[int], sprt: Sprt) -> float:
    """GSPRT in normal approximation: how much likelier `elo1` is than `elo0`."""
    if not sum(pairs):
        return 0.0
    # Outcomes not yet seen get a trace of weight, or the variance could be zero.
    counts = [n or 1e-3 for n in pairs]
    mean, variance = mean_and_variance(counts)
    s0, s1 = score_from_elo(sprt.elo0), score_from_elo(sprt.elo1)
    return sum(counts) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)


def verdict(pairs: Sequence[int], sprt: Sprt) -> str:
    """`H1` or `H0` once the test has decided, else empty."""
    if sum(pairs) < MIN_SPRT_PAIRS:
        return ""
    llr = log_likelihood_ratio(pairs, sprt)
    return "H1" if llr >= SPRT_BOUND else "H0" if llr <= -SPRT_BOUND else ""
