"""Builds `target/wasm/strategos.wasm`."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from runtime.arguments import OneLineParser
from wasm.toolchain import TARGET, Toolchain, Unavailable, find

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parent.parent / "target" / "wasm"
MODULE = FOLDER / "strategos.wasm"
NETWORKS = FOLDER / "networks"
DONE, FAILED, UNAVAILABLE = 0, 1, 77
# For the deepest lines of a search: eight times as much as is usual.
STACK_BYTES = 8 << 20


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Builds the module, and returns the exit status."""
    parser = OneLineParser(description=description or "")
    parser.add_argument(
        "--quick", action="store_true", help="build in less time a module that is slower"
    )
    parser.add_argument(
        "--no-simd", action="store_true", help="use no vector instructions, for old browsers"
    )
    options = parser.parse_args(words)
    try:
        toolchain = find(FOLDER)
    except Unavailable as reason:
        sys.stderr.write(f"build_wasm.py: WebAssembly cannot be built here: {reason}\n")
        return UNAVAILABLE
    print(f"builds with {toolchain.name}", flush=True)
    profile = "quick" if options.quick else "release"
    if not build(toolchain, profile, simd=not options.no_simd):
        return FAILED
    shutil.copyfile(FOLDER / "build" / TARGET / profile / "strategos_wasm.wasm", MODULE)
    copy_networks()
    content = MODULE.read_bytes()
    packed = len(gzip.compress(content))
    print(f"{MODULE}: {len(content) / 1e6:.2f} MB, {packed / 1e6:.2f} MB by gzip")
    return DONE


def copy_networks() -> None:
    """Copies the networks of all games to a folder beside the module."""
    shutil.rmtree(NETWORKS, ignore_errors=True)
    NETWORKS.mkdir()
    for path in HERE.parent.parent.glob("src/games/*/eval/networks/*"):
        if path.suffix in (".net", ".rnk"):
            shutil.copyfile(path, NETWORKS / path.name)


def build(toolchain: Toolchain, profile: str, simd: bool) -> bool:
    """Runs cargo, and returns whether it has built the module."""
    features = ("-C", "target-feature=+simd128") if simd else ()
    stack = ("-C", f"link-arg=-zstack-size={STACK_BYTES}")
    flags = [*toolchain.compiler_flags, *features, *stack]
    environment = os.environ | toolchain.environment
    environment["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join(flags)
    command = ["cargo", "build", "--locked", "--profile", profile, "--target", TARGET]
    command += ["--target-dir", str(FOLDER / "build"), *toolchain.cargo_flags]
    return subprocess.run(command, cwd=HERE, env=environment, check=False).returncode == 0
