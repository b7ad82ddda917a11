#!/usr/bin/env python3
"""Finds good deployments by play, and their mixed strategy (Nash equilibrium).

    scripts/find_set_ups.py --engine target/release/strategos --variant gameofwar grow --count 40
    scripts/find_set_ups.py --engine target/release/strategos --variant gameofwar fill --games 8
    scripts/find_set_ups.py --engine target/release/strategos --variant gameofwar attack --side 1

`--help` lists all steps and options.
"""

import sys

from needs import need

need("numpy", "scipy")

from opening_books.deployments.cli import main

if __name__ == "__main__":
    sys.exit(main())
