"""What a person does with the live board, for every family, at three sizes of the window, light and
dark, in a real browser."""

from __future__ import annotations

import json
import unittest
from typing import Any, Literal

from teaching import DATA
from tests.browser import PATH_OF, POINT_OF, BoardTest, needs_board, needs_browser

# A variant of each family. A game of War has no puzzles.
FAMILIES = ("pacific-a", "azacru", "warpac", "gameofwar")
PUZZLES = FAMILIES[:3]
# Roles whose nodes a screen reader must be able to name. No groups: `details` is one.
NAMED = {
    "application", "button", "checkbox", "combobox", "dialog", "graphics-document", "image",
    "img", "link", "list", "region", "spinbutton", "textbox", "toolbar",
}  # fmt: skip
# The least contrast of texts.
LEAST_TEXT = 4.5


@needs_browser
@needs_board
class SmallTest(BoardTest):
    """A window of one size and one theme."""

    viewport = (1280, 720)
    theme: Literal["light", "dark"] = "light"

    def setUp(self) -> None:
        super().setUp()
        self.page.emulate_media(color_scheme=self.theme)

    def test_everything_by_clicks_and_drags(self) -> None:
        for variant in FAMILIES:
            with self.subTest(variant=variant):
                self.begin(variant, "startpos", ["person", "person"])
                self.drag_a_piece()
                self.explore()
                self.vary()
                self.review()
                self.assert_nothing_outside()
                self.assert_names()
        self.assert_texts_can_be_read()
        for variant in PUZZLES:
            with self.subTest(puzzle=variant):
                self.solve(variant)

    # --- What the person does ---

    def top(self) -> None:
        """Scrolls to the board."""
        self.page.evaluate("scrollTo(0, 0)")

    def point(self, square: str, place: str = "#board") -> tuple[float, float]:
        """Where a square is in the window."""
        script = POINT_OF.replace("#board svg", f"{place} svg")
        variant = self.state["variant"]
        if place != "#board":
            variant = self.page.get_attribute("#puzzles", "data-variant") or ""
        found = self.page.evaluate(script, [variant, square])
        return found["x"], found["y"]

    def move_of_two_squares(self) -> str:
        """A legal action that is nothing but a move."""
        for token in self.state["legal"]:
            path = self.page.evaluate(PATH_OF, [self.state["variant"], token])
            begin = path["path"][:2]
            alike = [one for one in self.state["legal"] if one.startswith("".join(begin))]
            if path["kind"] == "move" and len(path["path"]) == 2 and len(alike) == 1:
                return str(token)
        raise AssertionError("no plain move")

    def drag_a_piece(self) -> None:
        """Drags a piece where it may go."""
        self.top()
        token = self.move_of_two_squares()
        begin, end = self.page.evaluate(PATH_OF, [self.state["variant"], token])["path"]
        self.page.mouse.move(*self.point(begin))
        self.page.mouse.down()
        self.page.mouse.move(*self.point(end), steps=4)
        self.page.mouse.up()
        self.until(lambda state: state["steps"] == 1)
        self.assertEqual(self.tokens(), [token])

    def explore(self) -> None:
        """Plays the first move of the book."""
        self.page.click("#first")
        self.until(lambda state: state["at"] == 0)
        if not self.page.is_visible("#openings"):
            self.page.click("#show-openings")
        self.page.wait_for_function(BOOK_OF_START, arg=self.state["variant"])
        row = self.page.locator("#openings > ul > li > [data-line]").first
        line = (row.get_attribute("data-line") or "").split(",")
        row.click()
        self.until(lambda state: state["steps"] == len(line))
        self.assertEqual(self.tokens()[0].split(","), line)

    def vary(self) -> None:
        """Plays another move, which is a variation."""
        self.page.click("#first")
        self.until(lambda state: state["at"] == 0)
        self.top()
        known = self.page.evaluate(KNOWN_TOKENS)
        self.state["legal"] = [one for one in self.state["legal"] if one not in known]
        token = self.move_of_two_squares()
        for square in self.page.evaluate(PATH_OF, [self.state["variant"], token])["path"]:
            self.page.mouse.click(*self.point(square))
        self.until(lambda state: state["steps"] == 1 and state["variation"])
        self.assertGreater(self.page.locator("#moves li.variation").count(), 0)
        self.page.click("#return")
        self.until(lambda state: state["at"] == state["live"])

    def review(self) -> None:
        """Resigns, and reviews the game."""
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.page.click("#review")
        self.page.wait_for_selector("#review-box:not([hidden])")
        self.assertIn("accuracy", self.page.inner_text("#accuracy"))
        self.assertGreater(self.page.locator("#review-graph polyline").count(), 0)

    def solve(self, variant: str) -> None:
        """Solves a puzzle by clicks."""
        if not self.page.is_visible("#puzzles"):
            self.top()
            self.page.click("#show-puzzles")
        self.page.wait_for_selector(f"#puzzle-variant option[value={variant}]", state="attached")
        self.page.select_option("#puzzle-variant", variant)
        self.page.wait_for_selector(f"#puzzles[data-variant={variant}]")
        fen = self.page.get_attribute("#puzzles", "data-fen")
        known = json.loads((DATA / f"puzzles-{variant}.json").read_text())["puzzles"]
        puzzle = next(one for one in known if one["steps"][0]["fen"] == fen)
        for step in puzzle["steps"]:
            action = step["turn"].split(",")[0]
            path = self.page.evaluate(PATH_OF, [variant, action])["path"]
            for clicks, square in enumerate(path):
                if clicks and not self.page.locator("#puzzle-board .chosen").count():
                    break
                self.page.mouse.click(*self.point(square, "#puzzle-board"))
            choice = self.page.locator(f'#puzzle-menu [data-token="{action}"]')
            if choice.count():
                choice.click()
        self.assertEqual(self.page.inner_text("#puzzle-said"), "Right: solved.")

    # --- What the page must be like ---

    def assert_nothing_outside(self) -> None:
        """Nothing is beside the window. On wide windows nothing is below it, with the banner
        and the review of a finished game."""
        width, height = self.viewport
        self.top()
        found: list[dict[str, Any]] = self.page.evaluate(PLACES)
        self.assertGreater(len(found), 25)
        wrong = [one for one in found if one["left"] < 0 or one["right"] > width]
        self.assertEqual(wrong, [])
        if width > 1088:
            wrong = [one for one in found if one["top"] < 0 or one["bottom"] > height]
            self.assertEqual(wrong, [])
        size = self.page.evaluate("document.documentElement.scrollWidth")
        self.assertLessEqual(size, width)

    def assert_names(self) -> None:
        """The accessibility tree has a name for all that can be used or that stands for something,
        and says what is on the board."""
        session = self.page.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        told = [node for node in nodes if not node.get("ignored")]
        roles = [node.get("role", {}).get("value") for node in told]
        self.assertGreater(roles.count("button"), 20)
        nameless = [
            node for node, role in zip(told, roles, strict=True)
            if role in NAMED and not str(node.get("name", {}).get("value", "")).strip()
        ]  # fmt: skip
        self.assertEqual(nameless, [])
        board = next(node for node, role in zip(told, roles, strict=True) if role == "application")
        pieces = self.page.evaluate(PIECES)
        self.assertGreater(len(pieces), 3)
        for piece in pieces:
            self.assertIn(piece, board["name"]["value"])

    def assert_texts_can_be_read(self) -> None:
        """All texts that are not those of disabled buttons stand out from their grounds."""
        found: list[dict[str, Any]] = self.page.evaluate(TEXTS)
        self.assertGreater(len(found), 40)
        self.assertEqual([one for one in found if one["contrast"] < LEAST_TEXT], [])


