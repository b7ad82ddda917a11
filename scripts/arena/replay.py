"""Replays recorded games and compares them with what the records say."""

from __future__ import annotations

from collections.abc import Sequence

from strategos_client import EngineConfig, EngineError

from .plan import Opening
from .record import BY_RULES, GameRecord
from .referee import Referee, State


async def differences(records: Sequence[GameRecord], engine: EngineConfig) -> list[str]:
    """What an engine says otherwise than the records; raises `EngineError` if it does not start."""
    found = []
    referees: dict[str, Referee] = {}
    try:
        for record in records:
            if record.variant not in referees:
                referees[record.variant] = await Referee.start(engine, record.variant, None)
            try:
                problem = await compare(record, referees[record.variant])
            except EngineError as error:
                await referees.pop(record.variant).quit()
                problem = str(error)
            if problem:
                found.append(f"game {record.game}, {record.variant}: {problem}")
    finally:
        for referee in referees.values():
            await referee.quit()
    return found


async def compare(record: GameRecord, referee: Referee) -> str:
    """The first difference between a game and its record, or an empty text."""
    opening = Opening(record.start, tuple(record.opening))
    fens = await referee.fens(opening)
    state = await referee.begin(opening)
    fens.append(state.fen)
    for number, (move, player) in enumerate(zip(record.moves, record.players, strict=True), 1):
        if player != state.player:
            return f"move {number} is player {state.player}'s, not {player}'s"
        following = await referee.play(move)
        if following is None:
            return f"move {number}, {move}, is illegal"
        state = following
        fens.append(state.fen)
    for at, (fen, recorded) in enumerate(zip(fens, record.fens, strict=False)):
        if fen != recorded:
            return f"position {at} is {fen}, not {recorded}"
    return await _compare_ends(record, referee, state)


async def _compare_ends(record: GameRecord, referee: Referee, state: State) -> str:
    if not record.by_rules:
        if state.result == "none":
            return ""
        return f"the game was over by {state.result} before its end by {record.reason}"
    if state.result != record.result:
        return f"the result is {state.result}, not {record.result}"
    if await referee.ranking() != record.ranking:
        return f"the ranking is {await referee.ranking()}, not {record.ranking}"
    reason = await referee.reason()
    if BY_RULES not in (reason, record.reason) and reason != record.reason:
        return f"it ended by '{reason}', not '{record.reason}'"
    return ""
