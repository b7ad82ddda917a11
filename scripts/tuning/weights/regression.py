"""Logistic regression with a ridge, by Newton's method.

A lead of 100 centipawns stands for an expected score of 1 / (1 + 1/e), 73 %.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEWTON_STEPS = 12
LEAST_CHANGE = 0.01

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Data:
    """A row of features for each position, and the scores of player 1."""

    rows: Array
    scores: Array


def fit(matrix: Array, scores: Array, prior: Array, ridge: float) -> Array:
    """Weights in centipawns. The ridge pulls them towards the prior."""
    scaled = matrix / 100.0
    weights = prior.copy()
    for step in range(NEWTON_STEPS):
        expected = 1.0 / (1.0 + np.exp(-(scaled @ weights)))
        gradient = scaled.T @ (scores - expected) - ridge * (weights - prior)
        curvature = (scaled * (expected * (1 - expected))[:, None]).T @ scaled
        curvature += ridge * np.eye(len(weights))
        change = np.linalg.solve(curvature, gradient)
        weights += change
        print(f"step {step}: loss {loss(scaled @ weights, scores):.5f}", file=sys.stderr)
        if np.abs(change).max() < LEAST_CHANGE:
            break
    return weights


def loss(values: Array, scores: Array) -> float:
    """Mean log loss."""
    expected = np.clip(1.0 / (1.0 + np.exp(-values)), 1e-9, 1 - 1e-9)
    return float(-np.mean(scores * np.log(expected) + (1 - scores) * np.log(1 - expected)))
