#!/usr/bin/env python3
"""Drives the engine through python-chess's `chess.engine`, which knows nothing of these games.

    pip install chess
    scripts/examples/python_chess.py target/release/strategos pacru

`Game` stands in for a board of python-chess: it holds the start and the moves as text, and its two
sides move in turn, as glued turns make them do. A score is from the side to move.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from typing import Any

import chess
import chess.engine

STARTS = {
    "pacific-a": "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1",
    "pacru": "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "azacru": "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "shacru": "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
    "gameofwar": "25/25/25/25/25/6cxii15/5wci11irc3/12ii5ikc3/12ii11/25/25/13II5IIWC1/"
    "2IIK10I5I1C1/2CC21/2X12I1R7/25/25/25/25/25 w c1,w1,h17,o19 - - - - 0 1",
    "warpac": "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/"
    "R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 - - 0 1",
}


@dataclass(frozen=True)
class Turn:
    """A move as python-chess hands it on: any object with `uci`."""

    token: str

    def uci(self) -> str:
        """The engine's token."""
        return self.token


@dataclass
class Game:
    """What `chess.engine` asks of a board."""

    uci_variant = ""  # read from the class: `game_class` makes one for each variant
    chess960 = False
    start: str = ""
    move_stack: list[Turn] = field(default_factory=list)
    turn: chess.Color = chess.WHITE

    def root(self) -> Game:
        """The position before the first move."""
        return type(self)(self.start)

    def fen(self, **_: Any) -> str:
        """The position before the first move, as the engine writes it."""
        return self.start

    def copy(self, *, stack: bool = True) -> Game:
        """A game that can be changed without changing this one."""
        return type(self)(self.start, list(self.move_stack) if stack else [], self.turn)

    def parse_uci(self, token: str) -> Turn:
        """Takes any token: the engine gives only legal ones."""
        return Turn(token)

    def push_uci(self, token: str) -> Turn:
        """Plays a token."""
        turn = Turn(token)
        self.push(turn)
        return turn

    def pop(self) -> Turn:
        """Takes the last move back."""
        self.turn = not self.turn
        return self.move_stack.pop()

    def push(self, turn: Turn) -> None:
        """Plays a move."""
        self.move_stack.append(turn)
        self.turn = not self.turn


def game_class(variant: str) -> type[Game]:
    """The class of a variant's games."""
    return type("VariantGame", (Game,), {"uci_variant": variant})


async def main(command: str, variant: str = "pacific-a") -> None:
    """Analyses the start, then lets the engine play against itself."""
    _, engine = await chess.engine.popen_uci(command)
    game: Any = game_class(variant)(STARTS[variant])
    lines: Any = await engine.analyse(game, chess.engine.Limit(depth=8), multipv=3)
    for line in lines:
        print(line["score"], " ".join(move.uci() for move in line["pv"]))
    while True:
        result = await engine.play(game, chess.engine.Limit(nodes=2000))
        if result.move is None:
            break
        game.push(result.move)
    print(f"{len(game.move_stack)} turns: {' '.join(t.uci() for t in game.move_stack[:10])} ...")
    await engine.quit()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
