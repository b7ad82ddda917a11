"""The referee: an engine that is asked for the rules and never searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from strategos_client import Answers, Engine, EngineConfig, EngineFault

from . import points
from .opening_files import parse_opening
from .plan import Information, Opening
from .records.game_record import BY_RULES

_GENFENS = "info string genfens "
_ERROR = "info string error: "
# No turn has more actions; A Game of War has five and a retreat.
_LONGEST_TURN = 8
_STATE = ("query result", "query player", "query fen")


async def rules_of(engine: Engine) -> str:
    """The hash of the rules of the present variant, if it is one of a file. Two engines may give
    one name to different rules."""
    if "VariantPath" not in engine.options:
        return ""
    (word,) = await engine.query("rules") or ["none"]
    return "" if word == "none" else word


@dataclass(frozen=True, slots=True)
class State:
    """A position, as the referee describes it. `result` is `none` while the game goes on. `joined`:
    the last move continues the turn of the move before it."""

    result: str
    player: int
    fen: str
    joined: bool = False


class Referee:
    """Checks moves and results, and gives each player his view. It keeps the game as one token for
    each turn, also if a player makes a turn action by action."""

    def __init__(self, engine: Engine, players: int, rules: str = "") -> None:
        self.players = players
        # The hash of the rules of a variant of a file.
        self.rules = rules
        self._engine = engine
        self._start = ""
        self._moves: list[str] = []
        self._player = 0
        self._last_mover = 0
        self._hidden = False
        self._is_strict: bool | None = None

    @classmethod
    async def start(cls, config: EngineConfig, variant: str, log: TextIO | None) -> Referee:
        """Starts a process that plays `variant`; raises `EngineError`."""
        engine = await Engine.start(config, log)
        try:
            options = {"UCI_Variant": variant}
            # It never searches, so the smallest table is enough.
            hash_option = engine.options.get("Hash")
            if hash_option is not None and hash_option.minimum is not None:
                options["Hash"] = str(hash_option.minimum)
            await engine.set_options(options)
            return cls(engine, await engine.players(), await rules_of(engine))
        except BaseException:
            await engine.kill()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._engine.pid

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that the engine declares."""
        option = self._engine.options.get("UCI_Variant")
        return () if option is None else option.choices

    @property
    def turn(self) -> str:
        """The token of the last turn, as far as it was made."""
        return self._moves[-1] if self._moves else ""

    async def quit(self) -> None:
        """Ends the process."""
        await self._engine.quit()

    async def begin(self, opening: Opening, information: Information = "full") -> State:
        """Sets up an opening. With `auto` players get views if the game hides something."""
        self._start, self._moves, self._last_mover = opening.start, list(opening.moves), 0
        answers = await self._engine.ask([f"position {self._position()}", *_STATE])
        self._check(answers)
        state = self._state(answers.responses)
        self._player = state.player
        self._hidden = information == "own"
        if information == "auto":
            self._hidden = opening.start == "deploy" or await self._hides(state)
        return state

    def _position(self, more: Sequence[str] = (), without: int = 0) -> str:
        """The arguments of `position` for the game with more moves, or with fewer."""
        moves = [*self._moves[: len(self._moves) - without], *more]
        return f"{self._start} moves {' '.join(moves)}" if moves else self._start

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
        """Makes a move; None if it is illegal or goes beyond the mover's turn. If it continues a
        turn, `turn` becomes the token of both parts."""
        if "," in move and not await self._is_one_turn(move):
            return None
        joined = await self._joined(move)
        longer = self._position([joined], 1) if joined else self._position([move])
        commands = [f"position {self._position()}", f"query islegal {move}"]
        answers = await self._engine.ask([*commands, f"position {longer}", *_STATE])
        if answers.responses[0] != ["true"]:
            return None
        self._check(answers)
        state = replace(self._state(answers.responses[1:]), joined=bool(joined))
        self._moves[len(self._moves) - bool(joined) :] = [joined or move]
        self._last_mover, self._player = self._player, state.player
        return state

    async def _is_one_turn(self, move: str) -> bool:
        """Whether a token of several actions is one turn: only the last one may end the turn or the
        game. If the referee does not accept the first actions alone, its verdict counts."""
        here = f"position {self._position()}"
        answers = await self._engine.ask([here, f"query islegal {move}"])
        if answers.responses != [["true"]]:
            return False
        actions = move.split(",")
        commands: list[str] = []
        for count in range(1, len(actions)):
            position = self._position([",".join(actions[:count])])
            commands += [f"position {position}", "query player", "query result"]
        answers = await self._engine.ask(commands)
        return answers.responses == [[str(self._player)], ["none"]] * (len(actions) - 1)

    async def _joined(self, move: str) -> str:
        """The token of the last turn with this move, if both are one turn."""
        if self._last_mover != self._player or not await self._tells_turns_apart():
            return ""
        joined = f"{self.turn},{move}"
        before = f"position {self._position(without=1)}"
        answers = await self._engine.ask([before, f"query islegal {joined}"])
        return joined if answers.responses[-1] == ["true"] else ""

    async def _tells_turns_apart(self) -> bool:
        """Whether the engine refuses tokens of two turns. Otherwise it cannot say whether two moves
        of a player are one turn."""
        if self._is_strict is None:
            self._is_strict = await self._refuses_two_turns()
        return self._is_strict

    async def _refuses_two_turns(self) -> bool:
        moves: list[str] = []
        mover: list[str] = []
        for _ in range(_LONGEST_TURN):
            position = " ".join(["startpos", "moves", *moves])
            answers = await self._engine.ask(
                [f"position {position}", "query player", "query legalmoves"]
            )
            player, legal = answers.responses
            if not legal:
                return False
            if moves and player != mover:
                joined = ",".join([*moves, legal[0]])
                answers = await self._engine.ask(["position startpos", f"query islegal {joined}"])
                return answers.responses[0] == ["false"]
            mover = player
            moves.append(legal[0])
        return False

    async def position_for(self, player: int) -> str:
        """The position for this player: the whole game, or his view."""
        if not self._hidden:
            return self._position()
        return " ".join(await self._engine.query(f"record {player}"))

    async def reason(self) -> str:
        """Why a finished game ended, in the engine's words; `rules` if it does not say."""
        try:
            return await self._engine.reason()
        except EngineFault:
            return BY_RULES

    async def ranking(self) -> list[int]:
        """The place of each player in a finished game."""
        return await self._engine.ranking()

    async def points(self) -> list[int]:
        """The points of each player here; none in a game without points."""
        answers = await self._engine.ask([f"query {points.QUESTION}"])
        return [] if answers.errors else [int(word) for word in answers.responses[0]]

    async def use_tables(self, folders: str) -> None:
        """Lets the engine read endgame tables; raises `EngineError` if it has no such option."""
        await self._engine.set_options({"TablePath": folders})

    async def exact_result(self) -> str:
        """The result that endgame tables give the present position, as `query result` writes it;
        empty if they do not know it."""
        answers = await self._engine.ask(["query table"])
        word = answers.responses[0][0] if not answers.errors else ""
        winner = {"win": self._player, "loss": 3 - self._player}.get(word)
        if winner is not None:
            return f"p{winner}win"
        return "draw" if word == "draw" else ""

    async def legal_moves(self, opening: Opening) -> list[str]:
        """The legal actions after an opening; none when the game is over."""
        await self.begin(opening)
        return await self._engine.legal_moves()

    async def generated_openings(self, count: int, seed: int) -> list[Opening]:
        """Openings from `genfens`, as FEN or EPD; none if the engine does not answer. An error of
        the engine is an `EngineFault`."""
        lines = await self._engine.output_of(
            f"genfens {count} seed {seed} book None", timeout=60.0 + count
        )
        for line in lines:
            if line.startswith(_ERROR):
                raise EngineFault(f"{self._engine.name}: {line.removeprefix(_ERROR)}")
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
