"""The likelihood of results in few classes: the five results of a pair of games.

This is A. Owen's "Empirical Likelihood" (2001). Under a condition on the mean it finds the
distribution over the classes for which the counts are likeliest. No normal distribution is assumed:
intervals can be asymmetric, and a sample variance of zero proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

# The mean score of a game in pairs with 0, 1/2, 1, 3/2, 2 points.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
# The count of a class without pairs: the class is possible, but has nearly no weight.
UNSEEN = 1e-3
BISECTIONS = 60
T_STEPS = 50
T_ACCURACY = 1e-9

Chances = list[float]


def shares(counts: Sequence[float]) -> Chances:
    """The probabilities of greatest likelihood; none is zero."""
    weights = [count or UNSEEN for count in counts]
    total = sum(weights)
    return [weight / total for weight in weights]


def mean_and_deviation(chances: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of the score of a game."""
    mean = sum(p * score for p, score in zip(chances, PAIR_SCORES, strict=True))
    variance = sum(p * (score - mean) ** 2 for p, score in zip(chances, PAIR_SCORES, strict=True))
    return mean, math.sqrt(variance)


def log_likelihood(counts: Sequence[float], chances: Sequence[float]) -> float:
    """The log likelihood of the counts under these probabilities."""
    return sum((n or UNSEEN) * math.log(p) for n, p in zip(counts, chances, strict=True))


def likeliest_with_mean(counts: Sequence[float], mean: float) -> Chances:
    """The likeliest probabilities with the mean score `mean`, between 0 and 1."""
    return _likeliest(shares(counts), [score - mean for score in PAIR_SCORES])


def likeliest_with_t(counts: Sequence[float], t: float) -> Chances:
    """The likeliest probabilities with a mean of `t` standard deviations above a half. The
    condition is not linear: each iteration replaces it by its tangent (M. Van den Bergh,
    "Normalized Elo", 2021)."""
    found = shares(counts)
    chances = [1.0 / len(found)] * len(found)
    for _ in range(T_STEPS):
        mean, deviation = mean_and_deviation(chances)
        tangent = [
            score - 0.5 - t * deviation * (1.0 + ((mean - score) / deviation) ** 2) / 2.0
            for score in PAIR_SCORES
        ]
        before, chances = chances, _likeliest(found, tangent)
        if max(abs(a - b) for a, b in zip(before, chances, strict=True)) < T_ACCURACY:
            break
    return chances


def _likeliest(weights: Sequence[float], values: Sequence[float]) -> Chances:
    """The probabilities nearest to `weights` for which `values` have the mean 0. They are
    w / (1 + x v); x is the Lagrange multiplier."""
    most, least = max(values), min(values)
    if least >= 0.0 or most <= 0.0:
        raise ValueError("no distribution over these values has the mean 0")
    low, high = -1.0 / most, -1.0 / least
    for _ in range(BISECTIONS):
        x = (low + high) / 2.0
        if sum(w * v / (1.0 + x * v) for w, v in zip(weights, values, strict=True)) > 0.0:
            low = x
        else:
            high = x
    x = (low + high) / 2.0
    raw = [w / (1.0 + x * v) for w, v in zip(weights, values, strict=True)]
    total = sum(raw)
    return [p / total for p in raw]
