"""Tests of `--variants`: files of variants that the programs pass on to their engines."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from matches.plan import Contestant, Control, Plan, Rules
from matches.preflight import engine_problems
from matches.records.game_record import GameRecord
from matches.records.pgn import tags
from matches.records.replay import differences
from matches.referee import Referee
from runtime.arguments import OneLineParser
from runtime.variants import VARIABLE, add_variants
from strategos_client import Engine, EngineConfig
from tests.browser import POINT_OF, BoardTest, engine, needs_board, needs_browser
from tests.helpers import SCRIPTS

NAME = "pacific-tested"
needs_engine = unittest.skipIf(engine() is None, "needs a build of the engine")


def text(rows: int) -> str:
    """A file of one variant."""
    return f'[{NAME}]\nextends = "pacific-a"\nadvance_rows = {rows}\n'


class OptionTest(unittest.TestCase):
    """The option of all programs."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = [Path(folder.name, f"{rows}.toml") for rows in (4, 5)]
        for rows, path in zip((4, 5), self.files, strict=True):
            path.write_text(text(rows))

    def parse(self, *words: str) -> argparse.Namespace:
        """The options for these words."""
        parser = OneLineParser("a program")
        add_variants(parser)
        return parser.parse_args(words)

    def test_the_engines_are_told_of_all_files(self) -> None:
        first, second = map(str, self.files)
        with mock.patch.dict(os.environ):
            os.environ.pop(VARIABLE, None)
            self.parse()
            self.assertNotIn(VARIABLE, os.environ)
            self.parse("--variants", first, "--variants", second, "--variants", first)
            expected = os.pathsep.join(str(path.resolve()) for path in self.files)
            self.assertEqual(os.environ[VARIABLE], expected)

    def test_a_file_that_is_missing_is_an_error(self) -> None:
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit):
            self.parse("--variants", "no/such/file.toml")
        self.assertIn("argument --variants: there is no file no/such/file.toml", said.getvalue())

    def test_a_record_has_the_hash_of_the_rules_if_there_is_one(self) -> None:
        record = GameRecord(1, 1, 1, "", NAME, 0, ["a", "b"], ["", ""])
        self.assertNotIn("rules", json.loads(record.to_json()))
        record.rules = "0123456789abcdef"
        self.assertEqual(GameRecord.from_json(record.to_json()).rules, record.rules)
        self.assertIn(("Rules", record.rules), tags(record))


