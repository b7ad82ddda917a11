"""What a live board must do, behind a server and without one. The classes are no tests by
themselves: `test_board_page.py` and `test_page_alone.py` make tests of them.
"""

from __future__ import annotations

import re

from tests.browser import Adviser, LiveBoardTest

MAX_TURNS = 400
ROTATION = "W7b1W44B4/9/9/9/4B0*4/7b1/7b1/b8/2b6 b - 0 10"
# The rank of the square of a drop.
DROP = re.compile(r"[A-Z]@[a-y](\d+)")
# Fleets in the middle of a game.
FLEETS = (
    "10k5/9q6/5n10/16/7n8/16/16/16/16/16/16/2N5N7/4B11/16/3RR2Q8/6K9 w s h2>g1,j15>k16 - - 0 30"
)
SUBMARINES = "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20"


class WholeGames(LiveBoardTest):
    """A person with an engine's advice plays against an engine of the lowest level."""

    def game(self, variant: str, start: str = "startpos") -> None:
        """Plays a game to its end."""
        adviser = Adviser(variant)
        self.addCleanup(adviser.close)
        self.begin(variant, start, ["person", "engine"])
        turns = 0
        while not self.state["over"]:
            self.until(lambda state: state["over"] or (state["legal"] and not state["thinking"]))
            if self.state["over"]:
                break
            self.play(adviser.best(self.position()))
            turns += 1
            self.assertLess(turns, MAX_TURNS)
        self.assertGreater(turns, 5)
        self.assertIn("The game is over", self.page.inner_text("#caption"))

    def test_pacific(self) -> None:
        self.game("pacific-b")

    def test_pacru(self) -> None:
        self.game("pacru")

    def test_a_game_of_war(self) -> None:
        self.game("gameofwar")

    def test_war_in_the_pacific(self) -> None:
        self.game("warpac", FLEETS)


class Deployments(LiveBoardTest):
    """The page contains nothing of the other side."""

    def memory(self) -> str:
        """The whole memory of the page."""
        session = self.page.context.new_cdp_session(self.page)
        chunks: list[str] = []
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
        session.send("HeapProfiler.enable")
        session.send("HeapProfiler.collectGarbage")
        session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        session.detach()
        return "".join(chunks)

    def assert_free_of(self, secrets: list[str], since: int) -> None:
        """None of these texts is in the traffic since then, in the page, or in its memory."""
        traffic, memory = "\n".join(self.traffic[since:]), self.memory()
        page = self.page.content()
        self.assertGreater(len(memory), 100_000)
        for secret in secrets:
            # K@c1 is not K@c10.
            pattern = re.compile(re.escape(secret) + r"(?!\d)")
            for place, text in (("traffic", traffic), ("page", page), ("memory", memory)):
                self.assertIsNone(pattern.search(text), f"{secret} is in the {place}")

    def set_up(self) -> tuple[str, list[str]]:
        """The person at the screen deploys; returns his position and his drops."""
        self.page.click("#suggest")
        self.until(lambda state: len(state["draft"]) > 10)
        drops = list(self.state["draft"])
        self.page.click("#deployed")
        self.until(lambda state: state.get("handover", 0) > 0 or not state.get("deploying", True))
        return self.state["fen"].split()[0], drops

    def hand_over(self, player: int) -> int:
        """Hands the screen to another person; returns the amount of traffic before."""
        self.page.click("#handover")
        # The page is loaded anew.
        self.until(lambda state: state.get("curtain") == player)
        self.page.wait_for_selector("#curtain:not([hidden])")
        before = len(self.traffic)
        self.page.click("#uncover")
        self.until(lambda state: state.get("sees") == player)
        return before

    def two_persons(self, variant: str) -> list[str]:
        """The first of two people has deployed, and the second one has the screen; returns the
        first one's drops."""
        self.begin(variant, "deploy", ["person", "person"])
        self.assertEqual(self.state["curtain"], 1)
        self.assertNotIn("fen", self.state)
        self.assertTrue(self.page.is_disabled("#show-rules"))
        self.page.click("#uncover")
        self.until(lambda state: state.get("sees") == 1)
        self.assertTrue(self.page.is_enabled("#show-rules"))
        board, drops = self.set_up()
        # A check of the test: the texts are found where they may be.
        self.assertIn(board, self.memory())
        since = self.hand_over(2)
        self.assert_free_of([board, ",".join(drops), *drops], since)
        return drops

    def test_a_game_of_war(self) -> None:
        self.two_persons("gameofwar")
        self.set_up()
        self.until(lambda state: not state.get("curtain") and state["sees"] == 0)
        # Both have deployed, so nothing is hidden.
        self.assertEqual(len(self.state["turns"]), 2)

    def test_war_in_the_pacific(self) -> None:
        own = self.two_persons("warpac-subs")
        _, drops = self.set_up()
        submarines = [drop for drop in drops if drop.startswith("S@")]
        self.assertEqual(len(submarines), 5)
        # Both players may have a piece on the same square.
        submarines = [drop for drop in submarines if drop not in own]
        self.assertTrue(submarines)
        since = self.hand_over(1)
        self.assertEqual(self.state["fen"].split()[4].split("/")[1], "?5")
        self.assertIn("S@?", self.state["turns"][1]["token"])
        self.assert_free_of(submarines, since)
        self.play(next(token for token in self.state["legal"] if token[0] not in "sx"))
        self.assertEqual(self.state["handover"], 2)
        self.assert_free_of(submarines, since)

    def test_an_engine_sets_up_unseen(self) -> None:
        for variant, half in (("gameofwar", 10), ("warpac-subs", 8)):
            since = len(self.traffic)
            self.begin(variant, "deploy", ["engine", "person"])
            self.until(lambda state: state["player"] == 2 and state["deploying"])
            self.assertEqual(self.state["sees"], 2)
            self.assertEqual(self.state["turns"][0]["token"], "?")
            drops = [one for frame in self.traffic[since:] for one in DROP.findall(frame)]
            self.assertTrue(all(int(rank) > half for rank in drops), drops)
            self.assertNotRegex(self.state["fen"].split()[0], "[A-Z]")

    def test_a_hidden_game_is_not_saved_before_its_end(self) -> None:
        self.begin("warpac-subs", "deploy", ["person", "engine"])
        self.set_up()
        self.until(lambda state: len(state["turns"]) == 2)
        self.page.click("#save")
        self.page.wait_for_selector("#problem:has-text('wait for the end of the game')")
        self.assertEqual(self.state["fen"].split()[4].split("/")[1], "?5")
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.assertEqual((self.state["sees"], self.state["result"]), (0, "p2win"))


