"""Writes answers as JSON lines, CSV, or annotated games."""

from __future__ import annotations

import csv
import json
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
    """A JSON object a line."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, answer: dict[str, Any]) -> None:
        """Writes a line at once."""
        self._file.write(json.dumps(answer) + "\n")
        self._file.flush()


class CsvWriter:
    """A row for each line of MultiPV, or for each move of a game."""

    def __init__(self, file: TextIO, games: bool) -> None:
        columns = MOVE_COLUMNS if games else LINE_COLUMNS
        self._games = games
        self._writer = csv.DictWriter(file, columns, extrasaction="ignore", restval="")
        self._writer.writeheader()

    def write(self, answer: dict[str, Any]) -> None:
        """Writes the rows; an error has a row of its own."""
        rows = answer.get("moves") if self._games else self._lines(answer)
        for row in rows or [{}]:
            shared = {k: v for k, v in answer.items() if k not in ("moves", "pv")}
            self._writer.writerow(shared | row)

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
        missing = f"% {answer['id']}: {answer.get('error', 'no game')}\n\n"
        self._file.write(answer.get("pgn", missing))
        self._file.flush()


def writer(kind: str, file: TextIO, games: bool) -> Writer:
    """The writer of `jsonl`, `csv` or `pgn`."""
    if kind == "csv":
        return CsvWriter(file, games)
    return PgnWriter(file) if kind == "pgn" else JsonWriter(file)
