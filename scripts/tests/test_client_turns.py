"""Tests of the order of calls to an engine, and of the state after interrupted calls."""

from __future__ import annotations

import asyncio
import gc
import io
import sys
import unittest
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import ClassVar
from unittest import mock

from strategos_client import (
    NO_MOVE,
    AnalysisServer,
    Dialect,
    Engine,
    EngineConfig,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    Limits,
    pipes,
    process,
)
from strategos_client.parse import parse_bestmove
from strategos_client.search import is_score_line, last_scores, unread_seconds
from tests.helpers import config, running

# An engine with a fixed answer for each line, and no answer to other lines.
SCRIPTED = """
import sys
answers = dict(pair.split("=", 1) for pair in sys.argv[1:])
for line in sys.stdin:
    answer = answers.get(line.strip(), answers.get(line.split()[0], ""))
    sys.stdout.write(answer.replace("|", "\\n") + ("\\n" if answer else ""))
    sys.stdout.flush()
"""


def scripted(*answers: str) -> EngineConfig:
    """An engine that knows these answers, as LINE=ANSWER."""
    known = ("ugi=ugiok", "isready=readyok", *answers)
    return EngineConfig("fake", (sys.executable, "-S", "-c", SCRIPTED, *known))


def only(move: str) -> Limits:
    """A search that answers this move."""
    return Limits(depth=1, searchmoves=(move,))


@contextmanager
def as_on_windows() -> Iterator[None]:
    """A context without watched pipes and process groups."""
    with (
        mock.patch.object(pipes, "IS_POSIX", False),
        mock.patch.object(process, "HAS_GROUPS", False),
    ):
        yield


