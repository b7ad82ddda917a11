"""A progress bar on a terminal."""

from __future__ import annotations

import sys
import time

from .output import duration

WIDTH = 30


class Bar:
    """A bar on standard error, if that is a terminal. Use `say` for other lines."""

    def __init__(self, total: int | None, before: int = 0) -> None:
        self._total = total
        self._before = before
        self._done = before
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def show(self, done: int, remark: str = "") -> None:
        """Shows that `done` items are done."""
        self._done = done
        if self._shown:
            self._draw(self.text() + remark)

    def say(self, text: str) -> None:
        """Prints a line of text without the bar in it."""
        if self._shown:
            self._draw("")
        print(text, file=sys.stderr, flush=True)

    def text(self) -> str:
        """Items done, time passed and, if the total is known, time left."""
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
