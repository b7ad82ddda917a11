"""The live board for engine authors, in a real browser: programs and their options, tables."""

from __future__ import annotations

import subprocess
import tempfile
import unittest

from tests.browser import BoardTest, engine, needs_board, needs_browser

# A long win with three pieces, and its distance.
WON = "2k1/4/4/4/4/K3/3C1/4 w 0 1"


@needs_browser
@needs_board
class ProgramTest(BoardTest):
    def setUp(self) -> None:
        self.options = ("--program", f"NEW={engine()}", "--program", f"OLD={engine()}")
        super().setUp()

    def seat(self, seat: int, who: str, **values: str) -> None:
        """Chooses a program and what it may use."""
        page = self.page
        page.select_option(f"#seat-{seat}", who)
        if who == "person":
            return
        details = page.locator("#new-seats details").nth(seat)
        if not details.evaluate("box => box.open"):
            details.locator("summary").click()
        for field, value in values.items():
            page.fill(f"#{field}-{seat}", value)

    def start(self, variant: str, start: str = "startpos") -> None:
        """Fills the dialog so far."""
        self.page.click("#new")
        self.page.select_option("#new-variant", variant)
        self.page.select_option("#new-start", start)

    def log(self) -> str:
        """The protocol that the page shows."""
        return self.page.text_content("#log") or ""

    def test_programs_play_each_other_with_their_options(self) -> None:
        self.page.click("#log-box summary")
        self.start("pacific-a")
        self.seat(
            0, "outside NEW", nodes="300", time="", hash="4", options="Evaluation=hand; Seed=5"
        )
        self.seat(1, "outside OLD", depth="1", time="", nodes="", hash="", options="")
        self.page.click("#new-go")
        # The page keeps the newest lines alone, so each is looked for while the game goes on.
        for line in (
            "player 1, NEW < setoption name Evaluation value hand",
            "player 1, NEW < setoption name Seed value 5",
            "player 1, NEW < setoption name Hash value 4",
            "player 1, NEW < go nodes 300",
            "player 2, OLD < go depth 1",
            "player 2, OLD > bestmove",
        ):
            self.page.wait_for_function(LOGGED, arg=line)
        self.assertNotIn("OLD < setoption name Evaluation", self.log())
        # Their scores stand beside their moves.
        self.assertRegex(self.page.inner_text("#moves"), r"[+-]\d\.\d\d")

    def test_a_page_cannot_name_files(self) -> None:
        for options, words in (
            ("Debug Log File=/tmp/x", "is a text, and is set by --program alone"),
            ("No Such=1", "has no option No Such"),
        ):
            self.start("pacific-a")
            self.seat(0, "outside NEW", options=options)
            self.seat(1, "person")
            self.page.click("#new-go")
            self.page.wait_for_selector(f"#said:has-text('{words}')")
            self.assertEqual(self.look()["steps"], 0)

    def test_the_log_tells_nothing_that_is_hidden(self) -> None:
        self.page.click("#log-box summary")
        self.start("warpac-subs", "deploy")
        self.seat(0, "outside NEW", nodes="100", options="")
        self.seat(1, "person")
        self.page.click("#new-go")
        self.until(lambda state: state.get("player") == 2 and state.get("deploying", False))
        self.assertNotIn("S@", self.log())
        self.assertNotIn("position view", self.log())

    def test_the_engine_has_limits_and_threads(self) -> None:
        self.start("pacific-a")
        self.seat(0, "engine", nodes="200", time="", threads="2", hash="1")
        self.seat(1, "person")
        self.page.click("#new-go")
        self.until(lambda state: len(state["turns"]) == 1)
        seat = self.state["seats"][0]
        self.assertEqual((seat["nodes"], seat["threads"], seat["hash"]), (200, 2, 1))
        self.assertNotIn("movetime", seat)


@needs_browser
@needs_board
class EndgameTablesTest(BoardTest):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        command = engine()
        assert command is not None
        subprocess.run(
            [command, "tables", "pacific-a", "--pieces", "3", "--out", folder],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.options = ("--tables", folder)
        super().setUp()

    def test_the_moves_in_the_tables_are_shown(self) -> None:
        self.assertFalse(self.page.is_visible("#table-moves"))
        self.begin("pacific-a", WON, ["person", "person"])
        self.until(lambda state: state["fen"] == WON)
        self.page.wait_for_selector("#table-moves:not([hidden])")
        moves = self.page.locator("#table-list li")
        self.assertEqual(moves.count(), len(self.state["legal"]))
        self.assertRegex(moves.first.inner_text(), r"[a-h]\d[a-h]\d win in 27 plies")
        moves.first.locator("button").click()
        self.until(lambda state: state["steps"] == 1)
        self.page.wait_for_selector("#table-list li:has-text('loss in 26 plies')")


LOGGED = "(line) => document.querySelector('#log').textContent.includes(line)"


if __name__ == "__main__":
    unittest.main()
