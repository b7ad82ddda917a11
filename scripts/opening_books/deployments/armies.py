"""Set-ups of A Game of War, as tokens."""

from __future__ import annotations

import math
import random

from strategos_client import Engine

from .games import Result

FILES = "abcdefghijklmnopqrstuvwxy"
KINDS = "ICKWRX"
MOUNTAINS = frozenset(
    "p3 p4 p5 k7 l7 m7 n7 o7 p7 j12 j13 j14 j16 j17 j18 k18 l18 m18".split(" ")  # noqa: SIM905
)
# The armies of the fixed opening, South's and North's.
FIXED = (
    "I@p6,I@c8,I@d8,I@p8,I@v8,I@n9,I@o9,I@u9,I@v9,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c6",
    "I@m12,I@n12,I@m13,I@n13,I@t13,I@h14,I@t14,I@i15,I@j15,C@v13,C@g14,C@v14,C@g15,K@u13,W@f14,"
    "R@u14,X@h15",
)
_RANKS_OF_A_SIDE = 10
# The share of a variation's steps that bring a unit next to another one.
_SHARE_OF_JOINING = 0.4
# The share of variations that take units of the same kind from another set-up.
_SHARE_OF_CROSSING = 0.25

# The parameters of the engine's win-draw-loss model (`eval/mod.rs` of the game), in centipawns.
_EVEN_CHANCE_CP = 155.0
_SCALE_CP = 406.0

# Kind, file and rank, both from 0.
Unit = tuple[str, int, int]


def read(token: str) -> list[Unit]:
    squares = ((drop[0], drop[2:]) for drop in token.split(","))
    return [(kind, FILES.index(name[0]), int(name[1:]) - 1) for kind, name in squares]


def write(units: list[Unit]) -> str:
    order = sorted(units, key=lambda unit: (KINDS.index(unit[0]), unit[2], unit[1]))
    return ",".join(f"{kind}@{FILES[x]}{y + 1}" for kind, x, y in order)


def expected_points(lead_cp: float) -> float:
    """The expected points for a lead."""
    win, loss = (
        1.0 / (1.0 + math.exp((_EVEN_CHANCE_CP - lead) / _SCALE_CP)) for lead in (lead_cp, -lead_cp)
    )
    return (1.0 + win - loss) / 2.0


def is_free(side: int, units: list[Unit], x: int, y: int) -> bool:
    low = _RANKS_OF_A_SIDE * side
    name = f"{FILES[x]}{y + 1}" if 0 <= x < len(FILES) else ""
    taken = any((x, y) == unit[1:] for unit in units)
    return bool(name) and low <= y < low + _RANKS_OF_A_SIDE and name not in MOUNTAINS and not taken


class Armies:
    """The set-ups of A Game of War."""

    variant = "gameofwar"
    is_symmetric = False
    letters = ("s", "n")
    # Two hundredths of a game, which is less than the error of a table's results.
    slack = 0.02
    stages: tuple[tuple[int, int], ...] = ((16, 4), (6, 8))
    least_distance = 3

    def own(self, token: str, side: int) -> str:
        """A set-up of the engine."""
        return token

    def varied(self, token: str, other: str, side: int, chance: random.Random) -> str:
        """A set-up with some units on other squares, or on those of another set-up."""
        units = read(token)
        if chance.random() < _SHARE_OF_CROSSING:
            units = _crossed(units, read(other), chance)
        for _ in range(chance.choice((2, 3, 3, 4, 5, 8))):
            index = chance.randrange(len(units))
            kind, x, y = units[index]
            if chance.random() < _SHARE_OF_JOINING:
                _, x, y = chance.choice(units)
            x, y = x + chance.randint(-2, 2), y + chance.randint(-2, 2)
            if is_free(side, units, x, y):
                units[index] = (kind, x, y)
        return write(units)

    def distance(self, one: str, other: str) -> int:
        """The number of units on different squares."""
        return len(set(one.split(",")) - set(other.split(",")))

    async def is_sound(self, engine: Engine, token: str, side: int) -> bool:
        """Whether all units are online against the fixed opening of the other side."""
        pair = (token, FIXED[1]) if side == 0 else (FIXED[0], token)
        engine.set_position(f"deploy moves {' '.join(pair)}")
        online = set(await engine.query("online"))
        return all(drop[2:] in online for drop in token.split(","))

    def deployments(self, first: str, second: str, chance: random.Random) -> tuple[str, str]:
        return first, second

    def value(self, result: Result) -> float:
        """The points of the first player: 1 for a win, a half for a draw, and the expected points
        for an unfinished game."""
        return result.points if result.is_over else expected_points(result.lead_cp)


def _crossed(units: list[Unit], others: list[Unit], chance: random.Random) -> list[Unit]:
    """A crossover: the units of one set-up, with some kinds from another one if they fit."""
    kinds = {kind for kind in KINDS if chance.random() < 0.5}
    crossed = [unit for unit in others if unit[0] in kinds]
    taken = {unit[1:] for unit in crossed}
    rest = [unit for unit in units if unit[0] not in kinds]
    return units if any(unit[1:] in taken for unit in rest) else crossed + rest
