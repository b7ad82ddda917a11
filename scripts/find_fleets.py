#!/usr/bin/env python3
"""Finds fleets for War-in-the-Pacific Chess by playing them against each other.

    scripts/find_fleets.py --engine target/release/strategos --generations 40 --seed 1

In every generation variations of the best fleets meet a pool of others: those that the engine
deploys now, random ones, and the best of earlier generations. What counts is not who wins, for
most games are drawn in the end, but how far the engine says a side is ahead after a number of
plies, with either colour; beyond some 1500 centipawns more counts for little. Those that do best
get more games, and the best of all stay. Prints those as src/games/warpac/fleets.rs has them.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from needs import need

need()

from strategos_client import Engine, EngineConfig, Limits
from strategos_client.model import NO_MOVE

FILES = "abcdefghijklmnop"
# Ranks of own waters.
RANKS = 8
# Kinds in the order of deployment: the basic fleet, and what more of a kind costs.
BASIC = {"K": 2, "Q": 2, "R": 4, "B": 4, "N": 7}
POINTS = {"K": 10, "Q": 10, "R": 5, "B": 4, "N": 3}
EXTRA_POINTS = 25
SHIPS = "RBN"
# A lead from which more counts for little.
LEAD_CP = 1500
# Of the games of a fleet, those against a fleet that is made up for the game.
SHARE_OF_RANDOM_RIVALS = 0.25
# How many variations go on to how many games each.
STAGES = ((24, 8), (8, 24), (3, 64))
# Games of the fleets that stay, in each generation.
GAMES_TO_STAY = 32
# The best one joins the pool after so many generations; of a full pool the one leaves that joined
# first.
POOL_EVERY = 5
FULL_POOL = 14
PATIENCE_S = 60.0

# File and rank, both from 0, as White sees them.
Square = tuple[int, int]


def name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1] + 1}"


def square(text: str) -> Square:
    return FILES.index(text[0]), int(text[1:]) - 1


@dataclass
class Fleet:
    """Pieces by square as White has them, squadrons with their carriers, and what games came to."""

    pieces: dict[Square, str]
    homes: dict[Square, Square]
    results: list[float] = field(default_factory=list)

    @classmethod
    def read(cls, deployment: str) -> Fleet:
        """From a deployment of White, as the engine answers it."""
        fleet = cls({}, {})
        for drop in deployment.split(","):
            if "@" in drop:
                place, _, home = drop[2:].partition(">")
                fleet.pieces[square(place)] = drop[0]
                if home:
                    fleet.homes[square(place)] = square(home)
        return fleet

    def deployment(self, player: int, is_flipped: bool) -> str:
        """The token of a player's deployment, perhaps with left and right exchanged."""

        def turned(at: Square) -> str:
            x, y = at
            return name((15 - x if is_flipped else x, 15 - y if player else y))

        drops = []
        for kind in BASIC:
            for at in (at for at, other in self.pieces.items() if other == kind):
                home = f">{turned(self.homes[at])}" if kind == "Q" else ""
                drops.append(f"{kind}@{turned(at)}{home}")
        return ",".join([*drops, "end"])

    def points_left(self) -> int:
        count = Counter(self.pieces.values())
        return EXTRA_POINTS - sum((count[kind] - BASIC[kind]) * POINTS[kind] for kind in BASIC)

    def is_legal(self) -> bool:
        """Whether the rules allow it; fleets have no more wings than they must."""
        count = Counter(self.pieces.values())
        is_whole = all(count[kind] >= BASIC[kind] for kind in BASIC)
        wings = [at for at, kind in self.pieces.items() if kind in "KQ"]
        pairs = [*self.homes, *self.homes.values()]
        near = all(max(abs(q[0] - k[0]), abs(q[1] - k[1])) == 1 for q, k in self.homes.items())
        inside = all(0 <= x < 16 and 0 <= y < RANKS for x, y in self.pieces)
        is_paired = sorted(wings) == sorted(pairs) and near
        return is_whole and self.points_left() >= 0 and is_paired and inside

    def ships(self) -> list[Square]:
        """Where the pieces stand that belong to no wing."""
        return [at for at, kind in self.pieces.items() if kind in SHIPS]

    def rate(self) -> float:
        return statistics.fmean(self.results) if self.results else -math.inf

    def drawing(self) -> list[str]:
        """The ranks from the first one on, as far as there is anything on them."""
        last = max(y for _, y in self.pieces)
        return ["".join(self.pieces.get((x, y), ".") for x in range(16)) for y in range(last + 1)]


