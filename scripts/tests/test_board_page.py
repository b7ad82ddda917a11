"""Tests of the live board of `board.py` in a real browser."""

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

from tests import live_boards
from tests.browser import POINT_OF, BoardTest, engine, needs_board, needs_browser


@needs_browser
@needs_board
class WholeGameTest(live_boards.WholeGames, BoardTest):
    # With this one no game is long.
    seed = 1

    def test_engines_among_themselves(self) -> None:
        self.begin("shacru4", "startpos", ["engine"] * 4)
        self.until(lambda state: state["over"], 60)
        self.assertGreater(self.page.locator("#moves li").count(), 20)


@needs_browser
@needs_board
class DeploymentTest(live_boards.Deployments, BoardTest):
    pass


@needs_browser
@needs_board
class TurnTest(BoardTest):
    """Actions that take more than two clicks."""

    def test_a_turn_of_several_actions_is_built_and_taken_back(self) -> None:
        self.begin("pacru", live_boards.ROTATION, ["person", "person"])
        self.play("e5r6,xa2,xb9")
        self.assertEqual(self.tokens(), ["e5r6,xa2,xb9"])
        self.assertEqual(self.state["mover"], 2)
        self.page.click("#undo")
        self.until(lambda state: state["steps"] == 2)
        self.assertEqual(self.tokens(), ["e5r6,xa2"])
        self.page.click("#redo")
        self.until(lambda state: state["steps"] == 3)
        self.page.keyboard.press("u")
        self.until(lambda state: state["steps"] == 2)
        self.play("xb9,xc1,xh3")
        self.assertEqual(self.state["mover"], 1)

    def test_moves_and_an_attack(self) -> None:
        self.begin("gameofwar", "startpos", ["person", "engine"])
        self.play("c8c9,d8d9")
        self.page.click("#undo")
        self.until(lambda state: state["steps"] == 1)
        self.page.click('#menu [data-token="end"]')
        self.until(lambda state: len(state["turns"]) == 2 and state["legal"])
        self.assertEqual(self.tokens()[0], "c8c9,end")

    def test_the_sums_of_an_attack_are_said(self) -> None:
        empty = ["25"]
        ranks = [*empty * 2, "14r10", *empty * 6, "2c22", "2C22", *empty * 7, "2R22", *empty]
        board = "/".join(ranks)
        self.begin("gameofwar", f"{board} w c1,w1,h17,o19 - - - - 0 1", ["person", "person"])
        self.click("c11")
        self.page.wait_for_selector("#problem:has-text('7 against 0: it is destroyed.')")
        self.page.wait_for_selector("#menu button:has-text('attack, 7 against 0: it is destroyed')")
        # Who joins is shown with what it adds.
        self.page.wait_for_selector("#board .arrows .badge:has-text('+7')", state="attached")
        self.page.click('#menu [data-token="xc11"]')
        self.until(lambda state: state["steps"] == 1)
        self.assertNotIn("c", self.state["fen"].split()[0])

    def test_the_pointer_shows_an_attack_before_it_is_chosen(self) -> None:
        ranks = ["25", "25", "14r10", *["25"] * 6, "2c22", "2C22", *["25"] * 7, "2R22", "25"]
        board = "/".join(ranks)
        self.begin("gameofwar", f"{board} w c1,w1,h17,o19 - - - - 0 1", ["person", "person"])
        self.page.wait_for_selector("#board .underlays > *", state="attached")
        point = self.page.evaluate(POINT_OF, ["gameofwar", "c11"])
        self.page.mouse.move(point["x"], point["y"])
        self.page.wait_for_selector("#problem:has-text('7 against 0: it is destroyed.')")
        self.page.wait_for_selector("#board .arrows .badge:has-text('+7')", state="attached")
        # Nothing is chosen, and it goes with the pointer.
        self.assertEqual(self.page.locator("#board .chosen").count(), 0)
        self.page.hover("#caption")
        self.page.wait_for_selector("#board .arrows .badge", state="detached")
        self.assertEqual(self.page.inner_text("#problem"), "")
        self.assertEqual(self.look()["steps"], 0)

    def test_lines_of_communication_are_drawn(self) -> None:
        self.begin("gameofwar", "startpos", ["person", "person"])
        self.page.wait_for_selector("#board .underlays > *", state="attached")
        self.assertIn("cut off", self.page.inner_text("#facts"))

    def test_the_first_board_is_a_real_one(self) -> None:
        first = self.page.evaluate('async () => (await import("/web/live_page.js")).FIRST')
        self.assertEqual((first["variant"], first["fen"]), ("pacific-a", self.state["fen"]))

    def test_twists_and_connections_by_menu(self) -> None:
        self.begin("azacru", "startpos", ["person", "person"])
        tokens = [token for token in self.state["legal"] if "r" in token]
        self.play(tokens[0])
        self.assertEqual(self.tokens(), tokens[:1])

    def test_torpedoes_and_depth_charges(self) -> None:
        self.begin("warpac-subs", live_boards.SUBMARINES, ["person", "person"], open_board=True)
        for token in ("sb2", "c6d8", "c6d7", "a3b4", "sb4"):
            self.play(token)
        self.assertEqual(self.tokens(), ["sb2", "c6d8", "c6d7", "a3b4", "sb4"])
        self.assertEqual(self.page.locator("#moves li:first-child .told").count(), 1)

    def test_submarines_leave_tracks(self) -> None:
        self.begin("warpac-subs", live_boards.SUBMARINES, ["person", "person"], open_board=True)
        for token in ("c3b5", "c6d8", "c6d7", "a3b4", "a1a2", "p16o16", "d7e8"):
            self.play(token)
        tracks = self.page.locator("#board .track polyline:last-child")
        wanted = {("e8", "d7", "c6"), ("b4", "a3")}
        self.assertEqual(tracks.count(), len(wanted))
        self.assertEqual(
            {tuple(one) for one in self.page.evaluate(TRACKS, self.state["variant"])}, wanted
        )

    def test_actions_can_be_typed(self) -> None:
        self.page.fill("#token", "g3h4")
        self.page.press("#token", "Enter")
        self.until(lambda state: state["steps"] == 1)
        self.page.fill("#token", "g3h4")
        self.page.press("#token", "Enter")
        self.page.wait_for_selector("#problem:has-text('g3h4')")

    def test_the_board_without_a_mouse(self) -> None:
        self.page.focus("#board svg")
        self.page.keyboard.press("Shift+ArrowDown")
        label = self.page.get_attribute("#board svg", "aria-label") or ""
        self.assertRegex(label, r"^[a-h][1-8]: ")

    def test_a_variation_and_back(self) -> None:
        for token in ("g3h4", "b6a5", "h2g3"):
            self.play(token)
        self.page.keyboard.press("Home")
        self.until(lambda state: state["at"] == 0)
        self.page.keyboard.press("ArrowRight")
        self.until(lambda state: state["steps"] == 1)
        self.click("d6")
        self.click("e5")
        self.until(lambda state: state["steps"] == 2)
        self.assertEqual((self.tokens(), self.state["variation"]), (["g3h4", "d6e5"], True))
        self.assertEqual(self.page.locator("#moves li.variation").count(), 1)
        self.page.click("#return")
        self.until(lambda state: state["at"] == state["live"])
        self.assertEqual(self.tokens(), ["g3h4", "b6a5", "h2g3"])
        self.page.click("#moves li.variation")
        self.page.wait_for_selector("#moves li.variation.now")
        self.page.click("#continue")
        self.until(lambda state: state["at"] == state["live"] and not state["variation"])
        self.assertEqual(self.tokens(), ["g3h4", "d6e5"])

    def test_moves_are_marked_commented_and_deleted(self) -> None:
        self.play("g3h4")
        self.page.select_option("#mark", "!?")
        self.page.fill("#comment", "a quiet start")
        self.page.press("#comment", "Enter")
        self.page.wait_for_selector("#moves li:has-text('g3h4!? a quiet start')")
        self.page.keyboard.press("Home")
        self.page.click("#first")
        self.until(lambda state: state["at"] == 0)
        self.play("g3f4")
        self.page.click("#promote")
        self.page.wait_for_selector("#moves li:first-child:has-text('g3f4')")
        self.page.click("#delete")
        self.page.click("#question-yes")
        self.page.wait_for_selector("#moves li:only-child")

    def test_moves_are_numbered_as_in_the_caption(self) -> None:
        for variant, start, players in (
            ("pacific-a", "startpos", 2), ("shacru3", "startpos", 3),
            ("azacru", "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 b - 0 7", 2),
        ):  # fmt: skip
            self.begin(variant, start, ["person"] * players)
            for _ in range(5):
                caption = self.page.inner_text("#caption")
                number = re.search(r"(?:turn|move) (\d+)", caption)
                assert number is not None
                token = next(one for one in self.state["legal"] if len(one) == 4)
                before = self.state["at"]
                self.page.fill("#token", token)
                self.page.press("#token", "Enter")
                self.until(lambda state, before=before: state["at"] != before)  # type: ignore[misc]
                self.page.wait_for_selector("#moves li:last-child.now")
                last = self.page.inner_text("#moves li:last-child")
                self.assertTrue(last.strip().startswith(f"{number.group(1)}. "), (caption, last))

    def test_a_hint_is_shown(self) -> None:
        self.page.keyboard.press("h")
        self.page.wait_for_selector("#said:has-text('at full strength would play')")
        self.page.wait_for_selector("#board .arrow")


