"""Shared by the tests in a real browser: Chromium, the engine, the live board, pages.

The browser is `CHROMIUM` or the system's Chromium. The engine is `STRATEGOS_ENGINE` or the newest
build here.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import unittest
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tests.helpers import SCRIPTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, WebSocket

T = TypeVar("T")
PATIENCE_MS = 20_000
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


class BoardTest(PageTest):
    """A live board, and a page with its traffic."""

    variant = "pacific-a"
    seed = 7

    def setUp(self) -> None:
        command = engine()
        assert command is not None
        self.server = subprocess.Popen(
            [sys.executable, str(SCRIPTS / "board.py"), "--no-browser", "--port", "0",
             "--engine", command, "--variant", self.variant, "--seed", str(self.seed)],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.addCleanup(self._end)
        assert self.server.stdout is not None
        self.address = next(word for word in self.server.stdout.readline().split() if "//" in word)
        self.page = self.open_page()
        self.traffic: list[str] = []
        self.state: dict[str, Any] = {}
        self.page.on("websocket", self._listen)
        self.page.goto(self.address)
        self.page.wait_for_selector("#seats li")

    def _end(self) -> None:
        self.server.terminate()
        self.server.communicate(timeout=20)

    def _listen(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", self._heard)

    def _heard(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.traffic.append(text)
        message = json.loads(text)
        if message["type"] == "state":
            self.state = message

    # --- Actions of a person ---

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Waits for a state of the game."""
        if self.state and holds(self.state):
            return
        with self.socket.expect_event(
            "framereceived", lambda _: bool(self.state) and holds(self.state), timeout=PATIENCE_MS
        ):
            pass

    def click(self, square: str) -> None:
        """Clicks a square of the board."""
        point = self.page.evaluate(POINT_OF, [self.state["variant"], square])
        self.page.mouse.click(point["x"], point["y"])

    def play(self, token: str) -> None:
        """Plays a turn by clicks."""
        for action in token.split(","):
            steps = self.state["tip"]
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
            if self.state["tip"] == steps and choice.count():
                choice.click()
            self.until(lambda state, steps=steps: state["curtain"] or state["tip"] > steps)  # type: ignore[misc]

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
                page.fill(f"#time-{seat}", seconds or "1")
        page.set_checked("#new-open", open_board)
        kinds = list(seats)
        self.state = {}
        page.click("#new-go")
        self.until(
            lambda state: (
                state["variant"] == variant and [seat["kind"] for seat in state["seats"]] == kinds
            )
        )


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
