"""Carries the weights of a network over to other inputs, by the named blocks of its layout, and to
a wider hidden layer.

Rows of a block that both layouts have keep their weights. A new block begins with zeros, so that
the values of the network stay the same until it learns. A block that is gone takes its weights
along. A block that takes the place of several gets the mean of their weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from .network import NetworkError, Quantised, Shape
from .targets import Floats

# For units that are new: small weights, no influence yet.
FRESH_WEIGHT, FRESH_BIAS = 0.01, 0.3


def grown(
    network: Quantised, layout: str, shape: Shape, merges: Mapping[str, Sequence[str]], seed: int
) -> Floats:
    """The weights for a network of this layout and shape. `merges` names, for a block of the new
    layout, those of the old one in whose place it stands. Raises `NetworkError`."""
    old = network.shape
    if (old.players, old.buckets) != (shape.players, shape.buckets):
        raise NetworkError(
            f"{old.players} players and {old.buckets} buckets cannot become {shape.players} and "
            f"{shape.buckets}"
        )
    if old.hidden > shape.hidden:
        raise NetworkError(f"{old.hidden} hidden units cannot become {shape.hidden}")
    if not network.layout:
        raise NetworkError("a network of version 1 has no layout by which it could grow")
    if network.layout.split(" ")[0] != layout.split(" ")[0]:
        raise NetworkError("another activation cannot be carried over")
    weights = np.zeros(shape.total(), np.float32)
    w0, b0, w1, residual, bias = shape.parts(weights)
    old_w0, old_b0, old_w1, old_residual, old_bias = old.parts(network.weights())
    width = old.hidden
    rng = np.random.default_rng([seed, 1])
    w0[:, width:] = rng.normal(0.0, FRESH_WEIGHT, w0[:, width:].shape)
    b0[:width], b0[width:] = old_b0, FRESH_BIAS
    views = w1.reshape(shape.buckets, shape.players, shape.hidden)
    views[:, :, :width] = old_w1.reshape(shape.buckets, shape.players, width)
    residual[:], bias[:] = old_residual, old_bias
    for rows, sources in sources_of(network.layout, layout, merges):
        w0[rows, :width] = np.mean([old_w0[source] for source in sources], axis=0)
    return weights


def read_merge(text: str) -> tuple[str, list[str]]:
    """Reads NEW=OLD+OLD."""
    name, _, old = text.partition("=")
    return name, old.split("+")


def merges_of(text: str) -> dict[str, list[str]]:
    """Reads NEW=OLD+OLD, separated by spaces."""
    return dict(map(read_merge, text.split()))


def blocks(layout: str) -> dict[str, slice]:
    """The rows of each named block."""
    found, first = {}, 0
    for part in layout.split(" ")[1:]:
        name, _, rows = part.partition(":")
        if not rows.isdigit() or name in found:
            raise NetworkError(f"a layout with the block {part}")
        found[name] = slice(first, first + int(rows))
        first += int(rows)
    return found


def sources_of(
    old_layout: str, layout: str, merges: Mapping[str, Sequence[str]]
) -> Iterator[tuple[slice, list[slice]]]:
    """The rows of each block that is not new, with the rows from which it gets its weights. Raises
    `NetworkError` if `merges` names a block that is not there."""
    old, new = blocks(old_layout), blocks(layout)
    for name in merges:
        if name not in new:
            raise NetworkError(f"no block {name} in {' '.join(new)}")
    for name, rows in new.items():
        sources = merges.get(name, [name] if name in old else [])
        for source in sources:
            if source not in old:
                raise NetworkError(f"no block {source} in {' '.join(old)}")
            if _length(old[source]) != _length(rows):
                raise NetworkError(
                    f"{_length(old[source])} rows of {source} cannot become {_length(rows)} of "
                    f"{name}"
                )
        if sources:
            yield rows, [old[source] for source in sources]


def _length(rows: slice) -> int:
    return int(rows.stop - rows.start)
