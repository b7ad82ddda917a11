"""Pacific: placement of pieces and other features, each with a weight for opening and ending."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .observations import Observation
from .regression import Array, Data, fit

NAME = "pacific"
RIDGE = 0.02
KINDS, POINTS = 3, 32
MOST_AIRCRAFT = 16
# By kind of piece, for the prior.
PRIOR_CP = (60.0, 100.0, 200.0)


def group(position: Observation) -> str | None:
    """Both variants share their weights. A position before an attack is not quiet."""
    is_used = position.variant.startswith(NAME) and not is_attack(position.move)
    return NAME if is_used else None


def is_attack(move: str) -> bool:
    """A step of two rows is a jump."""
    return abs(int(move[1]) - int(move[3])) == 2


def row(counts: list[int]) -> list[int]:
    """The counts are White's minus Black's already."""
    return counts


def design_matrix(rows: Array) -> Array:
    """Each feature once for the opening and once for the ending, weighted by the aircraft left."""
    opening = rows[:, :1] / MOST_AIRCRAFT
    counts = rows[:, 1:]
    return np.hstack([counts * opening, counts * (1 - opening)])


def prior(count: int) -> Array:
    """Material alone, the same in opening and ending."""
    weights = np.zeros(count)
    for kind, value in enumerate(PRIOR_CP):
        weights[kind * POINTS : (kind + 1) * POINTS] = value
    return np.concatenate([weights, weights])


def source(data: Mapping[str, Data], ridge: float) -> str:
    """The text of `weights.rs`."""
    found = data[NAME]
    count = found.rows.shape[1] - 1
    weights = fit(design_matrix(found.rows), found.scores, prior(count), ridge)
    pairs = [
        f"[{round(a)}, {round(b)}]" for a, b in zip(weights[:count], weights[count:], strict=True)
    ]
    lines = [
        "//! Weights of the evaluation, in centipawns for the opening and the ending. Written by",
        "//! `scripts/tune_weights.py --game pacific`; do not edit by hand.",
        "",
        "/// By kind (carriers, planes, Kamikazes) and point, for White.",
        f"pub(super) const PLACEMENT: [[[i32; 2]; {POINTS}]; {KINDS}] = [",
    ]
    for kind in range(KINDS):
        lines.append("    [" + ", ".join(pairs[kind * POINTS : (kind + 1) * POINTS]) + "],")
    rest = pairs[KINDS * POINTS :]
    lines += [
        "];",
        "",
        "/// By feature.",
        f"pub(super) const WEIGHTS: [[i32; 2]; {len(rest)}] = [{', '.join(rest)}];",
    ]
    return "\n".join(lines)
