"""Tests of the program that tries the tests on mutants."""

from __future__ import annotations

import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from mutation import results, sample, schemata, tree, trial
from mutation.results import Results
from mutation.sample import Mutant
from mutation.schemata import Source, weave
from mutation.trial import Found, Step

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
    return Mutant(f"{FILE}:{start[0]}:{start[1]}: {text}", (start, end), text, function, "", "f")


MINUS = mutant((3, 10), (3, 11), "-", (2, 4))
GREATER = mutant((8, 11), (8, 12), "==", (7, 9))
EMPTY = mutant((7, 5), (10, 45), "String::new()", (6, 11))


def listed(file: str, line: int) -> Mutant:
    return Mutant(f"{file}:{line}:1: replace + with -", ((line, 1), (line, 2)), "-", None, "", "")


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
            self.assertEqual(sum(mutant.part == part.name for mutant in drawn), part.count)

    def test_the_parts_are_files_of_the_program(self) -> None:
        for part in sample.PARTS:
            for beginning in part.beginnings:
                self.assertTrue((sample.ROOT / beginning).exists(), beginning)

    def test_the_list_of_cargo_mutants_is_understood(self) -> None:
        def span(first: int, last: int) -> dict[str, dict[str, int]]:
            return {"start": {"line": first, "column": 5}, "end": {"line": last, "column": 6}}

        function = {"function_name": "A::<T>::b", "return_type": "-> u8", "span": span(1, 9)}
        read = {"name": "src/a.rs:2:5: x", "span": span(2, 2), "replacement": "y"}
        self.assertEqual(
            sample.mutant_from(read | {"function": function}),
            Mutant("src/a.rs:2:5: x", ((2, 5), (2, 6)), "y", ((1, 5), (9, 6)), "-> u8", "b"),
        )
        self.assertIsNone(sample.mutant_from(read | {"function": None}).function)


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
        opaque = Mutant("x", EMPTY.span, "y", EMPTY.function, "-> impl Iterator", "f")
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
        run = [Step(self.program(text), ()) for text in texts]
        return trial.try_mutant(3, run, self.folder)

    def test_the_first_failure_kills(self) -> None:
        passes = "echo 'test a::b ... ok'"
        self.assertEqual(self.try_all(passes), Found(trial.PASSED))
        fails = 'echo "test a::b ... ok"; echo "test c$STRATEGOS_MUTANT ... FAILED"; sleep 60'
        before = time.monotonic()
        self.assertEqual(self.try_all(passes, fails, "touch later"), Found(trial.KILLED, "c3"))
        self.assertLess(time.monotonic() - before, 30)
        self.assertFalse((self.folder / "later").exists())

    def test_the_end_of_the_program_kills(self) -> None:
        self.assertEqual(self.try_all("printf 'test c ... '; kill -6 $$"), Found(trial.KILLED, "c"))

    def test_silence_kills(self) -> None:
        with mock.patch.object(trial, "SILENCE_SECONDS", 0.2):
            self.assertEqual(self.try_all("echo 'test c ... '; sleep 60"), Found(trial.HANGS, "c"))

    def test_slow_and_failing_tests_are_left_out(self) -> None:
        text = """
            echo 'test a ... ok'
            i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done
            echo 'test b ... ok'
            echo 'test c ... FAILED'
            sleep 0.1
        """
        with mock.patch.object(trial, "LONGEST_SECONDS", 0.1):
            slow = trial.slow_tests([self.program(text)], self.folder)
        self.assertEqual(slow, [*trial.SLOW, "b", "c"])

    def test_tests_near_the_file_come_first(self) -> None:
        programs = [Path("lib"), Path("tests")]
        skip_storm = ("--skip", "storm::")
        self.assertEqual(
            trial.steps(programs, "src/search/time/pace.rs", ["storm::"]),
            [
                Step(Path("lib"), ("search", *skip_storm)),
                Step(Path("tests"), ("search", *skip_storm)),
                Step(Path("lib"), (*skip_storm, "--skip", "search")),
                Step(Path("tests"), (*skip_storm, "--skip", "search")),
            ],
        )
        self.assertEqual(trial.steps(programs, "src/games/mod.rs", [])[0].arguments, ("games",))

    def test_no_test_beside_another_game_is_run(self) -> None:
        near, _, rest, _ = trial.steps([Path("lib"), Path("tests")], "src/games/pacru/x.rs", [])
        words = ("pacru", "azacru", "shacru", *trial.RULES)
        games = ("games::pacific::", "games::warpac::", "games::gameofwar::")
        others = tuple(argument for word in games for argument in ("--skip", word))
        own = tuple(argument for word in words for argument in ("--skip", word))
        self.assertEqual(near.arguments, (*words, *others))
        self.assertEqual(rest.arguments, (*others, *own))

    def test_the_games_are_folders(self) -> None:
        for game in trial.GAMES:
            self.assertTrue((sample.ROOT / "src" / "games" / game).is_dir(), game)


class ResultsTest(unittest.TestCase):
    def test_results_are_kept_and_counted(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "new" / "results.jsonl"
            kept = Results(path)
            kept.add(MINUS.name, Found(trial.PASSED))
            kept.add(MINUS.name, Found(trial.KILLED, "a"))
            kept.add(GREATER.name, Found(trial.PASSED))
            kept.add(GREATER.name, Found(trial.PASSED))
            kept.add("no longer drawn", Found(trial.PASSED))
            self.assertEqual(len(path.read_text().splitlines()), 4)
            found = Results(path).found
        drawn = [MINUS, GREATER, EMPTY]
        self.assertEqual(results.names(drawn, found, trial.PASSED), [GREATER.name])
        rows = {
            line[:20].strip(): line[20:].split()
            for line in results.table(drawn, found).splitlines()
        }
        self.assertEqual(rows["rules"], ["2", "1", "0", "1", "0", "0"])
        self.assertEqual(rows["all"], rows["rules"])
        self.assertEqual(rows["engine"], ["0"] * 6)


if __name__ == "__main__":
    unittest.main()
