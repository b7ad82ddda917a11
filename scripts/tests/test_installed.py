"""Tests of `pip install ./scripts`, and of the wheel that `STRATEGOS_WHEEL` names, which has the
engine in it: `build_wheel.py --quick --native` builds one."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from python.wheels import glibc_fault, newest_glibc
from tests.browser import engine
from tests.helpers import FAKE, SCRIPTS, TAG

PROJECT = tomllib.loads((SCRIPTS / "pyproject.toml").read_text())
COMMANDS = PROJECT["project"]["scripts"]
WHEEL = os.environ.get("STRATEGOS_WHEEL")
# The command of the engine itself.
ENGINE_COMMAND = "strategos"
README = (SCRIPTS / "README.md").read_text()
CLIENT_README = (SCRIPTS / "strategos_client" / "README.md").read_text()
LEFT_OUT = shutil.ignore_patterns("node_modules", "tests", "__pycache__", ".*cache", "build")
WITHOUT_ENGINE = {"STRATEGOS_WITHOUT_ENGINE": "1"}
needs_wheel = unittest.skipIf(WHEEL is None, "needs a wheel, named by STRATEGOS_WHEEL")


def imported(source: str, package: str) -> set[str]:
    """The names of modules and of their members that a module of a package imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


# What the tests in `with_packages.py` import.
LEARNING = ("numpy", "hypothesis", "gymnasium", "pettingzoo")


@needs_wheel
@unittest.skipIf(
    any(importlib.util.find_spec(name) is None for name in LEARNING),
    f"needs the packages {', '.join(LEARNING)}: pip install -r scripts/requirements-dev.txt",
)
class LearningTest(unittest.TestCase):
    """The package of the wheel, with packages of this environment."""

    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        assert WHEEL is not None
        with zipfile.ZipFile(WHEEL) as files:
            files.extractall(cls.folder)
        # The client finds the command beside the package.
        command = cls.folder / "bin" / "strategos"
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\nexec {sys.executable} -m strategos "$@"\n')
        command.chmod(0o755)

    def run_program(self, *words: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, timeout=600, check=False,
            cwd=self.folder, env=os.environ | {"PYTHONPATH": str(self.folder), "PATH": path},
        )  # fmt: skip

    def test_arrays_and_wrappers(self) -> None:
        done = self.run_program(str(Path(__file__).with_name("with_packages.py")))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_example_learns(self) -> None:
        """In some seconds it plays games, and says how it does."""
        program = str(SCRIPTS / "examples" / "learn_shacru.py")
        done = self.run_program(program, "20", "8")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^   0 s, 0 games: \d+ %.*\n +\d+ s, [1-9]\d* games: \d+ %")


