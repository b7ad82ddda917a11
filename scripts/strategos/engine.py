"""An engine in this process, and its searches."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from strategos_client import NO_MOVE, Limits, SearchInfo, SearchResult, Wdl
from strategos_client.model import OptionValue, option_text

from . import _native
from ._native import Game, StrategosError


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a position without a search, in centipawns, for the player to move. `terms`: the
    name of each term, with every player's part in centipawns from his own view."""

    cp: int
    terms: dict[str, tuple[int, ...]]


class Engine:
    """An engine that searches games of one variant. `options` are those of the text protocol, such
    as `{"Hash": 64, "Threads": 2, "MultiPV": 3, "Seed": 1}`. Raises `StrategosError`.

    It remembers what it has searched, so that the next search of a game is faster: `clear` forgets
    it. It searches one game at a time; a search that is started meanwhile waits. All calls release
    the interpreter's lock.
    """

    def __init__(self, variant: str, options: Mapping[str, OptionValue] | None = None) -> None:
        self._native = _native.Engine(variant)
        self._multipv: OptionValue = 1
        self.set_options(options or {})

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self._native.variant

    def set_options(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. Stops the search that runs, if it must. Raises `StrategosError`; options
        before the wrong one are set."""
        for name, value in options.items():
            self._native.set_option(name, option_text(value) or None)
            if name.lower() == "multipv":
                self._multipv = value

    def clear(self) -> None:
        """Forgets the results of earlier searches, before another game."""
        self._native.clear()

    def search(self, game: Game, limits: Limits | None = None) -> Search:
        """Searches the present position of a game: see `Search`. The game may change meanwhile.
        Without limits it runs until it is stopped. Raises `StrategosError` for a game of another
        variant, the view of a player who is not to move, or wrong limits."""
        wanted = limits or Limits()
        if wanted.ponder:
            raise StrategosError("no search: an engine in this process does not ponder (limits)")
        native = self._native.search(game, wanted.command())
        return Search(native, self._native, game.player, game.players)

    def play(self, game: Game, limits: Limits) -> SearchResult:
        """Searches, and waits for the answer: its `bestmove` is for `Game.play`, `NO_MOVE` if the
        game is over. Raises as `search`."""
        return self.search(game, limits).wait()

    def analyse(self, game: Game, limits: Limits, *, multipv: int | None = None) -> SearchResult:
        """The same with this number of lines, best first, for this search only. `info.pov` of a
        line has its score from every player's view."""
        if multipv is None:
            return self.play(game, limits)
        before = self._multipv
        self.set_options({"MultiPV": multipv})
        try:
            search = self.search(game, limits)
        finally:
            self.set_options({"MultiPV": before})
        return search.wait()

    def evaluate(self, game: Game) -> Evaluation:
        """The value of the present position without a search; meaningless when the game is over.
        Raises `StrategosError` if something is hidden from the player to move."""
        cp, terms = self._native.evaluation(game)
        return Evaluation(cp, {name: tuple(parts) for name, parts in terms})


class Search:
    """A running search. Iterate over it for its lines, `SearchInfo`; then `result` is set:

    >>> from strategos import Engine, Game, Limits
    >>> with Engine("pacific-a").search(Game("pacific-a")) as search:
    ...     for info in search:
    ...         if info.depth >= 3:
    ...             search.stop()
    >>> search.result.bestmove in Game("pacific-a").legal_moves()
    True

    With `MultiPV` an iteration has several lines. `stop` ends the search from any thread. Leaving
    the block ends it too, and so does Ctrl-C.
    """

    def __init__(
        self, native: _native.Search, engine: _native.Engine, player: int, players: int
    ) -> None:
        self._native = native
        # An engine that is forgotten ends its search.
        self._engine = engine
        self._started = time.perf_counter()
        self._player, self._players = player, players
        self._waiting: list[SearchInfo] = []
        self._last: tuple[SearchInfo, ...] = ()
        self._result: SearchResult | None = None

    @property
    def result(self) -> SearchResult:
        """What was found. Raises RuntimeError before the end of the search."""
        if self._result is None:
            raise RuntimeError("the search has not ended: iterate to its end, or call `wait`")
        return self._result

    def stop(self) -> None:
        """Ends the search soon; its result is the best move so far. Iterate on for the rest."""
        self._native.stop()

    def wait(self) -> SearchResult:
        """Waits for the end of the search. Raises `StrategosError` if it breaks down."""
        for _ in self:
            pass
        return self.result

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> SearchInfo:
        if not self._waiting and self._result is None:
            self._read()
        if not self._waiting:
            raise StopIteration
        return self._waiting.pop(0)

    def _read(self) -> None:
        """The lines of the next iteration, or the end."""
        info, answer = self._native.next()
        if info is not None:
            self._last = tuple(self._lines(info))
            self._waiting = list(self._last)
            return
        best, reply, deployment = answer or (None, None, [])
        if deployment:
            self._last = (SearchInfo(depth=0, cp=0, pv=tuple(deployment)),)
        seconds = time.perf_counter() - self._started
        self._result = SearchResult(best or NO_MOVE, self._last, seconds, reply or "")

    def _lines(self, info: _native._Info) -> list[SearchInfo]:
        nodes, exact, time_ms, hashfull, samples, lines = info
        return [
            SearchInfo(
                depth=depth, seldepth=seldepth, multipv=number,
                cp=cp if mate is None else None, mate=mate, wdl=Wdl(*wdl),
                nodes=nodes, nps=1000 * nodes // time_ms if time_ms else None,
                hashfull=hashfull, tbhits=exact, time_ms=time_ms, samples=samples or None,
                pv=tuple(pv), player=self._player, players=self._players,
                visits=visits, prior=prior,
            )
            for number, (depth, seldepth, cp, mate, wdl, pv, visits, prior) in enumerate(lines, 1)
        ]  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if error is None:
            self.wait()
        else:
            self._native.close()
