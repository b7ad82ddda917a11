"""Tests of records: JSON lines, resuming, PGN."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import resource
import signal
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

from matches.opening_files import read_openings
from matches.plan import MatchError, Opening
from matches.records.archive import Archive, finished_games, load, load_once
from matches.records.game_record import Entry, GameRecord
from matches.records.pgn import to_pgn
from matches.report.page import report
from matches.statistics.tables import records_as_text
from runtime.files import LineLog, write_whole
from strategos_client import score_text


@contextlib.contextmanager
def limited(size: int) -> Iterator[None]:
    """A context with a limit for the size of files, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def sample(game: int = 1, match: str = "abc") -> GameRecord:
    return GameRecord(
        game=game, pair=1, opening_number=1, match=match, variant="pacru", seed=1,
        engines=["A", 'B "x"'], controls=["movetime 20", "movetime 20"],
        start="fen 4B4 w - 0 1", fen="4B4 w - 0 1", opening=["a1b1"],
        entries=[
            Entry("a3b4@a4", 2, 35, 9, 100, 20.1, 1500, "a3b4@a4 e4e6~"),
            Entry("e4e6~", 1, -99_997, 10, 200, 0.0),
        ],
        fens=["f0", "f1", "f2", "f3"], result="p1win", ranking=[1, 2], reason="42 markers reached",
        date="2026-01-02T03:04:05+00:00",
    )  # fmt: skip


class ArchiveTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "games.jsonl")

    def write(self, *records: GameRecord) -> None:
        archive = Archive.open(self.path)
        archive.mend()
        for record in records:
            archive.add(record)
        archive.close()

    def test_the_form_of_a_line(self) -> None:
        wanted = (
            '{"game":1,"pair":1,"opening_number":1,"match":"abc","variant":"pacru","seed":1,'
            '"engines":["A","B \\"x\\""],"controls":["movetime 20","movetime 20"],'
            '"start":"fen 4B4 w - 0 1","fen":"4B4 w - 0 1","opening":["a1b1"],'
            '"moves":["a3b4@a4","e4e6~"],"players":[2,1],"scores":[35,-99997],"depths":[9,10],'
            '"nodes":[100,200],"times_ms":[20.1,0.0],"clocks_ms":[1500,null],'
            '"pvs":["a3b4@a4 e4e6~",""],"fens":["f0","f1","f2","f3"],"result":"p1win",'
            '"ranking":[1,2],"reason":"42 markers reached","detail":"","fault":"","material":[],'
            '"on_points":"","date":"2026-01-02T03:04:05+00:00"}'
        )
        self.assertEqual(sample().to_json(), wanted)

    def test_round_trip(self) -> None:
        self.write(sample(1), sample(2))
        self.assertEqual(load(self.path), ([sample(1), sample(2)], []))

    def test_bad_lines_are_named_and_cost_no_other_game(self) -> None:
        self.write(sample(1), sample(2))
        lines = self.path.read_text().splitlines()
        unequal = json.loads(lines[0])
        unequal["scores"] = []
        bad = [lines[0], "{broken", "[]", "{}", json.dumps(unequal), lines[1]]
        self.path.write_text("\n".join(bad) + "\n")
        records, problems = load(self.path)
        self.assertEqual([record.game for record in records], [1, 2])
        self.assertEqual(len(problems), 4)
        for number, problem in zip((2, 3, 4, 5), problems, strict=True):
            self.assertTrue(problem.startswith(f"{self.path}:{number}: "), problem)

    def test_line_that_was_cut_short_is_taken_off(self) -> None:
        self.write(sample(1), sample(2))
        whole = self.path.read_bytes()
        for cut in range(2, len(sample(2).to_json())):
            self.path.write_bytes(whole[:-cut])
            self.write(sample(2))
            self.assertEqual(self.path.read_bytes(), whole)

    def test_last_record_that_lacks_its_newline_is_kept(self) -> None:
        self.write(sample(1), sample(2))
        whole = self.path.read_bytes()
        self.path.write_bytes(whole[:-1])
        self.write()
        self.assertEqual(self.path.read_bytes(), whole)
        self.path.write_bytes(whole[:-1])
        self.write(sample(3))
        self.assertEqual(load(self.path), ([sample(1), sample(2), sample(3)], []))

    def test_what_is_no_record_is_neither_cut_off_nor_joined(self) -> None:
        for text in (b"notes of mine", b'{"variant": "nim", "engines"'):
            self.path.write_bytes(text)
            self.write(sample(1))
            self.assertEqual(self.path.read_bytes().split(b"\n")[0], text)
            self.assertEqual([record.game for record in load(self.path)[0]], [1])

    def test_a_file_of_other_things_is_refused(self) -> None:
        self.path.write_text("notes of mine\n")
        with self.assertRaisesRegex(MatchError, "something else than records of games"):
            finished_games(self.path, "abc")
        # The first record is incomplete.
        self.path.write_bytes(sample(1).to_json().encode()[:40])
        self.assertEqual(finished_games(self.path, "abc")[0], [])

    def test_two_runners_cannot_write_one_file(self) -> None:
        archive = Archive.open(self.path)
        with self.assertRaisesRegex(OSError, "another program is writing this file"):
            Archive.open(self.path)
        archive.close()
        self.write(sample(1))

    def test_what_is_no_ordinary_file_is_refused(self) -> None:
        pipe = self.path.with_name("pipe")
        os.mkfifo(pipe)
        for path, kind in ((Path("/dev/full"), "a device"), (pipe, "a pipe"),
                           (self.path.parent, "a folder")):  # fmt: skip
            with self.assertRaisesRegex(OSError, f"this is {kind}, not an ordinary file"):
                Archive.open(path)
            with self.assertRaisesRegex(OSError, f"this is {kind}, not an ordinary file"):
                write_whole(path, "x")

    def test_of_a_record_for_which_there_is_no_room_nothing_is_left(self) -> None:
        self.write(sample(1))
        whole = self.path.read_bytes()
        for room in (0, 1, 100):
            with limited(len(whole) + room):
                archive = Archive.open(self.path)
                with self.assertRaisesRegex(OSError, "File too large"):
                    archive.add(sample(2))
                archive.close()
            self.assertEqual(self.path.read_bytes(), whole)

    def test_a_log_ends_with_a_whole_line_when_there_is_no_room(self) -> None:
        log = LineLog(self.path)
        lines = [f"A < position {number}\n" for number in range(9)]
        with limited(len("".join(lines[:5])) + 3):
            for line in lines:
                log.write(line)
            with self.assertRaisesRegex(OSError, "File too large"):
                log.flush()
            # It has raised the error, and ignores later lines.
            log.write("A < quit\n")
            log.close()
        self.assertEqual(self.path.read_text(), "".join(lines[:5]))

    def test_a_log_goes_on_or_begins_anew_and_has_one_writer(self) -> None:
        for goes_on, text in ((False, "a\n"), (True, "a\nb\n"), (False, "c\n")):
            log = LineLog(self.path, goes_on)
            log.write(text[-2:])
            with self.assertRaisesRegex(OSError, "another program is writing this file"):
                LineLog(self.path)
            log.close()
            self.assertEqual(self.path.read_text(), text)

    def test_a_game_that_is_there_twice_counts_once(self) -> None:
        void = sample(3)
        void.result, void.ranking = "void", []
        foreign = sample(1, match="")
        self.write(sample(1), void, sample(2), sample(1), sample(3), foreign, foreign)
        records, problems = load_once(self.path)
        self.assertEqual([record.game for record in records], [1, 3, 2, 3, 1, 1])
        self.assertEqual(problems, [f"{self.path}: game 1 is there twice; the first one counts"])

    def test_a_page_is_written_whole_or_not_at_all(self) -> None:
        self.path.write_text("the page before")
        self.path.chmod(0o640)
        link = self.path.with_name("link")
        link.symlink_to(self.path)
        with limited(100), self.assertRaisesRegex(OSError, "File too large") as caught:
            write_whole(link, "x" * 200)
        self.assertEqual((self.path.read_text(), caught.exception.filename),
                         ("the page before", str(link)))  # fmt: skip
        write_whole(link, "x" * 200)
        self.assertEqual(self.path.read_text(), "x" * 200)
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o640)
        self.assertEqual({path.name for path in self.path.parent.iterdir()},
                         {self.path.name, "link"})  # fmt: skip

    def test_resumed_games(self) -> None:
        void = sample(3)
        void.result, void.ranking = "void", []
        self.write(sample(1), void, sample(4), sample(4))
        records, problems = finished_games(self.path, "abc")
        self.assertEqual(([record.game for record in records], problems), ([1, 4], []))
        with self.assertRaisesRegex(MatchError, "game 1 belongs to a match with other"):
            finished_games(self.path, "other")

    def test_records_of_other_programs(self) -> None:
        line = '{"variant": "nim", "engines": ["A", "B"], "moves": ["x"], "result": "p2win"}'
        record = GameRecord.from_json(line)
        self.assertEqual((record.ranking, record.scores, record.void), ([2, 1], [None], False))


