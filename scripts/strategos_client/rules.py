"""What an analysis server tells of positions without a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .errors import EngineFault
from .scores import Wdl

RuleQuery = Literal[
    "player", "result", "reason", "legalmoves", "fen", "ranking", "key", "view", "record"
]
"""What can be asked of a position."""


@dataclass(frozen=True, slots=True)
class StaticValues:
    """What the evaluations say of a position, in centipawns. `network` and `hand` have the value of
    each player; `network` is None if the game has none. `wdl` is of the player to move. `terms`
    are those of the hand-made evaluation, with each player's part. `pieces` says what the network's
    value would lose without the piece on each square."""

    network: tuple[int, ...] | None
    hand: tuple[int, ...]
    wdl: Wdl
    terms: Mapping[str, tuple[int, ...]]
    pieces: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """Facts of one position; what was not asked for is None. `turn` is the number of tokens played.
    `ranking` has the place of each player, and is empty while the game goes on. `view` and `record`
    have a text for each player, None where it is not known. `raw` is None when the game is over.
    If `error` is not empty, the position has no facts, and `field` is the key at fault."""

    turn: int | None = None
    player: int | None = None
    result: str | None = None
    reason: str | None = None
    legal_moves: tuple[str, ...] | None = None
    fen: str | None = None
    ranking: tuple[int, ...] | None = None
    key: str | None = None
    view: tuple[str | None, ...] | None = None
    record: tuple[str | None, ...] | None = None
    raw: StaticValues | None = None
    warning: str = ""
    error: str = ""
    field: str = ""


def rule_request(
    variant: str,
    positions: str | Sequence[str],
    query: Sequence[RuleQuery],
    raw: bool,
    eval_file: str,
    turns: Sequence[int] | None,
) -> dict[str, Any]:
    """The request of `AnalysisServer.rules`."""
    request: dict[str, Any] = {"variant": variant}
    if isinstance(positions, str):
        request["position"] = positions
    else:
        request["positions"] = list(positions)
    if query:
        request["query"] = list(query)
    if raw or not query:
        request["raw"] = raw
    if turns is not None:
        request["analyseTurns"] = list(turns)
    if eval_file:
        request["options"] = {"EvalFile": eval_file}
    return request


def facts_of(answer: Mapping[str, Any]) -> tuple[RuleFacts, ...]:
    """The facts in an answer. Raises `EngineFault` if it is none."""
    try:
        return tuple(_facts(entry) for entry in answer["positions"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EngineFault(f"no answer to a request about rules ({error!r}): {answer}") from None


def _facts(entry: Mapping[str, Any]) -> RuleFacts:
    ranking = entry.get("ranking")
    return RuleFacts(
        turn=entry.get("turn"),
        player=entry.get("player"),
        result=entry.get("result"),
        reason=entry.get("reason"),
        legal_moves=_tuple(entry.get("legalmoves")),
        fen=entry.get("fen"),
        ranking=() if "ranking" in entry and ranking is None else _tuple(ranking),
        key=entry.get("key"),
        view=_tuple(entry.get("view")),
        record=_tuple(entry.get("record")),
        raw=None if entry.get("raw") is None else _static_values(entry["raw"]),
        warning=entry.get("warning", ""),
        error=entry.get("error", ""),
        field=entry.get("field", ""),
    )


def _static_values(raw: Mapping[str, Any]) -> StaticValues:
    return StaticValues(
        network=_tuple(raw["network"]),
        hand=tuple(raw["hand"]),
        wdl=Wdl(*raw["wdl"]),
        terms={term["name"]: tuple(term["players"]) for term in raw["terms"]},
        pieces={piece["square"]: piece["cp"] for piece in raw["pieces"]},
    )


def _tuple(values: Sequence[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)
