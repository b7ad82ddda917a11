"""What the page that teaches must do, behind a server and without one. The classes are no tests by
themselves: `test_teaching.py` and `test_page_alone.py` make tests of them."""

from __future__ import annotations

import json
import re
from typing import Any

from teaching import DATA
from tests.browser import PATH_OF, POINT_OF, Adviser, LiveBoardTest

# A variant of each family, and how many positions its rulebook draws at least.
FAMILIES = {"pacific-b": 10, "azacru": 10, "warpac-subs": 8, "gameofwar": 8}
# The whole boards in text of each rulebook.
TEXT_BOARDS = {"pacific": 2, "pacru": 3, "warpac": 0, "gameofwar": 2}


class Rules(LiveBoardTest):
    """The rules beside the board."""

    def read(self) -> None:
        """Opens the rules and waits for their boards."""
        self.page.click("#show-rules")
        self.page.wait_for_selector("#rules-text .diagram use", state="attached")

    def test_rules_of_every_family(self) -> None:
        # So wide a window has room for everything.
        self.page.set_viewport_size({"width": 1800, "height": 900})
        self.read()
        for variant, least in FAMILIES.items():
            with self.subTest(variant=variant):
                self.begin(variant, "startpos", ["person", "person"], open_board=True)
                family = variant.split("-")[0]
                self.page.wait_for_selector(f"#rules-text code:text-is('{variant}')")
                boards = self.page.locator("#rules-text .diagram svg.board")
                self.assertGreaterEqual(boards.count(), least, family)
                self.assertEqual(self.page.evaluate(EMPTY_BOARDS), [])
                text = self.page.inner_text("#rules-text")
                for trace in ("```", "**", "illegal ", "| --", "result p1win"):
                    self.assertNotIn(trace, text)
                sections = self.page.locator("#rules-sections option").count()
                self.assertGreater(sections, 9)
                self.assertEqual(self.page.evaluate(DEAD_SECTIONS), [])

    def test_whole_boards_in_text_are_positions(self) -> None:
        for family, count in TEXT_BOARDS.items():
            rules = (DATA / f"{family}.md").read_text(encoding="utf-8")
            found = self.page.evaluate(BOARDS_IN, [family, rules])
            self.assertEqual(len(found), count, family)
            for one in found:
                adviser = Adviser(one["variant"])
                self.addCleanup(adviser.close)
                said = adviser.ask("response", f"position fen {one['fen']}", "query fen")
                # The board of the terrain has no units, and is no position to play.
                if re.search("[a-z]", one["fen"].split()[0], re.IGNORECASE):
                    self.assertEqual(said.split()[0], one["fen"].split()[0])

    def test_the_board_can_be_played_beside_the_rules(self) -> None:
        self.begin("pacific-a", "startpos", ["person", "person"])
        self.read()
        board = self.page.locator("#board svg").bounding_box()
        rules = self.page.locator("#rules").bounding_box()
        assert board is not None and rules is not None
        self.assertLessEqual(board["x"] + board["width"], rules["x"])
        self.assertLessEqual(rules["x"] + rules["width"], self.viewport[0])
        self.assertLessEqual(rules["y"] + rules["height"], self.viewport[1])
        self.play("g3h4")
        self.page.click("#rules-close")
        self.assertFalse(self.page.is_visible("#rules"))
        self.assertTrue(self.page.is_visible("#new"))

    def test_a_section_and_a_position_of_the_rules(self) -> None:
        self.read()
        self.page.select_option("#rules-sections", label="9. Examples")
        heading = self.page.locator("#rules-text h3:text-is('9. Examples')")
        place = heading.bounding_box()
        rules = self.page.locator("#rules").bounding_box()
        assert place is not None and rules is not None
        self.assertLess(place["y"] - rules["y"], 120)
        # The attack of two jumps.
        figure = self.page.locator("#rules-text figure:has(button:text-is('d4b6d8'))").first
        before = figure.locator("use").count()
        self.assertEqual(figure.locator(".arrow").count(), 1)
        figure.locator("button:text-is('d4b6d8')").click()
        # Two black planes are gone; that on d8 is a Kamikaze now.
        self.assertEqual(figure.locator("use").count(), before - 2)
        figure.locator(".onward").click()
        self.page.click("#question-yes")
        self.until(lambda state: state["steps"] == 1)
        self.assertEqual(self.tokens(), ["d4b6d8"])
        self.assertEqual(self.state["result"], "p1win")


