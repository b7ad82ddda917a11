"""Tests of games as trees, and of PGN: the client, the match runner and the table read the same."""

from __future__ import annotations

import doctest
import json
import random
import subprocess
import unittest

from matches.records.game_record import GameRecord
from matches.records.pgn import to_pgn
from strategos_client import (
    Cp,
    GameNode,
    GameTree,
    MoveNote,
    PgnError,
    SearchInfo,
    SearchResult,
    games,
    pgn,
    read_game,
    read_games,
)
from tests.browser import engine

# Games of Pacru as people and programs write them.
GAMES = """
% a line for programs
[Event "one"]
[White "A \\"the\\" \\\\ B"]
[Black "C"]
[Result "0-1"]
[Variant "pacru"]

{before} 1. i9i8! {good [x]} (1. e1f2?! $2 e9e8 ; to the end of (the line
2. i9i8 (2. i9h8 {deeper}) a1a2) a1a2 {one} {two}
2.e1e2 $6 e9e8 0-1

[Event "two"]
[Variant "pacru"]
[Start "startpos"]

1. i9i8 {a comment
[Event "no tag"]
} 1... a1a2 *
[Event "three"]
[Variant "pacru"]
[Result "1/2-1/2"]

1/2-1/2
"""
WRONG = (
    ("1. a1b1", 1, "a game begins with tags, not with '1. a1b1'"),
    ('\n[Event "x"]\n', 2, "these are tags without a game"),
    ('[Event "x"]\n\na1b1 (c1d1 *', 1, "a variation does not end"),
    ('[Event "x"]\n\na1b1 ) *', 1, "a variation ends that has not begun"),
    ('[Event "x"]\n\n( a1b1 ) *', 1, "a variation has no move before it"),
    ('[Event "x"]\n\na1b1 {x', 1, "a comment does not end"),
    ('[Event "x"]\n\na1b1 x} *', 1, "'}' ends no comment"),
    ('[Event "x"]\n\n<p> *', 1, "'<p>' is no move"),
    ('[Event "x"]\n\n*\n[Event "y"]\n\na:b *', 4, "'a:b' is no move"),
)


def told(node: GameNode) -> list[object]:
    """A tree as lists."""
    return [
        [child.token, child.mark, child.comment, *told(child)] for child in node.variations
    ]  # fmt: skip


class TreeTest(unittest.TestCase):
    def test_documentation(self) -> None:
        for module in (games, pgn):
            found = doctest.testmod(module)
            self.assertEqual((found.failed, found.attempted > 3), (0, True), module)

    def test_variations(self) -> None:
        game = GameTree.new("pacru", "fen 9/9/9 b - 3 7", names=("A", "B", "C"))
        last = game.add_main_line("a", "b", "c")
        self.assertEqual(last.position, "fen 9/9/9 b - 3 7 moves a b c")
        other = game["a"].add_variation("x", mark="?!", player=2)
        self.assertIs(game["a"].add_variation("x"), other)
        self.assertEqual(game.position, last.position)
        other.promote_to_main()
        self.assertEqual((game.end(), game.next(), game["a"].next()), (other, game["a"], other))
        self.assertIs(other.game(), game)
        self.assertTrue("b" in game["a"] and "q" not in game)
        game["a"].remove_variation("x")
        self.assertEqual([node.token for node in game.main_line()], ["a", "b", "c"])
        with self.assertRaisesRegex(KeyError, "no move x after 'a'"):
            game["a"].remove_variation("x")
        with self.assertRaisesRegex(KeyError, "no move z after 'the start'"):
            _ = game["z"]
        with self.assertRaisesRegex(ValueError, "2 to 4 names are expected, not 5"):
            GameTree.new("pacru", names="ABCDE")

    def test_results(self) -> None:
        game = GameTree.new("pacru")
        self.assertEqual((game.result, game.ranking, game.record()["result"]), ("none", [], "void"))
        game.set_result("p2win", reason="no moves left")
        self.assertEqual((game.tags["Result"], game.ranking), ("0-1", [2, 1]))
        game.set_result("none")
        self.assertEqual(game.tags["Result"], "*")
        three = GameTree.new("pacru3", names="ABC")
        three.set_result("p3win", [3, 2, 1])
        self.assertEqual((three.tags["Result"], three.tags["Ranking"]), ("*", "3 2 1"))
        self.assertEqual(read_game(str(three)).ranking, [3, 2, 1])
        with self.assertRaisesRegex(ValueError, "'p3win' is no result of 2 players"):
            game.set_result("p3win")

    def test_records(self) -> None:
        game = GameTree.new("pacru", "deploy", names=("A", "B"))
        found = SearchResult("i9i8", (SearchInfo(depth=3, cp=40, nodes=9, pv=("i9i8", "x")),), 0.5)
        node = game.add_variation("i9i8", player=1, note=MoveNote.of(found, clock_ms=100))
        node.add_variation("a1a2", player=2)
        game.set_result("draw", reason="third occurrence")
        record = GameRecord.from_json(json.dumps(game.record()))
        self.assertEqual(record.position(), game.position)
        self.assertEqual((record.scores, record.players), ([40, None], [1, 2]))
        self.assertEqual((record.result, record.ranking, record.by_rules), ("draw", [1, 1], True))
        note = '{+0.40/3 0.500s, n=9, nps=18, tl=0.100s, pv="i9i8 x"}'
        self.assertIn(f"1. i9i8 {note} a1a2 1/2-1/2", str(game))
        again = GameTree.from_record(json.loads(record.to_json()))
        self.assertEqual(again.record(), game.record())
        self.assertEqual(str(again), str(game))
        self.assertEqual(read_game(to_pgn(record)).moves, [])
        self.assertEqual(found.info.score, Cp(40))


