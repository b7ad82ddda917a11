"""Tests of the program that tries the tests on mutants."""

from __future__ import annotations

import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from mutation import choice, cli, results, sample, schemata, tree, trial
from mutation.choice import Step
from mutation.results import Results
from mutation.sample import Mutant
from mutation.schemata import Source, weave
from mutation.trial import Found

FILE = "src/games/pacru/x.rs"
TEXT = """\
/// Adds.
const fn add<const N: usize>(a: [u8; { 1 }], b: u8) -> u8 {
    a[0] + b
}

fn name() -> String {
    fn inner(x: u8) -> bool {
        x > 1
    }
    "é}".to_string() + &inner(2).to_string()
}
"""


def mutant(
    start: tuple[int, int], end: tuple[int, int], text: str, lines: tuple[int, int]
) -> Mutant:
    """A mutant of a function from the first column of its first line to the end of its last."""
    first, last = lines
    ends = {4: 2, 9: 6, 11: 2}
    function = (first, 5 if first == 7 else 1), (last, ends[last])
    name = f"{FILE}:{start[0]}:{start[1]}: {text}"
    return Mutant(name, f"{FILE}: {text}", (start, end), text, function, "", "f")


MINUS = mutant((3, 10), (3, 11), "-", (2, 4))
GREATER = mutant((8, 11), (8, 12), "==", (7, 9))
EMPTY = mutant((7, 5), (10, 45), "String::new()", (6, 11))


def listed(file: str, line: int) -> Mutant:
    name = f"{file}:{line}:1: replace + with -"
    return Mutant(name, f"{name} ({line})", ((line, 1), (line, 2)), "-", None, "", "")


