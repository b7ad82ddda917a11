#!/usr/bin/env python3
"""Measures how many requests about rules an analysis server answers a second.

    scripts/measure_rules.py --engine target/release/strategos

The requests ask for the legal actions, the player and the result of one position each. The
positions are those of random games, in an order without repetitions next to each other. The result
is a line for each variant: requests a second by the clock, and by the processor time of the server.
"""

import sys

from needs import need

need()

from analysis.rule_speed import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
