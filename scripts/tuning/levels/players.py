"""Weak players, by nodes and evaluation noise, and the pairs that play each other."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

ANCHOR_ELO = 2000
ANCHOR_NODES = 4000
# A level plays the anchor if it has at least a quarter of the anchor's nodes and at most this much
# evaluation noise. Weaker levels would lose nearly all games.
ANCHOR_TIMES = 4
ANCHOR_ERROR_CP = 20
# A level sets its own limits, which are lower.
NO_LIMIT = 10_000_000


@dataclass(frozen=True)
class Player:
    """An engine of a match: its name, and the rest of its specification."""

    name: str
    words: str


@dataclass(frozen=True)
class Level:
    """A weak player: nodes for each move, and the standard deviation of evaluation noise."""

    nodes: int
    error_cp: int

    @classmethod
    def read(cls, text: str) -> Level:
        """From NODES:ERROR."""
        nodes, error_cp = text.split(":")
        return cls(int(nodes), int(error_cp))

    @property
    def player(self) -> Player:
        """The engine that plays like this level. An error of a centipawn makes it search as levels
        do: one thread, alpha-beta, and no memory of earlier searches."""
        error = f"option.Evaluation Error={max(1, self.error_cp)}"
        return Player(f"n{self.nodes}e{self.error_cp}", f"{error},nodes={self.nodes}")

    @property
    def plays_anchor(self) -> bool:
        """Whether games against the anchor are informative."""
        is_near = ANCHOR_TIMES * self.nodes >= ANCHOR_NODES
        return is_near and self.error_cp <= ANCHOR_ERROR_CP


ANCHOR = Player("plain", f"nodes={ANCHOR_NODES}")


def player_at(elo: int) -> Player:
    """The engine limited to an Elo."""
    limit = f"option.UCI_LimitStrength=true,option.UCI_Elo={elo}"
    return Player(f"elo{elo}", f"{limit},nodes={NO_LIMIT}")


def strength_table(engine: str, variant: str) -> list[tuple[int, Level]]:
    """The engine's levels with their Elo, from the weakest."""
    done = subprocess.run(
        [engine, "levels", variant], capture_output=True, text=True, check=True, timeout=60
    )
    lines = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    return [(elo, Level(nodes, error_cp)) for elo, nodes, error_cp in lines]


def pairs_of(levels: Sequence[Level]) -> list[tuple[Player, Player]]:
    """The pairs that play: each level with the next two, and strong levels with the anchor."""
    players = [level.player for level in levels]
    pairs = [*pairwise(players), *zip(players, players[2:], strict=False)]
    return pairs + [(level.player, ANCHOR) for level in levels if level.plays_anchor]
