#!/usr/bin/env python3
"""Serves a board in the browser: play against the engine, analyse, view games.

scripts/board.py --variant pacru
scripts/board.py games.jsonl
"""

import sys

from needs import need

need()

from liveboard.cli import main

if __name__ == "__main__":
    sys.exit(main())