# White puts a plane where it is taken, and resigns.
BLUNDER = ("g3f4", "b6a5", "a3b4")


class Reviews(LiveBoardTest):
    """The review of a finished game."""

    def test_a_game_is_reviewed(self) -> None:
        for token in BLUNDER:
            self.play(token)
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"])
        self.page.click("#review")
        self.page.wait_for_selector("#review-box:not([hidden])")
        self.assertRegex(self.page.inner_text("#accuracy"), r"White \d+ % · Black \d+ %")
        self.assertEqual(self.page.locator("#review-graph polyline").count(), 1)
        self.until(lambda state: state["lines"] == 0)
        # The moments lead to their positions, and to the position before for another try.
        moments = self.page.locator("#moments li")
        self.assertGreater(moments.count(), 0)
        first = moments.first.inner_text()
        self.assertIn("better", first)
        turn = int(moments.first.get_attribute("data-turn") or 0)
        moments.first.locator("button").first.click()
        self.until(lambda state: state["steps"] == turn)
        moments.first.locator("button").last.click()
        self.until(lambda state: state["steps"] == turn - 1)
        self.assertTrue(self.state["legal"])
        # A new game forgets it.
        self.begin("pacific-a", "startpos", ["person", "person"])
        self.assertFalse(self.page.is_visible("#review-box"))


class Clocks(LiveBoardTest):
    """A clock ends a game."""

    def test_a_clock_runs_out(self) -> None:
        self.page.click("#new")
        self.page.select_option("#new-clock", "own")
        self.page.fill("#own-minutes", "0.001")
        self.page.fill("#own-seconds", "0")
        self.page.click("#new-go")
        self.until(lambda state: state["over"])
        self.assertEqual((self.state["result"], self.state["reason"]), ("p2win", "time"))


class Services(Clocks):
    """What the browser does instead of a server."""

    replaced = "#said:has-text('The engine was replaced to stop it')"

    def test_a_page_that_reloads_finds_its_game(self) -> None:
        self.begin("pacru3", "startpos", ["person"] * 3)
        self.play(self.state["legal"][0])
        fen = self.state["fen"]
        self.page.reload()
        self.until(lambda state: state["fen"] == fen)
        self.assertEqual(len(self.state["turns"]), 1)

    def test_an_engine_is_stopped_in_mid_search(self) -> None:
        self.begin("pacific-a", "startpos", ["person", "engine"], seconds="600")
        self.play("g3h4")
        self.page.wait_for_selector("#thought:has-text('thinks')")
        self.page.click("#hurry")
        self.until(lambda state: len(state["turns"]) == 2)
        self.check_replacement()

    def check_replacement(self) -> None:
        """Whether the engine had to be replaced to stop it."""
        raise NotImplementedError

    def test_an_analysis_follows_the_board(self) -> None:
        self.page.click("#analyse")
        self.page.wait_for_selector("#analysis li:nth-child(3)")
        self.page.wait_for_selector("#board .arrow")
        self.play("g3h4")
        self.page.wait_for_selector("#analysis li:nth-child(3)")
        self.page.click("#analyse")
        self.until(lambda state: state["lines"] == 0)
