"""`make_openings.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from matches.cli import until_interrupt
from matches.plan import Control, MatchError
from matches.specs import parse_engine
from runtime.arguments import BROKEN_OFF, DONE, INTERRUPTED, OneLineParser, text_of
from runtime.progress import Bar
from runtime.variants import add_variants
from strategos_client import EngineError

from .book import Book
from .candidate_engine import CandidateEngine, Settings
from .choice import Choice, Window
from .fleets import has_fleets
from .run import PATIENCE, Run
from .sources import Source

EPILOG = """\
Candidates come from the engine's genfens, from random turns, or, in War-in-the-Pacific Chess, from
the engine's fleets, where one side lacks some points. The engine searches each with --nodes nodes.
A candidate is taken if it is new and its score is within --window. A window with a lower bound, as
80-200, makes unbalanced openings. These and handicaps favour each player equally often.

The same command with --resume continues a file. --concurrency does not change the openings.
"""
SPANS: dict[Source, str] = {"genfens": "0-0", "random": "6-10", "fleets": "3-10"}


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 when there are fewer openings or an engine failed, 2 for bad usage, 130 when
    interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    try:
        settings = settings_from(options)
        heading = settings.heading()
        book = Book.open(options.out, settings.variant, heading, options.resume)
    except (ValueError, OSError, MatchError) as error:
        parser.error(text_of(error))
    with contextlib.closing(book):
        try:
            return _make(options, settings, book)
        except (EngineError, MatchError, OSError) as error:
            sys.stderr.write(f"{parser.prog}: {text_of(error)}\n")
            return BROKEN_OFF
        except KeyboardInterrupt:
            return INTERRUPTED


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(
        description="Makes a file of openings, chosen by an engine's scores.",
        epilog=EPILOG,
    )
    add_variants(parser)
    add = parser.add_argument
    add("--engine", required=True, metavar="PATH", help="a program, or cmd=PATH,option.Hash=64")
    add("--variant", default="pacific-a", help="UCI_Variant (default %(default)s)")
    add("--out", type=Path, required=True, metavar="FILE", help="lines of EPD")
    add("--resume", action="store_true", help="continue the file in --out")
    add("--count", type=int, default=200, metavar="N", help="openings (default %(default)s)")
    add("--nodes", type=int, default=300_000, metavar="N", help="a search (default %(default)s)")
    add("--window", default="50", metavar="[CP-]CP",
        help="how far from even, in centipawns (default %(default)s)")  # fmt: skip
    add("--from", dest="source", choices=get_args(Source), default="genfens",
        help="where candidates come from (default %(default)s)")  # fmt: skip
    add("--turns", metavar="N-N", help=f"with --from random (default {SPANS['random']})")
    add("--short", metavar="N-N",
        help=f"points a fleet lacks, with --from fleets (default {SPANS['fleets']})")  # fmt: skip
    add("--seed", type=int, default=1, help="of all that is random")
    add("--concurrency", type=int, default=1, metavar="N", help="concurrent engines")
    return parser


def settings_from(options: argparse.Namespace) -> Settings:
    """The settings of the command line; raises ValueError."""
    for name in ("count", "nodes", "concurrency"):
        if getattr(options, name) < 1:
            raise ValueError(f"--{name} is at least 1")
    source: Source = options.source
    for name, owner in (("turns", "random"), ("short", "fleets")):
        if getattr(options, name) is not None and source != owner:
            raise ValueError(f"--{name} goes with --from {owner}")
    if source == "fleets" and not has_fleets(options.variant):
        raise ValueError(f"--from fleets: there are no fleets in {options.variant}")
    given = {"random": options.turns, "fleets": options.short}.get(source)
    text = options.engine if "=" in options.engine else f"cmd={options.engine}"
    return Settings(
        engine=parse_engine(text, Control()).config,
        variant=options.variant,
        source=source,
        seed=options.seed,
        nodes=options.nodes,
        window=Window.parse(options.window),
        span=parse_span(given or SPANS[source]),
    )


def parse_span(text: str) -> range:
    """`3-5`, or `4` alone."""
    first, _, last = text.partition("-")
    last = last or first
    if not (first.isdigit() and last.isdigit() and int(first) <= int(last)):
        raise ValueError(f"a span of whole numbers is expected, as 3-5, not '{text}'")
    return range(int(first), int(last) + 1)


def _make(options: argparse.Namespace, settings: Settings, book: Book) -> int:
    bar = Bar(options.count, len(book.kept))
    finished = False
    found = looked_at = 0

    def show(count: int, seen: int) -> None:
        nonlocal found, looked_at
        found, looked_at = count, seen
        bar.show(count, f", {seen} looked at")

    async def work() -> None:
        nonlocal found
        scorers = []
        try:
            for _ in range(options.concurrency):
                scorers.append(await CandidateEngine.start(settings))
            choice = Choice(settings.window, options.count, scorers[0].players)
            found = len(book.kept)
            await Run(book, choice, show).to_the_end(scorers)
        finally:
            for scorer in scorers:
                await scorer.quit()

    try:
        finished = asyncio.run(until_interrupt(work()))
    finally:
        bar.end()
    if not finished:
        bar.say(f"Interrupted with {found} openings. Continue with the same command and --resume.")
        return INTERRUPTED
    bar.say(f"{found} openings of {looked_at} candidates in {options.out}")
    if found < options.count:
        bar.say(f"none of the last {PATIENCE} candidates was new and within the window")
        return BROKEN_OFF
    return DONE
