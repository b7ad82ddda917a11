"""The games of each pair, in a file of their own, with the scores and ratings in them."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from matches.records.archive import load
from matches.records.game_record import GameRecord
from matches.statistics.elo import EloInterval
from matches.statistics.plackett_luce import ratings

from .players import Player

MATCH = Path(__file__).resolve().parents[2] / "match.py"


def play(words: argparse.Namespace, pair: tuple[Player, Player]) -> list[GameRecord]:
    """The games of a pair. Those that its file lacks are played first."""
    low, high = pair
    path = words.out / words.variant / f"{low.name}-{high.name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or len(load(path)[0]) < words.games:
        command = [
            sys.executable, str(MATCH), "--variant", words.variant, "--games", str(words.games),
            "--genfens", "--seed", "1", "--out", str(path), "--report-every", "1000000",
        ]  # fmt: skip
        for player in pair:
            command += ["--engine", f"name={player.name},cmd={words.engine},{player.words}"]
        if path.exists():
            command.append("--resume")
        if words.variant.startswith("warpac"):
            command += ["--adjudicate", "points"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{MATCH.name}: {done.stderr.strip() or done.stdout.strip()}")
    return [record for record in load(path)[0] if not record.void]


def ranks(game: GameRecord) -> list[int]:
    """The place of each seat. Points decide a draw if the match counted them."""
    if game.on_points:
        return [1, 2] if game.on_points == "p1win" else [2, 1]
    return game.ranking


def rated(names: list[str], games: Iterable[GameRecord]) -> dict[str, EloInterval]:
    """The ratings of greatest likelihood."""
    results = [([names.index(name) for name in game.engines], ranks(game)) for game in games]
    return dict(zip(names, ratings(len(names), results), strict=True))


def score(name: str, games: Iterable[GameRecord]) -> float:
    """The share of the opponents that the engine of this name beat. A tie counts a half."""
    points = []
    for game in games:
        seats = list(zip(ranks(game), game.engines, strict=True))
        own = [rank for rank, engine in seats if engine == name]
        others = [rank for rank, engine in seats if engine != name]
        points += [(p < q) + (p == q) / 2 for p in own for q in others]
    return sum(points) / len(points)
