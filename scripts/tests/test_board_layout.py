"""How the live board fills windows of all sizes, in a real browser."""

from __future__ import annotations

import unittest
from typing import Any

from tests.browser import BoardTest, needs_board, needs_browser

FAMILIES = (
    ("pacific-a", "startpos", 2), ("pacru4", "startpos", 4), ("gameofwar", "startpos", 2),
    ("gameofwar", "deploy", 2), ("warpac-subs", "startpos", 2), ("warpac-subs", "deploy", 2),
)  # fmt: skip
# Black has no chevron.
OUT = "9/1W02W42G41/R27R6/9/9/1w1r1g3/W27W6/9/4W12G01 w - 0 1"
LEAST_CELL_PX = 30


class Windows(BoardTest):
    """The board at the size of a window."""

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def open_game(self, variant: str, start: str, players: int) -> None:
        """A game whose board is on the screen."""
        seats = ["person"] + ["engine"] * (players - 1)
        self.page.click("#new")
        self.page.select_option("#new-clock", "600,5")
        self.page.click("#new-form [type=submit]")
        self.begin(variant, start, seats)
        self.until(lambda state: bool(state.get("fen")))

    def boxes(self, selector: str) -> list[dict[str, Any]]:
        """The places of the elements that can be seen."""
        found: list[dict[str, Any]] = self.page.evaluate(BOXES, selector)
        return found


@needs_browser
@needs_board
class WindowTest(Windows):
    def check_window(self, width: int, height: int) -> None:
        """All families in a window."""
        self.resize(width, height)
        for variant, start, players in FAMILIES:
            with self.subTest(variant=variant, start=start, width=width):
                self.open_game(variant, start, players)
                used = (
                    "#board svg, #seats li, #seats .time, #menu, .zoom, .steps button, .acts button"
                )
                used += ", #analyse, #caption"
                used += ", #tray button" if start == "deploy" else ", #moves, #edit button"
                found = self.boxes(used)
                self.assertGreater(len(found), 15)
                outside = [
                    one for one in found
                    if one["left"] < 0 or one["top"] < 0
                    or one["right"] > width or one["bottom"] > height
                ]  # fmt: skip
                self.assertEqual(outside, [])
                size = self.page.evaluate("[document.body.scrollWidth, document.body.scrollHeight]")
                self.assertLessEqual(size[0], width)
                self.assertLessEqual(size[1], height)
                self.assertEqual(self.page.evaluate(OVERLAPS), [])
                self.assert_board_is_large(height)

    def assert_board_is_large(self, height: int) -> None:
        """The board takes the height that there is, or the width."""
        svg = self.boxes("#board svg")[0]
        room = [svg["right"] - svg["left"], svg["bottom"] - svg["top"]]
        self.assertGreater(room[1], 0.8 * height)
        drawn = self.page.evaluate(DRAWN_SIZE)
        self.assertTrue(drawn[0] > room[0] - 2 or drawn[1] > room[1] - 2, (drawn, room))

    def test_a_large_window(self) -> None:
        self.check_window(1400, 900)

    def test_a_small_window(self) -> None:
        self.check_window(1280, 720)

    def test_dark_and_safe_colours(self) -> None:
        self.resize(1280, 720)
        before = self.ground()
        self.page.emulate_media(color_scheme="dark")
        self.page.wait_for_selector(f"#board .ground rect:first-child:not([fill='{before}'])")
        dark = self.ground()
        self.page.click("#safe")
        self.assertEqual(self.page.get_attribute("#safe", "aria-pressed"), "true")
        self.page.reload()
        self.page.wait_for_selector("#safe[aria-pressed=true]")
        self.page.wait_for_selector("#board use", state="attached")
        self.assertEqual(self.ground(), dark)

    def ground(self) -> str:
        """The colour of the board."""
        return str(self.page.evaluate(GROUND))

    def test_all_controls_have_names(self) -> None:
        for variant, start, players in FAMILIES:
            self.open_game(variant, start, players)
            self.assertEqual(self.page.evaluate(UNNAMED), [], variant)
            label = self.page.get_attribute("#board svg", "aria-label") or ""
            self.assertGreater(len(label), 10, variant)

    def test_buttons_stay_where_they_are(self) -> None:
        self.resize(1280, 720)
        self.open_game("warpac-subs", "startpos", 2)
        used = ".steps button, .acts button, #analyse, .zoom button, #new, #save, #resign"
        before = self.boxes(used)
        self.click("a4")
        self.page.wait_for_selector("#board .chosen")
        self.assertEqual(self.boxes(used), before)
        self.page.keyboard.press("Escape")
        self.page.click("#analyse")
        self.page.wait_for_selector("#analysis li")
        self.assertEqual(self.boxes(used), before)
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.assertEqual(self.boxes(used), before)


