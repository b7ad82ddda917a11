"""Tests of the messages about an old Python and missing packages."""

from __future__ import annotations

import ast
import subprocess
import sys
import unittest
from pathlib import Path

from tests.helpers import SCRIPTS

# `setup.py` is run by pip, which knows what the package needs.
NO_PROGRAMS = ("needs.py", "setup.py")
PROGRAMS = sorted(path for path in SCRIPTS.glob("*.py") if path.name not in NO_PROGRAMS)


class LackTest(unittest.TestCase):
    def run_as(self, program: Path, setting: str) -> subprocess.CompletedProcess[str]:
        """Runs a program after some Python code."""
        code = (
            f"import runpy, sys; {setting}; sys.argv = [{str(program)!r}]; "
            f"sys.path.insert(0, {str(SCRIPTS)!r}); "
            f"runpy.run_path({str(program)!r}, run_name='__main__')"
        )
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
        )

    def test_an_old_python_is_told_so_in_a_line(self) -> None:
        for program in PROGRAMS:
            done = self.run_as(program, "sys.version_info = (3, 10, 4)")
            self.assertEqual(
                (done.returncode, done.stdout, done.stderr),
                (2, "", f"{program.name}: Python 3.11 or later is needed, and this is 3.10\n"),
            )

    def test_an_old_python_can_read_that_far(self) -> None:
        for program in [*PROGRAMS, SCRIPTS / "needs.py"]:
            ast.parse(program.read_text(), feature_version=(3, 8))

    def test_a_missing_package_is_named_in_a_line(self) -> None:
        for program, package, file in (
            ("tune_weights.py", "numpy", "requirements.txt"),
            ("screenshots.py", "playwright", "requirements-dev.txt"),
            ("learn.py", "numba", "requirements-learn.txt"),
        ):
            hidden = (
                "import importlib.util as u; find = u.find_spec; "
                f"u.find_spec = lambda name, *more: None if name == '{package}' else find(name)"
            )
            done = self.run_as(SCRIPTS / program, hidden)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, rf"^{program}: needs the packages? {package}\b[^\n]*\n$")
            self.assertIn(f"pip install -r scripts/{file}", done.stderr)


if __name__ == "__main__":
    unittest.main()
