"""Openings: from a file, from the referee's `genfens`, or by random legal actions."""

from __future__ import annotations

import random
from pathlib import Path

from strategos_client import EngineError

from .plan import MatchError, Opening, OpeningSource
from .referee import Referee

OPENING_TRIES = 1000
_STARTS = ("startpos", "deploy")


def parse_opening(text: str) -> Opening:
    """Reads `startpos`, `deploy`, a FEN or `fen F`, and perhaps `moves a b c`."""
    words = text.split()
    cut = words.index("moves") if "moves" in words else len(words)
    head = words[:cut]
    if head and head[0] == "fen":
        head = head[1:]
    if not head:
        raise ValueError("a position is missing")
    if head[0] in _STARTS:
        if len(head) > 1:
            raise ValueError(f"'moves' is expected after '{head[0]}', not '{head[1]}'")
        start = head[0]
    elif "/" not in head[0] and len(head) < 2:
        raise ValueError(f"'{head[0]}' is no position: startpos, deploy or a FEN is expected")
    else:
        start = f"fen {' '.join(head)}"
    return Opening(start, tuple(words[cut + 1 :]))


def read_openings(path: Path) -> list[tuple[int, Opening]]:
    """All openings of a file with the numbers of their lines; `#` begins a comment line. Raises
    `MatchError` naming file and line."""
    openings = []
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            openings.append((number, parse_opening(line)))
        except ValueError as error:
            raise MatchError(f"{path}:{number}: {error}") from None
    if not openings:
        raise MatchError(f"{path}: no opening in this file")
    return openings


async def check_openings(referee: Referee, path: Path, openings: list[tuple[int, Opening]]) -> None:
    """Lets the referee set up every opening; raises `MatchError` naming file and line."""
    for number, opening in openings:
        try:
            state = await referee.begin(opening)
        except EngineError as error:
            raise MatchError(f"{path}:{number}: {error}") from None
        if state.result != "none":
            raise MatchError(f"{path}:{number}: the game is over in this position")


class OpeningBook:
    """Gives opening number K, the same whoever asks and whenever."""

    def __init__(self, source: OpeningSource, seed: int) -> None:
        self._source = source
        self._seed = seed
        self._openings = source.listed

    async def prepare(self, count: int, referee: Referee) -> None:
        """Makes sure that `count` generated openings are there."""
        if not self._source.genfens:
            return
        openings = await referee.generated_openings(count, self._seed)
        if not openings:
            raise MatchError("the referee has no genfens; use --random-plies or --openings")
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
        """Random legal actions; tries again where the game ends on the way."""
        plies = self._source.random_plies
        for _ in range(OPENING_TRIES):
            moves = await random_moves(referee, start, plies, rng)
            if moves is not None:
                return Opening(start, moves)
        raise MatchError(f"no unfinished position after {plies} random plies")


async def random_moves(
    referee: Referee, start: str, plies: int, rng: random.Random
) -> tuple[str, ...] | None:
    """So many random legal actions; None if the game ends on the way."""
    moves: list[str] = []
    while True:
        legal = await referee.legal_moves(Opening(start, tuple(moves)))
        if not legal:
            return None
        if len(moves) == plies:
            return tuple(moves)
        moves.append(rng.choice(legal))
