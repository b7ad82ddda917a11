"""What all boards share: a grid of named squares, symbols on it, and SVG around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

CELL = 40
MARGIN = 24
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SQUARE = re.compile(r"[a-y]\d{1,2}")

# Players' colours in the order of seats: fill and stroke.
PLAYER_FILLS = ("#f4efe1", "#33415c", "#c0392b", "#2e8b57")
PLAYER_STROKES = ("#4a4a4a", "#0b1220", "#641e16", "#145a32")


class Item(NamedTuple):
    """A symbol on the board, turned clockwise by `angle` degrees. Higher layers lie on top."""

    symbol: str
    x: float
    y: float
    angle: int = 0
    layer: int = 1

    def __str__(self) -> str:
        return f"{self.symbol} {self.x:g} {self.y:g} {self.angle} {self.layer}"


class Board:
    """The drawing of a game. Subclasses give size, background, symbols and items."""

    files = 8
    ranks = 8
    name = "board"

    @property
    def width(self) -> int:
        """Of the whole picture, in its own units."""
        return self.files * CELL + 2 * MARGIN

    @property
    def height(self) -> int:
        """Of the whole picture, in its own units."""
        return self.ranks * CELL + 2 * MARGIN

    def background(self) -> str:
        """SVG of what never changes."""
        raise NotImplementedError

    def symbols(self) -> dict[str, str]:
        """SVG of each symbol, around the origin, for cells of CELL units."""
        raise NotImplementedError

    def items(self, fen: str) -> list[Item]:
        """What a FEN puts on the board; raises ValueError if it cannot be read."""
        raise NotImplementedError

    def caption(self, fen: str) -> str:
        """Whose turn it is, and what the board cannot show."""
        raise NotImplementedError

    def centre(self, square: str) -> tuple[float, float]:
        """Where a square's middle is; raises ValueError for a square that is not there."""
        file, rank = LETTERS.find(square[:1]), int(square[1:])
        if not (0 <= file < self.files and 1 <= rank <= self.ranks):
            raise ValueError(f"there is no square {square}")
        return self.point(file, rank)

    def point(self, file: int, rank: int) -> tuple[float, float]:
        """The middle of a square; files count from 0, ranks from 1."""
        return MARGIN + CELL * (file + 0.5), MARGIN + CELL * (self.ranks - rank + 0.5)

    def squares_of(self, token: str) -> list[str]:
        """The squares that a token names, as far as they are on the board."""
        found = []
        for square in _SQUARE.findall(token):
            file, rank = LETTERS.index(square[0]), int(square[1:])
            if file < self.files and 1 <= rank <= self.ranks:
                found.append(square)
        return found

    def coordinates(self) -> str:
        """Letters below, numbers at the left."""
        parts = []
        for file in range(self.files):
            x, _ = self.point(file, 1)
            parts.append(_text(x, self.height - MARGIN / 3, LETTERS[file]))
        for rank in range(1, self.ranks + 1):
            _, y = self.point(0, rank)
            parts.append(_text(MARGIN / 2, y + 4, str(rank)))
        return "".join(parts)

    def cells(self, shade: str, other: str) -> str:
        """A chequered grid; a1 has the first colour."""
        parts = []
        for file in range(self.files):
            for rank in range(1, self.ranks + 1):
                x, y = self.point(file, rank)
                parts.append(rectangle(x, y, shade if (file + rank) % 2 else other))
        return "".join(parts)


def rectangle(x: float, y: float, fill: str, size: float = CELL) -> str:
    """A square around a point."""
    return (
        f'<rect x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" '
        f'height="{size:g}" fill="{fill}"/>'
    )


def label(text: str, size: int, fill: str, dy: float = 0.0) -> str:
    """A text around the origin."""
    return (
        f'<text y="{size * 0.36 + dy:g}" font-size="{size}" font-weight="bold" fill="{fill}" '
        f'text-anchor="middle" font-family="sans-serif">{escape(text)}</text>'
    )


def _text(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="12" fill="#666" text-anchor="middle" '
        f'font-family="sans-serif">{text}</text>'
    )


def runs(row: str) -> Iterator[str | int]:
    """The tokens of a row of single letters and decimal runs of empty squares."""
    for number, letter in re.findall(r"(\d+)|(.)", row):
        yield int(number) if number else letter


def placed(board: str, files: int, ranks: int) -> Iterator[tuple[str, int, int]]:
    """(letter, file, rank) of each piece of a FEN's board field of letters and decimal runs."""
    rows = board.split("/")
    if len(rows) != ranks:
        raise ValueError(f"{ranks} ranks are expected, not {len(rows)}")
    for index, row in enumerate(rows):
        file = 0
        for token in runs(row):
            if isinstance(token, int):
                file += token
                continue
            yield token, file, ranks - index
            file += 1
        if file != files:
            raise ValueError(f"rank {ranks - index} has {file} squares, not {files}")


def definitions(board: Board) -> str:
    """The symbols as SVG definitions; their names begin with the board's."""
    return "".join(
        f'<g id="{board.name}-{name}">{shape}</g>' for name, shape in board.symbols().items()
    )


def svg_of_board(board: Board, fen: str, highlights: tuple[str, ...] = ()) -> str:
    """A position as a whole document."""
    marks = "".join(
        rectangle(*board.centre(square), "rgba(255,215,0,.45)") for square in highlights
    )
    items = "".join(
        f'<use href="#{board.name}-{item.symbol}" '
        f'transform="translate({item.x:g} {item.y:g}) rotate({item.angle})"/>'
        for item in sorted(board.items(fen), key=lambda item: item.layer)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}">'
        f"<title>{escape(board.caption(fen))}</title>"
        f"<defs>{definitions(board)}</defs>{board.background()}{marks}{items}</svg>"
    )
