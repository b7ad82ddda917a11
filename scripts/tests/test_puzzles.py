"""Tests of puzzles and of the opening explorer: their data, their modules, and the page."""

from __future__ import annotations

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from strategos_client import SimpleEngine
from teaching.puzzles import puzzles_of, sets
from teaching.referee import Referee
from tests import puzzle_boards
from tests.browser import BoardTest, engine, needs_board, needs_browser
from tests.helpers import SCRIPTS

SET = """strategos puzzles 1
variant pacific-a
made by nodes 500 check 5000 seed 1
1230 | win | capture,chain | c11c2c3/4/2p31/4/1p1p21/2P11/4/C13 w 0 1 | e3g5e7 | #2 -310
end 1 games 7
"""


class BooksTest(unittest.TestCase):
    def test_every_variant_has_a_book(self) -> None:
        with SimpleEngine.popen([str(engine())]) as simple:
            variants = simple.options["UCI_Variant"].choices
        books = {path.stem: path for path in (SCRIPTS / "web" / "books").glob("*.book")}
        self.assertEqual(set(books), set(variants))
        for variant, path in books.items():
            lines = path.read_text(encoding="utf-8").splitlines()
            self.assertEqual(lines[:2], ["strategos book 1", f"variant {variant}"])
            self.assertLess(path.stat().st_size, 60_000, variant)


@unittest.skipIf(engine() is None, "needs a build of the engine")
class SetsTest(unittest.TestCase):
    def setUp(self) -> None:
        simple = SimpleEngine.popen([str(engine())])
        self.addCleanup(simple.quit)
        self.referee = Referee(simple)

    def read(self, text: str) -> list[dict[str, Any]]:
        """The puzzles of a set of Pacific."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "pacific-a.txt")
            path.write_text(text, encoding="utf-8")
            return puzzles_of(path, self.referee)

    def test_a_puzzle_is_completed(self) -> None:
        (puzzle,) = self.read(SET)
        self.assertEqual(puzzle["rating"], 1230)
        self.assertEqual(puzzle["themes"], ["capture", "chain"])
        (step,) = puzzle["steps"]
        self.assertEqual((step["turn"], step["legal"]), ("e3g5e7", ["e3c5", "e3g5e7"]))
        self.assertNotEqual(puzzle["end"]["fen"], step["fen"])

    def test_faults(self) -> None:
        for old, new, fault in (
            ("pacific-a\n", "pacru\n", "no whole set of puzzles of pacific-a"),
            ("end 1 games 7\n", "", "no whole set"),
            ("e3g5e7", "e3g5", "illegal"),
            (" | #2 -310", "", "no puzzle: 1230"),
        ):
            with self.assertRaisesRegex(ValueError, fault):
                self.read(SET.replace(old, new))

    def test_there_are_sets(self) -> None:
        self.assertGreaterEqual(len(sets()), 5)


@needs_browser
@needs_board
class ModulesTest(BoardTest):
    def run_module(self, module: str, code: str) -> Any:
        """What a function of a module returns."""
        return self.page.evaluate(
            f"async () => {{ const m = await import('/web/{module}'); {code} }}"
        )

    def test_a_book_is_read(self) -> None:
        found = self.run_module("book.js", BOOK)
        self.assertEqual(found["first"], ["c3d4", "g3h4"])
        self.assertEqual(found["count"], 6)
        self.assertEqual(found["same"], True)
        self.assertEqual(found["rest"], ["b", "c"])
        self.assertEqual(found["none"], None)
        self.assertEqual(found["words"], ["+0.10", "-0.03", "0.00", "M3", "-M2", "41 / 30 / 29 %"])
        self.assertEqual(found["numbers"], [29997, -29998, 300])

    def test_ratings_and_repetition(self) -> None:
        found = self.run_module("training.js", TRAINING)
        up, down = found["up"], found["down"]
        self.assertGreater(up["rating"], 1200)
        self.assertLess(down["rating"], 1200)
        self.assertAlmostEqual(up["rating"] + down["rating"], 2400, places=6)
        self.assertLess(up["deviation"], 350)
        self.assertEqual((up["solved"], up["tried"], down["solved"]), (1, 1, 0))
        # A surprise counts more.
        self.assertGreater(found["surprise"]["rating"], up["rating"])
        self.assertGreaterEqual(found["often"]["deviation"], 50)
        self.assertEqual(found["boxes"], [1, 2, 3, 4, 5, 5, 0])
        self.assertEqual(found["next"], [1, 0, 2, 1])


@needs_browser
@needs_board
class PuzzlesTest(puzzle_boards.Puzzles, BoardTest):
    def test_puzzles_that_cannot_be_loaded(self) -> None:
        self.page.route("**/teaching/*", lambda route: route.abort())
        self.page.click("#show-puzzles")
        self.page.wait_for_selector("#puzzle-said:has-text('cannot be loaded')")
        self.faults.clear()


@needs_browser
@needs_board
class OpeningsTest(puzzle_boards.Openings, BoardTest):
    def test_a_book_that_cannot_be_loaded(self) -> None:
        self.page.route("**/books/*", lambda route: route.abort())
        self.page.click("#show-openings")
        self.page.wait_for_selector("#openings:has-text('The book cannot be loaded')")
        self.faults.clear()


@needs_browser
@needs_board
class PhoneTest(BoardTest):
    viewport = (390, 844)

    def test_a_puzzle_fits_a_phone(self) -> None:
        self.page.click("#show-puzzles")
        self.page.wait_for_selector("#puzzle-board use", state="attached")
        for part in ("#puzzle-board svg", "#puzzle-title", "#puzzle-next"):
            box = self.page.locator(part).bounding_box()
            assert box is not None
            self.assertGreaterEqual(box["x"], 0)
            self.assertLessEqual(box["x"] + box["width"], self.viewport[0])


BOOK = """
const text = ["strategos book 1", "variant pacific-a", "made by hand", "1 g3h4 -10 5", "2 x 3 4",
  "3 a,b -2 3", "3 a,c -9 3", "1 c3d4 10 5", "2 y 3 4", "3 z 0 1 =2", "end 7", ""].join("\\n");
