"""An engine that makes candidates and scores them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from strategos_client import NO_MOVE, Engine, EngineConfig, Limits, SearchInfo

from .choice import Window
from .model import Candidate, Scored, Verdict
from .sources import MAKERS, Source

# Nodes of the first search, enough to see a loss of material.
FIRST_LOOK_NODES = 30_000
FULL_INFORMATION = "Full Information"


@dataclass(frozen=True, slots=True)
class Settings:
    """How candidates are made and scored. `span`: the number of random turns, or of points that a
    fleet lacks."""

    engine: EngineConfig
    variant: str
    source: Source
    seed: int
    nodes: int
    window: Window
    span: range = range(0, 1)

    def heading(self) -> str:
        """The first line of the file. A file can be continued if this is the same."""
        span = "" if self.source == "genfens" else f" {self.span[0]}-{self.span[-1]}"
        return (
            f"# make_openings.py: variant {self.variant}, from {self.source}{span}, "
            f"seed {self.seed}, nodes {self.nodes}, window {self.window} centipawns"
        )


class CandidateEngine:
    """One engine process. Its verdict on a candidate does not depend on earlier candidates."""

    def __init__(self, engine: Engine, settings: Settings, players: int) -> None:
        self.players = players
        self.engine = engine
        self._settings = settings

    @classmethod
    async def start(cls, settings: Settings) -> CandidateEngine:
        """Starts the process; raises `EngineError`."""
        engine = await Engine.start(settings.engine)
        try:
            await engine.set_options({"UCI_Variant": settings.variant})
            # From a position alone, a player does not know where hidden pieces can be, and his
            # score is far too low. So the search sees everything.
            if FULL_INFORMATION in engine.options:
                await engine.set_options({FULL_INFORMATION: "true"})
            return cls(engine, settings, await engine.players())
        except BaseException:
            await engine.kill()
            raise

    async def quit(self) -> None:
        """Ends the process."""
        await self.engine.quit()

    async def key(self, fen: str) -> str:
        """The position without its counters."""
        self.engine.set_position(f"fen {fen}")
        return (await self.engine.query("key"))[0]

    async def batch(self, number: int, may_take: Callable[[Candidate, str], bool]) -> list[Scored]:
        """Makes a batch of candidates, and scores those that can be taken by their keys."""
        settings = self._settings
        await self.engine.new_game()
        make = MAKERS[settings.source]
        scored = []
        for candidate in await make(self.engine, settings.seed, number, settings.span):
            key = await self.key(candidate.fen)
            is_wanted = may_take(candidate, key)
            verdict = await self.verdict(candidate.fen) if is_wanted else None
            scored.append(Scored(candidate, key, verdict))
        return scored

    async def verdict(self, fen: str) -> Verdict | None:
        """The scores of all players, from an empty table. None if the first search refuses the
        candidate, or if the game ends too early. With two players one search is enough; with more
        there is a search for each of them."""
        await self.engine.new_game()
        scores: dict[int, SearchInfo] = {}
        position = f"fen {fen}"
        for _ in range(1 if self.players == 2 else self.players):
            self.engine.set_position(position)
            mover = int((await self.engine.query("player"))[0])
            found = await self._search(position, is_first=not scores)
            if found is None:
                return None
            scores.setdefault(mover, found[0])
            position += f" {found[1]}" if " moves " in position else f" moves {found[1]}"
        return self._summary(scores)

    def _summary(self, found: dict[int, SearchInfo]) -> Verdict | None:
        scores = {player: info.value for player, info in found.items()}
        mover = next(iter(scores))
        if self.players == 2 and (score := scores[mover]) is not None:
            scores[3 - mover] = -score
        values = [scores.get(player) for player in range(1, self.players + 1)]
        known = tuple(value for value in values if value is not None)
        # A player may be eliminated, or have no turn.
        if len(known) < self.players:
            return None
        info = found[mover]
        return Verdict(mover, known, info.depth or 0, sum(i.nodes or 0 for i in found.values()))

    async def _search(self, position: str, is_first: bool) -> tuple[SearchInfo, str] | None:
        """The best line and turn; None if the position cannot be an opening."""
        nodes = self._settings.nodes
        if is_first and nodes > FIRST_LOOK_NODES:
            look = await self.engine.go(position, Limits(nodes=FIRST_LOOK_NODES))
            score = look.info.value
            if score is None or not self._settings.window.may_hold(score, self.players):
                return None
        found = await self.engine.go(position, Limits(nodes=nodes))
        if found.bestmove == NO_MOVE or found.info.value is None:
            return None
        return found.info, found.bestmove
