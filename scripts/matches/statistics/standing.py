"""The results so far, computed from the records alone. A match in progress, a resumed match and a
report give the same figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..plan import Sprt
from ..records.game_record import OF_TIME, GameRecord
from . import elo, plackett_luce
from . import sprt as sequential
from .lone import Alone, lone_seat


@dataclass(slots=True)
class EngineTally:
    """The totals of one engine. `seats` counts a game once for each of the engine's seats."""

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
        """Points in percent of the maximum."""
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
        """Nodes for each second of move time."""
        return 1000.0 * self.nodes / self.ms if self.ms else 0.0


@dataclass(slots=True)
class Duel:
    """The games of two engines. `games` counts losses, draws and wins of the first one, `pairs` the
    pairs of distinct games in which it took 0, 1/2, 1, 3/2, 2 points."""

    games: list[int] = field(default_factory=lambda: [0] * 3)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _open: dict[tuple[str, int], tuple[float, bool]] = field(default_factory=dict)

    def add(self, pair: tuple[str, int], points: float, repeated: bool) -> None:
        """Counts a game. A pair with a repeated game is not counted as a pair."""
        self.games[round(2.0 * points)] += 1
        if pair not in self._open:
            self._open[pair] = points, repeated
            return
        others, other_repeated = self._open.pop(pair)
        if not repeated and not other_repeated:
            self.pairs[round(2.0 * (points + others))] += 1

    def estimate(self) -> elo.Estimate:
        """Elo of the first engine."""
        return elo.estimate(self.pairs)


@dataclass(slots=True)
class Standing:
    """The results of all games of a match.

    A game is repeated if the same engines have played all its moves before on the same seats. It
    counts in the tallies, but is no evidence of strength. `distinct` games differ in the start, in
    a move or in the result. `faults` counts the games that a fault decided, by reason and engine.

    With two engines, `duel` has their games by the rules. `on_points` has the same games, with wins
    on points counted as wins. On more than two seats, `alone` has the distinct games of each engine
    alone against copies of the other, and `evenly` the games with equally many seats.
    """

    names: tuple[str, ...]
    games: int = 0
    void: int = 0
    repeated: int = 0
    points_wins: int = 0
    tallies: dict[str, EngineTally] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    duel: Duel = field(default_factory=Duel)
    on_points: Duel = field(default_factory=Duel)
    alone: dict[str, Alone] = field(default_factory=dict)
    evenly: Duel = field(default_factory=Duel)
    crosstable: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    _ranked: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=Counter)
    _seen: set[int] = field(default_factory=set)
    _seen_seated: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for name in self.names:
            self.tallies.setdefault(name, EngineTally())

    @classmethod
    def of(cls, records: Sequence[GameRecord], names: Sequence[str] = ()) -> Standing:
        """The standing after these games. Without names those of the records are used."""
        found = list(names) or sorted({name for record in records for name in record.engines})
        standing = cls(tuple(found))
        for record in records:
            standing.add(record)
        return standing

    @property
    def distinct(self) -> int:
        """The number of games without repetitions."""
        return len(self._seen)

    @property
    def late(self) -> int:
        """The number of games that faults of time decided."""
        return sum(count for (reason, _), count in self.faults.items() if reason in OF_TIME)

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
        self._add_to_crosstable(record)
        repeated = self._is_repeated(record)
        self.repeated += repeated
        self.points_wins += bool(record.on_points)
        if len(self.names) == 2:
            self._add_to_duels(record, repeated)
        if not repeated:
            seats = tuple(self.names.index(name) for name in record.engines)
            self._ranked[seats, tuple(record.ranking)] += 1

    def _is_repeated(self, record: GameRecord) -> bool:
        """Notes the game. True if the same engines have played it before."""
        start = record.variant, record.fen or record.start
        game = *start, *record.opening, *record.moves, record.result
        self._seen.add(hash(game))
        seated = hash((*record.engines, *game))
        if seated in self._seen_seated:
            return True
        self._seen_seated.add(seated)
        return False

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
        # In records of other programs a fault may name no engine.
        if record.fault in self.tallies:
            self.tallies[record.fault].faults += 1
        if record.fault:
            self.faults[record.reason, record.fault] += 1

    def _add_moves(self, record: GameRecord) -> None:
        for entry in record.entries:
            if not entry.player:
                continue
            tally = self.tallies[record.engines[entry.player - 1]]
            tally.moves += 1
            tally.ms += entry.time_ms
            tally.slowest_ms = max(tally.slowest_ms, entry.time_ms)
            tally.nodes += entry.nodes or 0
            if entry.depth is not None:
                tally.depth_sum += entry.depth
                tally.depth_count += 1

    def _add_to_crosstable(self, record: GameRecord) -> None:
        """Each seat against each other seat of another engine."""
        places = list(zip(record.engines, record.ranking, strict=True))
        for name, place in places:
            for other, its_place in places:
                if name != other:
                    outcome = "+" if place < its_place else "-" if place > its_place else "="
                    self.crosstable[name, other, outcome] += 1

    def _add_to_duels(self, record: GameRecord, repeated: bool) -> None:
        points = first_engines_point(record, self.names[0])
        pair = record.match, record.pair
        self.duel.add(pair, points, repeated)
        if record.on_points:
            winner = record.engines[int(record.on_points[1]) - 1]
            points = float(winner == self.names[0])
        self.on_points.add(pair, points, repeated)
        seat = lone_seat(record)
        if seat is not None and not repeated:
            alone = self.alone.setdefault(record.engines[seat], Alone(len(record.engines)))
            alone.add(record, seat)
        elif seat is None and len(record.engines) > 2:
            self.evenly.add(pair, first_engines_point(record, self.names[0]), repeated)

    def verdict(self, sprt: Sprt | None) -> str:
        """The decision of the SPRT, or an empty text."""
        return sequential.verdict(self.tested(sprt), sprt) if sprt is not None else ""

    def tested(self, sprt: Sprt) -> list[int]:
        """The pairs that the test counts."""
        return (self.on_points if sprt.on_points else self.duel).pairs

    def ratings(self) -> dict[str, elo.EloInterval]:
        """Elo of all engines. Two engines: against each other, from pairs. More engines: against
        their mean, by the Plackett-Luce model."""
        if len(self.names) == 2:
            found = self.duel.estimate().elo
            return dict(zip(self.names, (found, found.negative()), strict=True))
        ratings = plackett_luce.ratings(len(self.names), self._ranked.elements())
        return dict(zip(self.names, ratings, strict=True))

    def order(self) -> list[str]:
        """The names, best first."""
        return sorted(self.names, key=lambda name: -self.tallies[name].percent)


def standings(records: Sequence[GameRecord]) -> dict[str, Standing]:
    """A standing for each variant."""
    variants = sorted({record.variant for record in records})
    return {
        variant: Standing.of([record for record in records if record.variant == variant])
        for variant in variants
    }


def first_engines_point(record: GameRecord, name: str) -> float:
    """The point of the first of two engines, on any number of seats: 1 for the first place, 0 if
    the other engine has it, a half if they share it."""
    winners = {
        engine for engine, place in zip(record.engines, record.ranking, strict=True) if place == 1
    }
    return 0.5 if len(winners) > 1 else float(name in winners)
