"""A good move and why, scores and their sides, shares of several players, in a real browser."""

from __future__ import annotations

import unittest

from tests.browser import BoardTest, needs_board, needs_browser

# White takes two planes in one attack and wins.
CHAIN = "2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1"
# South's attack on l14 destroys it.
FIGHT = "/".join([
    "25", "9r11x3", "25", "25", "25", "13ii1c8", "11iiiicwc7", "13Iiiki7", "12I1I10",
    "11ICI1I1I7", "14I1WIC6", "14X2K1C5", "25", "16R8", *["25"] * 6,
])  # fmt: skip
FIGHT = f"{FIGHT} w w1,h17,o19 - - - - 1 43 moves m11k13,l11l12,m12l13,n13m13,o12n12"
# A variant of each family, and a phrase that a good line has.
FAMILIES = {
    "pacru": "White gains", "azacru": "White gains", "shacru3": "White gains",
    "warpac": "squadron|attacks|launched", "gameofwar": "",
}  # fmt: skip


@needs_browser
@needs_board
class AdviceTest(BoardTest):
    def advise(self) -> str:
        """The explanation of a good move."""
        self.page.click("#hint")
        self.page.wait_for_selector("#advice:not([hidden]) li")
        self.page.wait_for_function(ANSWERED)
        return self.page.inner_text("#advice")

    def test_a_capture_is_explained(self) -> None:
        self.begin("pacific-a", CHAIN, ["person", "person"])
        text = self.advise()
        self.assertIn("A good move: d4b6d8", text)
        self.assertIn("takes plane 1 on c5 and plane 2 on c7", text)
        self.assertIn("White wins: no aircraft left.", text)
        self.page.click("#advice-close")
        self.assertFalse(self.page.is_visible("#advice"))

    def test_every_family_has_reasons(self) -> None:
        for variant, phrase in FAMILIES.items():
            self.begin(variant, "startpos", ["person"] * (3 if "3" in variant else 2))
            text = self.advise()
            self.assertRegex(text, f"A good move: .*for (White|South)[^|]*({phrase})", variant)
            # Another position takes it away.
            self.play(self.state["legal"][0])
            self.assertFalse(self.page.is_visible("#advice"))

    def test_a_turn_of_the_explanation_is_previewed(self) -> None:
        self.begin("pacific-a", CHAIN, ["person", "person"])
        self.advise()
        self.page.hover("#advice li")
        self.page.wait_for_selector("#board .ghost", state="attached")
        self.page.hover("#caption")
        self.page.wait_for_selector("#board .ghost", state="detached")

    def test_the_best_line_of_an_analysis_is_explained(self) -> None:
        self.assertTrue(self.page.is_disabled("#why"))
        self.page.click("#analyse")
        self.page.click("#why:enabled")
        self.page.wait_for_function(ANSWERED)
        self.assertIn("The best line so far", self.page.inner_text("#advice"))

    def test_a_player_is_not_told_what_is_hidden(self) -> None:
        self.begin("warpac-subs", "deploy", ["person", "engine"])
        self.page.click("#suggest")
        self.until(lambda state: len(state["draft"]) > 10)
        self.page.click("#deployed")
        self.until(lambda state: len(state["turns"]) == 2 and bool(state["legal"]))
        self.assertIn("A good move", self.advise())
        self.assertEqual(self.page.inner_text("#problem"), "")


@needs_browser
@needs_board
class SideTest(BoardTest):
    def test_scores_say_whose_they_are(self) -> None:
        self.play("g3h4")
        self.page.click("#analyse")
        self.page.wait_for_selector("#depth:has-text('for Black')")
        self.page.click("#score-side")
        self.page.wait_for_selector("#depth:has-text('for White')")
        self.page.reload()
        self.page.wait_for_selector("#score-side[aria-pressed=true]")
        self.page.click("#score-side")

    def test_scores_are_turned_about(self) -> None:
        self.assertEqual(self.page.evaluate(SIDES), ["+0.50", "+0.50", "-0.50", "-M3", "+0.50"])


