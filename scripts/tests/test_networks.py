"""Tests of the lines of communication in the report and on the live board."""

from __future__ import annotations

import asyncio
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from matches.cli import _networks
from matches.cli import main as run_match
from matches.networks import QUERIES, network_text, networks_of
from matches.report.cli import main
from strategos_client import Answers, Engine, EngineConfig
from tests.browser import engine
from tests.helpers import config
from tests.test_report_page import PACIFIC, START, record


class NetworkTextTest(unittest.TestCase):
    def test_answers_are_joined_and_refusals_are_empty(self) -> None:
        answers = Answers([["c8", "d8"], ["c1a1", "/", "h17h1"]], [])
        self.assertEqual(network_text(answers), "c8 d8;c1a1 / h17h1")
        refused = Answers([["error"], ["error"]], ["info string error: no"])
        self.assertEqual(network_text(refused), "")

    def test_an_engine_without_the_queries_gives_none(self) -> None:
        records = [record(number, "pacific-a", PACIFIC) for number in (1, 2)]
        for one in records:
            one.variant = "nim"
        self.assertEqual(asyncio.run(networks_of(records, config("plays"))), [[], []])


@unittest.skipIf(engine() is None, "needs the engine")
class NetworksTest(unittest.TestCase):
    def setUp(self) -> None:
        self.records = [record(1, "pacific-a", PACIFIC), record(2, "gameofwar", ())]
        self.config = EngineConfig("engine", (str(engine()),))

    async def told(self, fen: str) -> str:
        """The engine's own answers."""
        async with await Engine.start(self.config) as asked:
            await asked.set_options({"UCI_Variant": "gameofwar"})
            answers = await asked.ask([f"position fen {fen}", *QUERIES])
            return ";".join(" ".join(words) for words in answers.responses)

    def test_each_position_has_the_engines_answers(self) -> None:
        told = asyncio.run(self.told(START["gameofwar"]))
        self.assertRegex(told, r"^c6 .*;c1a1 .* / .*h17h1 ")
        self.assertEqual(asyncio.run(networks_of(self.records, self.config)), [[], [told]])

    def test_from_the_command_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games, page = Path(folder, "games.jsonl"), Path(folder, "games.html")
            games.write_text("\n".join(one.to_json() for one in self.records) + "\n")
            with contextlib.redirect_stdout(io.StringIO()):
                code = main([str(games), "--html", str(page), "--lines", str(engine())])
            self.assertEqual(code, 0)
            told = asyncio.run(self.told(START["gameofwar"]))
            self.assertIn(f'"networks":["{told}"]', page.read_text())

    def test_the_report_of_a_match_has_them(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "match.html")
            words = [
                "--variant", "gameofwar", "--games", "2", "--max-tokens", "2", "--nodes", "1",
                "--engine", f"name=A,cmd={engine()}", "--engine", f"name=B,cmd={engine()}",
                "--referee", f"cmd={engine()}", "--html", str(page),
            ]  # fmt: skip
            with contextlib.redirect_stdout(io.StringIO()) as said:
                self.assertEqual(run_match(words), 0, said.getvalue())
            self.assertIn('"networks":["c6 p6 r6 ', page.read_text())

    def test_a_referee_that_fails_costs_only_the_lines(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(_networks(self.records, EngineConfig("gone", ("/no/engine",))), [])
        self.assertIn("the report has no lines of communication: ", said.getvalue())


if __name__ == "__main__":
    unittest.main()
