"""Pacru, Azacru and Shacru for two to four players: markers as tiles, chevrons that face."""

from __future__ import annotations

import re
from functools import cache

from .grid import CELL, MARGIN, PLAYER_FILLS, PLAYER_STROKES, Board, Item

COLOURS = "wbrg"
NAMES = {"w": "White", "b": "Black", "r": "Red", "g": "Green"}
DEGREES_A_FACING = 45
_RANK = re.compile(r"[WBRG][0-7]\*?|[wbrg]|[1-9]")


class Pacru(Board):
    """All games of the family."""

    name = "pacru"
    files = 9
    ranks = 9

    def background(self) -> str:
        """Fields, with the nine borderlands framed."""
        frame = f'<rect width="{self.width}" height="{self.height}" fill="#ece5d3"/>'
        borders = []
        for index in range(4):
            at = MARGIN + 3 * CELL * index
            end = MARGIN + 9 * CELL
            borders.append(f"M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}")
        lines = f'<path d="{"".join(borders)}" stroke="#6b5d3e" stroke-width="3" fill="none"/>'
        return frame + self.cells("#d8ccab", "#dfd5ba") + lines + self.coordinates()

    def symbols(self) -> dict[str, str]:
        """`wm` is a marker, `wc` a chevron facing north."""
        found = {}
        arrow = "M0-15L14 11L0 4L-14 11Z"
        for seat, colour in enumerate(COLOURS):
            fill, stroke = PLAYER_FILLS[seat], PLAYER_STROKES[seat]
            found[f"{colour}m"] = (
                f'<rect x="-17" y="-17" width="34" height="34" rx="4" fill="{fill}" '
                f'stroke="{stroke}" stroke-opacity=".5"/>'
            )
            found[f"{colour}c"] = (
                f'<path d="{arrow}" fill="{fill}" stroke="{stroke}" stroke-width="4"/>'
                f'<path d="{arrow}" fill="{fill}" stroke="#fff" stroke-width="1.2"/>'
            )
        return found

    def items(self, fen: str) -> list[Item]:
        """Markers and the chevrons on them."""
        ranks = fen.split()[0].split("/")
        if len(ranks) != self.ranks:
            raise ValueError(f"9 ranks are expected, not {len(ranks)}")
        found: list[Item] = []
        for index, text in enumerate(ranks):
            file = 0
            for word in _RANK.findall(text):
                if word.isdigit():
                    file += int(word)
                    continue
                x, y = self.point(file, self.ranks - index)
                found += _field(word, x, y)
                file += 1
            if file != self.files:
                raise ValueError(f"rank {self.ranks - index} has {file} fields, not 9")
        return found

    def caption(self, fen: str) -> str:
        """Whose turn it is, the markers, and what is due within the turn."""
        board, side, state, halfmove, fullmove = (*fen.split(), "0", "1")[:5]
        markers = ", ".join(
            f"{NAMES[colour]} {board.count(colour) + _crowned(board, colour)}"
            for colour in COLOURS
            if colour in board.lower()
        )
        text = f"{NAMES[side]} to move, turn {fullmove}, markers: {markers}"
        if state == "m":
            text += "; a bonus marker is due"
        elif state.startswith("x"):
            text += f"; {state[1]} markers are still to be given up"
        elif state in NAMES:
            text += f"; last round, begun by {NAMES[state]}"
        return f"{text}; {halfmove} turns without change" if halfmove != "0" else text


def _crowned(board: str, colour: str) -> int:
    """Chevrons that stand on markers of their own."""
    return len(re.findall(rf"{colour.upper()}\d\*", board))


@cache
def _field(word: str, x: float, y: float) -> tuple[Item, ...]:
    colour = word[0].lower()
    if word[0].islower():
        return (Item(f"{colour}m", x, y, layer=0),)
    chevron = Item(f"{colour}c", x, y, DEGREES_A_FACING * int(word[1]))
    return (Item(f"{colour}m", x, y, layer=0), chevron) if word.endswith("*") else (chevron,)
