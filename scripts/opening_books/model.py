"""The types of the package: plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that may become an opening, with a remark. A handicap must favour the player
    `favours`, if it is not 0."""

    number: int
    fen: str
    remark: str = ""
    favourite: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The results of searches. `scores` are centipawns in the order of seats, each from its
    player's view. `depth` is that of the search for `mover`; `nodes` is the sum of all searches."""

    mover: int
    scores: tuple[int, ...]
    depth: int
    nodes: int

    @property
    def score(self) -> int:
        """The score of the player to move."""
        return self.scores[self.mover - 1]

    @property
    def distance(self) -> int:
        """The greatest distance of a player from even. With three and four players every score is a
        little below 0, so the distance is that from their mean."""
        mean = sum(self.scores) / len(self.scores)
        return round(max(abs(score - mean) for score in self.scores))

    @property
    def favourite(self) -> int:
        """The player with the best score."""
        return max(range(len(self.scores)), key=self.scores.__getitem__) + 1


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate and its verdict; None if a shorter search refused it. `key` is the position
    without its counters."""

    candidate: Candidate
    key: str
    verdict: Verdict | None
