#!/usr/bin/env python3
"""Fits the weights of an evaluation to results of games (Texel's method, Peter Osterlund 2014).

    scripts/match.py --engine name=A,cmd=target/release/strategos,nodes=3000 \\
                     --engine name=B,cmd=target/release/strategos,nodes=4000 \\
                     --variant pacific-a --games 4000 --genfens --seed 1 --out games.jsonl
    scripts/tune_weights.py --game pacific --engine target/release/strategos games.jsonl \\
                     > src/games/pacific/eval/weights.rs

Each position of a finished game is one observation: the engine's counts (`query features`) and the
result of the game. The weights come from a logistic regression: a lead of 100 centipawns stands for
an expected score of 73 %. The text of `weights.rs` goes to standard output.

- pacific: positions before a move that is no attack.
- pacru: games of pacru, azacru and shacru for two players, all three at once.
- warpac: every second position of games that were not drawn. It fits the values of pieces alone.
"""

import sys

from needs import need

need("numpy")

from tuning.weights.cli import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