@needs_browser
@needs_board
class PhoneTest(Windows):
    def setUp(self) -> None:
        self.viewport = (390, 844)
        super().setUp()

    def test_every_square_of_the_large_boards_can_be_hit(self) -> None:
        for variant in ("gameofwar", "warpac-subs"):
            self.open_game(variant, "startpos", 2)
            self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 390)
            for _ in range(3):
                self.page.click("#zoom-in")
            self.assertGreater(self.page.evaluate(CELL_PX), LEAST_CELL_PX)
            # Squares all over the board, its corners among them.
            missed = self.page.evaluate(HIT_ALL, variant)
            self.assertEqual(missed, [], variant)
            self.page.click("#zoom-fit")
            self.assertEqual((self.page.get_attribute("#board svg", "viewBox") or "")[:4], "0 0 ")

    def test_a_finger_moves_the_enlarged_board(self) -> None:
        self.open_game("gameofwar", "startpos", 2)
        for _ in range(3):
            self.page.click("#zoom-in")
        box = self.boxes("#board svg")[0]
        x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
        before = self.page.get_attribute("#board svg", "viewBox")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 60, y + 40, steps=4)
        self.page.mouse.up()
        self.assertNotEqual(self.page.get_attribute("#board svg", "viewBox"), before)
        # That was no click.
        self.assertEqual(self.page.locator("#board .chosen").count(), 0)

    def test_two_fingers_enlarge_the_board(self) -> None:
        self.page.evaluate(PINCH)
        width = self.page.evaluate("document.querySelector('#board svg').viewBox.baseVal.width")
        self.assertLess(width, 300)


@needs_browser
@needs_board
class GameTest(Windows):
    def test_the_end_has_a_banner_and_a_rematch(self) -> None:
        self.begin("pacific-b", "startpos", ["person", "engine"])
        self.assertFalse(self.page.is_visible("#result"))
        self.play("g3h4")
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.page.wait_for_selector("#result:has-text('(Black) won')")
        self.assertIn("by resignation", self.page.inner_text("#result"))
        self.page.click("#rematch")
        self.until(lambda state: not state["over"] and state["seats"][0]["kind"] == "engine")
        self.assertEqual(self.state["variant"], "pacific-b")
        self.assertEqual(self.state["seats"][1]["kind"], "person")
        self.assertFalse(self.page.is_visible("#result"))

    def test_players_who_are_out_are_marked(self) -> None:
        self.begin("pacru4", OUT, ["person"] * 4)
        self.assertEqual(self.page.locator("#seats .out").count(), 1)
        self.assertIn("Black", self.page.inner_text("#seats .out"))
        self.assertIn("out", self.page.inner_text("#seats .out .tag"))

    def test_a_status_does_not_flicker(self) -> None:
        self.begin("pacific-a", "startpos", ["person", "engine"], seconds="1.5")
        self.page.evaluate(WATCH)
        self.play("g3h4")
        self.page.wait_for_selector("#thought:has-text('Black thinks')")
        self.until(lambda state: len(state["turns"]) == 2)
        self.assertLessEqual(self.page.evaluate("window.changes"), 2)


@needs_browser
@needs_board
class DragTest(Windows):
    def drag(self, *squares: str) -> None:
        """Drags from a square over others to the last one."""
        points = [self.page.evaluate(PLACE, [self.state["variant"], name]) for name in squares]
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=5)
        self.page.mouse.up()

    def test_a_piece_is_dragged(self) -> None:
        self.drag("g3", "h4")
        self.until(lambda state: state["steps"] == 1)
        self.assertEqual(self.tokens(), ["g3h4"])

    def test_a_piece_that_cannot_go_there_goes_back(self) -> None:
        self.drag("g3", "g5")
        self.page.wait_for_timeout(100)
        self.assertEqual(self.look()["steps"], 0)
        self.assertEqual(self.page.locator("#board .carried > *").count(), 0)
        self.assertEqual(self.page.locator("#board .items [opacity]").count(), 0)
        self.assertEqual(self.page.locator("#board .chosen").count(), 0)

    def test_a_piece_follows_the_pointer(self) -> None:
        x, y = self.page.evaluate(PLACE, [self.state["variant"], "g3"])
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 40, y - 40, steps=4)
        self.assertEqual(self.page.locator("#board .carried use").count(), 1)
        self.assertGreater(self.page.locator("#board .target").count(), 0)
        # Back on its square it stays chosen.
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()
        self.assertEqual(self.page.locator("#board .chosen").count(), 1)
        self.click("h4")
        self.until(lambda state: state["steps"] == 1)

    def test_pieces_are_moved_in_a_deployment(self) -> None:
        self.begin("gameofwar", "deploy", ["person", "engine"])
        self.click("a1")
        self.click("c2")
        self.until(lambda state: state["draft"] == ["I@a1", "I@c2"])
        self.drag("a1", "b5")
        self.until(lambda state: sorted(state["draft"]) == ["I@b5", "I@c2"])
        for place, wrong in (("b15", "no square to set up on"), ("c2", "taken")):
            self.drag("b5", place)
            self.page.wait_for_selector(f"#problem:has-text('{wrong}')")
            self.assertEqual(sorted(self.look()["draft"]), ["I@b5", "I@c2"])
        x, y = self.page.evaluate(PLACE, [self.state["variant"], "b5"])
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(3, 3, steps=4)
        self.page.mouse.up()
        self.until(lambda state: state["draft"] == ["I@c2"])

    def test_a_unit_and_a_chevron(self) -> None:
        self.begin("gameofwar", "startpos", ["person", "person"])
        self.drag("c8", "c9")
        self.until(lambda state: state["steps"] == 1)
        self.begin("shacru", "startpos", ["person", "person"])
        token = next(one for one in self.state["legal"] if len(one) == 4)
        self.drag(token[:2], token[2:])
        self.until(lambda state: state["steps"] == 1)


BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility()).map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { name: one.id || one.className || one.textContent, left, top, right, bottom };
  })"""
# Buttons, fields and the board that lie over each other.
OVERLAPS = """() => {
  const all = [...document.querySelectorAll(
    "main button, main select, main input:not([type=file]), #board svg, #seats li")]
    .filter((one) => one.checkVisibility());
  const inside = (one, box) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const frame = up.getBoundingClientRect();
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
    }
    return { one, left, top, right, bottom };
  };
  const boxes = all.map(inside).filter((box) => box.right > box.left && box.bottom > box.top);
  const wrong = [];
  boxes.forEach((a, at) => boxes.slice(at + 1).forEach((b) => {
    const meet = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    if (meet && !a.one.contains(b.one)) wrong.push([a.one.id, b.one.id, b.one.textContent]);
  }));
  return wrong;
}"""
DRAWN_SIZE = """async () => {
  const svg = document.querySelector("#board svg");
  const { a } = svg.getScreenCTM();
  return [svg.viewBox.baseVal.width * a, svg.viewBox.baseVal.height * a];
}"""
UNNAMED = """() => [...document.querySelectorAll(
  "button, input, select, textarea, [role=img], [role=application], [role=group], [role=toolbar]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.textContent.trim() && !one.getAttribute("aria-label")
    && !one.labels?.length)
  .map((one) => one.outerHTML.slice(0, 80))"""
GROUND = "document.querySelector('#board .ground rect').getAttribute('fill')"
CELL_PX = "40 * document.querySelector('#board svg').getScreenCTM().a"
# Moves each square into the window and looks what a click at its middle would hit.
HIT_ALL = """async (variant) => {
  const { page } = await import("/web/live.js");
  const { boardOf } = await import("/web/boards/index.js");
  const board = boardOf(variant);
  const { svg, window } = page.view;
  return board.squares().filter((square) => {
    const [x, y] = board.centre(square);
    window.reveal(x, y, 20);
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    const box = svg.getBoundingClientRect();
    const isIn = point.x > box.left && point.x < box.right
      && point.y > box.top && point.y < box.bottom;
    return !isIn || page.view.squareAt(point.x, point.y) !== square;
  });
}"""
PINCH = """() => {
  const svg = document.querySelector("#board svg");
  const { left, top } = svg.getBoundingClientRect();
  const send = (type, pointerId, x, y) => svg.dispatchEvent(new PointerEvent(type,
    { pointerId, pointerType: "touch", clientX: left + x, clientY: top + y, bubbles: true }));
  send("pointerdown", 11, 150, 150);
  send("pointerdown", 12, 200, 150);
  send("pointermove", 12, 300, 150);
  send("pointerup", 11, 150, 150);
  send("pointerup", 12, 300, 150);
}"""
WATCH = """() => {
  window.changes = 0;
  for (const one of document.querySelectorAll("[role=status], [aria-live]")) {
    if (one.id === "caption") continue;
    const watcher = new MutationObserver((found) => { window.changes += found.length; });
    watcher.observe(one, { childList: true, characterData: true, subtree: true });
  }
}"""
PLACE = """async ([variant, square]) => {
  const { boardOf } = await import("/web/boards/index.js");
  const svg = document.querySelector("#board svg");
  const middle = new DOMPoint(...boardOf(variant).centre(square));
  const { x, y } = middle.matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""


if __name__ == "__main__":
    unittest.main()
