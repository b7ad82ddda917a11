"""Replays recorded games and compares them with what the records say."""

from __future__ import annotations

from collections.abc import Sequence

from strategos_client import EngineConfig, EngineError, EngineFault

from ..plan import Opening
from ..referee import Referee, State
from .game_record import BY_RULES, GameRecord


async def differences(records: Sequence[GameRecord], engine: EngineConfig) -> list[str]:
    """Where an engine disagrees with the records; raises `EngineError` if it does not start."""
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
    if record.rules and record.rules != referee.rules:
        return (
            f"its rules ({record.rules}) are not those of this engine "
            f"({referee.rules or 'built in'})"
        )
    try:
        fens, state = await _begin(record, referee, tuple(record.opening))
    except EngineFault:
        # Older records have openings with several turns in one token.
        apart = tuple(token.replace(",", " ") for token in record.opening)
        fens, state = await _begin(record, referee, apart)
    for number, (move, player) in enumerate(zip(record.moves, record.players, strict=True), 1):
        if player not in (0, state.player):
            return f"move {number} is player {state.player}'s, not {player}'s"
        following = await referee.play(move)
        if following is None:
            return f"move {number}, {move}, is illegal or more than a turn"
        state = following
        fens.append(state.fen)
    for at, (fen, recorded) in enumerate(zip(fens, record.fens, strict=False)):
        if fen != recorded:
            return f"position {at} is {fen}, not {recorded}"
    return await _compare_ends(record, referee, state)


async def _begin(
    record: GameRecord, referee: Referee, moves: tuple[str, ...]
) -> tuple[list[str], State]:
    """The positions to the end of the opening, and the state of the last one."""
    opening = Opening(record.start, moves)
    fens = await referee.fens(opening)
    state = await referee.begin(opening)
    return [*fens, state.fen], state


async def result_problem(record: GameRecord, referee: Referee, refused: str = "") -> str:
    """Where a referee disagrees with the result of a game, or with the refusal of its last move; an
    empty text if it agrees. Raises `EngineError`, except for a fault in the game."""
    try:
        opening = Opening(record.start, (*record.opening, *record.moves))
        state = await referee.begin(opening)
        if problem := await _compare_results(record, referee, state):
            return problem
        if refused and await referee.play(refused) is not None:
            return f"{refused} is legal"
    except EngineFault as fault:
        return str(fault)
    return ""


async def _compare_ends(record: GameRecord, referee: Referee, state: State) -> str:
    if problem := await _compare_results(record, referee, state):
        return problem
    if not record.by_rules:
        return ""
    reason = await referee.reason()
    if BY_RULES not in (reason, record.reason) and reason != record.reason:
        return f"it ended by '{reason}', not '{record.reason}'"
    return ""


async def _compare_results(record: GameRecord, referee: Referee, state: State) -> str:
    if not record.by_rules:
        if state.result == "none":
            return ""
        return f"the game was over by {state.result} before its end by {record.reason}"
    if state.result != record.result:
        return f"the result is {state.result}, not {record.result}"
    if await referee.ranking() != record.ranking:
        return f"the ranking is {await referee.ranking()}, not {record.ranking}"
    return ""
