#!/usr/bin/env python3
"""Trains the policy network of a game, on the actions of the engine's games.

    strategos samples azacru4.games --choices --out azacru4.cho
    scripts/learn_ranker.py azacru4.cho --out azacru4.rnk

It trains on several files of a variant together. It needs scripts/requirements-learn.txt.
"""

import sys

from needs import need

need("numba", "numpy")

from learning.policy.cli import main

if __name__ == "__main__":
    sys.exit(main())
