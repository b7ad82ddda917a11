#!/usr/bin/env python3
"""Plays matches and tournaments between engines and says which is the strongest.

    scripts/match.py --engine name=NEW,cmd=target/release/strategos,option.Hash=16 \\
                     --engine name=OLD,cmd=old/strategos,option.Hash=16 \\
                     --variant pacific-a --games 200 --concurrency 2 \\
                     --tc 1+0.01 --genfens --sprt 0,5 --out games.jsonl --html report.html

A third process, the referee, holds the game: it checks each move, decides the result, and says
what each player may know, so that no engine judges its own play. Each opening is played from
every seat. With two engines the error bars rest on pairs of games with the seats exchanged; three
and four players' seats are shared by two engines in every way, or taken by more of them in turn.
`--help` lists all options.
"""

import sys

from needs import need

need()

from matches.cli import main

if __name__ == "__main__":
    sys.exit(main())
