"""The sequential test of two hypotheses about two engines (SPRT), on pairs of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from ..plan import Sprt
from .elo import GAMES_A_PAIR, NORMALISED_ELO, score_from_elo
from .likelihood import Chances, likeliest_with_mean, likeliest_with_t, log_likelihood

# With fewer pairs the variance is unknown, and two won pairs would be enough.
MIN_PAIRS = 16
# Normalised Elo further from 0 than this is no useful hypothesis, and no results may exist for it.
LARGEST_NORMALISED = 200.0
# Elo further from 0 than this is a score of wins alone.
LARGEST_LOGISTIC = 1000.0
# The least distance of the hypotheses. A test of closer ones would take millions of games.
LEAST_DISTANCE = 0.01


def bounds(sprt: Sprt) -> tuple[float, float]:
    """The log-likelihood ratios at which H0 and H1 are accepted (A. Wald)."""
    return (
        math.log(sprt.beta / (1.0 - sprt.alpha)),
        math.log((1.0 - sprt.beta) / sprt.alpha),
    )


def log_likelihood_ratio(pairs: Sequence[int], sprt: Sprt) -> float:
    """The generalised log-likelihood ratio of `elo1` and `elo0`: each hypothesis has its likeliest
    distribution of results."""
    return _ratio(tuple(pairs), sprt)


@lru_cache(maxsize=64)
def _ratio(pairs: tuple[int, ...], sprt: Sprt) -> float:
    if not sum(pairs):
        return 0.0
    zero, one = (_likeliest(pairs, elo, sprt.model) for elo in (sprt.elo0, sprt.elo1))
    return log_likelihood(pairs, one) - log_likelihood(pairs, zero)


def _likeliest(pairs: Sequence[int], elo: float, model: str) -> Chances:
    if model == "logistic":
        return likeliest_with_mean(pairs, score_from_elo(elo))
    # The mean of a pair has a smaller variance than a game.
    return likeliest_with_t(pairs, elo / NORMALISED_ELO * math.sqrt(GAMES_A_PAIR))


def verdict(pairs: Sequence[int], sprt: Sprt) -> str:
    """`H1` or `H0` when the test has decided, otherwise empty."""
    if sum(pairs) < MIN_PAIRS:
        return ""
    low, high = bounds(sprt)
    ratio = log_likelihood_ratio(pairs, sprt)
    return "H1" if ratio >= high else "H0" if ratio <= low else ""
