#!/usr/bin/env python3
"""Measures how strong the levels are in a variant, and prints what belongs into the source.

    scripts/calibrate.py --engine target/release/strategos --variant pacru
    scripts/calibrate.py --engine target/release/strategos --variant pacru --check

A tournament: each rung of the ladder (`strategos levels VARIANT`) plays those next to it, and the
strongest ones a plain search of 4000 nodes, which is the anchor: its Elo is 2000 in every variant.
The ratings are those of greatest likelihood (Bradley and Terry; Plackett and Luce for more than two
players) over all games, from openings of the engine's `genfens`. They go into `levels.rs` of the
game. With --check levels 200 Elo apart play each other instead, who should score 76 %: 1 / (1 +
10 ** -0.5).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from needs import need

need()

from arena.archive import load
from arena.elo import EloInterval
from arena.plackett_luce import ratings
from arena.record import GameRecord

ANCHOR = "plain"
ANCHOR_NODES = 4000
ANCHOR_ELO = 2000
# How many of the strongest rungs play the anchor.
ANCHORED = 5
# The range of UCI_Elo, and the steps of --check.
LEAST_ELO, MOST_ELO, STEP = 600, 2200, 200
# Weak players never use so many: their levels set the limit.
NO_LIMIT = 10_000_000
MATCH = Path(__file__).with_name("match.py")

Player = tuple[str, str]


def level(elo: int) -> Player:
    """The engine at a level: its name in the match, and what its specification says besides."""
    return f"elo{elo}", f"option.UCI_LimitStrength=true,option.UCI_Elo={elo},nodes={NO_LIMIT}"


def rungs(engine: str, variant: str) -> list[int]:
    """What Elo each rung has by now, from the weakest on."""
    done = subprocess.run(
        [engine, "levels", variant], capture_output=True, text=True, check=True, timeout=60
    )
    return [int(line.split()[0]) for line in done.stdout.splitlines()]


def play(words: argparse.Namespace, pair: tuple[Player, Player], seed: int) -> list[GameRecord]:
    """A match of two."""
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "games.jsonl"
        engines = [f"name={name},cmd={words.engine},{rest}" for name, rest in pair]
        command = [
            sys.executable, str(MATCH), "--engine", engines[0], "--engine", engines[1],
            "--variant", words.variant, "--games", str(words.games), "--genfens",
            "--seed", str(seed), "--out", str(records), "--report-every", "1000000",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{MATCH.name}: {done.stderr.strip() or done.stdout.strip()}")
        return [record for record in load(records)[0] if not record.void]


def rated(names: list[str], games: list[GameRecord]) -> dict[str, EloInterval]:
    """The ratings of all of them."""
    places = [([names.index(name) for name in game.engines], game.ranking) for game in games]
    return dict(zip(names, ratings(len(names), places), strict=True))


def score(name: str, games: list[GameRecord]) -> float:
    """The share of the opponents that the engine of that name left behind."""
    points = []
    for game in games:
        own = [p for p, n in zip(game.ranking, game.engines, strict=True) if n == name]
        others = [p for p, n in zip(game.ranking, game.engines, strict=True) if n != name]
        points += [(p < q) + (p == q) / 2 for p in own for q in others]
    return sum(points) / len(points)


def measure(words: argparse.Namespace) -> None:
    """Prints the rating of every rung."""
    # While levels are the same for several rungs, they are not told apart.
    players = [level(elo) for elo in rungs(words.engine, words.variant)]
    anchor = (ANCHOR, f"nodes={ANCHOR_NODES}")
    pairs = [*pairwise(players), *zip(players, players[2:], strict=False)]
    pairs += [(player, anchor) for player in players[-ANCHORED:]]
    games = []
    for seed, pair in enumerate(pairs, 1):
        found = play(words, pair, seed)
        print(f"{pair[0][0]} - {pair[1][0]}: {score(pair[0][0], found):.1%} of {len(found)}")
        sys.stdout.flush()
        games += found
    elos = rated([name for name, _ in [*players, anchor]], games)
    to_anchor = ANCHOR_ELO - elos[ANCHOR].elo
    measured = [round(elos[name].elo + to_anchor) for name, _ in players]
    for (name, _), elo in zip(players, measured, strict=True):
        print(f"{name}: {elo} ± {elos[name].error:.0f}")
    print(f"{words.variant}, {len(games)} games: elo: {measured},")


def check(words: argparse.Namespace) -> None:
    """Prints how levels do against those 200 Elo below, where the ladder has both."""
    ladder = rungs(words.engine, words.variant)
    elos = [elo for elo in range(LEAST_ELO, MOST_ELO + 1, STEP) if ladder[0] <= elo <= ladder[-1]]
    for seed, (low, high) in enumerate(pairwise(elos), 1001):
        found = play(words, (level(low), level(high)), seed)
        share = score(level(high)[0], found)
        print(f"{words.variant}: {high} - {low}: {share:.1%} of {len(found)} games")
        sys.stdout.flush()


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="Measures the engine's levels.")
    parser.add_argument("--engine", required=True, help="the program")
    parser.add_argument("--variant", default="pacific-a")
    parser.add_argument("--games", type=int, default=200, help="of each pair (default 200)")
    parser.add_argument("--check", action="store_true", help="play levels 200 Elo apart")
    words = parser.parse_args()
    if words.check:
        check(words)
    else:
        measure(words)


if __name__ == "__main__":
    main()
