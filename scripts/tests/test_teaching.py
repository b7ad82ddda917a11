"""Tests of the page that teaches: its data, and what it does in a real browser."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from typing import Any

from strategos_client import SimpleEngine
from teaching import DATA, FAMILIES, rulebook_of
from teaching.lessons import completed
from teaching.referee import Referee
from teaching.rulebook import blocks
from tests import teaching_boards
from tests.browser import BoardTest, engine, needs_board, needs_browser
from tests.helpers import SCRIPTS


class DataTest(unittest.TestCase):
    """Files that `build_teaching.py` writes."""

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_data_are_up_to_date(self) -> None:
        command = [sys.executable, str(SCRIPTS / "build_teaching.py"), "--check"]
        done = subprocess.run(
            [*command, "--engine", str(engine())],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_page_has_the_rulebooks(self) -> None:
        for family in FAMILIES:
            copy = (DATA / f"{family}.md").read_text(encoding="utf-8")
            self.assertEqual(copy, rulebook_of(family).read_text(encoding="utf-8"))

    def test_an_engine_that_is_not_there(self) -> None:
        done = subprocess.run(
            [sys.executable, str(SCRIPTS / "build_teaching.py"), "--engine", "no-such-engine"],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn("no-such-engine", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_blocks_of_a_rulebook(self) -> None:
        text = "a\n```text\nb\n```\nc\n```game toy\nstartpos\n1. coin\n```\n"
        found = [("text", ["b"]), ("game toy", ["startpos", "1. coin"])]
        self.assertEqual(list(blocks(text)), found)


@unittest.skipIf(engine() is None, "needs a build of the engine")
class FactsTest(unittest.TestCase):
    """What a lesson says must be so."""

    def setUp(self) -> None:
        simple = SimpleEngine.popen([str(engine())])
        self.addCleanup(simple.quit)
        self.referee = Referee(simple)

    def assert_refused(self, fault: str, **changes: Any) -> None:
        """A lesson with these changes is refused."""
        with self.assertRaisesRegex(ValueError, fault):
            completed({**LESSON, **changes}, self.referee)

    def test_a_lesson_is_completed(self) -> None:
        positions = completed(LESSON, self.referee)["positions"]
        self.assertEqual(positions[""]["legal"], ["e3c5", "e3g5e7"])
        self.assertNotIn("legal", positions["e3g5e7"])

    def test_false_lessons_are_refused(self) -> None:
        self.assert_refused("illegal", wanted=["e3g5"], wrong="x")
        self.assert_refused("bad fen", fen="8/8 w 0 1")
        self.assert_refused("nothing says why e3c5", reasons=[])
        self.assert_refused("no wrong action fits", reasons=[["^a1", ""], *LESSON["reasons"]])

    def test_false_facts_are_refused(self) -> None:
        for fault, facts in (
            ("p went from 3 to 1", {"counts": {"p": [3, 2]}}),
            ("other legal actions", {"only": True}),
            ("e3c5 is legal", {"illegal": ["e3c5"]}),
            ("the result is none", {"result": "p1win"}),
            ("the reason is none", {"reason": "no aircraft left"}),
            ("e3c5 does the same", {"counts": {"K": [0, 0]}, "unique": True}),
        ):
            self.assert_refused(fault, facts=facts)


LESSON: dict[str, Any] = {
    "title": "t", "variant": "pacific-a", "fen": "c11c2c3/4/2p31/4/1p1p21/2P11/4/C13 w 0 1",
    "text": "", "wanted": ["e3g5e7"], "right": "", "wrong": "", "reasons": [["^e3c5$", "why"]],
    "facts": {"counts": {"p": [3, 1]}, "illegal": ["e3g5"]},
}  # fmt: skip


@needs_browser
@needs_board
class RulesTest(teaching_boards.Rules, BoardTest):
    def test_markdown(self) -> None:
        for text, html in MARKDOWN.items():
            self.assertEqual(self.page.evaluate(HTML_OF, text), html)

    def test_rules_that_cannot_be_loaded(self) -> None:
        self.page.route("**/teaching/*", lambda route: route.abort())
        self.page.click("#show-rules")
        self.page.wait_for_selector("#rules-text:has-text('The rules cannot be loaded')")
        self.faults.clear()
        self.page.unroute("**/teaching/*")
        self.page.click("#rules-close")
        self.read()


@needs_browser
@needs_board
class LessonsTest(teaching_boards.Lessons, BoardTest):
    pass


@needs_browser
@needs_board
class LevelsTest(BoardTest):
    def words(self, variant: str, level: str) -> str:
        """What the dialog says of a level."""
        self.page.select_option("#new-variant", variant)
        self.page.select_option("#seat-1", "engine")
        self.page.fill("#level-1", level)
        return self.page.inner_text("#level-1-words")

    def test_levels_in_words(self) -> None:
        ranges = json.loads((DATA / "levels.json").read_text())
        with self.page.expect_response("**/levels.json"):
            self.page.click("#new")
        least, most = ranges["pacru3"]
        self.page.select_option("#new-variant", "pacru3")
        self.page.wait_for_function(
            """(elo) => {
              const level = document.querySelector("#level-1");
              level.value = "19";
              level.dispatchEvent(new Event("input"));
              return document.querySelector("#level-1-words").textContent.endsWith(elo);
            }""",
            arg=f"Elo {most}",
        )
        self.assertEqual(self.words("pacru3", "0"), f"beginner, Elo {max(600, least)}")
        self.assertEqual(self.words("pacific-a", "5"), "easy, Elo 1021")
        self.assertEqual(self.words("pacific-a", "10"), "medium, Elo 1442")
        self.assertEqual(self.words("gameofwar", "20"), "full strength")
        self.assertEqual(self.words("gameofwar", "21"), "0 to 20")
        self.assertEqual(self.words("gameofwar", ""), "0 to 20")

    def test_levels_are_equal_steps_of_elo(self) -> None:
        for level in range(20):
            elo = self.page.evaluate(ELO_OF, level)
            self.assertEqual(elo, 600 + level * 1600 // 19)


@needs_browser
@needs_board
class PhoneTest(BoardTest):
    viewport = (390, 844)

    def test_the_rules_fit_a_phone(self) -> None:
        self.page.click("#show-rules")
        self.page.wait_for_selector("#rules-text .diagram use", state="attached")
        width = self.page.evaluate("document.documentElement.scrollWidth")
        self.assertLessEqual(width, self.viewport[0])

    def test_a_lesson_fits_a_phone(self) -> None:
        self.page.click("#learn")
        self.page.wait_for_selector("#lesson-list li")
        for part in ("#lesson-board svg", "#lesson-text", "#lesson-next"):
            box = self.page.locator(part).bounding_box()
            assert box is not None
            self.assertGreaterEqual(box["x"], 0)
            self.assertLessEqual(box["x"] + box["width"], self.viewport[0])


ELO_OF = """async (level) => (await import("/web/levels.js")).eloOf(level)"""
HTML_OF = """async (text) => (await import("/web/markdown.js")).htmlOf(text)"""
MARKDOWN = {
    "# A <b>\n\ntext *em* and **strong**\nmore": (
        '<h2 id="section-a-b-" tabindex="-1">A &#60;b&#62;</h2>\n'
        "<p>text <em>em</em> and <strong>strong</strong> more</p>"
    ),
    "- one\n  more\n- `a*b*c`": "<ul><li>one more</li><li><code>a*b*c</code></li></ul>",
    "1. one\n2. two": "<ol><li>one</li><li>two</li></ol>",
    "| a | b |\n|---|---|\n| 1 | |": (
        '<div class="scroll" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>'
        "<tbody><tr><td>1</td><td></td></tr></tbody></table></div>"
    ),
    "p\n```text\n<x>\n```\nq": '<p>p</p>\n<pre tabindex="0">&#60;x&#62;</pre>\n<p>q</p>',
    "```game toy\nstartpos\n```\n```more\na\n```": (
        '<div class="diagram" data-diagram="0"></div>\n<div class="diagram" data-diagram="1"></div>'
    ),
}


if __name__ == "__main__":
    unittest.main()
