"""Results of `analyse.py`: read from its JSON lines and joined to the records of games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..records.game_record import GameRecord

Finding = dict[str, Any]
# The key of a game: its number, its engines, and all its moves.
Key = tuple[int, str, tuple[str, ...], tuple[str, ...]]


class Annotations:
    """The findings of some games, move by move."""

    def __init__(self) -> None:
        self._games: dict[Key, list[Finding]] = {}

    def read(self, path: Path) -> list[str]:
        """Adds a file. Returns messages about lines that are no annotated games. Raises OSError."""
        problems = []
        lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                key, findings = _game(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                problems.append(f"{path}:{number}: this is no annotated game: {error!r}")
                continue
            self._games[key] = findings
        return problems

    def of(self, record: GameRecord) -> list[Finding]:
        """One entry for each move of a game, or none."""
        return self._games.get(_key(record), [])

    def strangers(self, records: Sequence[GameRecord]) -> Iterator[str]:
        """Messages about annotated games that are not among these records."""
        known = {_key(record) for record in records}
        for key in self._games:
            if key not in known:
                yield f"the annotated game {key[0]}, {key[1]}, is not among the records"


def _key(record: GameRecord) -> Key:
    return record.game, record.variant, tuple(record.engines), tuple(record.moves)


def _game(data: dict[str, Any]) -> tuple[Key, list[Finding]]:
    if "error" in data:
        raise ValueError(str(data["error"]))
    moves = data["moves"]
    tokens = tuple(str(move["move"]) for move in moves)
    key = (int(data["game"]), str(data["variant"]), tuple(map(str, data["engines"])), tokens)
    return key, [_finding(move) for move in moves]


def _finding(move: dict[str, Any]) -> Finding:
    """The findings about a move that the page shows."""
    return {
        "mark": str(move["mark"]),
        "drop": float(move["drop"]),
        "best": str(move["best"]),
        "bestScore": _number(move["best_score"]),
        "score": _number(move["score"]),
        "depth": _number(move["depth"]),
        "pv": [str(token) for token in move["pv"]],
    }


def _number(value: Any) -> int | None:
    return None if value is None else int(value)
