"""Parses input lines, as text or JSON, into tasks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from matches.opening_files import parse_opening
from matches.records.game_record import GameRecord

# The fields of a JSON request. Others cause a warning.
FIELDS = frozenset(
    ("id", "variant", "position", "fen", "moves", "depth", "nodes", "movetime", "multipv",
     "searchmoves")
)  # fmt: skip
LIMIT_FIELDS = ("depth", "nodes", "movetime", "multipv")


@dataclass(frozen=True, slots=True)
class Task:
    """One position or one game. The answer repeats `ident`: the request's own, or file and line.
    `variant`, `limits` and `searchmoves` of a request override the command line."""

    ident: Any
    variant: str = ""
    position: str = ""
    record: GameRecord | None = None
    limits: tuple[tuple[str, int], ...] = ()
    searchmoves: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str = ""


def read_tasks(name: str, lines: Iterable[str]) -> Iterator[Task]:
    """The tasks of a file, line by line. A line that cannot be parsed becomes a task with an
    error."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        ident = f"{name}:{number}"
        try:
            yield parse_line(line, ident)
        except (ValueError, TypeError) as error:
            yield Task(ident, position=line.strip(), error=str(error))


def parse_line(line: str, ident: str) -> Task:
    """Parses a line of text or JSON; raises ValueError."""
    if not line.lstrip().startswith("{"):
        return Task(ident, position=_normal(line))
    data = json.loads(line)
    if "engines" in data and "result" in data:
        record = GameRecord.from_json(line)
        return Task(data.get("id", ident), record.variant, record=record)
    return _request(data, ident)


def _normal(position: str) -> str:
    """Checks the form of a position and returns it in the engine's form."""
    if position.split()[:1] == ["view"]:
        return position.strip()
    opening = parse_opening(position)
    return f"{opening.start} moves {' '.join(opening.moves)}" if opening.moves else opening.start


def _request(data: dict[str, Any], ident: str) -> Task:
    ident = data.get("id", ident)
    start = data.get("position") or data.get("fen") or "startpos"
    if not isinstance(start, str):
        raise ValueError("'position' and 'fen' must be texts")
    moves = _words(data.get("moves", ()), "moves")
    if moves:
        start += f" moves {' '.join(moves)}"
    limits = []
    for name in LIMIT_FIELDS:
        if name in data:
            if type(data[name]) is not int or data[name] < 0:
                raise ValueError(f"'{name}' must be a whole number that is not negative")
            limits.append((name, data[name]))
    unused = tuple(f"unused field '{name}'" for name in data if name not in FIELDS)
    return Task(
        ident=ident,
        variant=str(data.get("variant", "")),
        position=_normal(start),
        limits=tuple(limits),
        searchmoves=_words(data.get("searchmoves", ()), "searchmoves"),
        warnings=unused,
    )


def _words(value: Any, name: str) -> tuple[str, ...]:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise ValueError(f"'{name}' must be a text or a list of texts")
    return tuple(words)
