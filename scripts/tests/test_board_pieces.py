"""Pieces that are dragged into a position or a deployment, in a real browser."""

from __future__ import annotations

import unittest

from tests.browser import POINT_OF, BoardTest, needs_board, needs_browser

# A variant of each family, a piece of its palette, an empty square for it, and another one.
PALETTES = (
    ("pacific-a", "P1", "c5", "e5"), ("pacru", "W", "e5", "e6"), ("gameofwar", "I", "e5", "f6"),
    ("warpac", "N", "e6", "f7"), ("warpac-subs", "S", "e6", "e8"),
)  # fmt: skip


class Drags(BoardTest):
    def middle(self, square: str) -> tuple[float, float]:
        """Where a square is in the window."""
        point = self.page.evaluate(POINT_OF, [self.state["variant"], square])
        return point["x"], point["y"]

    def pull(self, begin: tuple[float, float], end: tuple[float, float]) -> None:
        """Drags from one point to another."""
        self.page.mouse.move(*begin)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def from_button(self, piece: str, square: str, place: str) -> None:
        """Drags a piece of a tray or a palette to a square."""
        button = self.page.locator(f"{place} [data-piece='{piece}']").first
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        begin = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.pull(begin, self.middle(square))

    def on(self, square: str) -> list[str]:
        """What the shown position has on a square."""
        return list(self.page.evaluate(ITEMS_ON, square))


@needs_browser
@needs_board
class PaletteTest(Drags):
    def test_pieces_of_every_family_are_dragged(self) -> None:
        for variant, piece, square, other in PALETTES:
            self.begin(variant, "startpos", ["person", "person"], open_board=True)
            self.page.click("#setup")
            before = self.on(square)
            self.from_button(piece, square, "#palette")
            put = self.on(square)
            self.assertEqual(len(put), len(before) + 1, variant)
            # On the board it can be moved, and taken away.
            self.pull(self.middle(square), self.middle(other))
            self.assertEqual((self.on(square), self.on(other)), (before, put), variant)
            self.pull(self.middle(other), (3, 3))
            self.assertEqual(self.on(other), [], variant)
            self.assertEqual(self.page.inner_text("#problem"), "", variant)
            # What is used must be a position of the game.
            self.page.click("#setup-use")
            self.page.wait_for_selector("#palette", state="hidden")

    def test_moved_pieces_keep_what_belongs_to_them(self) -> None:
        found = self.page.evaluate(SHIFTS)
        # A chevron keeps its facing, and leaves its marker.
        self.assertEqual(found["facing"], "9/9/9/9/4w4/4W64/9/9/9")
        self.assertIn("d3^e5", found["wing"])
        self.assertEqual(found["moved"], "-")
        self.assertEqual(found["fault"], "a squadron needs its carrier")


@needs_browser
@needs_board
class TrayTest(Drags):
    def draft(self) -> list[str]:
        """The deployment so far."""
        return list(self.look()["draft"])

    def test_a_carrier_takes_its_squadron_along(self) -> None:
        self.begin("warpac", "deploy", ["person", "engine"])
        self.from_button("K", "e2", "#tray")
        self.from_button("Q", "d2", "#tray")
        self.assertEqual(sorted(self.draft()), ["K@e2", "Q@d2>e2"])
        self.pull(self.middle("e2"), self.middle("g5"))
        self.assertEqual(sorted(self.draft()), ["K@g5", "Q@f5>g5"])
        # At the edge the squadron gets another place.
        self.pull(self.middle("g5"), self.middle("a1"))
        kept = sorted(self.draft())
        self.assertEqual(kept[0], "K@a1")
        self.assertRegex(kept[1], r"Q@(a2|b1|b2)>a1")
        # It stays where it may not go.
        self.pull(self.middle("a1"), self.middle("e12"))
        self.assertEqual(sorted(self.draft()), kept)
        self.assertIn("no square to set up on", self.page.inner_text("#problem"))
        # Off the board both are taken away.
        self.pull(self.middle("a1"), (3, 3))
        self.assertEqual(self.draft(), [])


ITEMS_ON = """async (square) => {
  const { boardOf } = await import("/web/boards/index.js");
  const { page } = await import("/web/live.js");
  const fen = page.setup.open ? page.setup.fen : page.state.board.fen;
  return boardOf(page.state.variant).items(fen)
    .filter((item) => item.square === square && item.label).map(({ label }) => label);
}"""

SHIFTS = """async () => {
  const { boardOf } = await import("/web/boards/index.js");
  const pacru = boardOf("pacru"), warpac = boardOf("warpac"), war = boardOf("gameofwar");
  const rows = (count, text) => Array(count).fill(text);
  const fleet = `${rows(14, "16").join("/")}/3QK11/16 w s d2>e2 - - 0 1`;
  let fault = "";
  try {
    warpac.shift(fleet, "d2", "e2");
  } catch (error) {
    fault = error.message;
  }
  const land = `${rows(18, "25").join("/")}/4I20/25 w c1,w1,h17,o19 e2 - - - 0 1`;
  return {
    facing: pacru.shift("9/9/9/9/4W6*4/9/9/9/9 w - 0 1", "e5", "e4").split(" ")[0],
    wing: warpac.shift(warpac.shift(fleet, "d2", "d3"), "e2", "e5").split(" ")[3],
    moved: war.shift(land, "e2", "f3").split(" ")[3],
    fault,
  };
}"""


if __name__ == "__main__":
    unittest.main()
