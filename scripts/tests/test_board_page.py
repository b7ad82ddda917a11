"""Tests of the live board in a real browser."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import tempfile
import unittest
from pathlib import Path
from urllib.parse import quote, urlsplit

from tests.browser import POINT_OF, Adviser, BoardTest, needs_board, needs_browser

MAX_TURNS = 400
ROTATION = "W7b1W44B4/9/9/9/4B0*4/7b1/7b1/b8/2b6 b - 0 10"
# The rank of the square of a drop.
DROP = re.compile(r"[A-Z]@[a-y](\d+)")
# Fleets in the middle of a game.
FLEETS = (
    "10k5/9q6/5n10/16/7n8/16/16/16/16/16/16/2N5N7/4B11/16/3RR2Q8/6K9 w s h2>g1,j15>k16 - - 0 30"
)
SUBMARINES = "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20"


@needs_browser
@needs_board
class WholeGameTest(BoardTest):
    """A person with an engine's advice plays against an engine of the lowest level."""

    def game(self, variant: str, start: str = "startpos") -> None:
        adviser = Adviser(variant)
        self.addCleanup(adviser.close)
        self.begin(variant, start, ["person", "engine"])
        turns = 0
        while not self.state["over"]:
            self.until(lambda state: state["over"] or (state["legal"] and not state["thinking"]))
            if self.state["over"]:
                break
            self.play(adviser.best(self.state["position"]))
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

    def test_engines_among_themselves(self) -> None:
        self.begin("shacru4", "startpos", ["engine"] * 4)
        self.until(lambda state: state["over"])
        self.assertGreater(self.page.locator("#moves li").count(), 20)


@needs_browser
@needs_board
class TurnTest(BoardTest):
    """Actions that take more than two clicks."""

    def tokens(self) -> list[str]:
        return [turn["token"] for turn in self.state["turns"]]

    def test_a_turn_of_several_actions_is_built_and_taken_back(self) -> None:
        self.begin("pacru", ROTATION, ["person", "person"])
        self.play("e5r6,xa2,xb9")
        self.assertEqual(self.tokens(), ["e5r6,xa2,xb9"])
        self.assertEqual(self.state["mover"], 2)
        self.page.click("#undo")
        self.until(lambda state: state["tip"] == 2)
        self.assertEqual(self.tokens(), ["e5r6,xa2"])
        self.play("xb9,xc1,xh3")
        self.assertEqual(self.state["mover"], 1)

    def test_moves_and_an_attack(self) -> None:
        self.begin("gameofwar", "startpos", ["person", "engine"])
        self.play("c8c9,d8d9")
        self.page.click("#undo")
        self.until(lambda state: state["tip"] == 1)
        self.page.click('#menu [data-token="end"]')
        self.until(lambda state: state["tip"] == 3 and state["legal"])
        self.assertEqual(self.tokens()[0], "c8c9,end")

    def test_the_sums_of_an_attack_are_said(self) -> None:
        empty = ["25"]
        ranks = [*empty * 2, "14r10", *empty * 6, "2c22", "2C22", *empty * 7, "2R22", *empty]
        board = "/".join(ranks)
        self.begin("gameofwar", f"{board} w c1,w1,h17,o19 - - - - 0 1", ["person", "person"])
        self.click("c11")
        self.page.wait_for_selector("#said:has-text('c11: attack 7 defence 0')")
        self.page.click('#menu [data-token="xc11"]')
        self.until(lambda state: state["tip"] == 1)
        self.assertNotIn("c", self.state["fen"].split()[0])

    def test_twists_and_connections_by_menu(self) -> None:
        self.begin("azacru", "startpos", ["person", "person"])
        tokens = [token for token in self.state["legal"] if "r" in token]
        self.play(tokens[0])
        self.assertEqual(self.tokens(), tokens[:1])

    def test_torpedoes_and_depth_charges(self) -> None:
        self.begin("warpac-subs", SUBMARINES, ["person", "person"], open_board=True)
        for token in ("sb2", "c6d8", "c6d7", "a3b4", "sb4"):
            self.play(token)
        self.assertEqual(self.tokens(), ["sb2=0c", "c6d8", "c6d7", "a3b4", "sb4=1"])

    def test_actions_can_be_typed(self) -> None:
        self.page.fill("#token", "g3h4")
        self.page.press("#token", "Enter")
        self.until(lambda state: state["tip"] == 1)
        self.page.fill("#token", "g3h4")
        self.page.press("#token", "Enter")
        self.page.wait_for_selector("#problem:has-text('g3h4 is not legal')")

    def test_the_board_without_a_mouse(self) -> None:
        self.page.focus("#board svg")
        self.page.keyboard.press("Shift+ArrowDown")
        label = self.page.get_attribute("#board svg", "aria-label") or ""
        self.assertRegex(label, r"^[a-h][1-8]: ")

    def test_something_else_and_back(self) -> None:
        for token in ("g3h4", "b6a5", "h2g3"):
            self.play(token)
        self.page.keyboard.press("Home")
        self.until(lambda state: state["at"] == 0)
        self.page.keyboard.press("ArrowRight")
        self.until(lambda state: state["at"] == 1)
        self.click("d6")
        self.click("e5")
        self.until(lambda state: state["left"])
        self.assertEqual(self.tokens(), ["g3h4", "d6e5"])
        self.page.click("#return")
        self.until(lambda state: not state["left"])
        self.assertEqual(self.tokens(), ["g3h4", "b6a5", "h2g3"])


