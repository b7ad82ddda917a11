"""Random positions by the name of their material class."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path

ENDING = ".ending"
_POINTS_A_ROW = 4
_ROWS = 8
_SIZE = 16
# The letters of squadrons in the names of classes, and what a FEN writes: the sign between squadron
# and carrier, and a mark after them.
_SQUADRONS = {"D": (">", ""), "Q": ("^", ""), "X": ("^", "n")}

# A square of War-in-the-Pacific Chess: file and rank from 0.
_Square = tuple[int, int]


def classes_of(folder: Path, variant: str) -> list[str]:
    """The classes without planes that have a table in a folder, those of few pieces first."""
    paths = folder.glob(f"{variant}.*{ENDING}")
    names = [path.name.removesuffix(ENDING).partition(".")[2] for path in paths]
    return sorted((name for name in names if "P" not in name), key=lambda name: (len(name), name))


def random_position(class_name: str, draw: random.Random, variant: str = "pacific-a") -> str:
    """The FEN of a position of a class such as `CKvK`, with either side to move."""
    sides = class_name.split("v")
    draw.shuffle(sides)
    make: Callable[[list[str], random.Random], str]
    make = _warpac if variant.startswith("warpac") else _pacific
    return make(sides, draw)


def _pacific(sides: list[str], draw: random.Random) -> str:
    white, black = sides
    pieces = [*_numbered(white), *_numbered(black.lower())]
    points = draw.sample(range(_ROWS * _POINTS_A_ROW), len(pieces))
    board = dict(zip(points, pieces, strict=True))
    rows = (_row(board.get(row * _POINTS_A_ROW + at, "") for at in range(4)) for row in range(8))
    return f"{'/'.join(rows)} {draw.choice('wb')} 0 1"


def _warpac(sides: list[str], draw: random.Random) -> str:
    while True:
        placed = _placed(sides, draw)
        if placed is not None:
            break
    board, wings = placed
    ranks = (_row(board.get((file, rank), "") for file in range(16)) for rank in range(15, -1, -1))
    texts = [text for _, text in sorted(wings)]
    return f"{'/'.join(ranks)} {draw.choice('wb')} s {','.join(texts) or '-'} - - 0 1"


def _placed(
    sides: list[str], draw: random.Random
) -> tuple[dict[_Square, str], list[tuple[_Square, str]]] | None:
    """Pieces on squares, and the wings by the square of the squadron (rank first)."""
    board: dict[_Square, str] = {}
    wings: list[tuple[_Square, str]] = []
    for side, to_case in zip(sides, (str.upper, str.lower), strict=True):
        carrier = (0, 0)
        for letter in side:
            file, rank = draw.randrange(_SIZE), draw.randrange(_SIZE)
            if letter == "D":
                file, rank = (at + draw.choice((-1, 0, 1)) for at in carrier)
            is_on_board = file in range(_SIZE) and rank in range(_SIZE)
            if (file, rank) in board or not is_on_board:
                return None
            board[file, rank] = to_case("Q" if letter in _SQUADRONS else letter)
            if letter in _SQUADRONS:
                sign, mark = _SQUADRONS[letter]
                text = f"{_name((file, rank))}{sign}{_name(carrier)}{mark}"
                wings.append(((rank, file), text))
            carrier = (file, rank)
    return board, wings


def _name(square: _Square) -> str:
    file, rank = square
    return f"{chr(ord('a') + file)}{rank + 1}"


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
