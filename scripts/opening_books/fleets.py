"""Handicaps for War-in-the-Pacific Chess: one of the fleets lacks some ships."""

from __future__ import annotations

import random
from collections import Counter

from matches.plan import MatchError
from strategos_client import Engine, Limits

# What a piece costs beyond these (rules, section 3.2).
TARIFF = {"N": 3, "B": 4, "R": 5, "Q": 10, "K": 10}
# The free pieces of every fleet (rules, section 3.2).
BASIC = {"K": 2, "Q": 2, "R": 4, "B": 4, "N": 7}
# Pieces that can be left out: ships without wings.
SHIPS = "RBN"
SIDES = ("White", "Black")
# How the names of the variants begin whose fleets are deployed.
_GAME = "warpac"
_SEEDS = 2**31
_TRIES = 1000


def has_fleets(variant: str) -> bool:
    """Whether fleets are deployed in a variant."""
    return variant.startswith(_GAME)


async def handicap(
    engine: Engine, chance: random.Random, points: range, short: int
) -> tuple[str, str]:
    """A position after deployment in which White (0) or Black (1) lacks some points, and a remark
    about it."""
    for _ in range(_TRIES):
        fleets = [await _fleet(engine, chance, ""), ""]
        fleets[1] = await _fleet(engine, chance, fleets[0])
        missing = chance.choice(points) - worth(fleets[1 - short]) + worth(fleets[short])
        shortened = without(fleets[short], missing, chance)
        if shortened is None:
            continue
        fleets[short] = shortened
        engine.set_position(f"deploy moves {' '.join(fleets)}")
        difference = worth(fleets[1 - short]) - worth(fleets[short])
        return await engine.fen(), f"{SIDES[short]} {difference} points short"
    raise MatchError(f"no fleet can be {points[0]} to {points[-1]} points short")


async def _fleet(engine: Engine, chance: random.Random, before: str) -> str:
    """The engine's deployment for a seed. Black's follows White's."""
    await engine.set_options({"Seed": str(chance.randrange(_SEEDS))})
    moves = f" moves {before}" if before else ""
    return (await engine.go(f"deploy{moves}", Limits(depth=1))).bestmove


def kinds(deployment: str) -> Counter[str]:
    """The number of pieces of each kind in a deployment."""
    return Counter(drop[0] for drop in deployment.split(",") if "@" in drop)


def worth(deployment: str) -> int:
    """The points of a deployment."""
    return sum(TARIFF.get(kind, 0) * count for kind, count in kinds(deployment).items())


def without(deployment: str, points: int, chance: random.Random) -> str | None:
    """The deployment without random ships of the wanted points; None if there are too few ships, or
    if the points of those drawn differ."""
    drops = deployment.split(",")
    cheapest = min(TARIFF[kind] for kind in SHIPS)
    while points > 0:
        count = kinds(",".join(drops))
        fitting = [kind for kind in SHIPS if count[kind] > BASIC[kind]
                   and (points == TARIFF[kind] or points >= TARIFF[kind] + cheapest)]  # fmt: skip
        spare = [place for place, drop in enumerate(drops) if drop[0] in fitting]
        if not spare:
            return None
        points -= TARIFF[drops.pop(chance.choice(spare))[0]]
    return ",".join(drops) if points == 0 else None
