"""Pacru, Azacru and Shacru for two players: one weight for each feature and game."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .observations import Observation, difference
from .regression import Data, fit

RIDGE = 0.02
# In the order of `query features`. The weights of the engine when this program was written.
FEATURES = 17
PRIOR_CP: dict[str, list[float]] = {
    "pacru": [10, 2, 60, 3, 1, 1, -10, 0, -10, 0, 1, 3, 30, 10, 0, 0, 0],
    "azacru": [30, 0, 20, 1, 1, 0, -20, 0, 0, 0, 1, 0, 0, 0, 10, 5, 0],
    "shacru": [30, 0, 0, 0, 2, 0, -20, 0, 0, 0, 0, 0, 0, 0, 10, 5, 0],
}
# Units of the weights for each centipawn. In Pacru most moves gain a marker or two, and whole
# centipawns are too coarse.
SCALE: dict[str, float] = {"pacru": 4.0, "azacru": 1.0, "shacru": 1.0}
# Features that a game does not have, or that did not help; their weight is 0.
ABSENT: dict[str, tuple[int, ...]] = {
    "pacru": (3, 7, 9, 10, 14, 15),
    "azacru": (1, 11, 12, 13),
    "shacru": (1, 3, 9, 10, 11, 12, 13),
}


def group(position: Observation) -> str | None:
    """The classic rules of Pacru share the weights of Pacru."""
    name = position.variant.removesuffix("-classic")
    return name if name in PRIOR_CP else None


row = difference


def source(data: Mapping[str, Data], ridge: float) -> str:
    """The text of `weights.rs`."""
    missing = [name for name in PRIOR_CP if name not in data]
    if missing:
        raise ValueError(f"no games of {', '.join(missing)}")
    lines = [
        "//! Weights of the evaluation by feature, in the units of `evaluator.rs`. Written by",
        "//! `scripts/tune_weights.py --game pacru`.",
        "",
    ]
    for name in PRIOR_CP:
        weights = weights_of(name, data[name], ridge)
        lines.append("/// See `FEATURES`.")
        lines.append(f"pub(super) const {name.upper()}: [i32; {FEATURES}] = {weights};")
    return "\n".join(lines)


def weights_of(name: str, data: Data, ridge: float) -> list[int]:
    """The weights of a game, in its units."""
    used = [index for index in range(FEATURES) if index not in ABSENT[name]]
    prior = np.array(PRIOR_CP[name], dtype=np.float64)[used]
    weights = [0] * FEATURES
    for index, value in zip(used, fit(data.rows[:, used], data.scores, prior, ridge), strict=True):
        weights[index] = round(float(value) * SCALE[name])
    return weights
