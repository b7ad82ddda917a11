"""A slot on this machine: a referee and the engines, which are replaced when they fail."""

from __future__ import annotations

import asyncio
import datetime
import logging
from collections.abc import Coroutine, Sequence, Set
from typing import Any, TextIO

from strategos_client import (
    NO_MOVE,
    Engine,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    Limits,
    SearchResult,
    ranking_of,
)

from . import points
from .adjudicate import adjudicate
from .clock import Clock
from .plan import MatchError, Opening, Plan, Seating
from .records import replay
from .records.game_record import VOID, Entry, GameRecord
from .referee import Referee, State

logger = logging.getLogger(__name__)

# How often an engine is started, and the pause between tries. Then the match ends.
START_TRIES = 3
START_PAUSE_S = 1.0
# Time for an engine without time to obey `stop`, before it is killed.
STOP_GRACE_S = 1.0
# Time for an engine to end a search that still runs after its move was refused.
DOUBLED_GRACE_S = 0.3
# How often a game is played if the referee fails.
REFEREE_TRIES = 5


class Forfeit(Exception):
    """A player loses by a fault. `reason` is a short text for the tally, `move` the token that the
    referee refused."""

    def __init__(self, player: int, reason: str, detail: str, move: str = "") -> None:
        super().__init__(detail)
        self.player = player
        self.reason = reason
        self.detail = detail
        self.move = move


