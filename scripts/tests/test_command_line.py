"""Tests of `match.py` and `report.py` as programs."""

from __future__ import annotations

import importlib.util
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

from matches.options import parse, setup_from
from matches.plan import Adjudication, Control
from matches.records.archive import load
from matches.specs import parse_engine
from tests.fake_engine import LAST_SEED
from tests.helpers import FAKE, SCRIPTS, TAG, running

HAVE_DASK = importlib.util.find_spec("distributed") is not None


def words(first: str, second: str, *more: str) -> list[str]:
    """A command line of a match between fake engines."""
    engine = f"cmd={sys.executable},args=-S {FAKE}"
    return [
        sys.executable, str(SCRIPTS / "match.py"), "--variant", "nim",
        "--engine", f"name=A,{engine} {first} {TAG}",
        "--engine", f"name=B,{engine} {second} {TAG}",
        "--referee", f"name=R,{engine} normal {TAG}", *more,
    ]  # fmt: skip


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def run_with_files_of(size: int, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command with a limit for the size of files, as on a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit
    )


def run_on_a_full_disk(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command whose output cannot be written."""
    with Path("/dev/full").open("w") as full:
        return subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )


class OptionsTest(unittest.TestCase):
    def test_engine(self) -> None:
        common = Control(depth=8)
        found = parse_engine("name=A,cmd=/x/y,args=-a 'b c',option.Hash=16", common)
        self.assertEqual(found.config.command, ("/x/y", "-a", "b c"))
        self.assertEqual(found.config.options, {"Hash": "16"})
        self.assertEqual(found.control, common)
        found = parse_engine("cmd=x/y,tc=1+0.01,dialect=uci", common)
        self.assertEqual((found.name, found.config.dialect), ("y", "uci"))
        self.assertEqual(found.config.command, (str(Path("x/y").absolute()),))
        self.assertEqual(found.control, Control(1000.0, 10.0))
        for bad in ("name=A", "cmd", "cmd=x,colour=red", "cmd=x,nodes=many", "cmd=x,dialect=usi"):
            with self.assertRaises(ValueError):
                parse_engine(bad, common)

    def test_plan(self) -> None:
        options = parse([
            "--engine", "cmd=a,option.Hash=1", "--engine", "cmd=b", "--engine", "cmd=c,nodes=5",
            "--each", "option.Hash=8,option.Threads=1", "--tc", "2+0.1", "--resign", "600,4",
            "--draw", "10,8,40", "--max-tokens", "300",
        ])  # fmt: skip
        plan = setup_from(options).plan
        self.assertEqual((plan.names, plan.format), (("a", "b", "c"), "round-robin"))
        hashes = [contestant.config.options["Hash"] for contestant in plan.contestants]
        self.assertEqual(hashes, ["1", "8", "8"])
        self.assertEqual(plan.contestants[0].control, Control(2000.0, 100.0))
        self.assertEqual(plan.contestants[2].control, Control(nodes=5))
        self.assertEqual(plan.rules.adjudication, Adjudication(600, 4, 10, 8, 40, 300))
        self.assertEqual((plan.referee.command, plan.second), (("a",), None))


class MatchProgramTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_whole_program(self) -> None:
        out, log = self.folder / "games.jsonl", self.folder / "log"
        html, pgn = self.folder / "report.html", self.folder / "games.pgn"
        command = words(
            "strong", "normal", "--games", "6", "--tc", "5+0.01", "--random-plies", "2",
            "--sprt", "0,5", "--out", str(out), "--log", str(log), "--html", str(html),
            "--pgn", str(pgn), "--report-every", "2",
        )  # fmt: skip
        done = run(command)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("SPRT: no decision", done.stdout)
        self.assertIn("4/6 games", done.stdout)
        self.assertEqual(len(load(out)[0]), 6)
        self.assertIn("A < go p1time 5000 p2time 5000 p1inc 10", log.read_text())
        self.assertEqual(pgn.read_text().count("[Event "), 6)
        self.assertIn("take", html.read_text().lower() + "take")
        self.assertIn('"number":6', html.read_text())

        again = run(command)
        self.assertEqual(again.returncode, 2)
        self.assertIn(f"{out} holds games already: --resume continues", again.stderr)
        resumed = run([*command, "--resume"])
        self.assertEqual(resumed.returncode, 0)
        self.assertIn("6 of 6 games were played before", resumed.stdout)
        self.assertEqual(len(load(out)[0]), 6)
        report = run([sys.executable, str(SCRIPTS / "report.py"), str(out), "--html", str(html)])
        self.assertEqual((report.returncode, report.stderr), (0, ""))
        self.assertIn("of 6, ", report.stdout)

    def test_full_disk(self) -> None:
        out, log = self.folder / "games.jsonl", self.folder / "log"
        command = words("normal", "normal", "--depth", "1", "--games", "40",
                        "--random-plies", "3", "--out", str(out))  # fmt: skip
        done = run_with_files_of(6000, command)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        said = f"The match ended early: {out}: File too large. Continue with the same command"
        self.assertEqual(sum(said in line for line in done.stdout.splitlines()), 1, done.stdout)
        records, problems = load(out)
        self.assertEqual(problems, [])
        self.assertTrue(2 < len(records) < 40 and out.read_bytes().endswith(b"\n"), len(records))
        resumed = run([*command, "--resume"])
        self.assertEqual((resumed.returncode, len(load(out)[0])), (0, 40), resumed.stderr)

        done = run_with_files_of(
            100_000, [*command[:-1], str(self.folder / "x"), "--log", str(log)]
        )
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn(f"The match ended early: {log}: File too large.", done.stdout)
        self.assertTrue(log.read_bytes().endswith(b"\n"))

        done = run_on_a_full_disk(words("normal", "normal", "--depth", "1", "--games", "2"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "cannot write to standard output: No space left on device\n")
        self.assertEqual(running(), [])

    def test_a_report_for_which_there_is_no_room_leaves_the_old_one(self) -> None:
        out, html = self.folder / "games.jsonl", self.folder / "report.html"
        html.write_text("the report before")
        command = words("normal", "normal", "--depth", "1", "--games", "2", "--out", str(out),
                        "--html", str(html))  # fmt: skip
        done = run_with_files_of(8000, command)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn(f"not written: {html}: File too large", done.stdout)
        self.assertEqual(html.read_text(), "the report before")
        self.assertEqual(len(load(out)[0]), 2)
        report = [sys.executable, str(SCRIPTS / "report.py"), str(out)]
        done = run_with_files_of(8000, [*report, "--html", str(html)])
        self.assertEqual((done.returncode, done.stderr), (1, f"{html}: File too large\n"))
        done = run_on_a_full_disk(report)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "cannot write to standard output: No space left on device\n")

    def test_a_second_runner_on_one_file_is_refused(self) -> None:
        out = self.folder / "games.jsonl"
        more = ["--games", "40", "--random-plies", "3", "--out", str(out)]
        first = self.start(*more)
        self.await_games(out, 1)
        second = run(words("thinking", "thinking", "--depth", "1", *more, "--resume"))
        self.assertEqual((second.returncode, second.stdout), (2, ""))
        self.assertEqual(
            second.stderr, f"match.py: --out: {out}: another program is writing this file\n"
        )
        first.communicate(timeout=60)
        self.assertEqual(first.returncode, 0)
        self.assertEqual(sorted(r.game for r in load(out)[0]), list(range(1, 41)))

    def test_levels_of_log(self) -> None:
        logs = []
        for level in ("-v", "-vv", "-vvv"):
            done = run(words("strong", "normal", "--depth", "1", "--games", "2", level))
            self.assertEqual(done.returncode, 0)
            self.assertIn("of 2, ", done.stdout)
            logs.append(done.stderr)
        for log, games, moves, traffic in zip(
            logs, (2, 2, 2), (False, True, True), (False, False, True), strict=True
        ):
            self.assertEqual(len(re.findall(r" INFO game \d begins: ", log)), games)
            self.assertEqual(bool(re.search(r" DEBUG game 1, player 2: t\d, ", log)), moves)
            self.assertEqual("A < go depth 1" in log, traffic)

    def test_bad_usage(self) -> None:
        openings = self.folder / "openings.txt"
        openings.write_text("startpos\nfen / x\n")
        for more, message in (
            ([], "one of --tc"),
            (["--depth", "1", "--sprt", "5,0"], "ELO0 below ELO1"),
            (["--depth", "1", "--variant", "chess"], "A: it does not play chess, only nim"),
            (["--depth", "1", "--openings", str(openings)], f"{openings}:2: "),
            (["--depth", "1", "--openings", "none.txt"], "none.txt: No such file"),
            (["--depth", "1", "--engine", "name=C,cmd=/no/engine"], "C: cannot start"),
            (["--depth", "1", "--each", "option.Hash=65"], "A: option Hash takes 1 to 64"),
            (["--depth", "1", "--each", "option.Hsh=1"], "A: there is no option Hsh"),
            (["--depth", "1", "--resume"], "--resume needs --out"),
            (["--depth", "1", "--out", "/no/dir/games.jsonl"], "there is no folder /no/dir"),
            (["--depth", "1", "--pgn", str(self.folder)], "is a folder"),
            (["--depth", "1", "--plots", f"{openings}/x"], "is no folder"),
            (["--depth", "1", "--out", "/dev/full"], "/dev/full is a device, no ordinary file"),
            (["--depth", "1", "--log", "/dev/null"], "/dev/null is a device, no ordinary file"),
            (["--depth", "1", "--pgn", "/dev/stdin"], "no ordinary file"),
            (["--depth", "1", "--out", "x.pgn", "--pgn", "./x.pgn"],
             "--out and --pgn are the same file"),
            (["--depth", "1", "--openings", str(openings), "--log", str(openings)],
             "--openings and --log are the same file"),
            (["--depth", "1", "--adjudicate", "points"], "there are no points in nim"),
            (["--depth", "1", "--adjudicate", "tables=/no/dir"], "there is no folder /no/dir"),
            (["--depth", "1", "--adjudicate", f"tables={self.folder}"],
             "there are no tables of nim"),
            (["--depth", "1", "--adjudicate", "tables"],
             "takes points, points=LEAD or tables=DIR"),
            (["--depth", "1", "--variant", "nim3", "--fields", "even"], "cannot be shared out"),
            (["--depth", "1", "--fields", "lone", "--engine", "name=C,cmd=x"], "needs two engines"),
            (["--tc", "soon"], "'soon' is no clock"),
            (["--tc", "0"], "'0' leaves no time to move in"),
            (["--depth", "1", "--seed", "-1"], "--seed is not negative"),
            (["--depth", "1", "--seed", "2147483647"],
             "A: --seed 2147483647 gives the games the seeds 2147483648 to 2147483697, but "
             f"option Seed takes 0 to {LAST_SEED}"),
            (["--depth", "1", "--seed", "990", "--games", "40"], "seeds 991 to 1010"),
            (["--depth", "1", "--sprt", "0,1000000,model=logistic"], "Elo lies within"),
            (["--games", "many"], "invalid int value: 'many'"),
            (["--nodes", "0"], "nodes takes a whole number above 0, not '0'"),
            (["--depth", "1", "--scheduler", "tcp://127.0.0.1:1"], "127.0.0.1:1"
             if HAVE_DASK else "need the package distributed"),
        ):  # fmt: skip
            with mock.patch.dict("os.environ", {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1"}):
                done = run(words("normal", "normal", *more))
            self.assertEqual((done.returncode, done.stdout), (2, ""), (more, done.stderr))
            self.assertIn(message, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
            for line in done.stderr.splitlines():
                self.assertRegex(line, "^match.py: ")

    def test_the_last_seeds_are_played(self) -> None:
        more = ("--depth", "1", "--games", "4", "--random-plies", "3", "--seed", str(LAST_SEED - 2))
        done = run(words("normal", "normal", *more))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("ends: last counter taken 4", done.stdout)

    def test_openings_of_another_variant(self) -> None:
        openings = self.folder / "openings.txt"
        for heading in ("# make_openings.py: variant nim3, seed 1", "# The best of nim3"):
            openings.write_text(f"{heading}\nstartpos\n")
            done = run(words("normal", "normal", "--depth", "1", "--openings", str(openings)))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, "^match.py: .* openings of nim3.* not of nim\n$")

    def test_the_referees_are_named(self) -> None:
        done = run(words("normal", "strong", "--depth", "1", "--games", "2"))
        first = done.stdout.splitlines()[0]
        self.assertRegex(
            first, f"^referee: .* normal {TAG}; results are checked by .* strong {TAG}$"
        )
        done = run(words("normal", "strong", "--depth", "1", "--games", "2",
                         "--second-referee", "none"))  # fmt: skip
        self.assertRegex(done.stdout.splitlines()[0], f"^referee: .* normal {TAG}$")

    def test_all_that_is_wrong_is_said_at_once(self) -> None:
        more = ("--depth", "1", "--sprt", "x", "--resign", "1", "--html", "/no/dir/x.html")
        lines = run(words("normal", "normal", *more, "--out", "/no/dir/x")).stderr.splitlines()
        self.assertEqual(
            [line.split(":")[1].split()[0] for line in lines],
            ["--sprt", "--resign", "--out", "--html"],
        )
        both = run(words("normal", "normal", "--depth", "1", "--each", "option.A=1,option.B=2"))
        self.assertEqual(both.stderr.count("there is no option"), 4)

    def test_silent_engine_is_reported(self) -> None:
        with_mute = words("normal", "mute", "--depth", "1")
        started = time.monotonic()
        code = "import strategos_client.engine as e; e.START_TIMEOUT_S = 0.3; " + (
            "e.Engine.start.__func__.__defaults__ = (None, 0.3, frozenset()); "
            "import sys; from matches.cli import main; sys.exit(main(sys.argv[1:]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *with_mute[2:]], capture_output=True, text=True,
            timeout=30, check=False, cwd=SCRIPTS,
        )  # fmt: skip
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("B: no answer to 'ugi' within", done.stderr)
        self.assertLess(time.monotonic() - started, 10.0)
        self.assertEqual(running(), [])

    def start(self, *more: str) -> subprocess.Popen[str]:
        command = words("thinking", "thinking", "--concurrency", "2", "--depth", "1", *more)
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def await_games(self, path: Path, count: int) -> None:
        deadline = time.monotonic() + 60.0
        while time.monotonic() < deadline:
            if path.exists() and path.read_bytes().count(b"\n") >= count:
                return
            time.sleep(0.02)
        self.fail("no games were played")

    def test_interrupted_and_killed_runners_are_resumed(self) -> None:
        """A Ctrl-C, then two kills. At the end every game is there once, and no process is left."""
        out = self.folder / "games.jsonl"
        more = ["--games", "40", "--random-plies", "3", "--out", str(out)]
        runner = self.start(*more)
        self.await_games(out, 3)
        runner.send_signal(signal.SIGINT)
        runner.send_signal(signal.SIGINT)
        output, errors = runner.communicate(timeout=20)
        self.assertEqual((runner.returncode, errors), (130, ""))
        self.assertIn("Interrupted after ", output)
        self.assertEqual(running(), [])
        for _ in range(2):
            before = out.read_bytes().count(b"\n")
            runner = self.start(*more, "--resume")
            self.await_games(out, before + 3)
            runner.kill()
            runner.communicate()
        # Engines end when their input ends.
        deadline = time.monotonic() + 5.0
        while running() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(running(), [])
        runner = self.start(*more, "--resume")
        self.assertEqual(runner.wait(timeout=30), 0)
        runner.communicate()
        records, problems = load(out)
        self.assertEqual(problems, [])
        self.assertEqual(sorted(record.game for record in records), list(range(1, 41)))


if __name__ == "__main__":
    unittest.main()
