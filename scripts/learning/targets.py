"""The target of each position, and the loss of a value.

Two players: the mover's expected score. Three and four: the expected share of every living seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .samples import WHOLE, Header, Records, feature_counts

Floats = NDArray[np.float32]
Loss = Literal["squared", "entropy"]
LOSSES: tuple[Loss, ...] = ("squared", "entropy")
# The least argument of a logarithm.
TINY = 1e-7


@dataclass(frozen=True, slots=True)
class Batch:
    """Records in the form for the kernels."""

    features: NDArray[np.uint16]
    count: NDArray[np.int64]
    mover: NDArray[np.uint8]
    bucket: NDArray[np.uint8]
    valued: NDArray[np.bool_]
    """[position, seat]: the mover where two play, the living seats where more do."""
    target: Floats
    """[position, seat]: what its value should be; 0 where it is not valued."""
    hand: Floats
    """[position, seat]: the hand-made value, in units of the scale."""

    def __len__(self) -> int:
        return len(self.count)


def batch_of(
    records: Records, header: Header, result_weight: float, returns: Floats | None = None
) -> Batch:
    """The targets of records: returns with the weight of the result, searches with the rest.
    Without `returns` the results are used."""
    players = header.players
    is_mover = records["mover"][:, None] == np.arange(players)
    lives = living(records, players)
    if returns is None:
        returns = by_result(records, header)
    search = by_search(records, header)
    if players == 2:
        wanted = mixed(returns[is_mover], search, result_weight)
        target, valued = np.where(is_mover, wanted[:, None], np.float32(0)), is_mover
    else:
        target, valued = shares(returns * lives, search, lives, is_mover, result_weight), lives
    return Batch(
        np.ascontiguousarray(records["features"]),
        feature_counts(records),
        np.ascontiguousarray(records["mover"]),
        np.ascontiguousarray(records["bucket"]),
        np.ascontiguousarray(valued),
        np.ascontiguousarray(target, np.float32),
        records["hand_cp"][:, :players].astype(np.float32) / np.float32(header.scale_cp),
    )


def living(records: Records, players: int) -> NDArray[np.bool_]:
    """[position, seat]: whether the seat is still in the game."""
    return np.asarray((records["alive"][:, None] >> np.arange(players) & 1).astype(bool))


def by_result(records: Records, header: Header) -> Floats:
    """[position, seat]: the share of the game that the seat got."""
    points = records["points"][:, : header.players].astype(np.float32)
    return np.asarray(points / np.float32(WHOLE))


def by_search(records: Records, header: Header) -> Floats:
    """The mover's expected share by its search; an even share for an even score."""
    score = records["score_cp"].astype(np.float32) / np.float32(header.scale_cp)
    if header.players == 2:
        return sigmoid(score).astype(np.float32)
    others = living(records, header.players).sum(axis=1).astype(np.float32) - 1
    promised = sigmoid(score - np.log(np.maximum(others, 1.0)))
    return np.where(others > 0, promised, 1.0).astype(np.float32)


def shares(
    returns: Floats,
    search: Floats,
    lives: NDArray[np.bool_],
    is_mover: NDArray[np.bool_],
    result_weight: float,
) -> Floats:
    """The mover's share is a mixture of return and search. The other living seats have the rest, in
    proportion to their returns, or evenly if these are 0."""
    others = lives & ~is_mover
    count = others.sum(axis=1).astype(np.float32)
    total = returns.sum(axis=1)
    even = 1.0 / (count + 1.0)
    won = np.where(total > 0, returns[is_mover] / np.where(total > 0, total, 1.0), even)
    own = np.where(count > 0, mixed(won, search, result_weight), 1.0)
    rest = np.where(others, returns, 0.0)
    rest_total = rest.sum(axis=1, keepdims=True)
    evenly = others / np.maximum(count, 1.0)[:, None]
    split = np.where(rest_total > 0, rest / np.where(rest_total > 0, rest_total, 1.0), evenly)
    found = np.where(is_mover, own[:, None], split * (1.0 - own)[:, None])
    return found.astype(np.float32)


def mixed(result: NDArray[Any], by_score: NDArray[Any], result_weight: float) -> NDArray[Any]:
    """The weighted mean of result and search."""
    return np.float32(result_weight) * result + np.float32(1.0 - result_weight) * by_score


def sigmoid(value: NDArray[Any]) -> NDArray[Any]:
    """The logistic function: the probability for these log odds."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * value)))


def expected(values: NDArray[Any], valued: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The expected score or shares of values in units of the scale."""
    wide = values.astype(np.float64)
    if values.shape[1] == 2:
        return np.where(valued, sigmoid(wide), 0.0)
    wide = np.where(valued, wide, -np.inf)
    odds = np.exp(wide - wide.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def loss_sum(values: NDArray[Any], batch: Batch, loss: Loss) -> float:
    """The sum of the losses of all positions, for values in units of the scale."""
    found, target = expected(values, batch.valued), batch.target.astype(np.float64)
    if loss == "squared":
        squares = ((found - target) ** 2).sum(axis=1)
        return float((squares / batch.valued.sum(axis=1)).sum())
    surprise = -target * np.log(np.maximum(found, TINY))
    if values.shape[1] == 2:
        surprise -= (batch.valued - target) * np.log(np.maximum(batch.valued - found, TINY))
    return float(surprise.sum())
