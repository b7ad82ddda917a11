"""The data of the page that teaches: positions of rulebooks, first games, puzzles, levels."""

from __future__ import annotations

from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
GAMES = SCRIPTS.parent / "src" / "games"
DATA = SCRIPTS / "web" / "teaching"
FAMILIES = ("pacific", "pacru", "warpac", "gameofwar")


def rulebook_of(family: str) -> Path:
    """The file of the rules of a family."""
    return GAMES / family / "rules.md"