@needs_browser
@needs_board
class HiddenTest(BoardTest):
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
        self.until(lambda state: len(state.get("draft", [])) > 10)
        drops = list(self.state["draft"])
        self.page.click("#deployed")
        self.until(lambda state: state.get("handover", 0) > 0 or not state.get("deploying", True))
        return self.state["fen"].split()[0], drops

    def hand_over(self, player: int) -> int:
        """Hands the screen to another person; returns the amount of traffic before."""
        # The page reloads, with a new WebSocket.
        with self.page.expect_websocket():
            self.page.click("#handover")
        self.until(lambda state: state["curtain"] == player)
        before = len(self.traffic)
        self.page.click("#uncover")
        self.until(lambda state: state.get("viewer") == player)
        return before

    def two_persons(self, variant: str) -> list[str]:
        """The first of two people has deployed, and the second one has the screen; returns the
        first one's drops."""
        self.begin(variant, "deploy", ["person", "person"])
        self.assertEqual(self.state["curtain"], 1)
        self.assertNotIn("fen", self.state)
        self.page.click("#uncover")
        self.until(lambda state: state.get("viewer") == 1)
        board, drops = self.set_up()
        # A check of the test: the texts are found where they may be.
        self.assertIn(board, self.memory())
        since = self.hand_over(2)
        self.assertEqual(self.state["viewer"], 2)
        self.assert_free_of([board, ",".join(drops), *drops], since)
        return drops

    def test_a_game_of_war(self) -> None:
        self.two_persons("gameofwar")
        self.set_up()
        self.until(lambda state: not state["curtain"] and state["viewer"] == 0)
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
            self.assertEqual(self.state["viewer"], 2)
            self.assertEqual(self.state["turns"][0]["token"], "?")
            drops = [one for frame in self.traffic[since:] for one in DROP.findall(frame)]
            self.assertGreater(len(drops), 50)
            self.assertTrue(all(int(rank) > half for rank in drops), drops)
            self.assertNotRegex(self.state["fen"].split()[0], "[A-Z]")

    def test_a_hidden_game_is_not_saved_before_its_end(self) -> None:
        self.begin("warpac-subs", "startpos", ["person", "engine"])
        self.page.click("#save-record")
        self.page.wait_for_selector("#problem:has-text('when it is over')")
        self.assertEqual(self.state["fen"].split()[4].split("/")[1], "?5")
        self.page.click("#resign")
        self.until(lambda state: state["over"])
        self.assertEqual((self.state["viewer"], self.state["result"]), (0, "p2win"))


