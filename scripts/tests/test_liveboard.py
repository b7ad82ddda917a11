"""Tests of the live board without a browser: games, clocks, files, and the session with engines."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import unittest
from collections.abc import Awaitable, Callable
from typing import Any

from liveboard import files, page_state
from liveboard.clock import Clock
from liveboard.game import Game, Seat, ends_of, turns_of
from liveboard.helper import Helper
from liveboard.orders import ORDERS, obey
from liveboard.rules import begins_turn
from liveboard.session import BoardSession
from matches.records.pgn import to_pgn
from strategos_client import Engine, EngineConfig, EngineDied, EngineFault
from tests.helpers import command, config, running


class GameTest(unittest.TestCase):
    def test_turns_of_what_the_players_are_told(self) -> None:
        records = [
            "view 1 deploy moves K@a1,S@b2,end K@a9,S@?,end a1a2 ? c1d2 e5e6",
            "view 2 deploy moves K@a1,S@?,end K@a9,S@b8,end a1a2 a9a8 ? ?",
        ]
        turns = ["K@a1,S@b2,end", "K@a9,S@b8,end", "a1a2", "a9a8", "c1d2", "e5e6"]
        self.assertEqual(turns_of(records), turns)
        self.assertEqual(turns_of(["view 1 deploy moves K@a1", "view 2 deploy"]), ["K@a1"])
        self.assertEqual(turns_of(["view 1 startpos", "view 2 startpos"]), [])

    def test_where_turns_begin(self) -> None:
        war = "25/25 w c1,w1,h17,o19 {} - - {} 0 1"
        for fen, begins in (
            ("4B4 w - 0 1", True), ("4B4 w m 0 1", False), ("4B4 w x2 0 1", False),
            ("4B4 w x1b2 0 1", False), ("4B4 w b 0 1", True), ("4/4 w 0 1", True),
            (war.format("-", "-"), True), (war.format("c2", "-"), False),
            (war.format("-", "I9/I9"), True), ("16/16 w s - - - 0 1", True),
            ("25/I24 w - - - - I8/I9 0 0", False), ("25/I24 b - - - - -/I9 0 0", True),
            ("25/Ii23 b - - - - -/I8 0 0", False), ("16/16 w d - - 25/25 0 1", True),
            ("16/K15 w d - - 25/25 0 1", False), ("16/K15 b d - - 25/25 0 1", True),
            ("16/16 w d - a1/- 24/25 0 1", False), ("16/16 b d - a1/- 24/25 0 1", True),
        ):  # fmt: skip
            self.assertIs(begins_turn(fen), begins, fen)

    def test_where_turns_end(self) -> None:
        self.assertEqual(ends_of(["a,b,c", "d"], ["a", "b,c", "d"]), [2, 3])
        self.assertEqual(ends_of(["a,b"], ["a", "b"]), [2])
        self.assertEqual(ends_of([], []), [])

    def test_going_back_takes_an_end_with_it(self) -> None:
        game = Game("nim", seats=[Seat(), Seat()])
        for step in ("t1", "t2", "t3"):
            game.play(step, 1)
        game.result = "p1win"
        game.cut(1)
        self.assertEqual((game.steps, game.movers, game.result), (["t1"], [1], ""))
        self.assertEqual(game.position(), "startpos moves t1")
        self.assertEqual(game.position(0), "startpos")


class ClockTest(unittest.TestCase):
    def test_it_runs_for_one_player(self) -> None:
        time = [0.0]
        clock = Clock(10_000, 500, 3, lambda: time[0])
        clock.start(2)
        time[0] = 4.0
        clock.start(2)
        self.assertEqual(clock.left_ms(), [10_000, 6_000, 10_000])
        clock.moved(2)
        time[0] = 99.0
        self.assertEqual(clock.left_ms(), [10_000, 6_500, 10_000])
        clock.start(3)
        time[0] = 200.0
        self.assertEqual(clock.left_ms(), [10_000, 6_500, 0])


class FilesTest(unittest.TestCase):
    def game(self) -> Game:
        game = Game("pacru", seats=[Seat(), Seat("engine", 3)])
        for step, mover in (("e5r6", 1), ("xa2,xb9", 1), ("a3b4@b6", 2)):
            game.play(step, mover)
        return game

    def test_there_and_back(self) -> None:
        record = files.record_of(
            self.game(), ["e5r6,xa2,xb9", "a3b4@b6"], [2, 3], ["f0", "f1", "f2", "f3"], "p2win",
            [2, 1], "42 markers reached",
        )  # fmt: skip
        self.assertEqual(record.reason, "42 markers reached")
        self.assertEqual((record.players, record.fens), ([1, 2], ["f0", "f2", "f3"]))
        self.assertEqual(record.engines, ["person", "engine, level 3"])
        for form, start in (("record", "startpos"), ("pgn", "fen f0")):
            _, text = files.as_file(record, form)
            (found,) = files.read_games(text)
            self.assertEqual(found.moves, record.moves)
            self.assertEqual((found.variant, found.engines), (record.variant, record.engines))
            self.assertEqual((found.result, found.start), ("p2win", start))

    def test_pgn_of_several_games(self) -> None:
        record = files.record_of(
            self.game(), ["e5r6", "x"], [1, 2], list("abcd"), "draw", [1, 1], "none"
        )
        self.assertEqual(record.reason, "not finished")
        record.engines = ['A "x"', "B\\y"]
        text = to_pgn(record, ["a comment 1. e9e9 {", "; so"]) * 2
        found = files.read_games(text)
        self.assertEqual([game.moves for game in found], [["e5r6", "x"]] * 2)
        self.assertEqual(found[1].engines, record.engines)
        self.assertEqual(found[0].result, "draw")

    def test_bad_files_are_named(self) -> None:
        for text, message in (
            ("", "there is no game"), ("hello", "there is no game"),
            ('[Event "x"]\n\n1. a', "has no tag 'Variant'"), ("{}", "line 1 is no record"),
            ('{"game": 1', "line 1 is no record"), ("[1, 2]", "has no tag"),
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, message):
                files.read_games(text)


class SessionTest(unittest.TestCase):
    """The session with engines of the take-away game, some of them faulty."""

    def run_with(
        self, work: Callable[[BoardSession], Awaitable[None]], behaviour: str = "normal",
        variant: str = "nim",
    ) -> None:  # fmt: skip
        async def run() -> None:
            session = await BoardSession.start(command(behaviour), variant)
            self.heard: list[dict[str, Any]] = []
            self.news = asyncio.Event()

            async def send(message: dict[str, Any]) -> None:
                self.heard.append(message)
                self.news.set()

            session.join(self, send)
            try:
                await asyncio.wait_for(work(session), 30)
            finally:
                await session.close()

        asyncio.run(run())
        self.assertEqual(running(), [])

    async def order(self, session: BoardSession, **words: Any) -> dict[str, Any] | None:
        return await obey(session, json.dumps(words))

    async def until(self, session: BoardSession, holds: Callable[[], bool]) -> None:
        while not holds():
            self.news.clear()
            await self.news.wait()

    def notices(self) -> list[str]:
        return [message["text"] for message in self.heard if message["type"] == "notice"]

    def test_a_person_against_an_engine(self) -> None:
        async def work(session: BoardSession) -> None:
            seats = [{"kind": "person"}, {"kind": "engine", "movetime": 5}]
            self.assertIsNone(await self.order(session, do="new", variant="nim", seats=seats))
            while not session.over:
                await self.until(session, lambda: session.over or session.may_play())
                if not session.over:
                    self.assertIsNone(
                        await self.order(session, do="play", token=session.here.legal[0])
                    )
            self.assertEqual(set(session.game.movers), {1, 2})

        self.run_with(work)

    def test_an_engine_that_always_dies_is_given_up(self) -> None:
        async def work(session: BoardSession) -> None:
            seats = [{"kind": "engine", "movetime": 5}] * 2
            await self.order(session, do="new", variant="nim", seats=seats, start="fen 11 1")
            await self.until(session, lambda: session.paused)
            await self.until(session, lambda: any("does not play" in t for t in self.notices()))
            self.assertGreaterEqual(sum("started again" in t for t in self.notices()), 2)
            # The game is still there, and people can continue it.
            self.assertIsNone(await self.order(session, do="new", variant="nim"))
            self.assertIsNone(await self.order(session, do="play", token="t2"))

        self.run_with(work, "crash")

    def test_an_engine_that_plays_nonsense_is_stopped(self) -> None:
        async def work(session: BoardSession) -> None:
            seats = [{"kind": "engine", "movetime": 5}] * 2
            await self.order(session, do="new", variant="nim", seats=seats, start="fen 11 1")
            await self.until(session, lambda: any("not accepted" in t for t in self.notices()))
            self.assertTrue(session.paused)

        self.run_with(work, "illegal")

    def test_two_people_at_one_screen(self) -> None:
        async def work(session: BoardSession) -> None:
            clock = {"base": 60_000}
            await self.order(session, do="new", variant="blind", seats=[{}, {}], clock=clock)
            assert session.clock is not None
            self.assertEqual(session.clock.running, 0)
            self.assertEqual((session.viewer, page_state.state(session)["curtain"]), (None, 1))
            self.assertNotIn("fen", page_state.state(session))
            refused = await self.order(session, do="play", token="t1")
            self.assertEqual(refused and refused["type"], "error")
            await self.order(session, do="uncover", player=1)
            self.assertEqual(page_state.state(session)["fen"], "? 1")
            self.assertEqual(session.clock.running, 1)
            await self.order(session, do="play", token="t1")
            shown = page_state.state(session)
            self.assertEqual((shown["handover"], shown["legal"]), (2, []))
            # No clock runs during a handover.
            self.assertEqual(session.clock.running, 0)
            for wrong in (1, 3, "2"):
                answer = await self.order(session, do="uncover", player=wrong)
                self.assertEqual(answer and answer["type"], "error")
            await self.order(session, do="cover")
            self.assertEqual(page_state.state(session)["curtain"], 2)
            for order in ({"do": "save"}, {"do": "undo"}, {"do": "suggest"}):
                answer = await self.order(session, **order)
                self.assertEqual(answer and answer["type"], "error", order)
            # The end shows everything, so nothing can be taken back.
            await self.order(session, do="resign")
            self.assertEqual((session.viewer, session.game.result), (0, "p1win"))
            self.assertIsNone(page_state.undo_to(session))

        self.run_with(work, variant="blind")

    def test_who_watches_engines_sees_all(self) -> None:
        async def work(session: BoardSession) -> None:
            seats = [{"kind": "engine", "movetime": 5}] * 2
            await self.order(session, do="new", variant="blind", seats=seats)
            self.assertEqual(session.viewer, 0)
            await self.until(session, lambda: session.over)

        self.run_with(work, variant="blind")

    def test_bad_orders_change_nothing(self) -> None:
        async def work(session: BoardSession) -> None:
            await self.order(session, do="play", token="t1")
            before = page_state.state(session)
            for text in (
                "", "[]", "{}", '{"do": "dance"}', '{"do": "play"}', '{"do": "play", "token": 3}',
                '{"do": "play", "token": "t9"}', '{"do": "play", "token": "t1 t1"}',
                '{"do": "go", "ply": -1}', '{"do": "go", "ply": true}', '{"do": "new"}',
                '{"do": "new", "variant": "chess"}', '{"do": "new", "variant": "nim", "seats": 1}',
                '{"do": "new", "variant": "nim", "seats": [{}]}',
                '{"do": "new", "variant": "nim", "seats": [{"kind": "cat"}, {}]}',
                '{"do": "new", "variant": "nim", "clock": 5}',
                '{"do": "new", "variant": "nim", "start": "view 1 startpos"}',
                '{"do": "open", "variant": "nim", "moves": ["t9"]}',
                '{"do": "setup", "fen": "x y"}', '{"do": "setup", "fen": "9 1\\nquit"}',
                '{"do": "load", "text": "{"}', '{"do": "pick", "index": 0}',
                '{"do": "analyse", "lines": 99}', '{"do": "return"}', "[" * 100_000,
            ):  # fmt: skip
                answer = await obey(session, text)
                self.assertEqual(answer and answer["type"], "error", text)
            self.assertEqual(page_state.state(session), before)

        self.run_with(work)

    def test_orders_without_what_belongs_to_them(self) -> None:
        async def work(session: BoardSession) -> None:
            for name in ORDERS:
                answer = await self.order(session, do=name)
                self.assertIn(answer["type"] if answer else "", ("", "error", "file"), name)
            await self.order(session, do="new", variant="nim")
            self.assertIsNone(await self.order(session, do="play", token="t1"))

        self.run_with(work)

    def test_games_go_to_files_and_come_back(self) -> None:
        async def work(session: BoardSession) -> None:
            for _ in range(3):
                await self.order(session, do="play", token="t2")
            answer = await self.order(session, do="save", form="record")
            assert answer is not None
            await self.order(session, do="new", variant="nim3")
            await self.order(session, do="load", text=answer["text"])
            self.assertEqual((session.game.steps, session.at), (["t2"] * 3, 0))
            await self.order(session, do="load", text=answer["text"] * 2)
            self.assertEqual(len(session.library), 2)
            await self.order(session, do="pick", index=1)
            await self.order(session, do="go", ply=2)
            await self.order(session, do="play", token="t1")
            self.assertEqual(session.game.steps, ["t2", "t2", "t1"])
            await self.order(session, do="return")
            self.assertEqual(session.game.steps, ["t2", "t2", "t2"])
            await self.order(session, do="undo")
            self.assertEqual(session.game.steps, ["t2", "t2"])

        self.run_with(work)

    def test_an_analysis_follows_the_position(self) -> None:
        async def work(session: BoardSession) -> None:
            def found(at: int) -> bool:
                return any(m["type"] == "analysis" and m["at"] == at for m in self.heard)

            await self.order(session, do="analyse", lines=2)
            await self.until(session, lambda: found(0))
            await self.order(session, do="play", token="t1")
            await self.until(session, lambda: found(1))
            await self.order(session, do="analyse", lines=0)

        self.run_with(work)


class HelperTest(unittest.IsolatedAsyncioTestCase):
    async def test_work_is_done_again(self) -> None:
        told: list[str] = []
        helper = Helper(config("normal"), told.append)
        pids: list[int] = []

        async def work(engine: Engine) -> str:
            pids.append(engine.pid)
            if len(pids) < 3:
                os.kill(engine.pid, signal.SIGKILL)
            return await engine.fen()

        self.assertEqual(await helper.use({"Hash": "2"}, work), "21 1")
        self.assertEqual((len(set(pids)), len(told)), (3, 2))

        async def hopeless(engine: Engine) -> str:
            os.kill(engine.pid, signal.SIGKILL)
            return await engine.fen()

        with self.assertRaises(EngineDied):
            await helper.use({}, hopeless)
        await helper.close()

    async def test_a_refusal_is_no_death(self) -> None:
        told: list[str] = []
        helper = Helper(config("normal"), told.append)
        with self.assertRaises(EngineFault):
            await helper.use({}, lambda engine: engine.set_options({"UCI_Variant": "chess"}))
        self.assertEqual(told, [])
        await helper.close()

    async def test_what_cannot_be_started(self) -> None:
        helper = Helper(EngineConfig("none", ("/no/such/engine",)), lambda _: None)
        with self.assertRaises(EngineDied):
            await helper.use({}, lambda engine: engine.fen())


if __name__ == "__main__":
    unittest.main()
