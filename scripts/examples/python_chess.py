#!/usr/bin/env python3
"""Drives the engine through python-chess's `chess.engine`, which does not know these games.

    pip install chess
    scripts/examples/python_chess.py target/release/strategos pacru

It works for all games of two players. `Game` replaces a board of python-chess: it has the start and
the moves as text. `open_engine` starts an engine that answers the questions such a board needs, and
raises an exception if the engine refuses something. Scores are for the side to move.
"""

from __future__ import annotations

import asyncio
import re
import sys
from dataclasses import dataclass, field
from typing import Any

try:
    import chess
    import chess.engine
except ImportError:
    sys.exit("python_chess.py needs the package chess: pip install chess")

# python-chess cuts a principal variation at the first word that does not look like a move of
# chess. Here every word is a move. python-chess looks the pattern up by this name for every line.
chess.engine.UCI_REGEX = re.compile(r"\S+")

ERROR = "info string error"
# python-chess makes the capital of a drop, as `K@e2`, small.
_DROP = re.compile(r"(^|,)([a-z])@")


class Refused(chess.engine.EngineError):
    """The engine has sent `info string error: ...`."""


@dataclass(frozen=True)
class Turn:
    """A move for python-chess: any object with `uci`."""

    token: str

    def uci(self) -> str:
        """The engine's token."""
        return self.token


@dataclass
class Game:
    """The parts of a board that `chess.engine` uses. `turn` decides on the clock and the sign of
    scores: after a push call `Engine.follow`."""

    uci_variant = ""  # read from the class: `game_class` makes one for each variant
    chess960 = False
    start: str = ""
    move_stack: list[Turn] = field(default_factory=list)
    turn: chess.Color = chess.WHITE

    def root(self) -> Game:
        """The position before the first move."""
        return type(self)(self.start)

    def fen(self, **_: Any) -> str:
        """The position before the first move, in the engine's form."""
        return self.start

    def copy(self, *, stack: bool = True) -> Game:
        """A copy of the game."""
        return type(self)(self.start, list(self.move_stack) if stack else [], self.turn)

    def parse_uci(self, token: str) -> Turn:
        """Accepts any token, because the engine sends only legal ones."""
        return Turn(_DROP.sub(lambda found: f"{found[1]}{found[2].upper()}@", token))

    def push_uci(self, token: str) -> Turn:
        """Plays a token."""
        turn = self.parse_uci(token)
        self.push(turn)
        return turn

    def pop(self) -> Turn:
        """Takes back the last move."""
        self.turn = not self.turn
        return self.move_stack.pop()

    def push(self, turn: Turn) -> None:
        """Plays a move."""
        self.move_stack.append(turn)
        self.turn = not self.turn


def game_class(variant: str) -> type[Game]:
    """The class of a variant's games."""
    return type("VariantGame", (Game,), {"uci_variant": variant})


class Query(chess.engine.BaseCommand[str]):
    """Sends lines that end with a query, and reads its response."""

    def __init__(self, engine: Engine, *lines: str) -> None:
        super().__init__(engine)
        self._lines = lines
        self._sent_to = engine

    def start(self) -> None:
        """Sends the lines."""
        for line in self._lines:
            self._sent_to.send_line(line)

    def line_received(self, line: str) -> None:
        """Waits for the response."""
        if line.split()[:1] == ["response"]:
            # A cancelled query gets a response too, which ends it.
            if not self.result.done():
                self.result.set_result(line.strip().removeprefix("response").strip())
            self.set_finished()


class Engine(chess.engine.UciProtocol):
    """A `UciProtocol` with errors and the engine's queries. It can ponder: with `ponder=True` the
    engine searches on, and `play` after the expected move continues that search. Any other command
    in between, also `follow`, ends it."""

    def __init__(self) -> None:
        super().__init__()
        self._errors: list[str] = []

    def line_received(self, line: str) -> None:
        """Reads each line before the command that waits for it. Errors during pondering are
        ignored: the expected move may be illegal for a reason that only the other player knows."""
        if line.strip().startswith(ERROR) and not getattr(self.command, "pondering", None):
            self._errors.append(line.strip().removeprefix("info string "))

    async def communicate(self, command_factory: Any) -> Any:
        """Ends a search that ponders, unless the command is a `play` that may continue it.

        python-chess compares the boards of two calls of `play`. Here both are the same board with
        the expected move on it. So it would take any command for such a `play`, and would wait
        after `ponderhit` for an engine that no longer ponders."""
        self.may_ponderhit = None
        return await super().communicate(command_factory)

    def _check(self) -> None:
        """Raises an exception if the engine reported an error since the last call. A reply after an
        error, as `bestmove (none)`, is no valid answer."""
        errors, self._errors = self._errors, []
        if errors:
            raise Refused("; ".join(errors))

    async def query(self, *lines: str) -> str:
        """The response to the last of these lines."""
        answer: str = await self.communicate(lambda _: Query(self, *lines))
        self._check()
        return answer

    async def new_game(self, variant: str) -> Any:
        """The start of a game of this variant."""
        chosen = f"setoption name UCI_Variant value {variant}"
        return game_class(variant)(await self.query(chosen, "query startpos"))

    async def follow(self, game: Any) -> bool:
        """Updates `turn`, because turns do not alternate in every game; False if the game is
        over."""
        moves = " ".join(turn.uci() for turn in game.move_stack)
        position = f"position fen {game.start} moves {moves}".rstrip()
        game.turn = await self.query(position, "query p1turn") == "true"
        return await self.query("query gameover") == "false"

    async def play(self, *arguments: Any, **named: Any) -> chess.engine.PlayResult:
        """As `UciProtocol.play`."""
        result = await super().play(*arguments, **named)
        self._check()
        return result

    async def analyse(self, *arguments: Any, **named: Any) -> Any:
        """As `UciProtocol.analyse`."""
        result = await super().analyse(*arguments, **named)
        self._check()
        return result


async def open_engine(*command: str) -> Engine:
    """Starts an engine."""
    _, engine = await Engine.popen(list(command))
    await engine.initialize()
    return engine


async def main(command: str, variant: str = "pacific-a") -> None:
    """Analyses the start, then lets the engine play against itself."""
    engine = await open_engine(command)
    game = await engine.new_game(variant)
    lines = await engine.analyse(game, chess.engine.Limit(depth=8), multipv=3)
    for line in lines:
        print(line["score"], " ".join(move.uci() for move in line["pv"]))
    while await engine.follow(game):
        result = await engine.play(game, chess.engine.Limit(nodes=2000))
        game.push(result.move)
    print(f"{len(game.move_stack)} turns: {' '.join(t.uci() for t in game.move_stack[:10])} ...")
    print(f"result: {await engine.query('query result')}")
    try:
        await engine.analyse(type(game)("no position"), chess.engine.Limit(depth=1))
    except Refused as error:
        print(f"what the engine refuses is an exception: {error}")
    await engine.quit()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
