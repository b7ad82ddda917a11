"""The positions of a rulebook, played by the engine. `tests/common/rulebook.rs` explains the form
of its blocks; only what can be drawn is taken from them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .referee import Found, Referee

FENCE = "```"
# Lines that are for tests alone.
CHECKS = ("illegal", "fen", "result", "reason")
# More arrows than these cannot be told apart.
MOST_ARROWS = 24
NUMBER = re.compile(r"\d+\.+")


def diagrams_of(text: str, referee: Referee) -> list[dict[str, Any]]:
    """What to draw for each block `game` and `more`, in order. Raises ValueError."""
    found: list[dict[str, Any]] = []
    played: list[str] = []
    variant = start = ""
    for info, lines in blocks(text):
        if info.startswith("game "):
            variant, start, played = info.removeprefix("game "), lines.pop(0), []
        elif info != "more":
            continue
        found.append({"variant": variant, "steps": _steps(variant, start, played, lines, referee)})
    return found


def blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The fenced blocks: what stands behind the fence, and the lines."""
    info: str | None = None
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(FENCE):
            lines.append(line)
            continue
        if info is not None:
            yield info, lines
        info = line.removeprefix(FENCE).strip() if info is None else None
        lines = []


def _steps(
    variant: str, start: str, played: list[str], lines: list[str], referee: Referee
) -> list[dict[str, Any]]:
    """The positions of a block; its turns are appended to those that were played."""
    steps = [drawn(referee.look(variant, start, played))]
    for line in lines:
        word, *rest = line.split()
        if word in ("legal", "from"):
            tokens = rest if word == "legal" else rest[1:]
            if len(tokens) <= MOST_ARROWS:
                steps[-1]["arrows"] = [*steps[-1].get("arrows", []), *tokens]
        elif word not in CHECKS:
            for token in (one for one in line.split() if not NUMBER.fullmatch(one)):
                played.append(token)
                steps.append({"token": token, **drawn(referee.look(variant, start, played))})
    return steps


def drawn(found: Found) -> dict[str, Any]:
    """What the page needs to draw a position."""
    return {"fen": found.fen, **({"network": found.network} if found.network else {})}
