"""Tests of the board as a page by itself, served as plain files, in a real browser."""

from __future__ import annotations

import functools
import http.server
import tempfile
import threading
import unittest
from pathlib import Path

from liveboard import static_page
from tests.browser import LiveBoardTest, needs_browser
from tests.helpers import SCRIPTS
from tests.live_boards import Deployments, WholeGames
from wasm.build import FOLDER

needs_module = unittest.skipUnless(
    (FOLDER / "strategos.wasm").exists(), "needs the WebAssembly module of build_page.py"
)


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves files, and says nothing about it."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


class IsolatedFiles(Files):
    """Serves files of a page that may share memory with its workers."""

    def end_headers(self) -> None:
        """The headers that isolate it."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


class AloneTest(LiveBoardTest):
    """The page in a folder, and a server of files."""

    handler: type[Files] = Files

    def serve(self) -> None:
        """Puts the page together and serves it."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        static_page.write(Path(folder), FOLDER)
        handler = functools.partial(self.handler, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.address = f"http://127.0.0.1:{server.server_address[1]}/"


class FilesTest(unittest.TestCase):
    def test_the_page_has_what_it_imports_and_nothing_of_reports(self) -> None:
        names = {str(path.relative_to(static_page.WEB)) for path in static_page.modules()}
        needed = {"live.js", "worker_table.js", "engine_workers.js", "boards/pacru.js", "dom.js"}
        self.assertLessEqual(needed, names)
        self.assertFalse(names & {"report.js", "value_graph.js", "boards/template.js"})

    def test_the_text_of_the_page(self) -> None:
        text = static_page.page()
        self.assertIn("wasm-unsafe-eval", text)
        self.assertIn('data-table="here"', text)
        served = (SCRIPTS / "web" / "board.html").read_text()
        self.assertNotEqual(text, served)


@needs_browser
@needs_module
class WholeGameTest(WholeGames, AloneTest):
    pass


@needs_browser
@needs_module
class DeploymentTest(Deployments, AloneTest):
    pass


class Services(LiveBoardTest):
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
        self.page.wait_for_selector("#said:has-text('thinks')")
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

    def test_a_clock_runs_out(self) -> None:
        self.page.click("#new")
        self.page.select_option("#new-clock", "own")
        self.page.fill("#own-minutes", "0.001")
        self.page.fill("#own-seconds", "0")
        self.page.click("#new-go")
        self.until(lambda state: state["over"])
        self.assertEqual((self.state["result"], self.state["reason"]), ("p2win", "time"))


@needs_browser
@needs_module
class ServiceTest(Services, AloneTest):
    """On any server of files."""

    def check_replacement(self) -> None:
        """It had."""
        self.page.wait_for_selector(self.replaced)

    def test_the_board_is_there_before_the_engine(self) -> None:
        page = self.open_page()
        page.route("**/*.wasm", lambda route: route.abort())
        page.goto(self.address)
        page.wait_for_selector("#board use", state="attached")
        page.wait_for_selector("#link:has-text('The engine cannot be loaded')")
        page.click("#analyse")
        self.faults.clear()

    def test_only_the_networks_of_the_game_are_loaded(self) -> None:
        names: list[str] = []
        self.page.on("request", lambda request: names.append(request.url.rpartition("/")[2]))
        self.begin("azacru", "startpos", ["engine", "person"])
        self.until(lambda state: len(state["turns"]) == 1)
        loaded = [name for name in names if name.endswith((".net", ".rnk"))]
        self.assertTrue(loaded)
        self.assertTrue(all(name.startswith("azacru") for name in loaded), loaded)

    def test_a_stored_game_that_cannot_be_read_is_told(self) -> None:
        self.page.evaluate("localStorage.setItem('strategos-game', 'nonsense')")
        self.page.reload()
        self.page.wait_for_selector("#said:has-text('The stored game cannot be opened')")
        self.until(lambda state: state["variant"] == "pacific-a" and not state["turns"])


@needs_browser
@needs_module
class IsolatedServiceTest(Services, AloneTest):
    """On a server that isolates the page."""

    handler = IsolatedFiles

    def check_replacement(self) -> None:
        """It is the same engine."""
        self.assertTrue(self.page.evaluate("crossOriginIsolated"))
        self.assertEqual(self.page.locator(self.replaced).count(), 0)


if __name__ == "__main__":
    unittest.main()
