#!/usr/bin/env python3
"""Measures the strength levels of a variant, and prints the table for `levels.rs` of its game.

    scripts/calibrate.py --engine target/release/strategos --variant pacru --out levels
    scripts/calibrate.py --engine target/release/strategos --variant pacru --out levels --check

Without --check it plays a tournament from openings of `genfens`. Each level of the engine
(`strategos levels VARIANT`, or --levels) plays the next two. Strong levels also play the anchor, a
plain search of 4000 nodes, whose Elo is 2000 in every variant. The ratings are those of greatest
likelihood (Bradley-Terry; Plackett-Luce for more than two players). In War-in-the-Pacific Chess
points decide draws, because nearly all games are drawn.

With --check levels 200 Elo apart play each other. The stronger one should score 76 %:
1 / (1 + 10 ** -0.5). It prints the table with corrected distances.

The games of each pair are kept in a file under --out. The same command continues after an
interruption, and adds other levels or more games to those that are there.
"""

import sys

from needs import need

need()

from tuning.levels.cli import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
