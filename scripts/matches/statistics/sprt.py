"""The sequential test of two hypotheses about two engines (SPRT), on pairs of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from ..plan import Sprt
from .elo import GAMES_A_PAIR, NORMALISED_ELO, score_from_elo
from .likelihood import Chances, likeliest_with_mean, likeliest_with_t, log_likelihood

# With fewer pairs too little is known of how results vary: two won pairs alone would pass for
# proof.
MIN_PAIRS = 16
# Normalised Elo further from 0 than this is no hypothesis about two versions of one engine, and
# no results of pairs need have it.
LARGEST_NORMALISED = 200.0
# A score that Elo further from 0 stands for cannot be told from one of nothing but wins.
LARGEST_LOGISTIC = 1000.0
# Hypotheses nearer to each other would take millions of games to tell apart.
LEAST_DISTANCE = 0.01


def bounds(sprt: Sprt) -> tuple[float, float]:
    """The log-likelihood ratios at which H0 and H1 are accepted (A. Wald)."""
    return (
        math.log(sprt.beta / (1.0 - sprt.alpha)),
        math.log((1.0 - sprt.beta) / sprt.alpha),
    )


def log_likelihood_ratio(pairs: Sequence[int], sprt: Sprt) -> float:
    """How much likelier `elo1` is than `elo0`: the generalised test, in which each hypothesis
    has its likeliest distribution of results."""
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
    # The mean of the two games of a pair varies less than one game does.
    return likeliest_with_t(pairs, elo / NORMALISED_ELO * math.sqrt(GAMES_A_PAIR))


def verdict(pairs: Sequence[int], sprt: Sprt) -> str:
    """`H1` or `H0` once the test has decided, else empty."""
    if sum(pairs) < MIN_PAIRS:
        return ""
    low, high = bounds(sprt)
    ratio = log_likelihood_ratio(pairs, sprt)
    return "H1" if ratio >= high else "H0" if ratio <= low else ""
