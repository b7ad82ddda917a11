#!/usr/bin/env python3
"""Plays the engine's games with itself, to learn from, on many machines.

    scripts/datagen.py pacific-a --engine target/release/strategos --out pacific-a.data \\
                       --games 1000000 --scheduler tcp://HOST:8786

What `strategos datagen` does with threads on one machine this does with the workers of a Dask
cluster: they play the games in parts, and the parts become one file. The same command goes on
where it was broken off. `--help` lists all options.
"""

import sys

from needs import need

need("distributed")

from learning.datagen import main

if __name__ == "__main__":
    sys.exit(main())
