"""Asks a search without tables for its choice, and the tables for what it is worth."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from strategos_client import Engine, Limits

from .positions import random_position

RESULTS = ("loss", "draw", "win")
# Random positions in which all actions have the same result teach nothing. So many are drawn at
# most for each one that is kept.
_TRIES = 200


@dataclass(slots=True)
class Spoilt:
    """Positions whose best result is a win or a draw, and how many of them each depth spoilt."""

    positions: dict[str, int] = field(default_factory=lambda: {"draw": 0, "win": 0})
    spoilt: dict[tuple[str, int], int] = field(default_factory=dict)

    def line(self, class_name: str, depths: Sequence[int]) -> str:
        """A row of the table."""
        cells = [class_name]
        for result in ("win", "draw"):
            count = self.positions[result]
            cells.append(str(count))
            for depth in depths:
                share = 100 * self.spoilt.get((result, depth), 0) / count if count else 0.0
                cells.append(f"{share:.1f} %" if count else "")
        return f"| {' | '.join(cells)} |"


def heading(depths: Sequence[int]) -> str:
    """The first two rows of the table."""
    spoilt = [f"spoilt at depth {depth}" for depth in depths]
    cells = ["class", "wins", *spoilt, "draws", *spoilt]
    return f"| {' | '.join(cells)} |\n|{' --- |' * len(cells)}"


def results_of(words: Sequence[str]) -> dict[str, str]:
    """The result of each action, from the words of `query tablemoves`."""
    listed = " ".join(words).split(", ")
    pairs = [text.split() for text in listed if text]
    return {token: result for token, result, *_ in pairs}


def is_worth_asking(results: Mapping[str, str]) -> bool:
    """Whether tables know every action, and an error costs something."""
    return "unknown" not in results.values() and len(set(results.values())) > 1


async def measure_class(
    engines: tuple[Engine, Engine],
    class_name: str,
    count: int,
    depths: Sequence[int],
    draw: tuple[str, int],
) -> Spoilt:
    """Measures `count` positions of a class. The first engine has the tables.

    `draw` is the variant, and the seed of the positions.
    """
    tables, search = engines
    variant, seed = draw
    rng = random.Random(f"{class_name} {seed}")
    found = Spoilt()
    for _ in range(count * _TRIES):
        if sum(found.positions.values()) == count:
            break
        position = f"fen {random_position(class_name, rng, variant)}"
        tables.set_position(position)
        results = results_of(await tables.query("tablemoves"))
        if not is_worth_asking(results):
            continue
        best = max(results.values(), key=RESULTS.index)
        found.positions[best] += 1
        for depth in depths:
            await search.new_game()
            chosen = (await search.go(position, Limits(depth=depth))).bestmove
            if results[chosen] != best:
                key = best, depth
                found.spoilt[key] = found.spoilt.get(key, 0) + 1
    return found
