#!/usr/bin/env python3
"""Makes a report, PGN and plots from games of `match.py`, or replays and checks them.

scripts/report.py games.jsonl --html report.html --pgn games.pgn --plots plots
"""

import sys

from needs import need

need()

from matches.report.cli import main

if __name__ == "__main__":
    sys.exit(main())
