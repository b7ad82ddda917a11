"""`build_page.py`: builds the engine's module, and puts the page together."""

from __future__ import annotations

import sys

from building.command import DONE, FAILED, builder
from liveboard import static_page

from . import build as wasm

FOLDER = wasm.FOLDER.parent / "page"


def main(description: str | None = None) -> int:
    """Builds the page, and returns the exit status."""
    parser = builder(description, FOLDER)
    wasm.add_options(parser)
    options = parser.parse_args()
    words = [*(["--quick"] if options.quick else []), *(["--no-simd"] if options.no_simd else [])]
    words += ["--no-lines"] if options.no_lines else []
    status = wasm.main(None, words)
    if status != DONE:
        return status
    try:
        static_page.write(options.out, wasm.PACKAGE)
    except OSError as error:
        sys.stderr.write(f"build_page.py: {error}\n")
        return FAILED
    print(f"the page is in {options.out}")
    return DONE
