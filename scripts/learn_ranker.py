#!/usr/bin/env python3
"""Trains the network that ranks actions, by what the engine's own games have played.

    strategos samples azacru4.games --choices --out azacru4.cho
    scripts/learn_ranker.py azacru4.cho --out azacru4.rnk

Several files of a variant are learnt together. Needs scripts/requirements-learn.txt.
"""

import sys

from needs import need

need("numba", "numpy")

from learning.policy.cli import main

if __name__ == "__main__":
    sys.exit(main())
