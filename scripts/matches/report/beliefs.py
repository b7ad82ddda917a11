"""What the players of a game believed of hidden pieces, by an engine's answers."""

from __future__ import annotations

from collections.abc import Sequence

from strategos_client import Engine, EngineConfig, EngineFault

from ..records.game_record import GameRecord

# The least probability that is shown, in percent.
LEAST_PERCENT = 1
_OPEN_GAME = "nothing is hidden"

# For each player and position: `c6s31 c7s25`, with square, letter and percent of each piece.
Belief = list[list[str]]


async def beliefs_of(records: Sequence[GameRecord], config: EngineConfig) -> list[Belief]:
    """The beliefs of each game, none if nothing is hidden; raises `EngineError`. It takes two
    queries for each position."""
    found: list[Belief] = []
    async with await Engine.start(config) as engine:
        for record in records:
            await engine.set_options({"UCI_Variant": record.variant})
            seats = range(1, len(record.engines) + 1)
            beliefs = [await _beliefs(engine, record, seat) for seat in seats]
            found.append(beliefs if any(map(any, beliefs)) else [])
    return found


async def _beliefs(engine: Engine, record: GameRecord, seat: int) -> list[str]:
    """One player's beliefs for each position; none if nothing is hidden."""
    found = []
    for tokens in range(len(record.opening) + len(record.moves) + 1):
        position = f"position view {seat} {record.position(tokens)}"
        answers = await engine.ask([position, "query belief"])
        if any(_OPEN_GAME in error for error in answers.errors):
            return []
        if answers.errors:
            raise EngineFault(f"game {record.game}, move {tokens}: {answers.errors[0]}")
        found.append(shortened(answers.responses[0]))
    return found


def shortened(words: Sequence[str]) -> str:
    """The short form of an answer to `query belief` in the page."""
    things = zip(words[::3], words[1::3], words[2::3], strict=True)
    shares = ((square + letter, round(100 * float(share))) for square, letter, share in things)
    return " ".join(f"{name}{percent}" for name, percent in shares if percent >= LEAST_PERCENT)
