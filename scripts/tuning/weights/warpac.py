"""War-in-the-Pacific Chess: values of the pieces. All other weights stay as they are.

Drawn games are left out. Nearly all of them were won endings in which the last ship was not caught,
and with them a lead seems to be worth nothing. The other features are not fitted: mobility grows
with the number of pieces, and a fit confuses the value of a piece with that of its mobility.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .observations import SCORES, Observation, difference
from .regression import Data, fit

NAME = "warpac"
RIDGE = 0.001
# In the order of `query features`. The first five are values of pieces.
WEIGHTS_CP: list[float] = [492, 1183, 872, 649, 260, 250, 1, 20, 5, 65, 38, 15, 1, 22, 35, 25]
FEATURES = len(WEIGHTS_CP)
FITTED = [0, 1, 2, 3, 4]
# A destroyer keeps its value, and with it the search's margins keep their meaning.
DESTROYER = 4
DESTROYER_CP = 260.0
# Every second position of a game is used.
EVERY = 2


def group(position: Observation) -> str | None:
    """All variants share the weights."""
    is_used = (
        position.variant.startswith(NAME)
        and position.score != SCORES["draw"]
        and len(position.played) % EVERY == 0
    )
    return NAME if is_used else None


row = difference


def source(data: Mapping[str, Data], ridge: float) -> str:
    """The text of `weights.rs`."""
    weights = weights_of(data[NAME], ridge)
    lines = [
        "//! Weights of the evaluation, in centipawns, by feature. "
        "`scripts/tune_weights.py --game warpac` fitted the",
        "//! values of pieces.",
        "",
        "/// See `FEATURES`.",
        f"pub(super) const WEIGHTS: [i32; {FEATURES}] =",
        f"    {weights};",
    ]
    return "\n".join(lines)


def weights_of(data: Data, ridge: float) -> list[int]:
    """All weights in centipawns, with the values of pieces in proportion to a destroyer."""
    if data.rows.shape[1:] != (FEATURES,):
        raise ValueError(
            f"expected {FEATURES} features for each position, found {data.rows.shape[1]}"
        )
    weights = np.array(WEIGHTS_CP)
    fitted = fit(data.rows[:, FITTED], data.scores, np.zeros(len(FITTED)), ridge)
    weights[FITTED] = fitted / fitted[FITTED.index(DESTROYER)] * DESTROYER_CP
    return [round(float(weight)) for weight in weights]