class StrangeRecordTest(unittest.TestCase):
    """Records of other programs, and records written by hand."""

    def test_a_fault_that_names_nobody(self) -> None:
        record = sample()
        record.fault, record.reason = "nobody", "time"
        read = GameRecord.from_json(record.to_json())
        text = records_as_text([read])
        self.assertIn("ends: time by nobody 1", text)
        self.assertIn("1 of 1 games was decided by faults of time (time by nobody 1)", text)
        self.assertIn("time by nobody", report([read]))

    def test_what_cannot_be_is_named(self) -> None:
        for name, value, problem in (
            ("engines", ["A"], "'engines' has 1 names; 2 to 4 are expected"),
            ("engines", "AB", "'engines' is a list of texts"),
            ("players", [3, 1], "'players' has numbers beyond 2"),
            ("players", [-1, 1], "'players' has numbers beyond 2"),
            ("result", "p9win", "the result p9win names none of 2 players"),
            ("result", None, "'result' is a text"),
            ("ranking", [1, 2.5], "'ranking' is a list of whole numbers"),
            ("times_ms", [1.0, float("nan")], "'times_ms' is a list of numbers"),
            ("fault", ["A"], "'fault' is a text"),
            ("game", "1", "'game' is a whole number"),
            ("variant", "\ud800", "'variant' is a text"),
        ):
            data = {**json.loads(sample().to_json()), name: value}
            with self.assertRaisesRegex(ValueError, problem):
                GameRecord.from_json(json.dumps(data))

    def test_whatever_is_in_a_record_it_is_refused_or_shown(self) -> None:
        values: tuple[object, ...] = (
            None, True, 0, -1, 7, 10**30, 0.5, float("nan"), "", "x", "p1win", "p3win", "p3loss",
            "draw", "void", "\n", "]", '"', "\ud800", [], [1], [1, 2], ["a", "b"], [None, None],
            ["A", "B", "C"], [[], []], {}, {"a": 1}, [0.5, 1e300], ["a\nb", "c}d"], ["A", "A"],
        )  # fmt: skip
        whole = json.loads(sample().to_json())
        shown = 0
        for name in whole:
            for value in values:
                line = json.dumps({**whole, name: value})
                try:
                    record = GameRecord.from_json(line)
                except (ValueError, TypeError, KeyError):
                    continue
                shown += 1
                with self.subTest(name=name, value=value):
                    text = to_pgn(record)
                    head, _, _ = text.partition("\n\n")
                    for tag in head.split("\n"):
                        self.assertRegex(tag, r'^\[\w+ ".*"\]$')
                    records_as_text([record])
                    report([record, sample(2)])
        self.assertGreater(shown, 100)


