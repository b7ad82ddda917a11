"""Openings by number: from a file, from the referee's `genfens`, or by random legal actions."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from strategos_client import EngineFault

from .opening_files import Placed
from .plan import MatchError, Opening, OpeningSource, Plan
from .referee import Referee

OPENING_TRIES = 1000
_OTHERWISE = "use --random-plies or --openings"


async def opening_problem(referee: Referee, openings: Sequence[Placed]) -> str:
    """The first opening that the referee refuses, with file and line, or an empty text."""
    for placed in openings:
        try:
            state = await referee.begin(placed.opening)
        except EngineFault as error:
            return f"{placed.place}: {error}"
        if state.result != "none":
            return f"{placed.place}: the game is over in this position"
    return ""


def heading_problem(heading: str, variant: str, variants: Sequence[str]) -> str:
    """Why the openings of a file are not for a variant, or an empty text. `heading` is the comment
    in its first line: it names other variants of the referee, and not this one."""
    named = [name for name in re.findall(r"[\w-]+", heading.lower()) if name in variants]
    if not named or variant in named:
        return ""
    return f"they are openings of {named[0]}, as the first line says, not of {variant}"


def variety_warning(plan: Plan, openings: int) -> str:
    """A warning if games will repeat: `openings` is the number of different ones needed."""
    source = plan.openings
    # Random plies are added to positions, not to openings that have moves.
    is_random = source.random_plies and not all(opening.moves for opening in source.listed)
    if source.genfens or is_random or (source.random_plies and not source.listed):
        return ""
    different = len(set(source.listed)) or 1
    if different >= openings:
        return ""
    if not source.listed:
        return (
            "all games begin from the same position, and engines without chance repeat "
            "themselves: give --genfens, --openings FILE or --random-plies N"
        )
    return f"{different} different openings for {openings} to be played: games may repeat"


class OpeningBook:
    """Gives opening number K. It depends on the seed and K alone."""

    def __init__(self, source: OpeningSource, seed: int) -> None:
        self._source = source
        self._seed = seed
        self._openings = source.listed

    async def prepare(self, count: int, referee: Referee) -> None:
        """Generates `count` openings, if the source is `genfens`."""
        if not self._source.genfens:
            return
        try:
            openings = await referee.generated_openings(count, self._seed)
        except EngineFault as fault:
            raise MatchError(f"no openings from genfens of the {fault}; {_OTHERWISE}") from None
        if not openings:
            raise MatchError(f"the referee has no genfens; {_OTHERWISE}")
        self._openings = tuple(openings)

    async def opening(self, number: int, referee: Referee) -> Opening:
        """The opening with this number, counted from 1."""
        base = Opening()
        if self._openings:
            base = self._openings[(number - 1) % len(self._openings)]
        if base.moves or not self._source.random_plies or self._source.genfens:
            return base
        rng = random.Random(f"{self._seed}/{number}")
        return await self._random(base.start, rng, referee)

    async def _random(self, start: str, rng: random.Random, referee: Referee) -> Opening:
        """Random legal actions; tries again if they end the game."""
        plies = self._source.random_plies
        for _ in range(OPENING_TRIES):
            moves = await random_moves(referee, start, plies, rng)
            if moves is not None:
                return Opening(start, moves)
        raise MatchError(f"no unfinished position after {plies} random plies")


async def random_moves(
    referee: Referee, start: str, plies: int, rng: random.Random
) -> tuple[str, ...] | None:
    """`count` random legal actions; None if they end the game."""
    moves: list[str] = []
    while True:
        legal = await referee.legal_moves(Opening(start, tuple(moves)))
        if not legal:
            return None
        if len(moves) == plies:
            return tuple(moves)
        moves.append(rng.choice(legal))
