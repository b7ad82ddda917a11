#!/usr/bin/env python3
"""Plays matches and tournaments between engines, and measures their strength.

    scripts/match.py --engine name=NEW,cmd=target/release/strategos,option.Hash=16 \\
                     --engine name=OLD,cmd=old/strategos,option.Hash=16 \\
                     --variant pacific-a --games 200 --concurrency 2 \\
                     --tc 1+0.01 --genfens --sprt 0,5 --out games.jsonl --html report.html

A third process, the referee, checks each move, decides the result, and gives each player his view.
So no engine judges its own play. Each opening is played from every seat. With two engines the error
bars come from pairs of games with exchanged seats. With three and four players, two engines share
the seats in every way; more engines take all seats in turn. `--help` lists all options.
"""

import sys

from needs import need

need()

from matches.cli import main

if __name__ == "__main__":
    sys.exit(main())
