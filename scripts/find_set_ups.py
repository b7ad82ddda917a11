#!/usr/bin/env python3
"""Finds deployments for A Game of War by playing them against each other.

    scripts/find_set_ups.py --engine target/release/strategos --generations 12 --seed 1 \\
                            > src/games/gameofwar/set_ups.rs

Each side has a population of set-ups, in the beginning the armies of the fixed opening and random
variations of them. In every generation each set-up plays a few games of the engine against itself,
at a small depth, against set-ups of the other side; the better third stays, and variations of it
take the place of the rest. Set-ups with a unit offline are not tried. What is printed are the best
of the last generation that differ enough.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

from needs import need

need()

from strategos_client import Engine, EngineConfig, Limits

FILES = "abcdefghijklmnopqrstuvwxy"
KINDS = "ICKWRX"
MOUNTAINS = {
    "p3",
    "p4",
    "p5",
    "k7",
    "l7",
    "m7",
    "n7",
    "o7",
    "p7",
    "j12",
    "j13",
    "j14",
    "j16",
    "j17",
    "j18",
    "k18",
    "l18",
    "m18",
}
ARMIES = (
    "I@p6,I@c8,I@d8,I@p8,I@v8,I@n9,I@o9,I@u9,I@v9,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c6",
    "I@m12,I@n12,I@m13,I@n13,I@t13,I@h14,I@t14,I@i15,I@j15,C@v13,C@g14,C@v14,C@g15,K@u13,W@f14,R@u14,X@h15",
)
# A game that is not over after so many turns is a draw.
MOST_TURNS = 120
PATIENCE_S = 120.0
SCORES = {"p1win": 1.0, "p2win": 0.0}

Unit = tuple[str, int, int]


@dataclass
class SetUp:
    """Units as kind, file and rank, both from 0, and the points won so far."""

    side: int
    units: list[Unit]
    points: float = 0.0
    games: int = field(default=0)

    def token(self) -> str:
        order = sorted(self.units, key=lambda unit: (KINDS.index(unit[0]), unit[2], unit[1]))
        return ",".join(f"{kind}@{FILES[x]}{y + 1}" for kind, x, y in order)

    def rate(self) -> float:
        return self.points / max(self.games, 1)


def read(side: int, token: str) -> SetUp:
    squares = ((drop[0], drop[2:]) for drop in token.split(","))
    units = [(kind, FILES.index(name[0]), int(name[1:]) - 1) for kind, name in squares]
    return SetUp(side, units)


def is_free(side: int, units: list[Unit], x: int, y: int) -> bool:
    low = 10 * side
    name = f"{FILES[x]}{y + 1}" if 0 <= x < len(FILES) else ""
    taken = any((x, y) == unit[1:] for unit in units)
    return bool(name) and low <= y < low + 10 and name not in MOUNTAINS and not taken


def varied(parent: SetUp, steps: int, rng: random.Random) -> SetUp:
    """A copy in which so many units were moved: a little, or next to another one."""
    units = list(parent.units)
    for _ in range(steps):
        index = rng.randrange(len(units))
        kind, x, y = units[index]
        if rng.random() < 0.4:
            _, x, y = rng.choice(units)
        x, y = x + rng.randint(-2, 2), y + rng.randint(-2, 2)
        if is_free(parent.side, units, x, y):
            units[index] = (kind, x, y)
    return SetUp(parent.side, units)


def position(south: SetUp, north: SetUp, turns: list[str] | None = None) -> str:
    return " ".join(["deploy moves", south.token(), north.token(), *(turns or [])])


async def is_online(engine: Engine, set_up: SetUp) -> bool:
    """Whether all units are online, the other side standing as in the fixed opening."""
    other = read(1 - set_up.side, ARMIES[1 - set_up.side])
    pair = (set_up, other) if set_up.side == 0 else (other, set_up)
    engine.set_position(position(*pair))
    online = set(await engine.query("online"))
    return all(f"{FILES[x]}{y + 1}" in online for _, x, y in set_up.units)


async def play(engine: Engine, south: SetUp, north: SetUp, depth: int) -> None:
    turns: list[str] = []
    await engine.new_game()
    result = "none"
    while result == "none" and len(turns) < MOST_TURNS:
        answer = await engine.go(position(south, north, turns), Limits(depth=depth), PATIENCE_S)
        turns.append(answer.bestmove)
        engine.set_position(position(south, north, turns))
        result = (await engine.query("result"))[0]
    points = SCORES.get(result, 0.5)
    south.points += points
    north.points += 1.0 - points
    south.games += 1
    north.games += 1


async def children(
    engine: Engine, parents: list[SetUp], count: int, steps: int, rng: random.Random
) -> list[SetUp]:
    found: list[SetUp] = []
    while len(found) < count:
        child = varied(rng.choice(parents), rng.randint(1, steps), rng)
        if await is_online(engine, child):
            found.append(child)
    return found


def choice(population: list[SetUp], count: int) -> list[SetUp]:
    """The best that differ from each other by three units at least."""
    chosen: list[SetUp] = []
    for set_up in sorted(population, key=SetUp.rate, reverse=True):
        if all(len(set(set_up.units) - set(other.units)) >= 3 for other in chosen):
            chosen.append(set_up)
    return chosen[:count]


def source(chosen: list[list[SetUp]]) -> str:
    lines = [
        "//! The set-ups from which the engine draws its deployments, as "
        "`scripts/find_set_ups.py` found them by play.",
        "",
        "/// By side, as tokens.",
        "#[rustfmt::skip]",
        "pub(super) const SET_UPS: [&[&str]; 2] = [",
    ]
    for side in chosen:
        lines.append("    &[")
        lines += [f'        "{set_up.token()}",' for set_up in side]
        lines.append("    ],")
    return "\n".join([*lines, "];"])


async def search(options: argparse.Namespace) -> str:
    rng = random.Random(options.seed)
    engine = await Engine.start(EngineConfig("set-ups", (str(options.engine),)))
    await engine.set_options({"UCI_Variant": "gameofwar"})
    populations: list[list[SetUp]] = []
    for side, army in enumerate(ARMIES):
        first = read(side, army)
        populations.append([first, *await children(engine, [first], options.size - 1, 24, rng)])
    for generation in range(options.generations):
        for one, other in ((0, 1), (1, 0)):
            for set_up in populations[one]:
                while set_up.games < options.games * (generation + 1):
                    rival = rng.choice(populations[other])
                    await play(
                        engine, *((set_up, rival) if one == 0 else (rival, set_up)), options.depth
                    )
        rates = [max(map(SetUp.rate, population)) for population in populations]
        print(
            f"generation {generation + 1}: best rates {rates[0]:.2f} {rates[1]:.2f}",
            file=sys.stderr,
        )
        if generation + 1 == options.generations:
            break
        for side, population in enumerate(populations):
            kept = sorted(population, key=SetUp.rate, reverse=True)[: max(2, options.size // 3)]
            new = await children(engine, kept, options.size - len(kept), 4, rng)
            populations[side] = [*kept, *new]
    await engine.quit()
    return source([choice(population, options.count) for population in populations])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", type=Path, required=True)
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--size", type=int, default=12, help="set-ups of a side")
    parser.add_argument(
        "--games", type=int, default=2, help="least games of a set-up in a generation"
    )
    parser.add_argument("--depth", type=int, default=1, help="depth of each turn")
    parser.add_argument("--count", type=int, default=6, help="set-ups of a side that are printed")
    parser.add_argument("--seed", type=int, default=1)
    print(asyncio.run(search(parser.parse_args())))


if __name__ == "__main__":
    main()
