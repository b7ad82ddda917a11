"""Tests of games by lines on the live board behind a server."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from tests import lines_boards
from tests.browser import BoardTest, needs_board, needs_browser


@needs_browser
@needs_board
class ByLinesTest(lines_boards.GamesByLines, BoardTest):
    """Both players' files are in one folder, under different names."""

    def serve(self) -> None:
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.start_server("--variant", self.variant, "--sealed", str(Path(self.folder, "sealed")))

    def test_the_files_are_those_of_the_program(self) -> None:
        self.begin_by_lines()
        names = sorted(path.name for path in Path(self.folder, "sealed").iterdir())
        self.assertEqual(names, ["game-1", "game-2"])
        text = Path(self.folder, "sealed", "game-1").read_text(encoding="utf-8")
        self.assertEqual(text, self.file_of(self.ann))


if __name__ == "__main__":
    unittest.main()
