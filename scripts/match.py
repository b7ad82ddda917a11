#!/usr/bin/env python3
"""Plays matches between two engines and says which one is stronger.

    scripts/match.py --engine name=NEW,cmd=target/release/strategos,option.Hash=16 \\
                     --engine name=OLD,cmd=old/strategos,option.Hash=16 \\
                     --variant pacific-a --games 200 --concurrency 2 \\
                     --tc 1+0.01 --random-plies 6 --seed 1 --sprt 0,5 --out games.jsonl

A third process, the referee, holds the game: it checks each move and decides
the result, so that no engine judges its own play. Each opening is played twice
with seats swapped; the two games are a pair, and the error bars rest on pairs.
With three or four players each engine takes some of the seats, and the other one
the rest; pairs go through all ways to share them out. Whose seat wins, takes the
point, so that equal engines expect a point a pair there too.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import random
import shlex
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TextIO

from strategos_client import (
    Answers,
    Engine,
    EngineConfig,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    Limits,
    SearchInfo,
    SearchResult,
)

# A mate in y turns is written to the game file as MATE_CP - y (or its negative).
MATE_CP = 100_000
# How long an engine that is out of time gets to obey `stop` before it is killed.
STOP_GRACE_S = 1.0
# A referee that fails again and again will not recover by itself.
MAX_VOID_GAMES_IN_A_ROW = 5
# With fewer pairs the variance is not known well enough to stop on it: two
# won pairs alone would pass for proof.
MIN_SPRT_PAIRS = 16
SPRT_ERROR_RATE = 0.05
OPENING_TRIES = 1000


class MatchError(Exception):
    """The match cannot start or go on."""


# --- Statistics -------------------------------------------------------------


def elo_from_score(score: float) -> float:
    """The Elo difference that predicts this score (0..1)."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


def score_from_elo(elo: float) -> float:
    """The score (0..1) that this Elo difference predicts."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Of the score a game, from pairs that took 0, 1/2, 1, 3/2, 2 points."""
    total = sum(counts)
    mean = sum(n * i / 4 for i, n in enumerate(counts)) / total
    variance = sum(n * (i / 4 - mean) ** 2 for i, n in enumerate(counts)) / total
    return mean, variance


@dataclass(frozen=True, slots=True)
class Estimate:
    """Elo with the half-width of its 95% interval, and the likelihood of superiority."""

    elo: float
    error: float
    los: float


def estimate(pairs: Sequence[int]) -> Estimate:
    """Normal approximation on pair scores."""
    if not sum(pairs):
        return Estimate(0.0, math.inf, 0.5)
    mean, variance = mean_and_variance(pairs)
    deviation = math.sqrt(variance / sum(pairs))
    if deviation == 0.0:
        los = 0.5 if mean == 0.5 else float(mean > 0.5)
        return Estimate(elo_from_score(mean), math.inf, los)
    low = elo_from_score(mean - 1.959964 * deviation)
    high = elo_from_score(mean + 1.959964 * deviation)
    los = 0.5 * math.erfc(-(mean - 0.5) / (deviation * math.sqrt(2.0)))
    return Estimate(elo_from_score(mean), (high - low) / 2.0, los)


def log_likelihood_ratio(pairs: Sequence[int], elo0: float, elo1: float) -> float:
    """GSPRT in normal approximation: how much likelier `elo1` is than `elo0`."""
    if not sum(pairs):
        return 0.0
    # Outcomes not yet seen get a trace of weight, or the variance could be zero.
    counts = [n or 1e-3 for n in pairs]
    mean, variance = mean_and_variance(counts)
    s0, s1 = score_from_elo(elo0), score_from_elo(elo1)
    return sum(counts) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)


