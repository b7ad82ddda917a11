"""Tests of the package of npm around the engine in WebAssembly, in Node and in a browser.

`build_wasm.py` builds the module.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
import urllib.error
import urllib.request
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.browser import PageTest, needs_browser
from tests.helpers import SCRIPTS
from wasm.build import MODULE, put_together

NODE = shutil.which("node")
needs_module = unittest.skipUnless(MODULE.exists(), f"needs {MODULE}: scripts/build_wasm.py")
needs_node = unittest.skipUnless(NODE, "needs node")
MANIFEST = json.loads((SCRIPTS / "wasm" / "package.json").read_text())


class Folder:
    """The package with the present JavaScript, in a folder of its own."""

    def __init__(self, case: unittest.TestCase) -> None:
        holder = tempfile.TemporaryDirectory()
        case.addCleanup(holder.cleanup)
        self.path = Path(holder.name) / "package"
        put_together(MODULE, self.path)


@needs_module
class PackageTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Folder(self).path

    def test_all_files_are_there(self) -> None:
        for name in MANIFEST["files"]:
            self.assertTrue((self.folder / name).exists(), name)
        for export in MANIFEST["exports"].values():
            for name in export.values() if isinstance(export, dict) else [export]:
                self.assertTrue(list(self.folder.glob(name)), name)
        readme = (self.folder / "README.md").read_text()
        links = [link for link in re.findall(r"\]\(([^):]+)\)", readme) if ":" not in link]
        # The links to the sources of the module lead nowhere in a package.
        for link in filter(lambda link: not link.startswith("src/"), links):
            self.assertTrue((self.folder / link).exists(), link)

    @needs_node
    def test_engines_and_tables(self) -> None:
        assert NODE is not None
        done = subprocess.run(
            [NODE, str(SCRIPTS / "tests" / "wasm_package.js"), str(self.folder)],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        self.assertEqual((done.stdout, done.stderr), ("done\n", ""))

    @needs_node
    def test_the_example_of_a_server(self) -> None:
        assert NODE is not None
        server = subprocess.Popen(
            [NODE, str(self.folder / "examples" / "server.js"), "0"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.addCleanup(server.communicate, timeout=20)
        self.addCleanup(server.kill)
        assert server.stdout is not None
        address = f"http://localhost:{server.stdout.readline().split()[-1]}/game"
        seats = [{"kind": "person"}, {"kind": "engine", "level": 3, "nodes": 300}]
        state = post(address, {"do": "new", "variant": "pacru", "seats": seats})
        self.assertEqual((state["player"], state["board"]["live"]), (1, 0))
        state = post(address, {"do": "play", "token": "a3b4@b6"})
        self.assertEqual(state["player"], 1, "the engine has played")
        self.assertFalse(state["thinking"])
        with self.assertRaises(urllib.error.HTTPError) as caught:
            post(address, {"do": "play", "token": "a1i9"})
        self.assertEqual(caught.exception.code, 400)
        self.assertIn("a1i9", json.loads(caught.exception.read())["error"])
        caught.exception.close()


@needs_module
@needs_browser
class ExamplePageTest(PageTest):
    def test_the_example_of_a_page(self) -> None:
        handler = functools.partial(SilentHandler, directory=str(Folder(self).path))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = self.open_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/examples/page.html")
        page.wait_for_function("told.textContent === 'Your move.'")
        page.wait_for_function("board.textContent.includes('Player: 1 to move')")
        page.fill("#token", "a1i9")
        page.click("button")
        page.wait_for_function("told.textContent.includes('a1i9')")
        page.fill("#token", "a3b4@b6")
        page.click("button")
        page.wait_for_function("told.textContent === 'The engine thinks.'")
        page.wait_for_function("told.textContent === 'Your move.'")


class SilentHandler(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, *_: Any) -> None:
        pass


def post(address: str, order: dict[str, Any]) -> Any:
    """The answer of the server to an order."""
    request = urllib.request.Request(address, json.dumps(order).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


if __name__ == "__main__":
    unittest.main()
