#!/usr/bin/env python3
"""Builds the engine as a WebAssembly module, and a package of npm around it, target/wasm/package.

    scripts/build_wasm.py

It uses the target wasm32-unknown-unknown of the Rust toolchain. Where that is not installed
(`rustup target add wasm32-unknown-unknown`), it uses the packages of Debian or Ubuntu, unpacked
under target/wasm without being installed. Where neither can be had, it says so in one line and
ends with status 77.
"""

import sys

from needs import need

need()

from wasm.build import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
