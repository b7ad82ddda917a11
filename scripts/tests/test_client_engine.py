"""Tests of the client with the real engine: what it refuses is an error, and it stays in step."""

from __future__ import annotations

import asyncio
import unittest

from strategos_client import (
    NO_MOVE,
    AnalysisServer,
    Engine,
    EngineConfig,
    EngineFault,
    EngineTimeout,
    Limits,
)
from tests.browser import engine as newest_engine

ENGINE = newest_engine()


@unittest.skipUnless(ENGINE, "needs a build of the engine")
class RealEngineTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.given = EngineConfig("real", (str(ENGINE),))

    async def test_a_token_is_one_turn_of_one_player(self) -> None:
        """The second action of each token is the opponent's."""
        for variant in ("pacific-a", "pacru", "azacru", "shacru", "warpac"):
            async with await Engine.start(self.given) as engine:
                await engine.set_options({"UCI_Variant": variant, "Seed": 0})
                engine.set_position("startpos")
                first = (await engine.legal_moves())[0]
                engine.set_position(f"startpos moves {first}")
                second = (await engine.legal_moves())[0]
                self.assertTrue(await engine.is_legal(second), variant)
                glued = f"{first},{second}"
                engine.set_position("startpos")
                self.assertFalse(await engine.is_legal(glued), variant)
                with self.assertRaisesRegex(EngineFault, second) as caught:
                    await engine.go(f"startpos moves {glued}", Limits(depth=1))
                assert caught.exception.result is not None
                self.assertEqual(caught.exception.result.bestmove, NO_MOVE)
                with self.assertRaisesRegex(EngineFault, second):
                    await engine.go("startpos", Limits(depth=1, searchmoves=(glued,)))
                with self.assertRaisesRegex(EngineFault, second):
                    async for _ in engine.search(f"startpos moves {glued}", Limits(depth=1)):
                        pass
                result = await engine.go(f"startpos moves {first} {second}", Limits(depth=1))
                self.assertNotEqual(result.bestmove, NO_MOVE)
            async with await AnalysisServer.start(self.given) as server:
                with self.assertRaisesRegex(EngineFault, second):
                    await server.search(variant, f"startpos moves {glued}", Limits(depth=1))

    async def test_a_search_that_is_broken_off_leaves_nothing_behind(self) -> None:
        async with await Engine.start(self.given) as engine:
            wanted = (await engine.go("startpos moves g3h4", Limits(depth=3))).bestmove
            for breaks in range(6):
                if breaks % 2:
                    with self.assertRaises(EngineTimeout):
                        await engine.go("startpos", Limits(), timeout=0.02 * breaks)
                else:
                    task = asyncio.create_task(engine.go("startpos", Limits()))
                    await asyncio.sleep(0.02 * breaks)
                    task.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await task
                await engine.new_game()
                result = await engine.go("startpos moves g3h4", Limits(depth=3), timeout=30.0)
                self.assertEqual(result.bestmove, wanted)

    async def test_all_turns_of_a_game_in_one_request(self) -> None:
        request = {"variant": "pacru", "position": "startpos moves e1d2 e9d8", "depth": 2}
        async with await AnalysisServer.start(self.given, parallel=2) as server:
            turns = [
                answer["turn"] async for answer in server.ask(request | {"analyseTurns": [2, 0]})
            ]
            self.assertEqual(sorted(turns), [0, 2])
            with self.assertRaisesRegex(EngineFault, "illegal move e1e9"):
                await server.ask(request | {"position": "startpos moves e1e9"})
            wrong = {"variant": "warpac", "position": "view 1 startpos moves d2d3", "depth": 1}
            with self.assertRaisesRegex(EngineFault, "^turn 1: .*player 2 is to move"):
                await server.ask(wrong | {"analyseTurns": [1, 0]})

    async def test_rules_are_told_without_a_search(self) -> None:
        async with await AnalysisServer.start(self.given) as server:
            positions = ["startpos", "startpos moves i9i8", "startpos moves i9i9"]
            start, after, wrong = await server.rules(
                "pacru", positions, ("player", "legalmoves", "ranking", "view"), raw=True
            )
            self.assertEqual((start.turn, start.player, start.ranking), (0, 1, ()))
            self.assertEqual((after.turn, after.player, after.fen), (1, 2, None))
            assert start.legal_moves is not None and start.view is not None
            self.assertIn("i9i8", start.legal_moves)
            self.assertEqual(start.view[0], start.view[1])
            assert start.raw is not None and start.raw.network is not None
            self.assertEqual(sum(start.raw.network), 0)
            self.assertEqual(len(start.raw.terms["markers"]), 2)
            self.assertEqual((wrong.field, wrong.raw), ("positions", None))
            self.assertRegex(wrong.error, "^illegal move i9i9")
            game = "startpos moves i9i8 a1a2"
            turns = await server.rules("pacru", game, ("fen",), turns=(2, 0))
            self.assertEqual([facts.turn for facts in turns], [2, 0])
            over = await server.rules(
                "pacru3", "fen B07R0/9/9/9/9/9/9/9/4W04 w - 0 1 moves e1e2", ("ranking", "result")
            )
            self.assertEqual((over[0].result, len(over[0].ranking or ())), ("p1win", 3))
            with self.assertRaisesRegex(EngineFault, "illegal move i9i9"):
                await server.rules("pacru", "startpos moves i9i9")
            with self.assertRaisesRegex(EngineFault, "unknown variant"):
                await server.rules("pacrux")

    async def test_a_search_leaves_moves_out_and_tells_of_its_tree(self) -> None:
        async with await AnalysisServer.start(self.given) as server:
            found = await server.search("shacru4", "startpos", Limits(nodes=300), multipv=2)
            self.assertGreater(found.lines[0].visits or 0, found.lines[-1].visits or 0)
            self.assertTrue(0 < (found.info.prior or 0) <= 1)
            other = await server.search(
                "shacru4", "startpos", Limits(nodes=300), avoid=[found.bestmove], priority=3
            )
            self.assertNotEqual(other.bestmove, found.bestmove)


if __name__ == "__main__":
    unittest.main()