const root = m.readBook(text, 2);
const rest = m.movesAfter(root, ["g3h4", "x", "a"], false);
const way = (tokens) => m.movesAfter(root, tokens, true);
return {
  first: root.moves.map(({ token }) => token),
  count: m.below(root.moves),
  same: way(["c3d4", "y", "z"])[0] === way(["g3h4", "x"])[0],
  rest: rest.map(({ token }) => token),
  none: way(["a3b4"]) ?? null,
  words: ["10", "-3", "0", "#3", "#-2", "412/300/288"].map(m.valueWords),
  numbers: [["#3", 0], ["#-2", 0], ["412/300/288", 1]].map((one) => m.numberOf(...one)),
};"""
TRAINING = """
const { standing } = m.beginner();
const [up, down] = [true, false].map((isSolved) => m.rated(standing, 1200, isSolved));
let often = standing;
for (let count = 0; count < 200; count += 1) often = m.rated(often, 1200, count % 2 === 0);
let progress = m.beginner();
const boxes = [true, true, true, true, true, true, false].map((isSolved) => {
  progress = m.learned(progress, { rating: 1000, name: "a" }, isSolved, 0);
  return progress.memories.a.box;
});
const all = [["a", 1000], ["b", 1300], ["c", 1900]].map(([name, rating]) => ({ name, rating }));
const first = m.beginner();
const seen = m.learned(first, all[1], false, 0);
const both = m.learned(m.learned(seen, all[0], true, 5), all[2], true, 6);
const next = [m.nextOf(all, first, 0), m.nextOf(all, { ...first, memories: seen.memories }, 1),
  m.nextOf(all, { standing: { ...standing, rating: 1800 }, memories: seen.memories }, 1),
  m.nextOf(all, both, 7)];
return { up, down, surprise: m.rated(standing, 1600, true), often, boxes, next };"""


if __name__ == "__main__":
    unittest.main()