class ReadingTest(unittest.TestCase):
    def test_tags_variations_comments_and_marks(self) -> None:
        (line, one), (_, two), (_, three) = read_games(GAMES)
        self.assertEqual((line, one.names, one.result), (3, ['A "the" \\ B', "C"], "p2win"))
        self.assertEqual(one.comment, "before")
        self.assertEqual((one["i9i8"].mark, one["i9i8"].comment), ("!", "good [x]"))
        self.assertEqual(one.end().moves, ["i9i8", "a1a2", "e1e2", "e9e8"])
        side = one["e1f2"]
        self.assertEqual((side.mark, side["e9e8"].comment), ("?", "to the end of (the line"))
        self.assertEqual([node.token for node in side["e9e8"].variations], ["i9i8", "i9h8"])
        self.assertEqual(one["i9i8"]["a1a2"].comments, ["one", "two"])
        self.assertEqual(two["i9i8"].comment, 'a comment [Event "no tag"]')
        self.assertEqual((three.result, three.moves, three.position), ("draw", [], "startpos"))

    def test_what_was_written_is_read(self) -> None:
        chance = random.Random(7)
        for _ in range(200):
            game = GameTree.new("pacru", "fen 9 b - 3 7", names=('a"\\', "}{"))
            nodes: list[GameNode] = [game]
            for number in range(chance.randrange(60)):
                mark = chance.choice(pgn.MARKS)
                node = chance.choice(nodes).add_variation(f"m{number}@a1,b2=r", mark=mark)
                node.comment = chance.choice(("", "(x; y)", '[Tag "x"] 1. e4 $3 *' + " w" * 40))
                nodes.append(node)
            again = read_game(str(game))
            self.assertEqual(str(again), str(game))
            self.assertEqual(told(again), told(game))
            self.assertEqual(again.tags, game.tags)

    def test_what_is_no_game(self) -> None:
        for text, line, problem in WRONG:
            with self.assertRaises(PgnError) as caught:
                list(read_games(text))
            self.assertEqual(
                (caught.exception.line, caught.exception.reason[: len(problem)]), (line, problem)
            )
        with self.assertRaisesRegex(PgnError, "no game that begins with tags"):
            read_game("\n\n")

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_table_reads_the_same(self) -> None:
        """What the table writes after it has read a game is the game that the client reads."""
        for _, game in read_games(GAMES):
            written = self.from_table(str(game))
            again = read_game(written)
            self.assertEqual(told(again), told(game))
            self.assertEqual((again.result, again.names), (game.result, game.names or again.names))
        for text, _, problem in WRONG[2:6]:
            refused = text.replace("x", 'x"]\n[Variant "pacru', 1)
            with self.assertRaisesRegex(AssertionError, problem):
                self.from_table(refused)

    @staticmethod
    def from_table(text: str) -> str:
        """A game that the table has loaded and saved."""
        orders = [
            {"viewer": "v", "do": "join"},
            {"viewer": "v", "do": "load", "text": text},
            {"viewer": "v", "do": "save", "form": "pgn"},
        ]
        done = subprocess.run(
            [str(engine()), "table", "pacru"], input="".join(json.dumps(o) + "\n" for o in orders),
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        errors = [answer["text"] for answer in answers if answer["type"] == "error"]
        if errors:
            raise AssertionError("; ".join(errors))
        (saved,) = [answer["text"] for answer in answers if answer["type"] == "file"]
        return str(saved)


if __name__ == "__main__":
    unittest.main()