class LargeTest(SmallTest):
    viewport = (1400, 900)


class LargeDarkTest(SmallTest):
    viewport = (1400, 900)
    theme = "dark"


class SmallDarkTest(SmallTest):
    viewport = (1280, 720)
    theme = "dark"


class PhoneTest(SmallTest):
    viewport = (390, 844)


class PhoneDarkTest(SmallTest):
    viewport = (390, 844)
    theme = "dark"


# Whether the list shows the book of the start of a variant.
BOOK_OF_START = """async (variant) => {
  const { page } = await import("/web/live.js");
  const first = document.querySelector("#openings > ul > li > [data-line]")?.dataset.line;
  if (!first || page.state.variant !== variant || page.board.at !== 0) return false;
  return page.board.legal.includes(first.split(",")[0]);
}"""
# The moves from the start that the tree has.
KNOWN_TOKENS = """async () => {
  const { page } = await import("/web/live.js");
  return page.tree.next(0).map((id) => page.tree.nodes.get(id).token);
}"""
# All that can be used, and the board.
PLACES = """() => [...document.querySelectorAll(
  "button, select, input:not([type=file]), .file, #board svg, #seats li, #result")]
  .filter((one) => one.checkVisibility() && !one.closest("dialog:not([open])"))
  // What scrolls in a box of its own, and the details in the left column.
  .filter((one) => !one.closest("#openings, #moments, .left details"))
  .map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { name: one.id || one.textContent, left, top, right, bottom };
  })"""
PIECES = """async () => {
  const { page } = await import("/web/live.js");
  const { boardOf } = await import("/web/boards/index.js");
  const items = boardOf(page.state.variant).items(page.board.fen);
  return [...new Set(items.map(({ label }) => label).filter(Boolean))];
}"""
# Texts with the contrast to what lies behind them. A colour with an alpha is laid over the next.
TEXTS = """() => {
  const parts = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => Object.fromEntries(["r", "g", "b"].map((part) =>
    [part, top[part] * top.a + below[part] * (1 - top.a)]).concat([["a", 1]]));
  const groundOf = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      layers.push(parts(getComputedStyle(at).backgroundColor));
      if (layers.at(-1).a === 1) break;
    }
    const white = { r: 255, g: 255, b: 255, a: 1 };
    return layers.reverse().reduce((below, top) => over(top, below), white);
  };
  const light = ({ r, g, b }) => [r, g, b].map((value) => value / 255)
    .map((share) => share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
    .reduce((sum, share, at) => sum + share * [0.2126, 0.7152, 0.0722][at], 0);
  const found = [];
  for (const one of document.querySelectorAll("body *:not(svg *, script, style, option)")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !one.checkVisibility() || one.closest(":disabled, dialog:not([open])")) continue;
    const ground = groundOf(one);
    const [a, b] = [light(over(parts(getComputedStyle(one).color), ground)), light(ground)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push({ text: one.textContent.slice(0, 30), contrast });
  }
  return found;
}"""


if __name__ == "__main__":
    unittest.main()
