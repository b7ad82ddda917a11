"""Tests of the beliefs in the report."""

from __future__ import annotations

import asyncio
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from matches.report.beliefs import beliefs_of, shortened
from matches.report.cli import main
from matches.report.page import report
from strategos_client import EngineConfig, EngineFault
from tests.browser import engine
from tests.test_report_page import PACIFIC, UNDER_WATER, record


class ShortenedTest(unittest.TestCase):
    def test_what_is_likely_in_percent(self) -> None:
        words = ["c6", "S", "0.312", "c7", "S", "0.014", "d7", "S", "0.004", "n11", "s", "1.000"]
        self.assertEqual(shortened(words), "c6S31 c7S1 n11s100")
        self.assertEqual(shortened([]), "")


@unittest.skipIf(engine() is None, "needs the engine")
class BeliefsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.records = [
            record(1, "pacific-a", PACIFIC),
            record(2, "warpac-subs", UNDER_WATER, result="p1win", reason="resignation"),
        ]
        self.config = EngineConfig("engine", (str(engine()),))

    def test_each_player_believes_by_what_he_saw(self) -> None:
        open_game, hidden = asyncio.run(beliefs_of(self.records, self.config))
        self.assertEqual(open_game, [])
        white, black = hidden
        self.assertEqual((len(white), len(black)), (5, 5))
        # A contact next to b2 c2 b3 c3 reveals a3 to White. Black knows nothing of c6.
        letters = {name.rstrip("0123456789")[-1] for name in " ".join(white).split()}
        self.assertEqual(letters, {"s"})
        near = [int(name.rpartition("s")[2]) for name in white[1].split() if name[0] in "abcd"]
        self.assertGreater(sum(near), 100)
        self.assertNotIn("c6S1", black[1])

    def test_a_game_that_cannot_be_is_named(self) -> None:
        self.records[1].entries[2].move = "c6c16"
        with self.assertRaisesRegex(EngineFault, "game 2, move 3: .*c6c16"):
            asyncio.run(beliefs_of(self.records, self.config))

    def test_the_page_holds_them(self) -> None:
        page = report(self.records, beliefs=[[], [["c6s31"], [""]]])
        self.assertIn('"beliefs":[["c6s31"],[""]]', page)
        self.assertIn('"beliefs":[]', report(self.records))

    def test_from_the_command_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            games, page = Path(folder, "games.jsonl"), Path(folder, "games.html")
            games.write_text("\n".join(one.to_json() for one in self.records) + "\n")
            with contextlib.redirect_stdout(io.StringIO()):
                code = main([str(games), "--html", str(page), "--beliefs", str(engine())])
            self.assertEqual(code, 0)
            self.assertRegex(page.read_text(), r'"beliefs":\[\["([a-p]\d+s\d+ ?)+"')


if __name__ == "__main__":
    unittest.main()
