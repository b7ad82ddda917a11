"""Tests of the board as a page by itself, served as plain files, in a real browser."""

from __future__ import annotations

import functools
import http.server
import tempfile
import threading
import unittest
from pathlib import Path

from liveboard import static_page
from tests import lines_boards, live_boards, puzzle_boards, teaching_boards
from tests.browser import LiveBoardTest, needs_browser
from tests.helpers import SCRIPTS
from wasm.build import MODULE, PACKAGE

# Notes the types of what the worker of the table says, in a storage that outlives a reload.
LISTENING = """
globalThis.Worker = class extends Worker {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => {
      const type = data.type === "state" && data.curtain ? "curtain" : data.type;
      sessionStorage.setItem("heard", `${sessionStorage.getItem("heard") ?? ""} ${type}`);
    });
  }
};
"""

needs_module = unittest.skipUnless(MODULE.exists(), "needs the WebAssembly module of build_page.py")


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
    # With this one the games have neither too few turns for a test nor too many.
    seed = 1

    def serve(self) -> None:
        """Puts the page together and serves it."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        static_page.write(Path(folder), PACKAGE)
        handler = functools.partial(self.handler, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.address = f"http://127.0.0.1:{server.server_address[1]}/?seed={self.seed}"


class FilesTest(unittest.TestCase):
    def test_the_page_has_what_it_imports_and_nothing_of_reports(self) -> None:
        names = {str(path.relative_to(SCRIPTS)) for path in static_page.modules()}
        needed = {"live.js", "worker_table.js", "engine_workers.js", "boards/pacru.js", "dom.js"}
        needed |= {"lines_panel.js", "lines_store.js"}
        needed = {f"web/{name}" for name in needed} | {"wasm/strategos.js", "wasm/index.js"}
        self.assertLessEqual(needed, names)
        self.assertFalse(names & {"web/report.js", "web/report_data.js", "web/boards/template.js"})

    def test_the_text_of_the_page(self) -> None:
        text = static_page.page()
        self.assertIn("wasm-unsafe-eval", text)
        self.assertIn('data-table="here"', text)
        served = (SCRIPTS / "web" / "board.html").read_text()
        self.assertNotEqual(text, served)


@needs_browser
@needs_module
class WholeGameTest(live_boards.WholeGames, AloneTest):
    pass


@needs_browser
@needs_module
class DeploymentTest(live_boards.Deployments, AloneTest):
    def test_a_game_is_stored_before_the_page_forgets_it(self) -> None:
        self.page.add_init_script(LISTENING)
        self.page.reload()
        self.until(lambda state: bool(state))
        self.page.evaluate("sessionStorage.setItem('heard', '')")
        self.begin("gameofwar", "deploy", ["person", "person"])
        heard = self.page.evaluate("sessionStorage.getItem('heard')").split()
        self.assertIn("curtain", heard)
        self.assertIn("snapshot", heard[: heard.index("curtain")])


@needs_browser
@needs_module
class RulesTest(teaching_boards.Rules, AloneTest):
    pass


@needs_browser
@needs_module
class LessonsTest(teaching_boards.Lessons, AloneTest):
    pass


@needs_browser
@needs_module
class PuzzlesTest(puzzle_boards.Puzzles, AloneTest):
    pass


@needs_browser
@needs_module
class OpeningsTest(puzzle_boards.Openings, AloneTest):
    pass


@needs_browser
@needs_module
class ReviewTest(live_boards.Reviews, AloneTest):
    pass


@needs_browser
@needs_module
class ByLinesTest(lines_boards.GamesByLines, AloneTest):
    """The files are in the browser's storage, and chance comes from the browser."""

    def test_two_windows_of_one_player_do_not_sign_two_versions(self) -> None:
        self.begin_by_lines("gameofwar")
        second = self.ann.context.new_page()
        second.goto(self.address)
        second.click("#lines-open")
        second.click('[data-game="game-1"]')
        second.wait_for_selector("#tray:not([hidden])")
        self.set_up(self.ann)
        second.wait_for_selector("#lines-out")
        self.assertEqual(second.input_value("#lines-out"), self.ann.input_value("#lines-out"))

    def test_a_browser_without_room_says_so_and_the_file_can_be_downloaded(self) -> None:
        self.begin_by_lines("gameofwar")
        full = "() => { Storage.prototype.setItem = () => { throw new Error(); }; }"
        self.ann.evaluate(full)
        self.set_up(self.ann)
        self.ann.wait_for_selector("#link:has-text('cannot store game-1')")
        self.assertIn(self.ann.input_value("#lines-out"), self.file_of(self.ann))


@needs_browser
@needs_module
class ServiceTest(live_boards.Services, AloneTest):
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
class IsolatedServiceTest(live_boards.Services, AloneTest):
    """On a server that isolates the page."""

    handler = IsolatedFiles

    def check_replacement(self) -> None:
        """It is the same engine."""
        self.assertTrue(self.page.evaluate("crossOriginIsolated"))
        self.assertEqual(self.page.locator(self.replaced).count(), 0)


if __name__ == "__main__":
    unittest.main()
