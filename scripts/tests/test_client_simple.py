"""Tests of the blocking client, of pondering and of analyses that know the players."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from strategos_client import (
    Cp,
    Engine,
    EngineConfig,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    GameClock,
    GameTree,
    Limits,
    SimpleEngine,
    TimeControl,
    installed_engine,
)
from tests.browser import engine as newest_engine
from tests.helpers import command, config, running

PATIENCE_S = 20.0


def threads() -> list[str]:
    """The threads of clients."""
    return [thread.name for thread in threading.enumerate() if thread.name.endswith(": client")]


class SimpleEngineTest(unittest.TestCase):
    def tearDown(self) -> None:
        self.assertEqual((running(), threads()), ([], []))

    def test_searches_and_queries(self) -> None:
        with SimpleEngine.popen(command("strong"), {"MultiPV": 2}) as engine:
            self.assertEqual((engine.identity, engine.name), ("Fake Engine", "engine"))
            self.assertIn("MultiPV", engine.options)
            engine.new_game()
            engine.ready()
            result = engine.go("startpos", Limits(depth=2), timeout=PATIENCE_S)
            self.assertEqual((result.bestmove, len(result.lines)), ("t1", 2))
            engine.set_position("fen 2 2 moves t2")
            self.assertEqual((engine.fen(), engine.result()), ("0 1", "p2win"))
            self.assertEqual((engine.ranking(), engine.legal_moves()), ([2, 1], []))
            self.assertEqual((engine.players(), engine.is_legal("t1")), (2, False))
            self.assertEqual(engine.reason(), "last counter taken")
            self.assertEqual(engine.ask(["query fen"]).responses, [["0", "1"]])
            self.assertIn("info string genfens 20 1", engine.output_of("genfens 1"))
            with self.assertRaisesRegex(EngineFault, "unknown query"):
                engine.query("nonsense")
            engine.send("nonsense")
            self.assertGreater(engine.pid, 0)
        engine.quit()
        with self.assertRaisesRegex(EngineError, "start another one"):
            engine.fen()

    def test_a_stream(self) -> None:
        with SimpleEngine.start(config("normal")) as engine:
            depths = []
            with engine.search("startpos") as search:
                for info in search:
                    depths.append(info.depth)
                    with self.assertRaisesRegex(EngineError, "own search is under way"):
                        engine.fen()
                    with self.assertRaisesRegex(EngineError, "own search is under way"):
                        next(engine.search("startpos"))
                    search.stop()
            self.assertEqual((depths, search.result.bestmove), ([1], "t1"))
            self.assertEqual(engine.search("startpos", Limits(depth=2)).wait().info.depth, 2)
            with engine.search("startpos") as search:
                pass
            self.assertEqual(search.result.bestmove, "t1")
            self.assertEqual(engine.fen(), "21 1")

    def test_a_search_that_is_forgotten_ends(self) -> None:
        with SimpleEngine.start(config("normal")) as engine:
            search = engine.search("startpos")
            next(search)
            del search
            gc.collect()
            self.assertEqual(engine.fen(), "21 1")

    def test_another_thread_stops_a_search(self) -> None:
        with SimpleEngine.start(config("normal")) as engine:
            search = engine.search("startpos")
            threading.Timer(0.1, search.stop).start()
            self.assertEqual(search.wait().bestmove, "t1")
            threading.Timer(0.1, engine.stop).start()
            self.assertEqual(engine.go("startpos", Limits()).bestmove, "t1")

    def test_ctrl_c_ends_a_call(self) -> None:
        with SimpleEngine.start(config("normal")) as engine:
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                engine.go("startpos", Limits())
            timer.join()
            self.assertEqual(engine.legal_moves(), ["t1", "t2", "t3"])

    def test_time_out(self) -> None:
        with SimpleEngine.start(config("slow")) as engine:
            with self.assertRaisesRegex(EngineTimeout, "no answer to 'go' within 0.050 s"):
                engine.go("fen 5 1", Limits(depth=1), timeout=0.05)
            self.assertTrue(engine.stop(PATIENCE_S))

    def test_a_call_in_another_thread_when_the_engine_is_ended(self) -> None:
        engine = SimpleEngine.start(config("hang"))
        caught: list[BaseException] = []

        def wait() -> None:
            try:
                engine.go("fen 5 1", Limits(depth=1))
            except EngineError as error:
                caught.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        time.sleep(0.2)
        engine.kill()
        thread.join(PATIENCE_S)
        self.assertEqual(len(caught), 1, caught)

    def test_what_does_not_start_leaves_nothing(self) -> None:
        with self.assertRaisesRegex(EngineDied, "cannot start"):
            SimpleEngine.popen("/nowhere/at all")
        with self.assertRaisesRegex(EngineFault, "unknown option"):
            SimpleEngine.popen(command("normal"), {"Nonsense": 1})
        with self.assertRaises(EngineTimeout):
            SimpleEngine.start(config("mute"), timeout=0.1)


class InstalledEngineTest(unittest.TestCase):
    def test_where_it_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found = Path(folder) / "strategos"
            with mock.patch.dict(os.environ, {"STRATEGOS_ENGINE": "named", "PATH": folder}):
                self.assertEqual(installed_engine(), "named")
                del os.environ["STRATEGOS_ENGINE"]
                with (
                    mock.patch.object(sys, "executable", f"{folder}/python"),
                    mock.patch("sysconfig.get_path", lambda _: folder),
                ):
                    with self.assertRaisesRegex(EngineDied, "STRATEGOS_ENGINE does not name"):
                        installed_engine()
                    found.touch(mode=0o755)
                    self.assertEqual(installed_engine(), str(found))


class PonderingTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.log = io.StringIO()

    def said(self) -> list[str]:
        """The lines about searches that were sent."""
        lines = (line.split(" ", 2) for line in self.log.getvalue().splitlines())
        wanted = ("go", "position", "ponderhit", "stop", "query")
        return [line[2] for line in lines if line[1] == "<" and line[2].startswith(wanted)]

    async def test_the_expected_move(self) -> None:
        limits = Limits(clocks_ms=(5000, 9000), increments_ms=(100, 100), movestogo=5)
        async with await Engine.start(config("pondering"), self.log) as engine:
            first = await engine.play("fen 9 1", limits, ponder=True)
            moves = f"{first.bestmove} {first.ponder}"
            again = await engine.play(f"fen  9 1 moves {moves}", limits, ponder=True)
            self.assertEqual(again.bestmove, "t1")
            last = await engine.play(f"fen 9 1 moves {moves} t1 t1", limits)
        said = self.said()
        self.assertEqual(
            said[:2], ["position fen 9 1", limits.command()],
        )  # fmt: skip
        self.assertEqual(said[2], f"position fen 9 1 moves {moves}")
        self.assertRegex(said[3], r"^go ponder movestogo 4 p1time (50|51)\d\d p2time (90|91)\d\d ")
        self.assertEqual(said[4], "ponderhit")
        self.assertEqual((said.count("ponderhit"), last.errors), (1, ()))

    async def test_another_move_or_call_ends_it(self) -> None:
        async with await Engine.start(config("pondering"), self.log) as engine:
            first = await engine.play("fen 9 1", Limits(depth=2), ponder=True)
            other = f"fen 9 1 moves {first.bestmove} t2"
            self.assertNotEqual(first.ponder, "t2")
            await engine.play(other, Limits(depth=2), ponder=True)
            self.assertEqual(self.said()[4:6], ["stop", f"position {other}"])
            engine.set_position("fen 8 1")
            self.assertEqual(await engine.fen(), "8 1")
            again = await engine.play("fen 9 1", Limits(depth=2), ponder=True)
            expected = f"fen 9 1 moves {again.bestmove} {again.ponder}"
            self.assertTrue(await engine.stop())
            await engine.play(expected, Limits(depth=2))
        self.assertNotIn("ponderhit", self.said())

    async def test_a_search_that_ponders(self) -> None:
        async with await Engine.start(config("pondering"), self.log) as engine:
            async with engine.ponder("fen 9 1", Limits(depth=2)) as search:
                async for info in search:
                    self.assertEqual(info.depth, 1)
                    search.ponderhit()
            self.assertEqual(search.result.bestmove, "t1")
            self.assertEqual(self.said()[1:], ["go ponder depth 2", "ponderhit"])
            search = engine.ponder("fen 9 1")
            search.ponderhit()
            self.assertEqual([info.depth async for info in search], [1])
            with self.assertRaisesRegex(EngineError, "does not ponder"):
                engine.search("fen 9 1").ponderhit()

    async def test_players_of_an_analysis(self) -> None:
        async with await Engine.start(config("strong"), self.log) as engine:
            result = await engine.analyse("fen 21 2", Limits(depth=2), multipv=3)
            self.assertEqual([line.multipv for line in result.lines], [1, 2, 3])
            pov = result.info.pov
            assert pov is not None
            self.assertEqual((pov.player, pov.pov(1), pov.share()), (2, Cp(-7), 0.65))
            self.assertEqual(len((await engine.go("startpos", Limits(depth=2))).lines), 1)
            await engine.set_options({"MultiPV": 2})
            await engine.analyse("startpos", Limits(depth=2), multipv=1)
            self.assertEqual(len((await engine.analyse("startpos", Limits(depth=2))).lines), 2)


@unittest.skipIf(newest_engine() is None, "needs a build of the engine")
class RealEngineTest(unittest.TestCase):
    @contextmanager
    def engine(self, variant: str, **options: str) -> Iterator[SimpleEngine]:
        """The engine, with its traffic in `log`."""
        self.log = io.StringIO()
        given = EngineConfig("real", (str(newest_engine()),)).at(variant)
        with SimpleEngine.start(given, self.log) as engine:
            engine.set_options({"Hash": 1, **options})
            yield engine

    def test_a_game_with_clocks_and_pondering(self) -> None:
        """The engine ponders for the first player, whose opponent plays as expected half of the
        time."""
        with self.engine("pacific-a", Ponder="true") as engine:
            clock = GameClock([TimeControl.parse("1+0.02")] * 2)
            game = GameTree.new("pacific-a")
            expected = ""
            for turn in range(8):
                position = game.position
                if turn % 2 and (turn % 4 == 1) and expected:
                    game.end().add_variation(expected)
                    continue
                result = engine.play(position, clock.limits(turn % 2 + 1), ponder=turn % 2 == 0)
                self.assertFalse(clock.exceeds(turn % 2 + 1, result.seconds))
                clock.spend(turn % 2 + 1, result.seconds)
                game.end().add_variation(result.bestmove)
                expected = result.ponder
            engine.set_position(game.position)
            self.assertEqual(engine.result(), "none")
        self.assertGreaterEqual(self.log.getvalue().count("< ponderhit"), 1)
        self.assertNotIn("info string error", self.log.getvalue())

    def test_scores_from_each_view(self) -> None:
        with self.engine("shacru3", UCI_ShowWDL="true") as engine:
            result = engine.analyse("startpos", Limits(nodes=500), multipv=2)
            pov = result.info.pov
            assert pov is not None
            self.assertEqual((pov.player, pov.players, len(result.lines)), (1, 3, 2))
            self.assertTrue(0 < (pov.share() or 0) < 1)
            with self.assertRaises(ValueError):
                pov.pov(2)


if __name__ == "__main__":
    unittest.main()
