"""What a match is made of: plain data that can be sent to another machine."""

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
    """What limits an engine's moves. `base_ms` is None without a clock; it is given again for every
    `moves_to_go` moves, if that is not None."""

    base_ms: float | None = None
    increment_ms: float = 0.0
    movetime_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    moves_to_go: int | None = None

    def is_empty(self) -> bool:
        """Whether nothing would end a search."""
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
    """An engine of the match and the limits it plays under."""

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

    Resign: `resign_moves` moves in a row a player saw himself behind by `resign_cp` or more, and,
    unless it is `resign_one_sided`, his opponent saw himself ahead by as much. Draw: for
    `draw_moves` moves of each side, from token `draw_from` of the game on, no score was further
    than `draw_cp` from 0. Both need two players. Length: after `max_tokens` tokens the game is a
    draw. Points: a game that the length or the rule of turns without a loss makes a draw is won on
    points by who is ahead by `points_lead`.
    """

    resign_cp: int = 0
    resign_moves: int = 0
    draw_cp: int = 0
    draw_moves: int = 0
    draw_from: int = 0
    max_tokens: int = 0
    resign_one_sided: bool = False
    points_lead: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for each game of the match.

    `margin_ms` is forgiven on the clock; `silence_s` is the longest move without a clock.
    `information`: whether players get the whole game (`full`), what the referee says that they may
    know (`own`), or that only where a game hides something (`auto`).
    """

    variant: str
    margin_ms: float = 50.0
    silence_s: float = 60.0
    information: Information = "auto"
    seed: int = 1
    adjudication: Adjudication = Adjudication()


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of `elo1` against `elo0`, in Elo of this model; `alpha` and `beta` are the
    chances of accepting H1 and H0 wrongly. `on_points`: wins on points are wins for the test."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: SprtModel = "normalized"
    on_points: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of the schedule, all numbers from 1. `seats` says which contestant, counted from
    0, plays which player. `pair`: two games with the seats exchanged have the same number."""

    number: int
    opening: int
    pair: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpeningSource:
    """Where openings come from: `listed` ones, the referee's `genfens`, and on top of a listed
    position without moves (or the start) `random_plies` random actions."""

    listed: tuple[Opening, ...] = ()
    genfens: bool = False
    random_plies: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that makes up a match. `games` is rounded up to whole sets of a line-up.
    `fields`: which ways to share three or four seats between two engines are played. The `second`
    referee, if any, checks each result."""

    contestants: tuple[Contestant, ...]
    referee: EngineConfig
    rules: Rules
    games: int
    format: Format = "duel"
    openings: OpeningSource = field(default_factory=OpeningSource)
    sprt: Sprt | None = None
    fields: Fields = "all"
    second: EngineConfig | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The engines' names."""
        return tuple(contestant.name for contestant in self.contestants)

    def fingerprint(self) -> str:
        """The same for two plans whose games can be mixed: all but the number of games, the
        SPRT, the referees, and where the programs lie."""
        engines = [
            (c.name, c.config.command[1:], sorted(c.config.options.items()), c.control)
            for c in self.contestants
        ]
        parts: tuple[object, ...] = (engines, self.rules, self.format, self.openings)
        if self.fields != "all":
            parts = (*parts, self.fields)
        text = repr(parts)
        return hashlib.sha256(text.encode()).hexdigest()[:12]
