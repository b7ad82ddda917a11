"""Which processors each game uses, so that concurrent games do not share any."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from .plan import Plan

ALL = "all"


def parse_processors(text: str) -> list[int]:
    """`0-3,6`, or `all` that this process may use; raises ValueError."""
    if not hasattr(os, "sched_getaffinity"):
        raise ValueError("--affinity: this system does not tell processes where to run")
    usable = os.sched_getaffinity(0)
    if text == ALL:
        return sorted(usable)
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise ValueError(f"--affinity takes processors such as 0-3,6, not '{text}'")
        found += range(int(first), int(last or first) + 1)
    for processor in found:
        if processor not in usable:
            raise ValueError(f"--affinity: processor {processor} is not there to be used")
    return list(dict.fromkeys(found))


def shared_out(processors: Sequence[int], games: int, plan: Plan) -> list[frozenset[int]]:
    """The processors of each concurrent game. A game gets as many as one engine has threads,
    because its engines take turns. Raises ValueError if there are too few."""
    each = max(_threads(contestant.config.options) for contestant in plan.contestants)
    if games * each > len(processors):
        raise ValueError(
            f"--affinity: {games} concurrent games with {each} threads each need "
            f"{games * each} processors, not {len(processors)}"
        )
    return [frozenset(processors[i * each : (i + 1) * each]) for i in range(games)]


def _threads(options: Mapping[str, str]) -> int:
    found = [value for name, value in options.items() if name.lower() == "threads"]
    return int(found[0]) if found and found[0].isdigit() else 1
