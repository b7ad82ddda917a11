"""The record of one game: a line of JSON that replays to the same result."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from strategos_client import ranking_of

_Check = Callable[[object], bool]

VOID = "void"
MOST_SEATS = 4
_SEAT_RESULT = re.compile(r"p(\d+)(?:win|loss)")
# Reasons that may be due to the load of the machine.
OF_TIME = ("time", "silence")
# The reason of a game that ended by the rules, if the engine does not name one.
BY_RULES = "rules"
# The reasons for which a runner ends a game before the rules do.
BY_RUNNER = (
    "resignation", "draw by score", "endgame tables", "length", "time", "silence", "illegal move",
    "crash", "protocol", "not finished", VOID,
)  # fmt: skip


# The lists of a record in a file, with the attributes of `Entry`.
COLUMNS = {
    "moves": "move", "players": "player", "scores": "score", "depths": "depth", "nodes": "nodes",
    "times_ms": "time_ms", "clocks_ms": "clock_ms", "pvs": "pv",
}  # fmt: skip


@dataclass(slots=True)
class Entry:
    """A token after the opening: its player (0 if unknown), its search, and the time left."""

    move: str
    player: int = 0
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    time_ms: float = 0.0
    clock_ms: int | None = None
    pv: str = ""


@dataclass(slots=True)
class GameRecord:
    """One game. `start` and `opening` give its first position, and `fen` is the FEN of `start`.
    `entries` has the tokens after the opening. `fens` has the positions from `start` on, one more
    than the tokens of `opening` and `entries` together.

    - `result`: `p1win` .. `p4win`, `draw`, `void`, or `p1loss` .. `p4loss` for a fault among three
      or four players: then all others share the first place. `ranking`: each player's place.
    - `reason`: why the game ended, in the engine's words or one of `BY_RUNNER`. `detail`: more
      about it. `fault`: the engine at fault.
    - `material`: the points of both sides at the end, if the match counts them. `on_points`:
      `p1win` or `p2win` if they decide a draw.
    - `audit`: the verdict on a game that was played without a referee.
    - `rules`: the hash of the rules, if the variant is one of a file.
    """

    game: int
    pair: int
    opening_number: int
    match: str
    variant: str
    seed: int
    engines: list[str]
    controls: list[str]
    start: str = "startpos"
    fen: str = ""
    opening: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    fens: list[str] = field(default_factory=list)
    result: str = VOID
    ranking: list[int] = field(default_factory=list)
    reason: str = ""
    detail: str = ""
    fault: str = ""
    material: list[int] = field(default_factory=list)
    on_points: str = ""
    audit: str = ""
    rules: str = ""
    date: str = ""

    def to_json(self) -> str:
        """One line, with a list for each column of the entries. Others than audited games have no
        `audit`, and others than those of variants of files have no `rules`."""
        values: dict[str, Any] = {}
        for item in fields(self):
            if item.name == "entries":
                for name, attribute in COLUMNS.items():
                    values[name] = [getattr(entry, attribute) for entry in self.entries]
            elif item.name not in ("audit", "rules") or getattr(self, item.name):
                values[item.name] = getattr(self, item.name)
        return json.dumps(values, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> GameRecord:
        """Parses a line; raises ValueError with the reason."""
        data = json.loads(line)
        if not isinstance(data, dict):
            raise ValueError("no JSON object")
        values = {name: data[name] for name in _KINDS if name in data} | _defaults(data)
        for name, (is_right, wanted) in _KINDS.items():
            if name in values and not is_right(values[name]):
                raise ValueError(f"'{name}' is {wanted}")
        columns = [values.pop(name) for name in COLUMNS]
        if len({len(column) for column in columns}) > 1:
            raise ValueError("the lists of moves, players, scores, ... differ in length")
        record = cls(**values, entries=[Entry(*row) for row in zip(*columns, strict=True)])
        record._check()
        return record

    def _check(self) -> None:
        seats = len(self.engines)
        if not 2 <= seats <= MOST_SEATS:
            raise ValueError(f"'engines' has {seats} names; 2 to {MOST_SEATS} are expected")
        if self.ranking and len(self.ranking) != seats:
            raise ValueError("ranking and engines differ in length")
        if not all(0 <= player <= seats for player in self.players):
            raise ValueError(f"'players' has numbers beyond {seats}")
        found = _SEAT_RESULT.fullmatch(self.result)
        if found and not 1 <= int(found[1]) <= seats:
            raise ValueError(f"the result {self.result} names none of {seats} players")
        if self.on_points not in ("", "p1win", "p2win"):
            raise ValueError(f"on_points is p1win, p2win or empty, not '{self.on_points}'")

    @property
    def moves(self) -> list[str]:
        """The tokens after the opening."""
        return [entry.move for entry in self.entries]

    @property
    def players(self) -> list[int]:
        """The player of each token."""
        return [entry.player for entry in self.entries]

    @property
    def scores(self) -> list[int | None]:
        """The score of each token, from its player's view."""
        return [entry.score for entry in self.entries]

    @property
    def void(self) -> bool:
        """Whether the game counts for nothing."""
        return self.result == VOID or not self.ranking

    @property
    def by_rules(self) -> bool:
        """Whether the game was played to its end by the rules."""
        return bool(self.reason) and self.reason not in BY_RUNNER

    @property
    def is_fault(self) -> bool:
        """Whether a fault ended the game, or made it void."""
        return bool(self.fault) or self.result == VOID

    @property
    def ending(self) -> str:
        """Why the game ended, and by whose fault."""
        if not self.fault:
            return self.reason or self.result
        return f"{self.reason} by {self.fault}"

    def points(self) -> list[float]:
        """For each seat the share of opponents that it beat; a tie counts a half."""
        return points_of(self.ranking)

    def position(self, tokens: int | None = None) -> str:
        """The arguments of `position` after `tokens` tokens of opening and moves, by default
        all."""
        moves = (self.opening + self.moves)[:tokens]
        return f"{self.start} moves {' '.join(moves)}".rstrip()


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_number(value: object) -> bool:
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


