"""Builds the WebAssembly module and the package around it."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from building.command import TOP, Failed, builder, finish
from wasm.toolchain import TARGET, Toolchain, find

HERE = Path(__file__).resolve().parent
FOLDER = TOP / "target" / "wasm"
PACKAGE = FOLDER / "package"
MODULE = PACKAGE / "strategos.wasm"
# For the deepest lines of a search: eight times as much as is usual.
STACK_BYTES = 8 << 20


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Builds the module, and returns the exit status."""
    parser = builder(description, PACKAGE)
    add_options(parser)
    options = parser.parse_args(words)

    def make() -> None:
        toolchain = find(FOLDER)
        print(f"builds with {toolchain.name}", flush=True)
        profile = "quick" if options.quick else "release"
        if not build(toolchain, profile, simd=not options.no_simd, lines=not options.no_lines):
            raise Failed("the module cannot be built")
        module = FOLDER / "build" / TARGET / profile / "strategos_wasm.wasm"
        put_together(module, options.out)
        content = module.read_bytes()
        packed = len(gzip.compress(content))
        print(f"{options.out}: {len(content) / 1e6:.2f} MB, {packed / 1e6:.2f} MB by gzip")

    return finish("WebAssembly", make)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a module."""
    parser.add_argument(
        "--no-simd", action="store_true", help="use no vector instructions, for old browsers"
    )
    parser.add_argument(
        "--no-lines", action="store_true", help="leave out games by lines, for a smaller module"
    )


def put_together(module: Path, out: Path) -> None:
    """Puts the package of npm together: the module, the networks, JavaScript and types."""
    shutil.rmtree(out / "networks", ignore_errors=True)
    (out / "networks").mkdir(parents=True)
    for path in TOP.glob("src/games/*/eval/networks/*"):
        if path.suffix in (".net", ".rnk"):
            shutil.copyfile(path, out / "networks" / path.name)
    shutil.copyfile(module, out / "strategos.wasm")
    shutil.copyfile(HERE / "package.json", out / "package.json")
    for name in json.loads((HERE / "package.json").read_text())["files"]:
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, out / name, dirs_exist_ok=True)
        elif (HERE / name).exists():
            shutil.copyfile(HERE / name, out / name)
    for name in ("LICENSE", "protocol.md"):
        shutil.copyfile(TOP / name, out / name)
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    (out / "README.md").write_text(readme.replace("../../", ""), encoding="utf-8")


def build(toolchain: Toolchain, profile: str, simd: bool, lines: bool) -> bool:
    """Runs cargo, and returns whether it has built the module."""
    features = ("-C", "target-feature=+simd128") if simd else ()
    stack = ("-C", f"link-arg=-zstack-size={STACK_BYTES}")
    flags = [*toolchain.compiler_flags, *features, *stack]
    environment = os.environ | toolchain.environment
    environment["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join(flags)
    command = ["cargo", "build", "--locked", "--profile", profile, "--target", TARGET]
    command += ["--target-dir", str(FOLDER / "build"), *toolchain.cargo_flags]
    command += [] if lines else ["--no-default-features"]
    return subprocess.run(command, cwd=HERE, env=environment, check=False).returncode == 0
