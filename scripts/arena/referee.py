"""The referee: an engine that only knows the rules. It holds the game and never thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TextIO

from strategos_client import Answers, Engine, EngineConfig, EngineFault

from .books import parse_opening
from .plan import Information, Opening
from .record import BY_RULES

_GENFENS = "info string genfens "
_STATE = ("query result", "query player", "query fen")


@dataclass(frozen=True, slots=True)
class State:
    """What the referee says of a position. `result` is `none` while the game is on."""

    result: str
    player: int
    fen: str


class Referee:
    """Checks moves and results, and says what each player may know."""

    def __init__(self, engine: Engine, players: int) -> None:
        self.players = players
        self._engine = engine
        self._position = ""
        self._hidden = False

    @classmethod
    async def start(cls, config: EngineConfig, variant: str, log: TextIO | None) -> Referee:
        """Starts a process that plays `variant`; raises `EngineError`."""
        engine = await Engine.start(config, log)
        try:
            options = {"UCI_Variant": variant}
            # It never searches, so that the smallest table will do.
            hash_option = engine.options.get("Hash")
            if hash_option is not None and hash_option.minimum is not None:
                options["Hash"] = str(hash_option.minimum)
            await engine.set_options(options)
            return cls(engine, await engine.players())
        except BaseException:
            await engine.kill()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._engine.pid

    async def quit(self) -> None:
        """Ends the process."""
        await self._engine.quit()

    async def begin(self, opening: Opening, information: Information = "full") -> State:
        """Sets up an opening. With `auto` it is looked at whether a player knows less than all."""
        self._position = f"{opening.start} moves {' '.join(opening.moves)}".rstrip()
        answers = await self._engine.ask([f"position {self._position}", *_STATE])
        self._check(answers)
        state = self._state(answers.responses)
        self._hidden = information == "own"
        if information == "auto":
            self._hidden = opening.start == "deploy" or await self._hides(state)
        return state

    async def _hides(self, state: State) -> bool:
        """Whether any player's view differs from the position. An engine that has no views
        plays no hidden games."""
        views = [f"query view {player}" for player in range(1, self.players + 1)]
        answers = await self._engine.ask(views)
        if answers.errors:
            return False
        return any(" ".join(view) != state.fen for view in answers.responses)

    async def fens(self, opening: Opening) -> list[str]:
        """The positions before each move of an opening."""
        commands: list[str] = []
        for length in range(len(opening.moves)):
            moves = " ".join(opening.moves[:length])
            commands += [f"position {opening.start} moves {moves}".rstrip(), "query fen"]
        answers = await self._engine.ask(commands) if commands else Answers([], [])
        self._check(answers)
        return [" ".join(words) for words in answers.responses]

    async def play(self, move: str) -> State | None:
        """Makes a move; None if it is illegal."""
        moves_word = "" if " moves" in self._position else " moves"
        longer = f"{self._position}{moves_word} {move}"
        answers = await self._engine.ask([f"query islegal {move}", f"position {longer}", *_STATE])
        if answers.responses[0] != ["true"]:
            return None
        self._check(answers)
        self._position = longer
        return self._state(answers.responses[1:])

    async def position_for(self, player: int) -> str:
        """What to send this player: the whole game, or only what he may know."""
        if not self._hidden:
            return self._position
        return " ".join(await self._engine.query(f"record {player}"))

    async def reason(self) -> str:
        """Why a finished game is over, in its own words; `rules` if the engine does not say."""
        try:
            return await self._engine.reason()
        except EngineFault:
            return BY_RULES

    async def ranking(self) -> list[int]:
        """The place of each player in a finished game."""
        return await self._engine.ranking()

    async def legal_moves(self, opening: Opening) -> list[str]:
        """The legal actions after an opening; none when the game is over."""
        await self.begin(opening)
        return await self._engine.legal_moves()

    async def generated_openings(self, count: int, seed: int) -> list[Opening]:
        """Openings from `genfens`, FENs or EPD; fewer or none if the engine does not know it."""
        lines = await self._engine.output_of(
            f"genfens {count} seed {seed} book None", timeout=60.0 + count
        )
        return [
            parse_opening(line.removeprefix(_GENFENS))
            for line in lines
            if line.startswith(_GENFENS)
        ]

    def _check(self, answers: Answers) -> None:
        if answers.errors:
            raise EngineFault(f"{self._engine.name}: {answers.errors[0]}")

    def _state(self, responses: list[list[str]]) -> State:
        try:
            (result,), (player,), fen = responses
            return State(result, int(player), " ".join(fen))
        except ValueError:
            raise EngineFault(f"{self._engine.name}: bad result or player: {responses}") from None