def _is_text(value: object) -> bool:
    # UTF-8 cannot encode surrogates.
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _lists(is_right: _Check, or_none: bool = False) -> _Check:
    """Whether a value is a list of such items; some items may be missing."""

    def check(value: object) -> bool:
        return isinstance(value, list) and all(
            (or_none and item is None) or is_right(item) for item in value
        )

    return check


# The check of each field, and the name of its type.
_KINDS: dict[str, tuple[_Check, str]] = {
    **dict.fromkeys(
        ("game", "pair", "opening_number", "seed"), (_is_whole, "a whole number")
    ),
    **dict.fromkeys(
        ("match", "variant", "start", "fen", "result", "reason", "detail", "fault", "on_points",
         "audit", "rules", "date"),
        (_is_text, "a text"),
    ),
    **dict.fromkeys(
        ("engines", "controls", "opening", "moves", "pvs", "fens"),
        (_lists(_is_text), "a list of texts"),
    ),
    **dict.fromkeys(
        ("players", "ranking", "material"), (_lists(_is_whole), "a list of whole numbers")
    ),
    **dict.fromkeys(
        ("depths", "nodes", "clocks_ms"),
        (_lists(_is_whole, or_none=True), "a list of whole numbers"),
    ),
    "scores": (_lists(_is_number, or_none=True), "a list of numbers"),
    "times_ms": (_lists(_is_number), "a list of numbers"),
}  # fmt: skip


def _defaults(data: dict[str, Any]) -> dict[str, Any]:
    """Values for optional fields that records of older or other programs lack."""
    for name in ("variant", "engines", "moves", "result"):
        if name not in data:
            raise ValueError(f"'{name}' is missing")
    for name in ("engines", "moves"):
        if not isinstance(data[name], list):
            raise ValueError(f"'{name}' is a list of texts")
    count = len(data["moves"])
    defaults: dict[str, Any] = {
        "game": 0, "pair": 0, "opening_number": 0, "match": "", "seed": 0,
        "controls": [""] * len(data["engines"]),
        "start": f"fen {data['fen']}" if data.get("fen") else "startpos",
        "players": [0] * count, "scores": [None] * count, "depths": [None] * count,
        "nodes": [None] * count, "times_ms": [0.0] * count, "pvs": [""] * count,
        "clocks_ms": [None] * count,
        "ranking": ranking_of(str(data["result"]), len(data["engines"])),
    }  # fmt: skip
    return {name: value for name, value in defaults.items() if name not in data}


def points_of(ranking: Sequence[int]) -> list[float]:
    """For each place the share of the other players behind it; ties count a half."""
    others = len(ranking) - 1
    return [
        (sum(mine < place for place in ranking) + (ranking.count(mine) - 1) / 2) / others
        for mine in ranking
    ]