class SampleTest(unittest.TestCase):
    def listed(self) -> list[Mutant]:
        files = [part.beginnings[0] for part in sample.PARTS]
        files = [file if file.endswith(".rs") else f"{file}x.rs" for file in files]
        files += ["src/games/pacru/eval/x.rs", "src/games/pacru/bench.rs", "src/cli.rs"]
        return [listed(file, line) for file in files for line in range(700)]

    def test_a_seed_draws_the_same_of_each_part(self) -> None:
        drawn = sample.draw(self.listed(), 64)
        self.assertEqual(drawn, sample.draw(self.listed(), 64))
        self.assertNotEqual(drawn, sample.draw(self.listed(), 65))
        self.assertEqual(len(set(drawn)), sum(part.count for part in sample.PARTS))
        for part in sample.PARTS:
            parts = [sample.part_of(mutant.key) for mutant in drawn]
            self.assertEqual(parts.count(part.name), part.count)

    def test_a_sample_is_drawn_once(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "new" / "sample.txt"
            keys = sample.keep(self.listed(), 64, path)
            self.assertEqual(keys, [mutant.key for mutant in sample.draw(self.listed(), 64)])
            self.assertEqual(sample.keep(self.listed()[:10], 64, path), keys)

    def test_the_parts_are_files_of_the_program(self) -> None:
        for part in sample.PARTS:
            for beginning in part.beginnings:
                self.assertTrue((sample.ROOT / beginning).exists(), beginning)

    def described(self, line: int, words: str) -> dict[str, Any]:
        def span(first: int, last: int) -> dict[str, dict[str, int]]:
            return {"start": {"line": first, "column": 5}, "end": {"line": last, "column": 6}}

        function = {"function_name": "A::<T>::b", "return_type": "-> u8", "span": span(1, 9)}
        name = f"src/a.rs:{line}:5: {words}"
        return {
            "name": name,
            "span": span(line, line),
            "replacement": "y",
            "function": function,
        }

    def test_the_list_of_cargo_mutants_is_understood(self) -> None:
        span, function = ((2, 5), (2, 6)), ((1, 5), (9, 6))
        [read] = sample.mutants_from([self.described(2, "x::y")])
        expected = Mutant("src/a.rs:2:5: x::y", "src/a.rs: x::y", span, "y", function, "-> u8", "b")
        self.assertEqual(read, expected)
        [read] = sample.mutants_from([self.described(2, "x") | {"function": None}])
        self.assertIsNone(read.function)

    def test_a_key_stays_when_lines_move(self) -> None:
        def keys(*lines: int) -> list[str]:
            described = [self.described(line, "x") for line in lines]
            return [mutant.key for mutant in sample.mutants_from(described)]

        self.assertEqual(keys(2, 3), ["src/a.rs: x", "src/a.rs: x (2)"])
        self.assertEqual(keys(2, 3), keys(7, 9))


class SchemataTest(unittest.TestCase):
    def test_a_function_chooses_its_body(self) -> None:
        woven = weave(TEXT, {7: MINUS})
        head = (
            TEXT[: TEXT.index("const fn")] + "fn add<const N: usize>(a: [u8; { 1 }], b: u8) -> u8 "
        )
        arms = "7 => {\n    a[0] - b\n}\n_ => {\n    a[0] + b\n}\n"
        rest = TEXT[TEXT.index("\n\nfn name") :]
        self.assertEqual(
            woven.text, f"{head}{{ match crate::mutation::chosen() {{\n{arms}}} }}{rest}"
        )

    def test_a_function_inside_of_another_one_belongs_to_it(self) -> None:
        woven = weave(TEXT, {1: GREATER, 2: EMPTY})
        self.assertEqual(woven.text.count("match crate::mutation"), 1)
        self.assertIn("x == 1", woven.text)
        self.assertIn("2 => {\n    String::new()\n}", woven.text)

    def test_the_lines_of_a_mutant_are_known(self) -> None:
        woven = weave(TEXT, {1: GREATER, 2: EMPTY, 3: MINUS})
        lines = woven.text.splitlines()
        for text, number in (
            ("x == 1", 1),
            ("String::new()", 2),
            ("a[0] - b", 3),
            ("a[0] + b", None),
        ):
            [line] = [at for at, line in enumerate(lines, start=1) if text in line]
            self.assertEqual(woven.at(line), number, text)

    def test_some_mutants_cannot_be_chosen(self) -> None:
        source = Source(TEXT)
        self.assertIsNone(schemata.reason_against(source, MINUS))
        self.assertEqual(schemata.reason_against(source, listed(FILE, 3)), "a constant")
        opaque = Mutant("x", "x", EMPTY.span, "y", EMPTY.function, "-> impl Iterator", "f")
        self.assertEqual(schemata.reason_against(source, opaque), "a type without a name")


class TreeTest(unittest.TestCase):
    def error(self, message: str, file: str, line: int) -> dict[str, object]:
        span = {"file_name": file, "line_start": line, "is_primary": True, "expansion": None}
        outer = span | {"file_name": "macro.rs", "expansion": {"span": span}}
        error = {"level": "error", "message": message, "spans": [outer], "rendered": message}
        return {"reason": "compiler-message", "message": error}

    def wrong(self, *errors: dict[str, object]) -> dict[int, str]:
        built = tree.Tree(Path())
        built._mutants = {7: MINUS}
        built._woven = {FILE: weave(TEXT, built._mutants)}
        return built._wrong([*errors, {"reason": "build-finished", "success": not errors}])

    def test_an_error_is_that_of_the_mutant_where_it_is(self) -> None:
        self.assertEqual(self.wrong(self.error("mismatched types", FILE, 4)), {7: results.REFUSED})
        self.assertEqual(self.wrong(), {})

    def test_a_function_that_a_constant_calls_has_no_mutants(self) -> None:
        text = "cannot call non-const associated function `A::<T>::f` in constants"
        self.assertEqual(self.wrong(self.error(text, "src/y.rs", 1)), {7: results.UNTRIED})

    def test_an_error_elsewhere_ends_the_program(self) -> None:
        with self.assertRaises(SystemExit):
            self.wrong(self.error("mismatched types", "src/y.rs", 4))


class TrialTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, text: str) -> Path:
        """A test program that obeys a script of the shell."""
        path = self.folder / f"program{len(list(self.folder.iterdir()))}"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def try_all(self, *texts: str) -> Found:
        run = [Step(self.program(text), ("a::b", "c")) for text in texts]
        return trial.try_mutant(3, run, self.folder)

    def test_the_first_failure_kills(self) -> None:
        passes = "echo 'test a::b ... ok'"
        self.assertEqual(self.try_all(passes), Found(trial.PASSED))
        fails = 'echo "test a::b ... ok"; echo "test c ... FAILED"; sleep 60'
        before = time.monotonic()
        self.assertEqual(self.try_all(passes, fails, "touch later"), Found(trial.KILLED, "c"))
        self.assertLess(time.monotonic() - before, 30)
        self.assertFalse((self.folder / "later").exists())

    def test_a_program_knows_its_mutant_and_tests(self) -> None:
        self.assertEqual(self.try_all('echo "$STRATEGOS_MUTANT $@" >told'), Found(trial.PASSED))
        told = (self.folder / "told").read_text()
        self.assertEqual(told, "3 --test-threads 1 --exact a::b c\n")

    def test_a_failure_by_chance_kills_nothing(self) -> None:
        """The test `c` fails the first time, and what follows it runs."""
        text = """
            case "$*" in
                *" c"*) [ -e tried ] || { touch tried; echo 'test c ... FAILED'; exit 1; };;
            esac
            case "$*" in *a::b*) touch later;; esac
        """
        self.assertEqual(self.try_all(text), Found(trial.PASSED))
        self.assertTrue((self.folder / "later").exists())

    def test_the_end_of_the_program_kills(self) -> None:
        self.assertEqual(self.try_all("printf 'test c ... '; kill -6 $$"), Found(trial.KILLED, "c"))

    def test_silence_kills(self) -> None:
        with mock.patch.object(trial, "SILENCE_SECONDS", 0.2):
            self.assertEqual(self.try_all("echo 'test c ... '; sleep 60"), Found(trial.HANGS, "c"))

    @unittest.skipUnless(Path("/proc/self/stat").exists(), "no times of processes")
    def test_a_test_that_uses_the_processor_for_too_long_hangs(self) -> None:
        with mock.patch.object(trial, "LONGEST_SECONDS", 0.1):
            child = "sh -c 'while :; do :; done'"
            self.assertEqual(self.try_all(f"echo 'test c ... '; {child}"), Found(trial.HANGS, "c"))

    @unittest.skipUnless(Path("/proc/self/stat").exists(), "no times of processes")
    def test_the_times_of_tests_that_pass_are_kept(self) -> None:
        """`d` fails, `e` is too long, and `f` comes after it."""
        text = """
            case "$*" in
                *--list*) for t in a b c d e f levels::x; do echo "$t: test"; done; exit;;
                *" e f") ;;
                *) echo 'test f ... ok'; exit;;
            esac
            echo 'test a ... ok'
            i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done
            echo 'test b ... ok'
            echo 'test c ... ignored'
            echo 'test d ... FAILED'
            printf 'test e ... '
            while :; do :; done
        """
        path = self.folder / "times.json"
        program = self.program(text)
        with mock.patch.object(trial, "LONGEST_NEAR_SECONDS", 2.0):
            tests = trial.measured([program], self.folder, path)
        self.assertEqual([test.name for test in tests], ["a", "b", "f"])
        self.assertLess(tests[0].seconds, tests[1].seconds)
        program.write_text(program.read_text().replace("printf", "exit; printf"))
        self.assertEqual(trial.measured([program], self.folder, path), tests)


