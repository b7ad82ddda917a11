"""Compares a network's values in the engine with those of the trainer."""

from __future__ import annotations

import asyncio
import re
import shlex
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strategos_client import Engine, EngineConfig

from . import kernels
from .network import NetworkError, Quantised
from .samples import SamplesFile

# The last line of `eval`.
VALUE = re.compile(r"value for player (\d+), who is to move: cp (-?\d+)")
# The number of differences in a message.
SHOWN = 5
# With more than two players the engine takes logarithms, in whole centipawns.
ROUNDING_CP = 3


class CheckError(Exception):
    """The engine and the trainer disagree, or cannot be compared."""


def compare(engine: str, samples: Path, fens: Path, folder: Path, wanted: int) -> str:
    """The message if all values are equal. Raises `CheckError`, `EngineError`, `SamplesError`,
    `NetworkError` or OSError."""
    file = SamplesFile(samples)
    path = folder / f"{file.header.variant}.net"
    network = Quantised.from_bytes(path.read_bytes(), path)
    _must_fit(network, file, path)
    lines = fens.read_text(encoding="utf-8-sig").splitlines()
    if len(lines) != len(file.records):
        raise CheckError(f"{fens}: {len(lines)} lines, but {samples} has {len(file.records)}")
    chosen = np.unique(np.linspace(0, len(lines) - 1, wanted).astype(np.int64))
    records = np.asarray(file.records[chosen])
    values = kernels.centipawns(network, file.map, records)
    lives = (records["alive"][:, None] >> np.arange(file.header.players) & 1).astype(bool)
    own = of_movers(values, records["mover"], lives, network.scale_cp)
    allowed = 0 if file.header.players == 2 else ROUNDING_CP
    positions = [lines[index] for index in chosen]
    found = asyncio.run(_values(engine, network.variant, path.absolute(), positions))
    wrong = [
        f"{fens}:{index + 1}: {cp}, by the trainer {mine}: {lines[index]}"
        for index, cp, mine in zip(chosen, found, own.tolist(), strict=True)
        if abs(cp - mine) > allowed
    ]
    if wrong:
        shown = "\n  ".join(wrong[:SHOWN])
        raise CheckError(f"{len(wrong)} of {len(chosen)} values differ:\n  {shown}")
    return f"{len(chosen)} values are equal, from {min(found)} to {max(found)} centipawns."


def of_movers(
    values: NDArray[np.int64], mover: NDArray[np.uint8], lives: NDArray[np.bool_], scale_cp: int
) -> NDArray[np.int64]:
    """The values of `eval`. Two players: the mover's value. More players: the mover's log odds
    against the other living seats, 0 if all are even."""
    own = values[np.arange(len(values)), mover]
    if values.shape[1] == 2:
        return np.asarray(own)
    others = lives & (mover[:, None] != np.arange(values.shape[1]))
    count = others.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.log(np.where(others, np.exp(values / scale_cp), 0.0).sum(axis=1))
        odds = own / scale_cp - total + np.log(count)
    return np.asarray(np.rint(np.where(count > 0, odds, 0.0) * scale_cp), np.int64)


def _must_fit(network: Quantised, file: SamplesFile, path: Path) -> None:
    header, shape = file.header, network.shape
    its = (network.variant, shape.players, shape.rows, shape.buckets)
    if its != (header.variant, header.players, header.rows, header.buckets):
        raise NetworkError(f"{path}: byte 8: it is not for the positions of {file.path}")


async def _values(command: str, variant: str, network: Path, fens: list[str]) -> list[int]:
    """The engine's values of positions."""
    options = {"UCI_Variant": variant, "EvalFile": str(network)}
    config = EngineConfig("engine", tuple(shlex.split(command)), options=options)
    found = []
    async with await Engine.start(config) as engine:
        for fen in fens:
            lines = await engine.output_of(f"position fen {fen}", "eval")
            value = next((match for line in lines if (match := VALUE.search(line))), None)
            if value is None:
                said = " / ".join(lines) or "nothing"
                raise CheckError(f"{command}: no value of {fen}: {said}")
            found.append(int(value[2]))
    return found
