"""Builds wheels of the package with the engine in it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from building.command import TOP, Failed, Unavailable, builder, finish, some_of_all
from building.targets import GLIBC, MODULES, Target, environment, zig_linker, zig_program
from python.wheels import glibc_fault, repacked

SCRIPTS = Path(__file__).resolve().parent.parent
FOLDER = TOP / "target" / "python"
# Each game is compiled with the whole search, built in and for files of variants: 11.7 MB.
MOST_BYTES = 12_000_000


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Builds wheels, and returns the exit status."""
    parser = builder(description, TOP / "target" / "wheels")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--native", action="store_true", help="build for this processor alone, and this system"
    )
    which.add_argument("--all", action="store_true", help=f"build wheels for {', '.join(MODULES)}")
    options = parser.parse_args(words)

    def build() -> None:
        check_tools()
        own = own_wheel(options.quick, options.native, options.out)
        if not options.all:
            print(f"{own}: {checked(own, options.quick).stat().st_size / 1e6:.2f} MB")
            return

        def wheel(tag: str) -> Path:
            is_own = own.name.endswith(f"-{tag}.whl")
            made = own if is_own else foreign_wheel(own, tag, options.quick)
            return checked(made, options.quick)

        some_of_all(list(MODULES), wheel)

    return finish("the wheel", build)


def check_tools() -> None:
    """Raises `Unavailable` if a tool is missing."""
    if shutil.which("cargo") is None:
        raise Unavailable("there is no cargo: https://rustup.rs")
    wanted = FOLDER / "tools"
    tools = ["setuptools>=77", "setuptools-rust>=1.11"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--retries", "2"]
    command += ["--timeout", "20", "--disable-pip-version-check", "--dest", str(wanted), *tools]
    if len(list(wanted.glob("*.whl"))) >= len(tools):
        return
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise Unavailable(f"{' and '.join(tools)} cannot be downloaded")


def checked(wheel: Path, quick: bool) -> Path:
    """The wheel, unless it is too large, or its module needs a newer glibc than its name says."""
    if (fault := glibc_fault(wheel)) is not None:
        raise Failed(fault)
    size = wheel.stat().st_size
    if size > MOST_BYTES and not quick:
        raise Failed(f"{wheel.name} has {size / 1e6:.2f} MB, more than {MOST_BYTES / 1e6:.0f}")
    return wheel


def own_wheel(quick: bool, native: bool, out: Path) -> Path:
    """The wheel for the kind of this machine, which pip builds."""
    before = set(out.glob("*.whl"))
    # What an earlier build has left would get into the wheel.
    shutil.rmtree(SCRIPTS / "build", ignore_errors=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--wheel-dir", str(out), str(SCRIPTS)]
    done = subprocess.run(command, env=own_environment(quick, native), check=False)
    shutil.rmtree(SCRIPTS / "build", ignore_errors=True)
    if done.returncode:
        raise Failed("the wheel cannot be built")
    made = [wheel for wheel in out.glob("*.whl") if wheel not in before]
    return max(made or out.glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def own_environment(quick: bool, native: bool) -> dict[str, str]:
    """The environment of pip."""
    found = os.environ | {"CARGO_TARGET_DIR": str(FOLDER)}
    if quick:
        found["SETUPTOOLS_RUST_CARGO_PROFILE"] = "quick"
    if native:
        return found
    found["RUSTFLAGS"] = ""
    machine = platform.machine()
    tag = f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{machine}"
    if sys.platform == "linux" and tag in MODULES and zig_program() is not None:
        name = f"CARGO_TARGET_{machine.upper()}_UNKNOWN_LINUX_GNU_LINKER"
        found[name] = zig_linker(MODULES[tag], FOLDER)
        found["STRATEGOS_WHEEL_PLATFORM"] = tag
    return found


def foreign_wheel(own: Path, tag: str, quick: bool) -> Path:
    """The wheel for another kind of machine: this machine's with another module."""
    target = MODULES[tag]
    profile = "quick" if quick else "release"
    # No Python of that system is here, and the interpreter that loads the module has its functions.
    pyo3 = {"PYO3_NO_PYTHON": "1", "PYO3_BUILD_EXTENSION_MODULE": "1"}
    settings = environment(target, FOLDER / "foreign") | pyo3
    command = ["cargo", "build", "--locked", "--quiet", "--lib", "--profile", profile]
    command += ["--target", target.triple]
    folder = SCRIPTS / "python"
    if subprocess.run(command, cwd=folder, env=settings, check=False).returncode:
        raise Failed(f"the module for {tag} cannot be built")
    built = FOLDER / "foreign" / target.triple / profile
    module = next(built / name for name in names(target) if (built / name).exists())
    return repacked(own, tag, module.read_bytes(), is_windows=target.is_windows)


def names(target: Target) -> tuple[str, ...]:
    """What cargo may call a module for a target."""
    return ("_native.dll",) if target.is_windows else ("lib_native.so", "lib_native.dylib")
