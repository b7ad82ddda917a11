"""Random positions of Pacific by the name of their material class."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

ENDING = ".ending"
_POINTS_A_ROW = 4
_ROWS = 8


def classes_of(folder: Path, variant: str) -> list[str]:
    """The classes without planes that have a table in a folder, those of few pieces first."""
    paths = folder.glob(f"{variant}.*{ENDING}")
    names = [path.name.removesuffix(ENDING).partition(".")[2] for path in paths]
    return sorted((name for name in names if "P" not in name), key=lambda name: (len(name), name))


def random_position(class_name: str, draw: random.Random) -> str:
    """The FEN of a position of a class such as `CKvK`, with either side to move."""
    sides = class_name.split("v")
    draw.shuffle(sides)
    white, black = sides
    pieces = [*_numbered(white), *_numbered(black.lower())]
    points = draw.sample(range(_ROWS * _POINTS_A_ROW), len(pieces))
    board = dict(zip(points, pieces, strict=True))
    rows = (_row(board.get(row * _POINTS_A_ROW + at, "") for at in range(4)) for row in range(8))
    return f"{'/'.join(rows)} {draw.choice('wb')} 0 1"


def _numbered(letters: str) -> list[str]:
    """The pieces of one side, with the numbers of its carriers."""
    carriers = letters.upper().count("C")
    signs = [f"{letters[0]}{number}" for number in range(1, carriers + 1)]
    return signs + list(letters[carriers:])


def _row(signs: Iterable[str]) -> str:
    """A row of a FEN; an empty sign is an empty point."""
    text, empty = "", 0
    for sign in signs:
        if sign:
            text += (str(empty) if empty else "") + sign
            empty = 0
        else:
            empty += 1
    return text + (str(empty) if empty else "")
