"""War-in-the-Pacific Chess: 16 x 16 squares; ships, squadrons tied to their carriers, and
submarines on charts of their own, drawn small in a corner of the square."""

from __future__ import annotations

import re

from .grid import CELL, PLAYER_FILLS, PLAYER_STROKES, Board, Item, label, placed

# The piece's letter in the FEN and the sign on its counter.
SHIPS = {"N": "♞", "B": "♝", "R": "♜", "Q": "✈", "K": "C"}
PHASES = {"d": "deployment", "s": "surface turn", "u": "underwater turn"}
_WING = re.compile(r"([a-p]\d+)([>^])([a-p]\d+)(n?)")


class Warpac(Board):
    """All variants."""

    name = "warpac"
    files = 16
    ranks = 16

    def background(self) -> str:
        """Sea of two shades, the waters of the two sides parted by a line."""
        sea = f'<rect width="{self.width}" height="{self.height}" fill="#dfeaf1"/>'
        x, y = self.point(0, 8)
        middle, end = y - CELL / 2, x - CELL / 2 + 16 * CELL
        line = f'<path d="M{x - CELL / 2:g} {middle:g}H{end:g}" stroke="#34607d" stroke-width="3"/>'
        return sea + self.cells("#b7d0e0", "#c9dde9") + line + self.coordinates()

    def symbols(self) -> dict[str, str]:
        """`wN`, `bQ`, submarines `wS`, and the mark `docked` of a squadron aboard."""
        found = {}
        for side, letter in enumerate("wb"):
            fill, stroke = PLAYER_FILLS[side], PLAYER_STROKES[side]
            ink = PLAYER_STROKES[0] if side == 0 else PLAYER_FILLS[0]
            style = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
            for ship, sign in SHIPS.items():
                shape = '<circle r="15" ' if ship == "Q" else '<rect x="-17" y="-12" width="34" '
                rest = f"{style}/>" if ship == "Q" else f'height="24" rx="8" {style}/>'
                found[letter + ship] = shape + rest + label(sign, 18, ink)
            found[f"{letter}S"] = (
                f'<ellipse cx="10" cy="13" rx="9" ry="5" {style} fill-opacity=".85"/>'
            )
        found["docked"] = '<circle cx="12" cy="-12" r="4" fill="#e0a100" stroke="#7a5800"/>'
        found["spent"] = '<circle cx="-12" cy="-12" r="3" fill="#888"/>'
        return found

    def items(self, fen: str) -> list[Item]:
        """Ships, marks of wings, and the submarines that the FEN shows."""
        fields = fen.split()
        if len(fields) < 5:
            raise ValueError("eight fields are expected")
        found = []
        board = fields[0]
        for letter, file, rank in _placed(board):
            side = "w" if letter.isupper() else "b"
            found.append(Item(side + letter.upper(), *self.point(file, rank)))
        for square, kind, _, spent in _WING.findall(fields[3]):
            if kind == ">":
                found.append(Item("docked", *self.centre(square), layer=2))
            if spent:
                found.append(Item("spent", *self.centre(square), layer=2))
        for side, squares in zip("wb", fields[4].split("/"), strict=False):
            if not squares.startswith(("?", "-")):
                found += [
                    Item(f"{side}S", *self.centre(name), layer=2) for name in squares.split(",")
                ]
        return found

    def caption(self, fen: str) -> str:
        """Side, phase, and submarines whose places are not known."""
        _, side, phase, _, subs, points, halfmove, fullmove = (*fen.split(), "-", "0", "1")[:8]
        text = f"{'White' if side == 'w' else 'Black'}, {PHASES.get(phase, phase)}"
        text += f", round {fullmove}, {halfmove} turns without loss"
        for colour, squares in zip(("White", "Black"), subs.split("/"), strict=False):
            if squares.startswith("?"):
                text += f"; {colour} has {squares[1:]} submarines at unknown places"
        return f"{text}; points left {points}" if points != "-" else text


def _placed(board: str) -> list[tuple[str, int, int]]:
    found = list(placed(board, 16, 16))
    for letter, _, _ in found:
        if letter.upper() not in SHIPS:
            raise ValueError(f"there is no piece '{letter}'")
    return found
