"""Tests of the tuner: its method, its journal, its results, and whole runs with fake engines."""

from __future__ import annotations

import importlib.util
import json
import random
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.helpers import FAKE, SCRIPTS, TAG, running
from tests.test_command_line import run
from tuning import result
from tuning.journal import Entry, Journal, head_of, open_journal
from tuning.parameters import Parameter, ParameterError, chosen, parse_line, parse_lines
from tuning.plots import series, write_plot
from tuning.spsa import Settings, Spsa, Trial

MARGIN = Parameter("margin", 60, 10, 200, 8, 0.002)
DEPTH = Parameter("depth", 3, 2, 8, 0.5, 0.002)


class ParameterTest(unittest.TestCase):
    def test_openbenchs_form(self) -> None:
        self.assertEqual(parse_line("margin, int, 60, 10, 200, 8, 0.002"), MARGIN)
        self.assertEqual(MARGIN.line(), "margin, int, 60, 10, 200, 8, 0.002")
        self.assertEqual(parse_line(DEPTH.line(5)).value, 5.0)
        for bad in (
            "margin", "margin, int, 60, 10, 200, 8", "margin, float, 60, 10, 200, 8, 0.002",
            "margin, int, x, 10, 200, 8, 0.002", "margin, int, 6, 10, 200, 8, 0.002",
            "margin, int, 60, 10, 200, 0, 0.002", "margin, int, 60, 10, 200, 8, nan",
            ", int, 60, 10, 200, 8, 0.002", "margin, int, 60, 60, 60, 8, 0.002",
        ):  # fmt: skip
            with self.assertRaises(ValueError, msg=bad):
                parse_line(bad)

    def test_texts(self) -> None:
        text = f"# two\n\n{MARGIN.line()}\n{DEPTH.line()}\n".splitlines()
        self.assertEqual(parse_lines(text, "x"), [MARGIN, DEPTH])
        for lines, message in (
            ([MARGIN.line(), "no"], "x:2: 'no' is not"),
            ([MARGIN.line()] * 2, "x:2: margin is there already"),
            (["# none"], "x: no parameter to tune"),
        ):
            with self.assertRaisesRegex(ParameterError, message):
                parse_lines(lines, "x")

    def test_choice(self) -> None:
        self.assertEqual(chosen([MARGIN, DEPTH], None), [MARGIN, DEPTH])
        self.assertEqual(chosen([MARGIN, DEPTH], "dep*"), [DEPTH])
        self.assertEqual(chosen([MARGIN, DEPTH], "depth, m*n"), [MARGIN, DEPTH])
        with self.assertRaisesRegex(ParameterError, "no parameter is called 'x'"):
            chosen([MARGIN], "margin,x")


