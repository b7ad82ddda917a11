"""Shared by the tests in a real browser: Chromium, the engine, the live board, pages.

The browser is `CHROMIUM` or the system's Chromium. The engine is `STRATEGOS_ENGINE` or the newest
build here.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tests.helpers import SCRIPTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, WebSocket

T = TypeVar("T")
PATIENCE_S = 20.0
PATIENCE_MS = 1000 * PATIENCE_S
VECTORS = SCRIPTS.parent / "tests" / "vectors"


def chromium() -> str | None:
    """The browser, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def engine() -> str | None:
    """The engine, if it was built."""
    builds = [SCRIPTS.parent / "target" / kind / "strategos" for kind in ("release", "debug")]
    found = [path for path in builds if path.exists()]
    newest = str(max(found, key=lambda path: path.stat().st_mtime)) if found else None
    return os.environ.get("STRATEGOS_ENGINE") or newest


def _missing(*packages: str) -> list[str]:
    return [name for name in packages if importlib.util.find_spec(name) is None]


needs_browser = unittest.skipIf(
    chromium() is None or _missing("playwright"), "needs Chromium and the package playwright"
)
needs_board = unittest.skipIf(
    engine() is None or _missing("aiohttp"), "needs a build of the engine and the package aiohttp"
)


class Window:
    """Chromium, started on first use and closed after the last test."""

    _playwright: Playwright | None = None
    _browser: Browser | None = None

    @classmethod
    def open(cls) -> Browser:
        """The browser."""
        if cls._browser is None:
            from playwright.sync_api import sync_playwright

            cls._playwright = sync_playwright().start()
            cls._browser = cls._playwright.chromium.launch(
                executable_path=chromium(), args=["--no-sandbox"]
            )
        return cls._browser

    @classmethod
    def close(cls) -> None:
        """Ends it."""
        browser, cls._browser = cls._browser, None
        playwright, cls._playwright = cls._playwright, None
        if browser is not None:
            browser.close()
        if playwright is not None:
            playwright.stop()


class PageTest(unittest.TestCase):
    """A page that must not print errors."""

    page: Page
    viewport: tuple[int, int] = (1280, 900)

    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(Window.close)

    def open_page(self, **settings: Any) -> Page:
        """A new page that shares nothing with others."""
        width, height = self.viewport
        settings.setdefault("viewport", {"width": width, "height": height})
        context = Window.open().new_context(**settings)
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda line: self.faults.append(line.text) if line.type == "error" else None,
        )
        self.addCleanup(lambda: self.assertEqual(self.faults, []))
        return page


class Adviser:
    """An engine that suggests moves: one process for a whole test."""

    def __init__(self, variant: str, *options: str) -> None:
        command = engine()
        assert command is not None
        self._process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._say(f"setoption name UCI_Variant value {variant}", *options)

    def _say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))

    def ask(self, begin: str, *lines: str) -> str:
        """Sends lines and returns the first answer that begins with `begin`, without it."""
        assert self._process.stdout is not None
        self._say(*lines)
        for line in self._process.stdout:
            if line.startswith(begin):
                return line.removeprefix(begin).strip()
        raise AssertionError("the engine has ended")

    def best(self, position: str, nodes: int = 400) -> str:
        """A turn."""
        return self.ask("bestmove", f"position {position}", f"go nodes {nodes}").split()[0]

    def close(self) -> None:
        """Ends it."""
        self._process.communicate("quit\n")


