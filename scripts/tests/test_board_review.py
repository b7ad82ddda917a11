"""The review of a finished game on the live board, in a real browser."""

from __future__ import annotations

import math
import unittest

from tests import live_boards
from tests.browser import BoardTest, needs_board, needs_browser


@needs_browser
@needs_board
class ReviewTest(live_boards.Reviews, BoardTest):
    def test_a_game_with_a_deployment_is_reviewed(self) -> None:
        self.begin("warpac", "deploy", ["person", "engine"])
        self.page.click("#tray button:has-text('let the engine set up')")
        self.until(lambda state: len(state["draft"]) > 10)
        self.page.click("#deployed")
        self.until(lambda state: len(state["turns"]) == 2 and state["legal"])
        self.play(self.state["legal"][0])
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.page.click("#review")
        self.page.wait_for_selector("#review-box:not([hidden])")
        judged = self.page.evaluate(JUDGED)
        # No engine tells what a deployment is worth.
        self.assertEqual([one.get("unknown", False) for one in judged][:3], [True, True, False])
        self.assertGreater(len(judged), 3)
        moments = self.page.locator("#moments li").evaluate_all(
            "all => all.map(({ dataset }) => Number(dataset.turn))"
        )
        self.assertFalse({1, 2} & set(moments))
        # Who looks at the start of the game sets up nothing.
        self.page.click("#first")
        self.until(lambda state: state["at"] == 0)
        self.assertFalse(self.page.is_visible("#tray"))
        self.click("a1")
        self.assertEqual((self.page.inner_text("#problem"), self.look()["draft"]), ("", []))
        self.assertGreater(self.page.locator("#moves li").count(), 2)

    def test_a_review_can_be_stopped(self) -> None:
        self.play("g3f4")
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.page.click("#review")
        self.page.click("#review:has-text('stop')")
        self.page.wait_for_selector("#review:text-is('review')")
        self.until(lambda state: state["lines"] == 0)
        self.assertFalse(self.page.is_visible("#review-box"))

    def test_a_graph_while_playing(self) -> None:
        self.play("g3h4")
        self.play("b6a5")
        self.assertFalse(self.page.is_visible("#live-graph"))
        self.page.click("#analyse")
        self.page.wait_for_selector("#analysis li")
        for steps in (1, 0):
            self.page.click("#back")
            self.until(lambda state, steps=steps: state["steps"] == steps)  # type: ignore[misc]
            self.page.wait_for_selector("#analysis li")
        self.page.wait_for_function(POINTS, arg=3)
        # It leads to its positions, and goes with the analysis.
        box = self.page.locator("#live-graph svg").bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + 0.97 * box["width"], box["y"] + box["height"] / 2)
        self.until(lambda state: state["steps"] == 2)
        self.page.click("#analyse")
        self.page.wait_for_selector("#live-graph", state="hidden")
        self.begin("pacific-b", "startpos", ["person", "person"])
        self.page.click("#analyse")
        self.page.wait_for_selector("#analysis li")
        self.assertFalse(self.page.is_visible("#live-graph"))

    def test_the_bar_shows_the_first_players_share(self) -> None:
        self.assertFalse(self.page.is_visible("#bar"))
        self.page.click("#analyse")
        self.page.wait_for_selector("#bar[aria-label^='White scores']")
        self.assertTrue(self.page.is_visible("#bar"))

    def test_what_moves_gave_away(self) -> None:
        found = self.page.evaluate(FALLS)
        self.assertEqual([round(one, 2) for one in found["falls"]], [0.0, 0.5, 0.3])
        self.assertEqual([one["turn"] for one in found["moments"]], [1, 2])
        self.assertEqual([one["mark"] for one in found["moments"]], ["??", "??"])
        self.assertEqual(
            found["accuracy"][0], round((100 + 103.2 * math.exp(-4.354 * 0.3) - 3.2) / 2)
        )
        self.assertEqual(found["shares"], [0.5, 0.0, 0.5])
        # What is not known is no mistake, and counts for no accuracy.
        self.assertEqual(found["unknown"], [0.0, 0.5])
        self.assertEqual(found["unknownAccuracy"], [None, 9])


POINTS = """(count) => document.querySelector("#live-graph polyline")?.points.length === count"""
JUDGED = """async () => (await import("/web/live.js")).page.review.judged"""
# White is to move at first; Black's move loses half a point; White's last one is not the best.
FALLS = """async () => {
  const { accuracyOf, falls, momentsOf, worth } = await import("/web/review.js");
  const judged = [
    { mover: 1, value: 0.5, pv: ["a"] }, { mover: 2, value: 0.5, pv: ["x"] },
    { mover: 1, value: 1, pv: ["y"] }, { mover: 2, value: 0.3, pv: [] },
  ];
  return {
    falls: falls(judged, "none", 2),
    moments: momentsOf(judged, ["a", "b", "c"], "none", 2),
    accuracy: [accuracyOf(judged, "none", 2, 1)],
    unknown: falls([{ ...judged[0], unknown: true }, judged[1], judged[2]], "none", 2),
    unknownAccuracy: [1, 2].map((player) => accuracyOf(
      [{ ...judged[0], unknown: true }, judged[1], judged[2]], "none", 2, player) ?? null),
    shares: [1, 2, 3].map((player) => worth("p2loss", player, 3)),
  };
}"""


if __name__ == "__main__":
    unittest.main()
