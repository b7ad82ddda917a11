"""How the live board shows moves, and says why there is none, in a real browser."""

from __future__ import annotations

import json
import unittest
from typing import Any

from tests.browser import VECTORS, BoardTest, needs_board, needs_browser

# A plane at its limit, and a carrier that cannot move.
LIMIT = "4/2c11/1p12/P13/4/4/4/C13 w 0 1"
# South's unit on y20 has no line of communication.
CUT = "/".join(["24I", "25", "c24", "7r17", "i24", *["25"] * 13, "R1C22", "25"])
CUT = f"{CUT} w c1,w1,h17,o19 - - - - 0 1"


@needs_browser
@needs_board
class PlanTest(BoardTest):
    """What happened in a move, against the rules' vectors."""

    def vectors(self, family: str) -> list[dict[str, Any]]:
        lines = (VECTORS / f"{family}.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]

    def test_what_is_shown_leads_to_the_next_position(self) -> None:
        for family in ("pacific", "pacru", "gameofwar", "warpac"):
            played = [one for one in self.vectors(family) if "after" in one and "move" in one]
            self.assertGreater(len(played), 20, family)
            found = self.page.evaluate(PLANS, played)
            self.assertEqual(found["wrong"], [], family)
            # Most moves are seen as moves of a piece.
            self.assertGreater(found["moved"], len(played) / 3, family)

    def test_a_piece_without_a_move_has_a_reason(self) -> None:
        for family in ("pacific", "pacru", "gameofwar", "warpac"):
            known = [one for one in self.vectors(family) if one.get("moves")]
            self.assertEqual(self.page.evaluate(REASONS, known[:400]), [], family)


@needs_browser
@needs_board
class MotionTest(BoardTest):
    def running(self) -> int:
        """Pieces that are on their way."""
        return int(self.page.evaluate(RUNNING))

    def test_a_piece_goes_its_way(self) -> None:
        self.page.select_option("#speed", "slow")
        self.page.fill("#token", "g3h4")
        self.page.press("#token", "Enter")
        self.until(lambda state: state["steps"] == 1)
        self.assertGreater(self.running(), 0)
        self.page.select_option("#speed", "off")
        self.page.fill("#token", "b6a5")
        self.page.press("#token", "Enter")
        self.until(lambda state: state["steps"] == 2)
        self.assertEqual(self.running(), 0)

    def test_a_whole_turn_step_by_step(self) -> None:
        self.begin("gameofwar", "startpos", ["person", "person"])
        self.page.select_option("#speed", "normal")
        self.page.fill("#token", "c8c9,d8d9,e8e9")
        self.page.press("#token", "Enter")
        self.until(lambda state: state["steps"] == 3)
        starts = self.page.evaluate(STARTS)
        self.assertEqual(len(starts), 3)
        self.assertEqual(len(set(starts)), 3)

    def test_who_wants_less_motion_gets_none(self) -> None:
        page = self.open_page(reduced_motion="reduce")
        page.goto(self.address)
        page.wait_for_selector("#seats li")
        self.assertEqual(page.input_value("#speed"), "off")
        page.select_option("#speed", "fast")
        page.reload()
        page.wait_for_selector("#seats li")
        self.assertEqual(page.input_value("#speed"), "fast")

    def test_sounds_are_off_until_they_are_wanted(self) -> None:
        self.page.evaluate(LISTEN)
        self.play("g3h4")
        self.assertEqual(self.page.evaluate("window.tones"), 0)
        self.page.click("#sounds")
        self.play("b6a5")
        self.assertEqual(self.page.evaluate("window.tones"), 1)

    def test_a_click_on_a_piece_without_a_move_says_why(self) -> None:
        self.click("b6")
        self.assertIn("b6: Black plane 4; White is to move", self.page.inner_text("#problem"))
        self.begin("pacific-a", LIMIT, ["person", "person"])
        self.click("a5")
        self.assertIn("at its limit", self.page.inner_text("#problem"))
        self.begin("gameofwar", CUT, ["person", "person"])
        self.page.wait_for_selector("#board .cut")
        self.click("y20")
        self.assertIn("cut off", self.page.inner_text("#problem"))

    def test_twists_by_arrows_on_the_board(self) -> None:
        self.begin("azacru", "startpos", ["person", "person"])
        token = next(one for one in self.state["legal"] if "r" in one and "~" not in one)
        self.click(token[:2])
        self.click(token[2:4])
        arrows = self.page.locator("#board .handle")
        self.assertGreater(arrows.count(), 1)
        self.page.locator(f"#board .handle[data-token={token}]").click()
        self.until(lambda state: state["steps"] == 1)
        self.assertEqual(self.tokens(), [token])


PLANS = """async (vectors) => {
  const { boardOf } = await import("/web/boards/index.js");
  const { planOf } = await import("/web/animation.js");
  const names = (board, fen) => board.items(fen).filter(({ label }) => label)
    .map(({ square, label }) => `${square} ${label}`);
  const wrong = [];
  let moved = 0;
  for (const { variant, fen, move, after } of vectors) {
    const board = boardOf(variant);
    const plan = planOf(board, fen, after, [move]);
    moved += plan.moves.length > 0 ? 1 : 0;
    const kept = new Set(names(board, fen));
    const next = new Set(names(board, after));
    for (const name of plan.gone.map(({ item }) => `${item.square} ${item.label}`)) {
      if (!kept.delete(name) || next.has(name)) wrong.push([fen, move, "gone", name]);
    }
    for (const { item } of [...plan.moves, ...plan.came]) {
      if (!next.has(`${item.square} ${item.label}`)) wrong.push([fen, move, "came", item.label]);
    }
    for (const name of next) {
      const isNew = [...plan.moves, ...plan.came]
        .some(({ item }) => `${item.square} ${item.label}` === name);
      const isTurned = [...kept].some((one) => one.slice(0, 10) === name.slice(0, 10));
      if (!isNew && !kept.has(name) && !isTurned) wrong.push([fen, move, "missing", name]);
    }
    for (const { at } of [...plan.moves, ...plan.gone, ...plan.came, ...plan.bursts]) {
      if (at < 0 || at >= plan.actions) wrong.push([fen, move, "time", at]);
    }
  }
  return { wrong, moved };
}"""
REASONS = """async (vectors) => {
  const { boardOf } = await import("/web/boards/index.js");
  const wrong = [];
  for (const { variant, fen, moves } of vectors) {
    const board = boardOf(variant);
    const legal = moves.map((token) => board.read(token));
    const begins = new Set(legal.map(({ path }) => path[0]));
    for (const { square, label, layer } of board.items(fen)) {
      if (!label || layer === 0 || begins.has(square)) continue;
      const why = board.why(fen, square, variant, legal, "");
      if (!why.startsWith(`${square}: `)) wrong.push([fen, square, why]);
    }
  }
  return wrong;
}"""
RUNNING = """document.querySelector("#board svg").getAnimations({ subtree: true })
  .filter((one) => one.playState === "running" && one.effect.target.tagName === "use").length"""
STARTS = """document.querySelector("#board svg").getAnimations({ subtree: true })
  .filter(({ effect }) => effect.target.tagName === "use" && effect.getKeyframes()[0].transform)
  .map(({ effect }) => effect.getTiming().delay)"""
LISTEN = """() => {
  window.tones = 0;
  const none = () => ({ connect: none, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  const part = () =>
    ({ frequency: {}, gain: none(), connect: (next) => next, start() {}, stop() {} });
  window.AudioContext = class {
    currentTime = 0;
    createOscillator() { window.tones += 1; return part(); }
    createGain() { return part(); }
  };
}"""


if __name__ == "__main__":
    unittest.main()