class TurnsTest(unittest.IsolatedAsyncioTestCase):
    @asynccontextmanager
    async def engine(self, behaviour: str = "normal") -> AsyncIterator[Engine]:
        """An engine with its traffic, see `said`."""
        self.log = io.StringIO()
        async with await Engine.start(config(behaviour), self.log) as engine:
            yield engine

    def said(self, arrow: str = "<") -> list[str]:
        """The lines that were sent or received."""
        lines = (line.split(" ", 2) for line in self.log.getvalue().splitlines())
        return [line[2] for line in lines if line[1] == arrow]

    async def check_in_step(self, engine: Engine) -> None:
        """Checks that each answer belongs to its question."""
        for move in ("t2", "t3", "t1"):
            self.assertEqual((await engine.go("startpos", only(move), 5.0)).bestmove, move)
        engine.set_position("fen 7 2")
        self.assertEqual(await engine.fen(), "7 2")

    async def test_a_cancelled_search_is_stopped_and_its_answer_taken_in(self) -> None:
        async with self.engine() as engine:
            task = asyncio.create_task(engine.go("startpos", Limits()))
            await asyncio.sleep(0.05)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual(self.said()[-1], "stop")
            await self.check_in_step(engine)
            self.assertEqual(self.said().count("stop"), 1)

    async def test_what_the_caller_s_time_limit_breaks_off(self) -> None:
        async with self.engine() as engine:
            with self.assertRaises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await engine.go("startpos", Limits())
            with self.assertRaises(TimeoutError):
                await asyncio.wait_for(engine.go("startpos", Limits(movetime_ms=900)), 0.0)
            with self.assertRaises(TimeoutError):
                async with asyncio.timeout(0.05):
                    async for _ in engine.search("startpos"):
                        pass
            await self.check_in_step(engine)

    async def test_a_search_that_runs_out_of_time_is_stopped(self) -> None:
        async with self.engine("slow") as engine:
            for _ in range(2):
                with self.assertRaises(EngineTimeout):
                    await engine.go("fen 5 1", only("t3"), timeout=0.05)
                self.assertEqual(self.said()[-1], "stop")
            await self.check_in_step(engine)

    async def test_an_answer_that_crosses_the_stop(self) -> None:
        async with self.engine("thinking") as engine:
            for _ in range(5):
                # On a busy machine the answer may come before the client checks the time.
                with suppress(EngineTimeout):
                    await engine.go("startpos", only("t3"), timeout=0.001)
            await self.check_in_step(engine)

    async def test_a_search_cancelled_while_it_waits_was_never_asked_for(self) -> None:
        async with self.engine() as engine:
            first = asyncio.create_task(engine.go("startpos", Limits()))
            second = asyncio.create_task(engine.go("fen 9 1", Limits(depth=1)))
            await asyncio.sleep(0.05)
            second.cancel()
            self.assertTrue(await engine.stop(5.0))
            self.assertEqual((await first).bestmove, "t1")
            await self.check_in_step(engine)
        self.assertNotIn("position fen 9 1", self.said())

    async def test_a_cancelled_query_and_a_late_ready(self) -> None:
        async with self.engine() as engine:
            for call in (engine.query("fen"), engine.ready(), engine.ask(["query fen"] * 3)):
                task = asyncio.create_task(call)
                await asyncio.sleep(0)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
            await self.check_in_step(engine)

    async def test_an_engine_that_never_stops_is_a_time_out_again(self) -> None:
        async with self.engine("hang") as engine:
            with self.assertRaises(EngineTimeout):
                await engine.go("fen 5 1", only("t1"), timeout=0.02)
            with mock.patch("strategos_client.engine.REPLY_TIMEOUT_S", 0.05):
                with self.assertRaisesRegex(EngineTimeout, "no answer to 'stop' within 0.050 s"):
                    await engine.go("startpos", only("t1"))
                with self.assertRaisesRegex(EngineTimeout, "'stop'"):
                    await engine.fen()
            self.assertFalse(await engine.stop(0.05))
            self.assertEqual(self.said().count("stop"), 1)

    async def test_calls_at_a_time_are_served_one_after_the_other(self) -> None:
        moves = ["t1", "t2", "t3"] * 4
        async with self.engine("thinking") as engine:
            asked: list[asyncio.Task[str]] = []

            async def go(move: str) -> str:
                return (await engine.go("startpos", only(move), 5.0)).bestmove

            async def fen(pile: int) -> str:
                answers = await engine.ask([f"position fen {pile} 1", "query fen"])
                return " ".join(answers.responses[0])

            for pile, move in enumerate(moves, 5):
                asked += [asyncio.create_task(go(move)), asyncio.create_task(fen(pile))]
            found = await asyncio.gather(*asked)
        self.assertEqual(found[::2], moves)
        self.assertEqual(found[1::2], [f"{pile} 1" for pile in range(5, 5 + len(moves))])

    async def test_a_position_waits_for_the_search_under_way(self) -> None:
        async with self.engine() as engine:
            search = asyncio.create_task(engine.go("startpos", Limits()))
            await asyncio.sleep(0.05)
            engine.set_position("fen 7 2")
            fen = asyncio.create_task(engine.fen())
            await asyncio.sleep(0.05)
            self.assertNotIn("position fen 7 2", self.said())
            self.assertTrue(await engine.stop(5.0))
            self.assertEqual(((await search).bestmove, await fen), ("t1", "7 2"))

    async def test_stop_ends_the_search_of_another_task_before_those_that_wait(self) -> None:
        async with self.engine() as engine:
            searches = [asyncio.create_task(engine.go("startpos", Limits())) for _ in range(2)]
            await asyncio.sleep(0.05)
            for search in searches:
                self.assertTrue(await engine.stop(5.0))
                self.assertEqual((await search).bestmove, "t1")
            self.assertTrue(await engine.stop(0.1))
            await self.check_in_step(engine)

    async def test_other_tasks_wait_for_a_search_that_is_read_line_by_line(self) -> None:
        async with self.engine() as engine:
            async with engine.search("startpos") as search:
                await anext(search)
                other = asyncio.create_task(engine.go("startpos", only("t3")))
                await asyncio.sleep(0.05)
                self.assertFalse(other.done())
                with self.assertRaisesRegex(EngineError, "search is under way; end it first"):
                    await engine.fen()
                with self.assertRaisesRegex(EngineError, "end it first"):
                    await engine.stop()
            self.assertEqual(((await other).bestmove, search.result.bestmove), ("t3", "t1"))
            await self.check_in_step(engine)

    async def test_a_search_that_is_dropped_frees_the_engine(self) -> None:
        async with self.engine() as engine:
            async for _ in engine.search("startpos"):
                break
            gc.collect()
            await self.check_in_step(engine)
            self.assertEqual(self.said().count("stop"), 1)

    async def test_a_search_ends_when_its_block_is_left_by_an_error(self) -> None:
        async with self.engine() as engine:
            with self.assertRaises(ZeroDivisionError):
                async with engine.search("startpos") as search:
                    raise ZeroDivisionError
            self.assertEqual(search.result.bestmove, "t1")
            with self.assertRaises(EngineFault):
                async with engine.search("startpos"):
                    raise EngineFault("something else")
            await self.check_in_step(engine)

    async def test_a_stop_before_the_first_line(self) -> None:
        async with self.engine() as engine:
            search = engine.search("startpos")
            search.stop()
            self.assertNotIn("stop", self.said())
            self.assertEqual([info.depth async for info in search], [1])
            self.assertEqual(search.result.bestmove, "t1")
            self.assertEqual([info async for info in search], [])

    async def test_a_search_block_that_cannot_be_stopped(self) -> None:
        async with self.engine("hang") as engine:
            with (
                mock.patch("strategos_client.search.STOP_TIMEOUT_S", 0.05),
                self.assertRaisesRegex(EngineTimeout, "no answer to 'stop'"),
            ):
                async with engine.search("fen 5 1") as search:
                    pass
            with self.assertRaisesRegex(EngineError, "interrupted"):
                _ = search.result
            with (
                mock.patch("strategos_client.engine.REPLY_TIMEOUT_S", 0.05),
                self.assertRaises(EngineTimeout),
            ):
                await engine.fen()


