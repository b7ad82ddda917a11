"""Puzzles for the page: the engine plays the solutions, and lists the legal actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import SCRIPTS
from .referee import Referee
from .rulebook import drawn

SOURCES = SCRIPTS / "teaching" / "puzzles"
TITLE = "strategos puzzles 1"
FIELDS = 6


def sets() -> dict[str, Path]:
    """The files of the sets by variant."""
    return {path.stem: path for path in sorted(SOURCES.glob("*.txt"))}


def puzzles_of(path: Path, referee: Referee) -> list[dict[str, Any]]:
    """The puzzles of a set as the page needs them. Raises OSError and ValueError."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if lines[:2] != [TITLE, f"variant {path.stem}"] or not lines[-1].startswith("end "):
        raise ValueError(f"{path}: no whole set of puzzles of {path.stem}")
    return [_completed(path.stem, line, referee) for line in lines[3:-1]]


def _completed(variant: str, line: str, referee: Referee) -> dict[str, Any]:
    fields = line.split(" | ")
    if len(fields) != FIELDS:
        raise ValueError(f"{variant}: no puzzle: {line}")
    rating, kind, themes, fen, solution, _ = fields
    turns = solution.split()
    steps = []
    for number in range(0, len(turns), 2):
        found = referee.look(variant, fen, turns[:number])
        step = {**drawn(found), "legal": list(found.legal), "turn": turns[number]}
        steps.append({**step, **({"reply": turns[number + 1]} if turns[number + 1 :] else {})})
    return {
        "rating": int(rating),
        "kind": kind,
        "themes": [theme for theme in themes.split(",") if theme],
        "steps": steps,
        "end": drawn(referee.look(variant, fen, turns)),
    }
