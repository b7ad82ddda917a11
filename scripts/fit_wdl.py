#!/usr/bin/env python3
"""Fits the win-draw-loss model of scores to results of games.

    strategos samples pacru.data --out pacru.smp
    scripts/fit_wdl.py pacru.smp

Needs scripts/requirements-learn.txt. `--help` lists all options.
"""

import sys

from needs import need

need("numba", "numpy")

from learning.win_draw_loss import main

if __name__ == "__main__":
    sys.exit(main())