class LiveBoardTest(PageTest):
    """A live board in a page, and what a person does there. `state` is the page's state with what
    is on its board, its draft of a deployment, and its turns."""

    variant = "pacific-a"
    seed = 7
    address = ""

    def setUp(self) -> None:
        self.serve()
        self.page = self.open_page()
        self.traffic: list[str] = []
        self.state: dict[str, Any] = {}
        self.page.on("websocket", self._listen)
        self.page.goto(self.address)
        self.until(lambda state: bool(state))

    def serve(self) -> None:
        """Serves the page, and sets its address."""
        raise NotImplementedError

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.traffic.append(str(frame)))

    # --- Actions of a person ---

    def look(self) -> dict[str, Any]:
        """The state of the page; empty while it is being loaded."""
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(STATE_OF) or {}
        except Error:
            return {}

    def until(self, holds: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE_S) -> None:
        """Waits for a state of the game."""
        end = time.monotonic() + seconds
        while True:
            self.state = self.look()
            if self.state and holds(self.state):
                return
            if time.monotonic() > end:
                said = [self.page.inner_text(part) for part in ("#link", "#problem", "#said")]
                self.fail(f"the page says {said}, its state is {self.state}")
            self.page.wait_for_timeout(20)

    def position(self) -> str:
        """The position as the person knows it, in the words of the command `position`."""
        return str(self.page.evaluate(POSITION_OF)).removeprefix("position ")

    def tokens(self) -> list[str]:
        """The turns up to the position that is shown."""
        return [turn["token"] for turn in self.state["turns"]]

    def click(self, square: str) -> None:
        """Clicks a square of the board."""
        point = self.page.evaluate(POINT_OF, [self.state["variant"], square])
        self.page.mouse.click(point["x"], point["y"])

    def play(self, token: str) -> None:
        """Plays a turn by clicks."""
        for action in token.split(","):
            before = self.look()
            path = self.page.evaluate(PATH_OF, [self.state["variant"], action])
            mode = self.page.locator(f'#menu [data-mode="{path["kind"]}"]')
            if path["kind"] in ("charges", "torpedo", "move") and mode.count():
                mode.click()
            for clicks, square in enumerate(path["path"]):
                # The only action left is played before all its squares are clicked.
                if clicks and not self.page.locator("#board .chosen").count():
                    break
                self.click(square)
            choice = self.page.locator(f'#menu [data-token="{action}"]')
            if self.look() == before and choice.count():
                choice.click()
            place = before.get("at"), before.get("fen")
            self.until(lambda state, place=place: (state.get("at"), state.get("fen")) != place)  # type: ignore[misc]

    def begin(
        self, variant: str, start: str, seats: Sequence[str], open_board: bool = False,
        seconds: str = "",
    ) -> None:  # fmt: skip
        """A new game by the dialog. A seat is `person` or `engine`. An engine has the lowest level,
        unless it has `seconds`."""
        page = self.page
        page.click("#new")
        page.select_option("#new-variant", variant)
        kind = start if start in ("startpos", "deploy") else "fen"
        page.select_option("#new-start", kind)
        if kind == "fen":
            page.fill("#new-fen", start)
        for seat, who in enumerate(seats):
            page.select_option(f"#seat-{seat}", who)
            if who == "engine":
                page.fill(f"#level-{seat}", "20" if seconds else "0")
                page.fill(f"#time-{seat}", seconds or "0.1")
        page.set_checked("#new-open", open_board)
        page.click("#new-go")
        self.until(
            lambda state: (
                state["variant"] == variant
                and [seat["kind"] for seat in state["seats"]] == list(seats)
                # Engines among themselves may have played to the end.
                and not (state["over"] and "person" in seats)
            )
        )


class BoardTest(LiveBoardTest):
    """A live board of `board.py`."""

    options: tuple[str, ...] = ()

    def serve(self) -> None:
        """Starts the server."""
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.start_server("--variant", self.variant)

    def start_server(self, *more: str) -> None:
        """Starts a server that keeps its game in the folder of the test."""
        command = engine()
        assert command is not None
        kept = Path(self.folder, "game.json")
        self.server = subprocess.Popen(
            [sys.executable, str(SCRIPTS / "board.py"), "--no-browser", "--port", "0",
             "--engine", command, "--seed", str(self.seed), "--keep", str(kept),
             *self.options, *more],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.addCleanup(self.end_server)
        assert self.server.stdout is not None
        self.address = next(word for word in self.server.stdout.readline().split() if "//" in word)

    def end_server(self) -> None:
        """Ends it."""
        if self.server.poll() is None:
            self.server.terminate()
            self.server.communicate(timeout=20)


STATE_OF = """async () => {
  const { page } = await import("/web/live.js");
  const { state, tree, draft } = page;
  if (!state) return null;
  const path = state.board ? tree.path(state.board.at) : [];
  const turns = [];
  for (const { token, turn, player } of path) {
    if (turn || !turns.length) turns.push({ token, player });
    else turns[turns.length - 1].token += `,${token}`;
  }
  return { ...state, ...state.board, draft, turns, steps: path.length };
}"""

POSITION_OF = """async () => {
  const { page } = await import("/web/live.js");
  return new Promise((done) => page.withPosition(done));
}"""

POINT_OF = """async ([variant, square]) => {
  const { boardOf } = await import("/web/boards/index.js");
  const board = boardOf(variant);
  const box = document.querySelector("#board svg").getBoundingClientRect();
  const scale = Math.min(box.width / board.width, box.height / board.height);
  const [x, y] = board.centre(square);
  return {
    x: box.left + (box.width - board.width * scale) / 2 + x * scale,
    y: box.top + (box.height - board.height * scale) / 2 + y * scale,
  };
}"""

PATH_OF = """async ([variant, token]) => {
  const { boardOf } = await import("/web/boards/index.js");
  const { kind, path } = boardOf(variant).read(token);
  return { kind: ["charges", "torpedo"].includes(kind) ? kind : "move", path };
}"""
