"""Tests of `make_openings.py`."""

from __future__ import annotations

import asyncio
import contextlib
import io
import random
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from matches.opening_files import read_openings
from matches.plan import MatchError, Opening
from opening_books import run as running_jobs
from opening_books.book import Book, line_of, read_line
from opening_books.candidate_engine import CandidateEngine, Settings
from opening_books.choice import Choice, Window
from opening_books.cli import main, parse_span
from opening_books.fleets import BASIC, kinds, without, worth
from opening_books.model import Candidate, Scored, Verdict
from opening_books.sources import from_fleets
from strategos_client import Engine, EngineConfig
from tests.browser import engine
from tests.helpers import FAKE, TAG, running

FLEET = "K@a1,K@c1,Q@a2>a1,Q@c2>c1,R@e1,R@f1,R@g1,R@h1,R@i1,B@a3,B@b3,B@c3,B@d3,B@e3," + (
    ",".join(f"N@{file}4" for file in "abcdefghijkl") + ",end"
)


def scored(number: int, *scores: int, key: str = "") -> Scored:
    return Scored(Candidate(number, f"a/{number} w"), key or str(number), Verdict(1, scores, 9, 99))


class ChoiceTest(unittest.TestCase):
    def test_windows(self) -> None:
        self.assertEqual(Window.parse("50"), Window(0, 50))
        self.assertEqual(Window.parse("80-200"), Window(80, 200))
        for bad in ("", "x", "-5", "9-3", "1-2-3"):
            with self.assertRaisesRegex(ValueError, "--window"):
                Window.parse(bad)
        self.assertEqual(parse_span("3-5"), range(3, 6))
        self.assertEqual(parse_span("4"), range(4, 5))
        for bad in ("", "5-3", "a"):
            with self.assertRaises(ValueError):
                parse_span(bad)

    def test_what_the_first_look_refuses_is_far_outside(self) -> None:
        for window in (Window(0, 50), Window(100, 200)):
            held = [s for s in range(-500, 501) if window.holds(Verdict(1, (s, -s), 1, 1))]
            self.assertTrue(all(window.may_hold(score, 2) for score in held))
        self.assertFalse(Window(0, 50).may_hold(-200, 2))
        self.assertFalse(Window(100, 200).may_hold(10, 2))
        # With three players another one may be far from even.
        self.assertTrue(Window(100, 200).may_hold(10, 3))

    def test_different_openings_within_the_window(self) -> None:
        choice = Choice(Window(0, 50), 3, 2)
        found = (
            scored(1, 50, -50), scored(2, 51, -51), scored(3, 0, 0, key="1"), scored(4, -50, 50),
            Scored(Candidate(5, "x"), "5", None), scored(6, 1, -1), scored(7, 0, 0),
        )  # fmt: skip
        taken = [one.candidate.number for one in found if choice.takes(one)]
        self.assertEqual(taken, [1, 4, 6])
        self.assertTrue(choice.is_full)

    def test_unbalanced_openings_favour_each_player_equally_often(self) -> None:
        choice = Choice(Window(80, 200), 4, 2)
        scores = (100, 90, 110, 79, -100, 120, -201, -80)
        taken = [score for n, score in enumerate(scores) if choice.takes(scored(n, score, -score))]
        self.assertEqual(taken, [100, 90, -100, -80])

    def test_a_handicap_favours_the_other_side(self) -> None:
        choice = Choice(Window(0, 200), 2, 2)
        taken = []
        for number, (favourite, score) in enumerate(((2, 100), (2, -100), (2, -50), (1, 0))):
            candidate = Candidate(number, "x", favourite=favourite)
            verdict = Verdict(1, (score, -score), 1, 1)
            if choice.takes(Scored(candidate, str(number), verdict)):
                taken.append(number)
        self.assertEqual(taken, [1, 3])

    def test_three_players_are_even_when_none_is_ahead_of_the_others(self) -> None:
        behind = Verdict(1, (-30, -40, -35), 1, 1)
        self.assertEqual((behind.distance, behind.favourite), (5, 1))
        self.assertEqual(Verdict(2, (-30, 60, -30), 1, 1).distance, 60)
        self.assertEqual(Verdict(2, (-30, 60, -30), 1, 1).favourite, 2)


class BookTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "openings.epd")

    def test_lines_are_read_here_and_by_matches(self) -> None:
        verdict = Verdict(2, (-30, 30), 12, 300_000)
        line = line_of("nim", Candidate(17, "4/B4 b - 0 1", "White; 3 points short"), verdict)
        kept = read_line(line)
        self.assertEqual((kept.number, kept.fen, kept.favourite), (17, "4/B4 b - 0 1", 2))
        self.assertIn(" ce 30; acd 12; acn 300000; ", line)
        self.path.write_text(f"# heading\n{line}\n")
        (found,) = read_openings(self.path)
        self.assertEqual(found.opening, Opening("fen 4/B4 b - 0 1"))
        with self.assertRaises(ValueError):
            read_line("4/B4 b - 0 1")

    def test_a_line_that_was_cut_short_is_dropped(self) -> None:
        whole = line_of("nim", Candidate(3, "20 1"), Verdict(1, (7, -7), 2, 20))
        self.path.write_text(f"# heading\n{whole}\n{whole[:20]}")
        book = Book.open(self.path, "nim", "# heading", resume=True)
        book.close()
        self.assertEqual([kept.number for kept in book.kept], [3])
        self.assertEqual(self.path.read_text(), f"# heading\n{whole}\n")

    def test_other_files_are_refused(self) -> None:
        for text, problem in (
            ("# other\n", ":1: it was made otherwise: '# other'"),
            ("# heading\nstartpos\n", ":2: this is no line"),
        ):
            self.path.write_text(text)
            with self.assertRaisesRegex(MatchError, problem):
                Book.open(self.path, "nim", "# heading", resume=True)
            self.assertEqual(self.path.read_text(), text)


class ProgramTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "openings.epd")

    def make(self, *more: str, behaviour: str = "strong") -> tuple[int, str]:
        """The exit code and the messages."""
        program = f"cmd={sys.executable},args=-S {FAKE} {behaviour} {TAG}"
        words = ["--engine", program, "--variant", "nim", "--out", str(self.path), *more]
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            try:
                status = main(words)
            except SystemExit as end:
                status = int(end.code or 0)
        self.assertEqual(running(), [])
        return status, said.getvalue()

    def fens(self) -> list[str]:
        return [placed.opening.start for placed in read_openings(self.path)]

    def test_candidates_of_the_engine(self) -> None:
        status, said = self.make("--count", "3", "--window", "60")
        self.assertEqual((status, self.fens()), (0, ["fen 20 1", "fen 21 1", "fen 22 1"]), said)
        self.assertIn("3 openings of 3 candidates", said)
        status, said = self.make("--count", "3", "--window", "60")
        self.assertEqual(status, 2)
        self.assertIn(f"{self.path} holds something already: --resume", said)
        self.assertEqual(said.count("\n"), 1)

    def test_when_nothing_new_turns_up_it_ends(self) -> None:
        with mock.patch.object(running_jobs, "PATIENCE", 20):
            status, said = self.make("--count", "9", "--window", "60")
        self.assertEqual((status, len(self.fens())), (1, 3))
        self.assertIn("none of the last ", said)

    def test_the_same_openings_however_many_engines_and_interruptions(self) -> None:
        more = ("--from", "random", "--turns", "1-4", "--count", "9", "--window", "0-60")
        self.assertEqual(self.make(*more)[0], 0)
        whole = self.path.read_text()
        self.assertEqual(len(set(self.fens())), 9)
        self.path.unlink()
        self.assertEqual(self.make(*more, "--concurrency", "3")[0], 0)
        self.assertEqual(self.path.read_text(), whole)
        self.path.write_text(whole[: len(whole) // 2])
        self.assertEqual(self.make(*more, "--resume")[0], 0)
        self.assertEqual(self.path.read_text(), whole)
        self.path.unlink()
        self.assertEqual(self.make(*more, "--seed", "2")[0], 0)
        self.assertNotEqual(self.path.read_text(), whole)

    def test_three_players(self) -> None:
        more = ("--from", "random", "--turns", "1-2", "--count", "3", "--window", "60")
        self.assertEqual(self.make("--variant", "nim3", *more)[0], 0)
        for line in self.path.read_text().splitlines()[1:]:
            self.assertEqual(len(read_line(line).scores), 3)

    def test_what_is_wrong_is_a_line(self) -> None:
        for more, problem in (
            (["--window", "wide"], "--window takes centipawns"),
            (["--count", "0"], "--count is at least 1"),
            (["--turns", "3-5"], "--turns goes with --from random"),
            (["--from", "random", "--turns", "5-3"], "a span of whole numbers"),
            (["--from", "fleets"], "there are no fleets in nim"),
            (["--out", "/no/folder/x"], "/no/folder/x: No such file"),
            (["--engine", "/no/engine"], "cannot start"),
            (["--variant", "chess"], "unknown option or value"),
        ):
            status, said = self.make(*more)
            self.assertIn(problem, said)
            self.assertNotEqual(status, 0)
            self.assertEqual(said.count("\n"), 1, said)
            self.path.unlink(missing_ok=True)

    def test_an_engine_that_dies_ends_the_work(self) -> None:
        status, said = self.make("--from", "random", "--turns", "5-6", behaviour="crash")
        self.assertEqual(status, 1, said)
        self.assertNotIn("Traceback", said)


@unittest.skipIf(engine() is None, "needs a build of the engine")
class HiddenTest(unittest.TestCase):
    def test_nothing_is_hidden_from_the_judge(self) -> None:
        """With submarines on any square every position would look lost."""
        found = asyncio.run(self.start_position())
        self.assertTrue(found.verdict and found.verdict.distance < 100, found)

    async def start_position(self) -> Scored:
        config = EngineConfig("A", (str(engine()),))
        settings = Settings(config, "warpac-subs", "random", 1, 5000, Window(0, 100))
        scorer = await CandidateEngine.start(settings)
        try:
            scorer.engine.set_position("startpos")
            fen = await scorer.engine.fen()
            return Scored(Candidate(0, fen), "", await scorer.verdict(fen))
        finally:
            await scorer.quit()


class FleetTest(unittest.TestCase):
    def test_ships_are_left_out(self) -> None:
        chance = random.Random(1)
        self.assertEqual(worth(FLEET), 2 * 20 + 5 * 5 + 5 * 4 + 12 * 3)
        for points in (3, 4, 5):
            shortened = without(FLEET, points, chance)
            assert shortened is not None
            self.assertEqual(worth(shortened), worth(FLEET) - points)
            self.assertTrue(all(kinds(shortened)[kind] >= BASIC[kind] for kind in BASIC))
            self.assertTrue(shortened.endswith(",end"))
        several = [without(FLEET, 8, chance) for _ in range(20)]
        self.assertIn(worth(FLEET) - 8, [worth(fleet) for fleet in several if fleet])
        self.assertIsNone(without(FLEET, 30, chance))
        self.assertIsNone(without(FLEET, 2, chance))
        self.assertEqual(without(FLEET, 0, chance), FLEET)

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_both_ways_round(self) -> None:
        found = asyncio.run(self.candidates())
        for place, (candidate, (white, black)) in enumerate(found):
            short = black - white if place % 2 == 0 else white - black
            self.assertIn(short, range(3, 6))
            side = ("White", "Black")[place % 2]
            self.assertEqual(candidate.remark, f"{side} {short} points short")
            self.assertEqual(candidate.favourite, 2 - place % 2)
        self.assertEqual(len({candidate.fen for candidate, _ in found}), len(found))

    async def candidates(self) -> list[tuple[Candidate, list[int]]]:
        """Openings, each with the points of both sides as the engine counts them."""
        async with await Engine.start(EngineConfig("A", (str(engine()),))) as process:
            await process.set_options({"UCI_Variant": "warpac"})
            found = []
            for candidate in await from_fleets(process, 1, 0, range(3, 6)):
                process.set_position(f"fen {candidate.fen}")
                found.append((candidate, [int(word) for word in await process.query("material")]))
            return found


if __name__ == "__main__":
    unittest.main()