def spend(fleet: Fleet, chance: random.Random) -> None:
    """Gives ships back where too many were bought, and buys some for the points left."""
    while fleet.points_left() < 0:
        count = Counter(fleet.pieces.values())
        spare = [at for at in fleet.ships() if count[fleet.pieces[at]] > BASIC[fleet.pieces[at]]]
        del fleet.pieces[chance.choice(spare)]
    while (left := fleet.points_left()) >= POINTS["N"]:
        at = (chance.randrange(16), chance.randrange(RANKS - 3))
        if at not in fleet.pieces:
            fleet.pieces[at] = chance.choice([kind for kind in SHIPS if POINTS[kind] <= left])


def move_ship(fleet: Fleet, chance: random.Random) -> None:
    at = chance.choice(fleet.ships())
    x, y = at[0] + chance.randint(-4, 4), at[1] + chance.randint(-2, 2)
    if 0 <= x < 16 and 0 <= y < RANKS and (x, y) not in fleet.pieces:
        fleet.pieces[x, y] = fleet.pieces.pop(at)


def swap_ships(fleet: Fleet, chance: random.Random) -> None:
    one, other = chance.sample(fleet.ships(), 2)
    fleet.pieces[one], fleet.pieces[other] = fleet.pieces[other], fleet.pieces[one]


def change_ship(fleet: Fleet, chance: random.Random) -> None:
    at = chance.choice(fleet.ships())
    fleet.pieces[at] = chance.choice(SHIPS)


def move_wing(fleet: Fleet, chance: random.Random) -> None:
    """Moves a wing; ships in its way go where it stood."""
    squadron, carrier = chance.choice(sorted(fleet.homes.items()))
    x, y = carrier[0] + chance.randint(-3, 3), carrier[1] + chance.randint(-1, 1)
    target = {(x, y): "K", (x + chance.randint(-1, 1), y + chance.randint(-1, 1)): "Q"}
    old = [squadron, carrier]
    in_way = [at for at in target if at in fleet.pieces and at not in old]
    if len(target) < 2 or any(fleet.pieces[at] not in SHIPS for at in in_way):
        return
    free = [at for at in old if at not in target]
    displaced = {free.pop(): fleet.pieces[at] for at in in_way}
    for at in old:
        del fleet.pieces[at]
    fleet.pieces |= displaced | target
    del fleet.homes[squadron]
    home, nest = target
    fleet.homes[nest] = home


CHANGES = (move_ship, move_ship, swap_ships, swap_ships, move_wing, change_ship)


def varied(parent: Fleet, chance: random.Random) -> Fleet:
    """Another fleet with one or some changes."""
    while True:
        fleet = Fleet(dict(parent.pieces), dict(parent.homes))
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
            chance.choice(CHANGES)(fleet, chance)
        spend(fleet, chance)
        if fleet.is_legal() and fleet.pieces != parent.pieces:
            return fleet


def random_fleet(chance: random.Random) -> Fleet:
    """Wings in the rear, and ships before them."""
    while True:
        fleet = Fleet({}, {})
        for _ in range(BASIC["K"]):
            x, y = chance.randrange(1, 15), chance.randrange(3)
            beside = (x + chance.randint(-1, 1), y + chance.randint(-1, 1))
            fleet.pieces |= {(x, y): "K", beside: "Q"}
            fleet.homes[beside] = (x, y)
        for kind in SHIPS:
            for _ in range(BASIC[kind]):
                free = [
                    (x, y) for x in range(16) for y in range(1, 5) if (x, y) not in fleet.pieces
                ]
                fleet.pieces[chance.choice(free)] = kind
        spend(fleet, chance)
        if fleet.is_legal():
            return fleet


