#!/usr/bin/env python3
"""Builds the programs of a release for all systems, archives in target/release-files, and their
checksums, SHA256SUMS.

    scripts/build_release.py
    scripts/build_release.py --only linux-x86_64

They run on any processor of their kind. Programs for Linux are static. Programs for Windows and
macOS are linked by Zig (`pip install ziglang`). Rust's targets are installed by rustup. A system
that cannot be had is one line on the error output; if none can be had, the status is 77.
"""

import sys

from needs import need

need()

from building.release import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
