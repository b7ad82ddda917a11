"""Tests of openings: files of text, EPD and games, and their order."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import unittest
from pathlib import Path

from matches.opening_book import heading_problem, opening_problem
from matches.opening_files import BookChoice, choose, parse_choice, parse_opening, read_openings
from matches.plan import MatchError, Opening, OpeningSource
from matches.records.pgn import to_pgn
from matches.referee import Referee
from tests.helpers import config, contestant, make_plan, play
from tests.test_records import sample


class LineTest(unittest.TestCase):
    def test_text(self) -> None:
        self.assertEqual(parse_opening("startpos"), Opening("startpos"))
        self.assertEqual(parse_opening("startpos moves a b"), Opening("startpos", ("a", "b")))
        self.assertEqual(parse_opening("a/b w"), Opening("fen a/b w"))
        self.assertEqual(parse_opening("fen a/b w moves c"), Opening("fen a/b w", ("c",)))
        for bad in ("moves a", "fen", "nonsense", "startpos a b"):
            with self.assertRaises(ValueError):
                parse_opening(bad)

    def test_epd(self) -> None:
        for text, wanted in (
            ('4/B4 w - 0 1 ce 12; id "x y"; acd 9;', Opening("fen 4/B4 w - 0 1")),
            ("4/B4 w - 0 1; ce -3;", Opening("fen 4/B4 w - 0 1")),
            ('4/B4 w x2 hmvc 3; fmvn 7; id "a";', Opening("fen 4/B4 w x2 3 7")),
            ('4/B4 w c6 c0 "a; b";', Opening("fen 4/B4 w c6")),
            ("4/B4 w - 0 1 moves a1b1 end; ce 5;", Opening("fen 4/B4 w - 0 1", ("a1b1", "end"))),
            ('startpos moves a1; id "x";', Opening("startpos", ("a1",))),
            ('deploy id "x";', Opening("deploy")),
        ):
            self.assertEqual(parse_opening(text), wanted, text)


class FileTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "openings")

    def openings(self, plies: int | None = None) -> list[Opening]:
        return [placed.opening for placed in read_openings(self.path, plies)]

    def test_lines_are_named(self) -> None:
        self.path.write_text("# comment\n\nstartpos\na/b w moves c\n")
        found = [placed.place for placed in read_openings(self.path)]
        self.assertEqual(found, [f"{self.path}:3", f"{self.path}:4"])
        self.path.write_text("startpos\n\nnonsense\n")
        with self.assertRaisesRegex(MatchError, rf"{self.path}:3: 'nonsense' is no position"):
            read_openings(self.path)
        self.path.write_text("# nothing\n")
        with self.assertRaisesRegex(MatchError, "no opening"):
            read_openings(self.path)

    def test_plies(self) -> None:
        self.path.write_text("startpos moves a b c\nstartpos moves a\n")
        self.assertEqual([o.moves for o in self.openings(2)], [("a", "b"), ("a",)])
        self.assertEqual([o.moves for o in self.openings(0)], [(), ()])

    def test_games_of_the_runner(self) -> None:
        """The opening of a game ends at its mark, or after a number of moves. Equal openings count
        once."""
        other = sample(2)
        other.opening, other.fen = [], "5/4 w - 0 1"
        self.path.write_text(to_pgn(sample()) * 2 + to_pgn(other))
        start = "fen 4B4 w - 0 1"
        self.assertEqual(self.openings(), [Opening(start, ("a1b1",)), Opening("fen 5/4 w - 0 1")])
        self.assertEqual(
            self.openings(2),
            [Opening(start, ("a1b1", "a3b4@a4")), Opening("fen 5/4 w - 0 1", ("a3b4@a4", "e4e6~"))],
        )
        text = self.path.read_text()
        second = text[: text.rindex("[Event")].count("\n") + 1
        found = [placed.place for placed in read_openings(self.path)]
        self.assertEqual(found, [f"{self.path}:1", f"{self.path}:{second}"])

    def test_what_is_named_pgn_has_games(self) -> None:
        self.path = self.path.with_suffix(".pgn")
        for text, problem in (
            ("1. a1b1 a3b4\n", ":1: a game begins with tags, not with '1. a1b1 a3b4'"),
            ("\n", ": no game that begins with tags"),
        ):
            self.path.write_text(text)
            with self.assertRaisesRegex(MatchError, f"{self.path}{problem}"):
                read_openings(self.path)

    def test_garbage_that_begins_with_a_bracket_is_named(self) -> None:
        for text, problem in (
            ("[", ":1: '\\[' is no position"),
            ("[1, 2, 3]\n", ":1: '\\[1,' is no position"),
            ('[{"fen": "x"}]\n', ":1: '\\[.* is no position"),
            ("[abc/def w\n", ":1: .* is no position"),
            ('[Event "x"]\n', ":1: these are tags without a game"),
            ('[foo "bar"]\n\n\n', ":1: these are tags without a game"),
            ('[Event "x"]\n[Result "1-0"\n\n1. a1b1 1-0\n', ":1: '\\[Result' is no move"),
            ('[Event "x"]\n\n1. a1b1 {unclosed 1-0\n', ":1: a comment does not end"),
            ('[Event "x"]\n\n<html>\n', ":1: '<html>' is no move"),
            ('x\n[Event "x"]\n\n1. a1b1 *\n', ":1: a game begins with tags, not with 'x'"),
            ('\n[Event "x"]\n\n*\n[Event "y"]\n', ":5: these are tags without a game"),
        ):
            self.path.write_text(text)
            with self.assertRaisesRegex(MatchError, f"{self.path}{problem}"):
                read_openings(self.path)
        chance = random.Random(1)
        for _ in range(2000):
            signs = chance.choices('[]{}"\\ \n/;:.1axw\x00\xff%*-', k=chance.randrange(40))
            self.path.write_text("[" + "".join(signs))
            with contextlib.suppress(MatchError):
                self.openings()

    def test_openings_of_another_variant_are_refused(self) -> None:
        self.path.write_text("# make_openings.py: variant nim3, from genfens, seed 1\nstartpos\n")
        self.assertEqual(len(choose(BookChoice(self.path), 1, "nim3")), 1)
        self.assertEqual(len(choose(BookChoice(self.path), 1)), 1)
        with self.assertRaisesRegex(MatchError, ":1: these are openings of nim3, not of nim"):
            choose(BookChoice(self.path), 1, "nim")
        self.path.write_text('[Variant "nim3"]\n\n*\n')
        with self.assertRaisesRegex(MatchError, ":1: this is a game of nim3, not of nim"):
            choose(BookChoice(self.path), 1, "nim")
        variants = ("nim", "nim3", "nim-x")
        for heading, variant, is_refused in (
            ("# The best of nim3", "nim", True),
            ("# The best of nim3", "nim3", False),
            ("# nim-x", "nim", True),
            ("# for nim and nim3", "nim", False),
            ("# openings", "nim", False),
            ("", "nim", False),
        ):
            problem = heading_problem(heading, variant, variants)
            self.assertEqual(bool(problem), is_refused, heading)

    def test_a_game_that_is_over_has_no_opening_but_its_start(self) -> None:
        """PGN has no result for a win in a game of three."""
        tags = '[FEN "5/4 w - 0 1"]\n[Result "*"]\n'
        for more, moves in (("", ("a", "b")), ('[Ranking "1 2 2"]\n', ())):
            self.path.write_text(f"{tags}{more}\n1. a b *\n")
            self.assertEqual(self.openings(), [Opening("fen 5/4 w - 0 1", moves)])

    def test_what_was_played_can_be_played_again_from_its_text(self) -> None:
        players = contestant("A", "strong"), contestant("B", "normal")
        plan = make_plan(*players, games=6, openings=OpeningSource(random_plies=3))
        _, records = play(plan)
        self.path.write_text("".join(map(to_pgn, records)))
        listed = tuple(self.openings())
        played = [record.opening for record in records[::2]]
        self.assertEqual([list(o.moves) for o in listed], played)
        _, again = play(make_plan(*players, games=6, openings=OpeningSource(listed)))
        self.assertEqual([r.opening for r in again[::2]], played)

    def test_order_and_start(self) -> None:
        self.path.write_text("".join(f"startpos moves {n}\n" for n in range(1, 9)))

        def numbers(choice: BookChoice, seed: int = 1) -> list[int]:
            return [int(placed.opening.moves[0]) for placed in choose(choice, seed)]

        self.assertEqual(numbers(BookChoice(self.path, start=6)), [6, 7, 8, 1, 2, 3, 4, 5])
        shuffled = numbers(BookChoice(self.path, shuffled=True))
        self.assertEqual(sorted(shuffled), list(range(1, 9)))
        self.assertNotEqual(shuffled, sorted(shuffled))
        self.assertEqual(numbers(BookChoice(self.path, shuffled=True)), shuffled)
        self.assertNotEqual(numbers(BookChoice(self.path, shuffled=True), seed=2), shuffled)
        later = numbers(BookChoice(self.path, shuffled=True, start=3))
        self.assertEqual(later, shuffled[2:] + shuffled[:2])
        with self.assertRaisesRegex(MatchError, "there is no opening 9, only 8"):
            choose(BookChoice(self.path, start=9), 1)

    def test_choice(self) -> None:
        for words in (
            ["f", "order=random", "start=3", "plies=8"],
            ["f,order=random,start=3,plies=8"],
            ["f", "plies=8,start=3,order=random"],
        ):
            self.assertEqual(parse_choice(words), BookChoice(Path("f"), True, 3, 8))
        self.assertEqual(parse_choice(["a,b.txt"]), BookChoice(Path("a,b.txt")))
        self.assertEqual(parse_choice(["f", "order=sequential"]), BookChoice(Path("f")))
        for bad in (
            "order=backwards",
            "start=0",
            "plies=x",
            "colour=red",
            "order=random,order=random",
        ):
            with self.assertRaisesRegex(ValueError, "--openings: "):
                parse_choice(["f", bad])

    def test_the_referee_names_the_first_bad_opening(self) -> None:
        self.path.write_text("startpos\nstartpos moves t9\n")
        bad = asyncio.run(self.problem())
        self.assertTrue(bad.startswith(f"{self.path}:2: ") and "illegal move t9" in bad, bad)
        self.path.write_text("startpos\nfen 1 1 moves t1\n")
        self.assertEqual(
            asyncio.run(self.problem()), f"{self.path}:2: the game is over in this position"
        )

    async def problem(self) -> str:
        referee = await Referee.start(config("normal"), "nim", None)
        try:
            return await opening_problem(referee, read_openings(self.path))
        finally:
            await referee.quit()


if __name__ == "__main__":
    unittest.main()
