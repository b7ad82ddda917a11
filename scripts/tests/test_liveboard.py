"""Tests of the live board without a browser: pages, the table's process, other programs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from liveboard import pages
from liveboard.cli import main
from liveboard.helper import Helper, Traffic
from liveboard.hub import Hub, order_of
from liveboard.kept_game import KeptGame, default_path
from liveboard.pages import Page
from liveboard.programs import TURN_MS, Programs, config_of, limits_of
from liveboard.table_process import Message, TableFault, TableProcess
from strategos_client import Engine, EngineConfig, EngineDied, EngineFault
from tests.helpers import config

# A table that says what it hears. It dies at the word, or when it is to restore a bad game.
TABLE = """
import json, sys
def say(**words): print(json.dumps(words), flush=True)
say(type="hello", version="0", variants=["nim"])
for line in sys.stdin:
    words = json.loads(line)
    if words["do"] == "die" or words.get("text") == "bad":
        sys.exit(1)
    if words["do"] == "snapshot":
        say(type="snapshot", text="good")
    else:
        say(viewer=words.get("viewer", "page 1"), type="heard", words=words)
"""
FAKE_TABLE = [sys.executable, "-S", "-c", TABLE]


async def eventually(holds: Callable[[], object]) -> None:
    """Waits until something holds."""
    async with asyncio.timeout(20):
        while True:
            if holds():
                return
            await asyncio.sleep(0.01)


class PageTest(unittest.IsolatedAsyncioTestCase):
    async def test_messages_come_in_order(self) -> None:
        heard: list[str] = []

        async def send(text: str) -> None:
            await asyncio.sleep(0)
            heard.append(text)

        page = Page(send)
        running = asyncio.create_task(page.run())
        for text in "abc":
            page.put(text)
        await eventually(lambda: len(heard) == 3)
        running.cancel()
        self.assertEqual(heard, ["a", "b", "c"])

    async def test_one_that_does_not_read_is_given_up(self) -> None:
        async def never(_: str) -> None:
            await asyncio.Event().wait()

        page = Page(never)
        running = asyncio.create_task(page.run())
        with patch.object(pages, "MOST_WAITING_BYTES", 1000):
            for _ in range(10):
                page.put("x" * 99)
            await asyncio.sleep(0.01)
            self.assertFalse(running.done())
            page.put("x" * 99)
            await asyncio.wait_for(running, 10)


class OrderTest(unittest.TestCase):
    def test_what_is_no_order(self) -> None:
        for text, reason in (
            ("", "Expecting value"), ("[1]", "an object"), ("3", "an object"),
            ("[" * 100_000, "nested"), ('{"do": "new", "a": [[[[[[1]]]]]]}', "nested"),
            ('{"do": "play", "token": "\\ud800"}', "surrogates"), ('{"do": NaN}', "JSON compliant"),
            ('{"do": "leave"}', "cannot order"), ('{"do": "join", "screen": "x"}', "cannot order"),
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, reason, msg=text[:50]):
                order_of(text)
        self.assertEqual(order_of('{"do": "undo"}'), {"do": "undo"})


class KeptGameTest(unittest.TestCase):
    def test_it_is_found_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a", "b", "game.json")
            kept = KeptGame(path)
            kept.read()
            self.assertEqual(kept.snapshot, "")
            kept.keep("first")
            kept.keep("second")
            other = KeptGame(path)
            other.read()
            self.assertEqual((other.snapshot, other.problem), ("second", ""))
            self.assertEqual([one.name for one in path.parent.iterdir()], ["game.json"])

    def test_what_cannot_be_written_is_told_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "file").touch()
            kept = KeptGame(Path(folder, "file", "game.json"))
            kept.keep("first")
            self.assertIn("is not kept for the next start", kept.problem)
            kept.problem = ""
            kept.keep("second")
            self.assertEqual((kept.snapshot, kept.problem), ("second", ""))

    def test_the_system_names_the_folder(self) -> None:
        with patch.dict(os.environ, {"XDG_STATE_HOME": "/states", "LOCALAPPDATA": "/states"}):
            self.assertEqual(default_path(), Path("/states/strategos/board.json"))


class TableProcessTest(unittest.IsolatedAsyncioTestCase):
    async def test_one_that_dies_is_replaced_a_few_times(self) -> None:
        heard: asyncio.Queue[Message] = asyncio.Queue()
        deaths: list[int] = []
        table = TableProcess(FAKE_TABLE, heard.put_nowait, deaths.append)
        await table.start()
        self.assertEqual(table.variants, ["nim"])
        running = asyncio.create_task(table.run())
        pids = set()
        for _ in range(3):
            pids.add(table.pid)
            table.tell({"viewer": "a", "do": "undo"})
            self.assertEqual((await heard.get())["words"]["do"], "undo")
            before = len(deaths)
            table.tell({"do": "die"})
            await eventually(lambda before=before: len(deaths) > before)  # type: ignore[misc]
        self.assertEqual((deaths, len(pids)), ([1, 2, 3], 3))
        table.tell({"do": "die"})
        with self.assertRaisesRegex(TableFault, "again and again"):
            await asyncio.wait_for(running, 20)

    async def test_programs_that_are_no_table(self) -> None:
        for words, reason in (
            (["/no/such/program"], "No such file"),
            ([sys.executable, "-c", "print('hello')"], "."),
            ([sys.executable, "-c", 'print("{}")'], "has no table"),
        ):
            with self.assertRaisesRegex(TableFault, reason):
                await TableProcess(words, lambda _: None, lambda _: None).start()


class HubTest(unittest.IsolatedAsyncioTestCase):
    """The hub with a table that says what it hears."""

    async def asyncSetUp(self) -> None:
        self.kept = KeptGame(None)
        self.programs = Programs([], lambda _: None)
        self.hub = Hub(FAKE_TABLE, self.kept, self.programs)
        self.addAsyncCleanup(self.hub.close)
        self.heard: list[dict[str, Any]] = []

        async def send(text: str) -> None:
            self.heard.append(json.loads(text))

        self.page = Page(send)

    async def start(self) -> str:
        await self.hub.start()
        for run in (self.hub.table.run(), self.page.run()):
            task = asyncio.create_task(run)
            self.addCleanup(task.cancel)
        return self.hub.join(self.page)

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        await eventually(lambda: any(map(holds, self.heard)))
        return next(filter(holds, self.heard))

    async def test_orders_go_to_the_table_under_the_pages_name(self) -> None:
        name = await self.start()
        self.hub.obey(name, '{"do": "play", "token": "t1", "viewer": "somebody else"}')
        found = await self.until(lambda one: one.get("words", {}).get("do") == "play")
        self.assertEqual(found["words"], {"do": "play", "token": "t1", "viewer": "page 1"})
        greeting = {"type": "hello", "variants": ["nim"], "programs": [], "tables": False}
        greeting["lines"] = False
        self.assertEqual(self.heard[0], greeting)
        self.assertEqual(self.heard[1]["words"], {"viewer": "page 1", "do": "join"})
        self.hub.obey(name, "nonsense")
        await self.until(lambda one: one["type"] == "error" and "no order" in one["text"])

    async def test_a_page_chooses_whether_it_hears_the_traffic(self) -> None:
        name = await self.start()
        self.hub._log("first")
        self.hub.obey(name, '{"do": "log", "on": true}')
        self.hub._log("second")
        self.hub.obey(name, '{"do": "log", "on": 1}')
        self.hub.obey(name, '{"do": "log", "on": false}')
        self.hub._log("third")
        await self.until(lambda one: one["type"] == "error" and "true or false" in one["text"])
        lines = [one["line"] for one in self.heard if one["type"] == "traffic"]
        self.assertEqual(lines, ["second"])

    async def test_a_game_goes_on_after_a_death(self) -> None:
        name = await self.start()
        self.hub._hear({"type": "changed"})
        self.hub._hear({"type": "changed"})
        await eventually(lambda: self.kept.snapshot)
        self.hub.obey(name, '{"do": "die"}')
        notice = await self.until(lambda one: one["type"] == "notice")
        self.assertIn("goes on from its last move", notice["text"])
        restored = await self.until(lambda one: one.get("words", {}).get("do") == "restore")
        self.assertEqual(restored["words"]["text"], "good")

    async def test_a_game_that_kills_the_table_is_given_up(self) -> None:
        self.kept.snapshot = "bad"
        await self.start()
        notice = await self.until(lambda one: "and a game begins" in one.get("text", ""))
        self.assertEqual((notice["type"], self.kept.snapshot), ("notice", ""))

    async def test_a_page_that_does_not_read_delays_no_other(self) -> None:
        await self.start()

        async def never(_: str) -> None:
            await asyncio.Event().wait()

        slow = Page(never)
        task = asyncio.create_task(slow.run())
        self.addCleanup(task.cancel)
        self.hub.join(slow)
        for number in range(50):
            self.hub.notice(str(number))
        await self.until(lambda one: one.get("text") == "49")


class ProgramsTest(unittest.IsolatedAsyncioTestCase):
    async def answer(self, name: str, position: str = "startpos", **more: Any) -> Message:
        """What a program answers to a request of the table."""
        configs = [config("normal", "good"), config("crash", "bad"), config("slow", "slow")]
        self.told: list[str] = []
        programs = Programs(configs, self.told.append)
        answers: asyncio.Queue[Any] = asyncio.Queue()
        programs.report = answers.put_nowait
        request = {
            "search": 5, "variant": "nim", "position": position, "player": 2,
            "seat": {"kind": "outside", "name": name}, "limits": {}, **more,
        }  # fmt: skip
        programs.search(request)
        if name == "slow":
            await asyncio.sleep(0.5)
            programs.stop(5)
            programs.stop(6)
        async with asyncio.timeout(30):
            answer = await answers.get()
        await programs.close()
        return dict(answer)

    async def test_a_move(self) -> None:
        answer = await self.answer("good", "fen 6 2")
        line = answer.pop("line")
        self.assertEqual(answer, {"do": "found", "search": 5, "token": "t2"})
        self.assertEqual((line["score"], line["pv"]), ({"cp": 7}, ["t2", "t1"]))

    async def test_what_is_no_program(self) -> None:
        answer = await self.answer("nobody")
        self.assertEqual((answer["do"], answer["search"]), ("failed", 5))
        self.assertIn("--program nobody=COMMAND", answer["reason"])

    async def test_one_that_dies_is_started_again_and_given_up(self) -> None:
        answer = await self.answer("bad", "fen 11 1")
        self.assertEqual(answer["do"], "failed")
        self.assertEqual(self.told, ["bad has died. It is started again."] * 2)

    async def test_a_search_that_is_stopped_has_a_move(self) -> None:
        answer = await self.answer("slow", "fen 11 1")
        self.assertEqual(answer["do"], "found")

    def test_limits(self) -> None:
        self.assertEqual(limits_of({}).movetime_ms, TURN_MS)
        clock = {"times": [900, 800], "increments": [7, 7], "movestogo": 1}
        found = limits_of({"clock": clock})
        self.assertEqual(found.clocks_ms, (900, 800))
        self.assertEqual((found.increments_ms, found.movestogo), ((7, 7), 1))
        found = limits_of({"nodes": 50})
        self.assertEqual((found.nodes, found.movetime_ms), (50, None))
        found = limits_of({"depth": 3, "movetime": 9})
        self.assertEqual((found.depth, found.movetime_ms), (3, 9))

    def test_the_option(self) -> None:
        found = config_of("older build=/bin/engine --hash '1 2'")
        self.assertEqual(
            (found.name, found.command), ("older build", ("/bin/engine", "--hash", "1 2"))
        )
        for wrong in ("x", "=x", "x=", "x=  "):
            with self.assertRaises(ValueError):
                config_of(wrong)


class CommandLineTest(unittest.TestCase):
    def test_what_cannot_be_served(self) -> None:
        for words in (
            ["--engine", "/no/such/engine"],
            ["--engine", sys.executable, "/no/such/file.pgn"],
            ["--engine", sys.executable, "--program", "nonsense"],
        ):
            with patch("sys.stderr") as said:
                self.assertEqual(main(words), 1)
            self.assertTrue(said.write.called)


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
        self.assertEqual((len(set(pids)), told), (3, ["fake has died. It is started again."] * 2))

        async def hopeless(engine: Engine) -> str:
            os.kill(engine.pid, signal.SIGKILL)
            return await engine.fen()

        with self.assertRaises(EngineDied):
            await helper.use({}, hopeless)
        await helper.close()

    async def test_options_of_an_earlier_game_are_forgotten(self) -> None:
        lines: list[str] = []
        traffic = Traffic("", lines.append)
        traffic.is_open = True
        helper = Helper(config("normal"), lambda _: None, traffic)

        async def work(engine: Engine) -> str:
            return engine.options["Hash"].default

        usual = await helper.use({"Hash": "2"}, work)
        await helper.use({}, work)
        await helper.use({}, work)
        await helper.close()
        said = [line.split(" < ")[-1] for line in lines if "name Hash" in line and " < " in line]
        self.assertEqual(
            said, ["setoption name Hash value 2", f"setoption name Hash value {usual}"]
        )

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
