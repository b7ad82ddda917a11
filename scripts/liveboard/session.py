"""The state of a board: its game, its pages, its engines.

All changes of the game happen under one lock and end with `settle`, which reads the new position,
starts the engines and updates the pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from matches.records.game_record import GameRecord
from strategos_client import EngineError, Limits

from . import thinking
from .clock import Clock
from .game import Game, Note, Seat, ends_of
from .helper import Helper
from .page_state import seen, state
from .rules import DROP, Look, Refused, Rules, begins_turn, configured

Send = Callable[[dict[str, Any]], Awaitable[None]]


class BoardSession:
    """One game and all pages that show it."""

    def __init__(self, command: Sequence[str], rules: Rules, seed: int) -> None:
        self.rules = rules
        self.lock = asyncio.Lock()
        self.game = Game("")
        self.at = 0
        self.paused = False
        self.at_screen: int | None = None
        self.clock: Clock | None = None
        self.drafts: dict[int, list[str]] = {}
        self.lines = 0
        self.library: list[GameRecord] = []
        # The game that the user left for another line.
        self.left: Game | None = None
        self.tip: Look
        self.here: Look
        self.turns: list[str] = []
        self.ends: list[int] = []
        self._command = command
        self._seed = seed
        self._seats: dict[int, Helper] = {}
        self._analyst = Helper(configured(command, "the analysing engine"), self._died)
        self._thinker: asyncio.Task[None] | None = None
        self._analysis: asyncio.Task[None] | None = None
        self._searched = ""
        self._flag: asyncio.TimerHandle | None = None
        self._pages: dict[object, Send] = {}
        self._notices: set[asyncio.Task[None]] = set()

    @classmethod
    async def start(cls, command: Sequence[str], variant: str, seed: int = 0) -> BoardSession:
        """A board with the start of a variant. `seed` determines all random numbers. Raises
        `EngineError` or `Refused`."""
        sessions: list[BoardSession] = []

        def died(text: str) -> None:
            for session in sessions:
                session._died(text)

        rules = await Rules.start(Helper(configured(command, "the referee"), died))
        try:
            session = cls(command, rules, seed)
            await session.begin(await session.new_game(variant, "startpos", []))
        except BaseException:
            await rules.close()
            raise
        sessions.append(session)
        return session

    # --- Who may see what ---

    @property
    def over(self) -> bool:
        """Whether the game is over, by the rules or by time or resignation."""
        return self.tip.over or bool(self.game.result)

    @property
    def secret(self) -> bool:
        """Whether a player has hidden information, or a deployment is in progress."""
        differ = any(view != self.tip.fen for view in self.tip.views)
        return differ or (self.game.hides and self.tip.deploying)

    @property
    def viewer(self) -> int | None:
        """The player whose view is on the screen: 0 for everything, None during a handover."""
        persons = self.game.persons()
        if self.game.open or not self.secret or self.over or not persons:
            return 0
        return persons[0] if len(persons) == 1 else self.at_screen

    @property
    def unfinished(self) -> bool:
        """Whether the last turn is incomplete and its player is to move."""
        if self.over or not self.game.movers or self.game.movers[-1] != self.tip.player:
            return False
        return not begins_turn(self.tip.fen)

    @property
    def handover(self) -> int:
        """The person to move, if another person is at the screen; otherwise 0."""
        if not self.viewer or self.over or self.tip.player == self.viewer:
            return 0
        return self.tip.player if self.tip.player in self.game.persons() else 0

    def may_play(self) -> bool:
        """Whether the person at the screen may act in the shown position."""
        last = self.at == len(self.game.steps)
        if self.here.over or (self.game.result and last) or not (last or self.game.open):
            return False
        if self.game.seats[self.here.player - 1].kind != "person":
            return False
        return self.viewer in (0, self.here.player)

    # --- The pages ---

    def join(self, page: object, send: Send) -> None:
        """Adds a page, which gets all messages from now on."""
        self._pages[page] = send

    def leave(self, page: object) -> None:
        """Removes a page."""
        self._pages.pop(page, None)

    async def tell(self, message: dict[str, Any]) -> None:
        """Sends a message to all pages, except closed ones."""
        for page, send in list(self._pages.items()):
            try:
                await send(message)
            except (ConnectionError, RuntimeError):
                self.leave(page)

    def notice(self, text: str) -> None:
        """Sends a text to all pages."""
        task = asyncio.get_running_loop().create_task(self.tell({"type": "notice", "text": text}))
        self._notices.add(task)
        task.add_done_callback(self._notices.discard)

    def _died(self, text: str) -> None:
        self.notice(f"An engine died{self.details(text)}")

    def details(self, text: str) -> str:
        """The engine's message about a fault, for the end of a sentence. It may contain the
        request, so it is empty if that is secret."""
        return f": {text}" if self.viewer == 0 else ""

    # --- Games ---

    async def new_game(
        self, variant: str, start: str, seats: list[Seat], open_board: bool = True
    ) -> Game:
        """A game that is checked but not yet on the board; raises `Refused`. Without seats all
        players are people."""
        players = await self.rules.players(variant)
        if seats and len(seats) != players:
            raise Refused(f"{variant} has {players} players, not {len(seats)}")
        game = Game(variant, start, seats or [Seat()] * players, open_board)
        look = await self.rules.look(game)
        game.hides = start == "deploy" or any(view != look.fen for view in look.views)
        return game

    async def begin(self, game: Game, clock: Clock | None = None, at: int | None = None) -> None:
        """Puts a game on the board."""
        await self.rest()
        tip = await self.rules.look(game)
        self.game, self.clock, self.tip = game, clock, tip
        self.at = len(game.steps) if at is None else min(max(at, 0), len(game.steps))
        self.paused, self.at_screen, self.left = False, None, None
        self.drafts = {}
        for helper in self._seats.values():
            await helper.close()
        self._seats = {}
        await self.settle()

    async def play(self, wanted: str, note: Note | None = None) -> None:
        """Plays a turn or a part of a turn in the shown position; raises `Refused`."""
        game, player = self.game, self.here.player
        token = await self.rules.choice(game, self.at, self.here, wanted)
        if token is None:
            raise Refused(f"{wanted} is not legal")
        if self.at < len(game.steps) and game.steps[self.at] == token:
            self.at += 1
            await self.settle()
            return
        await self.rest()
        if self.at < len(game.steps):
            self.left = self.left or Game(
                game.variant, game.start, game.seats, game.open, game.hides,
                list(game.steps), list(game.movers), list(game.notes), game.result, game.reason,
            )  # fmt: skip
            game.cut(self.at)
        game.play(token, player, note)
        self.drafts.pop(player, None)
        self.at = len(game.steps)
        await self.settle()
        if self.clock and not self.unfinished:
            self.clock.moved(player)
            await self.settle()

    async def finish(self, result: str, reason: str) -> None:
        """Ends the game by time or resignation."""
        await self.rest()
        self.game.result, self.game.reason = result, reason
        await self.settle()

    async def settle(self) -> None:
        """Reads the position, starts clocks and engines, and updates the pages."""
        game = self.game
        self.tip = await self.rules.look(game)
        self.turns = self.tip.turns()
        self._close_deployment()
        self.at = min(self.at, len(game.steps))
        last = self.at == len(game.steps)
        self.here = self.tip if last else await self.rules.look(game, self.at)
        self.ends = ends_of(self.turns, game.steps)
        self._wind()
        self._think()
        # First, so that the next player does not see an analysis for the one before.
        self._analyse()
        await self.show()

    def _close_deployment(self) -> None:
        """Makes a complete deployment one step, so that the number of steps does not reveal how it
        was made."""
        game, turns = self.game, self.turns
        begins = [0, *ends_of(turns, game.steps)]
        if not game.hides or not turns or self.unfinished:
            return
        begin = begins[-2]
        if len(game.steps) > begin and DROP.match(game.steps[begin]):
            was_last = self.at == len(game.steps)
            game.close_turn(begin, turns[-1])
            if was_last:
                self.at = len(game.steps)

    async def show(self) -> None:
        """Sends the state to all pages."""
        await self.tell(state(self))

    # --- Clocks ---

    def _wind(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.clock is None:
            return
        if self.over or self.paused or self.viewer is None or self.handover:
            self.clock.stop()
            return
        self.clock.start(self.tip.player)
        left = self.clock.left_ms()[self.tip.player - 1]
        loop = asyncio.get_running_loop()
        self._flag = loop.call_later(left / 1000.0 + 0.05, self._flag_falls, self.tip.player)

    def _flag_falls(self, player: int) -> None:
        async def fall() -> None:
            async with self.lock:
                if self.over or self.clock is None or self.clock.running != player:
                    return
                if self.clock.left_ms()[player - 1] == 0:
                    two = len(self.game.seats) == 2
                    result = f"p{3 - player}win" if two else f"p{player}loss"
                    await self.finish(result, "time")

        task = asyncio.get_running_loop().create_task(fall())
        self._notices.add(task)
        task.add_done_callback(self._notices.discard)

    # --- Engines that play ---

    @property
    def thinks(self) -> bool:
        """Whether an engine searches for its turn."""
        return self._thinker is not None and not self._thinker.done()

    async def rest(self) -> None:
        """Stops the engine that plays."""
        task, self._thinker = self._thinker, None
        if task is not None and task is not asyncio.current_task() and not task.done():
            _end(task)
            await asyncio.wait([task])

    def _think(self) -> None:
        if self.thinks and self._thinker is not asyncio.current_task():
            return
        seat = self.game.seats[self.tip.player - 1]
        if self.over or self.paused or seat.kind != "engine":
            self._thinker = None
            return
        self._thinker = asyncio.get_running_loop().create_task(self._turn_of(self.tip.player, seat))

    async def _turn_of(self, player: int, seat: Seat) -> None:
        """An engine's turn, from its player's view."""
        look, steps = self.tip, len(self.game.steps)
        position = look.records[player - 1] if self.game.hides else self.game.position()
        request = thinking.Request(self.game.variant, position, self._limits(seat))
        if player not in self._seats:
            config = configured(self._command, f"the engine of player {player}")
            self._seats[player] = Helper(config, self._died)
        try:
            token, note = await thinking.choose(
                self._seats[player], seat, request, self._seed + steps, self._thoughts(player)
            )
        except EngineError as error:
            await self._give_up(str(error))
            return
        async with self.lock:
            if len(self.game.steps) != steps:
                return
            try:
                self.at = steps
                self.here = look
                await self.play(token, note)
            except (Refused, EngineError) as error:
                self.paused = True
                self.notice(f"The engine's turn was not accepted{self.details(str(error))}")
                await self.show()

    async def _give_up(self, text: str) -> None:
        async with self.lock:
            self.paused = True
            self.notice(f"The engine does not play{self.details(text)}")
            self._thinker = None
            await self.show()

    def _limits(self, seat: Seat) -> Limits:
        if self.clock is None:
            return Limits(movetime_ms=seat.movetime_ms)
        increments = (self.clock.increment_ms,) * len(self.game.seats)
        return Limits(clocks_ms=tuple(self.clock.left_ms()), increments_ms=increments)

    def _thoughts(self, player: int) -> thinking.Report:
        """Shows an engine's search, unless it reveals hidden information."""

        async def report(lines: list[dict[str, Any]]) -> None:
            if self.viewer == 0:
                await self.tell({"type": "thought", "player": player, "lines": lines})

        return report

    async def hurry(self) -> None:
        """Stops the search; the engine plays its best move so far."""
        helper = self._seats.get(self.tip.player)
        if self.thinks and helper is not None:
            helper.nudge()

    # --- The engine that analyses ---

    def analysed(self) -> str:
        """The position for an analysis; empty if there is none, or if the person at the screen may
        not analyse it."""
        viewer = self.viewer
        if viewer is None or self.here.over or not self.here.legal:
            return ""
        if viewer == 0:
            return self.game.position(self.at)
        return self.here.records[viewer - 1] if viewer == self.here.player else ""

    def told(self) -> str:
        """The shown position from the view on the screen, as arguments of `position`."""
        if self.viewer:
            return self.here.records[self.viewer - 1]
        return self.game.position(self.at)

    def _analyse(self) -> None:
        wanted = self.analysed() if self.lines else ""
        name = f"{self.game.variant} {self.lines} {wanted}" if wanted else ""
        running = self._analysis is not None and not self._analysis.done()
        if name == self._searched and (running or not name):
            return
        self._searched = name
        before = self._analysis
        if before is not None:
            _end(before)
        if wanted:
            loop = asyncio.get_running_loop()
            self._analysis = loop.create_task(self._search_on(wanted, before))

    async def _search_on(self, position: str, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        request = thinking.Request(self.game.variant, position, Limits())
        name, at = self._searched, seen(self)[0]

        async def report(lines: list[dict[str, Any]]) -> None:
            # The next player must not see an analysis for the one before.
            if self._searched == name:
                await self.tell({"type": "analysis", "at": at, "lines": lines})

        try:
            # With hidden information the table of one player's search must not help the other.
            await thinking.analyse(self._analyst, self.lines, request, report, self.game.hides)
        except EngineError as error:
            self.notice(f"The analysis ended{self.details(str(error))}")

    async def suggest(self, player: int) -> list[str]:
        """An engine's deployment for a player, from that player's view."""
        was, self.lines = self.lines, 0
        self._analyse()
        record = self.here.records[player - 1]
        request = thinking.Request(self.game.variant, record, Limits(depth=1))

        async def ignore(_: list[dict[str, Any]]) -> None:
            pass

        self._seed += 1
        try:
            token, _ = await thinking.choose(
                self._analyst, Seat("engine"), request, self._seed, ignore, new=True
            )
        finally:
            self.lines = was
        return [drop for drop in token.split(",") if drop != "end"]

    # --- The end ---

    async def close(self) -> None:
        """Ends all engines."""
        await self.rest()
        if self._flag is not None:
            self._flag.cancel()
        if self._analysis is not None:
            _end(self._analysis)
            await asyncio.wait([self._analysis])
        for helper in (self._analyst, *self._seats.values()):
            await helper.close()
        await self.rules.close()


def _end(task: asyncio.Task[None]) -> None:
    """Cancels a task once. A second time would interrupt it while it ends its engine."""
    if not task.cancelling():
        task.cancel()