@needs_browser
@needs_board
class ServiceTest(live_boards.Clocks, BoardTest):
    """The parts around the game."""

    def table(self) -> int:
        """The process of the table."""
        tasks = Path(f"/proc/{self.server.pid}/task").glob("*/children")
        return next(int(word) for path in tasks for word in path.read_text().split())

    @unittest.skipUnless(Path("/proc").is_dir(), "needs Linux")
    def test_a_table_that_dies_in_mid_game(self) -> None:
        self.begin("pacru", "startpos", ["person", "engine"], seconds="1")
        self.play(self.state["legal"][0])
        self.until(lambda state: state["thinking"])
        before = self.table()
        os.kill(before, signal.SIGKILL)
        self.page.wait_for_selector("#said:has-text('has died. It was started again')")
        self.until(lambda state: len(state["turns"]) == 2 and state["legal"])
        self.assertNotEqual(before, self.table())
        self.play(self.state["legal"][0])

    def test_a_server_that_is_started_again_finds_its_game(self) -> None:
        self.begin("pacru3", "startpos", ["person"] * 3)
        self.play(self.state["legal"][0])
        fen = self.state["fen"]
        self.page.wait_for_timeout(200)
        self.end_server()
        self.page.wait_for_selector("#link:has-text('does not answer')")
        # The page still shows the last position.
        self.assertEqual(self.page.inner_text("#fen"), fen)
        self.start_server()
        self.page.goto(self.address)
        self.until(lambda state: state["fen"] == fen)
        self.faults.clear()

    def test_two_pages_look_at_different_positions(self) -> None:
        self.play("g3h4")
        other = self.open_page()
        other.goto(self.address)
        other.wait_for_selector("#moves li.now")
        other.keyboard.press("Home")
        other.wait_for_selector("#first")
        other.wait_for_selector("#moves:not(:has(li.now))")
        self.page.wait_for_selector("#moves li.now")
        self.assertEqual(self.look()["steps"], 1)

    def test_resigning_asks_first(self) -> None:
        self.page.click("#resign")
        self.assertIn("White gives the game up?", self.page.inner_text("#question-text"))
        self.page.click("#question-no")
        self.assertFalse(self.look()["over"])
        self.page.click("#resign")
        self.page.click("#question-yes")
        self.until(lambda state: state["over"] and state["reason"] == "resignation")

    def test_buttons_keep_their_places(self) -> None:
        names = ("pause", "hurry", "engine-moves", "handover", "resign", "undo", "redo", "return")
        before = {name: self.page.locator(f"#{name}").bounding_box() for name in names}
        self.begin("pacific-b", "startpos", ["person", "engine"], seconds="60")
        self.play(self.state["legal"][0])
        self.until(lambda state: state["thinking"])
        for name in names:
            found = self.page.locator(f"#{name}").bounding_box()
            self.assertEqual(found, before[name], name)
        self.page.click("#hurry")
        self.until(lambda state: len(state["turns"]) == 2)
        self.assertTrue(self.page.is_disabled("#hurry"))

    def test_the_dialog_names_the_games(self) -> None:
        self.page.click("#new")
        names = self.page.locator("#new-variant option").all_inner_texts()
        self.assertEqual(len(set(names)), len(names))
        self.assertIn("Azacru for three", names)
        self.assertIn("War-in-the-Pacific Chess, with submarines", names)
        for variant in ("pacific-b", "pacru4-classic", "shacru", "warpac-subs-once", "gameofwar"):
            self.page.select_option("#new-variant", variant)
            about = self.page.inner_text("#new-about")
            self.assertRegex(about, r"\w\. For (two|three|four) players\.", variant)
        self.page.select_option("#new-variant", "azacru4")
        about = self.page.inner_text("#new-about")
        self.assertIn("For four players. Between engines a game has some 20 turns of each.", about)

    def test_the_dialog_keeps_level_and_time(self) -> None:
        self.begin("pacru", "startpos", ["person", "engine"])
        self.page.reload()
        self.page.wait_for_selector("#moves")
        self.until(lambda state: state["variant"] == "pacru")
        self.page.click("#new")
        self.assertEqual(self.page.input_value("#level-1"), "0")

    def test_a_paused_game_goes_on(self) -> None:
        self.begin("pacru", "startpos", ["person", "engine"], seconds="1")
        self.page.click("#pause")
        self.until(lambda state: state["paused"])
        self.play(self.state["legal"][0])
        self.page.wait_for_timeout(200)
        self.assertFalse(self.look()["thinking"])
        self.page.click("#pause")
        self.until(lambda state: len(state["turns"]) == 2)

    def test_a_page_that_reloads_finds_its_game(self) -> None:
        self.play("g3h4")
        fen = self.state["fen"]
        self.page.reload()
        self.until(lambda state: state["steps"] == 1)
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
        before = self.page.inner_text("#depth")
        self.page.wait_for_selector(f"#depth:not(:text-is('{before}'))")
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
        for form in ("pgn", "record", "table", "position"):
            self.page.select_option("#save-form", form)
            with self.page.expect_download() as download:
                self.page.click("#save")
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, download.value.suggested_filename)
                download.value.save_as(path)
                self.begin("pacru", "startpos", ["person", "person"])
                self.page.set_input_files("#load", path)
                self.until(lambda state: state["variant"] == "pacific-a")
                self.page.click("#last")
                self.until(lambda state: state["steps"] == 3)
            self.assertEqual(self.tokens(), ["g3h4", "b6a5", "h2g3"])
        self.page.set_input_files(
            "#load", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"nothing"}
        )
        self.page.wait_for_selector("#problem:has-text('no game')")

    def test_a_game_of_a_report_is_opened_after_a_question(self) -> None:
        wanted = {
            "variant": "pacru",
            "start": "startpos",
            "moves": ["a3b4@b6", "a1a2"],
            "ply": 1,
        }
        self.page.goto(f"{self.address}#open={quote(json.dumps(wanted))}")
        self.page.wait_for_selector("#question[open]")
        self.assertEqual(self.state["variant"], "pacific-a")
        self.page.click("#question-yes")
        self.until(lambda state: state["variant"] == "pacru" and state["at"] != state["live"])
        self.assertEqual(self.tokens(), ["a3b4@b6"])

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


@needs_browser
@needs_board
class ProgramTest(BoardTest):
    """Another engine at a seat."""

    options = ("--program", f"older build={engine()}")

    def test_it_plays(self) -> None:
        self.page.click("#new")
        self.page.select_option("#seat-1", "outside older build")
        self.page.click("#new-go")
        self.until(lambda state: state["seats"][1]["kind"] == "outside")
        self.assertIn("older build", self.page.inner_text("#headline"))
        self.play("g3h4")
        self.until(lambda state: len(state["turns"]) == 2)


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
        self.assertEqual(self.status("/web/../liveboard/server.py"), 404)

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


TRACKS = """async (variant) => {
  const { boardOf } = await import("/web/boards/index.js");
  const board = boardOf(variant);
  const names = new Map(board.squares().map((square) => [board.centre(square).join(), square]));
  return [...document.querySelectorAll("#board .track polyline:last-child")]
    .map((one) => one.getAttribute("points").split(" ").map((point) => names.get(point)));
}"""


if __name__ == "__main__":
    unittest.main()