@needs_browser
@needs_board
class ServiceTest(BoardTest):
    """The parts around the game."""

    def engines(self) -> list[int]:
        """The processes of the board's engines."""
        tasks = Path(f"/proc/{self.server.pid}/task").glob("*/children")
        return [int(word) for path in tasks for word in path.read_text().split()]

    def test_an_engine_that_dies_in_mid_game(self) -> None:
        self.begin("pacru", "startpos", ["person", "engine"], seconds="1")
        before = set(self.engines())
        self.play(self.state["legal"][0])
        self.until(lambda state: state["thinking"])
        self.page.wait_for_selector("#said:has-text('thinks')")
        for pid in self.engines():
            os.kill(pid, signal.SIGKILL)
        self.until(lambda state: len(state["turns"]) == 2 and state["legal"])
        self.assertTrue(any("An engine died" in frame for frame in self.traffic))
        self.assertFalse(before & set(self.engines()))
        self.play(self.state["legal"][0])

    def test_a_page_that_reloads_finds_its_game(self) -> None:
        self.play("g3h4")
        fen = self.state["fen"]
        self.state = {}
        with self.page.expect_websocket():
            self.page.reload()
        self.until(lambda state: state["tip"] == 1)
        self.assertEqual(self.state["fen"], fen)
        self.page.wait_for_selector("#moves li.now")

    def test_analysis_with_lines_and_arrows(self) -> None:
        self.page.select_option("#lines", "2")
        self.page.click("#analyse")
        self.page.wait_for_selector("#analysis li:nth-child(2)")
        self.page.wait_for_selector("#board .arrow")
        self.assertIn("depth", self.page.inner_text("#depth"))
        self.play("g3h4")
        self.page.wait_for_selector("#analysis li:nth-child(2)")
        self.page.keyboard.press("a")
        self.until(lambda state: state["lines"] == 0)
        self.assertEqual(self.page.locator("#analysis li").count(), 0)

    def test_an_analysis_takes_no_click_away(self) -> None:
        # Presses before the analysis draws its arrows, and releases after that.
        point = self.page.evaluate(POINT_OF, [self.state["variant"], "g3"])
        self.page.mouse.move(point["x"], point["y"])
        self.page.mouse.down()
        self.page.keyboard.press("a")
        self.page.wait_for_selector("#board .arrow")
        self.page.mouse.up()
        self.page.wait_for_selector("#board .chosen")
        # Buttons survive the reports of the analysis.
        menu = self.page.query_selector("#menu button")
        assert menu is not None
        self.page.wait_for_function(
            "before => document.querySelector('#depth').textContent !== before",
            arg=self.page.inner_text("#depth"),
        )
        self.assertTrue(menu.evaluate("button => button.isConnected"))

    def test_a_position_is_set_up(self) -> None:
        self.page.click("#setup")
        self.page.click("text=empty board")
        self.page.click('[data-piece="C1"]')
        self.click("a1")
        self.page.click('[data-piece="P1"]')
        self.click("b2")
        self.page.click('[data-piece="c1"]')
        self.click("h8")
        self.page.click("#setup-use")
        # A side without aircraft has lost. The engine accepts the position.
        self.until(lambda state: state["fen"].startswith("3c1/4/4/4/4/4/P13/C13 w"))
        self.page.click("#setup")
        self.page.fill("#setup-fen", "4/4/4 w 0 1")
        self.page.click("#setup-use")
        self.page.wait_for_selector("#problem:has-text('rows')")

    def test_games_are_saved_and_opened(self) -> None:
        for token in ("g3h4", "b6a5", "h2g3"):
            self.play(token)
        for button in ("#save-pgn", "#save-record"):
            with self.page.expect_download() as download:
                self.page.click(button)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, download.value.suggested_filename)
                download.value.save_as(path)
                self.begin("pacru", "startpos", ["person", "person"])
                self.page.set_input_files("#load", path)
                self.until(lambda state: state["variant"] == "pacific-a")
            tokens = [turn["token"] for turn in self.state["turns"]]
            self.assertEqual(tokens, ["g3h4", "b6a5", "h2g3"])
        self.page.set_input_files(
            "#load", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"nothing"}
        )
        self.page.wait_for_selector("#problem:has-text('there is no game in this file')")

    def test_a_game_of_a_report_is_opened_after_a_question(self) -> None:
        wanted = {"variant": "pacru", "start": "startpos", "moves": ["a3b4@b6"], "ply": 1}
        self.page.goto(f"{self.address}#open={quote(json.dumps(wanted))}")
        self.page.wait_for_selector("#replace[open]")
        self.assertEqual(self.state["variant"], "pacific-a")
        self.page.click("#replace-yes")
        self.until(lambda state: state["variant"] == "pacru")
        self.assertEqual((self.state["at"], len(self.state["turns"])), (1, 1))

    def test_time_runs_out(self) -> None:
        self.page.click("#new")
        self.page.select_option("#new-clock", "own")
        self.page.fill("#own-minutes", "0.001")
        self.page.fill("#own-seconds", "0")
        self.page.click("#new-go")
        self.until(lambda state: state["over"])
        self.assertEqual((self.state["result"], self.state["reason"]), ("p2win", "time"))

    def test_phone_and_dark(self) -> None:
        self.page.set_viewport_size({"width": 390, "height": 844})
        for variant in ("gameofwar", "pacru4"):
            self.page.click("#new")
            self.page.select_option("#new-variant", variant)
            self.assertLessEqual(self.page.evaluate("document.body.scrollWidth"), 390)
            self.page.click("#new-go")
            self.until(lambda state, name=variant: state["variant"] == name)  # type: ignore[misc]
            self.assertLessEqual(
                self.page.evaluate("document.documentElement.scrollWidth"), 390, variant
            )
        light = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.page.emulate_media(color_scheme="dark")
        dark = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertNotEqual(light, dark)

    def test_nothing_is_asked_of_others(self) -> None:
        requests: list[str] = []
        self.page.on("request", lambda request: requests.append(request.url))
        self.page.reload()
        self.page.wait_for_selector("#seats li")
        own = tuple(scheme + self.address.partition(":")[2] for scheme in ("http:", "ws:"))
        self.assertTrue(all(url.startswith((*own, "data:")) for url in requests), requests)


