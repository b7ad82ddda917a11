"""A game on the board: its players and its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

Kind = Literal["person", "engine"]
MAX_LEVEL = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a colour. `level` and `movetime_ms` are for engines. With a clock the engine
    decides on the time of a move."""

    kind: Kind = "person"
    level: int = MAX_LEVEL
    movetime_ms: int = 1000
    name: str = ""

    def called(self) -> str:
        """The name in records."""
        if self.name:
            return self.name
        if self.kind == "person":
            return "person"
        return "engine" if self.level == MAX_LEVEL else f"engine, level {self.level}"


@dataclass(frozen=True, slots=True)
class Note:
    """An engine's score and line for a step."""

    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time_ms: float = 0.0


@dataclass(slots=True)
class Game:
    """A step is a token as it was played: an action, or a whole turn. `movers` and `notes` have an
    entry for each step. In an `open` game everyone sees everything; otherwise a person sees the
    view of his player. `result` and `reason` are set if the game ended by time or resignation."""

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
        """The arguments of `position` after a number of steps, by default all."""
        played = self.steps[:steps]
        return f"{self.start} moves {' '.join(played)}" if played else self.start

    def play(self, step: str, mover: int, note: Note | None = None) -> None:
        """Adds a step."""
        self.steps.append(step)
        self.movers.append(mover)
        self.notes.append(note or Note())

    def close_turn(self, begin: int, turn: str) -> None:
        """Joins all steps from this one on into one, because they are a whole turn."""
        note = next((note for note in self.notes[begin:] if note != Note()), Note())
        self.steps[begin:], self.notes[begin:] = [turn], [note]
        del self.movers[begin + 1 :]

    def cut(self, steps: int) -> None:
        """Goes back to this number of steps."""
        del self.steps[steps:], self.movers[steps:], self.notes[steps:]
        self.result = self.reason = ""

    def persons(self) -> list[int]:
        """The players who are people."""
        return [player for player, seat in enumerate(self.seats, 1) if seat.kind == "person"]


def turns_of(records: Sequence[str]) -> list[str]:
    """The turns of a game as tokens, from the records of all players: each knows his own turns."""
    told = [_tokens(record) for record in records]
    return [min(tokens, key=_unseen) for tokens in zip_longest(*told, fillvalue="?" * 99)]


def turns_for(record: str) -> list[str]:
    """The turns in the record of one player."""
    return _tokens(record)


def ends_of(turns: Sequence[str], steps: Sequence[str]) -> list[int]:
    """The number of steps at the end of each turn. An incomplete last turn ends with the last
    step."""
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
