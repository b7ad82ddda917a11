"""Tests of the openings that come with the scripts, `scripts/openings`."""

from __future__ import annotations

import asyncio
import re
import unittest
from pathlib import Path

from matches.opening_book import opening_problem
from matches.opening_files import read_openings
from matches.referee import Referee
from opening_books.book import read_line
from opening_books.choice import Window
from opening_books.model import Verdict
from strategos_client import EngineConfig
from tests.browser import engine
from tests.helpers import SCRIPTS

FILES = sorted((SCRIPTS / "openings").rglob("*.epd"))
HEADING = re.compile(r"# make_openings\.py: variant (\S+), .* window (\d+-\d+) centipawns")
LEAST = 80


class OpeningFilesTest(unittest.TestCase):
    def heading(self, path: Path) -> tuple[str, Window]:
        found = HEADING.fullmatch(path.read_text().splitlines()[0])
        assert found is not None, path
        return found[1], Window.parse(found[2])

    def test_each_is_of_its_variant_and_within_its_window(self) -> None:
        self.assertGreater(len(FILES), 1)
        for path in FILES:
            variant, window = self.heading(path)
            self.assertEqual(variant, path.stem)
            kept = [read_line(line) for line in path.read_text().splitlines()[1:]]
            self.assertGreaterEqual(len(kept), LEAST, path)
            for opening in kept:
                self.assertTrue(window.holds(Verdict(1, opening.scores, 1, 1)), opening)

    def test_unbalanced_ones_favour_each_player_equally_often(self) -> None:
        unbalanced = [path for path in FILES if path.parent.name == "unbalanced"]
        self.assertGreater(len(unbalanced), 5)
        for path in unbalanced:
            self.assertGreater(self.heading(path)[1].least, 0, path)
            kept = [read_line(line) for line in path.read_text().splitlines()[1:]]
            favourites = [opening.favourite for opening in kept]
            self.assertEqual(favourites.count(1), favourites.count(2), path)

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_engine_accepts_them_and_they_differ(self) -> None:
        for path in FILES:
            self.assertEqual(asyncio.run(self.problem(path)), "")

    async def problem(self, path: Path) -> str:
        config = EngineConfig("engine", (str(engine()),))
        referee = await Referee.start(config, path.stem, None)
        try:
            placed = read_openings(path)
            boards = {" ".join(one.opening.start.split()[:-2]) for one in placed}
            self.assertEqual(len(boards), len(placed), path)
            return await opening_problem(referee, placed)
        finally:
            await referee.quit()


if __name__ == "__main__":
    unittest.main()
