#!/usr/bin/env python3
"""Measures the pages: frames of a move on the board, and how long a report needs to open.

    scripts/measure_board.py --engine target/release/strategos

It needs Chromium and the packages of scripts/requirements-dev.txt.
"""

import sys

from needs import need

need("playwright", "aiohttp")

from liveboard.measuring import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
