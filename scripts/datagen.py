#!/usr/bin/env python3
"""Plays training games of the engine against itself, on many machines.

    scripts/datagen.py pacific-a --engine target/release/strategos --out pacific-a.data \\
                       --games 1000000 --scheduler tcp://HOST:8786

It does the same as `strategos datagen`, with the workers of a Dask cluster instead of threads. They
play the games in parts, and the parts become one file. The same command continues after an
interruption. `--help` lists all options.
"""

import sys

from needs import need

need("distributed")

from learning.datagen import main

if __name__ == "__main__":
    sys.exit(main())
