#!/usr/bin/env python3
"""Runs one learning cycle: games of the engine against itself, samples, a network, its match.

    scripts/learn_cycle.py pacific-a --engine target/release/strategos --out target/cycle \\
                           --games 50000 --learn "--residual --epochs 7" \\
                           --match "--nodes 2000 --games 300"

All files are in the folder --out. The same command continues after an interruption. It needs
scripts/requirements-learn.txt. `--help` lists all options.
"""

import sys

from needs import need

need("numba", "numpy")

from learning.cycle import main

if __name__ == "__main__":
    sys.exit(main())