class ChoiceTest(unittest.TestCase):
    def steps(self, file: str, *tests: tuple[str, str, float]) -> list[Step]:
        known = [choice.Test(Path(program), name, seconds) for program, name, seconds in tests]
        return choice.steps(known, file)

    def test_tests_near_the_file_come_first_and_the_cheapest_of_them(self) -> None:
        found = self.steps(
            "src/search/time/pace.rs",
            ("lib", "engine::a", 0.01),
            ("lib", "search::dear", 3.0),
            ("lib", "search::middle", 0.5),
            ("lib", "search::cheap", 0.05),
            ("lib", "search::cheapest", 0.0),
            ("tests", "engine::b", 0.01),
            ("tests", "search_tests::c", 0.01),
        )
        lib, tests = Path("lib"), Path("tests")
        expected = [
            Step(lib, ("search::cheapest", "search::cheap")),
            Step(tests, ("search_tests::c",)),
            Step(lib, ("search::middle",)),
            Step(lib, ("search::dear",)),
            Step(lib, ("engine::a",)),
            Step(tests, ("engine::b",)),
        ]
        self.assertEqual(found, expected)

    def names(self, file: str, *tests: tuple[str, float]) -> set[str]:
        found = self.steps(file, *(("lib", name, seconds) for name, seconds in tests))
        return {name for step in found for name in step.tests}

    def test_what_a_mutant_costs_is_bounded(self) -> None:
        dear = [(f"search::{number}", 10.0) for number in range(10)]
        others = ("search::short", 1.0), ("search::long", 16.0), ("far::long", 2.0)
        found = self.names("src/search/deepening.rs", *dear, *others)
        self.assertEqual(found, {"search::short", *(f"search::{number}" for number in range(5))})

    def test_no_test_beside_another_game_is_run(self) -> None:
        tests = (
            "games::pacru::a",
            "games::warpac::a",
            "games::a",
            "rules::a",
            "games::gameofwar::a",
        )
        costs = [(name, 0.0) for name in tests]
        found = self.names("src/games/pacru/x.rs", *costs)
        self.assertEqual(found, {"games::pacru::a", "games::a", "rules::a"})
        self.assertEqual(self.names("src/games/mod.rs", *costs), set(tests))

    def test_the_words_are_files_of_the_program(self) -> None:
        for game in choice.GAMES:
            self.assertTrue((sample.ROOT / "src" / "games" / game).is_dir(), game)
        for beginning, _ in choice.NEAR:
            path = sample.ROOT / beginning
            self.assertTrue(path.exists() or path.with_suffix(".rs").exists(), beginning)
        for word in choice.NEVER:
            path = sample.ROOT / "tests" / word.removesuffix("::")
            self.assertTrue(path.with_suffix(".rs").exists(), word)


