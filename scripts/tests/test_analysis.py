"""Tests of `analyse.py` and its modules."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from typing import Any

from analysis.analyst import NoServer, Settings
from analysis.annotate import annotate, expected
from analysis.output import writer
from analysis.run import local_workers, run
from analysis.stream import ready
from analysis.tasks import Task, parse_line, read_tasks
from matches.records.game_record import Entry, GameRecord
from runtime.cluster import ClusterError
from strategos_client import (
    AnalysisServer,
    EngineConfig,
    EngineDied,
    EngineFault,
    Limits,
    SearchInfo,
    SearchResult,
    Wdl,
    search_options,
)
from strategos_client.analysis import as_server
from tests.helpers import FAKE, SCRIPTS, TAG, config, running


def analyse(tasks: list[Task], behaviour: str = "strong", **more: Any) -> list[dict[str, Any]]:
    """The answers of a server with two concurrent searches."""
    settings = Settings(config(behaviour), "nim", Limits(depth=2), **more)
    answers: list[dict[str, Any]] = []

    async def work() -> None:
        await run(ready(tasks), local_workers(settings, 2), answers.append)

    asyncio.run(work())
    return answers


def game() -> GameRecord:
    """A game: its first move is good, the second one bad, the third one wins."""
    return GameRecord.from_json(json.dumps({
        "game": 7, "variant": "nim", "engines": ["A", "B"], "fen": "9 1", "opening": ["t2"],
        "moves": ["t3", "t1", "t3"], "players": [2, 1, 2], "result": "p2win",
    }))  # fmt: skip


class TaskTest(unittest.TestCase):
    def test_text(self) -> None:
        self.assertEqual(parse_line("startpos moves t1 t2", "x").position, "startpos moves t1 t2")
        self.assertEqual(parse_line("7 1 moves t1", "x").position, "fen 7 1 moves t1")
        self.assertEqual(parse_line("view 1 deploy", "x").position, "view 1 deploy")

    def test_requests(self) -> None:
        line = (
            '{"id": [1, "a"], "fen": "9 1", "moves": ["t1"], "depth": 3, "multipv": 2, '
            '"searchmoves": "t1 t2", "variant": "nim", "colour": "red"}'
        )
        task = parse_line(line, "x")
        self.assertEqual((task.ident, task.position), ([1, "a"], "fen 9 1 moves t1"))
        self.assertEqual(
            (task.limits, task.searchmoves), ((("depth", 3), ("multipv", 2)), ("t1", "t2"))
        )
        self.assertEqual((task.variant, task.warnings), ("nim", ("unused field 'colour'",)))

    def test_bad_lines_become_errors_that_name_them(self) -> None:
        text = 'startpos\n\n# comment\n{"fen": 3}\nnonsense\n{"depth": "x"}\n{broken\n9 1\n'
        tasks = list(read_tasks("file.txt", text.splitlines(keepends=True)))
        errors = [task.ident for task in tasks if task.error]
        self.assertEqual(errors, [f"file.txt:{number}" for number in (4, 5, 6, 7)])
        self.assertEqual(len(tasks), 6)


class AnalystTest(unittest.TestCase):
    def test_answers_come_in_order_with_their_ids(self) -> None:
        tasks = [Task(i, position=f"fen {i + 5} 1") for i in range(20)]
        answers = analyse(tasks, multipv=2)
        self.assertEqual([answer["id"] for answer in answers], list(range(20)))
        self.assertEqual(answers[0]["bestmove"], "t1")
        first, second = answers[0]["lines"]
        self.assertEqual(
            (first["score"], first["wdl"], first["pv"]), (7, [500, 300, 200], ["t1", "t1"])
        )
        self.assertEqual((second["multipv"], second["cp"]), (2, 5))
        self.assertEqual(running(), [])

    def test_errors_name_the_position_and_do_not_stop_the_rest(self) -> None:
        tasks = [
            Task("good", position="fen 5 1"),
            Task("bad", position="fen 5 1 moves t9"),
            Task("worse", position="x", error="file:3: no position"),
            Task("other", variant="chess", position="startpos"),
            Task("last", position="fen 6 1"),
        ]
        answers = {answer["id"]: answer for answer in analyse(tasks)}
        self.assertEqual(answers["good"]["bestmove"], "t1")
        self.assertIn("illegal move t9", answers["bad"]["error"])
        self.assertEqual(answers["worse"]["error"], "file:3: no position")
        self.assertIn("unknown variant (chess)", answers["other"]["error"])
        self.assertEqual(answers["last"]["bestmove"], "t2")

    def test_crashing_engine_is_replaced(self) -> None:
        tasks = [Task(pile, position=f"fen {pile} 1") for pile in (20, 5, 19, 6, 18)]
        answers = {answer["id"]: answer for answer in analyse(tasks, "crash")}
        self.assertEqual([pile for pile in answers if "error" in answers[pile]], [5, 6])

    def test_all_that_died_with_a_server_but_its_killer_is_analysed(self) -> None:
        tasks = [Task(pile, position=f"fen {pile} 1") for pile in (20, 30, 5, 40, 50, 6, 60)]
        answers = {answer["id"]: answer for answer in analyse(tasks, "crash")}
        self.assertEqual([pile for pile in answers if "error" in answers[pile]], [5, 6])
        self.assertIn("has ended with status 3", answers[5]["error"])
        self.assertEqual(running(), [])

    def test_a_missing_engine_is_one_error(self) -> None:
        settings = Settings(EngineConfig("none", ("/no/such/engine",)), "nim", Limits(depth=2))
        tasks = [Task(i, position="startpos") for i in range(9)]
        answers: list[dict[str, Any]] = []

        async def work() -> None:
            await run(ready(tasks), local_workers(settings, 2), answers.append)

        with self.assertRaisesRegex(NoServer, "none: cannot start"):
            asyncio.run(work())
        self.assertEqual(answers, [])

    def test_hung_engine_is_given_up(self) -> None:
        answers = analyse([Task(1, position="fen 5 1"), Task(2, position="fen 20 1")], "hang",
                          timeout_s=0.3)  # fmt: skip
        self.assertIn("no answer to the request within 0.300 s", answers[0]["error"])
        self.assertIn("bestmove", answers[1])

    def test_own_limits_and_finished_positions(self) -> None:
        answers = analyse([
            Task(1, position="fen 5 1", limits=(("multipv", 3),), searchmoves=("t2",)),
            Task(2, position="fen 1 1 moves t1"),
        ])  # fmt: skip
        self.assertEqual((answers[0]["bestmove"], len(answers[0]["lines"])), ("t2", 3))
        self.assertEqual(
            (answers[1]["bestmove"], answers[1]["lines"], answers[1]["result"]), (None, [], "p1win")
        )

    def test_lost_cluster_breaks_the_work_off_with_its_own_error(self) -> None:
        class Lost:
            async def work(self, task: Task) -> dict[str, Any]:
                raise ClusterError("no cluster")

            async def close(self) -> None:
                pass

        with self.assertRaisesRegex(ClusterError, "no cluster"):
            asyncio.run(run(ready([Task(1, position="startpos")] * 3), [Lost(), Lost()], print))


class ServerTest(unittest.TestCase):
    def test_many_ask_at_a_time_and_each_gets_its_own_answer(self) -> None:
        async def work() -> list[Any]:
            server = await AnalysisServer.start(config("strong"), parallel=3)
            piles = range(13, 33)
            asked = (
                server.ask({"variant": "nim", "position": f"fen {pile} 1", "depth": 1})
                for pile in piles
            )
            answers = await asyncio.gather(*asked)
            with self.assertRaisesRegex(EngineFault, "illegal move t9"):
                await server.search("nim", "startpos moves t9", Limits(depth=1))
            await server.close()
            with self.assertRaises(EngineDied):
                await server.ask({"variant": "nim", "depth": 1})
            return answers

        found = [answer["bestmove"] for answer in asyncio.run(work())]
        best = [f"t{pile % 4}" for pile in range(13, 33)]
        self.assertTrue(all(a == b for a, b in zip(found, best, strict=True) if b != "t0"), found)
        self.assertEqual(running(), [])

    def test_options_of_the_server_and_of_a_search(self) -> None:
        options = {"Hash": "8", "Threads": "2", "Seed": "7", "Turn Mode": "action", "X": "True"}
        engine = EngineConfig("A", ("cmd", "word"), options)
        command = as_server(engine, 3).command
        words = "cmd word analysis --parallel 3 --hash 24 --threads 2"
        self.assertEqual(command, tuple(words.split()))
        self.assertEqual(search_options(engine), {"Seed": 7, "Turn Mode": "action", "X": True})
        plain = as_server(EngineConfig("A", ("cmd",)), 2).command
        self.assertEqual(plain, ("cmd", "analysis", "--parallel", "2", "--hash", "32"))


class AnnotationTest(unittest.TestCase):
    def test_game(self) -> None:
        (answer,) = analyse([Task("g", "nim", record=game())])
        self.assertEqual((answer["id"], answer["game"], answer["result"]), ("g", 7, "p2win"))
        moves = answer["moves"]
        self.assertEqual([move["move"] for move in moves], ["t3", "t1", "t3"])
        self.assertEqual([move["player"] for move in moves], [2, 1, 2])
        self.assertEqual(moves[0]["best"], "t3")
        self.assertEqual(moves[0]["drop"], 0.0)
        self.assertIn("{opening}", answer["pgn"])

    def test_swings_without_wdl(self) -> None:
        self.assertAlmostEqual(expected(SearchInfo(cp=100)), 0.731, places=3)
        self.assertAlmostEqual(expected(SearchInfo(mate=-1)), 0.0, places=6)
        self.assertEqual(expected(SearchInfo(cp=-900, wdl=Wdl(100, 200, 700))), 0.2)

    def test_marks(self) -> None:
        record = game()
        record.fen, record.start, record.opening = "10 1", "fen 10 1", []
        record.entries = [Entry("t3", 1), Entry("t3", 2)]

        async def work() -> dict[str, Any]:
            server = await AnalysisServer.start(config("strong"))

            async def search(position: str, limits: Limits) -> SearchResult:
                result = await server.search("nim", position, limits)
                return replace(result, lines=(replace(result.info, wdl=None),))

            answer = await annotate(record, Limits(depth=2), search)
            await server.close()
            return answer

        moves = asyncio.run(work())["moves"]
        # At 10 the best move takes 2 (7 against -50 cp); at 7 it takes 3, as in the game.
        self.assertEqual([(m["best"], m["mark"]) for m in moves], [("t2", "?!"), ("t3", "")])
        self.assertEqual([m["score"] for m in moves], [-50, 7])


class OutputTest(unittest.TestCase):
    def rows(self, answers: list[dict[str, Any]], games: bool) -> list[dict[str, str]]:
        file = io.StringIO()
        out = writer("csv", file, games)
        for answer in answers:
            out.write(answer)
        return list(csv.DictReader(io.StringIO(file.getvalue())))

    def test_csv(self) -> None:
        answers = analyse([Task("a", position="fen 5 1"), Task("b", position="fen 5 1 moves t9")],
                          multipv=2)  # fmt: skip
        rows = self.rows(answers, games=False)
        self.assertEqual(
            [(r["id"], r["multipv"]) for r in rows], [("a", "1"), ("a", "2"), ("b", "")]
        )
        self.assertEqual((rows[0]["win"], rows[0]["pv"]), ("500", "t1 t1"))
        self.assertIn("illegal", rows[2]["error"])

    def test_csv_and_text_of_games(self) -> None:
        answers = analyse([Task("g", "nim", record=game())])
        rows = self.rows(answers, games=True)
        self.assertEqual([row["move"] for row in rows], ["t3", "t1", "t3"])
        file = io.StringIO()
        writer("pgn", file, True).write(answers[0])
        writer("pgn", file, True).write({"id": "x", "error": "broken"})
        self.assertIn('[Result "0-1"]', file.getvalue())
        self.assertIn("% x: broken", file.getvalue())


class ProgramTest(unittest.TestCase):
    def test_whole_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder, "in.txt"), Path(folder, "out.jsonl")
            source.write_text('startpos\n{"id": "x", "fen": "9 1"}\nnonsense\n')
            done = subprocess.run(
                [sys.executable, str(SCRIPTS / "analyse.py"), "--variant", "nim", "--depth", "2",
                 "--engine", f"cmd={sys.executable},args=-S {FAKE} strong {TAG}",
                 "--concurrency", "2", "--out", str(out), str(source)],
                capture_output=True, text=True, timeout=30, check=False,
            )  # fmt: skip
            answers = [json.loads(line) for line in out.read_text().splitlines()]
        self.assertEqual(done.returncode, 1)
        self.assertIn("in.txt:3: 'nonsense' is no position", done.stderr)
        self.assertIn("1 of 3 could not be analysed", done.stderr)
        self.assertEqual([a["id"] for a in answers], [f"{source}:1", "x", f"{source}:3"])

    def analyse(self, source: Path, *more: str, stdout: Any = subprocess.PIPE) -> Any:
        engine = f"cmd={sys.executable},args=-S {FAKE} first {TAG}"
        return subprocess.run(
            [sys.executable, str(SCRIPTS / "analyse.py"), "--variant", "nim", "--depth", "2",
             "--engine", engine, *more, str(source)],
            stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip

    def check_resumed(self, source: Path, form: str, cuts: int, *more: str) -> None:
        """Truncates a file of answers at any byte; it becomes complete again."""
        out = source.with_name(f"{source.name}.{form}")
        first = self.analyse(source, "--format", form, "--out", str(out), *more)
        self.assertEqual(first.returncode, 1, first.stderr)
        whole = out.read_bytes()
        again = self.analyse(source, "--format", form, "--out", str(out), *more)
        self.assertEqual((again.returncode, out.read_bytes()), (2, whole))
        self.assertIn(f"{out} holds answers already: --resume", again.stderr)
        for cut in {0, len(whole) - 1, *range(1, len(whole), len(whole) // cuts)}:
            out.write_bytes(whole[:cut])
            done = self.analyse(source, "--format", form, "--out", str(out), "--resume", *more)
            self.assertEqual((done.returncode, out.read_bytes()), (1, whole), (form, cut, done))
            self.assertIn("could not be analysed", done.stderr)

    def test_a_file_of_answers_is_gone_on_with(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, games = Path(folder, "in.txt"), Path(folder, "games.jsonl")
            source.write_text('9 1\n{"id": "x", "fen": "8 1"}\nnonsense\n7 1\n7 1\n1 1 moves t1\n')
            other = json.loads(game().to_json())
            games.write_text(f"{game().to_json()}\nnonsense\n{json.dumps({**other, 'game': 8})}\n")
            for form in ("jsonl", "csv"):
                self.check_resumed(source, form, 3, "--multipv", "2")
            for form in ("csv", "pgn"):
                self.check_resumed(games, form, 3)

    def test_answers_to_another_input_are_not_gone_on_with(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder, "in.txt"), Path(folder, "out.jsonl")
            source.write_text("9 1\n8 1\n7 1\n")
            self.assertEqual(self.analyse(source, "--out", str(out)).returncode, 0)
            whole = out.read_bytes()
            for text, problem in (
                ("9 1\n7 1\n7 1\n", "answer 2 is of another input"),
                ("9 1\n8 1\n", "answer 3 is one more than the input has"),
            ):
                source.write_text(text)
                done = self.analyse(source, "--out", str(out), "--resume")
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr, f"{out}: {problem}: name another file\n")
            self.assertEqual(out.read_bytes(), whole)
            for form, text in (("jsonl", "notes\n"), ("csv", "a,b\n"), ("pgn", "1. e4\n")):
                out.write_text(text)
                done = self.analyse(source, "--out", str(out), "--resume", "--format", form)
                self.assertEqual((done.returncode, out.read_text()), (2, text))
                self.assertIn("name another file", done.stderr)

    def test_outputs_that_take_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "in.txt")
            source.write_text("9 1\n" * 20)
            with Path("/dev/full").open("w") as full:
                done = self.analyse(source, stdout=full)
            said = "cannot write to standard output: No space left on device\n"
            self.assertEqual((done.returncode, done.stderr), (1, said))
            for more, problem in (
                (["--out", "/dev/full"], "/dev/full: this is a device, not an ordinary file"),
                (["--out", str(source)], "the input and --out are the same file"),
                (["--resume"], "--resume needs --out"),
            ):
                done = self.analyse(source, *more)
                self.assertEqual(done.returncode, 2)
                self.assertIn(problem, done.stderr)

    def test_a_missing_engine_is_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "in.txt")
            source.write_text("startpos\n" * 5)
            done = subprocess.run(
                [sys.executable, str(SCRIPTS / "analyse.py"), "--depth", "2", "--engine",
                 "/no/such/engine", str(source)],
                capture_output=True, text=True, timeout=30, check=False,
            )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_answers_come_while_the_input_goes_on(self) -> None:
        command = [
            sys.executable, str(SCRIPTS / "analyse.py"), "--variant", "nim", "--depth", "2",
            "--engine", f"cmd={sys.executable},args=-S {FAKE} strong {TAG}", "-",
        ]  # fmt: skip
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            for pile in (9, 7, 6):
                program.stdin.write(f"{pile} 1\n")
                answer = json.loads(program.stdout.readline())
                self.assertEqual(answer["position"], f"fen {pile} 1")
            program.stdin.close()
            self.assertEqual((program.stdout.read(), program.wait(30)), ("", 0))


if __name__ == "__main__":
    unittest.main()