@needs_engine
class EngineTest(unittest.IsolatedAsyncioTestCase):
    """The real engine with files of variants."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.four, self.five = self.folder / "four.toml", self.folder / "five.toml"
        self.four.write_text(text(4))
        self.five.write_text(text(5))

    def config(self, path: Path) -> EngineConfig:
        """An engine that has loaded a file."""
        return EngineConfig("tested", (str(engine()), "--variants", str(path)))

    async def test_two_engines_that_disagree_notice_before_they_play(self) -> None:
        async def problems(variant: str, *files: Path) -> list[str]:
            players = tuple(Contestant(self.config(path), Control(depth=1)) for path in files)
            plan = Plan(players, self.config(self.four), Rules(variant), 2)
            return await engine_problems(plan)

        referee = await Referee.start(self.config(self.four), NAME, None)
        await referee.quit()
        self.assertEqual(len(referee.rules), 16)
        self.assertEqual(await problems(NAME, self.four, self.four), [])
        (problem,) = await problems(NAME, self.four, self.five)
        self.assertIn(f"tested: its rules of {NAME} (", problem)
        self.assertIn(f"are not those of the referee ({referee.rules})", problem)
        self.assertEqual(await problems("pacific-a", self.four, self.five), [])

    async def test_a_record_of_other_rules_is_not_replayed(self) -> None:
        async with await Engine.start(self.config(self.four).at(NAME)) as player:
            (rules,) = await player.query("rules")
        record = GameRecord(1, 1, 1, "", NAME, 0, ["a", "b"], ["", ""], rules=rules)
        (other,) = await differences([record], self.config(self.five))
        self.assertIn(f"its rules ({rules}) are not those of this engine", other)

    def test_a_match_plays_a_variant_of_a_file(self) -> None:
        out = self.folder / "games.jsonl"
        spec = f"cmd={engine()},nodes=60"
        words = ("--engine", f"{spec},name=one", "--engine", f"{spec},name=two")
        command = [
            sys.executable, str(SCRIPTS / "match.py"), "--variants", str(self.four),
            "--variant", NAME, *words, "--games", "2", "--out", str(out),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        records = [GameRecord.from_json(line) for line in out.read_text().splitlines()]
        self.assertEqual([record.variant for record in records], [NAME, NAME])
        self.assertEqual(len({record.rules for record in records}), 1)
        self.assertEqual(len(records[0].rules), 16)


class FileBoardTest(BoardTest):
    """The board of a variant of a file, whose text a subclass sets."""

    text = ""

    def serve(self) -> None:
        """Starts the server with the file."""
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        path = Path(self.folder, "my.toml")
        path.write_text(self.text)
        self.start_server("--variant", self.variant, "--variants", str(path))


@needs_browser
@needs_board
class PageTest(FileBoardTest):
    """The board of a variant whose name does not begin with that of its game."""

    variant = "long-range"
    text = '[long-range]\nextends = "pacific-b"\nadvance_rows = 5\n'

    def test_the_board_is_drawn_and_says_what_is_other(self) -> None:
        self.until(lambda state: state["variant"] == self.variant)
        self.page.wait_for_selector("#board svg")
        self.page.click("#changes-box summary")
        said = self.page.inner_text("#changes")
        self.assertIn("advance_rows is 5 instead of 3: the most rows", said)
        self.play("a3b4")
        self.assertEqual(self.tokens(), ["a3b4"])
        self.begin("pacific-a", "startpos", ["person", "person"])
        self.assertTrue(self.page.is_hidden("#changes-box"))


@needs_browser
@needs_board
class FamilyPageTest(FileBoardTest):
    """The board of a variant for three whose name says neither its game nor their number."""

    variant = "arrows"
    text = '[arrows]\nextends = "pacru3"\nmarkers_to_win = 12\n'

    def test_the_board_has_the_players_and_no_target_of_another_variant(self) -> None:
        self.until(lambda state: state["variant"] == self.variant)
        self.page.wait_for_selector("#board svg")
        self.page.click("#changes-box summary")
        self.assertIn("markers_to_win is 12 instead of 28", self.page.inner_text("#changes"))
        facts = self.page.text_content("#facts")
        self.assertEqual(facts, "markers: White 0 · Black 0 · Red 0")
        self.play("a3b4@b5")
        self.assertEqual(self.tokens(), ["a3b4@b5"])


@needs_browser
@needs_board
class FleetTest(BoardTest):
    """The board of War-in-the-Pacific Chess with other ranges and other fleets."""

    variant = "pacific-b"
    SUBMARINE = "f7"

    def serve(self) -> None:
        """Starts the server with the example of this game."""
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        example = SCRIPTS / "variants" / "warpac.toml"
        self.start_server("--variant", self.variant, "--variants", str(example))

    def ranges(self, variant: str) -> list[float]:
        """The widths of the ranges about a submarine, in squares."""
        self.begin(variant, "startpos", ["person", "engine"], open_board=True)
        self.page.mouse.move(1, 1)
        point = self.page.evaluate(POINT_OF, [variant, self.SUBMARINE])
        self.page.mouse.move(point["x"], point["y"])
        self.page.wait_for_selector("#board .hover rect", state="attached")
        widths = self.page.evaluate(WIDTHS)
        return [float(width) for width in widths]

    def test_ranges_are_those_of_the_variant(self) -> None:
        # Torpedoes: the outer edge, the inner edge; depth charges.
        self.assertEqual(self.ranges("warpac-subs"), [5, 3, 7])
        self.assertEqual(self.ranges("warpac-up-to-two"), [5, 7])
        self.assertEqual(self.ranges("warpac-subs"), [5, 3, 7])

    def test_the_tray_has_the_fleet_and_the_points_of_the_variant(self) -> None:
        self.begin("warpac-wolves", "startpos", ["person", "engine"])
        self.page.wait_for_selector("[data-piece=S]")
        said = {piece: self.page.inner_text(f"[data-piece={piece}]").strip() for piece in "KRBNS"}
        self.assertEqual(said["R"], "battleship 0 of 2, more for 5 each")
        self.assertEqual(said["N"], "destroyer 0 of 5, more for 2 each")
        self.assertEqual(said["S"], "submarine 0 of 8")
        self.begin("warpac-125", "startpos", ["person", "engine"])
        self.page.wait_for_selector("[data-piece=K]")
        self.assertIn("28 points left", self.page.inner_text("#tray"))
        self.begin("warpac", "deploy", ["person", "engine"])
        self.page.wait_for_selector("[data-piece=K]")
        self.assertIn("25 points left", self.page.inner_text("#tray"))


WIDTHS = """async () => {
  const { CELL } = await import("/web/boards/grid.js");
  const rects = [...document.querySelectorAll("#board .hover rect")];
  // Every other one is the pale edge below.
  return rects.filter((_, at) => at % 2 === 1).map((rect) => rect.width.baseVal.value / CELL);
}"""


if __name__ == "__main__":
    unittest.main()
