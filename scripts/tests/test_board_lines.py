"""Lines of an analysis and drawings on the live board, in a real browser."""

from __future__ import annotations

import unittest

from tests.browser import POINT_OF, BoardTest, needs_board, needs_browser

# The middle of a turn of the first line. An analysis that goes on replaces its elements.
MIDDLE = """(turns) => {
  const found = document.querySelector(`#analysis li:first-child span:nth-of-type(${turns})`);
  const box = found?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}"""


@needs_browser
@needs_board
class LineTest(BoardTest):
    def analyse(self) -> None:
        """An analysis whose first line has three turns."""
        self.page.click("#analyse")
        self.page.wait_for_selector("#analysis li:first-child span:nth-of-type(3)")

    def over(self, turns: int) -> None:
        """Moves the pointer over a turn of the first line."""
        middle = self.page.wait_for_function(MIDDLE, arg=turns).json_value()
        self.page.mouse.move(middle["x"], middle["y"])

    def test_a_line_is_previewed(self) -> None:
        self.analyse()
        self.over(3)
        self.page.wait_for_selector("#board .ghost", state="attached")
        self.assertGreater(self.page.locator("#board .ghost").count(), 1)
        self.page.hover("#caption")
        self.page.wait_for_selector("#board .ghost", state="detached")
        self.assertEqual(self.look()["steps"], 0)

    def test_a_line_is_played_out(self) -> None:
        self.analyse()
        self.over(2)
        self.page.mouse.down()
        self.page.mouse.up()
        self.until(lambda state: state["steps"] == 2)

    def test_a_line_is_no_move_in_a_game(self) -> None:
        self.begin("pacific-a", "startpos", ["person", "engine"])
        self.analyse()
        self.over(1)
        self.page.mouse.down()
        self.page.mouse.up()
        self.page.wait_for_selector("#said:has-text('would be moves of the game')")
        self.assertEqual(self.look()["steps"], 0)


@needs_browser
@needs_board
class DrawingTest(BoardTest):
    def draw(self, begin: str, end: str, button: str = "right") -> None:
        """Draws from a square to another one."""
        points = [
            self.page.evaluate(POINT_OF, [self.state["variant"], name]) for name in (begin, end)
        ]
        self.page.mouse.move(points[0]["x"], points[0]["y"])
        self.page.mouse.down(button=button)  # type: ignore[arg-type]
        self.page.mouse.move(points[1]["x"], points[1]["y"], steps=3)
        self.page.mouse.up(button=button)  # type: ignore[arg-type]

    def drawn(self) -> int:
        """Arrows and circles."""
        return self.page.locator("#board .arrow").count()

    def test_arrows_and_circles_by_hand(self) -> None:
        self.draw("g3", "f4")
        self.draw("c3", "c3")
        self.assertEqual(self.drawn(), 2)
        # The same arrow again takes it away.
        self.draw("g3", "f4")
        self.assertEqual(self.drawn(), 1)
        self.assertEqual(self.look()["steps"], 0)
        # Each position has its own.
        self.play("g3h4")
        self.assertEqual(self.drawn(), 0)
        self.page.keyboard.press("ArrowLeft")
        self.until(lambda state: state["steps"] == 0)
        self.assertEqual(self.drawn(), 1)
        self.page.keyboard.press("Escape")
        self.assertEqual(self.drawn(), 0)

    def test_a_finger_draws_after_a_button(self) -> None:
        self.page.click("#draw")
        self.draw("g3", "h4", "left")
        self.assertEqual((self.drawn(), self.look()["steps"]), (1, 0))
        self.page.click("#draw")
        self.draw("g3", "h4", "left")
        self.until(lambda state: state["steps"] == 1)


if __name__ == "__main__":
    unittest.main()