class ResultsTest(unittest.TestCase):
    def test_results_are_kept_and_counted(self) -> None:
        lost = "src/engine/x.rs: f"
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "new" / "results.jsonl"
            kept = Results(path)
            kept.add(MINUS.key, Found(trial.PASSED))
            kept.add(MINUS.key, Found(trial.KILLED, "a"))
            kept.add(GREATER.key, Found(trial.PASSED))
            kept.add(GREATER.key, Found(trial.PASSED))
            kept.add("not drawn", Found(trial.PASSED))
            self.assertEqual(len(path.read_text().splitlines()), 4)
            found = Results(path).found
        drawn = [MINUS, GREATER, EMPTY]
        self.assertEqual(results.names(drawn, found, trial.PASSED), [GREATER.name])
        keys = [*(mutant.key for mutant in drawn), lost]
        rows = {
            line[:20].strip(): line[20:].split()
            for line in results.table(keys, [lost], found).splitlines()
        }
        self.assertEqual(rows["rules"], ["3", "2", "1", "0", "1", "0", "0", "0"])
        self.assertEqual(rows["engine"], ["1", *["0"] * 6, "1"])
        self.assertEqual(rows["all"], ["4", "2", "1", "0", "1", "0", "0", "1"])


class RunTest(unittest.TestCase):
    """The whole `run`, with a build and a trial that are made up."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.built: list[int] = []
        self.tried: list[int] = []
        keys = ["src/engine/x.rs: f", MINUS.key, EMPTY.key, GREATER.key]
        (self.folder / "sample-64.txt").write_text("".join(f"{key}\n" for key in keys))

    def build(self, numbered: dict[int, Mutant]) -> tuple[list[Path], dict[int, str]]:
        self.built = sorted(numbered)
        return [], dict.fromkeys({2} & set(numbered), results.REFUSED)

    def try_mutant(self, number: int, steps: object, folder: Path) -> Found:
        self.tried.append(number)
        return Found(trial.KILLED if number % 2 else trial.PASSED)

    def run_all(self, *, again: bool = False, files: str = "") -> tuple[list[int], list[int]]:
        """The numbers of the mutants that were built, and of those tried; an odd one is killed."""
        self.tried = []
        with (
            mock.patch.object(sample, "all_mutants", lambda: [MINUS, EMPTY, GREATER]),
            mock.patch.object(cli, "reasons", lambda mutants: {}),
            mock.patch.object(tree.Tree, "build", lambda tree, numbered: self.build(numbered)),
            mock.patch.object(trial, "measured", lambda *paths: []),
            mock.patch.object(trial, "try_mutant", self.try_mutant),
        ):
            cli.run(cli.Sample.of(64, self.folder), self.folder, files, 1, again)
        return self.built, self.tried

    def test_a_run_goes_on_with_what_is_missing(self) -> None:
        self.assertEqual(self.run_all(files="src/protocol/"), ([2, 3, 4], []))
        self.assertEqual(self.run_all(files="src/games/"), ([3, 4], [3, 4]))
        found = Results(self.folder / "results.jsonl").found
        outcomes = {key: result.outcome for key, result in found.items()}
        expected = {
            MINUS.key: results.REFUSED,
            EMPTY.key: trial.KILLED,
            GREATER.key: trial.PASSED,
        }
        self.assertEqual(outcomes, expected)
        self.assertEqual(self.run_all(), ([3, 4], []))
        self.assertEqual(self.run_all(again=True), ([3, 4], [4]))
        (self.folder / "held.json").unlink()
        self.assertEqual(self.run_all(again=True), ([4], [4]))


if __name__ == "__main__":
    unittest.main()
