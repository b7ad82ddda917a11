"""A bar on a terminal that says how far work has got."""

from __future__ import annotations

import sys
import time

from .output import duration

WIDTH = 30


class Bar:
    """Drawn on standard error, where that is a terminal; other lines go through `say`."""

    def __init__(self, total: int | None, before: int = 0) -> None:
        self._total = total
        self._before = before
        self._done = before
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def show(self, done: int, remark: str = "") -> None:
        """So much is done now."""
        self._done = done
        if self._shown:
            self._draw(self.text() + remark)

    def say(self, text: str) -> None:
        """A line of text, which the bar must not run into."""
        if self._shown:
            self._draw("")
        print(text, file=sys.stderr, flush=True)

    def text(self) -> str:
        """How far it has got and, where the total is known, how long it will take."""
        seconds = time.monotonic() - self._began
        if self._total is None:
            return f"{self._done} done, {duration(seconds)}"
        filled = WIDTH * self._done // max(self._total, 1)
        left = seconds / max(self._done - self._before, 1) * (self._total - self._done)
        return (
            f"[{'#' * filled}{'.' * (WIDTH - filled)}] {self._done}/{self._total}, "
            f"{duration(seconds)}, {duration(left)} left"
        )

    def end(self) -> None:
        """Ends the line of the bar."""
        if self._shown:
            print(file=sys.stderr)

    def _draw(self, text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