class Lessons(LiveBoardTest):
    """The guided first games."""

    def learn(self, family: str) -> list[dict[str, Any]]:
        """Opens the lessons of a family, and returns them."""
        if not self.page.is_visible("#lessons"):
            self.page.click("#learn")
            self.page.wait_for_selector("#lesson-list li")
        self.page.select_option("#lesson-family", family)
        found: list[dict[str, Any]] = json.loads((DATA / f"{family}.json").read_text())["lessons"]
        # The lessons of another family may be as many.
        self.page.wait_for_selector(f"#lesson-list [title='{found[0]['title']}']")
        return found

    def act(self, variant: str, token: str) -> None:
        """Plays an action of a lesson by clicks."""
        path = self.page.evaluate(PATH_OF, [variant, token])
        mode = self.page.locator(f'#lesson-menu [data-mode="{path["kind"]}"]')
        if mode.count():
            mode.click()
        for clicks, square in enumerate(path["path"]):
            if clicks and not self.page.locator("#lesson-board .chosen").count():
                break
            point = self.page.evaluate(
                POINT_OF.replace("#board svg", "#lesson-board svg"), [variant, square]
            )
            self.page.mouse.click(point["x"], point["y"])
        choice = self.page.locator(f'#lesson-menu [data-token="{token}"]')
        if choice.count():
            choice.click()

    def solve(self, lesson: dict[str, Any]) -> None:
        """Plays the first wanted turn of the lesson that is shown."""
        self.assertIn(lesson["title"], self.page.inner_text("#lesson-title"))
        self.assertEqual(self.page.inner_text("#lesson-text"), lesson["text"])
        for token in lesson["wanted"][0].split(","):
            self.act(lesson["variant"], token)
        said = self.page.inner_text("#lesson-said")
        self.assertEqual(said, lesson["right"], (lesson["title"], lesson["wanted"][0]))

    def test_lessons_of_every_family(self) -> None:
        before = self.state
        for family in ("pacific", "pacru", "warpac", "gameofwar"):
            with self.subTest(family=family):
                lessons = self.learn(family)
                self.assertTrue(6 <= len(lessons) <= 10)
                self.assertTrue(self.page.is_disabled("#lesson-back"))
                for number, lesson in enumerate(lessons, 1):
                    self.solve(lesson)
                    self.page.wait_for_selector(f"#lesson-list button:text-is('{number} ✓')")
                    if number < len(lessons):
                        self.page.click("#lesson-next")
                self.assertTrue(self.page.is_disabled("#lesson-next"))
        self.page.click("#lessons-close")
        self.until(lambda state: state == before)

    def test_wrong_moves_are_explained_and_progress_is_kept(self) -> None:
        lessons = self.learn("pacific")
        self.solve(lessons[0])
        for _ in range(4):
            self.page.click("#lesson-next")
        self.act("pacific-a", "e3c5")
        said = self.page.inner_text("#lesson-said")
        self.assertIn("takes only one plane", said)
        self.assertIn("bad", self.page.get_attribute("#lesson-said", "class") or "")
        self.solve(lessons[4])
        self.page.click("#lesson-again")
        self.assertEqual(self.page.inner_text("#lesson-said"), "")
        self.page.click("#lesson-back")
        self.assertIn(lessons[3]["title"], self.page.inner_text("#lesson-title"))
        self.page.reload()
        self.until(lambda state: bool(state))
        self.learn("pacific")
        # The first lesson that was not done.
        self.assertIn(lessons[1]["title"], self.page.inner_text("#lesson-title"))
        done = self.page.locator("#lesson-list button:has-text('✓')").all_inner_texts()
        self.assertEqual(done, ["1 ✓", "5 ✓"])
        # A piece that cannot move.
        point = self.page.evaluate(
            POINT_OF.replace("#board svg", "#lesson-board svg"), ["pacific-a", "d4"]
        )
        self.page.mouse.click(point["x"], point["y"])
        self.assertIn("limit", self.page.inner_text("#lesson-said"))


EMPTY_BOARDS = """() => [...document.querySelectorAll("#rules-text svg.board")]
  .filter((svg) => !svg.querySelector("use") || svg.getBoundingClientRect().width < 100)
  .map((svg) => svg.getAttribute("aria-label"))"""
DEAD_SECTIONS = """() => [...document.querySelectorAll("#rules-sections option")]
  .filter(({ value }) => value && !document.getElementById(value)).map(({ value }) => value)"""

BOARDS_IN = """async ([family, rules]) => {
  const { boardIn } = await import("/web/text_boards.js");
  const blocks = [...rules.matchAll(/```text\\n([^]*?)```/g)];
  return blocks.map(([, text]) => boardIn(family, text)).filter(Boolean);
}"""
