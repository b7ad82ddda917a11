"""Sources of candidates. Candidate N depends on the seed and N alone."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Literal

from matches.plan import MatchError
from strategos_client import NO_MOVE, Engine, Limits

from .fleets import handicap
from .model import Candidate

Source = Literal["genfens", "random", "fleets"]
# The number of candidates in a batch.
BATCH = 8
_GENFENS = "info string genfens "
# On a busy machine a batch of a big game takes minutes.
_GENFENS_TIMEOUT_S = 600.0
_TRIES = 100

Maker = Callable[[Engine, int, int, range], Awaitable[list[Candidate]]]


async def from_genfens(engine: Engine, seed: int, batch: int, _: range) -> list[Candidate]:
    """Candidates of the engine's `genfens`."""
    own_seed = random.Random(f"{seed}/{batch}").getrandbits(31)
    lines = await engine.output_of(
        f"genfens {BATCH} seed {own_seed} book None", timeout=_GENFENS_TIMEOUT_S
    )
    fens = [line.removeprefix(_GENFENS) for line in lines if line.startswith(_GENFENS)]
    if not fens:
        raise MatchError(f"{engine.name} has no genfens; use --from random")
    return [Candidate(batch * BATCH + place, fen) for place, fen in enumerate(fens)]


async def from_random_turns(engine: Engine, seed: int, batch: int, turns: range) -> list[Candidate]:
    """Positions after random turns from the start."""
    numbers = range(batch * BATCH, (batch + 1) * BATCH)
    return [Candidate(number, await _random_position(engine, seed, number, turns))
            for number in numbers]  # fmt: skip


async def _random_position(engine: Engine, seed: int, number: int, turns: range) -> str:
    chance = random.Random(f"{seed}/{number}")
    for _ in range(_TRIES):
        fen = await _after_turns(engine, chance.choice(turns), chance)
        if fen is not None:
            return fen
    raise MatchError(f"no unfinished position after {turns[0]} to {turns[-1]} random turns")


async def _after_turns(engine: Engine, turns: int, chance: random.Random) -> str | None:
    """A position after random turns; None if the game ends. The first action of each turn is
    random; the engine completes the turn."""
    played = "startpos moves"
    for _ in range(turns):
        engine.set_position(played)
        legal = await engine.legal_moves()
        if not legal:
            return None
        first = chance.choice(legal)
        found = await engine.go(played, Limits(nodes=1, searchmoves=(first,)))
        if found.bestmove == NO_MOVE:
            return None
        played += f" {found.bestmove}"
    engine.set_position(played)
    return await engine.fen() if await engine.legal_moves() else None


async def from_fleets(engine: Engine, seed: int, batch: int, points: range) -> list[Candidate]:
    """War-in-the-Pacific Chess: pairs of the engine's fleets. One fleet lacks some points: in turn
    White's and Black's."""
    found = []
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        # Both ways round have the same fleets.
        chance = random.Random(f"{seed}/{number // 2}")
        short = number % 2
        fen, remark = await handicap(engine, chance, points, short)
        found.append(Candidate(number, fen, remark, favourite=2 - short))
    return found


MAKERS: dict[Source, Maker] = {
    "genfens": from_genfens,
    "random": from_random_turns,
    "fleets": from_fleets,
}