@needs_browser
@needs_board
class ShareTest(BoardTest):
    variant = "pacru3"

    def test_the_bar_has_the_share_of_each_player(self) -> None:
        self.page.click("#analyse")
        self.page.wait_for_selector("#bar span:nth-child(3)")
        label = self.page.get_attribute("#bar", "aria-label") or ""
        self.assertRegex(label, r"White scores \d+ %, Black scores \d+ %, Red scores \d+ %")
        shares = [int(word) for word in label.replace(",", "").split() if word.isdigit()]
        self.assertAlmostEqual(sum(shares), 100, delta=2)

    def test_a_review_has_the_shares_of_all(self) -> None:
        for _ in range(3):
            self.play(self.state["legal"][0])
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.page.click("#review")
        self.page.wait_for_selector("#review-box:not([hidden])")
        self.assertEqual(self.page.locator("#review-graph polyline").count(), 3)
        points = self.page.eval_on_selector_all(
            "#review-graph polyline", "lines => lines.map((line) => line.points.length)"
        )
        self.assertEqual(points, [4, 4, 4])
        self.assertIn("share of each player", self.page.text_content("#review-graph svg") or "")
        self.assertRegex(
            self.page.inner_text("#accuracy"), r"White \d+ % · Black \d+ % · Red \d+ %"
        )

    def test_shares_that_are_not_told_keep_their_proportions(self) -> None:
        found = self.page.evaluate(SHARES)
        self.assertEqual(found["along"], [[0.5, 0.25, 0.25], [0.2, 0.2, 0.6], [0, 1, 0]])
        self.assertEqual(found["even"], [0.5, 0.333, 0.25])
        self.assertEqual(found["falls"], [0.3, 0.0])


@needs_browser
@needs_board
class RoundTest(BoardTest):
    def test_rounds_are_numbered_as_in_the_caption(self) -> None:
        self.begin("warpac-subs", "startpos", ["person", "person"], open_board=True)
        for token in ("d4e6", "d13e11", "c6c7", "c11c10", "e4f6"):
            self.page.fill("#token", token)
            self.page.press("#token", "Enter")
            self.page.wait_for_selector(f"#moves li.now:has-text('{token}')")
        texts = self.page.locator("#moves li").all_inner_texts()
        self.assertEqual([text.split(".")[0] for text in texts], ["1", "1", "1", "1", "2"])


ANSWERED = """async () => {
  const { page } = await import("/web/live.js");
  return !document.querySelector("#advice").hidden && page.advice.effects.length > 0;
}"""

SIDES = """async () => {
  const { scoreShown } = await import("/web/score_view.js");
  const page = { state: { seats: [{}, {}] }, sideName: String };
  const shown = [scoreShown(page, { cp: 50 }, 1), scoreShown(page, { cp: 50 }, 2)];
  document.querySelector("#score-side").click();
  shown.push(scoreShown(page, { cp: 50 }, 2), scoreShown(page, { mate: 3 }, 2));
  shown.push(scoreShown({ state: { seats: [{}, {}, {}] }, sideName: String }, { cp: 50 }, 2));
  document.querySelector("#score-side").click();
  return shown;
}"""

SHARES = """async () => {
  const { falls, sharesAlong, valueOf } = await import("/web/review.js");
  const judged = [
    { mover: 1, value: 0.5, pv: [] }, { mover: 2, value: 0.2, shares: [0.2, 0.2, 0.6], pv: [] },
    { mover: 3, value: 0, pv: [] },
  ];
  const rounded = (share) => Math.round(100 * share) / 100;
  return {
    along: sharesAlong(judged, "p2win", 3).map((all) => all.map(rounded)),
    even: [2, 3, 4].map((players) => Math.round(1000 * valueOf({ cp: 0 }, players)) / 1000),
    falls: falls(judged, "p2win", 3).map(rounded),
  };
}"""


if __name__ == "__main__":
    unittest.main()
