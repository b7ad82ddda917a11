#!/usr/bin/env python3
"""Trains the network of a game on positions of the engine's games, with their scores.

    strategos samples pacific-a.data --out pacific-a.smp --fens pacific-a.fens
    scripts/learn.py pacific-a.smp --out pacific-a --hidden 64 --epochs 20
    scripts/learn.py pacific-a.smp --out pacific-a --check target/release/strategos \\
                     --fens pacific-a.fens

It trains on several files of a variant together. It needs scripts/requirements-learn.txt. `--help`
lists all options.
"""

import sys

from needs import need

need("numba", "numpy")

from learning.cli import main

if __name__ == "__main__":
    sys.exit(main())
