#!/usr/bin/env python3
"""Shows the client library: a stream of info lines, a stop, queries, a time-out.

scripts/examples/client.py target/release/strategos
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from strategos_client import Engine, EngineConfig, EngineTimeout, Limits


async def watch(engine: Engine) -> None:
    """Follows an endless search and stops it at depth 10."""
    async with engine.search("startpos") as search:
        async for info in search:
            print(f"depth {info.depth}: {info.score}, {' '.join(info.pv[:4])}")
            if (info.depth or 0) >= 10:
                search.stop()
    print(f"best move: {search.result.bestmove}, {search.result.info.nodes} nodes")


async def follow(engine: Engine) -> None:
    """Plays a few moves and asks for the state of the game."""
    moves: list[str] = []
    for _ in range(4):
        result = await engine.go(f"startpos moves {' '.join(moves)}", Limits(depth=6))
        moves.append(result.bestmove)
    engine.set_position(f"startpos moves {' '.join(moves)}")
    print(f"after {' '.join(moves)}: {await engine.fen()}, result {await engine.result()}")


async def lose_patience(engine: Engine) -> None:
    """A late answer is an `EngineTimeout`; then the engine can be used again."""
    try:
        await engine.go("startpos", Limits(), timeout=0.1)
    except EngineTimeout as error:
        print(f"{error}; stopped: {await engine.stop()}")


async def main(command: str) -> None:
    async with await Engine.start(EngineConfig("example", (command,))) as engine:
        print(f"{engine.identity}, variants: {', '.join(engine.options['UCI_Variant'].choices)}")
        await engine.set_options({"UCI_Variant": "pacific-b"})
        await engine.new_game()
        await watch(engine)
        await follow(engine)
        await lose_patience(engine)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
