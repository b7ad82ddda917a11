#!/usr/bin/env python3
"""Measures sealed games: lines and bytes a game, processor time a line and an audit.

    scripts/measure_sealed.py --engine target/release/strategos --games 8

Two players exchange lines, each with a file of his own, in random games of up to 160 turns. A line
costs what `strategos sealed status` takes for a whole game, divided by its lines: each is parsed,
its signature and its hashes are checked, and it is played on the board. An audit is that of both
files. What the program takes to start is subtracted from both.
"""

import sys

from needs import need

need()

from matches.sealed.figures import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
