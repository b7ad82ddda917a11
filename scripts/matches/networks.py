"""Lines of communication in A Game of War, for the drawings: the engine is asked for them."""

from __future__ import annotations

from collections.abc import Sequence

from strategos_client import Answers, Engine, EngineConfig

from .records.game_record import GameRecord

# The queries of this game: the units that are online, and the lines of both sides.
QUERIES = ("query online", "query lines")

# The text of each position: the answers to both queries, joined by a semicolon.
Networks = list[str]


def network_text(answers: Answers) -> str:
    """The answers to `QUERIES` as a text; empty if the engine refuses them. Other games have no
    such queries, and a player does not know the lines while a deployment is hidden."""
    return "" if answers.errors else ";".join(map(" ".join, answers.responses))


async def networks_of(records: Sequence[GameRecord], config: EngineConfig) -> list[Networks]:
    """The networks of each game, none if its variant has none; raises `EngineError`."""
    found: list[Networks] = []
    without: set[str] = set()
    async with await Engine.start(config) as engine:
        for record in records:
            networks: Networks = []
            if record.variant not in without:
                await engine.set_options({"UCI_Variant": record.variant})
                networks = await _networks(engine, record)
            if not networks:
                without.add(record.variant)
            found.append(networks)
    return found


async def _networks(engine: Engine, record: GameRecord) -> Networks:
    """The network of each position of a game; none if the engine refuses the first one."""
    found: Networks = []
    for fen in record.fens:
        text = network_text(await engine.ask([f"position fen {fen}", *QUERIES]))
        if not text and not found:
            return []
        found.append(text)
    return found
