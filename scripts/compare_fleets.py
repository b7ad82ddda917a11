#!/usr/bin/env python3
"""Compares the engine's own deployments by games of the engine with itself.

    scripts/compare_fleets.py --engine target/release/strategos --variant warpac \\
                              --games 200 --nodes 500

Every game begins with the deployment that the engine draws for two seeds; the fleets are told apart
by what they bought beyond the basic fleet and where their carriers stand. Prints the score of each
fleet against all others, in points and games.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter, defaultdict

from strategos_client import Engine, EngineConfig, Limits

LONGEST_GAME = 2000
PATIENCE_SECONDS = 60.0


def name_of(deployment: str) -> str:
    """How many of each kind, and the rank of the carriers, counted from the own side."""
    drops = [drop for drop in deployment.split(",") if "@" in drop and not drop.startswith("S")]
    kinds = Counter(drop[0] for drop in drops)
    ranks = {int(drop[3:]) for drop in drops if drop.startswith("K")}
    rank = min(rank if rank <= 8 else 17 - rank for rank in ranks)
    return " ".join(f"{kinds[kind]}{kind}" for kind in "KQRBN") + f" carriers on rank {rank}"


async def best_move(engine: Engine, moves: list[str], limits: Limits) -> str:
    tail = f" moves {' '.join(moves)}" if moves else ""
    return (await engine.go(f"deploy{tail}", limits, PATIENCE_SECONDS)).bestmove


async def play(engine: Engine, seeds: tuple[int, int], nodes: int) -> tuple[list[str], str]:
    """The two fleets and the result."""
    moves: list[str] = []
    for seed in seeds:
        await engine.set_options({"Seed": str(seed)})
        moves.append(await best_move(engine, moves, Limits(depth=1)))
    fleets = [name_of(move) for move in moves]
    while len(moves) < LONGEST_GAME:
        engine.set_position(f"deploy moves {' '.join(moves)}")
        (result,) = await engine.query("result")
        if result != "none":
            return fleets, result
        moves.append(await best_move(engine, moves, Limits(nodes=nodes)))
    return fleets, "draw"


async def compare(options: argparse.Namespace) -> None:
    engine = await Engine.start(EngineConfig("fleets", (options.engine,)))
    await engine.set_options({"UCI_Variant": options.variant, "Hash": "2"})
    chance = random.Random(options.seed)
    points: dict[str, float] = defaultdict(float)
    games: Counter[str] = Counter()
    for _ in range(options.games):
        seeds = (chance.randrange(1000), chance.randrange(1000))
        fleets, result = await play(engine, seeds, options.nodes)
        if fleets[0] == fleets[1]:
            continue
        for fleet, win in zip(fleets, ("p1win", "p2win"), strict=True):
            games[fleet] += 1
            points[fleet] += 1.0 if result == win else 0.5 if result == "draw" else 0.0
    await engine.quit()
    for fleet in sorted(games, key=lambda fleet: -points[fleet] / games[fleet]):
        print(f"{fleet}: {points[fleet]:g} of {games[fleet]}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", required=True)
    parser.add_argument("--variant", default="warpac")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=500, help="nodes a move")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(compare(parser.parse_args()))


if __name__ == "__main__":
    main()
