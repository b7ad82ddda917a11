"""Writes answers as JSON lines, CSV, or annotated games."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TextIO

LINE_COLUMNS = (
    "id", "variant", "position", "multipv", "depth", "seldepth", "cp", "mate", "win", "draw",
    "loss", "nodes", "time_ms", "bestmove", "pv", "error",
)  # fmt: skip
MOVE_COLUMNS = (
    "id", "variant", "game", "ply", "player", "move", "score", "best", "best_score", "depth",
    "nodes", "expected", "drop", "mark", "error",
)  # fmt: skip


class Writer(Protocol):
    """Takes answers in the order of the tasks."""

    def write(self, answer: dict[str, Any]) -> None:
        """Writes one answer."""


class JsonWriter:
    """A JSON object on each line."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, answer: dict[str, Any]) -> None:
        """Writes a line at once."""
        self._file.write(json.dumps(answer) + "\n")
        self._file.flush()


def csv_text(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], heading: bool) -> str:
    """Rows as text, with an optional heading."""
    text = io.StringIO(newline="")
    out = csv.DictWriter(text, columns, extrasaction="ignore", restval="")
    if heading:
        out.writeheader()
    out.writerows(rows)
    return text.getvalue()


class CsvWriter:
    """A row for each line of MultiPV, or for each move of a game."""

    def __init__(self, file: TextIO, games: bool, begun: bool) -> None:
        self._columns = MOVE_COLUMNS if games else LINE_COLUMNS
        self._games = games
        self._file = file
        if not begun:
            self._file.write(csv_text(self._columns, [], heading=True))

    def write(self, answer: dict[str, Any]) -> None:
        """Writes the rows at once; an error has a row of its own."""
        rows = answer.get("moves") if self._games else self._lines(answer)
        shared = {k: v for k, v in answer.items() if k not in ("moves", "pv")}
        self._file.write(csv_text(self._columns, [shared | row for row in rows or [{}]], False))
        self._file.flush()

    def _lines(self, answer: dict[str, Any]) -> list[dict[str, Any]]:
        rows = []
        for line in answer.get("lines", ()):
            row = line | {"pv": " ".join(line["pv"])}
            row |= dict(zip(("win", "draw", "loss"), line.get("wdl", ()), strict=False))
            rows.append(row)
        return rows


class PgnWriter:
    """Annotated games as text; an error is a comment line."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, answer: dict[str, Any]) -> None:
        """Writes a game at once."""
        reason = f"{answer['id']}: {answer.get('error', 'no game')}"
        missing = f"% {' '.join(reason.split())}\n\n"
        self._file.write(answer.get("pgn", missing))
        self._file.flush()


def writer(kind: str, file: TextIO, games: bool, begun: bool = False) -> Writer:
    """The writer of `jsonl`, `csv` or `pgn`; `begun`: the file has answers already."""
    if kind == "csv":
        return CsvWriter(file, games, begun)
    return PgnWriter(file) if kind == "pgn" else JsonWriter(file)
