#!/usr/bin/env python3
"""Turns the learning cycle once: games of the engine with itself, samples, a network, its match.

    scripts/learn_cycle.py pacific-a --engine target/release/strategos --out target/cycle \\
                           --games 50000 --learn "--skip --epochs 7" \\
                           --match "--nodes 2000 --games 300"

All that is made stays in the folder --out; the same command goes on where it was broken off. Needs
scripts/requirements-learn.txt. `--help` lists all options.
"""

import sys

from needs import need

need("numba", "numpy")

from learning.cycle import main

if __name__ == "__main__":
    sys.exit(main())