SPRT_BOUND = math.log((1.0 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of `elo1` against `elo0`."""

    elo0: float
    elo1: float

    def verdict(self, pairs: Sequence[int]) -> str:
        """`H1` or `H0` once decided, else empty."""
        if sum(pairs) < MIN_SPRT_PAIRS:
            return ""
        llr = log_likelihood_ratio(pairs, self.elo0, self.elo1)
        return "H1" if llr >= SPRT_BOUND else "H0" if llr <= -SPRT_BOUND else ""


@dataclass(slots=True)
class EngineStats:
    """What an engine's moves and info lines add up to."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    searches: int = 0
    depth: int = 0
    nodes: int = 0
    node_seconds: float = 0.0

    def add(self, result: SearchResult) -> None:
        """Counts one move."""
        self.moves += 1
        self.seconds += result.seconds
        self.slowest = max(self.slowest, result.seconds)
        info = result.info
        if info.depth is not None:
            self.searches += 1
            self.depth += info.depth
        # `time` is in whole milliseconds; at short moves `nps` is more exact.
        if info.nodes and info.nps:
            self.nodes += info.nodes
            self.node_seconds += info.nodes / info.nps
        elif info.nodes and info.time_ms:
            self.nodes += info.nodes
            self.node_seconds += info.time_ms / 1000.0

    def describe(self) -> str:
        """Averages, in words."""
        ms = 1000.0 * self.seconds / max(self.moves, 1)
        depth = self.depth / max(self.searches, 1)
        nps = self.nodes / self.node_seconds if self.node_seconds else 0.0
        return (
            f"{self.moves} moves, {ms:.2f} ms/move (slowest {1000 * self.slowest:.0f} ms), "
            f"depth {depth:.2f}, {nps:,.0f} nps"
        )


@dataclass(slots=True)
class Score:
    """The match so far, from the first engine's side."""

    names: tuple[str, str]
    wins: int = 0
    draws: int = 0
    losses: int = 0
    void: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    reasons: dict[str, int] = field(default_factory=dict)
    engines: tuple[EngineStats, EngineStats] = field(
        default_factory=lambda: (EngineStats(), EngineStats())
    )

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.draws + self.losses

    def add_game(self, points: float | None, reason: str) -> None:
        """Counts a game; None is a void one."""
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        if points is None:
            self.void += 1
        elif points == 1.0:
            self.wins += 1
        elif points == 0.0:
            self.losses += 1
        else:
            self.draws += 1

    def add_pair(self, points: Sequence[float | None]) -> None:
        """Counts a pair if both its games count."""
        if len(points) == 2 and points[0] is not None and points[1] is not None:
            self.pairs[round(2.0 * (points[0] + points[1]))] += 1

    def line(self, sprt: Sprt | None) -> str:
        """Everything that matters on one line."""
        found = estimate(self.pairs)
        percent = 100.0 * (self.wins + self.draws / 2.0) / max(self.games, 1)
        text = (
            f"{self.names[0]} - {self.names[1]}: +{self.wins} ={self.draws} -{self.losses}"
            f" of {self.games}, {percent:.2f}%, "
            f"Elo {found.elo:+.1f} +/- {found.error:.1f}, LOS {100.0 * found.los:.1f}%"
        )
        if sprt is not None:
            llr = log_likelihood_ratio(self.pairs, sprt.elo0, sprt.elo1)
            text += (
                f", LLR {llr:.2f} of +/-{SPRT_BOUND:.2f} [{sprt.elo0:g}, {sprt.elo1:g}]"
            )
        return text

    def table(self, sprt: Sprt | None) -> str:
        """The report at the end."""
        lines = [self.line(sprt)]
        lines.append(f"pairs (0, 1/2, 1, 3/2, 2 points): {self.pairs}")
        if sprt is not None:
            verdict = sprt.verdict(self.pairs) or "no decision"
            lines.append(f"SPRT: {verdict}")
        ends = sorted(self.reasons.items(), key=lambda item: -item[1])
        lines.append("ends: " + ", ".join(f"{name} {n}" for name, n in ends))
        for name, stats in zip(self.names, self.engines, strict=True):
            lines.append(f"{name}: {stats.describe()}")
        return "\n".join(lines)


# --- Engines, clocks, openings ----------------------------------------------


@dataclass(frozen=True, slots=True)
class Control:
    """What limits an engine's moves. `base_ms` is None without a clock."""

    base_ms: float | None = None
    increment_ms: float = 0.0
    movetime_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None

    def is_empty(self) -> bool:
        """Whether nothing would end a search."""
        return self == Control()


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine of the match and the limits it plays under."""

    config: EngineConfig
    control: Control


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins. `start` is `startpos`, `deploy` or `fen F`."""

    start: str = "startpos"
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for each game of the match."""

    variant: str
    margin_ms: float = 50.0
    silence_s: float = 60.0
    max_plies: int = 0
    records: bool = False
    seed: int = 0


class Clock:
    """The time left to each player. Late within the margin is forgiven."""

    def __init__(self, controls: Sequence[Control], margin_ms: float) -> None:
        self._controls = controls
        self._margin_ms = margin_ms
        self._left = [control.base_ms for control in controls]

    def limits(self, player: int) -> Limits:
        """The `go` limits for the player whose move it is (counted from 1)."""
        control = self._controls[player - 1]
        limits = Limits(control.depth, control.nodes, control.movetime_ms)
        if control.base_ms is None:
            return limits
        return replace(
            limits,
            clocks_ms=tuple(int(left or 0.0) for left in self._left),
            increments_ms=tuple(int(c.increment_ms) for c in self._controls),
        )

    def allowance_s(self, player: int, silence_s: float) -> float:
        """After how many seconds without a move the game is lost."""
        control, left = self._controls[player - 1], self._left[player - 1]
        bounds = [ms for ms in (control.movetime_ms, left) if ms is not None]
        if not bounds:
            return silence_s
        return (min(bounds) + self._margin_ms) / 1000.0

    def spend(self, player: int, seconds: float) -> None:
        """Takes the time of a move and adds the increment."""
        left = self._left[player - 1]
        if left is not None:
            rest = max(left - 1000.0 * seconds, 0.0)
            self._left[player - 1] = rest + self._controls[player - 1].increment_ms


def parse_openings(text: str) -> list[Opening]:
    """One opening a line: `startpos`, a FEN or `fen F`, and perhaps `moves a b c`."""
    openings = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        cut = words.index("moves") if "moves" in words else len(words)
        start = " ".join(words[:cut])
        if words[0] not in ("startpos", "deploy", "fen"):
            start = f"fen {start}"
        openings.append(Opening(start, tuple(words[cut + 1 :])))
    return openings


# --- The referee ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """What the referee says of a position. `result` is `none` while the game is on."""

    result: str
    player: int


class Referee:
    """An engine that only knows the rules: it holds the game and never thinks."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._position = ""

    @classmethod
    async def start(
        cls, config: EngineConfig, variant: str, log: TextIO | None
    ) -> Referee:
        """Starts a process that plays `variant`."""
        engine = await Engine.start(config, log)
        referee = cls(engine)
        try:
            options = {"UCI_Variant": variant}
            # It never searches, so that the smallest table will do.
            hash_option = engine.options.get("Hash")
            if hash_option is not None and hash_option.minimum is not None:
                options["Hash"] = str(hash_option.minimum)
            await engine.set_options(options)
        except BaseException:
            await engine.kill()
            raise
        return referee

    async def quit(self) -> None:
        """Ends the process."""
        await self._engine.quit()

    async def players(self) -> int:
        """How many players the variant has."""
        return int((await self._engine.query("players"))[0])

    async def begin(self, opening: Opening) -> tuple[State, str]:
        """Sets up an opening; returns its state and the FEN before its moves."""
        self._position = f"{opening.start} moves"
        for move in opening.moves:
            self._position += f" {move}"
        answers = await self._engine.ask(
            [
                f"position {opening.start}",
                "query fen",
                f"position {self._position}",
                "query result",
                "query player",
            ]
        )
        self._check(answers)
        return self._state(answers.responses[1:]), " ".join(answers.responses[0])

    async def play(self, move: str) -> State | None:
        """Makes a move; None if it is illegal."""
        longer = f"{self._position} {move}"
        answers = await self._engine.ask(
            [
                f"query islegal {move}",
                f"position {longer}",
                "query result",
                "query player",
            ]
        )
        if answers.responses[0] != ["true"]:
            return None
        self._check(answers)
        self._position = longer
        return self._state(answers.responses[1:])

    async def position_for(self, player: int, records: bool) -> str:
        """What to send this player: the whole game, or only what he may know."""
        if not records:
            return self._position
        return " ".join(await self._engine.query(f"record {player}"))

    async def random_opening(
        self, start: str, plies: int, rng: random.Random
    ) -> Opening:
        """Random legal actions; tries again where the game ends on the way."""
        for _ in range(OPENING_TRIES):
            moves = await self._random_moves(start, plies, rng)
            if moves is not None:
                return Opening(start, moves)
        raise MatchError(f"no unfinished position after {plies} random plies")

    async def _random_moves(
        self, start: str, plies: int, rng: random.Random
    ) -> tuple[str, ...] | None:
        moves: list[str] = []
        while True:
            position = f"position {start} moves {' '.join(moves)}".rstrip()
            answers = await self._engine.ask(
                [position, "query result", "query legalmoves"]
            )
            self._check(answers)
            if answers.responses[0] != ["none"]:
                return None
            if len(moves) == plies:
                return tuple(moves)
            moves.append(rng.choice(answers.responses[1]))

    async def generated_openings(self, count: int, seed: int) -> list[Opening]:
        """Openings from `genfens`; fewer or none if the referee does not know it."""
        prefix = "info string genfens "
        lines = await self._engine.output_of(
            f"genfens {count} seed {seed} book None", timeout=60.0 + count
        )
        return [
            Opening(f"fen {line[len(prefix) :].strip()}")
            for line in lines
            if line.startswith(prefix)
        ]

    def _check(self, answers: Answers) -> None:
        if answers.errors:
            raise EngineFault(f"{self._engine.name}: {answers.errors[0]}")

    def _state(self, responses: list[list[str]]) -> State:
        try:
            (result,), (player,) = responses
            return State(result, int(player))
        except ValueError:
            raise EngineFault(
                f"{self._engine.name}: bad result or player: {responses}"
            ) from None


# --- One game ---------------------------------------------------------------


@dataclass(slots=True)
class GameRecord:
    """One line of the game file. The lists with one entry a move start after the opening."""

    game: int
    pair: int
    variant: str
    fen: str
    opening: list[str]
    engines: list[str]
    moves: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    scores: list[int | None] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)
    result: str = "void"
    reason: str = ""
    detail: str = ""

    def add(self, player: int, result: SearchResult) -> None:
        """Notes a move with its mover's score."""
        self.players.append(player)
        self.moves.append(result.bestmove)
        self.scores.append(score_in_cp(result.info))
        self.depths.append(result.info.depth)

    def points(self, seats: Sequence[int]) -> float | None:
        """What the contestant with index 0 takes, who sits where `seats` has a 0;
        None if void."""
        if self.result == "void":
            return None
        if self.result == "draw":
            return 0.5
        winners = (seat for seat in range(len(seats)) if self.result == f"p{seat + 1}win")
        return float(any(seats[seat] == 0 for seat in winners))


def score_in_cp(info: SearchInfo) -> int | None:
    """The mover's score; mates are MATE_CP less the turns."""
    if info.mate is None:
        return info.cp
    return MATE_CP - info.mate if info.mate > 0 else -MATE_CP - info.mate


class Forfeit(Exception):
    """A player loses by his own fault. `reason` is one word or two for the tally."""

    def __init__(self, player: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.player = player
        self.reason = reason
        self.detail = detail


class Table:
    """One place to play: a referee and the engines, restarted when they fail."""

    def __init__(
        self,
        contestants: Sequence[Contestant],
        referee: EngineConfig,
        rules: Rules,
        log: TextIO | None = None,
    ) -> None:
        self._contestants = contestants
        self._referee_config = referee
        self._rules = rules
        self._log = log
        self._engines: dict[int, Engine] = {}
        self._referee: Referee | None = None

    async def referee(self) -> Referee:
        """The referee, started if need be."""
        if self._referee is None:
            self._referee = await Referee.start(
                self._referee_config, self._rules.variant, self._log
            )
        return self._referee

    async def engine(self, index: int) -> Engine:
        """A contestant's process, started if need be."""
        if index not in self._engines:
            config = self._contestants[index].config
            engine = await Engine.start(config, self._log)
            self._engines[index] = engine
            await engine.set_options({"UCI_Variant": self._rules.variant})
        return self._engines[index]

    async def drop_engine(self, index: int) -> None:
        """Ends a process that cannot be trusted any more."""
        engine = self._engines.pop(index, None)
        if engine is not None:
            await engine.kill()

    async def drop_referee(self) -> None:
        """Ends the referee's process."""
        referee, self._referee = self._referee, None
        if referee is not None:
            await referee.quit()

    async def close(self) -> None:
        """Ends all processes."""
        endings: list[Coroutine[Any, Any, None]] = [self.drop_referee()]
        endings += [engine.quit() for engine in self._engines.values()]
        self._engines = {}
        # Thus a cancelled gather still waits for every process to end.
        await asyncio.gather(*endings, return_exceptions=True)

    async def play(
        self,
        record: GameRecord,
        opening: Opening,
        seats: Sequence[int],
        stats: Sequence[EngineStats],
    ) -> None:
        """Plays a game into `record`; `seats` says which contestant plays which player."""
        try:
            await self._play(record, opening, seats, stats)
        except Forfeit as forfeit:
            loser = seats[forfeit.player - 1]
            winner = next(seat for seat, index in enumerate(seats, 1) if index != loser)
            record.result = f"p{winner}win"
            record.reason, record.detail = forfeit.reason, forfeit.detail
        except EngineError as error:
            # Whatever else goes wrong is the referee's fault or nobody's.
            record.result, record.reason, record.detail = "void", "void", str(error)
            await self.drop_referee()

    async def _play(
        self,
        record: GameRecord,
        opening: Opening,
        seats: Sequence[int],
        stats: Sequence[EngineStats],
    ) -> None:
        referee = await self.referee()
        state, record.fen = await referee.begin(opening)
        await self._new_game(seats, record.pair)
        controls = [self._contestants[index].control for index in seats]
        clock = Clock(controls, self._rules.margin_ms)
        while state.result == "none":
            if 0 < self._rules.max_plies <= len(record.moves):
                record.result, record.reason = "draw", "ply limit"
                return
            player = state.player
            result = await self._move(referee, clock, player, seats[player - 1])
            record.add(player, result)
            stats[seats[player - 1]].add(result)
            clock.spend(player, result.seconds)
            following = await referee.play(result.bestmove)
            if following is None:
                refusal = "; ".join(result.errors)
                raise Forfeit(
                    player, "illegal move", f"{result.bestmove} {refusal}".rstrip()
                )
            state = following
        record.result, record.reason = state.result, "rules"

    async def _new_game(self, seats: Sequence[int], pair: int) -> None:
        async def prepare(player: int, index: int) -> None:
            try:
                engine = await self.engine(index)
                if "Seed" in engine.options and "Seed" not in engine.config.options:
                    seed = self._rules.seed + pair
                    engine.send(f"setoption name Seed value {seed}")
                await engine.new_game()
            except EngineError as error:
                await self.drop_engine(index)
                raise Forfeit(player, "crash", str(error)) from error

        # All are awaited to the end: a task left behind would disturb the next game.
        outcomes = await asyncio.gather(
            *(prepare(seats.index(index) + 1, index) for index in sorted(set(seats))),
            return_exceptions=True,
        )
        for outcome in outcomes:
            if outcome is not None:
                raise outcome

    async def _move(
        self, referee: Referee, clock: Clock, player: int, index: int
    ) -> SearchResult:
        position = await referee.position_for(player, self._rules.records)
        engine = self._engines[index]
        allowance = clock.allowance_s(player, self._rules.silence_s)
        try:
            result = await engine.go(position, clock.limits(player), allowance)
        except EngineTimeout as error:
            reason = "time"
            if not await obeys_stop(engine):
                reason = "silence"
                await self.drop_engine(index)
            raise Forfeit(player, reason, str(error)) from error
        except EngineError as error:
            await self.drop_engine(index)
            reason = "crash" if isinstance(error, EngineDied) else "protocol"
            raise Forfeit(player, reason, str(error)) from error
        if result.seconds > allowance:
            raise Forfeit(player, "time", f"{result.seconds:.3f} s")
        return result


async def obeys_stop(engine: Engine) -> bool:
    """Whether an engine that is out of time can still be used."""
    try:
        return await engine.stop(STOP_GRACE_S)
    except EngineError:
        return False


# --- The match --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that makes up a match."""

    contestants: tuple[Contestant, Contestant]
    referee: EngineConfig
    rules: Rules
    games: int
    concurrency: int = 1
    sprt: Sprt | None = None
    openings: tuple[Opening, ...] = ()
    genfens: bool = False
    random_plies: int = 0
    report_every: int = 10


def seatings(players: int) -> list[tuple[int, ...]]:
    """The ways in which two contestants, 0 and 1, share the seats, each up to a swap:
    those in which 0 has the fewer seats first."""
    ways = [
        tuple(0 if seat in mine else 1 for seat in range(players))
        for count in range(1, players // 2 + 1)
        for mine in itertools.combinations(range(players), count)
    ]
    return [way for way in ways if 2 * way.count(0) < players or way[0] == 0]


class Match:
    """Hands out pairs of games to the tables and keeps the score."""

    def __init__(
        self,
        plan: Plan,
        out: TextIO | None = None,
        log: TextIO | None = None,
        say: Callable[[str], None] = print,
    ) -> None:
        names = tuple(contestant.config.name for contestant in plan.contestants)
        self.score = Score((names[0], names[1]))
        self._plan = plan
        self._out = out
        self._log = log
        self._say = say
        self._openings = plan.openings
        self._random_plies = plan.random_plies
        self._pairs: Iterator[int] = iter(range((plan.games + 1) // 2))
        self._seatings = seatings(2)
        self._voids = 0

    async def run(self) -> None:
        """Plays the match; cancelling it leaves the score so far, and no process."""
        await self._prepare()
        workers = [
            asyncio.create_task(self._worker())
            for _ in range(min(self._plan.concurrency, (self._plan.games + 1) // 2))
        ]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                # One that is ending its engines already must not be cut short.
                if not worker.cancelling():
                    worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    def _decided(self) -> bool:
        sprt = self._plan.sprt
        return sprt is not None and bool(sprt.verdict(self.score.pairs))

    def _table(self) -> Table:
        plan = self._plan
        return Table(plan.contestants, plan.referee, plan.rules, self._log)

    async def _prepare(self) -> None:
        """Starts every kind of process once, so that a wrong path or option
        stops the match here and does not lose each of its games."""
        table = self._table()
        try:
            referee = await table.referee()
            self._seatings = seatings(await referee.players())
            for index in range(len(self._plan.contestants)):
                await table.engine(index)
            if self._plan.genfens:
                await self._generate_openings(referee)
        except EngineError as error:
            raise MatchError(str(error)) from error
        finally:
            await table.close()

    async def _generate_openings(self, referee: Referee) -> None:
        count = (self._plan.games + 1) // 2
        openings = await referee.generated_openings(count, self._plan.rules.seed)
        if openings:
            self._openings, self._random_plies = tuple(openings), 0
        elif self._random_plies:
            self._say("The referee has no genfens; the openings are random plies.")
        else:
            raise MatchError("the referee has no genfens; use --random-plies")

    async def _worker(self) -> None:
        table = self._table()
        try:
            for pair in self._pairs:
                if self._decided():
                    return
                await self._play_pair(table, pair)
        finally:
            await table.close()

    async def _play_pair(self, table: Table, pair: int) -> None:
        opening = await self._opening(table, pair)
        points: list[float | None] = []
        for swapped in (False, True):
            points.append(await self._play_game(table, pair, opening, swapped))
        self.score.add_pair(points)

    async def _opening(self, table: Table, pair: int) -> Opening:
        """The pair's opening: the same whichever table plays it."""
        start = Opening()
        if self._openings:
            start = self._openings[pair % len(self._openings)]
        if start.moves or not self._random_plies:
            return start
        rng = random.Random(f"{self._plan.rules.seed}/{pair}")
        try:
            referee = await table.referee()
            return await referee.random_opening(start.start, self._random_plies, rng)
        except EngineError as error:
            raise MatchError(f"no opening: {error}") from error

    async def _play_game(
        self, table: Table, pair: int, opening: Opening, swapped: bool
    ) -> float | None:
        seats = self._seatings[pair % len(self._seatings)]
        if swapped:
            seats = tuple(1 - index for index in seats)
        record = GameRecord(
            game=2 * pair + swapped + 1,
            pair=pair + 1,
            variant=self._plan.rules.variant,
            fen="",
            opening=list(opening.moves),
            engines=[self.score.names[index] for index in seats],
        )
        await table.play(record, opening, seats, self.score.engines)
        points = record.points(seats)
        self._finish(record, points)
        return points

    def _finish(self, record: GameRecord, points: float | None) -> None:
        fault = record.reason not in ("rules", "ply limit")
        reason = record.reason
        if fault and points is not None:
            loser = self.score.names[int(points)]
            reason = f"{reason} by {loser}"
        self.score.add_game(points, reason)
        if fault:
            self._say(f"game {record.game}: {record.result}, {reason}: {record.detail}")
        if self._out is not None:
            self._out.write(json.dumps(asdict(record)) + "\n")
            self._out.flush()
        if points is not None and self.score.games % self._plan.report_every == 0:
            self._say(self.score.line(self._plan.sprt))
        self._voids = self._voids + 1 if points is None else 0
        if self._voids >= MAX_VOID_GAMES_IN_A_ROW:
            raise MatchError(f"{self._voids} void games in a row")


# --- Command line -----------------------------------------------------------


def parse_clock(text: str) -> tuple[float, float]:
    """`1+0.01` in seconds, as milliseconds."""
    base, _, increment = text.partition("+")
    return 1000.0 * float(base), 1000.0 * float(increment or 0.0)


def override(control: Control, limits: Mapping[str, str]) -> Control:
    """Limits of an engine's own take the place of all common ones."""
    if not limits:
        return control
    base: float | None = None
    increment = 0.0
    if "tc" in limits:
        base, increment = parse_clock(limits["tc"])
    whole = {name: int(limits[name]) for name in limits if name != "tc"}
    return Control(
        base,
        increment,
        whole.get("movetime"),
        whole.get("nodes"),
        whole.get("depth"),
    )


def parse_engine(text: str, common: Control) -> Contestant:
    """Reads `name=A,cmd=PATH,args=...,option.Hash=16,nodes=1000`."""
    fields: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"'{part}' is not KEY=VALUE")
        fields[key.strip()] = value
    if "cmd" not in fields:
        raise ValueError("cmd=PATH is missing")
    command = (fields.pop("cmd"), *shlex.split(fields.pop("args", "")))
    name = fields.pop("name", Path(command[0]).name)
    options = {
        key.removeprefix("option."): fields.pop(key)
        for key in list(fields)
        if key.startswith("option.")
    }
    limits: dict[str, str] = {
        key: fields.pop(key)
        for key in ("tc", "movetime", "nodes", "depth")
        if key in fields
    }
    if fields:
        raise ValueError(f"unknown key '{next(iter(fields))}'")
    return Contestant(EngineConfig(name, command, options), override(common, limits))


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = argparse.ArgumentParser(
        description="Plays a match between two engines.",
        epilog="An engine is name=A,cmd=PATH[,args=WORDS][,option.NAME=VALUE]... and may "
        "have tc=, movetime=, nodes= or depth= of its own.",
    )
    add = parser.add_argument
    add("--engine", action="append", required=True, metavar="SPEC", help="give two")
    add("--referee", metavar="SPEC", help="default: the first engine's command")
    add("--variant", default="pacific-a", help="UCI_Variant (default %(default)s)")
    add("--games", type=int, default=100, help="rounded up to whole pairs")
    add("--concurrency", type=int, default=1, help="games at a time")
    add("--tc", metavar="S+S", help="clock and increment, in seconds")
    add("--movetime", type=int, metavar="MS", help="time a move")
    add("--nodes", type=int, help="nodes a move")
    add("--depth", type=int, help="depth a move")
    add("--openings", type=Path, metavar="FILE", help="startpos or FEN, moves ...")
    add("--genfens", action="store_true", help="openings from the referee's genfens")
    add("--random-plies", type=int, default=0, metavar="N", help="random openings")
    add("--seed", type=int, default=1, help="of openings and engines")
    add("--sprt", metavar="ELO0,ELO1", help="stop when one is accepted")
    add("--out", type=Path, metavar="FILE", help="append games as JSON lines")
    add("--log", type=Path, metavar="FILE", help="write all traffic")
    add("--margin-ms", type=float, default=50.0, help="forgiven on the clock")
    add("--silence-s", type=float, default=60.0, help="longest move without a clock")
    add("--adjudicate-draw-plies", type=int, default=0, metavar="N", help="0: never")
    add("--records", action="store_true", help="send each player only his own record")
    add("--report-every", type=int, default=10, metavar="N", help="games")
    return parser


def plan_from(options: argparse.Namespace) -> Plan:
    """Checks the command line; raises ValueError or OSError."""
    base, increment = parse_clock(options.tc) if options.tc else (None, 0.0)
    common = Control(base, increment, options.movetime, options.nodes, options.depth)
    contestants = [parse_engine(text, common) for text in options.engine]
    if len(contestants) != 2:
        raise ValueError(f"two engines are needed, not {len(contestants)}")
    if any(contestant.control.is_empty() for contestant in contestants):
        raise ValueError("one of --tc, --movetime, --nodes, --depth is needed")
    if contestants[0].config.name == contestants[1].config.name:
        raise ValueError("the engines need different names")
    if min(options.games, options.concurrency, options.report_every) < 1:
        raise ValueError("--games, --concurrency and --report-every are at least 1")
    referee = EngineConfig("referee", contestants[0].config.command)
    if options.referee:
        referee = parse_engine(options.referee, common).config
    sprt = None
    if options.sprt:
        elo0, elo1 = (float(word) for word in options.sprt.split(","))
        if elo0 >= elo1:
            raise ValueError("--sprt needs ELO0 below ELO1")
        sprt = Sprt(elo0, elo1)
    openings: list[Opening] = []
    if options.openings:
        openings = parse_openings(options.openings.read_text())
        if not openings:
            raise ValueError(f"no opening in {options.openings}")
    return Plan(
        contestants=(contestants[0], contestants[1]),
        referee=referee,
        rules=Rules(
            variant=options.variant,
            margin_ms=options.margin_ms,
            silence_s=options.silence_s,
            max_plies=options.adjudicate_draw_plies,
            records=options.records,
            seed=options.seed,
        ),
        games=options.games,
        concurrency=options.concurrency,
        sprt=sprt,
        openings=tuple(openings),
        genfens=options.genfens,
        random_plies=options.random_plies,
        report_every=options.report_every,
    )


async def run_match(match: Match) -> bool:
    """Runs to the end, or to Ctrl-C or a termination signal; False if cut short."""
    task = asyncio.create_task(match.run())
    loop = asyncio.get_running_loop()

    def interrupt() -> None:
        # A second Ctrl-C must not cut short the ending of the engines.
        if not task.cancelling():
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    try:
        await task
    except asyncio.CancelledError:
        return False
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
    return True


def say(text: str) -> None:
    """Prints at once, also into a pipe or file."""
    print(text, flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line; 0 when done, 1 when the match broke off, 2 for bad usage."""
    parser = arguments()
    options = parser.parse_args(words)
    try:
        plan = plan_from(options)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    out = options.out.open("a") if options.out else None
    log = options.log.open("w") if options.log else None
    match = Match(plan, out, log, say)
    started = time.monotonic()
    status = 0
    try:
        if not asyncio.run(run_match(match)):
            say("Interrupted.")
            status = 130
    except MatchError as error:
        say(f"The match broke off: {error}")
        status = 1
    finally:
        for file in (out, log):
            if file is not None:
                file.close()
    say(match.score.table(plan.sprt))
    say(f"{plan.rules.variant}, {time.monotonic() - started:.1f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
