"""What games by lines must do on a live board, behind a server and without one: two pages that
exchange only what a person copies. The class is no test by itself: `test_board_by_lines.py` and
`test_page_alone.py` make tests of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser import LiveBoardTest

if TYPE_CHECKING:
    from playwright.sync_api import Page


class GamesByLines(LiveBoardTest):
    """Ann and Bob, each in a page that shares nothing with the other's."""

    def setUp(self) -> None:
        super().setUp()
        self.ann = self.page
        self.bob = self.open_page()
        self.bob.goto(self.address)
        self.bob.wait_for_selector("#headline:has-text('pacific-a')")

    # --- What people do ---

    def state_of(self, page: Page) -> dict[str, Any]:
        return dict(page.evaluate("async () => (await import('/web/live.js')).page.state"))

    def count(self, page: Page) -> int:
        """The number of lines that a page has."""
        return int(page.get_attribute("#by-lines", "data-count") or 0)

    def wait_for_lines(self, page: Page, count: int) -> None:
        """Waits until a page has as many lines."""
        script = "(count) => Number(document.getElementById('by-lines').dataset.count) >= count"
        page.wait_for_function(script, arg=count)

    def paste(self, page: Page, text: str) -> None:
        page.fill("#lines-in", text)
        page.click("#lines-receive")

    def hand_over(self, giver: Page, taker: Page) -> None:
        """Copies what one page has to send, and pastes it into the other one."""
        text = giver.input_value("#lines-out")
        self.assertTrue(text)
        self.paste(taker, text)
        self.wait_for_lines(taker, self.count(giver))

    def give(self, page: Page, token: str) -> None:
        """Plays a turn by typing it."""
        before = self.count(page)
        page.fill("#token", token)
        page.click("#typed button")
        self.wait_for_lines(page, before + 1)

    def set_up(self, page: Page) -> None:
        """Has the engine set up, and finishes the deployment."""
        page.click("#suggest")
        page.wait_for_selector("#deployed:not([disabled])")
        page.click("#deployed")
        page.wait_for_selector("#lines-out")

    def begin_by_lines(self, variant: str = "warpac-subs") -> None:
        ann, bob = self.ann, self.bob
        ann.click("#lines-open")
        ann.fill("#lines-name", "Ann")
        ann.select_option("#lines-variant", variant)
        ann.select_option("#lines-first", "me")
        ann.click("#lines-propose")
        ann.wait_for_selector("#lines-out")
        bob.click("#lines-open")
        bob.fill("#lines-name", "Bob")
        bob.fill("#lines-first-line", ann.input_value("#lines-out"))
        bob.click("#lines-join")
        bob.wait_for_selector("#lines-out")
        self.hand_over(bob, ann)
        ann.wait_for_selector("#tray:not([hidden])")

    def deploy_by_lines(self) -> None:
        ann, bob = self.ann, self.bob
        self.set_up(ann)
        self.hand_over(ann, bob)
        bob.wait_for_selector("#tray:not([hidden])")
        self.set_up(bob)
        self.hand_over(bob, ann)
        self.hand_over(ann, bob)
        self.hand_over(bob, ann)

    def resign(self, page: Page) -> None:
        page.click("#resign")
        if page.locator("#question[open]").count():
            page.click("#question-yes")
        page.wait_for_selector("#lines-open-all")

    def file_of(self, page: Page) -> str:
        """The player's file, as the page downloads it."""
        with page.expect_download() as download:
            page.click("#lines-download")
        return Path(download.value.path()).read_text(encoding="utf-8")

    def name_of(self, page: Page) -> str:
        """The name of the game on the board."""
        return page.inner_text("#by-lines h2").removeprefix("By lines: ")

    def reload(self, page: Page) -> None:
        """Loads a page anew. The game must be there again, with all its lines."""
        before = self.count(page), self.state_of(page)["board"]
        page.reload()
        self.wait_for_lines(page, before[0])
        self.assertEqual((self.count(page), self.state_of(page)["board"]), before)

    # --- Tests ---

    def test_a_whole_game_is_promised_opened_and_audited(self) -> None:
        ann, bob = self.ann, self.bob
        self.begin_by_lines()
        self.deploy_by_lines()
        self.assertIn("?5", self.state_of(bob)["board"]["fen"])
        for giver, taker in ((ann, bob), (bob, ann)) * 2:
            legal = self.state_of(giver)["board"]["legal"]
            self.give(giver, next(token for token in legal if token[0] not in "sx"))
            self.reload(giver)
            self.hand_over(giver, taker)
        self.assertEqual(self.state_of(ann)["seats"][1]["name"], "Bob, far away")
        sealed = bob.inner_text("#lines-promises")
        self.assertIn("sealed", sealed)
        self.assertIn("only you know", sealed)
        self.resign(ann)
        ann.click("#lines-open-all")
        ann.wait_for_selector("#lines-in")
        self.hand_over(ann, bob)
        bob.click("#lines-open-all")
        bob.wait_for_selector("#lines-next:has-text('complete')")
        promises = bob.inner_text("#lines-promises")
        self.assertIn("opened in line", promises)
        for words in ("only you know", "\tsealed"):
            self.assertNotIn(words, promises)
        self.hand_over(bob, ann)
        ann.click("#lines-audit")
        ann.wait_for_selector("#lines-verdict.good:has-text('clean, consistent')")
        ann.fill("#lines-other", self.file_of(bob))
        ann.click("#lines-audit")
        ann.wait_for_selector("#lines-verdict.good:has-text('clean, proven')")
        self.assertIn("Black", ann.inner_text("#result-text"))

    def test_altered_lines_are_refused_and_the_game_goes_on_later(self) -> None:
        ann, bob = self.ann, self.bob
        self.begin_by_lines()
        self.set_up(ann)
        text = ann.input_value("#lines-out")
        words = text.split(" ")
        # Another hidden deployment than the one that Ann has signed.
        words[6] = "0123456789abcdef" * 4
        for altered, reason in (
            (text.replace("deploy", "delpoy"), "line 3: no such line"),
            (" ".join(words), "line 3: it is not signed by A"),
        ):
            self.paste(bob, altered)
            bob.wait_for_selector(f"#problem:has-text('{reason}')")
            self.assertEqual(self.count(bob), 2)
        self.hand_over(ann, bob)
        bob.wait_for_selector("#tray:not([hidden])")
        # The page is closed; the file stays.
        self.reload(bob)
        name = self.name_of(bob)
        bob.click("#lines-leave")
        bob.wait_for_selector("#by-lines", state="hidden")
        bob.wait_for_selector("#headline:has-text('pacific-a')")
        bob.click("#lines-open")
        bob.click(f'[data-game="{name}"]')
        bob.wait_for_selector("#tray:not([hidden])")
        self.assertEqual(self.count(bob), 3)

    def test_a_file_is_taken_to_another_page_and_deleted(self) -> None:
        ann = self.ann
        self.begin_by_lines("gameofwar")
        self.set_up(ann)
        file, name, lines = self.file_of(ann), self.name_of(ann), self.count(ann)
        ann.click("#lines-leave")
        ann.click("#lines-open")
        ann.click(f'[data-delete="{name}"]')
        ann.click("#question-yes")
        ann.wait_for_selector(f'[data-game="{name}"]', state="detached")
        ann.set_input_files(
            "#lines-file", {"name": "mine", "mimeType": "text/plain", "buffer": file.encode()}
        )
        self.wait_for_lines(ann, lines)
        # The other player goes on with it.
        self.hand_over(ann, self.bob)
