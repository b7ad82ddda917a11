"""What puzzles and the opening explorer must do in a page, behind a server and without one. The
classes are no tests by themselves: `test_puzzles.py`, `test_page_alone.py` make tests of them."""

from __future__ import annotations

import json
from typing import Any

from teaching import DATA
from tests.browser import PATH_OF, POINT_OF, LiveBoardTest


def counts() -> dict[str, int]:
    """The number of puzzles by variant."""
    found: dict[str, int] = json.loads((DATA / "puzzles.json").read_text())
    return found


def puzzles(variant: str) -> list[dict[str, Any]]:
    """The puzzles of a variant."""
    found: list[dict[str, Any]] = json.loads((DATA / f"puzzles-{variant}.json").read_text())[
        "puzzles"
    ]
    return found


class Puzzles(LiveBoardTest):
    """Puzzles solved by clicks."""

    def open_puzzles(self, variant: str) -> None:
        """Opens the puzzles of a variant."""
        if not self.page.is_visible("#puzzles"):
            self.page.click("#show-puzzles")
        self.page.wait_for_selector(f"#puzzle-variant option[value='{variant}']", state="attached")
        self.page.select_option("#puzzle-variant", variant)
        self.page.wait_for_function(SHOWS, arg=variant)

    def shown(self, variant: str) -> dict[str, Any]:
        """The puzzle that is shown from its beginning."""
        fen = self.page.evaluate(FEN)
        return next(one for one in puzzles(variant) if one["steps"][0]["fen"] == fen)

    def act(self, variant: str, token: str) -> None:
        """Plays an action by clicks."""
        path = self.page.evaluate(PATH_OF, [variant, token])
        mode = self.page.locator(f'#puzzle-menu [data-mode="{path["kind"]}"]')
        if mode.count():
            mode.click()
        for clicks, square in enumerate(path["path"]):
            if clicks and not self.page.locator("#puzzle-board .chosen").count():
                break
            point = self.page.evaluate(
                POINT_OF.replace("#board svg", "#puzzle-board svg"), [variant, square]
            )
            self.page.mouse.click(point["x"], point["y"])
        choice = self.page.locator(f'#puzzle-menu [data-token="{token}"]')
        if choice.count():
            choice.click()

    def said(self) -> str:
        """What the page says of the move."""
        return self.page.inner_text("#puzzle-said")

    def solve(self, variant: str, puzzle: dict[str, Any]) -> None:
        """Plays the turns of the solution."""
        for step in puzzle["steps"]:
            self.assertEqual(self.page.evaluate(FEN), step["fen"])
            self.act(variant, step["turn"].split(",")[0])
            self.assertIn("Right", self.said(), (variant, step))
        self.assertEqual(self.page.evaluate(FEN), puzzle["end"]["fen"])

    def test_puzzles_of_every_variant_are_solved_by_clicks(self) -> None:
        before = self.state
        for variant in counts():
            with self.subTest(variant=variant):
                self.open_puzzles(variant)
                self.assertIn("Not rated yet", self.page.inner_text("#puzzle-standing"))
                puzzle = self.shown(variant)
                title = self.page.inner_text("#puzzle-title")
                self.assertIn("win" if puzzle["kind"] == "win" else "save", title)
                self.assertEqual(self.page.inner_text("#puzzle-about"), "")
                self.solve(variant, puzzle)
                self.assertEqual(self.said(), "Right: solved.")
                self.assertIn(f"Rated {puzzle['rating']}", self.page.inner_text("#puzzle-about"))
                self.assertIn("1 of 1 solved", self.page.inner_text("#puzzle-standing"))
                self.page.click("#puzzle-next")
                self.assertNotEqual(self.page.evaluate(FEN), puzzle["end"]["fen"])
        self.page.click("#puzzles-close")
        self.until(lambda state: state == before)

    def wrong(self, puzzle: dict[str, Any]) -> str:
        """An action that does not solve the puzzle."""
        first = puzzle["steps"][0]
        right = first["turn"].split(",")[0]
        return str(next(token for token in first["legal"] if token[:2] != right[:2]))

    def test_a_puzzle_that_was_missed_comes_again(self) -> None:
        variant = "pacific-a"
        self.open_puzzles(variant)
        puzzle = self.shown(variant)
        wrong = self.wrong(puzzle)
        self.act(variant, wrong)
        self.assertEqual(self.said(), f"{wrong} is wrong. Try again.")
        self.assertIn("bad", self.page.get_attribute("#puzzle-said", "class") or "")
        self.assertIn("0 of 1 solved", self.page.inner_text("#puzzle-standing"))
        # The rest of the solution, by the page and by clicks.
        while not self.page.is_disabled("#puzzle-solution"):
            self.page.click("#puzzle-solution")
        self.assertEqual(self.page.evaluate(FEN), puzzle["end"]["fen"])
        self.page.click("#puzzle-again")
        self.solve(variant, puzzle)
        self.assertEqual(self.said(), "Right.")
        rating = self.page.inner_text("#puzzle-standing").split("±")[0]
        self.page.click("#puzzle-next")
        other = self.shown(variant)
        self.assertNotEqual(other, puzzle)
        # Eleven minutes later, on another visit.
        self.page.evaluate(LATER, 11 * 60_000)
        self.page.reload()
        self.until(lambda state: bool(state))
        self.open_puzzles(variant)
        self.assertEqual(self.shown(variant), puzzle)
        self.assertIn("1 to repeat", self.page.inner_text("#puzzle-standing"))
        self.assertTrue(self.page.inner_text("#puzzle-standing").startswith(rating))
        self.solve(variant, puzzle)
        self.assertIn("0 to repeat", self.page.inner_text("#puzzle-standing"))
        # What is solved again changes no rating.
        self.assertTrue(self.page.inner_text("#puzzle-standing").startswith(rating))


