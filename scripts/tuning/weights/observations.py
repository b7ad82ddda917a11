"""Positions of finished games, and what the engine counts in them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strategos_client import Engine, EngineConfig

SCORES = {"p1win": 1.0, "draw": 0.5, "p2win": 0.0}


@dataclass(frozen=True)
class Observation:
    """A position of a finished game, after its opening."""

    variant: str
    fen: str
    """Where the game began."""
    played: list[str]
    """All moves from there to the position."""
    move: str
    """The next move of the game."""
    score: float
    """1, 1/2 or 0 for player 1."""


def observations(paths: Iterable[Path]) -> Iterator[Observation]:
    """Every position of the finished games of two players in files of `match.py --out`."""
    for path in paths:
        with path.open(encoding="utf-8-sig") as lines:
            for line in lines:
                game: dict[str, Any] = json.loads(line)
                if game["result"] not in SCORES:
                    continue
                score = SCORES[game["result"]]
                played: list[str] = list(game["opening"])
                for move in game["moves"]:
                    yield Observation(game["variant"], game["fen"], list(played), move, score)
                    played.append(move)


async def counted(
    engine_path: str, positions: Iterable[Observation]
) -> AsyncIterator[tuple[Observation, list[int]]]:
    """Each position with the engine's answer to `query features`."""
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
    """Player 1's counts minus player 2's. The counts of player 2 are the second half."""
    half = len(counts) // 2
    return [one - two for one, two in zip(counts[:half], counts[half:], strict=True)]
