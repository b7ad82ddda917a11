"""What the parts of the package hand to each other: plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that may become an opening. `remark` says what is special about it; a handicap
    must favour this player, if it is not 0."""

    number: int
    fen: str
    remark: str = ""
    favourite: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What searches say. `scores` are centipawns by player in the order of seats, each as the
    player sees it; `depth` is that of the search for `mover`, `nodes` are those of all."""

    mover: int
    scores: tuple[int, ...]
    depth: int
    nodes: int

    @property
    def score(self) -> int:
        """As the player to move sees it."""
        return self.scores[self.mover - 1]

    @property
    def distance(self) -> int:
        """How far from even the game is for anyone. Three and four players all see themselves a
        little behind the field, so that what counts is by how much more than the others."""
        mean = sum(self.scores) / len(self.scores)
        return round(max(abs(score - mean) for score in self.scores))

    @property
    def favourite(self) -> int:
        """The player who is best off."""
        return max(range(len(self.scores)), key=self.scores.__getitem__) + 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate and what was found; no verdict where less was enough to refuse it.
    `key` is the same for the same position, whatever its counters say."""

    candidate: Candidate
    key: str
    verdict: Verdict | None
