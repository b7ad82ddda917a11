"""`tune_weights.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from runtime.arguments import BROKEN_OFF, DONE, OneLineParser, text_of
from runtime.variants import add_variants
from strategos_client import EngineError

from . import pacific, pacru, warpac
from .observations import Observation, counted, observations
from .regression import Data


class Family(Protocol):
    """What the program must know of a family of games."""

    RIDGE: float

    def group(self, position: Observation) -> str | None:
        """The set of weights for which a position counts, None if it is not used."""

    def row(self, counts: list[int]) -> list[int]:
        """The features of a position, from the answer to `query features`."""

    def source(self, data: Mapping[str, Data], ridge: float) -> str:
        """The text of `weights.rs`, from the data by group. Raises ValueError."""


FAMILIES: dict[str, Family] = {"pacific": pacific, "pacru": pacru, "warpac": warpac}


async def data_of(family: Family, engine_path: str, paths: Iterable[Path]) -> dict[str, Data]:
    """Features and scores of all positions, by group."""
    used = (position for position in observations(paths) if family.group(position) is not None)
    rows: dict[str, list[list[int]]] = {}
    scores: dict[str, list[float]] = {}
    async for position, counts in counted(engine_path, used):
        group = family.group(position) or ""
        rows.setdefault(group, []).append(family.row(counts))
        scores.setdefault(group, []).append(position.score)
    return {
        group: Data(np.array(found, dtype=np.float64), np.array(scores[group]))
        for group, found in rows.items()
    }


def save(path: Path, data: Mapping[str, Data]) -> None:
    """Writes rows and scores of each group into a file of NumPy."""
    arrays = {f"{group}_rows": found.rows for group, found in data.items()}
    arrays |= {f"{group}_scores": found.scores for group, found in data.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def arguments(description: str | None) -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(description=description or "")
    add_variants(parser)
    parser.add_argument("--game", required=True, choices=FAMILIES, help="the family of games")
    parser.add_argument("--engine", required=True, help="the engine that counts the features")
    parser.add_argument(
        "--ridge", type=float,
        help="pull of the weights towards the prior, per cp squared (default: by game)",
    )  # fmt: skip
    parser.add_argument("--save", type=Path, metavar="FILE", help="write features and scores (npz)")
    parser.add_argument("games", nargs="+", type=Path, help="files that match.py wrote with --out")
    return parser


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Prints the source text of the weights; returns the exit code."""
    parser = arguments(description)
    options = parser.parse_args(words)
    family = FAMILIES[options.game]
    try:
        data = asyncio.run(data_of(family, options.engine, options.games))
        if not data:
            raise ValueError(f"no games of {options.game} that count")
        for group, found in data.items():
            positions, features = found.rows.shape
            print(f"{group}: {positions} positions, {features} features", file=sys.stderr)
        if options.save:
            save(options.save, data)
        print(family.source(data, family.RIDGE if options.ridge is None else options.ridge))
    except (EngineError, OSError, ValueError) as error:
        sys.stderr.write(f"{parser.prog}: {text_of(error)}\n")
        return BROKEN_OFF
    return DONE
