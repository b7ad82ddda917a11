#!/usr/bin/env python3
"""Writes the data of the page that teaches: the rulebooks with positions, first games, puzzles.

    scripts/build_teaching.py --engine target/release/strategos

The data is in scripts/web/teaching. Run this after a change of a rulebook (src/games/*/rules.md)
of a lesson (scripts/teaching/lessons) or of puzzles (scripts/teaching/puzzles). The engine checks
what the lessons say, and plays the solutions of the puzzles.
With --check nothing is written: the program names the files that are old, and ends with status 1.
"""

import sys

from needs import need

need()

from teaching.cli import main

if __name__ == "__main__":
    sys.exit(main(__doc__ or ""))
