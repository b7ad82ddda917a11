"""Scores as objects: centipawns, wins in a number of turns, and the player whose score it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import total_ordering

# As a single number, a mate in y turns is MATE_CP - y centipawns.
MATE_CP = 100_000


@dataclass(frozen=True, slots=True)
class Wdl:
    """Probabilities of the player to move, in per mille: win, draw (or shared win), loss."""

    win: int
    draw: int
    loss: int

    def expectation(self) -> float:
        """The expected share of the win, from 0 to 1; a draw or a shared win is half of it."""
        return (self.win + self.draw / 2) / max(self.win + self.draw + self.loss, 1)


@total_ordering
class Score(ABC):
    """A score from one player's view: `Cp` or `Mate`. Scores can be compared: a win is better than
    all centipawns, and an earlier win better than a later one. `-score` is the opponent's score in
    a game of two players."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> int:
        """The score as one number: centipawns. A win in y turns is `MATE_CP - y`."""

    def score(self, *, mate_score: int | None = None) -> int | None:
        """The centipawns. A win in y turns is `mate_score - y`, or None without `mate_score`."""
        turns = self.mate()
        if turns is None:
            return self.value
        return None if mate_score is None else self._sign() * (mate_score - abs(turns))

    def mate(self) -> int | None:
        """The turns to the win, negative if the player loses; None if none was found. 0 if the
        player has lost already."""
        return None

    def is_mate(self) -> bool:
        """Whether a forced win or loss was found."""
        return self.mate() is not None

    def _sign(self) -> int:
        return 1 if self.value > 0 else -1

    @abstractmethod
    def __neg__(self) -> Score: ...

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.value < other.value if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)


@dataclass(frozen=True, slots=True, eq=False)
class Cp(Score):
    """A score in centipawns."""

    cp: int

    @property
    def value(self) -> int:
        """See `Score.value`."""
        return self.cp

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp / 100:+.2f}"


@dataclass(frozen=True, slots=True, eq=False)
class Mate(Score):
    """A forced win in `turns` turns of the winner, negative if the player loses. `Mate(0)`: the
    player has lost. `-Mate(0)` is `MATE_GIVEN`."""

    turns: int

    @property
    def value(self) -> int:
        """See `Score.value`."""
        return MATE_CP - self.turns if self.turns > 0 else -MATE_CP - self.turns

    def mate(self) -> int | None:
        """See `Score.mate`."""
        return self.turns

    def __neg__(self) -> Mate:
        return Mate(-self.turns) if self.turns else MATE_GIVEN

    def __str__(self) -> str:
        return f"{'-' if self.value < 0 else ''}M{abs(self.turns)}"


class _MateGiven(Mate):
    """The opponent has lost."""

    __slots__ = ()

    @property
    def value(self) -> int:
        return MATE_CP

    def __neg__(self) -> Mate:
        return Mate(0)

    def __repr__(self) -> str:
        return "MATE_GIVEN"


MATE_GIVEN: Mate = _MateGiven(0)


@dataclass(frozen=True, slots=True)
class PovScore:
    """A score and its player. `relative` is the score of player `player`, counted from 1, in a game
    of `players` players. `wdl` are that player's chances, if the engine told them."""

    relative: Score
    player: int
    players: int = 2
    wdl: Wdl | None = None

    def pov(self, player: int) -> Score:
        """The score from another player's view. Raises ValueError if there is no such player, or if
        the score tells nothing about him: with three and four players it is one player's alone."""
        self._check(player)
        if player == self.player:
            return self.relative
        if self.players > 2:
            raise ValueError(
                f"this is the score of player {self.player} of {self.players}: "
                f"it does not tell that of player {player}"
            )
        return -self.relative

    def share(self, player: int | None = None) -> float | None:
        """A player's expected share of the win, from 0 to 1; by default that of `self.player`. None
        if it is not known: without `wdl`, or for another one of three or four players."""
        player = self.player if player is None else player
        self._check(player)
        if self.wdl is None or (self.players > 2 and player != self.player):
            return None
        share = self.wdl.expectation()
        return share if player == self.player else 1 - share

    def is_mate(self) -> bool:
        """Whether a forced win or loss was found."""
        return self.relative.is_mate()

    def _check(self, player: int) -> None:
        if not 1 <= player <= self.players:
            raise ValueError(f"there is no player {player} of {self.players}")


def score_of(cp: int | None, mate: int | None) -> Score | None:
    """The score in an info line; None if there is none."""
    if mate is not None:
        return Mate(mate)
    return None if cp is None else Cp(cp)
