"""Builds the wheel of the package with the engine in it."""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from runtime.arguments import OneLineParser

SCRIPTS = Path(__file__).resolve().parent.parent
TOP = SCRIPTS.parent
FOLDER = TOP / "target" / "python"
DONE, FAILED, UNAVAILABLE = 0, 1, 77
# The oldest glibc that programs of Rust run on.
GLIBC = (2, 17)
MOST_BYTES = 10_000_000


class Unavailable(Exception):
    """The wheel cannot be built here."""


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Builds the wheel, and returns the exit status."""
    parser = OneLineParser(description=description or "")
    parser.add_argument(
        "--quick", action="store_true", help="build in less time an engine that is slower"
    )
    parser.add_argument(
        "--native", action="store_true", help="build for this processor alone, and this system"
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=TOP / "target" / "wheels",
        help="put the wheel into this folder (default: target/wheels)",
    )  # fmt: skip
    options = parser.parse_args(words)
    try:
        check_tools()
    except Unavailable as reason:
        sys.stderr.write(f"build_wheel.py: skipped, the wheel cannot be built here: {reason}\n")
        return UNAVAILABLE
    environment = environment_of(options.quick, options.native)
    before = set(options.out.glob("*.whl"))
    if not build(environment, options.out):
        return FAILED
    made = [wheel for wheel in options.out.glob("*.whl") if wheel not in before] or sorted(
        options.out.glob("*.whl"), key=lambda wheel: wheel.stat().st_mtime
    )
    if (problem := wrong_glibc(made[-1])) is not None:
        sys.stderr.write(f"build_wheel.py: {problem}\n")
        return FAILED
    size = made[-1].stat().st_size
    print(f"{made[-1]}: {size / 1e6:.2f} MB")
    if size > MOST_BYTES and not options.quick:
        sys.stderr.write(f"build_wheel.py: more than {MOST_BYTES / 1e6:.0f} MB\n")
        return FAILED
    return DONE


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


def environment_of(quick: bool, native: bool) -> dict[str, str]:
    """The environment of the build."""
    found = os.environ | {"CARGO_TARGET_DIR": str(FOLDER)}
    if quick:
        found["SETUPTOOLS_RUST_CARGO_PROFILE"] = "quick"
    if native:
        return found
    found["RUSTFLAGS"] = ""
    if sys.platform == "linux" and importlib.util.find_spec("ziglang") is not None:
        machine = platform.machine()
        linker = FOLDER / "zig-linker"
        linker.parent.mkdir(parents=True, exist_ok=True)
        linker.write_text(ZIG.format(python=sys.executable, target=f"{machine}-linux-gnu.2.17"))
        linker.chmod(0o755)
        name = f"CARGO_TARGET_{machine.upper()}_UNKNOWN_LINUX_GNU_LINKER"
        found[name] = str(linker)
        found["STRATEGOS_WHEEL_PLATFORM"] = f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{machine}"
    return found


# The linker of Zig has a libunwind of its own, and no libgcc_s.
ZIG = """#!/bin/bash
arguments=()
for word in "$@"; do
    case $word in
        -lgcc_s) arguments+=(-lunwind) ;;
        *) arguments+=("$word") ;;
    esac
done
exec {python} -m ziglang cc -target {target} "${{arguments[@]}}"
"""


def wrong_glibc(wheel: Path) -> str | None:
    """What is wrong if the module in a wheel needs a newer glibc than the wheel's name says."""
    promised = re.search(r"manylinux_(\d+)_(\d+)_", wheel.name)
    needed = newest_glibc(wheel)
    if promised is None or needed <= (int(promised[1]), int(promised[2])):
        return None
    return f"{wheel.name} needs glibc {needed[0]}.{needed[1]}"


def newest_glibc(wheel: Path) -> tuple[int, int]:
    """The newest version of glibc that the modules in a wheel name; 0.0 if they name none."""
    with zipfile.ZipFile(wheel) as files:
        modules = [files.read(name) for name in files.namelist() if name.endswith(".so")]
    found = re.findall(rb"\bGLIBC_(\d+)\.(\d+)", b"".join(modules))
    return max(((int(major), int(minor)) for major, minor in found), default=(0, 0))


def build(environment: dict[str, str], out: Path) -> bool:
    """Runs pip, and returns whether there is a wheel."""
    # What an earlier build has left would get into the wheel.
    shutil.rmtree(SCRIPTS / "build", ignore_errors=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--wheel-dir", str(out), str(SCRIPTS)]
    done = subprocess.run(command, env=environment, check=False)
    shutil.rmtree(SCRIPTS / "build", ignore_errors=True)
    return done.returncode == 0
