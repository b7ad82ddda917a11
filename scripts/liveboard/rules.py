"""Asks an engine about the rules of a game. This engine never searches."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.networks import QUERIES, network_text
from strategos_client import Answers, Engine, EngineConfig, EngineFault

from .game import Game, ends_of, turns_of
from .helper import Helper

_QUESTIONS = ("player", "result", "fen", "legalmoves", "ranking", "reason")
HASH_MIB = "1"
DROP = re.compile(r"[A-Z]@")


class Refused(Exception):
    """The engine refuses a position or a move; the text has the reason."""


@dataclass(frozen=True, slots=True)
class Look:
    """A position by the rules. `reason` says why the game is over. `views` and `records` are by
    player. `legal` has the actions that the player to move knows to be legal. `network` has the
    lines of communication in A Game of War, see `matches.networks`."""

    player: int
    result: str
    fen: str
    legal: tuple[str, ...]
    ranking: list[int]
    reason: str
    views: tuple[str, ...]
    records: tuple[str, ...]
    network: str

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.result != "none"

    @property
    def deploying(self) -> bool:
        """Whether the legal actions are drops, as `I@c5`."""
        return not self.over and deploys(self.fen)

    def turns(self) -> list[str]:
        """All turns, as tokens."""
        return turns_of(self.records)


class Rules:
    """Questions to the engine. Each one comes with the whole position, so a restarted engine can
    answer it."""

    def __init__(self, helper: Helper) -> None:
        self._helper = helper
        self.variants: tuple[str, ...] = ()

    @classmethod
    async def start(cls, helper: Helper) -> Rules:
        """Reads the variants; raises `EngineError`."""
        rules = cls(helper)

        async def variants(engine: Engine) -> tuple[str, ...]:
            return engine.options["UCI_Variant"].choices

        rules.variants = await helper.use({"Hash": HASH_MIB}, variants)
        return rules

    async def players(self, variant: str) -> int:
        """The number of players of a variant; raises `Refused` for an unknown one."""
        if variant not in self.variants:
            raise Refused(f"there is no variant '{variant}'")
        return int((await self._ask(variant, ["query players"])).responses[0][0])

    async def look(self, game: Game, steps: int | None = None) -> Look:
        """The position after a number of steps; raises `Refused`."""
        players = range(1, len(game.seats) + 1)
        questions = [f"query {question}" for question in _QUESTIONS]
        questions += [f"query view {player}" for player in players]
        questions += [f"query record {player}" for player in players]
        answers = await self._ask(game.variant, [f"position {game.position(steps)}", *questions])
        texts = [" ".join(words) for words in answers.responses]
        count = len(game.seats)
        player, records = int(texts[0]), tuple(texts[6 + count :])
        legal: Sequence[str] = answers.responses[3]
        if game.hides and legal:
            legal = await self._legal_by(game.variant, records[player - 1])
        return Look(
            player=player,
            result=texts[1],
            fen=texts[2],
            legal=tuple(legal),
            ranking=[int(word) for word in answers.responses[4] if word != "-"],
            reason=texts[5],
            views=tuple(texts[6 : 6 + count]),
            records=records,
            network=await self._network(game.variant, texts[2]),
        )

    async def _network(self, variant: str, fen: str) -> str:
        try:
            return network_text(await self._ask(variant, [f"position fen {fen}", *QUERIES]))
        except Refused:
            # Only one game has lines of communication.
            return ""

    async def _legal_by(self, variant: str, record: str) -> Sequence[str]:
        """The legal actions by a record, which may be a player's record."""
        commands = [f"position {record}", "query legalmoves"]
        return (await self._ask(variant, commands)).responses[0]

    async def choice(self, game: Game, steps: int, look: Look, token: str) -> str | None:
        """The token in the engine's form, if the player to move may choose it in the position
        `look` after these steps: a turn or a part of a turn, by his own knowledge. None for other
        tokens, and for reports."""
        token = in_usual_case(token)
        position = look.records[look.player - 1] if game.hides else game.position(steps)
        commands = [f"position {position}", f"query islegal {token}"]
        is_legal = (await self._ask(game.variant, commands)).responses[0] == ["true"]
        return token if is_legal else None

    async def ask_about(self, variant: str, position: str, question: str) -> str:
        """The answer to a query that only this game has; raises `Refused`."""
        commands = [f"position {position}", f"query {question}"]
        return " ".join((await self._ask(variant, commands)).responses[0])

    async def walk(self, game: Game) -> tuple[list[int], list[str]]:
        """The mover of each step, and the positions from the start to the end."""
        commands: list[str] = []
        for steps in range(len(game.steps) + 1):
            commands += [f"position {game.position(steps)}", "query player", "query fen"]
        responses = (await self._ask(game.variant, commands)).responses
        movers = [int(words[0]) for words in responses[0:-2:2]]
        return movers, [" ".join(words) for words in responses[1::2]]

    async def turn_by_turn(self, game: Game) -> list[str]:
        """The steps of a game divided into turns, if some of them go beyond a turn; raises
        `Refused`."""
        # Drops of one side may be in any order only if one token has them all.
        parts = [[step] if DROP.match(step) else step.split(",") for step in game.steps]
        single = replace(game, steps=[action for step in parts for action in step])
        ends = ends_of((await self.look(single)).turns(), single.steps)
        return [",".join(single.steps[a:b]) for a, b in zip([0, *ends], ends, strict=False)]

    async def _ask(self, variant: str, commands: Sequence[str]) -> Answers:
        for command in commands:
            # The engine takes some of them for line ends or blanks.
            if any(unicodedata.category(letter) == "Cc" for letter in command):
                raise Refused("a position and a move are one line, without control characters")

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
    """Whether a turn begins in a position, by the fields of its FEN."""
    fields = fen.split()
    if deploys(fen):
        return not _has_set_up(fields)
    # A Game of War: units that moved. Pacru: the pending action. Others have turns of one action.
    if len(fields) == 9:
        return fields[3] == "-"
    return len(fields) != 5 or not re.match(r"m|x\d", fields[2])


def deploys(fen: str) -> bool:
    """Whether the player to move deploys."""
    fields = fen.split()
    return (len(fields) == 9 and fields[6] != "-") or (len(fields) == 8 and fields[2] == "d")


def _has_set_up(fields: Sequence[str]) -> bool:
    """Whether the side to move has begun its deployment."""
    first = fields[1] == "w"
    pieces = "".join(filter(str.isalpha, fields[0]))
    submarines = fields[4].partition("/")[0 if first else 2] if len(fields) == 8 else ""
    return any(piece.isupper() == first for piece in pieces) or submarines not in ("", "-")


def in_usual_case(token: str) -> str:
    """A token in the engine's case: lower case, except for the piece of a drop."""
    parts = token.lower().split(",")
    return ",".join(part[:1].upper() + part[1:] if part[1:2] == "@" else part for part in parts)


def configured(command: Sequence[str], name: str) -> EngineConfig:
    """The configuration of an engine of the board."""
    return EngineConfig(name, tuple(command))
