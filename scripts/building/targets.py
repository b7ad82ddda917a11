"""Other systems and processors that the engine is built for, and how each is linked.

Programs for Linux are static, by the C library musl, which comes with Rust's target, and by Rust's
own linker. Everything else is linked by Zig, the package `ziglang`, which knows old versions of
glibc and the systems of others.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .command import Failed, Unavailable

# The oldest glibc that programs of Rust run on.
GLIBC = (2, 17)
# Words of the linker that Zig does not know, or has of its own. After -Bdynamic it takes no static
# library, and the import libraries of Windows are static.
LEFT_OUT = (
    "-lgcc", "-l:libpthread.a", "-lmsvcrt", "-liconv", "-Wl,--disable-auto-image-base",
    "-Wl,--dynamicbase", "-Wl,--large-address-aware", "-Wl,-Bstatic", "-Wl,-Bdynamic",
)  # fmt: skip


@dataclass(frozen=True)
class Target:
    """A system and a processor."""

    # As Rust calls them.
    triple: str
    # As Zig calls them; empty where Rust's own linker is used.
    zig: str = ""
    # More words for the linker.
    link_words: tuple[str, ...] = ()

    @property
    def is_windows(self) -> bool:
        """Whether programs end in .exe."""
        return "windows" in self.triple

    @property
    def is_macos(self) -> bool:
        """Whether it is a Mac. Programs there are signed when they are linked, so that nothing may
        strip them afterwards."""
        return "apple" in self.triple


# Programs by the names of their archives.
PROGRAMS = {
    "linux-x86_64": Target("x86_64-unknown-linux-musl"),
    "linux-aarch64": Target("aarch64-unknown-linux-musl"),
    "windows-x86_64": Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
    "macos-aarch64": Target("aarch64-apple-darwin", "aarch64-macos.11.0", ("-s",)),
    "macos-x86_64": Target("x86_64-apple-darwin", "x86_64-macos.10.13", ("-s",)),
}
# A module for Python leaves the interpreter's functions open.
OPEN = ("-s", "-undefined", "dynamic_lookup")
# Modules for Python by the tags of their wheels.
MODULES = {
    "manylinux_2_17_x86_64": Target("x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17"),
    "manylinux_2_17_aarch64": Target("aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17"),
    "win_amd64": Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
    "macosx_11_0_arm64": Target("aarch64-apple-darwin", "aarch64-macos.11.0", OPEN),
    "macosx_10_13_x86_64": Target("x86_64-apple-darwin", "x86_64-macos.10.13", OPEN),
}


def environment(target: Target, folder: Path) -> dict[str, str]:
    """The environment in which cargo builds portably for a target, with `folder` for its files.

    Raises `Unavailable` if the target or its linker cannot be had."""
    add(target.triple)
    found = os.environ | {"RUSTFLAGS": "", "CARGO_TARGET_DIR": str(folder)}
    found.pop("CARGO_ENCODED_RUSTFLAGS", None)
    found["CARGO_PROFILE_RELEASE_STRIP"] = "none" if target.is_macos else "symbols"
    linker = zig_linker(target, folder) if target.zig else "rust-lld"
    if target.is_windows:
        found["PATH"] = os.pathsep.join([zig_dlltool(folder), found.get("PATH", "")])
    name = target.triple.upper().replace("-", "_")
    found[f"CARGO_TARGET_{name}_LINKER"] = linker
    return found


def add(triple: str) -> None:
    """Installs Rust's library for a target, unless it is there."""
    if shutil.which("rustc") is None or shutil.which("cargo") is None:
        raise Unavailable("there is no cargo: https://rustup.rs")
    if Path(_output("rustc", "--print", "target-libdir", "--target", triple)).is_dir():
        return
    if shutil.which("rustup") is None:
        raise Unavailable(f"Rust's target {triple} is not installed, and there is no rustup")
    try:
        _output("rustup", "target", "add", triple)
    except Failed as reason:
        raise Unavailable(f"Rust's target {triple} cannot be had: {reason}") from None


def zig_program() -> str | None:
    """The program in the package `ziglang`, if that is installed. Builds of pip do not see the
    package, but can run the program."""
    found = importlib.util.find_spec("ziglang")
    return (
        None if found is None or found.origin is None else str(Path(found.origin).with_name("zig"))
    )


def zig_linker(target: Target, folder: Path) -> str:
    """Writes a program that links by Zig, and returns its path. Raises `Unavailable`."""
    program = zig_program()
    if program is None:
        raise Unavailable("its linker is missing: pip install ziglang")
    words = " ".join(target.link_words)
    left_out = "|".join(LEFT_OUT)
    text = LINKER.format(zig=program, target=target.zig, more=words, out=left_out)
    return _program(folder / f"zig-{target.triple}", text)


def zig_dlltool(folder: Path) -> str:
    """Writes a program that makes import libraries for Windows by Zig, under the name by which the
    compiler calls it, and returns its folder."""
    path = folder / "zig-tools" / "x86_64-w64-mingw32-dlltool"
    _program(path, f'#!/bin/bash\nexec {zig_program()} dlltool "$@"\n')
    return str(path.parent)


def _program(path: Path, text: str) -> str:
    """Writes a program, and returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


# Zig has a libunwind of its own, and no libgcc. It takes the list of exported names of a library
# for Windows as a file among the others, and none for macOS, where all names are exported.
LINKER = """#!/bin/bash
arguments=()
for word in "$@"; do
    case $word in
        -lgcc_s | -lgcc_eh) arguments+=(-lunwind) ;;
        -Wl,*.def) arguments+=("${{word#-Wl,}}") ;;
        -Wl,-exported_symbols_list | -Wl,/*/list) ;;
        {out}) ;;
        *) arguments+=("$word") ;;
    esac
done
exec {zig} cc -target {target} "${{arguments[@]}}" {more}
"""


def _output(*command: str) -> str:
    """What a program prints. Raises `Failed` with its last line if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Failed(said[-1])
    return done.stdout.strip()
