"""The description of a match, as plain data that can be sent to another machine."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from strategos_client import EngineConfig

Format = Literal["duel", "gauntlet", "round-robin"]
Information = Literal["auto", "full", "own"]
SprtModel = Literal["normalized", "logistic"]
Fields = Literal["all", "lone", "even"]


class MatchError(Exception):
    """The match cannot start or go on."""


@dataclass(frozen=True, slots=True)
class Control:
    """The limits of an engine's moves. `base_ms` is None without a clock. If `moves_to_go` is not
    None, the clock gets `base_ms` again after that number of moves."""

    base_ms: float | None = None
    increment_ms: float = 0.0
    movetime_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    moves_to_go: int | None = None

    def is_empty(self) -> bool:
        """Whether there is no limit at all."""
        return self == Control()

    def __str__(self) -> str:
        parts = []
        if self.base_ms is not None:
            moves = "" if self.moves_to_go is None else f"{self.moves_to_go}/"
            parts.append(f"{moves}{self.base_ms / 1000:g}+{self.increment_ms / 1000:g}")
        for name, value in (
            ("movetime", self.movetime_ms),
            ("nodes", self.nodes),
            ("depth", self.depth),
        ):
            if value is not None:
                parts.append(f"{name} {value}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine of the match and its limits."""

    config: EngineConfig
    control: Control

    @property
    def name(self) -> str:
        """The engine's name in this match."""
        return self.config.name


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins. `start` is `startpos`, `deploy` or `fen F`."""

    start: str = "startpos"
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the runner ends a game; 0 moves or plies: never. Scores are in centipawns.

    - Resign: for `resign_moves` moves in a row a player's score is `-resign_cp` or less. Unless it
      is `resign_one_sided`, the opponent's score is `resign_cp` or more.
    - Draw: from token `draw_from` of the game on, for `draw_moves` moves of each side, no score is
      further than `draw_cp` from 0.
    - Length: after `max_tokens` tokens the game is a draw.
    - Points: the side with a lead of `points_lead` wins a game on points, if the length or the
      rule of turns without a loss makes it a draw.
    - Tables: a position in the endgame tables of these folders ends a game with its exact result.

    Resignation and draws need two players.
    """

    resign_cp: int = 0
    resign_moves: int = 0
    draw_cp: int = 0
    draw_moves: int = 0
    draw_from: int = 0
    max_tokens: int = 0
    resign_one_sided: bool = False
    points_lead: int = 0
    tables: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The conditions of each game of the match.

    A move may exceed the clock by `margin_ms`. `silence_s` is the longest move without a clock.
    `information`: players get the whole game (`full`), their view of it (`own`), or their view in
    games with hidden information only (`auto`).
    """

    variant: str
    margin_ms: float = 50.0
    silence_s: float = 60.0
    information: Information = "auto"
    seed: int = 1
    adjudication: Adjudication = Adjudication()


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of `elo1` against `elo0`, in Elo of this model. `alpha` and `beta` are the
    probabilities of accepting H1 and H0 wrongly. `on_points`: wins on points count as wins."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: SprtModel = "normalized"
    on_points: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of the schedule; all numbers begin with 1. `seats` has the contestant of each
    player, counted from 0. Two games with exchanged seats have the same `pair`."""

    number: int
    opening: int
    pair: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpeningSource:
    """Where openings come from: a list, or the referee's `genfens`. `random_plies` random actions
    follow the start, or a listed position without moves."""

    listed: tuple[Opening, ...] = ()
    genfens: bool = False
    random_plies: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole match. `games` is rounded up to whole sets of a line-up. `fields` chooses among the
    ways in which two engines share three or four seats. The `second` referee, if any, checks each
    result. A `sealed` match is played by public lines, without a referee."""

    contestants: tuple[Contestant, ...]
    referee: EngineConfig
    rules: Rules
    games: int
    format: Format = "duel"
    openings: OpeningSource = field(default_factory=OpeningSource)
    sprt: Sprt | None = None
    fields: Fields = "all"
    second: EngineConfig | None = None
    sealed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The engines' names."""
        return tuple(contestant.name for contestant in self.contestants)

    def fingerprint(self) -> str:
        """The same for two plans whose games can be mixed. The number of games, the SPRT, the
        referees and the paths of the programs may differ."""
        engines = [
            (c.name, c.config.command[1:], sorted(c.config.options.items()), c.control)
            for c in self.contestants
        ]
        parts: tuple[object, ...] = (engines, self.rules, self.format, self.openings)
        if self.fields != "all":
            parts = (*parts, self.fields)
        if self.sealed:
            parts = (*parts, "sealed")
        text = repr(parts)
        return hashlib.sha256(text.encode()).hexdigest()[:12]