class ProjectTest(unittest.TestCase):
    def test_what_the_commands_need_is_installed(self) -> None:
        names: list[str] = PROJECT["tool"]["setuptools"]["packages"]
        installed = {name.removeprefix("strategos_tools.") for name in names}
        folders = [path.parent.relative_to(SCRIPTS) for path in SCRIPTS.rglob("__init__.py")]
        here = {".".join(folder.parts) for folder in folders}
        needed = {
            name if name in here else name.rpartition(".")[0]
            for package in installed & here
            for source in (SCRIPTS / package.replace(".", "/")).glob("*.py")
            for name in imported(source.read_text(), package)
        }
        self.assertGreater(len(needed & here), 8)
        self.assertIn("matches.records", needed)
        self.assertLessEqual(needed & here, installed)

    def test_the_version_is_that_of_the_engine(self) -> None:
        engine = tomllib.loads((SCRIPTS.parent / "Cargo.toml").read_text())
        module = tomllib.loads((SCRIPTS / "python" / "Cargo.toml").read_text())
        wanted = engine["package"]["version"]
        self.assertEqual(PROJECT["project"]["version"], wanted)
        self.assertEqual(module["package"]["version"], wanted)

    def test_without_rust_one_line_says_what_is_needed(self) -> None:
        clean = {key: value for key, value in os.environ.items() if key not in WITHOUT_ENGINE}
        done = subprocess.run(
            [sys.executable, "setup.py", "--version"], capture_output=True, text=True, timeout=60,
            check=False, cwd=SCRIPTS, env=clean | {"PATH": "/nowhere"},
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^strategos needs Rust .* STRATEGOS_WITHOUT_ENGINE=1 .*\n$")

    def test_a_wheel_is_left_out_where_it_cannot_be_built(self) -> None:
        done = subprocess.run(
            [sys.executable, "build_wheel.py"], capture_output=True, text=True, timeout=60,
            check=False, cwd=SCRIPTS, env=os.environ | {"PATH": "/nowhere"},
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (77, ""))
        self.assertRegex(done.stderr, r"^build_wheel.py: skipped, .* there is no cargo: .*\n$")

    def test_the_readme_names_all_commands(self) -> None:
        for command in COMMANDS:
            self.assertIn(f"`{command}`", CLIENT_README)

    @unittest.skipIf(engine() is None, "needs a build of the engine")
    def test_the_readme_has_programs_that_run(self) -> None:
        codes = re.findall(r"```python\n(.*?)```", CLIENT_README, re.DOTALL)
        for code in codes[:2]:
            best, after = self.output_of(code)
            self.assertRegex(best, r"^\S+ [+-]\d\.\d\d \('\S+', ")
            self.assertIn(" b - ", after)
        begin = "from strategos_client import *\nengine = SimpleEngine.popen('ENGINE')\n"
        begin += "engine.set_options({'UCI_Variant': 'pacru'})\n"
        output = self.output_of(f"{begin}{codes[2]}{codes[3]}engine.quit()")
        self.assertRegex(output[-3], r"^1\. i9i8 a1a2 \{as expected\} 2\. \S+ \*$")
        self.assertEqual(output[-1], " ['me']")

    def output_of(self, code: str) -> list[str]:
        """What a program prints."""
        for name in ("target/release/strategos", "ENGINE"):
            code = code.replace(name, str(engine()))
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False,
            cwd=SCRIPTS,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()


class InstallTest(unittest.TestCase):
    """One installation into a temporary environment."""

    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        subprocess.run([sys.executable, "-m", "venv", str(cls.folder / "env")], check=True)
        if WHEEL is None:
            cls.install_source()
        elif (done := cls.pip("--no-deps", "--no-index", str(Path(WHEEL).absolute()))).returncode:
            raise AssertionError(done.stderr)

    @classmethod
    def install_source(cls) -> None:
        """Installs all but the engine."""
        tools = cls.pip("--retries", "0", "--timeout", "10", *PROJECT["build-system"]["requires"])
        if tools.returncode:
            raise unittest.SkipTest("no package index can be reached")
        # A build leaves files in its source folder.
        shutil.copytree(SCRIPTS, cls.folder / "source", ignore=LEFT_OUT)
        done = cls.pip("--no-deps", "--no-build-isolation", str(cls.folder / "source"))
        if done.returncode:
            raise AssertionError(done.stderr)
        shutil.rmtree(cls.folder / "source")

    @classmethod
    def pip(cls, *words: str) -> subprocess.CompletedProcess[str]:
        return cls.run_in_environment("pip", "install", "--quiet", *words)

    @classmethod
    def run_in_environment(cls, *words: str) -> subprocess.CompletedProcess[str]:
        program, *rest = words
        left_out = ("PYTHONPATH", "STRATEGOS_ENGINE")
        clean = {key: value for key, value in os.environ.items() if key not in left_out}
        return subprocess.run(
            [str(cls.folder / "env" / "bin" / program), *rest],
            capture_output=True, text=True, timeout=600, check=False, cwd=cls.folder,
            env=clean | WITHOUT_ENGINE,
        )  # fmt: skip

    def test_commands_run_from_any_folder(self) -> None:
        for command in COMMANDS:
            if command == ENGINE_COMMAND:
                continue
            done = self.run_in_environment(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.startswith(f"usage: {command} "), done.stdout)

    def test_a_match_with_a_report(self) -> None:
        words = [f"cmd={sys.executable},args=-S {FAKE} normal {TAG}"]
        engines = [word for name in "AB" for word in ("--engine", f"name={name},{words[0]}")]
        done = self.run_in_environment(
            "strategos-match", *engines, "--variant", "nim", "--games", "4", "--depth", "1",
            "--random-plies", "2", "--html", "report.html",
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("of 4, ", done.stdout)
        self.assertIn("strategos/boards/index.js", (self.folder / "report.html").read_text())
        wrong = self.run_in_environment("strategos-match", *engines, "--variant", "nim")
        self.assertTrue(wrong.stderr.startswith("strategos-match: one of --tc"), wrong.stderr)

    @needs_wheel
    def test_the_engine_in_the_process(self) -> None:
        program = str(Path(__file__).with_name("in_process.py"))
        done = self.run_in_environment("python", program)
        self.assertEqual(done.returncode, 0, done.stderr)

    @needs_wheel
    @unittest.skipUnless(sys.platform == "linux", "other systems have no glibc")
    def test_a_wheel_that_promises_too_much_is_refused(self) -> None:
        assert WHEEL is not None
        needed = newest_glibc(Path(WHEEL))
        self.assertGreaterEqual(needed, (2, 14))
        older = self.folder / "strategos-0-cp311-abi3-manylinux_2_5_x86_64.whl"
        shutil.copyfile(WHEEL, older)
        text = f"{older.name} needs glibc {needed[0]}.{needed[1]}"
        self.assertEqual((glibc_fault(older), glibc_fault(Path(WHEEL))), (text, None))

    @needs_wheel
    def test_the_first_page_runs(self) -> None:
        """Each part of it is five lines."""
        shell, *programs = re.findall(r"```(?:sh|python)\n(.*?)```", README, re.DOTALL)
        lines = [len(list(filter(None, code.splitlines()))) for code in (shell, *programs)]
        self.assertEqual(lines, [5] * 4)
        for line in shell.splitlines()[2:4]:
            done = self.run_in_environment(*line.removeprefix("environment/bin/").split())
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue("734" in done.stdout or "# Pacru" in done.stdout, done.stdout)
        played, analysed, learnt = (
            self.run_in_environment("python", "-c", code) for code in programs
        )
        self.assertEqual((played.stderr, analysed.stderr, learnt.stderr), ("", "", ""))
        self.assertRegex(played.stdout, r"\['a3b2', '\S+'\] none\n$")
        self.assertRegex(analysed.stdout, r"(?s)6 2 [+-].*\n\S+ 0\.\d+\n$")
        self.assertRegex(
            learnt.stdout, r"^\[[-.\d, ]+\] of 1945 actions and planes of \(\d+, 9, 9\)\n$"
        )

    @needs_wheel
    def test_a_match_of_the_engine(self) -> None:
        words = ("cmd=strategos,name=A", "--engine", "cmd=strategos,name=B", "--variant", "pacru")
        path = {"PATH": f"{self.folder / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        with mock.patch.dict(os.environ, path):
            done = self.run_in_environment(
                "strategos-match", "--engine", *words, "--games", "2", "--nodes", "50",
            )  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("of 2, ", done.stdout)

    @unittest.skipIf(WHEEL, "the wheel has the engine")
    def test_without_the_engine_one_line_says_so(self) -> None:
        done = self.run_in_environment("python", "-c", "import strategos")
        self.assertRegex(done.stderr, r"\nModuleNotFoundError: the engine's module is not built: ")

    def test_the_library_is_typed_and_alone(self) -> None:
        code = "import strategos_client as s; print(s.__file__)"
        folder = Path(self.run_in_environment("python", "-c", code).stdout.strip()).parent
        self.assertTrue((folder / "py.typed").exists())
        others = self.run_in_environment("python", "-c", "import matches")
        self.assertIn("ModuleNotFoundError", others.stderr)

    def test_workers_of_a_cluster_are_sent_the_same_packages(self) -> None:
        code = (
            "import strategos_tools as t, sys; sys.path.insert(0, t.HERE); import io, zipfile; "
            "from runtime.cluster import archive_of_packages; "
            "print(zipfile.ZipFile(io.BytesIO(archive_of_packages())).namelist())"
        )
        installed = self.run_in_environment("python", "-c", code)
        self.assertEqual(installed.returncode, 0, installed.stderr)
        for name in ("strategos_client/engine.py", "matches/records/replay.py", "analysis/run.py"):
            self.assertIn(name, installed.stdout)


if __name__ == "__main__":
    unittest.main()
