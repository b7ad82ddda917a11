"""Zero-sum matrix games, and their mixed strategies in equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solution:
    """The mixed strategies of the rows, which maximise, and of the columns, which minimise."""

    rows: Matrix
    columns: Matrix
    value: float


def solve(payoff: Matrix, slack: float = 0.0) -> Solution:
    """The equilibrium of a matrix with the payoffs of the rows.

    If the matrix is an estimate, an exact solution is meaningless. Each side may lose up to `slack`
    for the most even weights.
    """
    rows = _spread(payoff, slack)
    columns = _spread(-payoff.T, slack)
    return Solution(rows, columns, float(rows @ payoff @ columns))


def _spread(payoff: Matrix, slack: float) -> Matrix:
    """The maximin mixed strategy of the rows, except for the slack."""
    rows, columns = payoff.shape
    # The variables are the weights and the least payoff.
    goal = np.append(np.zeros(rows), -1.0)
    against_each = np.hstack([-payoff.T, np.ones((columns, 1))])
    found = _linear_program(goal, against_each, np.zeros(columns))
    if slack <= 0.0:
        return _weights(found, rows)
    # The last variable is now the greatest weight.
    reached = np.full(columns, slack - found[-1])
    against_each = np.hstack([-payoff.T, np.zeros((columns, 1))])
    no_greater = np.hstack([np.eye(rows), np.full((rows, 1), -1.0)])
    limits = np.append(reached, np.zeros(rows))
    return _weights(_linear_program(-goal, np.vstack([against_each, no_greater]), limits), rows)


def _linear_program(goal: Matrix, least: Matrix, limits: Matrix) -> Matrix:
    """Minimises the goal over weights with the sum 1 and a last variable without bounds."""
    count = len(goal) - 1
    whole = np.append(np.ones(count), 0.0)[None, :]
    bounds = [(0.0, 1.0)] * count + [(None, None)]
    found: Any = linprog(goal, A_ub=least, b_ub=limits, A_eq=whole, b_eq=[1.0], bounds=bounds)
    if not found.success:
        raise ArithmeticError(f"no mixture was found: {found.message}")
    return np.asarray(found.x, dtype=np.float64)


def _weights(found: Matrix, count: int) -> Matrix:
    weights: Matrix = np.clip(found[:count], 0.0, None)
    weights /= weights.sum()
    return weights


def gains(payoff: Matrix, rows: Matrix, columns: Matrix) -> tuple[float, float]:
    """The gain of the best pure strategy against the other side's mixed strategy, for rows and for
    columns."""
    value = float(rows @ payoff @ columns)
    return float((payoff @ columns).max()) - value, value - float((rows @ payoff).min())


def parts(weights: Matrix, whole: int) -> list[int]:
    """The weights as integers with the sum `whole`, by largest remainders."""
    shares = [Fraction(float(weight)).limit_denominator(10**9) * whole for weight in weights]
    counts = [int(share) for share in shares]
    by_rest = sorted(range(len(shares)), key=lambda index: counts[index] - shares[index])
    for index in by_rest[: whole - sum(counts)]:
        counts[index] += 1
    return counts
