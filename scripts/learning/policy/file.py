"""The file of a policy network, for the engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learning.network import (
    NAME_BYTES,
    QA,
    QB,
    NetworkError,
    checksum,
    layout_bytes,
    pieces_of,
    read_layout,
)
from learning.targets import Floats

from .choices import Header

MAGIC = b"STRGRNK2"


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network."""

    rows: int
    part_rows: int
    hidden: int

    @classmethod
    def of(cls, header: Header, hidden: int) -> Shape:
        """For choices with this header."""
        return cls(header.rows, header.part_rows, hidden)

    def sizes(self) -> tuple[int, int, int, int]:
        """The sizes of the first layer, its biases, the weights of the action parts, and their
        biases."""
        return self.rows * self.hidden, self.hidden, self.part_rows * self.hidden, self.part_rows

    def parts(self, row: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """The same parts as views of a row of all weights."""
        w0, b0, w1, b1 = np.split(row, np.cumsum(self.sizes())[:-1])
        return w0.reshape(self.rows, -1), b0, w1.reshape(self.part_rows, -1), b1


def to_bytes(variant: str, layout: str, shape: Shape, weights: Floats) -> bytes:
    """The file, as little-endian integers."""
    w0, b0, w1, b1 = (part.astype(np.float64) for part in shape.parts(weights))
    data = b"".join([
        MAGIC,
        variant.encode("ascii").ljust(NAME_BYTES, b"\0"),
        layout_bytes(layout),
        np.array([shape.hidden, shape.rows, shape.part_rows], "<u4").tobytes(),
        np.rint(w0 * QA).astype("<i2").tobytes(),
        np.rint(b0 * QA).astype("<i2").tobytes(),
        np.rint(w1 * QB).astype("<i2").tobytes(),
        np.rint(b1 * QA * QB).astype("<i4").tobytes(),
    ])  # fmt: skip
    return data + checksum(data).to_bytes(4, "little")


@dataclass(frozen=True, slots=True)
class Network:
    """A policy network of a file."""

    variant: str
    layout: str
    """The activation, the named blocks of rows, `actions`, and the named blocks of action parts."""
    shape: Shape
    weights: Floats
    """In a row."""


def from_bytes(data: bytes, source: Path) -> Network:
    """Reads a file; raises `NetworkError`."""
    if not data.startswith(MAGIC):
        raise NetworkError(f"{source}: byte 0: no policy network of this version")
    begin = len(MAGIC) + NAME_BYTES
    layout, end = read_layout(data, begin)
    head = end + 12
    if len(data) < head + 4:
        raise NetworkError(f"{source}: byte {len(data)}: cut off in its header")
    hidden, rows, part_rows = (int(number) for number in np.frombuffer(data, "<u4", 3, end))
    shape = Shape(rows, part_rows, hidden)
    sizes = [size * width for size, width in zip(shape.sizes(), (2, 2, 2, 4), strict=True)]
    pieces = pieces_of(data, head, sizes, source)
    scales = (QA, QA, QB, QA * QB)
    kinds = ("<i2", "<i2", "<i2", "<i4")
    floats = [
        piece.view(kind) / scale for piece, kind, scale in zip(pieces, kinds, scales, strict=True)
    ]
    name = data[len(MAGIC) : begin].rstrip(b"\0").decode("ascii", "replace")
    weights = np.concatenate(floats).astype(np.float32)
    return Network(name, layout.decode("ascii", "replace"), shape, weights)
