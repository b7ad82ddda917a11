"""`report.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from runtime.arguments import text_of
from runtime.files import shared
from runtime.output import say
from runtime.variants import add_variants
from strategos_client import EngineConfig, EngineError

from ..networks import Networks, networks_of
from ..records.archive import load_once
from ..records.replay import differences
from ..statistics.tables import records_as_text
from .annotations import Annotations
from .beliefs import Belief, beliefs_of
from .outputs import write_outputs


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 if something could not be read or written."""
    parser = arguments()
    options = parser.parse_args(words)
    if mixed_up := _mixed_up(options):
        parser.error(mixed_up[0])
    records = []
    problems: list[str] = []
    try:
        for path in options.games:
            found, wrong = load_once(path)
            records += found
            problems += wrong
        annotations = Annotations()
        for path in options.annotations:
            problems += annotations.read(path)
        problems += annotations.strangers(records)
        beliefs: list[Belief] = []
        if options.beliefs:
            engine = EngineConfig("beliefs", (options.beliefs,))
            beliefs = asyncio.run(beliefs_of(records, engine))
        networks: list[Networks] = []
        if options.lines:
            engine = EngineConfig("lines", (options.lines,))
            networks = asyncio.run(networks_of(records, engine))
        write_outputs(
            records, options.html, options.pgn, options.plots, annotations, beliefs, networks
        )
        if options.check:
            engine = EngineConfig("check", (options.check,))
            problems += asyncio.run(differences(records, engine))
            say(f"{len(records)} games replayed")
    except (OSError, ImportError, EngineError) as error:
        print(text_of(error), file=sys.stderr)
        return 1
    for problem in problems:
        print(problem, file=sys.stderr)
    say(records_as_text(records))
    return int(bool(problems))


def _mixed_up(options: argparse.Namespace) -> list[str]:
    """Files that would be written over an input file, or twice."""
    read = [("the games", path) for path in options.games]
    read += [("--annotations", path) for path in options.annotations]
    return shared([*read, ("--html", options.html), ("--pgn", options.pgn)])


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = argparse.ArgumentParser(description="Reports on games that match.py wrote.")
    add_variants(parser)
    add = parser.add_argument
    add("games", nargs="+", type=Path, help="files of records, JSON lines")
    add("--check", metavar="ENGINE", help="replay every game and compare it with its record")
    add("--html", type=Path, metavar="FILE", help="a page with every game as a board")
    add("--pgn", type=Path, metavar="FILE", help="the games as text with tags and comments")
    add("--annotations", type=Path, metavar="FILE", action="append", default=[],
        help="results of analyse.py about the games, as JSON lines, for the page")  # fmt: skip
    add(
        "--beliefs",
        metavar="ENGINE",
        help="ask this engine what each player believed of what he did not see, for the page",
    )
    add(
        "--lines",
        metavar="ENGINE",
        help="ask this engine for the lines of communication in A Game of War, for the page",
    )
    add("--plots", type=Path, metavar="FOLDER", help="PNG plots (needs matplotlib)")
    return parser
