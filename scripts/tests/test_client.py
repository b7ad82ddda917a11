"""Tests of the client library."""

from __future__ import annotations

import asyncio
import unittest

from strategos_client import (
    Engine,
    EngineConfig,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    Limits,
    SearchInfo,
    Wdl,
    parse_info,
    parse_option,
)
from strategos_client.analysis import search_result
from tests.helpers import config, running


class ParsingTest(unittest.TestCase):
    def test_info(self) -> None:
        info = parse_info(
            "info depth 9 seldepth 12 multipv 2 score mate -3 upperbound wdl 1 2 997 nodes 5 "
            "nps 7 hashfull 4 time 8 pv a,b depth"
        )
        self.assertEqual((info.depth, info.seldepth, info.multipv), (9, 12, 2))
        self.assertEqual((info.mate, info.cp, info.bound), (-3, None, "upperbound"))
        self.assertEqual((info.nodes, info.nps, info.time_ms, info.hashfull), (5, 7, 8, 4))
        self.assertEqual((info.wdl, info.pv), (Wdl(1, 2, 997), ("a,b", "depth")))
        for line in ("info depth 1.5 score cp 1", "info score cp 1 wdl 1 2"):
            with self.assertRaises(EngineFault):
                parse_info(line)

    def test_what_was_found_in_tables_and_imagined(self) -> None:
        info = parse_info("info depth 3 score cp 5 tbhits 7 time 1 samples 8 pv a")
        self.assertEqual((info.tbhits, info.samples, info.pv), (7, 8, ("a",)))
        answer = {
            "bestmove": "a", "nodes": 9, "time": 0, "samples": 8,
            "lines": [{"multipv": 1, "depth": 2, "seldepth": 3, "score": {"cp": 1}, "pv": ["a"]}],
        }  # fmt: skip
        self.assertEqual(search_result(answer).info.samples, 8)

    def test_free_text_is_no_field(self) -> None:
        info = parse_info("info depth 3 score cp 5 string depth x pv y")
        self.assertEqual((info.depth, info.pv), (3, ()))

    def test_scores_of_mates(self) -> None:
        self.assertEqual(SearchInfo(cp=12).value, 12)
        self.assertEqual(SearchInfo(mate=2).value, 99_998)
        self.assertEqual(SearchInfo(mate=-2).value, -99_998)
        self.assertIsNone(SearchInfo().value)
        self.assertIsNone(SearchInfo().score)

    def test_option(self) -> None:
        option = parse_option("option name Turn Mode type combo default turn var turn var action")
        self.assertEqual((option.name, option.kind, option.default), ("Turn Mode", "combo", "turn"))
        self.assertEqual(option.choices, ("turn", "action"))
        option = parse_option("option name Hash type spin default 16 min 1 max 9")
        self.assertEqual((option.minimum, option.maximum), (1, 9))

    def test_go_line(self) -> None:
        limits = Limits(nodes=5, clocks_ms=(10, 20, 30), increments_ms=(1, 2, 3))
        self.assertEqual(
            limits.command(),
            "go nodes 5 p1time 10 p2time 20 p3time 30 p1inc 1 p2inc 2 p3inc 3",
        )
        two = Limits(clocks_ms=(10, 20), increments_ms=(1, 2))
        self.assertEqual(two.command("uci"), "go wtime 10 btime 20 winc 1 binc 2")
        self.assertEqual(Limits().command(), "go infinite")
        self.assertEqual(
            Limits(mate=3, searchmoves=("a", "b")).command(), "go mate 3 searchmoves a b"
        )


