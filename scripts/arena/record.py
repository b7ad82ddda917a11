"""The record of one game: a line of JSON that replays to the same result."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

VOID = "void"
# The reason of a game that the rules have ended, from an engine that does not name it.
BY_RULES = "rules"
# The reasons for which a runner ends a game that goes on by the rules.
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
        lists = (
            self.players, self.scores, self.depths, self.nodes, self.times_ms, self.clocks_ms,
            self.pvs,
        )  # fmt: skip
        if any(len(values) != len(self.moves) for values in lists):
            raise ValueError("the lists of moves, players, scores, ... differ in length")
        if not all(isinstance(move, str) for move in self.moves + self.opening + self.fens):
            raise ValueError("moves and fens must be texts")
        if self.ranking and len(self.ranking) != len(self.engines):
            raise ValueError("ranking and engines differ in length")
        if self.on_points not in ("", "p1win", "p2win"):
            raise ValueError(f"on_points is p1win, p2win or empty, not '{self.on_points}'")
        if not isinstance(self.game, int) or not isinstance(self.result, str):
            raise ValueError("game must be a number and result a text")

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
        """Whether somebody's fault ended the game, or made it void."""
        return bool(self.fault) or self.result == VOID

    @property
    def ending(self) -> str:
        """Why the game ended, and by whose fault."""
        if not self.fault:
            return self.reason or self.result
        return f"{self.reason} by {self.fault}"

    def points(self) -> list[float]:
        """For each seat the share of the others that it left behind, a tie being a half."""
        return points_of(self.ranking)

    def position(self, tokens: int | None = None) -> str:
        """What follows `position` for the game after so many tokens of the opening and the
        moves together, by default all."""
        moves = (self.opening + self.moves)[:tokens]
        return f"{self.start} moves {' '.join(moves)}".rstrip()


def _defaults(data: dict[str, Any]) -> dict[str, Any]:
    """What older or other programs' records lack, if it can be done without."""
    for name in ("variant", "engines", "moves", "result"):
        if name not in data:
            raise ValueError(f"'{name}' is missing")
    count = len(data["moves"])
    defaults: dict[str, Any] = {
        "game": 0, "pair": 0, "opening_number": 0, "match": "", "seed": 0,
        "controls": [""] * len(data["engines"]),
        "start": f"fen {data['fen']}" if data.get("fen") else "startpos",
        "players": [0] * count, "scores": [None] * count, "depths": [None] * count,
        "nodes": [None] * count, "times_ms": [0.0] * count, "pvs": [""] * count,
        "clocks_ms": [None] * count,
        "ranking": ranking_of(data["result"], len(data["engines"])),
    }  # fmt: skip
    return {name: value for name, value in defaults.items() if name not in data}


def ranking_of(result: str, players: int) -> list[int]:
    """The places that a result alone tells."""
    if result == "draw":
        return [1] * players
    if result[:1] == "p" and result[1:2].isdigit() and result[2:] in ("win", "loss"):
        seat, won = int(result[1]), result.endswith("win")
        last = 2 if won else players
        return [1 if (player == seat) == won else last for player in range(1, players + 1)]
    return []


def points_of(ranking: Sequence[int]) -> list[float]:
    """For each place the share of the other players behind it, ties counting half."""
    others = len(ranking) - 1
    return [
        (sum(mine < place for place in ranking) + (ranking.count(mine) - 1) / 2) / others
        for mine in ranking
    ]
