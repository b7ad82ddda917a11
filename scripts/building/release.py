"""Builds the programs of a release, with their checksums."""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

from .command import QUICK, TOP, Failed, builder, finish, some_of_all
from .targets import PROGRAMS, environment

FOLDER = TOP / "target" / "programs"
# The program that runs on the machines that build releases.
OWN = "linux-x86_64"
SUMS = "SHA256SUMS"
# What stands beside the program in an archive.
COMPANIONS = ("LICENSE", "README.md", "protocol.md", "CHANGELOG.md")
# The same bytes from the same sources: 1 January 1980, the first day of zip files.
DATE = (1980, 1, 1, 0, 0, 0)
SECONDS = 315532800


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Builds the programs, and returns the exit status."""
    parser = builder(description, TOP / "target" / "release-files")
    parser.add_argument(
        "--only", metavar="NAME", choices=PROGRAMS, nargs="+", default=list(PROGRAMS),
        help=f"build for these systems, of {', '.join(PROGRAMS)} (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--check", action="store_true",
        help="run bench of the program that runs here, and compare its nodes with tests/bench.txt",
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=version())
    options = parser.parse_args(words)

    def build() -> None:
        options.out.mkdir(parents=True, exist_ok=True)
        made = some_of_all(options.only, lambda name: archive(name, options.quick, options.out))
        if options.check:
            check_bench(FOLDER / PROGRAMS[OWN].triple / "release" / "strategos")
        (options.out / SUMS).write_text(sums(made))
        print(options.out / SUMS)

    return finish("the programs", build)


def version() -> str:
    """The version of the engine."""
    manifest = tomllib.loads((TOP / "Cargo.toml").read_text(encoding="utf-8"))
    return str(manifest["package"]["version"])


def archive(name: str, quick: bool, out: Path) -> Path:
    """Builds the program for a system, and returns its archive."""
    program = build_program(name, quick)
    stem = f"strategos-{version()}-{name}"
    files = {f"{stem}/{program.name}": program.read_bytes()}
    files |= {f"{stem}/{name}": (TOP / name).read_bytes() for name in COMPANIONS}
    is_windows = PROGRAMS[name].is_windows
    path = out / (f"{stem}.zip" if is_windows else f"{stem}.tar.gz")
    path.write_bytes(zipped(files) if is_windows else tarred(files, program.name))
    return path


def build_program(name: str, quick: bool) -> Path:
    """Builds the program for a system."""
    target = PROGRAMS[name]
    settings = environment(target, FOLDER) | (QUICK if quick else {})
    command = ["cargo", "build", "--locked", "--quiet", "--release", "--bin", "strategos"]
    command += ["--target", target.triple]
    if subprocess.run(command, cwd=TOP, env=settings, check=False).returncode:
        raise Failed(f"{name} cannot be built")
    suffix = ".exe" if target.is_windows else ""
    return FOLDER / target.triple / "release" / f"strategos{suffix}"


def check_bench(program: Path) -> None:
    """Compares the nodes of `bench` with those pinned in tests/bench.txt. Raises `Failed`."""
    pinned = (TOP / "tests" / "bench.txt").read_text(encoding="utf-8").splitlines()
    for variant, _, nodes in (line.split() for line in pinned if not line.startswith("#")):
        command = [str(program), "bench", variant]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        counted = re.search(r"^(\d+) nodes", done.stdout, re.MULTILINE)
        if counted is None or counted[1] != nodes:
            said = done.stdout.strip().rpartition("\n")[2] or done.stderr.strip()
            raise Failed(f"{program}: bench {variant} counts no {nodes} nodes: {said}")
    print(f"{program}: bench counts the nodes of tests/bench.txt", flush=True)


def tarred(files: dict[str, bytes], program: str) -> bytes:
    """The files as a tar.gz; the program may be run."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for path, content in files.items():
            entry = tarfile.TarInfo(path)
            entry.size, entry.mtime = len(content), SECONDS
            entry.mode = 0o755 if path.endswith(f"/{program}") else 0o644
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=SECONDS)


def zipped(files: dict[str, bytes]) -> bytes:
    """The files as a zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def sums(paths: Sequence[Path]) -> str:
    """The checksums of files, as `sha256sum --check` reads them."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    return "".join(sorted(lines, key=lambda line: line.split()[1]))
