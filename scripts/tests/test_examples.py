"""Tests of the example for python-chess: its results, and the lines it sends."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import io
import unittest
from typing import Any
from unittest import mock

from tests.helpers import command, running

HAVE_CHESS = importlib.util.find_spec("chess") is not None
if HAVE_CHESS:
    import chess
    import chess.engine

    from examples import python_chess


@unittest.skipUnless(HAVE_CHESS, "needs the package chess")
class PythonChessTest(unittest.TestCase):
    def drive(self, work: Any, behaviour: str = "normal") -> Any:
        """Runs work with an engine, and notes what was sent to it."""
        self.sent: list[str] = []

        async def run() -> Any:
            engine = await python_chess.open_engine(*command(behaviour))
            original = engine.send_line

            def send_line(line: str) -> None:
                self.sent.append(line)
                original(line)

            engine.send_line = send_line  # type: ignore[method-assign]
            try:
                return await asyncio.wait_for(work(engine), 20.0)
            finally:
                await engine.quit()
                if engine.transport is not None:
                    engine.transport.close()

        return asyncio.run(run())

    def test_a_whole_game_of_any_variant(self) -> None:
        async def work(engine: python_chess.Engine) -> tuple[list[bool], str]:
            game = await engine.new_game("nim")
            turns = []
            while await engine.follow(game):
                turns.append(game.turn)
                game.push((await engine.play(game, chess.engine.Limit(nodes=9))).move)
            return turns, await engine.query("query result")

        turns, result = self.drive(work)
        self.assertEqual(turns[:4], [True, False, True, False])
        self.assertIn(result, ("p1win", "p2win", "draw"))
        self.assertEqual(self.sent[:2], ["setoption name UCI_Variant value nim", "query startpos"])
        self.assertIn("position fen 21 1", self.sent)
        self.assertIn("go nodes 9", self.sent)
        self.assertTrue(any(line.startswith("position fen 21 1 moves t") for line in self.sent))

    def test_a_game_in_which_the_engine_ponders(self) -> None:
        async def work(engine: python_chess.Engine) -> int:
            game = await engine.new_game("nim")
            limit = chess.engine.Limit(white_clock=9.0, black_clock=9.0)
            while await engine.follow(game):
                game.push((await engine.play(game, limit, ponder=True)).move)
            return len(game.move_stack)

        self.assertGreater(self.drive(work, "pondering"), 6)
        self.assertTrue(any(line.startswith("go ponder wtime") for line in self.sent))
        self.assertNotIn("ponderhit", self.sent)

    def test_the_expected_reply_is_a_ponder_hit_unless_something_is_asked_before(self) -> None:
        async def work(engine: python_chess.Engine) -> list[str]:
            game = await engine.new_game("nim")
            limit = chess.engine.Limit(depth=1)
            last = []
            for look in (None, None, engine.follow, engine.analyse, None):
                result = await engine.play(game, limit, ponder=True)
                game.push(result.move)
                game.push(result.ponder)
                if look == engine.analyse:
                    await engine.analyse(game, limit)
                elif look is not None:
                    await look(game)
                await engine.play(game, limit, ponder=True)
                last.append(next(line for line in reversed(self.sent) if line[:5] != "posit"
                                 and line[:9] != "go ponder"))  # fmt: skip
                game.pop(), game.pop()
            return last

        # python-chess first starts a new game, and continues no search.
        answers = self.drive(work, "pondering")
        self.assertEqual(answers[1:], ["ponderhit", "go depth 1", "go depth 1", "ponderhit"])

    def test_a_query_that_is_cancelled_does_not_hold_up_the_rest(self) -> None:
        async def work(engine: python_chess.Engine) -> str:
            task = asyncio.create_task(engine.query("query fen"))
            await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            return await engine.query("query players")

        self.assertEqual(self.drive(work), "2")

    def test_what_the_engine_says_while_it_ponders_is_no_error_of_a_call(self) -> None:
        async def work(engine: python_chess.Engine) -> None:
            game = await engine.new_game("nim")
            await engine.play(game, chess.engine.Limit(depth=1), ponder=True)
            engine.line_received("info string error: illegal move t9")
            self.assertTrue(await engine.follow(game))

        self.drive(work, "pondering")

    def test_turns_that_do_not_alternate(self) -> None:
        async def work(engine: python_chess.Engine) -> list[bool]:
            game = await engine.new_game("nim3")
            turns = []
            for token in ("t1", "t1", "t1"):
                await engine.follow(game)
                turns.append(game.turn)
                game.push_uci(token)
            return turns

        self.assertEqual(self.drive(work), [True, False, False])

    def test_principal_variations_are_not_cut(self) -> None:
        """A token such as `t1` is no move of chess."""

        async def work(engine: python_chess.Engine) -> list[str]:
            game = await engine.new_game("nim")
            info = await engine.analyse(game, chess.engine.Limit(depth=2))
            return [move.uci() for move in info["pv"]]

        self.assertEqual(len(self.drive(work)), 2)

    def test_an_error_is_an_exception_and_the_engine_goes_on(self) -> None:
        async def work(engine: python_chess.Engine) -> Any:
            game = await engine.new_game("nim")
            game.push_uci("t9")
            for ask in (engine.play, engine.analyse):
                with self.assertRaisesRegex(python_chess.Refused, "error: illegal move t9"):
                    await ask(game, chess.engine.Limit(depth=1))
            with self.assertRaisesRegex(python_chess.Refused, "illegal move t9"):
                await engine.follow(game)
            with self.assertRaisesRegex(python_chess.Refused, "unknown option or value"):
                await engine.new_game("chess")
            good = await engine.new_game("nim")
            return (await engine.play(good, chess.engine.Limit(depth=1))).move

        self.assertIsNotNone(self.drive(work))
        self.assertEqual(running(), [])

    def test_drops_keep_their_capitals(self) -> None:
        game = python_chess.game_class("x")("start")
        for given, wanted in (
            ("k@e2,q@d2>e2,end", "K@e2,Q@d2>e2,end"),
            ("e4e6@d7", "e4e6@d7"),
            ("@g5", "@g5"),
            ("g9g8,@b2", "g9g8,@b2"),
        ):
            self.assertEqual(game.push_uci(given).uci(), wanted)

    def test_the_program(self) -> None:
        out = io.StringIO()
        original, engines = python_chess.open_engine, []

        async def opened(_: str) -> python_chess.Engine:
            engines.append(await original(*command("normal")))
            return engines[0]

        async def run() -> None:
            with mock.patch.object(python_chess, "open_engine", opened):
                await python_chess.main("fake", "nim")
            if engines[0].transport is not None:
                engines[0].transport.close()

        with contextlib.redirect_stdout(out):
            asyncio.run(run())
        self.assertIn(" turns: t", out.getvalue())
        self.assertIn("is an exception: error: bad position", out.getvalue())


if __name__ == "__main__":
    unittest.main()