class Arena:
    """Engines that play games for fleets."""

    def __init__(self, engines: Sequence[Engine], nodes: int, plies: int) -> None:
        self.nodes = nodes
        self.plies = plies
        self.idle: asyncio.Queue[Engine] = asyncio.Queue()
        for engine in engines:
            self.idle.put_nowait(engine)

    async def lead(self, deployments: Sequence[str]) -> float:
        """How far White is ahead after the plies, in centipawns, by the last word of both sides."""
        engine = await self.idle.get()
        try:
            await engine.new_game()
            said = [0, 0]
            moves = list(deployments)
            for ply in range(self.plies):
                position = f"deploy moves {' '.join(moves)}"
                answer = await engine.go(position, Limits(nodes=self.nodes), PATIENCE_S)
                if answer.bestmove == NO_MOVE:
                    break
                said[ply % 2] = (answer.info.score or 0) * (1 - ply % 2 * 2)
                moves.append(answer.bestmove)
            return statistics.fmean(said)
        finally:
            self.idle.put_nowait(engine)

    async def meet(self, fleet: Fleet, rival: Fleet, player: int, chance: random.Random) -> None:
        """One game, and what it came to for `fleet`."""
        pair = (fleet, rival) if player == 0 else (rival, fleet)
        flips = [chance.random() < 0.5 for _ in pair]
        lead = await self.lead([pair[side].deployment(side, flips[side]) for side in (0, 1)])
        fleet.results.append(math.tanh((1 - 2 * player) * lead / LEAD_CP) * LEAD_CP)

    async def try_out(
        self, fleets: Iterable[Fleet], games: int, pool: Sequence[Fleet], chance: random.Random
    ) -> None:
        meetings = []
        for fleet in fleets:
            for game in range(games):
                is_random = chance.random() < SHARE_OF_RANDOM_RIVALS
                rival = random_fleet(chance) if is_random else pool[game // 2 % len(pool)]
                meetings.append(self.meet(fleet, rival, game % 2, chance))
        await asyncio.gather(*meetings)


async def own_fleets(engine: Engine, seeds: int) -> list[Fleet]:
    """The different fleets that the engine deploys for so many seeds."""
    found = []
    for seed in range(seeds):
        await engine.set_options({"Seed": str(seed)})
        found.append((await engine.go("deploy", Limits(depth=1), PATIENCE_S)).bestmove)
    return [Fleet.read(deployment) for deployment in sorted(set(found))]


async def evolve(arena: Arena, own: list[Fleet], options: argparse.Namespace) -> list[Fleet]:
    chance = random.Random(options.seed)
    pool = [*own, *(random_fleet(chance) for _ in range(4))]
    first = len(pool)
    staying = [random_fleet(chance) for _ in range(options.keep)] if options.fresh else list(own)
    for generation in range(options.generations):
        await arena.try_out(staying, GAMES_TO_STAY, pool, chance)
        pairs = [chance.choices(staying, k=2) for _ in range(STAGES[0][0])]
        tried = [varied(max(pair, key=Fleet.rate), chance) for pair in pairs]
        for count, games in STAGES:
            tried = sorted(tried, key=Fleet.rate, reverse=True)[:count]
            await arena.try_out(tried, games, pool, chance)
        staying = sorted([*staying, *tried], key=Fleet.rate, reverse=True)[: options.keep]
        best = staying[0]
        print(f"generation {generation + 1}: best {best.rate():+.0f} cp", file=sys.stderr)
        is_new = all(best.pieces != other.pieces for other in pool)
        if (generation + 1) % POOL_EVERY == 0 and is_new:
            pool.append(Fleet(best.pieces, best.homes))
            if len(pool) > max(FULL_POOL, first + 1):
                del pool[first]
            # Results against another pool say something else.
            for fleet in staying:
                fleet.results.clear()
    return staying


def source(fleet: Fleet) -> str:
    ranks = "\n".join(f'            "{rank}",' for rank in fleet.drawing())
    wings = ", ".join(f'("{name(at)}", "{name(home)}")' for at, home in fleet.homes.items())
    return (
        f"    Fleet {{\n        ranks: &[\n{ranks}\n        ],\n        wings: &[{wings}],\n    }},"
    )


async def find(options: argparse.Namespace) -> None:
    engines = []
    for number in range(options.concurrency):
        engine = await Engine.start(EngineConfig(f"engine {number}", (str(options.engine),)))
        await engine.set_options({"UCI_Variant": "warpac", "Hash": "4"})
        engines.append(engine)
    own = await own_fleets(engines[0], 32)
    staying = await evolve(Arena(engines, options.nodes, options.plies), own, options)
    print("\n".join(source(fleet) for fleet in staying))
    for engine in engines:
        await engine.quit()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", type=Path, required=True)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--keep", type=int, default=6, help="fleets that stay")
    parser.add_argument("--fresh", action="store_true", help="begin with random fleets")
    parser.add_argument("--nodes", type=int, default=4000, help="nodes a move")
    parser.add_argument("--plies", type=int, default=36, help="plies of a game")
    parser.add_argument("--concurrency", type=int, default=1, help="engines")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(find(parser.parse_args()))


if __name__ == "__main__":
    main()
