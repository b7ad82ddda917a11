"""Asks an engine, which never thinks here, what the rules say of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from strategos_client import Answers, Engine, EngineConfig, EngineFault

from .game import Game, turns_of
from .helper import Helper

_QUESTIONS = ("player", "result", "fen", "legalmoves", "ranking", "reason")
HASH_MIB = "1"
DROP = re.compile(r"[A-Z]@")


class Refused(Exception):
    """The engine does not take a position or a move; the text says why."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that the rules say of a position. `reason` says why it is over. `views` and `records` are
    by player."""

    player: int
    result: str
    fen: str
    legal: tuple[str, ...]
    ranking: list[int]
    reason: str
    views: tuple[str, ...]
    records: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.result != "none"

    @property
    def deploying(self) -> bool:
        """Whether what is legal is to set up a piece, as in `I@c5`."""
        return bool(self.legal) and DROP.match(self.legal[0]) is not None

    def turns(self) -> list[str]:
        """All turns, a token each."""
        return turns_of(self.records)


class Rules:
    """Every question is asked with the whole position, so that an engine that had to be started
    again knows as much as the one before."""

    def __init__(self, helper: Helper) -> None:
        self._helper = helper
        self.variants: tuple[str, ...] = ()

    @classmethod
    async def start(cls, helper: Helper) -> Rules:
        """Learns the variants; raises `EngineError`."""
        rules = cls(helper)

        async def variants(engine: Engine) -> tuple[str, ...]:
            return engine.options["UCI_Variant"].choices

        rules.variants = await helper.use({"Hash": HASH_MIB}, variants)
        return rules

    async def players(self, variant: str) -> int:
        """How many play a variant; raises `Refused` for an unknown one."""
        if variant not in self.variants:
            raise Refused(f"there is no variant '{variant}'")
        return int((await self._ask(variant, ["query players"])).responses[0][0])

    async def look(self, game: Game, steps: int | None = None) -> Look:
        """The position after so many steps; raises `Refused`."""
        players = range(1, len(game.seats) + 1)
        questions = [f"query {question}" for question in _QUESTIONS]
        questions += [f"query view {player}" for player in players]
        questions += [f"query record {player}" for player in players]
        answers = await self._ask(game.variant, [f"position {game.position(steps)}", *questions])
        texts = [" ".join(words) for words in answers.responses]
        count = len(game.seats)
        return Look(
            player=int(texts[0]),
            result=texts[1],
            fen=texts[2],
            legal=tuple(answers.responses[3]),
            ranking=[int(word) for word in answers.responses[4] if word != "-"],
            reason=texts[5],
            views=tuple(texts[6 : 6 + count]),
            records=tuple(texts[6 + count :]),
        )

    async def is_legal(self, game: Game, steps: int, token: str) -> bool:
        """Whether a token can be played there."""
        commands = [f"position {game.position(steps)}", f"query islegal {token}"]
        return (await self._ask(game.variant, commands)).responses[0] == ["true"]

    async def ask_about(self, game: Game, steps: int, question: str) -> str:
        """The answer to a question of the game's own; raises `Refused`."""
        commands = [f"position {game.position(steps)}", f"query {question}"]
        return " ".join((await self._ask(game.variant, commands)).responses[0])

    async def walk(self, game: Game) -> tuple[list[int], list[str]]:
        """Who was to move before each step, and the positions from the start to the end."""
        commands: list[str] = []
        for steps in range(len(game.steps) + 1):
            commands += [f"position {game.position(steps)}", "query player", "query fen"]
        responses = (await self._ask(game.variant, commands)).responses
        movers = [int(words[0]) for words in responses[0:-2:2]]
        return movers, [" ".join(words) for words in responses[1::2]]

    async def _ask(self, variant: str, commands: Sequence[str]) -> Answers:
        for command in commands:
            if "\n" in command or "\r" in command:
                raise Refused("a position and a move are one line")

        async def ask(engine: Engine) -> Answers:
            return await engine.ask(commands)

        options = {"Hash": HASH_MIB, "UCI_Variant": variant}
        try:
            answers = await self._helper.use(options, ask)
        except EngineFault as fault:
            raise Refused(str(fault)) from None
        if answers.errors:
            raise Refused(answers.errors[0].removeprefix("info string error: "))
        return answers

    async def close(self) -> None:
        """Ends the process."""
        await self._helper.close()


def begins_turn(fen: str) -> bool:
    """Whether a turn begins in a position: nothing is pending in its FEN."""
    fields = fen.split()
    # A Game of War: units that moved, and the deployment. Pacru: what is due. All others have turns
    # of one action.
    if len(fields) == 9:
        return fields[3] == "-" and fields[6] == "-"
    return len(fields) != 5 or not re.match(r"m|x\d", fields[2])


def configured(command: Sequence[str], name: str) -> EngineConfig:
    """An engine of the board."""
    return EngineConfig(name, tuple(command))
