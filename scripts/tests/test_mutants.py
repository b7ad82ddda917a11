"""Tests of the draw of mutants."""

from __future__ import annotations

import re
import tempfile
import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import mutants


class DrawTest(unittest.TestCase):
    def listed(self) -> list[tuple[str, str]]:
        files = [part.beginnings[0] for part in mutants.PARTS]
        files = [file if file.endswith(".rs") else f"{file}x.rs" for file in files]
        files += ["src/games/pacru/eval/x.rs", "src/games/pacru/bench.rs", "src/cli.rs"]
        return [
            (file, f"{file}:{line}:1: replace + with -") for file in files for line in range(700)
        ]

    def test_a_seed_draws_the_same_of_each_part(self) -> None:
        sample = mutants.draw(self.listed(), 64)
        self.assertEqual(sample, mutants.draw(self.listed(), 64))
        self.assertNotEqual(sample, mutants.draw(self.listed(), 65))
        self.assertEqual(len(set(sample)), sum(part.count for part in mutants.PARTS))
        for part in mutants.PARTS:
            self.assertEqual(sum(part.holds(name) for name in sample), part.count)
        self.assertFalse([name for name in sample if "/eval/" in name or "bench.rs" in name])

    def test_the_parts_are_files_of_the_program(self) -> None:
        for part in mutants.PARTS:
            for beginning in part.beginnings:
                self.assertTrue((mutants.HERE.parent / beginning).exists(), beginning)

    def test_the_pattern_finds_its_names_only(self) -> None:
        names = [
            "a.rs:1:2: replace f -> Vec<(u8, [T; 2])> with vec![]",
            "b.rs:3:4: replace | with ^",
        ]
        found = re.compile(mutants.pattern(names))
        for name in names:
            self.assertTrue(found.search(name))
            self.assertFalse(found.search(name + "x") or found.search("x" + name))
        self.assertFalse(found.search("axrs:1:2: replace f -> Vec<(u8, [T; 2])> with vec![]"))

    def test_what_was_found_is_counted(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            for lot, what, found in (("0", "caught", "a\nb\n"), ("1", "missed", "c\n")):
                folder = Path(name) / lot / "mutants.out"
                folder.mkdir(parents=True)
                (folder / f"{what}.txt").write_text(found)
            out = StringIO()
            with redirect_stdout(out):
                mutants.tell(Path(name))
        self.assertEqual(out.getvalue(), "c\n2 killed, 1 passed, 0 do not build\n")


if __name__ == "__main__":
    unittest.main()
