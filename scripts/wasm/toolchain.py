"""Toolchains that can build WebAssembly: the installed one, or packages of Debian."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from building.command import Unavailable

TARGET = "wasm32-unknown-unknown"
# The oldest compiler that the engine is built with, see `rust-version` in Cargo.toml.
OLDEST = (1, 89)


@dataclass(frozen=True)
class Toolchain:
    """What cargo needs to build for WebAssembly."""

    name: str
    compiler_flags: tuple[str, ...] = ()
    cargo_flags: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


def find(folder: Path) -> Toolchain:
    """The installed toolchain, or one that is unpacked in `folder`.

    Raises `Unavailable`.
    """
    if shutil.which("cargo") is None or shutil.which("rustc") is None:
        raise Unavailable("there is no Rust toolchain")
    if Path(output(["rustc", "--print", "target-libdir", "--target", TARGET])).is_dir():
        return Toolchain("the installed target")
    try:
        return debian(folder)
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip().splitlines()
        reason = said[-1] if said else f"status {error.returncode}"
        raise Unavailable(f"{Path(error.cmd[0]).name}: {reason}") from error


def debian(folder: Path) -> Toolchain:
    """The compiler for web browsers of Debian and Ubuntu, with the source of its library.

    Raises `Unavailable`, and `CalledProcessError` if a package cannot be had.
    """
    for tool in ("apt-get", "apt-cache", "dpkg"):
        if shutil.which(tool) is None:
            raise Unavailable(f"the target {TARGET} is not installed, and there is no {tool}")
    packages = debian_packages()
    linker = find_linker()
    root = folder / "toolchain"
    noted = folder / "toolchain.txt"
    wanted = "\n".join(packages)
    if not noted.exists() or noted.read_text() != wanted:
        noted.unlink(missing_ok=True)
        shutil.rmtree(root, ignore_errors=True)
        unpack(packages, folder / "packages", root)
        noted.write_text(wanted)
    libraries = next(root.glob("usr/lib/*/librustc_driver-*.so")).parent
    return Toolchain(
        "Debian's " + packages[0].replace("=", " "),
        compiler_flags=("-C", f"linker={linker}"),
        cargo_flags=("-Z", "build-std=std,panic_abort", "-Z", "build-std-features="),
        environment={
            "RUSTC": str(root / "usr/bin/rustc"),
            "RUSTC_BOOTSTRAP": "1",
            "LD_LIBRARY_PATH": os.pathsep.join(
                filter(None, [str(libraries), os.environ.get("LD_LIBRARY_PATH", "")])
            ),
        },
    )


def debian_packages() -> list[str]:
    """The packages that are needed, each with its version."""
    compiler = candidate("rustc-web")
    if compiler is None and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], capture_output=True, check=False, timeout=300)
        compiler = candidate("rustc-web")
    number = re.match(r"(\d+)\.(\d+)\.", compiler or "")
    if compiler is None or number is None:
        raise Unavailable(f"neither the target {TARGET} nor the package rustc-web can be had")
    major, minor = map(int, number.groups())
    if (major, minor) < OLDEST:
        raise Unavailable(f"the package rustc-web is too old ({compiler})")
    library = f"libstd-rust-web-{major}.{minor}"
    names = ["rustc-web", "libstd-rust-web-dev", "rust-web-src", library]
    depends = output(["apt-cache", "show", f"{library}={compiler}"])
    backends = set(re.findall(r"\blibllvm\d+\b", depends))
    return [f"{name}={compiler}" for name in names] + [
        f"{name}={candidate(name)}" for name in sorted(backends)
    ]


def candidate(package: str) -> str | None:
    """The version of a package that would be installed."""
    found = re.search(r"Candidate: (\d\S*)", output(["apt-cache", "policy", package]))
    return found.group(1) if found else None


def unpack(packages: Sequence[str], downloads: Path, root: Path) -> None:
    """Downloads packages and unpacks what is needed of them."""
    shutil.rmtree(downloads, ignore_errors=True)
    downloads.mkdir(parents=True)
    root.mkdir(parents=True)
    subprocess.run(
        ["apt-get", "download", "-qq", *packages],
        cwd=downloads, capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    for package in downloads.glob("*.deb"):
        # Of the compiler's sources only those of the library are needed.
        parts = ["--wildcards", "./usr/src/*/library"] if "-src_" in package.name else []
        with subprocess.Popen(["dpkg", "--fsys-tarfile", package], stdout=subprocess.PIPE) as tar:
            subprocess.run(
                ["tar", "-x", "-C", root, *parts],
                stdin=tar.stdout, capture_output=True, text=True, check=True,
            )  # fmt: skip
    shutil.rmtree(downloads)
    sources = next((root / "usr/src").glob("rustc-*"))
    link = root / "usr/lib/rustlib/src/rust"
    link.parent.mkdir(parents=True)
    link.symlink_to(Path(os.path.relpath(sources, link.parent)))


def find_linker() -> str:
    """A linker for WebAssembly: that of the Rust toolchain, or an installed one.

    Raises `Unavailable`.
    """
    root = Path(output(["rustc", "--print", "sysroot"]))
    for path in root.glob("lib/rustlib/*/bin/rust-lld"):
        return str(path)
    names = ["wasm-ld", *(f"wasm-ld-{version}" for version in range(30, 14, -1))]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise Unavailable("there is no linker for WebAssembly (rust-lld or wasm-ld)")
    return found


def output(command: Sequence[str]) -> str:
    """What a program prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()