class LocalSlot:
    """Plays one game at a time, from the first move to the record. Its engines run on
    `processors`, or on any processor if the set is empty."""

    def __init__(
        self, plan: Plan, log: TextIO | None = None, processors: Set[int] = frozenset()
    ) -> None:
        self._plan = plan
        self._log = log
        self._processors = processors
        self._engines: dict[int, Engine] = {}
        self._referee: Referee | None = None
        self._second: Referee | None = None
        self._checking = asyncio.Lock()

    async def referee(self) -> Referee:
        """The referee, started if necessary."""
        if self._referee is None:
            plan = self._plan
            self._referee = await Referee.start(plan.referee, plan.rules.variant, self._log)
            if tables := plan.rules.adjudication.tables:
                await self._referee.use_tables(tables)
        return self._referee

    async def engine(self, index: int) -> Engine:
        """A contestant's process, started if necessary; raises `MatchError` if it cannot start."""
        if index not in self._engines:
            self._engines[index] = await self._start(index)
        return self._engines[index]

    async def _start(self, index: int) -> Engine:
        """Tries more than once: a program is missing for a moment while it is rebuilt."""
        config = self._plan.contestants[index].config.at(self._plan.rules.variant)
        for left in reversed(range(START_TRIES)):
            try:
                engine = await Engine.start(config, self._log, processors=self._processors)
            except EngineError as error:
                if not left:
                    text = f"{config.name} cannot be started, tried {START_TRIES} times: {error}"
                    raise MatchError(text) from error
                logger.warning("%s", error)
                await asyncio.sleep(START_PAUSE_S)
            else:
                break
        logger.debug("%s started, process %d", engine.name, engine.pid)
        return engine

    async def adopt(self, plan: Plan) -> None:
        """Takes another plan, which differs in the engines' options alone. An engine that refuses
        them is ended, and restarted when it is needed."""
        self._plan = plan
        for index, engine in list(self._engines.items()):
            try:
                await engine.set_options(plan.contestants[index].config.options)
            except EngineError as error:
                logger.warning("%s", error)
                await self.drop_engine(index)

    async def drop_engine(self, index: int) -> None:
        """Ends a process after a fault."""
        engine = self._engines.pop(index, None)
        if engine is not None:
            logger.info("%s is ended, process %d", engine.name, engine.pid)
            await engine.kill()

    async def drop_referee(self) -> None:
        """Ends the referee's process."""
        referee, self._referee = self._referee, None
        if referee is not None:
            await referee.quit()

    async def _drop_second(self) -> None:
        second, self._second = self._second, None
        if second is not None:
            await second.quit()

    async def close(self) -> None:
        """Ends all processes."""
        endings: list[Coroutine[Any, Any, None]] = [self.drop_referee(), self._drop_second()]
        endings += [engine.quit() for engine in self._engines.values()]
        self._engines = {}
        # With return_exceptions a cancelled gather still waits for every process to end.
        await asyncio.gather(*endings, return_exceptions=True)

    async def play(self, seating: Seating, opening: Opening) -> GameRecord:
        """Plays a game. The record says what went wrong, if anything did."""
        for left in reversed(range(REFEREE_TRIES)):
            record = blank_record(self._plan, seating, opening)
            try:
                await self._play(record, seating.seats, opening)
                await self.check(record)
            except Forfeit as forfeit:
                self._forfeit(record, seating.seats, forfeit)
                await self.check(record, forfeit.move)
            except EngineError as error:
                # Faults of players are forfeits. Any other error is the referee's.
                await self.drop_referee()
                if left and isinstance(error, EngineDied | EngineTimeout):
                    logger.warning("game %d is played again: %s", seating.number, error)
                    continue
                record.result, record.reason, record.detail = VOID, VOID, str(error)
            break
        return record

    async def check(self, record: GameRecord, refused: str = "") -> None:
        """Asks the second referee, if there is one, about a result and about the token that the
        first one refused. If they disagree the game is void. Raises `MatchError`."""
        if self._plan.second is None or record.void:
            return
        async with self._checking:
            problem = await self._second_opinion(record, refused)
        if problem:
            record.detail = f"the referees disagree: {record.ending}, but {problem}"
            record.result = record.reason = VOID
            record.ranking, record.fault, record.on_points = [], "", ""

    async def _second_opinion(self, record: GameRecord, refused: str) -> str:
        """Where the second referee disagrees, or an empty text. It is replaced if it fails."""
        second = self._plan.second
        for left in reversed(range(REFEREE_TRIES)):
            try:
                if self._second is None and second is not None:
                    variant = self._plan.rules.variant
                    self._second = await Referee.start(second, variant, self._log)
                if self._second is not None:
                    return await replay.result_problem(record, self._second, refused)
            except EngineError as error:
                await self._drop_second()
                if not left:
                    text = (
                        f"the second referee fails (--second-referee none plays without): {error}"
                    )
                    raise MatchError(text) from error
        return ""

    def _forfeit(self, record: GameRecord, seats: Sequence[int], forfeit: Forfeit) -> None:
        """The engine at fault loses on all its seats. Of two players the other one wins; three or
        four players without the engine share the first place."""
        guilty = seats[forfeit.player - 1]
        if len(seats) == 2:
            record.result = f"p{3 - forfeit.player}win"
            record.ranking = ranking_of(record.result, 2)
        else:
            record.result = f"p{forfeit.player}loss"
            record.ranking = [len(seats) if index == guilty else 1 for index in seats]
        record.reason, record.detail = forfeit.reason, forfeit.detail
        record.fault = self._plan.contestants[guilty].name

    async def _play(self, record: GameRecord, seats: Sequence[int], opening: Opening) -> None:
        referee = await self.referee()
        rules = self._plan.rules
        record.fens = await referee.fens(opening)
        state = await referee.begin(opening, rules.information)
        record.fens.append(state.fen)
        record.rules = referee.rules
        record.fen = record.fens[0]
        await self._new_game(seats, record.seed)
        controls = [self._plan.contestants[index].control for index in seats]
        clock = Clock(controls, rules.margin_ms)
        while state.result == "none":
            state = await self._turn(record, referee, clock, state, seats)
            verdict = adjudicate(rules.adjudication, record.players, record.scores, len(seats))
            if rules.adjudication.tables and (known := await referee.exact_result()):
                verdict = known, "endgame tables"
            if verdict and state.result == "none":
                record.result, record.reason = verdict
                record.ranking = ranking_of(record.result, len(seats))
                await self._count_points(record, referee)
                return
        record.result, record.reason = state.result, await referee.reason()
        record.ranking = await referee.ranking() or ranking_of(state.result, len(seats))
        await self._count_points(record, referee)

    async def _count_points(self, record: GameRecord, referee: Referee) -> None:
        """Counts points if the match wants them, and lets them decide a game that stopped."""
        lead = self._plan.rules.adjudication.points_lead
        if not lead:
            return
        record.material = await referee.points()
        stopped = record.by_rules and points.is_stopped(record.reason)
        if record.result == "draw" and (stopped or record.reason == "length"):
            record.on_points = points.winner(record.material, lead)

    async def _turn(
        self,
        record: GameRecord,
        referee: Referee,
        clock: Clock,
        state: State,
        seats: Sequence[int],
    ) -> State:
        """One token: asks the mover, checks the answer, records it."""
        player = state.player
        position = await referee.position_for(player)
        result = await self._move(position, clock, player, seats[player - 1])
        following = await referee.play(result.bestmove)
        if following is None:
            raise await self._refusal(result, state, player, seats[player - 1])
        self._note(record, player, result, following, referee.turn)
        record.entries[-1].clock_ms = clock.spend(player, result.seconds, following.joined)
        logger.debug(
            "game %d, player %d: %s, %s cp, depth %s, %.3f s", record.game, player,
            result.bestmove, result.info.value, result.info.depth, result.seconds,
        )  # fmt: skip
        return following

    async def _refusal(
        self, result: SearchResult, state: State, player: int, index: int
    ) -> Forfeit:
        """The fault of an engine whose move the referee refuses."""
        refusal = "; ".join(result.errors)
        detail = f"{result.bestmove} in {state.fen} {refusal}".rstrip()
        if result.bestmove == NO_MOVE and result.errors:
            # No move, with an error: the engine refused a position that the referee accepts.
            return Forfeit(player, "protocol", detail)
        if await answers_again(self._engines[index]):
            text = f"a search was answered by two lines 'bestmove': {detail}"
            return Forfeit(player, "protocol", text)
        return Forfeit(player, "illegal move", detail, result.bestmove)

    def _note(
        self, record: GameRecord, player: int, result: SearchResult, following: State, turn: str
    ) -> None:
        """Records a token. If it continues a turn, the turn becomes one token. Such a turn keeps
        the score and the line of its first search."""
        info, time_ms = result.info, round(1000.0 * result.seconds, 1)
        if following.joined:
            entry = record.entries[-1]
            entry.move = turn
            entry.time_ms = round(entry.time_ms + time_ms, 1)
            if entry.nodes is not None:
                entry.nodes += info.nodes or 0
            record.fens.pop()
        else:
            record.entries.append(
                Entry(
                    result.bestmove, player, info.value, info.depth, info.nodes, time_ms,
                    pv=" ".join(info.pv),
                )
            )  # fmt: skip
        record.fens.append(following.fen)

    async def _move(self, position: str, clock: Clock, player: int, index: int) -> SearchResult:
        engine = self._engines[index]
        allowance = clock.allowance_s(player, self._plan.rules.silence_s)
        try:
            result = await answer_of(engine, position, clock.limits(player), allowance)
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
            raise Forfeit(player, "time", f"{result.seconds:.3f} s for {allowance:.3f} s")
        return result

    async def _new_game(self, seats: Sequence[int], seed: int) -> None:
        async def prepare(player: int, index: int) -> None:
            try:
                engine = await self.engine(index)
                if "Seed" in engine.options and "Seed" not in engine.config.options:
                    engine.send(f"setoption name Seed value {seed}")
                await engine.new_game()
            except EngineError as error:
                await self.drop_engine(index)
                raise Forfeit(player, _fault_of(error), str(error)) from error

        # Awaits all to the end: an unfinished task would disturb the next game.
        outcomes = await asyncio.gather(
            *(prepare(seats.index(index) + 1, index) for index in sorted(set(seats))),
            return_exceptions=True,
        )
        failures = [outcome for outcome in outcomes if outcome is not None]
        # A missing engine comes first: then there is no game that a forfeit could decide.
        for failure in sorted(failures, key=lambda failure: isinstance(failure, Forfeit)):
            raise failure


