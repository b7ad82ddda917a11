"""Strategos in this process: games of all variants, and engines that play and analyse them.

>>> from strategos import Engine, Game, Limits
>>> game = Game("pacru")
>>> game.play("i9i8")
>>> len(game.legal_moves()), game.player, game.result()
(28, 2, 'none')
>>> engine = Engine("pacru")
>>> result = engine.play(game, Limits(nodes=1000))
>>> game.play(result.bestmove)
>>> game.position == f"startpos moves i9i8 {result.bestmove}"
True

`Game` knows the rules. `Engine` searches games, and `Engine.search` tells of its search line by
line. What is impossible is a `StrategosError` with the engine's words. Games with hidden parts have
views: `Game.view` and `Game.record` give what one player knows.

`load_variants` adds the variants of a file, with other rules, to those that are built in.

`Environment` is a game in numbers, for programs that learn: `strategos.vector` has many at once,
`strategos.aec`, `strategos.solo` and `strategos.spiel` are for PettingZoo, Gymnasium and OpenSpiel.

Limits, scores and results are those of `strategos_client`, the client of engines in processes of
their own.
"""

from strategos_client import (
    MATE_GIVEN,
    NO_MOVE,
    Cp,
    GameClock,
    GameTree,
    Limits,
    Mate,
    PovScore,
    Score,
    SearchInfo,
    SearchResult,
    TimeControl,
    Wdl,
    read_game,
    read_games,
)

try:
    from ._native import (
        Belief,
        Environment,
        Game,
        StrategosError,
        load_variants,
        rules,
        variants,
    )
except ModuleNotFoundError as error:
    if error.name != f"{__name__}._native":
        raise
    raise ModuleNotFoundError(
        "the engine's module is not built: pip install ./scripts", name=error.name
    ) from None

from .engine import Engine, Evaluation, Search

__all__ = [
    "MATE_GIVEN",
    "NO_MOVE",
    "Belief",
    "Cp",
    "Engine",
    "Environment",
    "Evaluation",
    "Game",
    "GameClock",
    "GameTree",
    "Limits",
    "Mate",
    "PovScore",
    "Score",
    "Search",
    "SearchInfo",
    "SearchResult",
    "StrategosError",
    "TimeControl",
    "Wdl",
    "load_variants",
    "read_game",
    "read_games",
    "rules",
    "variants",
]
