#!/usr/bin/env python3
"""Plays a hidden game without a referee on two machines, by public lines over a socket.

    scripts/sealed.py relay --listen 0.0.0.0:7777
    scripts/sealed.py host --relay HOST:7777 --game ours --folder ann --variant warpac-subs \\
                           --engine name=Ann,cmd=target/release/strategos,movetime=500
    scripts/sealed.py host --relay HOST:7777 --game ours --folder bob --join \\
                           --engine name=Bob,cmd=target/release/strategos,movetime=500

Each host has a file of its own in its folder. `strategos sealed audit ann/game bob/game` checks the
game. `scripts/match.py --sealed` plays whole matches in this way on one machine.
"""

import sys

from needs import need

need()

from matches.sealed.cli import main

if __name__ == "__main__":
    sys.exit(main())