class PgnTest(unittest.TestCase):
    def test_tags_moves_and_comments(self) -> None:
        text = to_pgn(sample(), ["", "loss 20"])
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        self.assertEqual((tags["White"], tags["Black"]), ("A", 'B \\"x\\"'))
        self.assertEqual((tags["Result"], tags["FEN"]), ("1-0", "4B4 w - 0 1"))
        self.assertEqual((tags["Date"], tags["Variant"]), ("2026.01.02", "pacru"))
        moves = text.partition("\n\n")[2]
        self.assertEqual(
            " ".join(moves.split()),
            "1. a1b1 {opening} a3b4@a4 {+0.35/9 0.020s, n=100, nps=4975, tl=1.500s, "
            'pv="a3b4@a4 e4e6~"} 2. e4e6~ {-M3/10, n=200 loss 20} 1-0',
        )
        self.assertNotIn("Points", tags)
        ahead = sample()
        ahead.result, ahead.material, ahead.on_points = "draw", [97, 80], "p1win"
        self.assertIn('[Points "97 80 p1win"]', to_pgn(ahead))

    def test_several_players(self) -> None:
        record = sample()
        record.engines, record.ranking, record.result = ["A", "B", "C"], [2, 3, 1], "p3win"
        text = to_pgn(record)
        self.assertIn('[Red "C"]', text)
        self.assertIn('[Ranking "2 3 1"]', text)
        self.assertTrue(text.rstrip().endswith(" *"))

    def test_a_shared_first_place_of_several_is_no_draw_of_two(self) -> None:
        record = sample()
        record.engines, record.ranking, record.result = ["A", "B", "C"], [1, 1, 3], "draw"
        self.assertIn('[Result "*"]', to_pgn(record))
        self.assertTrue(to_pgn(record).rstrip().endswith(" *"))
        record.engines, record.ranking = ["A", "B"], [1, 1]
        self.assertIn('[Result "1/2-1/2"]', to_pgn(record))

    def test_numbers_go_on_from_the_start_and_black_may_begin(self) -> None:
        record = sample()
        record.fen, record.opening = "4B4 b - 0 5", []
        first, second = record.entries
        first.move, second.move = "c7b6", "a3b4"
        self.assertIn("\n\n5... c7b6 {", to_pgn(record))
        self.assertIn("6. a3b4", " ".join(to_pgn(record).split()))
        record.fen = "4B4 w - 0 5"
        first.player, second.player = 1, 2
        self.assertIn("\n\n5. c7b6 {", to_pgn(record))
        record.fen, first.player, second.player = "", 2, 1
        self.assertIn("\n\n1... c7b6 {", to_pgn(record))
        # The runner reads its own PGN.
        record.fen = "4B4 b - 0 5"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "games.pgn")
            path.write_text(to_pgn(record))
            (found,) = read_openings(path, plies=2)
        self.assertEqual(found.opening, Opening("fen 4B4 b - 0 5", ("c7b6", "a3b4")))

    def test_a_tag_is_one_line(self) -> None:
        record = sample()
        record.engines = ["A\nB", 'C\r\n[Result "1-0"]\u2028D\x0b\x00E']
        record.detail = "said:\nnothing"
        head = to_pgn(record).partition("\n\n")[0]
        self.assertEqual(len(head.splitlines()), len(head.split("\n")))
        self.assertIn('[White "A B"]', head)
        self.assertIn('[Black "C [Result \\"1-0\\"] D  E"]', head)
        self.assertIn("said: nothing", head)

    def test_scores(self) -> None:
        self.assertEqual([score_text(n) for n in (0, 150, 99_998)], ["+0.00", "+1.50", "M2"])

    @unittest.skipUnless(importlib.util.find_spec("chess"), "needs the package chess")
    def test_a_reader_of_chess_games_reads_tags_and_skips_the_rest(self) -> None:
        import chess.pgn

        file = io.StringIO(to_pgn(sample()) + to_pgn(sample(2)))
        rounds = []
        while headers := chess.pgn.read_headers(file):
            rounds.append(headers["Round"])
            self.assertEqual(headers["Termination"], "42 markers reached")
        self.assertEqual(rounds, ["1.1", "1.2"])


if __name__ == "__main__":
    unittest.main()
