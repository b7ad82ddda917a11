#!/usr/bin/env python3
"""Builds the Python package with the engine in it, a wheel in target/wheels.

    scripts/build_wheel.py

The wheel is for any processor of this kind, and for Python 3.11 and later. On Linux it needs glibc
2.17 or later if the package `ziglang` is installed, whose linker knows old versions of glibc; if
not, that of this machine. It needs Rust, and downloads setuptools-rust. Where that cannot be had,
it says so in one line and ends with status 77.
"""

import sys

from needs import need

need()

from python.build import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
