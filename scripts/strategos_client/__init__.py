"""An asyncio client for engines that speak the Universal Game Interface (UGI) or UCI.

    async with await Engine.start(EngineConfig("A", ("target/release/strategos",))) as engine:
        await engine.set_options({"UCI_Variant": "pacific-a", "MultiPV": "3"})
        await engine.new_game()
        result = await engine.go("startpos", Limits(movetime_ms=100), timeout=5.0)
        print(result.bestmove, [(line.score, line.pv) for line in result.lines])

`scripts/examples/client.py` shows more: the stream of info lines, queries, time-outs.
`AnalysisServer` analyses many positions concurrently in one process.
Every failure is an `EngineError`.
"""

from .analysis import AnalysisServer, Request, search_options
from .engine import Engine
from .errors import EngineDied, EngineError, EngineFault, EngineTimeout
from .model import (
    MATE_CP,
    NO_MOVE,
    Answers,
    Dialect,
    EngineConfig,
    Limits,
    Option,
    OptionValue,
    SearchInfo,
    SearchResult,
    Wdl,
)
from .parse import parse_info, parse_option
from .search import Search

__all__ = [
    "MATE_CP",
    "NO_MOVE",
    "AnalysisServer",
    "Answers",
    "Dialect",
    "Engine",
    "EngineConfig",
    "EngineDied",
    "EngineError",
    "EngineFault",
    "EngineTimeout",
    "Limits",
    "Option",
    "OptionValue",
    "Request",
    "Search",
    "SearchInfo",
    "SearchResult",
    "Wdl",
    "parse_info",
    "parse_option",
    "search_options",
]
