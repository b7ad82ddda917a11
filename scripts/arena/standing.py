"""The results so far, computed from the records alone, so that a match under way, a resumed one
and a report give the same figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import elo, plackett_luce
from .plan import Sprt
from .record import GameRecord


@dataclass(slots=True)
class EngineTally:
    """What one engine's games add up to. `seats` counts a game as often as it sat there."""

    seats: int = 0
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    moves: int = 0
    ms: float = 0.0
    slowest_ms: float = 0.0
    depth_sum: int = 0
    depth_count: int = 0
    nodes: int = 0

    @property
    def percent(self) -> float:
        """Points in per cent of what could be had."""
        return 100.0 * self.points / max(self.seats, 1)

    @property
    def ms_a_move(self) -> float:
        """Mean time of a move."""
        return self.ms / max(self.moves, 1)

    @property
    def depth(self) -> float:
        """Mean depth of the searches."""
        return self.depth_sum / max(self.depth_count, 1)

    @property
    def nps(self) -> float:
        """Nodes a second of the time that its moves took."""
        return 1000.0 * self.nodes / self.ms if self.ms else 0.0


@dataclass(slots=True)
class Standing:
    """The results of all games of a match. With two engines `duel` counts the games that the
    first one lost, drew and won, `pairs` the pairs in which it took 0, 1/2, 1, 3/2, 2 points."""

    names: tuple[str, ...]
    games: int = 0
    void: int = 0
    tallies: dict[str, EngineTally] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    duel: list[int] = field(default_factory=lambda: [0] * 3)
    _open_pairs: dict[tuple[str, int], float] = field(default_factory=dict)
    _ranked: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for name in self.names:
            self.tallies.setdefault(name, EngineTally())

    @classmethod
    def of(cls, records: Sequence[GameRecord], names: Sequence[str] = ()) -> Standing:
        """The standing after these games; names are taken from the records if need be."""
        found = list(names) or sorted({name for record in records for name in record.engines})
        standing = cls(tuple(found))
        for record in records:
            standing.add(record)
        return standing

    def add(self, record: GameRecord) -> None:
        """Counts a game."""
        self.reasons[record.ending] += 1
        if record.void:
            self.void += 1
            return
        self.games += 1
        self.results[record.result] += 1
        self._add_points(record)
        self._add_moves(record)
        if len(self.names) == 2:
            self._add_to_pair(record)
        seats = tuple(self.names.index(name) for name in record.engines)
        self._ranked[seats, tuple(record.ranking)] += 1

    def _add_points(self, record: GameRecord) -> None:
        first = record.ranking.count(1)
        for name, place, points in zip(
            record.engines, record.ranking, record.points(), strict=True
        ):
            tally = self.tallies[name]
            tally.seats += 1
            tally.points += points
            tally.wins += place == 1 and first == 1
            tally.draws += place == 1 and first > 1
            tally.losses += place > 1
        if record.fault:
            self.tallies[record.fault].faults += 1

    def _add_moves(self, record: GameRecord) -> None:
        for player, ms, depth, nodes in zip(
            record.players, record.times_ms, record.depths, record.nodes, strict=True
        ):
            if not player:
                continue
            tally = self.tallies[record.engines[player - 1]]
            tally.moves += 1
            tally.ms += ms
            tally.slowest_ms = max(tally.slowest_ms, ms)
            tally.nodes += nodes or 0
            if depth is not None:
                tally.depth_sum += depth
                tally.depth_count += 1

    def _add_to_pair(self, record: GameRecord) -> None:
        points = first_engines_point(record, self.names[0])
        self.duel[round(2.0 * points)] += 1
        pair = record.match, record.pair
        if pair in self._open_pairs:
            self.pairs[round(2.0 * (points + self._open_pairs.pop(pair)))] += 1
        else:
            self._open_pairs[pair] = points

    def estimate(self) -> elo.Estimate:
        """Elo of the first of two engines."""
        return elo.estimate(self.pairs)

    def verdict(self, sprt: Sprt | None) -> str:
        """What the SPRT says, or an empty text."""
        return elo.verdict(self.pairs, sprt) if sprt is not None else ""

    def ratings(self) -> dict[str, plackett_luce.Rating]:
        """Plackett-Luce ratings of all engines."""
        found = plackett_luce.ratings(len(self.names), self._ranked.elements())
        return dict(zip(self.names, found, strict=True))

    def order(self) -> list[str]:
        """The names, best first."""
        return sorted(self.names, key=lambda name: -self.tallies[name].percent)


def first_engines_point(record: GameRecord, name: str) -> float:
    """In a match of two engines, on however many seats: 1 if the first place is this one's,
    0 if it is the other's, a half if it is shared."""
    winners = {
        engine for engine, place in zip(record.engines, record.ranking, strict=True) if place == 1
    }
    return 0.5 if len(winners) > 1 else float(name in winners)