class ThreadedTurnsTest(TurnsTest):
    """The same tests with threads that read and write the pipes."""

    def setUp(self) -> None:
        windows = as_on_windows()
        windows.__enter__()
        self.addCleanup(windows.__exit__, None, None, None)

    def tearDown(self) -> None:
        self.assertEqual(running(), [])


class FaultsTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_refused_position_is_a_fault(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            for position in ("startpos moves t9", "fen x 1"):
                with self.assertRaisesRegex(EngineFault, "fake: go: error: ") as caught:
                    # This fake engine searches the old position, which must not count.
                    await engine.go(position, Limits(depth=1))
                self.assertIsNotNone(caught.exception.result)
            with self.assertRaisesRegex(EngineFault, "illegal move t9"):
                async with engine.search("startpos moves t9", Limits(depth=1)) as search:
                    async for _ in search:
                        pass
            with self.assertRaisesRegex(EngineFault, "illegal move t9"):
                _ = search.result
            result = await engine.go("startpos", only("t2"))
            self.assertEqual((result.bestmove, result.errors), ("t2", ()))

    async def test_a_complaint_comes_with_the_answer(self) -> None:
        async with await Engine.start(config("wary")) as engine:
            with self.assertRaisesRegex(EngineFault, "the book is gone") as caught:
                await engine.go("startpos", only("t3"))
            assert caught.exception.result is not None
            self.assertEqual(caught.exception.result.bestmove, "t3")
            self.assertEqual(
                caught.exception.result.errors, ("info string error: the book is gone",)
            )

    async def test_a_game_that_is_over_is_no_fault(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            result = await engine.go("fen 1 1 moves t1", Limits(depth=1))
            self.assertEqual((result.bestmove, result.info.mate), (NO_MOVE, 0))

    async def test_two_answers_to_one_search_are_named(self) -> None:
        async with await Engine.start(config("doubled")) as engine:
            self.assertEqual((await engine.go("startpos", only("t2"))).bestmove, "t2")
            await self.await_second_answer(engine)
            with self.assertRaisesRegex(EngineFault, "answered by two lines 'bestmove'"):
                await engine.go("startpos", only("t3"))
            self.assertEqual((await engine.go("startpos", only("t1"))).bestmove, "t1")
            await self.await_second_answer(engine)
            with self.assertRaisesRegex(EngineFault, "answered by two lines 'bestmove'"):
                async with engine.search("startpos", only("t3")):
                    pass
            self.assertEqual((await engine.go("startpos", only("t1"))).bestmove, "t1")

    async def await_second_answer(self, engine: Engine) -> None:
        for _ in range(2000):
            if engine._process.has_line(b"bestmove"):
                return
            await asyncio.sleep(0.01)
        self.fail("there is no second answer")

    async def test_values_of_options(self) -> None:
        log = io.StringIO()
        async with await Engine.start(scripted(), log) as engine:
            await engine.set_options(
                {"Seed": 0, "Ponder": False, "X": True, "Clear Hash": None, "File": "", "Y": "a b"}
            )
        self.assertEqual(
            [line[7:] for line in log.getvalue().splitlines() if "setoption" in line],
            ["setoption name Seed value 0", "setoption name Ponder value false",
             "setoption name X value true", "setoption name Clear Hash",
             "setoption name File", "setoption name Y value a b"],
        )  # fmt: skip
        log = io.StringIO()
        options = {"Seed": 0, "Ponder": False}
        started = EngineConfig("fake", scripted().command, options)  # type: ignore[arg-type]
        async with await Engine.start(started, log):
            self.assertIn("setoption name Seed value 0\n", log.getvalue())
            self.assertIn("setoption name Ponder value false\n", log.getvalue())

    async def test_a_line_break_in_a_command_is_refused_before_it_is_sent(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            for call in (
                engine.go("startpos\ngo depth 1", Limits(depth=1)),
                engine.query("fen\rquit"),
                engine.set_options({"Seed": "1\nquit"}),
                engine.go("startpos moves \ud800", Limits(depth=1)),
            ):
                with self.assertRaises(EngineFault):
                    await call
            self.assertEqual(await engine.fen(), "21 1")

    async def test_answers_that_are_none(self) -> None:
        bad = ("query players=response", "query result=response a b", "query ranking=response x 1")
        async with await Engine.start(scripted(*bad, "go=bestmove")) as engine:
            for call in (engine.players(), engine.result(), engine.ranking()):
                with self.assertRaisesRegex(EngineFault, "fake: query "):
                    await call
            with self.assertRaisesRegex(EngineFault, "bad line: bestmove"):
                await engine.go("startpos", Limits(depth=1))
        async with await Engine.start(scripted("query players=response two")) as engine:
            with self.assertRaisesRegex(EngineFault, "no such numbers: .'two'"):
                await engine.players()

    async def test_commands_that_cannot_be_started(self) -> None:
        for command in ((), ("",), ("a\0b",), ("/",)):
            with self.assertRaisesRegex(EngineDied, "x: cannot start"):
                await Engine.start(EngineConfig("x", command))

    async def test_blanks_around_lines(self) -> None:
        dialects: tuple[Dialect, ...] = ("ugi", "uci")
        for dialect in dialects:
            given = replace(config("spaced"), dialect=dialect)
            async with await Engine.start(given) as engine:
                self.assertEqual(engine.identity, "Fake Engine")
                self.assertEqual(engine.options["Hash"].maximum, 64)
                result = await engine.go("startpos", only("t2"), timeout=5.0)
                self.assertEqual((result.bestmove, result.info.depth), ("t2", 2))
                async with engine.search("startpos", Limits(depth=2)) as search:
                    self.assertEqual([info.depth async for info in search], [1, 2])
                self.assertEqual(await engine.legal_moves(), ["t1", "t2", "t3"])
                with self.assertRaisesRegex(EngineFault, "illegal move t9"):
                    await engine.go("startpos moves t9", Limits(depth=1))

    async def test_words_in_the_midst_of_lines_are_no_answers(self) -> None:
        said = "info string bestmove t9|info depth 1 score cp 1 pv t1|bestmover|xbestmove t8|"
        engine_config = scripted(
            f"go={said}bestmove t1", "query fen=info string response|response a"
        )
        async with await Engine.start(engine_config) as engine:
            self.assertEqual((await engine.go("startpos", Limits(depth=1))).bestmove, "t1")
            self.assertEqual(await engine.fen(), "a")
            async with engine.search("startpos", Limits(depth=1)) as search:
                self.assertEqual([info.pv async for info in search], [("t1",)])
            self.assertEqual(search.result.bestmove, "t1")

    async def test_legal_tokens(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            self.assertTrue(await engine.is_legal("t3"))
            self.assertFalse(await engine.is_legal("t4"))
            self.assertFalse(await engine.is_legal("t1,t1"))

    async def test_too_much_output_is_a_fault_and_is_not_stored(self) -> None:
        flood = "import sys\nwhile True: sys.stdout.write('x' * 9999)"
        for kind in (None, as_on_windows()):
            with kind or mock.MagicMock(), mock.patch.object(pipes, "BUFFER_LIMIT_BYTES", 100_000):
                command = (sys.executable, "-S", "-c", flood)
                with self.assertRaisesRegex(EngineFault, "too much output without an answer"):
                    await Engine.start(EngineConfig("fake", command), timeout=20.0)

    async def test_more_than_a_pipe_holds_is_sent_piece_by_piece(self) -> None:
        for kind in (None, as_on_windows()):
            with kind or mock.MagicMock():
                async with await Engine.start(scripted("query fen=response a")) as engine:
                    engine.send("# " + "x" * 1_000_000)
                    engine.send("# " + "y" * 1_000_000, "# z")
                    await engine.ready()
                    self.assertEqual(await engine.fen(), "a")


class LinesTest(unittest.TestCase):
    def test_the_move_and_the_expected_reply(self) -> None:
        for line, found in (
            ("bestmove a", ("a", "")),
            ("bestmove a ponder b", ("a", "b")),
            ("bestmove a ponder b c", ("a", "b")),
            ("bestmove a ponder", ("a", "")),
            ("bestmove a b c", ("a", "")),
        ):
            self.assertEqual(parse_bestmove(line), found)

    def test_how_long_output_is_left_unread(self) -> None:
        """Half the move time, at most a hundredth of a second; zero without a move time."""
        for limits, seconds in (
            (Limits(depth=3), 0.0),
            (Limits(movetime_ms=0), 0.0),
            (Limits(movetime_ms=4), 0.002),
            (Limits(movetime_ms=1000), 0.01),
        ):
            self.assertAlmostEqual(unread_seconds(limits), seconds)

    def test_the_last_line_of_each_of_several(self) -> None:
        lines = [
            b"info depth 1 multipv 1 score cp 1 pv a",
            b"info depth 1 multipv 2 score cp 2 pv b",
            b"info depth 2 multipv 1 score cp 3 pv a",
            b"info string score cp 9",
            b"info depth 2 multipv 2 score cp 4 pv b",
            b"info nodes 5",
        ]
        self.assertEqual(set(last_scores(lines)), {lines[2], lines[4]})
        self.assertEqual(
            last_scores([b"info score cp 1", b"info score cp 2"]), [b"info score cp 2"]
        )
        self.assertFalse(is_score_line(b"information score cp 1"))
        self.assertFalse(is_score_line(b"info string a score cp 1"))
        self.assertFalse(is_score_line(b"info depth 3"))


class ServerAnswersTest(unittest.IsolatedAsyncioTestCase):
    GAME: ClassVar = {"variant": "nim", "position": "startpos moves t1 t2 t3", "depth": 1}

    async def test_all_answers_to_a_list_of_turns(self) -> None:
        async with await AnalysisServer.start(config("strong")) as server:
            asked = server.ask(self.GAME | {"analyseTurns": [0, 2, 3], "reportEvery": 10})
            found = [(answer["turn"], answer["final"]) async for answer in asked]
            self.assertEqual(
                found, [(0, False), (0, True), (2, False), (2, True), (3, False), (3, True)]
            )
            last = await server.ask(self.GAME | {"analyseTurns": [3, 0]})
            self.assertEqual((last["turn"], last["final"]), (0, True))
            both = [answer async for answer in server.ask(self.GAME | {"reportEvery": 10})]
            self.assertEqual([answer["final"] for answer in both], [False, True])
        self.assertEqual(running(), [])
        with self.assertRaises(EngineDied):
            await server.ask(self.GAME)

    async def test_the_fault_of_one_turn_keeps_no_other_from_its_answer(self) -> None:
        async with await AnalysisServer.start(config("picky")) as server:
            turns: list[int] = []
            with self.assertRaisesRegex(EngineFault, "^turn 1: not this one$"):
                async for answer in server.ask(self.GAME | {"analyseTurns": [1, 0, 2]}):
                    turns.append(answer["turn"])
            self.assertEqual(turns, [0, 2])
            with self.assertRaisesRegex(EngineFault, "^expected a number of tokens .9.$"):
                await server.ask(self.GAME | {"analyseTurns": [0, 9]})

    async def test_a_list_that_is_left_early_is_terminated(self) -> None:
        log = io.StringIO()
        async with await AnalysisServer.start(config("strong"), log=log) as server:
            async for _ in server.ask(self.GAME | {"analyseTurns": [0, 1]}):
                break
            await asyncio.sleep(0.05)
            self.assertIn('"action": "terminate", "target": 2}', log.getvalue())
            task = asyncio.create_task(server.ask(self.GAME))
            self.assertEqual((await task)["turn"], 0)

    async def test_a_cancelled_request_is_terminated(self) -> None:
        log = io.StringIO()
        async with await AnalysisServer.start(config("hang"), log=log) as server:
            with self.assertRaises(TimeoutError):
                await asyncio.wait_for(server.ask(self.GAME | {"position": "fen 5 1"}), 0.05)
            self.assertIn('"action": "terminate", "target": 2}', log.getvalue())

    async def test_answers_without_an_id_find_their_request_by_the_line(self) -> None:
        async with await AnalysisServer.start(config("nameless")) as server:
            with self.assertRaisesRegex(EngineFault, "no JSON object"):
                await server.ask(self.GAME)

    async def test_requests_that_are_no_json(self) -> None:
        async with await AnalysisServer.start(config("strong")) as server:
            for bad in ({"depth": float("nan")}, {"depth": {1}}, {"options": object()}):
                with self.assertRaisesRegex(EngineFault, "the request is no JSON"):
                    await server.ask(self.GAME | bad)
            self.assertEqual((await server.ask(self.GAME | {"id": "mine"}))["id"], 2)

    async def test_an_answer_that_lacks_what_a_search_has(self) -> None:
        code = (
            "import sys, json\nfor line in sys.stdin:\n    request = json.loads(line)\n"
            "    print(json.dumps({'id': request['id'], 'lines': 3}), flush=True)"
        )
        given = EngineConfig("half", (sys.executable, "-S", "-c", code))
        async with await AnalysisServer.start(given) as server:
            with self.assertRaisesRegex(EngineFault, "half: no answer to a search"):
                await server.search("nim", "startpos", Limits(depth=1))


if __name__ == "__main__":
    unittest.main()
