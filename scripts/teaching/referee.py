"""What the engine says about positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategos_client import SimpleEngine

# What the drawing of a game needs to know beyond the FEN: the queries of its board, in its order.
DRAWING_QUERIES = {"gameofwar": ("online", "lines")}


@dataclass(frozen=True)
class Found:
    """A position: its FEN, the legal actions, the result and its reason."""

    fen: str
    legal: tuple[str, ...]
    result: str
    reason: str
    network: str = ""


class Referee:
    """An engine that answers questions about positions."""

    def __init__(self, engine: SimpleEngine) -> None:
        self._engine = engine
        self._variant = ""

    def look(self, variant: str, start: str, tokens: Sequence[str]) -> Found:
        """The position after some turns. `start` is what follows `position`, or a FEN. Raises
        ValueError if the engine refuses it."""
        if variant != self._variant:
            self._engine.set_options({"UCI_Variant": variant})
            self._variant = variant
        named = start if start in ("startpos", "deploy") else f"fen {start}"
        position = f"{named} moves {' '.join(tokens)}" if tokens else named
        questions = ("fen", "legalmoves", "result", "reason", *DRAWING_QUERIES.get(variant, ()))
        lines = self._engine.output_of(
            f"position {position}", *(f"query {question}" for question in questions)
        )
        faults = [line for line in lines if " error: " in line]
        if faults:
            raise ValueError(f"{variant}, {position}: {faults[0]}")
        answers = [line.removeprefix("response").strip() for line in lines if line[:4] == "resp"]
        fen, legal, result, reason, *network = answers
        return Found(fen, tuple(legal.split()), result, reason, ";".join(network))

    def answer(self, question: str) -> str:
        """The answer to a query about the last position."""
        return self._engine.output_of(f"query {question}")[-1].removeprefix("response").strip()
