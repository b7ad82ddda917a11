"""The network: its weights as a row of floats, its quantised form, and the file for the engine.

The value of a position for a seat: each seat has an accumulator, the sum of its features' rows of
weights. The accumulators, that of the seat first, are clipped to 0..1 and squared. The value is
their weighted sum, with the weights of the position's bucket, plus an optional multiple of the
hand-made evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .samples import NOTHING, Header
from .targets import Floats

MAGIC = b"STRGNET2"
# Files of this version have no layout.
OLD_MAGIC = b"STRGNET1"
NAME_BYTES = 16
# The integers for 1.0 in the first and the second layer.
QA, QB = 255, 64
# The integer for a weight of 1.0 of the hand-made evaluation.
RESIDUAL_ONE = 256
GREATEST_16 = 2**15 - 1
# The widths of hidden layers that the engine supports.
WIDTHS = (32, 64)
FIRST_LIMIT = 2.0
SECOND_LIMIT = 127 / QB
RESIDUAL_LIMIT = 4.0
FNV_START, FNV_PRIME = 0x811C9DC5, 0x01000193


class NetworkError(Exception):
    """A network cannot be used. The message has file, byte and reason."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network, and the offsets of its parts in a row of all weights."""

    players: int
    rows: int
    hidden: int
    buckets: int

    @classmethod
    def of(cls, header: Header, hidden: int) -> Shape:
        """For samples with this header; raises `NetworkError` if the engine supports no such
        network."""
        if hidden not in WIDTHS:
            raise NetworkError(f"--hidden {hidden}: one of {WIDTHS[0]} and {WIDTHS[1]} is wanted")
        return cls(header.players, header.rows, hidden, header.buckets)

    def sizes(self) -> tuple[int, int, int, int, int]:
        """The sizes of w0, b0, w1, residual and bias."""
        first = self.rows * self.hidden
        return first, self.hidden, self.buckets * self.players * self.hidden, *2 * (self.buckets,)

    def total(self) -> int:
        """The number of weights."""
        return sum(self.sizes())

    def parts(self, row: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """w0, b0, w1, residual and bias, as views of the row."""
        w0, b0, w1, residual, bias = np.split(row, np.cumsum(self.sizes())[:-1])
        wide = self.players * self.hidden
        return w0.reshape(self.rows, -1), b0, w1.reshape(self.buckets, wide), residual, bias

    def row(self, *parts: float) -> Floats:
        """A row with one value for each part."""
        return np.repeat(np.array(parts, np.float32), self.sizes())


def first_weights(shape: Shape, most: int, residual: bool, seed: int) -> Floats:
    """The initial weights: the hand-made evaluation with a residual, otherwise values near 0."""
    rng = np.random.default_rng([seed, 0])
    weights = np.zeros(shape.total(), np.float32)
    w0, b0, w1, residuals, _ = shape.parts(weights)
    w0[:] = rng.normal(0.0, 0.5 / np.sqrt(most), w0.shape)
    b0[:] = 0.3
    w1[:] = rng.normal(0.0, 0.3 / np.sqrt(w1.shape[1]), w1.shape)
    residuals[:] = float(residual)
    return weights


def limits(shape: Shape, residual: bool) -> Floats:
    """The greatest absolute value of each weight in its quantised form."""
    return shape.row(FIRST_LIMIT, 64.0, SECOND_LIMIT, RESIDUAL_LIMIT if residual else 0.0, 1000.0)


def repeats(seats_map: NDArray[np.uint16], rows: int) -> NDArray[np.int64]:
    """How often each row can be a feature of one position, for one seat."""
    counts = [np.bincount(seat[seat != NOTHING], minlength=rows) for seat in seats_map]
    return np.asarray(np.max(counts, axis=0))


def confine(weights: Floats, shape: Shape, most: int, times: NDArray[np.int64]) -> None:
    """Scales down units that could overflow, so that every sum of `most` features fits into 16
    bits. Each single weight is within its limit already."""
    w0, b0, _, _, _ = shape.parts(weights)
    several = np.repeat(w0.astype(np.float64), times, axis=0)
    for sign in (1.0, -1.0):
        highest = -np.sort(-sign * several, axis=0)[:most]
        reach = np.maximum(highest, 0.0).sum(axis=0) + np.maximum(sign * b0, 0.0)
        # Rounding adds at most a half for each feature and for the bias.
        over = np.maximum(reach * QA / (GREATEST_16 - most - 1), 1.0).astype(np.float32)
        w0 /= over
        b0 /= over
        several /= over


@dataclass(frozen=True, slots=True)
class Quantised:
    """A network of integers."""

    variant: str
    layout: str
    """The activation and the named blocks of rows; empty in a file of the version before."""
    shape: Shape
    scale_cp: int
    w0: NDArray[np.int16]
    b0: NDArray[np.int16]
    w1: NDArray[np.int16]
    residual: NDArray[np.int32]
    bias: NDArray[np.int32]

    @classmethod
    def of(
        cls, weights: Floats, shape: Shape, variant: str, layout: str, scale_cp: int
    ) -> Quantised:
        """The nearest integers."""
        w0, b0, w1, residual, bias = (part.astype(np.float64) for part in shape.parts(weights))
        return cls(
            variant, layout, shape, scale_cp,
            np.rint(w0 * QA).astype(np.int16), np.rint(b0 * QA).astype(np.int16),
            np.rint(w1 * QB).astype(np.int16), np.rint(residual * RESIDUAL_ONE).astype(np.int32),
            np.rint(bias * QA * QB).astype(np.int32),
        )  # fmt: skip

    def weights(self) -> Floats:
        """The weights as floats, in a row."""
        parts = (
            self.w0 / QA, self.b0 / QA, self.w1 / QB, self.residual / RESIDUAL_ONE,
            self.bias / (QA * QB),
        )  # fmt: skip
        return np.concatenate([np.ravel(part) for part in parts]).astype(np.float32)

    def to_bytes(self) -> bytes:
        """The file, all numbers little-endian."""
        shape = self.shape
        name = self.variant.encode("ascii")
        if len(name) > NAME_BYTES:
            raise NetworkError(f"{self.variant}: a name of more than {NAME_BYTES} bytes")
        parts = [
            MAGIC,
            name.ljust(NAME_BYTES, b"\0"),
            layout_bytes(self.layout),
            bytes([shape.players, shape.buckets]),
            np.array(shape.hidden, "<u2").tobytes(),
            np.array(shape.rows, "<u4").tobytes(),
            np.array(self.scale_cp, "<i4").tobytes(),
            np.array([QA, QB], "<i2").tobytes(),
            *(part.astype("<i2").tobytes() for part in (self.w0, self.b0, self.w1)),
            *(part.astype("<i4").tobytes() for part in (self.residual, self.bias)),
        ]
        data = b"".join(parts)
        return data + checksum(data).to_bytes(4, "little")

    @classmethod
    def from_bytes(cls, data: bytes, source: Path) -> Quantised:
        """Reads a file; raises `NetworkError`."""
        if not data.startswith((MAGIC, OLD_MAGIC)):
            raise NetworkError(f"{source}: byte 0: no network of this version")
        begin = len(MAGIC) + NAME_BYTES
        layout, end = read_layout(data, begin) if data.startswith(MAGIC) else (b"", begin)
        head = end + 16
        if len(data) < head + 4:
            raise NetworkError(f"{source}: byte {len(data)}: cut off in its header")
        name = data[len(MAGIC) : begin].rstrip(b"\0").decode("ascii", "replace")
        players, buckets = data[head - 16 : head - 14]
        hidden, rows, scale_cp, qa, qb = (
            int(np.frombuffer(data, kind, 1, head - place)[0])
            for kind, place in (("<u2", 14), ("<u4", 12), ("<i4", 8), ("<i2", 4), ("<i2", 2))
        )
        if (qa, qb) != (QA, QB):
            raise NetworkError(f"{source}: byte {head - 4}: other units ({qa}, {qb})")
        shape = Shape(players, rows, hidden, buckets)
        widths = (2, 2, 2, 4, 4)
        sizes = [size * width for size, width in zip(shape.sizes(), widths, strict=True)]
        pieces = pieces_of(data, head, sizes, source)
        w0, b0, w1 = (piece.view("<i2").astype(np.int16) for piece in pieces[:3])
        residual, bias = (piece.view("<i4").astype(np.int32) for piece in pieces[3:])
        w0, w1 = w0.reshape(rows, hidden), w1.reshape(buckets, players * hidden)
        text = layout.decode("ascii", "replace")
        return cls(name, text, shape, scale_cp, w0, b0, w1, residual, bias)


def layout_bytes(layout: str) -> bytes:
    """The layout of the inputs as a file holds it: its length, and the text."""
    text = layout.encode("ascii")
    return len(text).to_bytes(2, "little") + text


def read_layout(data: bytes, begin: int) -> tuple[bytes, int]:
    """The layout at this byte of a file, as far as it is there, and its end."""
    start = begin + 2
    layout = data[start : start + int.from_bytes(data[begin:start], "little")]
    return layout, start + len(layout)


def pieces_of(
    data: bytes, head: int, sizes: Sequence[int], source: Path
) -> list[NDArray[np.uint8]]:
    """The parts of a file behind its header, by their sizes in bytes; the checksum follows them.
    Raises `NetworkError`."""
    wanted = head + sum(sizes) + 4
    if len(data) != wanted:
        raise NetworkError(f"{source}: byte {len(data)}: {wanted} bytes should be there")
    if checksum(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise NetworkError(f"{source}: byte {len(data) - 4}: the checksum is wrong")
    return np.split(np.frombuffer(data[head:-4], np.uint8), np.cumsum(sizes)[:-1])


def difference(found: str, wanted: str) -> str:
    """The first part in which two layouts differ."""
    pairs = zip_longest(found.split(" "), wanted.split(" "), fillvalue="its end")
    for number, (one, other) in enumerate(pairs, 1):
        if one != other:
            return f"part {number} of the layout is {one}, where {other} is wanted"
    return ""


def checksum(data: bytes) -> int:
    """FNV-1a (Fowler, Noll and Vo), 32 bits."""
    found = FNV_START
    for byte in data:
        found = (found ^ byte) * FNV_PRIME & 0xFFFFFFFF
    return found
