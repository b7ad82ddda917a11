#!/usr/bin/env python3
"""Measures what a token costs the match runner, apart from the engine's time.

    scripts/measure_overhead.py --engine target/release/strategos

The engine plays itself to depth 1, one game at a time. The result is the mean time of a token in
milliseconds: in all, and without the engines' moves. The second figure covers the referee's
answers, the records, and the start of the processes.
"""

import sys

from needs import need

need()

from matches.overhead import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
