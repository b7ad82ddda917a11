"""Tests of games by lines on the live board: two pages that exchange only what a person copies."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liveboard.lines_game import LinesGame, promises, unsent
from tests.browser import BoardTest, engine, needs_board, needs_browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

HASH = "ab" * 32


def line(number: int, author: str, payload: str) -> str:
    """A public line without real hashes."""
    return f"{number} {author} 2026-11-30T12:00:00Z {HASH} {payload} {HASH}{HASH}"


class SheetTest(unittest.TestCase):
    """What the panel shows of the lines."""

    LINES = (
        line(1, "A", "game ..."), line(2, "B", "join ..."),
        line(3, "A", "deploy c1 c2"), line(4, "B", "deploy d1 d2"),
        line(5, "A", "show s K@e2"), line(6, "B", "show s K@e15"),
        line(7, "A", "sealed c3"),
    )  # fmt: skip

    def test_own_lines_at_the_end_are_to_be_sent(self) -> None:
        lines = list(self.LINES)
        self.assertEqual(unsent(lines, "A"), lines[6:])
        self.assertEqual(unsent(lines, "B"), [])
        self.assertEqual(unsent(lines[:1], "A"), lines[:1])
        self.assertEqual(unsent([], "A"), [])

    def test_promises_are_sealed_known_or_opened(self) -> None:
        lines = list(self.LINES)
        shown = [(one["line"], one["by"], one["what"], one["token"], one["opened"]) for one in
                 promises(lines, "A", ["S@c6", "c6c7"])]  # fmt: skip
        self.assertEqual(
            shown,
            [
                (3, "A", "deployment", "K@e2", 5), (3, "A", "hidden part", "S@c6", 0),
                (4, "B", "deployment", "K@e15", 6), (4, "B", "hidden part", "", 0),
                (7, "A", "turn", "c6c7", 0),
            ],
        )  # fmt: skip
        lines += [line(8, "A", "resign"), line(9, "A", "open s S@c6 s c6c7")]
        opened = [one["opened"] for one in promises(lines, "B", ["S@c11"])]
        self.assertEqual(opened, [5, 9, 6, 0, 9])


@needs_board
class LinesGameTest(unittest.IsolatedAsyncioTestCase):
    """Two pages without a browser."""

    async def asyncSetUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.told: dict[str, dict[str, Any]] = {"Ann": {}, "Bob": {}}
        self.games = {name: self.page_of(name) for name in self.told}

    async def asyncTearDown(self) -> None:
        for game in self.games.values():
            await game.close()

    def page_of(self, name: str) -> LinesGame:
        program = engine()
        assert program is not None
        return LinesGame(program, self.folder / name, lambda told: self.hear(name, told))

    def hear(self, name: str, told: dict[str, Any]) -> None:
        what = "audit" if "audit" in told else told["type"]
        self.told[name][what] = told

    async def order(self, who: str, /, **words: object) -> None:
        """Gives an order, and waits until it is obeyed."""
        self.told[who].pop("error", None)
        self.games[who].order(words)
        await self.games[who].idle()

    def sheet(self, name: str) -> dict[str, Any]:
        return dict(self.told[name]["lines"]["game"])

    def board(self, name: str) -> dict[str, Any]:
        return dict(self.told[name]["state"]["board"])

    async def hand_over(self, giver: str, taker: str) -> None:
        text = "\n".join(self.sheet(giver)["send"])
        await self.order(taker, do="lines", act="receive", text=text)

    async def begin(self, variant: str, start: str) -> None:
        terms = {"variant": variant, "start": start, "first": "me", "name": "Ann"}
        await self.order("Ann", do="lines", act="propose", **terms)
        (first,) = self.sheet("Ann")["send"]
        await self.order("Bob", do="lines", act="join", line=first, name="Bob")
        await self.hand_over("Bob", "Ann")

    async def test_a_turn_in_parts(self) -> None:
        await self.begin("gameofwar", "startpos")
        await self.order("Ann", do="play", token="c8c9")
        self.assertTrue(self.board("Ann")["undo"])
        self.assertEqual(self.sheet("Ann")["count"], 2)
        await self.order("Ann", do="undo")
        self.assertFalse(self.board("Ann")["undo"])
        for token in ("c8c9", "d8d9", "end"):
            await self.order("Ann", do="play", token=token)
        self.assertEqual(self.sheet("Ann")["next"], "wait")
        self.assertIn("turn c8c9,d8d9,end", self.sheet("Ann")["send"][0])
        await self.hand_over("Ann", "Bob")
        self.assertEqual(self.board("Bob")["mover"], 2)
        await self.order("Bob", do="step", to=0)
        before = self.board("Bob")
        self.assertEqual((before["at"], before["live"], before["legal"]), (0, 1, []))
        await self.order("Bob", do="step", to=1)
        self.assertTrue(self.board("Bob")["legal"])

    async def test_what_cannot_be_done(self) -> None:
        await self.order("Ann", do="play", token="c8c9")
        self.assertEqual(self.told["Ann"], {})
        await self.begin("warpac-subs", "")
        for words, text in (
            ({"do": "play", "token": "K@e9"}, "illegal move K@e9"),
            ({"do": "go"}, "cannot be done in a game by lines"),
            ({"do": "lines", "act": "open"}, "nothing is to be opened now"),
            ({"do": "lines", "act": "resume", "game": "../x"}, "there is no game ../x"),
            ({"do": "lines", "act": "nonsense"}, "no such order"),
            ({"do": "lines", "act": "receive", "text": "hello"}, "too few words"),
        ):
            await self.order("Ann", **words)
            self.assertIn(text, self.told["Ann"]["error"]["text"])
        await self.order("Bob", do="hint")
        self.assertIn("it is not your turn", self.told["Bob"]["error"]["text"])

    async def test_a_hidden_turn_stays_hidden(self) -> None:
        fen = "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20"
        await self.begin("warpac-subs", fen)
        for giver, taker, token in (
            ("Ann", "Bob", "c3d5"), ("Bob", "Ann", "c6e7"), ("Ann", "Bob", "c6d7"),
        ):  # fmt: skip
            await self.order(giver, do="play", token=token)
            await self.hand_over(giver, taker)
        nodes = [node["token"] for node in self.told["Bob"]["tree"]["nodes"]]
        self.assertEqual(nodes, ["c3d5", "c6e7", "?"])
        self.assertNotIn("c6d7", str(self.told["Bob"]))
        # Bob is hit, and his page reports it by itself.
        await self.order("Bob", do="play", token="end")
        await self.hand_over("Bob", "Ann")
        await self.order("Ann", do="play", token="sm4")
        self.assertIn("illegal move sm4", self.told["Ann"]["error"]["text"])
        await self.order("Ann", do="resign")
        await self.order("Ann", do="lines", act="open")
        await self.hand_over("Ann", "Bob")
        await self.order("Bob", do="lines", act="open")
        await self.order("Bob", do="lines", act="audit", text="")
        self.assertEqual(self.told["Bob"]["audit"]["audit"]["verdict"], "clean")
        self.assertEqual(self.told["Bob"]["state"]["result"], "p2win")


@needs_browser
@needs_board
class ByLinesTest(BoardTest):
    """Ann and Bob, each in a page of their own."""

    def serve(self) -> None:
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.start_server("--variant", self.variant, "--sealed", str(Path(self.folder, "sealed")))

    def setUp(self) -> None:
        super().setUp()
        self.ann = self.page
        self.bob = self.open_page()
        self.bob.goto(self.address)
        self.bob.wait_for_selector("#headline:has-text('pacific-a')")

    def state_of(self, page: Page) -> dict[str, Any]:
        return dict(page.evaluate("async () => (await import('/web/live.js')).page.state"))

    def count(self, page: Page) -> int:
        """The number of lines that a page has."""
        return int(page.get_attribute("#by-lines", "data-count") or 0)

    def wait_for_lines(self, page: Page, count: int) -> None:
        """Waits until a page has as many lines."""
        script = "(count) => Number(document.getElementById('by-lines').dataset.count) >= count"
        page.wait_for_function(script, arg=count)

    def hand_over(self, giver: Page, taker: Page) -> None:
        """Copies what one page has to send, and pastes it into the other one."""
        text = giver.input_value("#lines-out")
        self.assertTrue(text)
        taker.fill("#lines-in", text)
        taker.click("#lines-receive")
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

    def begin_by_lines(self) -> None:
        ann, bob = self.ann, self.bob
        ann.click("#lines-open")
        ann.fill("#lines-name", "Ann")
        ann.select_option("#lines-variant", "warpac-subs")
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

    def test_a_whole_game_is_promised_opened_and_audited(self) -> None:
        ann, bob = self.ann, self.bob
        self.begin_by_lines()
        self.deploy_by_lines()
        self.assertIn("?5", self.state_of(bob)["board"]["fen"])
        for giver, taker in ((ann, bob), (bob, ann)) * 2:
            legal = self.state_of(giver)["board"]["legal"]
            self.give(giver, next(token for token in legal if token[0] not in "sx"))
            self.hand_over(giver, taker)
        self.assertEqual(self.state_of(ann)["seats"][1]["name"], "Bob, far away")
        sealed = bob.inner_text("#lines-promises")
        self.assertIn("sealed", sealed)
        self.assertIn("only you know", sealed)
        ann.click("#resign")
        if ann.locator("#question[open]").count():
            ann.click("#question-yes")
        ann.wait_for_selector("#lines-out")
        ann.wait_for_selector("#lines-open-all")
        ann.click("#lines-open-all")
        ann.wait_for_selector("#lines-in")
        self.hand_over(ann, bob)
        bob.click("#lines-open-all")
        bob.wait_for_selector("#lines-next:has-text('complete')")
        self.assertNotIn("| sealed", bob.inner_text("#lines-promises"))
        self.hand_over(bob, ann)
        ann.click("#lines-audit")
        ann.wait_for_selector("#lines-verdict.good:has-text('clean, consistent')")
        ann.fill("#lines-other", Path(self.folder, "sealed", "game-2").read_text())
        ann.click("#lines-audit")
        ann.wait_for_selector("#lines-verdict.good:has-text('clean, proven')")
        self.assertIn("Black", ann.inner_text("#result-text"))

    def test_wrong_lines_are_refused_and_the_game_goes_on_later(self) -> None:
        ann, bob = self.ann, self.bob
        self.begin_by_lines()
        self.set_up(ann)
        text = ann.input_value("#lines-out")
        bob.fill("#lines-in", text.replace("deploy", "delpoy"))
        bob.click("#lines-receive")
        bob.wait_for_selector("#problem:has-text('line 3')")
        self.hand_over(ann, bob)
        # The page is closed; the file stays.
        bob.reload()
        bob.click("#lines-open")
        bob.click('[data-game="game-2"]')
        bob.wait_for_selector("#tray:not([hidden])")
        bob.click("#lines-leave")
        bob.wait_for_selector("#by-lines", state="hidden")
        bob.wait_for_selector("#headline:has-text('pacific-a')")
