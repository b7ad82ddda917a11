"""A Game of War: 25 x 20 squares with mountains, passes, fortresses and arsenals, and the units."""

from __future__ import annotations

from .grid import CELL, MARGIN, PLAYER_FILLS, PLAYER_STROKES, Board, Item, label, placed, rectangle

MOUNTAINS = (
    "m18", "l18", "k18", "j18", "j17", "j16", "j14", "j13", "j12",
    "k7", "l7", "m7", "n7", "o7", "p7", "p5", "p4", "p3",
)  # fmt: skip
PASSES = ("j15", "p6")
FORTRESSES = ("h19", "m12", "u13", "c8", "o9", "w6")
# The owner of each arsenal: 0 South, 1 North.
ARSENALS = {"c1": 0, "w1": 0, "h17": 1, "o19": 1}
UNITS = {
    "I": "infantry", "C": "cavalry", "K": "cannon", "W": "swift cannon", "R": "relay",
    "X": "swift relay",
}  # fmt: skip
SIDES = {"w": "South", "b": "North"}


class GameOfWar(Board):
    """The one variant."""

    name = "gameofwar"
    files = 25
    ranks = 20

    def background(self) -> str:
        """The land with its terrain, the border in the middle, the places of the arsenals."""
        land = f'<rect width="{self.width}" height="{self.height}" fill="#f1eee2"/>'
        parts = [land, self.cells("#dfe3cc", "#e6e9d6")]
        for name in MOUNTAINS:
            x, y = self.centre(name)
            parts.append(rectangle(x, y, "#8d7f6d"))
            parts.append(f'<path d="M{x - 15:g} {y + 13:g}l15-27l15 27z" fill="#6b5e4f"/>')
        for name in PASSES:
            parts.append(rectangle(*self.centre(name), "#c9b48f"))
        for name in FORTRESSES:
            x, y = self.centre(name)
            parts.append(rectangle(x, y, "#b9b3a7"))
            parts.append(rectangle(x, y, '#dcd8cd" stroke="#6a665e" stroke-width="2', CELL - 10))
        _, middle = self.point(0, 10)
        middle -= CELL / 2
        end = MARGIN + self.files * CELL
        parts.append(f'<path d="M{MARGIN} {middle:g}H{end}" stroke="#a33" stroke-dasharray="6 4"/>')
        return "".join(parts) + self.coordinates()

    def symbols(self) -> dict[str, str]:
        """`wI` .. `bX`, the arsenals `wA` and `bA`, and marks for units."""
        found = {}
        for side, letter in enumerate("wb"):
            fill, stroke = PLAYER_FILLS[side], PLAYER_STROKES[side]
            ink = PLAYER_STROKES[0] if side == 0 else PLAYER_FILLS[0]
            style = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
            found[f"{letter}A"] = (
                f'<rect x="-19" y="-19" width="38" height="38" {style}/>'
                f'<path d="M-19-19L19 19M19-19L-19 19" stroke="{stroke}"/>'
            )
            for unit in UNITS:
                shape = '<circle r="14" ' if unit in "RX" else '<rect x="-15" y="-13" width="30" '
                rest = f"{style}/>" if unit in "RX" else f'height="26" rx="3" {style}/>'
                found[letter + unit] = shape + rest + label(unit, 16, ink)
        found["moved"] = '<path d="M6-15h9v9z" fill="#e0a100"/>'
        found["retreat"] = '<circle r="18" fill="none" stroke="#d00" stroke-width="3"/>'
        return found

    def items(self, fen: str) -> list[Item]:
        """Intact arsenals, units, and the marks of the turn."""
        fields = fen.split()
        if len(fields) < 5:
            raise ValueError("nine fields are expected")
        found = []
        for name in _list(fields[2]):
            if name not in ARSENALS:
                raise ValueError(f"there is no arsenal on {name}")
            found.append(Item("wb"[ARSENALS[name]] + "A", *self.centre(name), layer=0))
        for letter, file, rank in placed(fields[0], self.files, self.ranks):
            if letter.upper() not in UNITS:
                raise ValueError(f"there is no unit '{letter}'")
            side = "w" if letter.isupper() else "b"
            found.append(Item(side + letter.upper(), *self.point(file, rank)))
        found += [Item("moved", *self.centre(name), layer=2) for name in _list(fields[3])]
        found += [Item("retreat", *self.centre(name), layer=2) for name in _list(fields[4])]
        return found

    def caption(self, fen: str) -> str:
        """Whose turn it is, moves made, retreat and deployment."""
        fields = fen.split()
        text = f"{SIDES.get(fields[1], fields[1])} to move"
        if len(fields) < 9:
            return text
        text += f", turn {fields[8]}, {len(_list(fields[3]))} units moved"
        if fields[4] != "-":
            text += f", retreat {fields[4]}"
        if fields[5] != "-":
            text += ", an arsenal was destroyed in this turn"
        if fields[6] != "-":
            text += f", to be deployed {fields[6]}"
        return f"{text}, {fields[7]} turns without destruction"


def _list(field: str) -> list[str]:
    return [] if field == "-" else field.split(",")
