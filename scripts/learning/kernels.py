"""The arithmetic of training, in loops that numba compiles.

Nearly all inputs are zero, and a position needs about a thousand additions, so matrix libraries are
slow here. A batch is divided into a fixed number of slices with their own gradients. So all sums
and results are the same for any number of threads. Indices are not checked: `samples` has checked
all records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from .network import QA, QB, RESIDUAL_ONE, Quantised, Shape
from .samples import NOTHING, feature_counts
from .targets import Batch, Floats, Loss

F = TypeVar("F", bound=Callable[..., Any])
SLICES = 8
# The number of threads at the start.
MOST_THREADS = numba.get_num_threads()
BETA_1, BETA_2, EPSILON = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
ZERO, ONE, TWO = np.float32(0.0), np.float32(1.0), np.float32(2.0)


def compiled(function: F) -> F:
    """Compiles a function that other kernels call."""
    return cast(F, numba.njit(fastmath=True, cache=True, inline="always")(function))


def compiled_parallel(function: F) -> F:
    """Compiles a function for several threads."""
    return cast(F, numba.njit(fastmath=True, cache=True, parallel=True, nogil=True)(function))


@compiled
def _rows_of(seat_map: Any, features: Any, count: int, rows: Any) -> int:
    """Writes the rows of a seat's features; returns their number."""
    found = 0
    for place in range(count):
        row = seat_map[features[place]]
        if row != NOTHING:
            rows[found] = row
            found += 1
    return found


@compiled
def _add_rows(w0: Any, start: Any, rows: Any, count: int, sums: Any) -> None:
    """The accumulator of one seat."""
    for h in range(start.shape[0]):
        sums[h] = start[h]
    for place in range(count):
        weights = w0[rows[place]]
        for h in range(start.shape[0]):
            sums[h] += weights[h]


@compiled
def _see(w0: Any, b0: Any, seats_map: Any, features: Any, count: int, rows: Any, sums: Any) -> None:
    """The accumulators of all seats; `rows` is scratch space."""
    for seat in range(seats_map.shape[0]):
        seen = _rows_of(seats_map[seat], features, count, rows)
        _add_rows(w0, b0, rows, seen, sums[seat])


@compiled
def _weigh(sums: Any, weights: Any) -> Any:
    """The contribution of an accumulator to a value."""
    total = ZERO
    for h in range(sums.shape[0]):
        clipped = min(max(sums[h], ZERO), ONE)
        total += clipped * clipped * weights[h]
    return total


@compiled
def _expect(values: Any, valued: Any, found: Any) -> None:
    """Expected scores of values: the logistic function for two players, the softmax for more."""
    players = values.shape[0]
    if players == 2:
        for seat in range(2):
            found[seat] = ONE / (ONE + np.exp(-values[seat])) if valued[seat] else ZERO
        return
    highest = np.float32(-1e30)
    for seat in range(players):
        if valued[seat]:
            highest = max(highest, values[seat])
    total = ZERO
    for seat in range(players):
        found[seat] = np.exp(values[seat] - highest) if valued[seat] else ZERO
        total += found[seat]
    for seat in range(players):
        found[seat] /= total


@compiled
def _pull(found: Any, target: Any, valued: Any, is_squared: bool, pulls: Any) -> Any:
    """The loss of a position, and its derivatives by the value of each seat."""
    players = found.shape[0]
    loss, mean, count = ZERO, ZERO, ZERO
    for seat in range(players):
        off = found[seat] - target[seat]
        pulls[seat] = off
        if valued[seat]:
            count += ONE
            mean += found[seat] * off
            if is_squared:
                loss += off * off
            else:
                loss -= target[seat] * np.log(max(found[seat], np.float32(1e-7)))
                if players == 2:
                    other = max(ONE - found[seat], np.float32(1e-7))
                    loss -= (ONE - target[seat]) * np.log(other)
    if not is_squared:
        return loss
    for seat in range(players):
        off, share = pulls[seat], found[seat]
        if players == 2:
            pulls[seat] = TWO * off * share * (ONE - share)
        else:
            pulls[seat] = TWO * share * (off - mean) / count
    return loss / count


