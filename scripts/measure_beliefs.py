#!/usr/bin/env python3
"""Measures how well the engine guesses where unseen submarines are.

    scripts/measure_beliefs.py play --engine target/release/strategos --games 40 games.jsonl
    scripts/measure_beliefs.py measure --engine target/release/strategos games.jsonl

`play` writes games of warpac-subs, with deployment, of the engine against three kinds of opponents
in turn: the engine itself, a weak level of it, and random legal actions. It continues an existing
file. `measure` asks an engine for its beliefs about the opponent's submarines after every turn of
these games (`query belief`) and compares them with the true squares.

It prints the log loss in nats for each submarine. Without any knowledge the loss is
ln 256 = 5.55. `--against` compares two engines on the same games: it prints the mean difference
with its standard error over games.
"""

import sys

from needs import need

need()

from tuning.beliefs.cli import main

if __name__ == "__main__":
    sys.exit(main(__doc__))
