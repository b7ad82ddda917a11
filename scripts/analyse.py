#!/usr/bin/env python3
"""Analyses positions, or whole games that `match.py` wrote.

    scripts/analyse.py --engine target/release/strategos --movetime 500 --multipv 3 positions.txt
    scripts/analyse.py --engine target/release/strategos --depth 12 --format pgn games.jsonl

Every line of input gives one line of output with the same `id`, without delay. A line that cannot
be analysed gives an `error`, and the other lines are analysed. `--help` lists all options. The
program is a client of the engine's analysis server: `strategos analysis`, section 11 of
protocol.md."""

import sys

from needs import need

need()

from analysis.cli import main

if __name__ == "__main__":
    sys.exit(main())