@needs_board
@needs_browser
class OriginTest(BoardTest):
    """Other sites' pages get nothing."""

    def status(self, path: str, **headers: str) -> int:
        place = urlsplit(self.address)
        connection = http.client.HTTPConnection(place.hostname or "", place.port or 0, timeout=10)
        connection.putrequest("GET", path, skip_host=True)
        upgrade = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }  # fmt: skip
        for name, value in ({"Host": place.netloc} | upgrade | headers).items():
            connection.putheader(name, value)
        connection.endheaders()
        status = connection.getresponse().status
        connection.close()
        return status

    def test_refusals(self) -> None:
        own = self.address.rstrip("/")
        self.assertEqual(self.status("/ws", Origin=own), 101)
        self.assertEqual(self.status("/ws"), 403)
        self.assertEqual(self.status("/ws", Origin="http://evil.example"), 403)
        self.assertEqual(self.status("/ws", Origin="null"), 403)
        self.assertEqual(self.status("/", Host="evil.example:80"), 403)
        self.assertEqual(self.status("/", Origin="http://evil.example"), 403)
        self.assertEqual(self.status("/web/../liveboard/session.py"), 404)

    def test_a_page_of_another_origin(self) -> None:
        other = self.open_page()
        other.goto("about:blank")
        opened = other.evaluate(
            """(address) => new Promise((done) => {
              const socket = new WebSocket(address);
              socket.onopen = () => done(true);
              socket.onerror = () => done(false);
            })""",
            self.address.replace("http:", "ws:") + "ws",
        )
        self.assertFalse(opened)
        self.faults.clear()


if __name__ == "__main__":
    unittest.main()
