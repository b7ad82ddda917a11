#!/usr/bin/env python3
"""Fits the weights of the evaluation of War-in-the-Pacific Chess to the results of games.

    scripts/match.py --engine name=A,cmd=target/release/strategos,nodes=400 \\
                     --engine name=B,cmd=target/release/strategos,nodes=600 \\
                     --variant warpac --games 1000 --genfens --seed 1 --out warpac.jsonl
    scripts/tune_warpac.py --engine target/release/strategos warpac.jsonl warpac-subs.jsonl \\
                     > src/games/warpac/weights.rs

Every second position is one observation: what the engine counts in it, given by `query features`,
White's less Black's, and the result of its game for White. The weights are those of a logistic
regression, as in `tune_pacific.py`, with a ridge that pulls towards the weights that the engine had
before any game was played.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tune_pacific import counted, difference, fit, observations

Array = NDArray[np.float64]

# In the order of `query features`; the pull goes towards these.
PRIOR_CP: list[float] = [280, 900, 600, 420, 260, 250, 3, 3, 2, 4, 8, 15, 40, 60, 5, 15, 3, -8, 10]
FEATURES = len(PRIOR_CP)
# The fit makes 100 centipawns an expected score of 73 %; the scale brings a destroyer to about
# three times that, so that the margins of the search mean what they mean elsewhere.
DESTROYER = 4
DESTROYER_CP = 260.0
EVERY = 2
# Both belong to endings that are won already: what a fit sees in them is the lead, not how to win.
KEPT = (16, 17)


async def features_of(engine_path: str, paths: Iterable[Path]) -> tuple[Array, Array]:
    """A row of differences for each position, and the results."""
    some = (place for place in observations(paths) if len(place.played) % EVERY == 0)
    rows: list[list[int]] = []
    results: list[float] = []
    async for position, counts in counted(engine_path, some):
        rows.append(difference(counts))
        results.append(position.result)
    return np.array(rows, dtype=np.float64), np.array(results)


def weights_of(rows: Array, results: Array, ridge: float) -> list[int]:
    used = [index for index in range(FEATURES) if index not in KEPT and rows[:, index].any()]
    start = np.array(PRIOR_CP)
    print(f"{len(rows)} positions", file=sys.stderr)
    # The prior is in the engine's own scale: first find the one factor that fits it best.
    factor = float(fit((rows @ start)[:, None], results, np.array([0.05]), 0.0)[0])
    fitted = fit(rows[:, used], results, start[used] * factor, ridge)
    weights = start.copy()
    weights[used] = fitted / fitted[used.index(DESTROYER)] * DESTROYER_CP
    return [round(float(weight)) for weight in weights]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", required=True, help="the engine whose features are used")
    parser.add_argument(
        "--ridge", type=float, default=100.0, help="pull towards the start, per cp squared"
    )
    parser.add_argument("games", nargs="+", type=Path, help="files that match.py wrote with --out")
    options = parser.parse_args()
    rows, results = asyncio.run(features_of(options.engine, options.games))
    weights = weights_of(rows, results, options.ridge)
    print(
        "//! Weights of the evaluation, in centipawns, by feature, as "
        "`scripts/tune_warpac.py` fits them.\n"
    )
    print(f"/// See `FEATURES`.\npub(super) const WEIGHTS: [i32; {FEATURES}] =\n    {weights};")


if __name__ == "__main__":
    main()
