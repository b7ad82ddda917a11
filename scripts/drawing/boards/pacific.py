"""Pacific: 32 points on diagonals; carriers, planes with their carriers' numbers, Kamikazes."""

from __future__ import annotations

import re

from .grid import PLAYER_FILLS, PLAYER_STROKES, Board, Item, label

POINTS_A_ROW = 4
_ROW = re.compile(r"[CPcp]\d|[Kk]|[1-4]")


class Pacific(Board):
    """Both types of the game."""

    name = "pacific"

    def background(self) -> str:
        """The sea, the diagonals and the points."""
        lines, points = [], []
        for rank in range(1, 9):
            for file in range((rank + 1) % 2, 8, 2):
                x, y = self.point(file, rank)
                points.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="#5c7f99"/>')
                for step in (-1, 1):
                    if rank < 8 and 0 <= file + step < 8:
                        x2, y2 = self.point(file + step, rank + 1)
                        lines.append(f"M{x:g} {y:g}L{x2:g} {y2:g}")
        sea = f'<rect width="{self.width}" height="{self.height}" fill="#d6e6f0"/>'
        grid = f'<path d="{"".join(lines)}" stroke="#8fb0c6" stroke-width="2"/>'
        return sea + grid + "".join(points) + self.coordinates()

    def symbols(self) -> dict[str, str]:
        """`wC1`, `bP4`, `wK` and the like."""
        found = {}
        for side, letter in enumerate("wb"):
            style = f'fill="{PLAYER_FILLS[side]}" stroke="{PLAYER_STROKES[side]}" stroke-width="2"'
            ink = PLAYER_STROKES[0] if side == 0 else PLAYER_FILLS[0]
            # A plane points to where it flies; its number stays upright.
            nose = -1 if side == 0 else 1
            for number in "1234":
                found[f"{letter}C{number}"] = (
                    f'<rect x="-18" y="-11" width="36" height="22" rx="9" {style}/>'
                    + label(number, 16, ink)
                )
                plane = f"M0 {nose * 17}L15 {-nose * 12}L0 {-nose * 6}L-15 {-nose * 12}Z"
                found[f"{letter}P{number}"] = f'<path d="{plane}" {style}/>' + label(
                    number, 12, ink
                )
            star = "M0-17L5-5L17 0L5 5L0 17L-5 5L-17 0L-5-5Z"
            found[f"{letter}K"] = f'<path d="{star}" {style}/>' + label("K", 10, ink)
        return found

    def items(self, fen: str) -> list[Item]:
        """The pieces."""
        rows = fen.split()[0].split("/")
        if len(rows) != self.ranks:
            raise ValueError(f"8 rows are expected, not {len(rows)}")
        found = []
        for index, row in enumerate(rows):
            rank = self.ranks - index
            file = (rank + 1) % 2
            for piece in _ROW.findall(row):
                if piece.isdigit():
                    file += 2 * int(piece)
                    continue
                x, y = self.point(file, rank)
                side = "w" if piece[0].isupper() else "b"
                found.append(Item(side + piece.upper(), x, y))
                file += 2
            if file != (rank + 1) % 2 + 2 * POINTS_A_ROW:
                raise ValueError(f"row {rank} has not four points: {row}")
        return found

    def caption(self, fen: str) -> str:
        """Whose move it is, and the counter of moves without change."""
        _, side, halfmove, fullmove = (*fen.split(), "0", "1")[:4]
        colour = "White" if side == "w" else "Black"
        return f"{colour} to move, move {fullmove}, {halfmove} plies without change"
