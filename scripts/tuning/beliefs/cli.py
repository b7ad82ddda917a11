"""`measure_beliefs.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from runtime.arguments import DONE, text_of
from runtime.variants import add_variants

from .games import play_all
from .losses import measure


def arguments(description: str | None) -> argparse.ArgumentParser:
    """All options of the command line."""
    layout = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=description, formatter_class=layout)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, purpose in (("play", "plays games"), ("measure", "measures losses in them")):
        command = commands.add_parser(name, help=purpose)
        add_variants(command)
        command.add_argument("games_file", type=Path)
        command.add_argument("--engine", type=Path, required=True)
    add = commands.choices["play"].add_argument
    add("--games", type=int, default=40, help="for each kind of opponent (default %(default)s)")
    add("--nodes", type=int, default=1000, help="for each turn (default %(default)s)")
    add("--turns", type=int, default=300, help="in a game at most (default %(default)s)")
    commands.choices["measure"].add_argument("--against", type=Path, help="another engine")
    return parser


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Plays games or measures losses in them."""
    options = arguments(description).parse_args(words)
    if options.command == "measure" and not options.games_file.exists():
        sys.exit(f"{options.games_file}: no such file")
    try:
        asyncio.run(play_all(options) if options.command == "play" else measure(options))
    except OSError as error:
        sys.exit(text_of(error))
    return DONE