def blank_record(plan: Plan, seating: Seating, opening: Opening) -> GameRecord:
    """The record of a game before its first move."""
    players = [plan.contestants[index] for index in seating.seats]
    return GameRecord(
        game=seating.number,
        pair=seating.pair,
        opening_number=seating.opening,
        match=plan.fingerprint(),
        variant=plan.rules.variant,
        seed=plan.rules.seed + seating.pair,
        engines=[player.name for player in players],
        controls=[str(player.control) for player in players],
        start=opening.start,
        opening=list(opening.moves),
        date=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    )


async def answer_of(engine: Engine, position: str, limits: Limits, timeout: float) -> SearchResult:
    """The answer of an engine, also if it reports an error: the referee judges the move."""
    try:
        return await engine.go(position, limits, timeout)
    except EngineFault as fault:
        if fault.result is None:
            raise
        return fault.result


def _fault_of(error: EngineError) -> str:
    """The reason by which an engine loses for a fault between two searches."""
    if isinstance(error, EngineTimeout):
        return "silence"
    return "crash" if isinstance(error, EngineDied) else "protocol"


async def answers_again(engine: Engine) -> bool:
    """Whether a search still runs. Then the last `bestmove` was a second answer to the search
    before it."""
    try:
        lines = await engine.output_of("stop")
        await asyncio.sleep(DOUBLED_GRACE_S)
        lines += await engine.output_of()
    except EngineError:
        return False
    return any(line.startswith("bestmove") for line in lines)


async def obeys_stop(engine: Engine) -> bool:
    """Whether an engine without time still obeys `stop`."""
    try:
        return await engine.stop(STOP_GRACE_S)
    except EngineError:
        return False
