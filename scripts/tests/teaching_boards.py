"""What the page that teaches must do, behind a server and without one. The classes are no tests by
themselves: `test_teaching.py` and `test_page_alone.py` make tests of them."""

from __future__ import annotations

from tests.browser import LiveBoardTest

# A variant of each family, and how many positions its rulebook draws at least.
FAMILIES = {"pacific-b": 10, "azacru": 10, "warpac-subs": 8, "gameofwar": 8}


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


EMPTY_BOARDS = """() => [...document.querySelectorAll("#rules-text svg.board")]
  .filter((svg) => !svg.querySelector("use") || svg.getBoundingClientRect().width < 100)
  .map((svg) => svg.getAttribute("aria-label"))"""
DEAD_SECTIONS = """() => [...document.querySelectorAll("#rules-sections option")]
  .filter(({ value }) => value && !document.getElementById(value)).map(({ value }) => value)"""