class EngineTest(unittest.IsolatedAsyncioTestCase):
    async def test_search_with_several_lines(self) -> None:
        async with await Engine.start(config("strong")) as engine:
            self.assertEqual(engine.identity, "Fake Engine")
            await engine.set_options({"MultiPV": "3"})
            await engine.new_game()
            result = await engine.go("startpos", Limits(depth=2), timeout=5.0)
        self.assertEqual(result.bestmove, "t1")
        self.assertEqual([line.multipv for line in result.lines], [1, 2, 3])
        self.assertEqual((result.info.value, result.info.wdl), (7, Wdl(500, 300, 200)))
        self.assertEqual(result.info.pv, ("t1", "t1"))

    async def test_stream_and_stop(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            depths = []
            async with engine.search("startpos") as search:
                async for info in search:
                    depths.append(info.depth)
                    search.stop()
            self.assertEqual((depths, search.result.bestmove), ([1], "t1"))
            async with engine.search("startpos", Limits(depth=2)) as search:
                self.assertEqual([info.depth async for info in search], [1, 2])

    async def test_leaving_a_search_stops_it(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            async with engine.search("startpos") as search:
                with self.assertRaises(EngineError):
                    _ = search.result
            self.assertEqual(search.result.bestmove, "t1")
            self.assertEqual(await engine.legal_moves(), ["t1", "t2", "t3"])

    async def test_queries(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            engine.set_position("fen 3 2 moves t1")
            self.assertEqual(await engine.fen(), "2 1")
            self.assertEqual((await engine.result(), await engine.ranking()), ("none", []))
            engine.set_position("fen 2 2 moves t2")
            self.assertEqual((await engine.result(), await engine.ranking()), ("p2win", [2, 1]))
            self.assertEqual((await engine.players(), await engine.legal_moves()), (2, []))

    async def test_time_out_then_stop(self) -> None:
        async with await Engine.start(config("slow")) as engine:
            with self.assertRaisesRegex(EngineTimeout, "fake: no answer to 'go' within 0.050 s"):
                await engine.go("fen 5 1", Limits(depth=1), timeout=0.05)
            self.assertTrue(await engine.stop(5.0))
        async with await Engine.start(config("hang")) as engine:
            with self.assertRaises(EngineTimeout):
                await engine.go("fen 5 1", Limits(depth=1), timeout=0.05)
            self.assertFalse(await engine.stop(0.05))

    async def test_an_engine_that_ends_while_its_output_is_left_unread(self) -> None:
        engine = await Engine.start(config("hang"))
        search = asyncio.create_task(engine.go("fen 5 1", Limits(movetime_ms=1000)))
        await asyncio.sleep(0)
        await engine.kill()
        with self.assertRaises(EngineDied):
            await search
        self.assertEqual(running(), [])

    async def test_uci(self) -> None:
        engine = await Engine.start(EngineConfig("u", config("normal").command, dialect="uci"))
        await engine.new_game()
        self.assertEqual((await engine.go("startpos", Limits(nodes=1))).info.depth, 2)
        await engine.quit()

    async def test_faults_name_the_engine(self) -> None:
        async with await Engine.start(config("garbage")) as engine:
            with self.assertRaisesRegex(EngineFault, r"fake: '0.5' is not an integer"):
                await engine.go("fen 5 1", Limits(depth=1))
        async with await Engine.start(config("crash")) as engine:
            with self.assertRaisesRegex(EngineDied, "fake: the process has ended with status 3"):
                await engine.go("fen 5 1", Limits(depth=1))
        async with await Engine.start(config("normal")) as engine:
            with self.assertRaisesRegex(EngineFault, "unknown option"):
                await engine.set_options({"Colour": "red"})
            with self.assertRaisesRegex(EngineFault, "illegal move t9"):
                await engine.ask(["position startpos moves t9"])
                await engine.ready()

    async def test_what_does_not_start(self) -> None:
        with self.assertRaisesRegex(EngineDied, "ghost: cannot start: .*/no/such/program"):
            await Engine.start(EngineConfig("ghost", ("/no/such/program",)))
        with self.assertRaisesRegex(EngineTimeout, "no answer to 'ugi'"):
            await Engine.start(config("mute"), timeout=0.2)
        self.assertEqual(running(), [])

    async def test_quit_ends_the_deaf(self) -> None:
        engine = await Engine.start(config("deaf"))
        await engine.quit(timeout=0.1)
        self.assertEqual(running(), [])

    async def test_cancelled_call_leaves_the_stream_whole(self) -> None:
        async with await Engine.start(config("normal")) as engine:
            task = asyncio.create_task(engine.query("fen"))
            await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            await engine.ready()
            self.assertEqual(await engine.fen(), "21 1")


if __name__ == "__main__":
    unittest.main()
