"""Tests of what builds programs and wheels for other systems."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from building import release, targets
from building.command import TOP, Failed, Unavailable, builder, finish, some_of_all
from building.targets import MODULES, PROGRAMS
from python.wheels import digest, repacked

WHEEL_FACTS = "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp311-abi3-manylinux_2_17_x86_64\n"


class CommandTest(unittest.TestCase):
    def status_of(self, error: Exception | None) -> tuple[int, str]:
        def build() -> None:
            if error is not None:
                raise error

        with contextlib.redirect_stderr(io.StringIO()) as said:
            return finish("it", build), said.getvalue()

    def test_a_build_ends_with_one_line_and_a_status(self) -> None:
        self.assertEqual(self.status_of(None), (0, ""))
        status, said = self.status_of(Unavailable("no cargo"))
        self.assertEqual((status, said.count("\n")), (77, 1))
        self.assertIn(": skipped, it cannot be built here: no cargo\n", said)
        status, said = self.status_of(Failed("no luck"))
        self.assertEqual((status, said.count("\n")), (1, 1))

    def test_what_cannot_be_had_is_left_out(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "made"
            path.write_bytes(b"x" * 20_000)

            def build(product: str) -> Path:
                if product == "moon":
                    raise Unavailable("too far")
                return path

            with (
                contextlib.redirect_stderr(io.StringIO()) as said,
                contextlib.redirect_stdout(io.StringIO()) as shown,
            ):
                self.assertEqual(some_of_all(["moon", "earth"], build), [path])
            self.assertIn(": moon is left out: too far\n", said.getvalue())
            self.assertEqual(shown.getvalue(), f"{path}: 0.02 MB\n")
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(Unavailable):
                some_of_all(["moon"], build)

    def test_every_builder_has_the_same_options(self) -> None:
        options = builder("x", TOP / "target" / "x").parse_args(["--quick", "--out", "y"])
        self.assertEqual((options.quick, options.out), (True, Path("y")))
        for program in ("build_wasm.py", "build_wheel.py", "build_page.py", "build_release.py"):
            done = subprocess.run(
                [sys.executable, str(TOP / "scripts" / program), "--help"],
                capture_output=True, text=True, check=True, timeout=60,
            )  # fmt: skip
            self.assertRegex(done.stdout, r"(?s)--quick +build in less time .*--out DIR ")


class TargetTest(unittest.TestCase):
    def test_without_a_toolchain_one_line_says_so(self) -> None:
        done = subprocess.run(
            [sys.executable, str(TOP / "scripts" / "build_release.py")],
            capture_output=True, text=True, check=False, timeout=60,
            env=os.environ | {"PATH": "/nowhere"},
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (77, ""))
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), len(PROGRAMS) + 1)
        for name, line in zip(PROGRAMS, lines, strict=False):
            self.assertEqual(line, f"build_release.py: {name} is left out: there is no cargo: "
                             "https://rustup.rs")  # fmt: skip

    def test_without_zig_one_line_says_so(self) -> None:
        target = PROGRAMS["macos-aarch64"]
        with (
            mock.patch.object(targets, "add"),
            mock.patch.object(targets, "zig_program", return_value=None),
            self.assertRaisesRegex(Unavailable, "pip install ziglang"),
        ):
            targets.environment(target, Path("/nowhere"))

    def test_builds_for_others_are_portable(self) -> None:
        with tempfile.TemporaryDirectory() as name, mock.patch.object(targets, "add"), \
                mock.patch.object(targets, "zig_program", return_value="zig"):  # fmt: skip
            for target in (*PROGRAMS.values(), *MODULES.values()):
                found = targets.environment(target, Path(name))
                self.assertEqual(found["RUSTFLAGS"], "")
                variable = f"CARGO_TARGET_{target.triple.upper().replace('-', '_')}_LINKER"
                linker = found[variable]
                if target.zig:
                    self.assertIn(f"-target {target.zig} ", Path(linker).read_text())
                else:
                    self.assertEqual(linker, "rust-lld")
                if "windows" in target.triple:
                    folder = Path(found["PATH"].split(os.pathsep)[0])
                    self.assertIn("exec zig dlltool ", next(folder.iterdir()).read_text())
                strip = found["CARGO_PROFILE_RELEASE_STRIP"]
                self.assertEqual(strip, "none" if "apple" in target.triple else "symbols")

    def test_a_linker_by_zig_leaves_out_what_zig_has(self) -> None:
        text = targets.LINKER.format(
            zig="echo", target="a-b", more="-s", out="|".join(targets.LEFT_OUT)
        )
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "linker"
            path.write_text(text)
            path.chmod(0o755)
            words = ["one two.o", "-lgcc_eh", "-lgcc", "-liconv", "-Wl,-Bdynamic", "-lm"]
            words += ["-Wl,/a/list.def", "-Wl,-exported_symbols_list", "-Wl,/a/list"]
            done = subprocess.run(
                [str(path), *words], capture_output=True, text=True, check=True, timeout=60
            )
        wanted = "cc -target a-b one two.o -lunwind -lm /a/list.def -s\n"
        self.assertEqual(done.stdout, wanted)


class ReleaseTest(unittest.TestCase):
    def test_the_version_is_the_engines(self) -> None:
        manifest = tomllib.loads((TOP / "Cargo.toml").read_text())
        self.assertEqual(release.version(), manifest["package"]["version"])
        page = (TOP / "protocol.md").read_text()
        self.assertIn(f"id name Strategos {release.version()}\n", page)
        self.assertIn(f"## [{release.version()}] - ", (TOP / "CHANGELOG.md").read_text())

    def test_archives_hold_the_program_and_are_the_same_every_time(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            out = Path(name)
            program = out / "strategos"
            program.write_bytes(b"\x7fELF")
            with mock.patch.object(release, "build_program", return_value=program):
                made = [release.archive(system, False, out) for system in PROGRAMS]
                before = [path.read_bytes() for path in made]
                for system in PROGRAMS:
                    release.archive(system, False, out)
            self.assertEqual([path.read_bytes() for path in made], before)
            stem = f"strategos-{release.version()}-"
            for system, path in zip(PROGRAMS, made, strict=True):
                wanted = {f"{stem}{system}/{file}" for file in ("strategos", *release.COMPANIONS)}
                if path.suffix == ".zip":
                    self.assertEqual(set(zipfile.ZipFile(path).namelist()), wanted)
                    continue
                with tarfile.open(path) as tar:
                    self.assertEqual(set(tar.getnames()), wanted)
                    member = tar.getmember(f"{stem}{system}/strategos")
                    self.assertEqual((member.mode, member.size), (0o755, 4))
            sums = release.sums(made).splitlines()
            self.assertEqual(len(sums), len(PROGRAMS))
            first = sorted(made, key=lambda path: path.name)[0]
            self.assertEqual(
                sums[0], f"{hashlib.sha256(first.read_bytes()).hexdigest()}  {first.name}"
            )

    def test_other_nodes_are_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            program = Path(name) / "strategos"
            program.write_text("#!/bin/sh\necho '1 nodes 2 nps'\n")
            program.chmod(0o755)
            with self.assertRaisesRegex(Failed, "bench pacific-a counts no .*: 1 nodes 2 nps"):
                release.check_bench(program)

    def test_the_workflow_calls_the_same_commands(self) -> None:
        text = (TOP / ".github" / "workflows" / "release.yml").read_text()
        for command in ("build_release.py --check", "build_wheel.py --all"):
            self.assertIn(f"scripts/{command} ", text)


class WheelTest(unittest.TestCase):
    def test_a_wheel_for_another_system_has_another_module(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            own = Path(name) / "strategos-1-cp311-abi3-manylinux_2_17_x86_64.whl"
            with zipfile.ZipFile(own, "w") as files:
                files.writestr("strategos/_native.abi3.so", b"linux")
                files.writestr("strategos/__init__.py", b"code")
                files.writestr("strategos-1.dist-info/WHEEL", WHEEL_FACTS)
                files.writestr("strategos-1.dist-info/RECORD", "old")
            for tag, module in (
                ("win_amd64", "_native.pyd"),
                ("macosx_11_0_arm64", "_native.abi3.so"),
            ):
                made = repacked(own, tag, b"other", is_windows=tag == "win_amd64")
                self.assertEqual(made.name, f"strategos-1-cp311-abi3-{tag}.whl")
                with zipfile.ZipFile(made) as files:
                    content = {entry: files.read(entry) for entry in files.namelist()}
                self.assertEqual(content[f"strategos/{module}"], b"other")
                self.assertEqual(content["strategos/__init__.py"], b"code")
                self.assertEqual(len(content), 4)
                facts = content["strategos-1.dist-info/WHEEL"].decode()
                self.assertEqual(facts, WHEEL_FACTS.replace("manylinux_2_17_x86_64", tag))
                record = content["strategos-1.dist-info/RECORD"].decode()
                self.assertIn(f"strategos/{module},sha256={digest(b'other')},5\n", record)
                self.assertTrue(record.endswith("strategos-1.dist-info/RECORD,,\n"))


if __name__ == "__main__":
    unittest.main()
