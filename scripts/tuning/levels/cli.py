"""`calibrate.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from pathlib import Path

from runtime.arguments import DONE, OneLineParser
from runtime.variants import add_variants

from .players import ANCHOR, ANCHOR_ELO, Level, pairs_of, player_at, strength_table
from .table import LEAST_ELO, MOST_ELO, STEP, Step, corrected, rising, show
from .tournament import play, rated, score


def measure(words: argparse.Namespace) -> None:
    """Plays the tournament and prints the rating of every level."""
    levels = words.levels or [level for _, level in strength_table(words.engine, words.variant)]
    games = []
    for pair in pairs_of(levels):
        found = play(words, pair)
        print(f"{pair[0].name} - {pair[1].name}: {score(pair[0].name, found):.1%} of {len(found)}")
        sys.stdout.flush()
        games += found
    elos = rated([level.player.name for level in levels] + [ANCHOR.name], games)
    to_anchor = ANCHOR_ELO - elos[ANCHOR.name].elo
    measured = []
    for level in levels:
        found_elo = elos[level.player.name]
        elo = found_elo.elo + to_anchor
        # A player that won or lost all games has no rating. If it is the anchor, no level has one.
        if isfinite(elo):
            print(f"{level.player.name}: {elo:.0f} ± {found_elo.error:.0f}")
            measured.append((round(elo), level))
        else:
            print(f"{level.player.name}: no rating, all games are one-sided")
    print(f"{words.variant}, {len(games)} games:")
    show(rising(measured))


def check(words: argparse.Namespace) -> None:
    """Lets levels 200 Elo apart play each other and prints the corrected table."""
    levels = strength_table(words.engine, words.variant)
    lowest, highest = levels[0][0], levels[-1][0]
    elos = [elo for elo in range(LEAST_ELO, MOST_ELO + 1, STEP) if lowest <= elo <= highest]
    steps = []
    for low, high in pairwise(elos):
        found = play(words, (player_at(low), player_at(high)))
        steps.append(Step(low, score(player_at(high).name, found), len(found)))
        print(f"{words.variant}: {high} - {low}: {steps[-1].share:.1%} of {len(found)} games")
        sys.stdout.flush()
    if not steps:
        sys.exit(f"{words.variant}: the levels span less than {STEP} Elo")
    print(f"{words.variant}: {sum(step.share for step in steps) / len(steps):.1%} on average")
    show(rising(corrected(levels, steps)))


def arguments(description: str | None) -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(description=description or "")
    add_variants(parser)
    parser.add_argument("--engine", required=True, help="the program")
    parser.add_argument("--variant", default="pacific-a")
    parser.add_argument("--games", type=int, default=200, help="for each pair (default 200)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the games")
    parser.add_argument("--check", action="store_true", help="play levels 200 Elo apart")
    parser.add_argument(
        "--levels", "--rungs", type=Level.read, nargs="+", metavar="NODES:ERROR",
        help="measure these levels, from the weakest on, instead of the engine's",
    )  # fmt: skip
    return parser


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Measures the levels, or checks them."""
    options = arguments(description).parse_args(words)
    if options.check:
        check(options)
    else:
        measure(options)
    return DONE
