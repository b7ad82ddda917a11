#!/usr/bin/env python3
"""Fits the values of pieces in War-in-the-Pacific Chess to the results of games.

    scripts/match.py --engine name=A,cmd=target/release/strategos,nodes=400 \\
                     --engine name=B,cmd=target/release/strategos,nodes=600 \\
                     --variant warpac --games 1000 --genfens --seed 1 --out warpac.jsonl
    scripts/tune_warpac.py --engine target/release/strategos warpac.jsonl \\
                     > src/games/warpac/eval/weights.rs

Every second position of a game that was won is one observation: how many pieces of each kind White
has more, given by `query features`, and the result for White. The values are those of a logistic
regression, as in `tune_pacific.py`. Drawn games are left out: nearly all of them were won endings
in which the last ship was not caught, and with them a lead seems to be worth nothing. So are all
other features: the squares that pieces can go to grow with their number, and a fit gives the one's
worth to the other.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path

from needs import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from tune_pacific import counted, difference, fit, observations

Array = NDArray[np.float64]

# In the order of `query features`; what no game is asked about stays as it is.
PRIOR_CP: list[float] = [492, 1183, 872, 649, 260, 250, 1, 20, 5, 65, 38, 15, 1, 22, 35, 25]
FEATURES = len(PRIOR_CP)
FITTED = [0, 1, 2, 3, 4]
# The fit makes 100 centipawns an expected score of 73 %; the scale brings a destroyer to about
# three times that, so that the margins of the search mean what they mean elsewhere.
DESTROYER = 4
DESTROYER_CP = 260.0
EVERY = 2
DRAW = 0.5


async def features_of(engine_path: str, paths: Iterable[Path]) -> tuple[Array, Array]:
    """A row of differences for each position, and the results."""
    won = (place for place in observations(paths) if place.result != DRAW)
    some = (place for place in won if len(place.played) % EVERY == 0)
    rows: list[list[int]] = []
    results: list[float] = []
    async for position, counts in counted(engine_path, some):
        rows.append(difference(counts))
        results.append(position.result)
    return np.array(rows, dtype=np.float64), np.array(results)


def weights_of(rows: Array, results: Array, ridge: float) -> list[int]:
    print(f"{len(rows)} positions", file=sys.stderr)
    if rows.shape[1:] != (FEATURES,):
        raise SystemExit(f"expected positions with {FEATURES} features each, found {rows.shape}")
    weights = np.array(PRIOR_CP)
    fitted = fit(rows[:, FITTED], results, np.zeros(len(FITTED)), ridge)
    weights[FITTED] = fitted / fitted[FITTED.index(DESTROYER)] * DESTROYER_CP
    return [round(float(weight)) for weight in weights]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", required=True, help="the engine whose features are used")
    parser.add_argument(
        "--ridge", type=float, default=0.001, help="pull towards nought, per cp squared"
    )
    parser.add_argument("games", nargs="+", type=Path, help="files that match.py wrote with --out")
    options = parser.parse_args()
    rows, results = asyncio.run(features_of(options.engine, options.games))
    weights = weights_of(rows, results, options.ridge)
    print(
        "//! Weights of the evaluation, in centipawns, by feature: values of pieces as "
        "`scripts/tune_warpac.py` fits them.\n"
    )
    print(f"/// See `FEATURES`.\npub(super) const WEIGHTS: [i32; {FEATURES}] =\n    {weights};")


if __name__ == "__main__":
    main()
