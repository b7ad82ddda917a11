#!/usr/bin/env python3
"""Fits the weights of Pacific's evaluation to the results of games.

    scripts/match.py --engine name=A,cmd=target/release/strategos,nodes=3000 \\
                     --engine name=B,cmd=target/release/strategos,nodes=4000 \\
                     --variant pacific-a --games 4000 --genfens --seed 1 --out games.jsonl
    scripts/tune_pacific.py --engine target/release/strategos games.jsonl \\
                     > src/games/pacific/eval/weights.rs

Every position from which a plain move was made is one observation: its features, as the engine
gives them through `query features`, and the result of its game for White. The weights are those of
a logistic regression (Texel's method, Peter Osterlund 2014): an advantage of 100 centipawns stands
for an expected score of 1 / (1 + 1/e), 73 %. A little ridge keeps rare features near zero.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from needs import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from strategos_client import Engine, EngineConfig

KINDS, POINTS = 3, 32
MOST_AIRCRAFT = 16
# Start of the search for weights, so that the ridge pulls towards sense.
PRIOR_CP = (60.0, 100.0, 200.0)
NEWTON_STEPS = 12
WIN_FOR_WHITE = {"p1win": 1.0, "draw": 0.5, "p2win": 0.0}

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Observation:
    """A position of a game that ended, its opening left out."""

    variant: str
    fen: str
    """Where the game began."""
    played: list[str]
    """All moves from there to the position."""
    move: str
    """The move that followed."""
    result: float
    """1, 1/2 or 0 for player 1."""


def observations(paths: Iterable[Path]) -> Iterator[Observation]:
    """Every position of the finished games of files that match.py wrote with --out."""
    for path in paths:
        with path.open(encoding="utf-8-sig") as lines:
            for line in lines:
                game: dict[str, Any] = json.loads(line)
                if game["result"] not in WIN_FOR_WHITE:
                    continue
                result = WIN_FOR_WHITE[game["result"]]
                played: list[str] = list(game["opening"])
                for move in game["moves"]:
                    yield Observation(game["variant"], game["fen"], list(played), move, result)
                    played.append(move)


async def counted(
    engine_path: str, positions: Iterable[Observation]
) -> AsyncIterator[tuple[Observation, list[int]]]:
    """Each position with what the engine counts in it, by `query features`."""
    engine = await Engine.start(EngineConfig("features", (engine_path,)))
    variant = ""
    for position in positions:
        if position.variant != variant:
            variant = position.variant
            await engine.set_options({"UCI_Variant": variant})
        engine.set_position(f"fen {position.fen} moves {' '.join(position.played)}")
        yield position, [int(word) for word in await engine.query("features")]
    await engine.quit()


def difference(counts: list[int]) -> list[int]:
    """Player 1's counts less player 2's, which follow them."""
    half = len(counts) // 2
    return [one - two for one, two in zip(counts[:half], counts[half:], strict=True)]


def is_attack(move: str) -> bool:
    """A step of two rows is a jump."""
    return abs(int(move[1]) - int(move[3])) == 2


async def features_of(engine_path: str, paths: list[Path]) -> tuple[Array, Array]:
    """A row of features for each quiet position, and the results."""
    quiet = (position for position in observations(paths) if not is_attack(position.move))
    rows: list[list[int]] = []
    results: list[float] = []
    async for position, counts in counted(engine_path, quiet):
        rows.append(counts)
        results.append(position.result)
    return np.array(rows, dtype=np.float64), np.array(results)


def design_matrix(rows: Array) -> Array:
    """Each feature once for the opening and once for the ending, weighted by the aircraft left."""
    opening = rows[:, :1] / MOST_AIRCRAFT
    counts = rows[:, 1:]
    return np.hstack([counts * opening, counts * (1 - opening)])


def prior(count: int) -> Array:
    weights = np.zeros(count)
    for kind, value in enumerate(PRIOR_CP):
        weights[kind * POINTS : (kind + 1) * POINTS] = value
    return np.concatenate([weights, weights])


def fit(matrix: Array, results: Array, start: Array, ridge: float) -> Array:
    """Weights in centipawns, by Newton's method."""
    scaled = matrix / 100.0
    weights = start.copy()
    for step in range(NEWTON_STEPS):
        expected = 1.0 / (1.0 + np.exp(-(scaled @ weights)))
        gradient = scaled.T @ (results - expected) - ridge * (weights - start)
        curvature = (scaled * (expected * (1 - expected))[:, None]).T @ scaled
        curvature += ridge * np.eye(len(weights))
        change = np.linalg.solve(curvature, gradient)
        weights += change
        print(f"step {step}: loss {loss(scaled @ weights, results):.5f}", file=sys.stderr)
        if np.abs(change).max() < 0.01:
            break
    return weights


def loss(values: Array, results: Array) -> float:
    """Mean log loss."""
    expected = np.clip(1.0 / (1.0 + np.exp(-values)), 1e-9, 1 - 1e-9)
    return float(-np.mean(results * np.log(expected) + (1 - results) * np.log(1 - expected)))


def write(weights: Array, count: int) -> None:
    pairs = [
        f"[{round(a)}, {round(b)}]" for a, b in zip(weights[:count], weights[count:], strict=True)
    ]
    print("//! Weights of the evaluation, in centipawns for the opening and the ending. Written by")
    print("//! `scripts/tune_pacific.py`; do not edit by hand.\n")
    print("/// By kind (carriers, planes, Kamikazes) and point, for White.")
    print(f"pub(super) const PLACEMENT: [[[i32; 2]; {POINTS}]; {KINDS}] = [")
    for kind in range(KINDS):
        print("    [" + ", ".join(pairs[kind * POINTS : (kind + 1) * POINTS]) + "],")
    print("];\n")
    rest = pairs[KINDS * POINTS :]
    print("/// By feature.")
    print(f"pub(super) const WEIGHTS: [[i32; 2]; {len(rest)}] = [{', '.join(rest)}];")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", required=True, help="the engine whose features are used")
    parser.add_argument(
        "--ridge", type=float, default=0.02, help="pull towards the start, per cp squared"
    )
    parser.add_argument("--save", type=Path, help="keep features and results in this .npz file")
    parser.add_argument("games", nargs="+", type=Path, help="files that match.py wrote with --out")
    options = parser.parse_args()
    rows, results = asyncio.run(features_of(options.engine, options.games))
    if options.save:
        np.savez_compressed(options.save, rows=rows, results=results)
    count = rows.shape[1] - 1
    print(f"{len(rows)} positions, {count} features", file=sys.stderr)
    weights = fit(design_matrix(rows), results, prior(count), options.ridge)
    write(weights, count)


if __name__ == "__main__":
    main()
