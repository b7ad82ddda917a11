#!/usr/bin/env python3
"""Builds the board as a page that needs no server but one of files, target/page.

    scripts/build_page.py
    python3 -m http.server --directory target/page

The engine is in it as a WebAssembly module, built as by build_wasm.py with the same options. Where
that cannot be built, the program says so in one line and ends with status 77.
"""

import sys

from needs import need

need()

from wasm.page import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
