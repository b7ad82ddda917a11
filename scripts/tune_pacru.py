#!/usr/bin/env python3
"""Fits the weights of the evaluation of Pacru, Azacru and Shacru to the results of games of two.

    scripts/match.py --engine name=A,cmd=target/release/strategos,nodes=3000 \\
                     --engine name=B,cmd=target/release/strategos,nodes=4000 \\
                     --variant pacru --games 2000 --genfens --seed 1 --out pacru.jsonl
    scripts/tune_pacru.py --engine target/release/strategos pacru.jsonl azacru.jsonl shacru.jsonl \\
                     > src/games/pacru/eval/weights.rs

Every position at the start of a turn is one observation: what the engine counts in it, given by
`query features`, player 1's less player 2's, and the result of its game for player 1. The weights
are those of a logistic regression, as in `tune_pacific.py`, with a little ridge that pulls towards
the weights that the engine had when the script was written.
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

# In the order of `query features`; the pull goes towards these.
FEATURES = 17
PRIOR_CP: dict[str, list[float]] = {
    "pacru": [10, 2, 60, 3, 1, 1, -10, 0, -10, 0, 1, 3, 30, 10, 0, 0, 0],
    "azacru": [30, 0, 20, 1, 1, 0, -20, 0, 0, 0, 1, 0, 0, 0, 10, 5, 0],
    "shacru": [30, 0, 0, 0, 2, 0, -20, 0, 0, 0, 0, 0, 0, 0, 10, 5, 0],
}
# The fit makes 100 units an expected score of 73 %. Where most of what a move brings is a marker or
# two, whole centipawns are too coarse: the weights of Pacru count in quarters of one.
SCALE: dict[str, float] = {"pacru": 4.0, "azacru": 1.0, "shacru": 1.0}
# Features that a game has not, or that seem to do it no good; their weight is 0.
ABSENT: dict[str, tuple[int, ...]] = {
    "pacru": (3, 7, 9, 10, 14, 15),
    "azacru": (1, 11, 12, 13),
    "shacru": (1, 3, 9, 10, 11, 12, 13),
}


def family(variant: str) -> str:
    """The variant whose weights it shares."""
    return variant.removesuffix("-classic")


async def features_of(engine_path: str, paths: Iterable[Path]) -> dict[str, tuple[Array, Array]]:
    """For each variant a row of differences for each position, and the results."""
    of_two = (place for place in observations(paths) if family(place.variant) in PRIOR_CP)
    rows: dict[str, list[list[int]]] = {}
    results: dict[str, list[float]] = {}
    async for position, counts in counted(engine_path, of_two):
        variant = family(position.variant)
        rows.setdefault(variant, []).append(difference(counts))
        results.setdefault(variant, []).append(position.result)
    return {
        name: (np.array(rows[name], dtype=np.float64), np.array(results[name])) for name in rows
    }


def weights_of(variant: str, rows: Array, results: Array, ridge: float) -> list[int]:
    used = [index for index in range(FEATURES) if index not in ABSENT[variant]]
    start = np.array(PRIOR_CP[variant], dtype=np.float64)[used]
    print(f"{variant}: {len(rows)} positions", file=sys.stderr)
    weights = [0] * FEATURES
    for index, value in zip(used, fit(rows[:, used], results, start, ridge), strict=True):
        weights[index] = round(float(value) * SCALE[variant])
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", required=True, help="the engine whose features are used")
    parser.add_argument(
        "--ridge", type=float, default=0.02, help="pull towards the start, per cp squared"
    )
    parser.add_argument("games", nargs="+", type=Path, help="files that match.py wrote with --out")
    options = parser.parse_args()
    found = asyncio.run(features_of(options.engine, options.games))
    missing = [variant for variant in PRIOR_CP if variant not in found]
    if missing:
        sys.exit(f"no games of {', '.join(missing)}")
    print(
        "//! Weights of the evaluation, in centipawns, by feature, "
        "as `scripts/tune_pacru.py` fits them.\n"
    )
    for variant in PRIOR_CP:
        weights = weights_of(variant, *found[variant], options.ridge)
        name = variant.upper()
        print(f"/// See `FEATURES`.\npub(super) const {name}: [i32; {FEATURES}] = {weights};")


if __name__ == "__main__":
    main()