class SpsaTest(unittest.TestCase):
    def test_gains_end_at_what_is_asked_for(self) -> None:
        spsa = Spsa([MARGIN], Settings(1000, step_factor=2.0, rate_factor=3.0))
        self.assertAlmostEqual(spsa.step(MARGIN, 1000), 16.0)
        self.assertAlmostEqual(spsa.rate(MARGIN, 1000), 0.006)
        # Spall's sequences: c falls as k^-0.101, a as (A + k)^-0.602 with A a tenth of the run.
        self.assertAlmostEqual(spsa.step(MARGIN, 10) / spsa.step(MARGIN, 1000), 100**0.101)
        gains = [spsa.rate(MARGIN, k) * spsa.step(MARGIN, k) ** 2 for k in (100, 1000)]
        self.assertAlmostEqual(gains[0] / gains[1], (1100 / 200) ** 0.602)

    def test_the_two_engines_stand_on_opposite_sides(self) -> None:
        spsa = Spsa([MARGIN, DEPTH], Settings(100))
        seen = set()
        for number in range(1, 101):
            trial = spsa.trial(number)
            self.assertEqual(trial, spsa.trial(number))
            seen.add(trial.flips)
            step = spsa.step(MARGIN, number)
            self.assertAlmostEqual(trial.plus[0], 60 + trial.flips[0] * step, delta=1.0)
            self.assertAlmostEqual(trial.minus[0], 60 - trial.flips[0] * step, delta=1.0)
            self.assertTrue(all(2 <= values[1] <= 8 for values in (trial.plus, trial.minus)))
        self.assertEqual(len(seen), 4)

    def test_whole_numbers_are_the_values_on_the_average(self) -> None:
        spsa = Spsa([DEPTH], Settings(4000, step_factor=0.6))
        spsa.values = [4.25]
        trials = [spsa.trial(number) for number in range(3000, 4001)]
        mean = sum(t.plus[0] + t.minus[0] for t in trials) / (2 * len(trials))
        self.assertAlmostEqual(mean, 4.25, delta=0.05)

    def test_results_pull_their_way_and_not_out_of_the_range(self) -> None:
        spsa = Spsa([MARGIN, DEPTH], Settings(100))
        trial = Trial(100, (1, -1), (76, 2), (44, 4))
        spsa.learn(trial, 1.0)
        self.assertAlmostEqual(spsa.values[0], 60 + 0.006 * 16)
        self.assertAlmostEqual(spsa.values[1], 3 - 0.006 * 1)
        spsa.learn(trial, 0.0)
        self.assertAlmostEqual(spsa.values[0], 60 + 0.006 * 16)
        spsa.learn(trial, 1e9)
        self.assertEqual(spsa.values, [200.0, 2.0])

    def test_it_finds_what_wins_in_a_noisy_game(self) -> None:
        """The better of two sets of values wins with the probability of its Elo."""
        best = {"margin": 100.0, "depth": 6.0}

        def elo(values: tuple[int, ...]) -> float:
            off = zip((MARGIN, DEPTH), values, strict=True)
            return -3.0 * sum(((value - best[p.name]) / p.step) ** 2 for p, value in off)

        rng = random.Random(3)
        spsa = Spsa([MARGIN, DEPTH], Settings(3000))
        for number in range(1, 3001):
            trial = spsa.trial(number)
            chance = 1.0 / (1.0 + 10.0 ** ((elo(trial.minus) - elo(trial.plus)) / 400.0))
            spsa.learn(trial, sum(1 if rng.random() < chance else -1 for _ in range(2)))
        self.assertAlmostEqual(spsa.values[0], 100.0, delta=8.0)
        self.assertAlmostEqual(spsa.values[1], 6.0, delta=0.8)


class JournalTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "run")
        self.head = head_of([MARGIN, DEPTH], {"pairs": 10, "variant": "nim"})

    def write(self, *entries: Entry) -> None:
        journal = open_journal(self.path, self.head, resume=True)
        for entry in entries:
            journal.add(entry)
        journal.close()

    def entries(self) -> list[Entry]:
        journal = open_journal(self.path, self.head, resume=True)
        journal.close()
        return journal.entries

    def test_round_trip_and_a_last_line_that_was_cut_short(self) -> None:
        first, second = Entry(2, -1.0, (61.5, 3.0)), Entry(1, 2.0, (62.25, 2.9))
        self.write(first)
        self.write(second)
        self.assertEqual(self.entries(), [first, second])
        with self.path.open("a") as file:
            file.write('{"number": 3, "resu')
        self.assertEqual(self.entries(), [first, second])
        third = Entry(3, 0.0, (1.0, 2.0))
        self.write(third)
        self.assertEqual(self.entries(), [first, second, third])

    def test_a_whole_last_line_without_its_end_is_kept(self) -> None:
        first, second = Entry(2, -1.0, (61.5, 3.0)), Entry(1, 2.0, (62.25, 2.9))
        self.write(first, second)
        whole = self.path.read_bytes()
        self.path.write_bytes(whole[:-1])
        self.assertEqual(self.entries(), [first, second])
        self.assertEqual(self.path.read_bytes(), whole)

    def test_a_run_that_was_cut_short_at_its_beginning_begins_anew(self) -> None:
        self.write()
        whole = self.path.read_bytes()
        for cut in (0, 1, len(whole) - 2):
            self.path.write_bytes(whole[:cut])
            self.assertEqual(self.entries(), [])
            self.assertEqual(self.path.read_bytes(), whole)
        # A head alone, without its newline, is already a run.
        self.path.write_bytes(whole[:-1])
        with self.assertRaisesRegex(ParameterError, "holds a run already"):
            open_journal(self.path, self.head, resume=False)

    def test_two_runs_cannot_write_one_journal(self) -> None:
        journal = open_journal(self.path, self.head, resume=True)
        with self.assertRaisesRegex(OSError, "another program is writing this file"):
            open_journal(self.path, self.head, resume=True)
        journal.close()
        self.assertEqual(self.entries(), [])

    def test_another_run_is_refused(self) -> None:
        self.write(Entry(1, 0.0, (60.0, 3.0)))
        with self.assertRaisesRegex(ParameterError, "holds a run already: --resume"):
            open_journal(self.path, self.head, resume=False)
        with self.assertRaisesRegex(ParameterError, "another run: its pairs differ"):
            open_journal(self.path, {**self.head, "pairs": 11}, resume=True)
        other = head_of([MARGIN], {"pairs": 10, "variant": "nim"})
        with self.assertRaisesRegex(ParameterError, "another run: its parameters differ"):
            open_journal(self.path, other, resume=True)

    def test_broken_files_are_named_by_line(self) -> None:
        for text, message in (
            ("nonsense\n", ":1: this is no run"),
            ("[]\n", "another run"),
            (json.dumps(self.head) + "\n{}\n", ":2: this is no pair"),
            (json.dumps(self.head) + '\n{"number":1,"result":0,"values":[1]}\n', ":2: 1 values"),
        ):
            self.path.write_text(text)
            with self.assertRaisesRegex(ParameterError, message):
                self.entries()


class ResultTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_table_and_lines(self) -> None:
        lines = result.table([MARGIN, DEPTH], [72.0, 2.75])
        self.assertEqual(lines[1].split(), ["margin", "60", "72.00", "+1.50", "10..200"])
        self.assertEqual(lines[2].split(), ["depth", "3", "2.75", "-0.50", "2..8"])
        found = result.lines([MARGIN, DEPTH], [72.4, 2.75])
        self.assertEqual([parse_line(line).value for line in found], [72.0, 3.0])

    def test_patch(self) -> None:
        (self.folder / "tunables.rs").write_text(
            "tunables! {\n    /// A margin, margin = 1, not this.\n"
            "    margin = 60, 10..=200, step 8;\n    margin_most = 10_000, 0..=1, step 1;\n"
            "    LIMIT: i32 = -7, -9..=9, step 1;\n}\n"
        )
        (self.folder / "game.rs").write_text("Tunables { depth: 3, ..Tunables::DEFAULT }\n"
                                             "    depth: 3,\n")  # fmt: skip
        found = {"margin": 72, "margin_most": 12500, "LIMIT": -3, "depth": 4, "absent": 5}
        text, messages = result.patch(found, self.folder)
        for line in (
            "-    margin = 60, 10..=200, step 8;", "+    margin = 72, 10..=200, step 8;",
            "+    margin_most = 12_500, 0..=1, step 1;", "+    LIMIT: i32 = -3, -9..=9, step 1;",
            "+    depth: 4,",
        ):  # fmt: skip
            self.assertIn(line, text.splitlines())
        self.assertEqual(messages, [f"absent = 5: nowhere in {self.folder}"])
        (self.folder / "other.rs").write_text("    depth: 9,\n")
        _, messages = result.patch({"depth": 4}, self.folder)
        self.assertIn("depth = 4: 2 times in", messages[0])
        text, messages = result.patch({"depth": 4}, self.folder / "other.rs")
        self.assertEqual((text.count("+    depth: 4,"), messages), (1, []))

    def test_series(self) -> None:
        entries = [Entry(n, 0.0, (60.0 + n,)) for n in range(1, 1202)]
        xs, ys = series(MARGIN, entries, 0)
        self.assertEqual((xs[0], ys[0], xs[-1], ys[-1]), (0, 60.0, 1201, 1261.0))
        self.assertLess(len(xs), 503)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs the package matplotlib")
    def test_plot(self) -> None:
        entries = [Entry(n, 0.0, (60.0 + n, 3.0)) for n in range(1, 9)]
        path = write_plot([MARGIN, DEPTH], entries, self.folder / "plots")
        self.assertEqual(path.read_bytes()[:4], b"\x89PNG")


class ProgramTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "run"

    def command(self, *more: str, behaviour: str = "tunable") -> list[str]:
        return [
            sys.executable, str(SCRIPTS / "tune.py"), "--variant", "nim", "--depth", "1",
            "--engine", f"cmd={sys.executable},args=-S {FAKE} {behaviour} {TAG}",
            "--random-plies", "2", "--out", str(self.out), *more,
        ]  # fmt: skip

    def values(self) -> list[float]:
        return list(json.loads(self.out.read_bytes().splitlines()[-1])["values"])

    def test_a_run_finds_what_plays_better(self) -> None:
        found, source = self.folder / "values", self.folder / "tunables.rs"
        patch = self.folder / "patch"
        source.write_text("    care = 40, 0..=100, step 5;\n    idle = 50, 0..=100, step 5;\n")
        done = run(self.command(
            "--pairs", "120", "--report-every", "40", "--rate-factor", "20", "--values", str(found),
            "--patch", str(patch), "--source", str(source),
        ))  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("80/120 pairs", done.stdout)
        care, idle = self.values()
        self.assertGreater(care, 55.0)
        self.assertLess(abs(idle - 50.0), care - 40.0)
        lines = parse_lines(found.read_text().splitlines(), "values")
        self.assertEqual([p.value for p in lines], [round(care), round(idle)])
        self.assertIn(f"+    care = {round(care)}, 0..=100, step 5;", patch.read_text())
        self.assertEqual(running(), [])

    def test_interrupted_and_killed_runs_are_resumed(self) -> None:
        more = ["--pairs", "120", "--only", "care", "--concurrency", "2", "--report-every", "1"]
        for number, name in ((signal.SIGINT, "Interrupted"), (signal.SIGKILL, "")):
            resumed = ["--resume"] if self.out.exists() else []
            tuner = subprocess.Popen(
                self.command(*more, *resumed), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True,
            )  # fmt: skip
            assert tuner.stdout is not None
            for line in tuner.stdout:
                if "pairs, " in line:
                    break
            tuner.send_signal(number)
            output, _ = tuner.communicate(timeout=30)
            self.assertIn(name, output)
        refused = run(self.command(*more))
        self.assertEqual(refused.returncode, 2)
        self.assertIn("tune.py: ", refused.stderr)
        self.assertIn("holds a run already", refused.stderr)
        done = run(self.command(*more, "--resume"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "of 120 pairs were played before")
        numbers = [json.loads(line)["number"] for line in self.out.read_bytes().splitlines()[1:]]
        self.assertEqual(sorted(numbers), list(range(1, 121)))

    def test_what_stands_against_a_run_is_said_before_it(self) -> None:
        parameters = self.folder / "parameters"
        parameters.write_text("care, int, 40, 0, 100, 5, 0.002\ncolour, int, 4, 0, 9, 1, 0.002\n")
        for more, behaviour, message in (
            ((), "normal", "spsa nim: unknown command spsa; the engine must be built"),
            (("--only", "x"), "tunable", "--only: no parameter is called 'x'"),
            (("--parameters", str(parameters)), "tunable", "there is no option colour"),
            (("--patch", "/no/dir/x"), "tunable", "--patch: there is no folder"),
            (("--source", "/no/src", "--patch", "x"), "tunable", "--source: there is no /no/src"),
            (("--variant", "chess"), "tunable", "it does not play chess"),
            (("--sprt", "0,5"), "tunable", "unrecognized arguments"),
            (("--pairs", "0"), "tunable", "--pairs and --report-every are at least 1"),
        ):
            done = run(self.command(*more, behaviour=behaviour))
            self.assertEqual((done.returncode, done.stdout), (2, ""), (more, done.stderr))
            self.assertIn(message, done.stderr)
            for line in done.stderr.splitlines():
                self.assertRegex(line, "^tune.py: ")
            self.assertFalse(self.out.exists())

    def test_an_engine_that_crashes_teaches_nothing(self) -> None:
        parameters = self.folder / "parameters"
        parameters.write_text("Hash, int, 16, 1, 64, 8, 0.002\n")
        done = run(self.command(
            "--parameters", str(parameters), "--pairs", "20", behaviour="crash",
        ))  # fmt: skip
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("The run ended early: 5 pairs in a row failed: crash by ", done.stdout)
        self.assertEqual(self.values(), [16.0])
        self.assertEqual(running(), [])


class ResumedValuesTest(unittest.TestCase):
    def test_a_resumed_run_begins_with_the_values_of_its_journal(self) -> None:
        from tests.helpers import contestant, make_plan
        from tuning.run import Run

        spsa = Spsa([MARGIN], Settings(4))
        plan = make_plan(contestant("plus", "normal"), contestant("minus", "normal"), games=8)
        Run(plan, [MARGIN], spsa, Journal([Entry(3, 1.0, (77.5,))]), lambda _: None)
        self.assertEqual(spsa.values, [77.5])


if __name__ == "__main__":
    unittest.main()
