"""A game on the board: what was played, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

Kind = Literal["person", "engine"]
MAX_LEVEL = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a colour. `level` and `movetime_ms` are an engine's; with a clock the time for a
    move is the engine's own affair."""

    kind: Kind = "person"
    level: int = MAX_LEVEL
    movetime_ms: int = 1000
    name: str = ""

    def called(self) -> str:
        """What records say."""
        if self.name:
            return self.name
        if self.kind == "person":
            return "person"
        return "engine" if self.level == MAX_LEVEL else f"engine, level {self.level}"


@dataclass(frozen=True, slots=True)
class Note:
    """What an engine said of a step."""

    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time_ms: float = 0.0


@dataclass(slots=True)
class Game:
    """A step is a token as it was played: an action, or a whole turn. `movers` and `notes` have an
    entry a step. `open` games are looked at by everybody; in others a person sees what his player
    knows. `result` and `reason` say how the game ended otherwise than by the rules."""

    variant: str
    start: str = "startpos"
    seats: list[Seat] = field(default_factory=list)
    open: bool = True
    hides: bool = False
    steps: list[str] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    result: str = ""
    reason: str = ""

    def position(self, steps: int | None = None) -> str:
        """What follows `position` after so many steps, by default all."""
        played = self.steps[:steps]
        return f"{self.start} moves {' '.join(played)}" if played else self.start

    def play(self, step: str, mover: int, note: Note | None = None) -> None:
        """Adds a step."""
        self.steps.append(step)
        self.movers.append(mover)
        self.notes.append(note or Note())

    def close_turn(self, begin: int, turn: str) -> None:
        """The steps from one on are a whole turn: they become one."""
        note = next((note for note in self.notes[begin:] if note != Note()), Note())
        self.steps[begin:], self.notes[begin:] = [turn], [note]
        del self.movers[begin + 1 :]

    def cut(self, steps: int) -> None:
        """Goes back to so many steps."""
        del self.steps[steps:], self.movers[steps:], self.notes[steps:]
        self.result = self.reason = ""

    def persons(self) -> list[int]:
        """The players who are people."""
        return [player for player, seat in enumerate(self.seats, 1) if seat.kind == "person"]


def turns_of(records: Sequence[str]) -> list[str]:
    """The turns of a game, a token each, from what its players are told: each knows his own."""
    told = [_tokens(record) for record in records]
    return [min(tokens, key=_unseen) for tokens in zip_longest(*told, fillvalue="?" * 99)]


def turns_for(record: str) -> list[str]:
    """The turns as one player is told of them."""
    return _tokens(record)


def ends_of(turns: Sequence[str], steps: Sequence[str]) -> list[int]:
    """After how many steps each turn ends; a last turn that is not complete ends with the last."""
    ends: list[int] = []
    actions = 0
    step = played = 0
    for turn in turns:
        actions += turn.count(",") + 1
        while step < len(steps) and played < actions:
            played += steps[step].count(",") + 1
            step += 1
        ends.append(step)
    return ends


def _tokens(record: str) -> list[str]:
    return record.partition(" moves ")[2].split()


def _unseen(token: str) -> int:
    return token.count("?")
