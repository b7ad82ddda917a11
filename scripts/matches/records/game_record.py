"""The record of one game: a line of JSON that replays to the same result."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

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
    "resignation", "draw by score", "length", "time", "silence", "illegal move", "crash",
    "protocol", "not finished", VOID,
)  # fmt: skip


@dataclass(slots=True)
class GameRecord:
    """One game. `start` and `opening` give the position that it began with, `fen` is that start
    as a FEN. The lists with one entry a token begin after the opening; `fens` has the positions
    from `start` on, one more than there are tokens in `opening` and `moves` together.

    `result` is `p1win` .. `p4win`, `draw`, `p1loss` .. `p4loss` (a fault among three or four
    players: all others share the first place) or `void`. `ranking` has each player's place.
    `reason` says why the game ended, in the game's own words or in one of `BY_RUNNER`, `detail`
    more of it, `fault` whose fault it was. `pvs` has
    the lines that the engines foresaw. `material` is what each side was worth in points at the
    end, if that was asked for, and `on_points` `p1win` or `p2win` where it decides a draw.
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
    moves: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    scores: list[int | None] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)
    nodes: list[int | None] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)
    clocks_ms: list[int | None] = field(default_factory=list)
    pvs: list[str] = field(default_factory=list)
    fens: list[str] = field(default_factory=list)
    result: str = VOID
    ranking: list[int] = field(default_factory=list)
    reason: str = ""
    detail: str = ""
    fault: str = ""
    material: list[int] = field(default_factory=list)
    on_points: str = ""
    date: str = ""

    def to_json(self) -> str:
        """One line."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return json.dumps(values, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> GameRecord:
        """Reads a line; raises ValueError that says what is wrong."""
        data = json.loads(line)
        if not isinstance(data, dict):
            raise ValueError("no JSON object")
        known = {item.name for item in fields(cls)}
        record = cls(**_defaults(data), **{k: v for k, v in data.items() if k in known})
        record._check()
        return record

    def _check(self) -> None:
        for name, (is_right, wanted) in _KINDS.items():
            if not is_right(getattr(self, name)):
                raise ValueError(f"'{name}' is {wanted}")
        lists = (
            self.players, self.scores, self.depths, self.nodes, self.times_ms, self.clocks_ms,
            self.pvs,
        )  # fmt: skip
        if any(len(values) != len(self.moves) for values in lists):
            raise ValueError("the lists of moves, players, scores, ... differ in length")
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
         "date"),
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


def ranking_of(result: str, players: int) -> list[int]:
    """The places that follow from a result."""
    if result == "draw":
        return [1] * players
    if found := _SEAT_RESULT.fullmatch(result):
        seat, won = int(found[1]), result.endswith("win")
        last = 2 if won else players
        return [1 if (player == seat) == won else last for player in range(1, players + 1)]
    return []


def points_of(ranking: Sequence[int]) -> list[float]:
    """For each place the share of the other players behind it; ties count a half."""
    others = len(ranking) - 1
    return [
        (sum(mine < place for place in ranking) + (ranking.count(mine) - 1) / 2) / others
        for mine in ranking
    ]