class Openings(LiveBoardTest):
    """The opening explorer."""

    def book(self, variant: str, moves: int) -> list[str]:
        """The moves of the book that are shown, once there are any."""
        self.until(lambda state: state["variant"] == variant and state["steps"] == moves)
        self.page.wait_for_selector("#openings > ul > li")
        return self.page.locator("#openings > ul > li > [data-line]").all_inner_texts()

    def test_moves_are_played_and_followed(self) -> None:
        self.begin("pacific-a", "startpos", ["person", "person"])
        self.page.click("#show-openings")
        first = self.book("pacific-a", 0)
        self.assertGreater(len(first), 1)
        row = self.page.locator("#openings > ul > li").first
        self.assertRegex(row.inner_text(), r"[+-]?\d+\.\d\d.*depth\s\d+")
        row.locator("[data-line]").first.click()
        self.until(lambda state: state["steps"] == 1)
        self.assertEqual(self.tokens(), first[:1])
        self.page.wait_for_function(OTHER, arg=first[0])
        # Two turns at once, from the tree.
        row = self.page.locator("#openings > ul > li").first
        row.locator("button[aria-expanded]").first.click()
        reply = row.locator("ul [data-line]").first
        line = (reply.get_attribute("data-line") or "").split()
        self.assertEqual(len(line), 2)
        reply.click()
        self.until(lambda state: state["steps"] == 3)
        self.assertEqual(self.tokens(), [first[0], *line])
        # Back at the start the book is as before.
        self.page.click("#first")
        self.until(lambda state: state["steps"] == 0)
        self.page.wait_for_selector(f"#openings > ul > li > [data-line='{first[0]}']")
        self.assertEqual(self.book("pacific-a", 0), first)
        self.page.click("#show-openings")
        self.assertFalse(self.page.is_visible("#openings"))

    def test_a_position_that_is_not_in_the_book(self) -> None:
        self.page.click("#show-openings")
        fen = "3c1/4/4/2p11/1P22/4/4/1C22 w 0 1"
        self.begin("pacific-a", fen, ["person", "person"])
        self.page.wait_for_selector("#openings:has-text('does not have this position')")
        self.assertEqual(self.page.locator("#openings li").count(), 0)

    def test_a_turn_of_several_actions(self) -> None:
        self.begin("gameofwar", "startpos", ["person", "person"])
        self.page.click("#show-openings")
        first = self.book("gameofwar", 0)[0].replace(" ", "")
        action, rest = first.split(",", 1)
        self.play(action)
        self.page.wait_for_selector(f"#openings > ul > li > [data-line='{rest}']")

    def test_shares_of_three_players(self) -> None:
        self.begin("shacru3", "startpos", ["person", "person", "person"])
        self.page.click("#show-openings")
        self.book("shacru3", 0)
        row = self.page.locator("#openings > ul > li").first.inner_text()
        self.assertRegex(row, r"\d+ / \d+ / \d+ %")


SHOWS = """(variant) => {
  const standing = document.querySelector("#puzzle-standing").textContent;
  return document.querySelector("#puzzle-variant").value === variant && standing !== "" &&
    document.querySelector("#puzzles").dataset.variant === variant;
}"""
FEN = """() => document.querySelector("#puzzles").dataset.fen"""
OTHER = """(token) => {
  const first = document.querySelector("#openings > ul > li > [data-line]");
  return first && first.dataset.line !== token;
}"""
# Moves all times of the storage into the past.
LATER = """(ms) => {
  const all = JSON.parse(localStorage.getItem("puzzles"));
  for (const { memories } of Object.values(all)) {
    for (const memory of Object.values(memories)) memory.due -= ms;
  }
  localStorage.setItem("puzzles", JSON.stringify(all));
}"""
