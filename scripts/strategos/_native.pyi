"""The engine's module, in Rust: `scripts/python`. `Engine` and `Search` are the inside of those in
`engine.py`."""

import os
from collections.abc import Sequence
from typing import Any, Self, final

class StrategosError(ValueError):
    """What cannot be done, in the engine's words. Nothing has changed."""

class Game:
    """A game of any variant, from its start to the present position.

    `position` is what follows the command `position` of the text protocol: `startpos`, `deploy`,
    `fen F`, perhaps `moves a b c` behind it, or the record of one player, `view N ...`. Raises
    `StrategosError` for an unknown variant, a bad FEN or an illegal move.

    A *token* is one action, or several actions of one turn joined by commas. Players are numbered
    from 1. A game can be copied and pickled.
    """

    def __new__(cls, variant: str = "pacific-a", position: str = "startpos") -> Self: ...
    @staticmethod
    def from_fen(variant: str, fen: str) -> Game:
        """The game that begins with this FEN. Raises `StrategosError`, which names the bad
        field."""

    @property
    def variant(self) -> str:
        """The name of the variant."""

    @property
    def players(self) -> int:
        """The number of players, 2 to 4."""

    @property
    def player(self) -> int:
        """The player whose action is next, from 1."""

    @property
    def is_turn_start(self) -> bool:
        """Whether a turn begins here. If not, the player is in the middle of one."""

    @property
    def is_deploying(self) -> bool:
        """Whether the player to move sets up his pieces before the game proper."""

    @property
    def moves(self) -> list[str]:
        """The moves since the start, one token for each turn."""

    @property
    def position(self) -> str:
        """Start and moves, as the argument `position` takes them."""

    def set_position(self, position: str) -> None:
        """Goes to another position. Raises `StrategosError`."""

    def legal_moves(self) -> list[str]:
        """The tokens of all legal actions, sorted; none when the game is over."""

    def is_legal(self, token: str) -> bool:
        """Whether a token, of one or more actions of one turn, can be played."""

    def play(self, token: str) -> None:
        """Plays a token that a player has chosen. Raises `StrategosError` if it is illegal."""

    def follow(self, *tokens: str) -> None:
        """Plays tokens of a record, which may have reports of attacks and `?` for hidden moves.
        Raises `StrategosError`; then none is played."""

    def undo(self) -> None:
        """Takes back the last action; in the view of one player, the last token. Raises
        `StrategosError` if there is none."""

    def copy(self) -> Game:
        """A copy that goes its own way. It has the history, which repetitions need."""

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def is_game_over(self) -> bool:
        """Whether the game is over, by the rules or by repetition."""

    def result(self) -> str:
        """`none`, `draw` or `p1win` .. `p4win`."""

    def winner(self) -> int | None:
        """The player who has won, from 1; None for a draw, and while the game goes on."""

    def reason(self) -> str:
        """Why the game is over, in a few words; `none` while it goes on."""

    def ranking(self) -> list[int]:
        """The place of each player, from 1; equal places are shared. Empty while the game goes
        on."""

    def fen(self) -> str:
        """The position. In a view only what the viewer knows."""

    def key(self) -> int:
        """Zobrist key of the position, 64 bits."""

    def view(self, player: int) -> str:
        """The FEN as a player (from 1) knows it. Raises `StrategosError` if there is no such
        player, or only another player's view is known."""

    def record(self, player: int) -> str:
        """The part of the record that a player (from 1) may know: a position for another `Game`.
        Raises `StrategosError`, as `view`."""

    def diagram(self, *, unicode: bool = False) -> str:
        """The board as text, in ASCII or with arrows and lines. `str(game)` is it in ASCII."""

    def query(self, name: str, *words: str) -> str:
        """The answer to a query that only this game has, such as `material`: see protocol.md.
        Raises `StrategosError`."""

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` actions. Releases the interpreter's lock; Ctrl-C ends
        it. Raises `StrategosError` if something is hidden."""

class Environment:
    """A game of any variant in numbers, for programs that learn. It knows the whole game, and tells
    each player what he may know. `variant` and `position` are those of `Game`, without views.

    An action is a number from 0 to `action_count - 1`. It means the same in every position. It is
    an action of the game, such as a move, a drop or a marker; an attack of Pacific is made jump by
    jump. `steps` are the jumps of an attack under way. Players are numbered from 1. Raises
    `StrategosError`.

    >>> from strategos import Environment
    >>> game = Environment("shacru4")
    >>> while not game.is_game_over():
    ...     game.step(game.legal_actions()[0])
    >>> abs(sum(game.returns())) < 1e-9, len(game.ranking()), game.legal_actions()
    (True, 4, [])

    It can be copied and pickled.
    """

    def __new__(
        cls, variant: str = "pacific-a", position: str = "startpos", steps: Sequence[int] = ()
    ) -> Self: ...
    @property
    def variant(self) -> str:
        """The name of the variant."""

    @property
    def players(self) -> int:
        """The number of players, 2 to 4."""

    @property
    def player(self) -> int:
        """The player whose action is next, from 1."""

    @property
    def action_count(self) -> int:
        """How many numbers of actions the variant has."""

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, ranks and files of an observation."""

    @property
    def plane_names(self) -> list[str]:
        """What each plane of an observation holds."""

    @property
    def position(self) -> str:
        """Start and moves, as `Game` takes them, without the jumps in `steps`."""

    @property
    def steps(self) -> list[int]:
        """The jumps of an attack under way."""

    def legal_actions(self) -> list[int]:
        """All legal actions, ascending; none when the game is over."""

    def legal_mask(self) -> bytes:
        """A byte for each number: 1 if the action is legal, else 0.
        `numpy.frombuffer(mask, bool)` is it as an array."""

    def observation(self, player: int | None = None) -> bytes:
        """What a player, or the player to move, knows: planes of a byte for each square, from rank
        1 and file a. `numpy.frombuffer(it, numpy.uint8).reshape(game.observation_shape)` is it as
        an array. Squares have 1, but for planes whose names say more. It has no history. Raises
        `StrategosError` if there is no such player."""

    def step(self, action: int) -> None:
        """Makes an action. Raises `StrategosError` if it is illegal; OverflowError for a number
        below 0."""

    def action_token(self, action: int) -> str:
        """The token of a legal action, or of a jump. Raises `StrategosError`."""

    def action_id(self, token: str) -> int:
        """The number of the legal action, or jump, with this token. Raises `StrategosError`."""

    def is_game_over(self) -> bool:
        """Whether the game is over, by the rules or by repetition."""

    def result(self) -> str:
        """`none`, `draw` or `p1win` .. `p4win`."""

    def winner(self) -> int | None:
        """The player who has won, from 1; None for a draw, and while the game goes on."""

    def ranking(self) -> list[int]:
        """The place of each player, from 1. Empty while the game goes on."""

    def returns(self) -> list[float]:
        """What each player gets: 1 for the first place, -1 for the last, evenly spaced between;
        equal places share the average. The sum is 0. Zeros while the game goes on."""

    def game(self) -> Game:
        """The game with its record, for engines, views and diagrams."""

    def belief(self, player: int | None = None) -> Belief:
        """What a player, or the player to move, believes. Raises `StrategosError` if there is no
        such player."""

    def roll_out(self, seed: int, longest: int = 1_000_000) -> None:
        """Makes random actions until the game is over, at most `longest`."""

    def copy(self) -> Environment:
        """A copy that goes its own way, with the history."""

    def __copy__(self) -> Environment: ...
    def __deepcopy__(self, memo: Any) -> Environment: ...

@final
class Belief:
    """What a player believes about the state of a game, as the engine does."""

    def sample(self, number: int) -> Environment:
        """A state that agrees with all that the player knows, as the start of a game. All are about
        equally likely, and equal numbers give equal states. Where nothing is hidden it is the game
        itself."""

    def __deepcopy__(self, memo: Any) -> Belief: ...

@final
class Games:
    def __new__(cls, variant: str, position: str, count: int, threads: int) -> Self: ...
    def reset(self) -> None: ...
    def step(self, actions: Any) -> None: ...
    def read(self, masks: Any, observations: Any, seats: Any, ends: Any, rewards: Any) -> None: ...
    def game(self, index: int) -> Environment: ...

_Line = tuple[
    int, int, int, int | None, tuple[int, int, int], list[str], int | None, float | None
]  # fmt: skip
_Info = tuple[int, int, int, int, int, list[_Line]]
_Answer = tuple[str | None, str | None, list[str]]

@final
class Engine:
    def __new__(cls, variant: str) -> Self: ...
    @property
    def variant(self) -> str: ...
    def set_option(self, name: str, value: str | None) -> None: ...
    def clear(self) -> None: ...
    def search(self, game: Game, go: str) -> Search: ...
    def evaluation(self, game: Game) -> tuple[int, list[tuple[str, list[int]]]]: ...

@final
class Search:
    def next(self) -> tuple[_Info | None, _Answer | None]: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...

def variants() -> list[str]:
    """The names of all variants, the default one first. Those of files come last: of the files that
    the environment variable `STRATEGOS_VARIANTS` names, and of `load_variants`."""

def rules(variant: str) -> str:
    """The rules of a variant's game, in Markdown. Raises `StrategosError`."""

def run(arguments: list[str]) -> int:
    """Runs the command `strategos` and returns its exit status."""

def load_variants(path: str | os.PathLike[str]) -> list[str]:
    """Adds the variants of a file, and returns their names in its order. `strategos variants check`
    tells what a file may set. Raises `StrategosError` with all faults, one a line; then none
    is added. A name keeps its rules as long as the process runs."""
