"""Draws positions of every game from the engine's FENs.

    svg = svg_of("pacru3", fen)

A game is a `Board`: it knows its background, its symbols, and where a FEN puts them. All boards
are grids of squares named by file and rank.
"""

from .gameofwar import GameOfWar
from .grid import Board, Item, svg_of_board
from .pacific import Pacific
from .pacru import Pacru
from .warpac import Warpac

# The first name that a variant's begins with decides.
_FAMILIES: tuple[tuple[str, type[Board]], ...] = (
    ("pacific", Pacific),
    ("pacru", Pacru),
    ("azacru", Pacru),
    ("shacru", Pacru),
    ("warpac", Warpac),
    ("gameofwar", GameOfWar),
)


def board_of(variant: str) -> Board | None:
    """The board of a variant, or None if there is no drawing of that game."""
    for prefix, board in _FAMILIES:
        if variant.startswith(prefix):
            return board()
    return None


def svg_of(variant: str, fen: str, highlights: tuple[str, ...] = ()) -> str:
    """A position as a whole SVG document; raises ValueError for a FEN that cannot be read."""
    board = board_of(variant)
    if board is None:
        raise ValueError(f"there is no drawing of '{variant}'")
    return svg_of_board(board, fen, highlights)


__all__ = ["Board", "Item", "board_of", "svg_of"]
