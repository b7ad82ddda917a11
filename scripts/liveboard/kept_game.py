"""The file that keeps the game of the board, so that a server that is started again finds it."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


def default_path() -> Path:
    """The file where the system keeps the states of programs."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        folder = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(folder) / "strategos" / "board.json"


class KeptGame:
    """The last snapshot of the table, in memory and in a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.snapshot = ""
        self.problem = ""

    def read(self) -> None:
        """Reads the file, if there is one; raises OSError."""
        if self._path is not None:
            with contextlib.suppress(FileNotFoundError):
                self.snapshot = self._path.read_text(encoding="utf-8", errors="replace")

    def keep(self, snapshot: str) -> None:
        """Keeps a snapshot. A file that cannot be written is told once, in `problem`."""
        self.snapshot = snapshot
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new = self._path.with_name(self._path.name + ".new")
            new.write_text(snapshot, encoding="utf-8")
            new.replace(self._path)
        except OSError as error:
            self.problem = f"The game is not kept for the next start: {error}"
            self._path = None
