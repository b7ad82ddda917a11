"""A client for engines that speak the Universal Game Interface (UGI) or UCI.

    with SimpleEngine.popen("target/release/strategos") as engine:
        engine.set_options({"UCI_Variant": "pacific-b", "MultiPV": 3})
        result = engine.go("startpos", Limits(movetime_ms=100), timeout=5.0)
        print(result.bestmove, [(str(line.score), line.pv) for line in result.lines])

`Engine` is the same for asyncio. `scripts/examples/client.py` shows more: the stream of info lines,
queries, time-outs. `AnalysisServer` analyses many positions concurrently in one process.
`GameTree` is a game with variations, which `read_games` reads and `str` writes as PGN. `GameClock`
gives the `Limits` of a game with clocks. Every failure of an engine is an `EngineError`.
"""

from .analysis import AnalysisServer, Request, search_options
from .clocks import GameClock, TimeControl
from .engine import Engine
from .errors import EngineDied, EngineError, EngineFault, EngineTimeout
from .games import COLOURS, RESULTS, GameNode, GameTree, MoveNote, ranking_of
from .installed import installed_engine
from .model import (
    NO_MOVE,
    Answers,
    Dialect,
    EngineConfig,
    Limits,
    Option,
    OptionValue,
    SearchInfo,
    SearchResult,
    with_moves,
)
from .parse import parse_info, parse_option
from .pgn import PgnError, is_tag, read_game, read_games, score_text, write_game
from .rules import RuleFacts, RuleQuery, StaticValues
from .scores import MATE_CP, MATE_GIVEN, Cp, Mate, PovScore, Score, Wdl, score_of
from .search import Search
from .simple import SimpleEngine, SimpleSearch

__all__ = [
    "COLOURS",
    "MATE_CP",
    "MATE_GIVEN",
    "NO_MOVE",
    "RESULTS",
    "AnalysisServer",
    "Answers",
    "Cp",
    "Dialect",
    "Engine",
    "EngineConfig",
    "EngineDied",
    "EngineError",
    "EngineFault",
    "EngineTimeout",
    "GameClock",
    "GameNode",
    "GameTree",
    "Limits",
    "Mate",
    "MoveNote",
    "Option",
    "OptionValue",
    "PgnError",
    "PovScore",
    "Request",
    "RuleFacts",
    "RuleQuery",
    "Score",
    "Search",
    "SearchInfo",
    "SearchResult",
    "SimpleEngine",
    "SimpleSearch",
    "StaticValues",
    "TimeControl",
    "Wdl",
    "installed_engine",
    "is_tag",
    "parse_info",
    "parse_option",
    "ranking_of",
    "read_game",
    "read_games",
    "score_of",
    "score_text",
    "search_options",
    "with_moves",
    "write_game",
]
