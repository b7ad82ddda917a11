"""`build_page.py`: builds the engine's module, and puts the page together."""

from __future__ import annotations

import sys
from pathlib import Path

from liveboard import static_page
from runtime.arguments import OneLineParser

from . import build as wasm

FOLDER = wasm.FOLDER.parent / "page"


def main(description: str | None = None) -> int:
    """Builds the page, and returns the exit status."""
    parser = OneLineParser(description=description or "")
    add = parser.add_argument
    add("--out", type=Path, default=FOLDER, metavar="FOLDER", help="default: target/page")
    add("--quick", action="store_true", help="build in less time an engine that is slower")
    add("--no-simd", action="store_true", help="use no vector instructions, for old browsers")
    options = parser.parse_args()
    words = [*(["--quick"] if options.quick else []), *(["--no-simd"] if options.no_simd else [])]
    status = wasm.main(None, words)
    if status != wasm.DONE:
        return status
    try:
        static_page.write(options.out, wasm.PACKAGE)
    except OSError as error:
        sys.stderr.write(f"build_page.py: {error}\n")
        return wasm.FAILED
    print(f"the page is in {options.out}")
    return wasm.DONE
