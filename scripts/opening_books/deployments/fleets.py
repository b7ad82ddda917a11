"""Fleets of War-in-the-Pacific Chess: their tokens, and variations of them."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass

from strategos_client import Engine

from .games import Result

FILES = "abcdefghijklmnop"
# Ranks of own waters.
RANKS = 8
# Kinds in the order of deployment: the number in the basic fleet, and the price of one more.
BASIC = {"K": 2, "Q": 2, "R": 4, "B": 4, "N": 7}
POINTS = {"K": 10, "Q": 10, "R": 5, "B": 4, "N": 3}
EXTRA_POINTS = 25
# The lead that saturates the payoff, in centipawns.
LEAD_CP = 1500
SHIPS = "RBN"
SUBMARINES = 5
# The submarines that may start in the enemy's waters, with their ranks from 0 for White.
MOST_ABROAD = 2
HOME_RANKS = (5, 6, 7)
ABROAD_RANKS = (9, 10, 10)

# File and rank, both from 0, from White's side.
Square = tuple[int, int]


def name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1] + 1}"


def square(text: str) -> Square:
    return FILES.index(text[0]), int(text[1:]) - 1


@dataclass
class Fleet:
    """Pieces by square from White's side, and squadrons with their carriers."""

    pieces: dict[Square, str]
    homes: dict[Square, Square]

    @classmethod
    def read(cls, deployment: str) -> Fleet:
        """Parses the engine's deployment of White."""
        fleet = cls({}, {})
        for drop in deployment.split(","):
            if "@" in drop and drop[0] in BASIC:
                place, _, home = drop[2:].partition(">")
                fleet.pieces[square(place)] = drop[0]
                if home:
                    fleet.homes[square(place)] = square(home)
        return fleet

    def deployment(self, player: int, is_flipped: bool) -> str:
        """The token of a player's deployment, optionally mirrored left to right."""

        def turned(at: Square) -> str:
            x, y = at
            return name((15 - x if is_flipped else x, 15 - y if player else y))

        drops = []
        for kind in BASIC:
            squares = (at for at, other in self.pieces.items() if other == kind)
            for at in sorted(squares, key=lambda at: (at[1], at[0])):
                home = f">{turned(self.homes[at])}" if kind == "Q" else ""
                drops.append(f"{kind}@{turned(at)}{home}")
        return ",".join([*drops, "end"])

    def points_left(self) -> int:
        count = Counter(self.pieces.values())
        return EXTRA_POINTS - sum((count[kind] - BASIC[kind]) * POINTS[kind] for kind in BASIC)

    def is_legal(self) -> bool:
        """Whether the fleet is legal and has no more wings than necessary."""
        count = Counter(self.pieces.values())
        is_whole = all(count[kind] >= BASIC[kind] for kind in BASIC)
        wings = [at for at, kind in self.pieces.items() if kind in "KQ"]
        pairs = [*self.homes, *self.homes.values()]
        near = all(max(abs(q[0] - k[0]), abs(q[1] - k[1])) == 1 for q, k in self.homes.items())
        inside = all(0 <= x < 16 and 0 <= y < RANKS for x, y in self.pieces)
        is_paired = sorted(wings) == sorted(pairs) and near
        return is_whole and self.points_left() >= 0 and is_paired and inside

    def ships(self) -> list[Square]:
        """The squares of the pieces outside wings."""
        return [at for at, kind in self.pieces.items() if kind in SHIPS]


def spend(fleet: Fleet, chance: random.Random) -> None:
    """Returns ships beyond the budget, and buys others for the points left."""
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
    """Moves a wing. Ships on its new squares go to its old ones."""
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


class Fleets:
    """The fleets of War-in-the-Pacific Chess: one book for both sides, from White's side."""

    is_symmetric = True
    letters = ("f", "f")
    # In centipawns, which is less than the error of a table's results.
    slack = 100.0
    stages: tuple[tuple[int, int], ...] = ((48, 4), (16, 8), (8, 24))
    least_distance = 5

    def __init__(self, variant: str) -> None:
        self.variant = variant

    def own(self, token: str, side: int) -> str:
        """The engine's fleet as White, without submarines."""
        return Fleet.read(token).deployment(0, False)

    def varied(self, token: str, other: str, side: int, chance: random.Random) -> str:
        fleet = Fleet.read(token)
        for _ in range(chance.choice((1, 2, 3, 4))):
            fleet = varied(fleet, chance)
        return fleet.deployment(0, False)

    def distance(self, one: str, other: str) -> int:
        """The number of pieces on different squares, for the better of both orientations."""
        fleet, flipped = set(one.split(",")), set(Fleet.read(one).deployment(0, True).split(","))
        drops = set(other.split(","))
        return min(len(drops - fleet), len(drops - flipped))

    async def is_sound(self, engine: Engine, token: str, side: int) -> bool:
        return Fleet.read(token).is_legal()

    def deployments(self, first: str, second: str, chance: random.Random) -> tuple[str, str]:
        """White's and Black's deployments, each randomly mirrored."""
        white, black = (
            self._with_submarines(
                Fleet.read(token).deployment(side, chance.random() < 0.5), side, chance
            )
            for side, token in enumerate((first, second))
        )
        return white, black

    def _with_submarines(self, token: str, side: int, chance: random.Random) -> str:
        """The deployment with submarines on the engine's squares (`lair` in `eval/fleets.rs`), if
        the variant has submarines."""
        if "subs" not in self.variant:
            return token
        files = sorted(chance.sample(range(16 - SUBMARINES + 1), SUBMARINES))
        files = [file + number for number, file in enumerate(files)]
        chance.shuffle(files)
        abroad = chance.randint(0, MOST_ABROAD)
        ranks = [
            chance.choice(ABROAD_RANKS if number < abroad else HOME_RANKS)
            for number in range(SUBMARINES)
        ]
        places = sorted(zip(ranks, files, strict=True))
        drops = [f"S@{name((x, 15 - y if side else y))}" for y, x in places]
        return ",".join([*token.split(",")[:-1], *drops, "end"])

    def value(self, result: Result) -> float:
        """White's lead in centipawns, because nearly all games between equals are drawn."""
        return math.tanh(result.lead_cp / LEAD_CP) * LEAD_CP
