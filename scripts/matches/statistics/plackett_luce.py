"""Ratings of any number of players from ranked results.

This is the Plackett-Luce model. A player takes the first place with a probability in proportion to
his strength, then one of the rest takes the second place, and so on. A tie counts as the mean over
all orders that it allows. With two players this is the Bradley-Terry model with a draw as half a
win. Newton's method finds the strengths of greatest likelihood. Errors follow from the curvature.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations, product

from .elo import UNKNOWN, Z95, EloInterval
from .likelihood import BISECTIONS

ELO_PER_UNIT = 400.0 / math.log(10.0)
# A weak prior, worth about one drawn game in a few hundred. It keeps the rating of an engine that
# won or lost all games finite.
PULL = 0.01
STEPS = 100
LARGEST_STEP = 1.0
# With this lead, in units of strength, all games are won.
OUT_OF_REACH = 40.0

Order = tuple[int, ...]
Matrix = list[list[float]]


def ratings(count: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[EloInterval]:
    """Elo of players 0 .. `count` - 1 against their mean. A result is the players and the places of
    all seats of a game."""
    orders: Counter[Order] = Counter()
    weights: dict[Order, float] = {}
    for (seats, ranking), times in Counter((tuple(s), tuple(r)) for s, r in games).items():
        allowed = consistent_orders(seats, ranking)
        for order in allowed:
            weights[order] = weights.get(order, 0.0) + times / len(allowed)
        orders[allowed[0]] += times
    if not orders:
        return [UNKNOWN] * count
    strengths = [0.0] * count
    for _ in range(STEPS):
        gradient, curvature = _derivatives(strengths, weights)
        step = solve(curvature, [[value] for value in gradient])
        change = [max(-LARGEST_STEP, min(LARGEST_STEP, row[0])) for row in step]
        strengths = [value + delta for value, delta in zip(strengths, change, strict=True)]
        if max(map(abs, change)) < 1e-7:
            break
    found = _in_elo(strengths, _derivatives(strengths, weights)[1])
    return [_with_open_side(i, value, strengths, weights) for i, value in enumerate(found)]


def consistent_orders(seats: Sequence[int], ranking: Sequence[int]) -> list[Order]:
    """The orders from first to last that a ranking with ties allows."""
    places = sorted(set(ranking))
    groups = [
        [seat for seat, place in zip(seats, ranking, strict=True) if place == wanted]
        for wanted in places
    ]
    return [
        tuple(seat for group in choice for seat in group)
        for choice in product(*(list(permutations(group)) for group in groups))
    ]


def _derivatives(
    strengths: Sequence[float], weights: dict[Order, float]
) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood, and its negative second derivatives."""
    count = len(strengths)
    gradient = [-PULL * value for value in strengths]
    curvature = [[PULL * (i == j) for j in range(count)] for i in range(count)]
    for order, weight in weights.items():
        for start in range(len(order) - 1):
            chances = _chances(strengths, order[start:])
            gradient[order[start]] += weight
            for i, chance in chances.items():
                gradient[i] -= weight * chance
                curvature[i][i] += weight * chance
                for j, other in chances.items():
                    curvature[i][j] -= weight * chance * other
    return gradient, curvature


def _chances(strengths: Sequence[float], left: Sequence[int]) -> dict[int, float]:
    """The probability of each engine to take the next place. An engine on two seats counts
    twice."""
    most = max(strengths[i] for i in left)
    chances: dict[int, float] = {}
    for i in left:
        chances[i] = chances.get(i, 0.0) + math.exp(strengths[i] - most)
    total = sum(chances.values())
    return {i: value / total for i, value in chances.items()}


def _in_elo(strengths: Sequence[float], curvature: Matrix) -> list[EloInterval]:
    """Strengths against their mean, with errors without that of the mean."""
    count = len(strengths)
    identity = [[float(i == j) for j in range(count)] for i in range(count)]
    covariance = solve(curvature, identity)
    mean = sum(strengths) / count
    rows = [sum(row) / count for row in covariance]
    whole = sum(rows) / count
    found = []
    for i, value in enumerate(strengths):
        variance = max(covariance[i][i] - 2.0 * rows[i] + whole, 0.0)
        elo, error = ELO_PER_UNIT * (value - mean), ELO_PER_UNIT * Z95 * math.sqrt(variance)
        found.append(EloInterval(elo, elo - error, elo + error))
    return found


def _with_open_side(
    engine: int, found: EloInterval, strengths: Sequence[float], weights: dict[Order, float]
) -> EloInterval:
    """The ratings with open intervals. A player who won all games has no upper bound, one who lost
    all games no lower one, and one without games has neither."""
    mine = {order: weight for order, weight in weights.items() if engine in order}
    if not mine:
        return UNKNOWN
    for sign in (1.0, -1.0):
        end = 0 if sign > 0.0 else -1
        if all(order[end] == engine and order.count(engine) == 1 for order in mine):
            low = ELO_PER_UNIT * _bound(engine, sign, strengths, mine)
            return EloInterval(
                math.copysign(math.inf, sign),
                *((low, math.inf) if sign > 0.0 else (-math.inf, low)),
            )
    return found


def _bound(
    engine: int, sign: float, strengths: Sequence[float], weights: dict[Order, float]
) -> float:
    """A bound for the strength of a player who won, or lost, all games. The other strengths are
    fixed."""
    others = [value for i, value in enumerate(strengths) if i != engine]
    middle = sum(others) / len(others)

    def likelihood(strength: float) -> float:
        tried = [*strengths]
        tried[engine] = strength
        return sum(weight * _log_chance(tried, order) for order, weight in weights.items())

    surest = likelihood(middle + sign * OUT_OF_REACH)
    inside, outside = middle + sign * OUT_OF_REACH, middle - sign * OUT_OF_REACH
    for _ in range(BISECTIONS):
        tried = (inside + outside) / 2.0
        if surest - likelihood(tried) < Z95 * Z95 / 2.0:
            inside = tried
        else:
            outside = tried
    return (inside - middle) * len(others) / len(strengths)


def _log_chance(strengths: Sequence[float], order: Order) -> float:
    """The log probability of an order from first to last."""
    total = 0.0
    for start in range(len(order) - 1):
        total += math.log(_chances(strengths, order[start:])[order[start]])
    return total


def solve(matrix: Matrix, right: Matrix) -> Matrix:
    """Solves a small linear system by Gauss-Jordan elimination with pivots."""
    size = len(matrix)
    rows = [[*matrix[i], *right[i]] for i in range(size)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        divisor = rows[column][column]
        rows[column] = [value / divisor for value in rows[column]]
        for i in range(size):
            if i != column and (factor := rows[i][column]):
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]