@compiled_parallel
def _gradients(
    features: Any, counts: Any, buckets: Any, valued: Any, targets: Any, hand: Any, seats_map: Any,
    is_squared: bool, gradients: Any, losses: Any,
    w0: Any, b0: Any, w1: Any, residual: Any, bias: Any,
) -> None:  # fmt: skip
    """Computes a gradient and a loss for each slice."""
    positions, most = features.shape
    players, hidden = seats_map.shape[0], b0.shape[0]
    slices = gradients.shape[0]
    first, second = w0.size, w0.size + hidden
    third = second + w1.size
    fourth = third + residual.size
    for part in numba.prange(slices):
        whole = gradients[part]
        whole[:] = ZERO
        g0 = whole[:first].reshape(w0.shape)
        g_b0 = whole[first:second]
        g1 = whole[second:third].reshape(w1.shape)
        g_skip = whole[third:fourth]
        g_bias = whole[fourth:]
        rows = np.empty((players, most), np.int64)
        seen = np.empty(players, np.int64)
        sums = np.empty((players, hidden), np.float32)
        back = np.empty(hidden, np.float32)
        values = np.zeros(players, np.float32)
        found = np.zeros(players, np.float32)
        pulls = np.zeros(players, np.float32)
        total = 0.0
        for i in range(part * positions // slices, (part + 1) * positions // slices):
            bucket = buckets[i]
            for seat in range(players):
                seen[seat] = _rows_of(seats_map[seat], features[i], counts[i], rows[seat])
                _add_rows(w0, b0, rows[seat], seen[seat], sums[seat])
            for seat in range(players):
                if valued[i, seat]:
                    value = bias[bucket] + residual[bucket] * hand[i, seat]
                    for view in range(players):
                        weights = w1[bucket, view * hidden : (view + 1) * hidden]
                        value += _weigh(sums[(seat + view) % players], weights)
                    values[seat] = value
            _expect(values, valued[i], found)
            total += _pull(found, targets[i], valued[i], is_squared, pulls)
            for seat in range(players):
                if valued[i, seat]:
                    g_bias[bucket] += pulls[seat]
                    g_skip[bucket] += pulls[seat] * hand[i, seat]
            for looking in range(players):
                for h in range(hidden):
                    back[h] = ZERO
                own = sums[looking]
                for seat in range(players):
                    if valued[i, seat]:
                        view = (looking - seat + players) % players
                        weights = w1[bucket, view * hidden : (view + 1) * hidden]
                        g_weights = g1[bucket, view * hidden : (view + 1) * hidden]
                        pull = pulls[seat]
                        for h in range(hidden):
                            clipped = min(max(own[h], ZERO), ONE)
                            g_weights[h] += pull * clipped * clipped
                            back[h] += pull * weights[h]
                for h in range(hidden):
                    clipped = max(own[h], ZERO)
                    back[h] = TWO * back[h] * clipped if own[h] < ONE else ZERO
                    g_b0[h] += back[h]
                for place in range(seen[looking]):
                    g_row = g0[rows[looking, place]]
                    for h in range(hidden):
                        g_row[h] += back[h]
        losses[part] = total


@compiled_parallel
def _values(
    features: Any, counts: Any, buckets: Any, valued: Any, hand: Any, seats_map: Any, values: Any,
    w0: Any, b0: Any, w1: Any, residual: Any, bias: Any,
) -> None:  # fmt: skip
    """Values of positions, in units of the scale."""
    positions, most = features.shape
    players, hidden = seats_map.shape[0], b0.shape[0]
    for part in numba.prange(SLICES):
        rows = np.empty(most, np.int64)
        sums = np.empty((players, hidden), np.float32)
        for i in range(part * positions // SLICES, (part + 1) * positions // SLICES):
            bucket = buckets[i]
            _see(w0, b0, seats_map, features[i], counts[i], rows, sums)
            for seat in range(players):
                value = bias[bucket] + residual[bucket] * hand[i, seat]
                for view in range(players):
                    weights = w1[bucket, view * hidden : (view + 1) * hidden]
                    value += _weigh(sums[(seat + view) % players], weights)
                values[i, seat] = value if valued[i, seat] else ZERO


@compiled
def _divide(value: Any, by: int) -> Any:
    """Division that rounds towards zero."""
    return value // by if value >= 0 else -(-value // by)


@compiled_parallel
def _centipawns(
    features: Any, counts: Any, buckets: Any, hand_cp: Any, seats_map: Any, scale_cp: int,
    w0: Any, b0: Any, w1: Any, residual: Any, bias: Any, values: Any,
) -> None:  # fmt: skip
    """Values of positions in the engine's integer arithmetic."""
    positions, most = features.shape
    players, hidden = seats_map.shape[0], b0.shape[0]
    for part in numba.prange(SLICES):
        rows = np.empty(most, np.int64)
        sums = np.empty((players, hidden), np.int32)
        for i in range(part * positions // SLICES, (part + 1) * positions // SLICES):
            bucket = buckets[i]
            _see(w0, b0, seats_map, features[i], counts[i], rows, sums)
            for seat in range(players):
                total = np.int64(0)
                for view in range(players):
                    own = sums[(seat + view) % players]
                    for h in range(hidden):
                        clipped = np.int64(min(max(own[h], 0), QA))
                        total += clipped * clipped * w1[bucket, view * hidden + h]
                out = _divide(total, QA) + bias[bucket]
                by_hand = _divide(np.int64(hand_cp[i, seat]) * residual[bucket], RESIDUAL_ONE)
                values[i, seat] = _divide(out * scale_cp, QA * QB) + by_hand


@compiled_parallel
def _adam(
    weights: Any, mean: Any, spread: Any, gradients: Any, limits: Any, decay: Any,
    rate: Any, weight: Any, fade_1: Any, fade_2: Any,
) -> None:  # fmt: skip
    """A step of AdamW (Loshchilov and Hutter 2019) by the sum of the gradients of all slices, with
    weights clipped to their limits."""
    for i in numba.prange(weights.shape[0]):
        total = ZERO
        for part in range(gradients.shape[0]):
            total += gradients[part, i]
        total *= weight
        mean[i] = BETA_1 * mean[i] + (ONE - BETA_1) * total
        spread[i] = BETA_2 * spread[i] + (ONE - BETA_2) * total * total
        step = (mean[i] / fade_1) / (np.sqrt(spread[i] / fade_2) + EPSILON)
        moved = weights[i] - rate * (step + decay[i] * weights[i])
        weights[i] = min(max(moved, -limits[i]), limits[i])


def use_threads(threads: int) -> None:
    """Sets the number of threads, at most the number of processors."""
    numba.set_num_threads(min(threads, MOST_THREADS))


def gradients(
    weights: Floats, shape: Shape, seats_map: NDArray[np.uint16], batch: Batch, loss: Loss,
    into: Floats,
) -> float:  # fmt: skip
    """The sum of the losses of all positions; its gradient is the sum of the rows of `into`."""
    losses = np.zeros(len(into))
    _gradients(
        batch.features, batch.count, batch.bucket, batch.valued, batch.target, batch.hand,
        seats_map, loss == "squared", into, losses, *shape.parts(weights),
    )  # fmt: skip
    return float(losses.sum())


def values(
    weights: Floats, shape: Shape, seats_map: NDArray[np.uint16], batch: Batch
) -> NDArray[np.float32]:
    """Values of positions for the seats that are valued, in units of the scale."""
    found = np.empty((len(batch), shape.players), np.float32)
    _values(
        batch.features, batch.count, batch.bucket, batch.valued, batch.hand, seats_map,
        found, *shape.parts(weights),
    )  # fmt: skip
    return found


def centipawns(
    network: Quantised, seats_map: NDArray[np.uint16], records: NDArray[Any]
) -> NDArray[np.int64]:
    """Values of records for all seats, in the engine's integer arithmetic."""
    found = np.empty((len(records), network.shape.players), np.int64)
    _centipawns(
        np.ascontiguousarray(records["features"]), feature_counts(records),
        np.ascontiguousarray(records["bucket"]), np.ascontiguousarray(records["hand_cp"]),
        seats_map, network.scale_cp, network.w0, network.b0, network.w1, network.residual,
        network.bias, found,
    )  # fmt: skip
    return found


class Adam:
    """The state of the optimiser."""

    def __init__(self, size: int) -> None:
        self.mean = np.zeros(size, np.float32)
        self.spread = np.zeros(size, np.float32)
        self.steps = 0

    def step(
        self, weights: Floats, gradients: Floats, positions: int, rate: float, limits: Floats,
        decay: Floats,
    ) -> None:  # fmt: skip
        """Updates the weights by the gradient of the mean loss of `count` positions."""
        self.steps += 1
        _adam(
            weights, self.mean, self.spread, gradients, limits, decay, np.float32(rate),
            ONE / np.float32(positions), ONE - BETA_1**self.steps, ONE - BETA_2**self.steps,
        )  # fmt: skip
