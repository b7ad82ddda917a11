#!/usr/bin/env python3
"""Measures how often a search without endgame tables spoils what the tables know.

    target/release/strategos tables pacific-a --pieces 5 --out tables
    scripts/measure_endings.py --engine target/release/strategos --tables tables

For each class with a table it draws random positions that are not drawn out of hand: the results of
their actions differ. A search without tables chooses an action. The program prints how many of the
wins and of the draws it gave away, by depth. Positions of Pacific with planes are left out.
"""

import sys

from needs import need

need()

from tuning.endings.cli import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
