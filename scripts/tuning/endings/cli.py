"""`measure_endings.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from runtime.arguments import DONE, text_of
from runtime.variants import add_variants
from strategos_client import Engine, EngineConfig, EngineError

from .measure import heading, measure_class
from .positions import classes_of


def arguments(description: str | None) -> argparse.ArgumentParser:
    """All options of the command line."""
    layout = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=description, formatter_class=layout)
    add_variants(parser)
    add = parser.add_argument
    add("--engine", type=Path, required=True)
    add("--tables", type=Path, required=True, metavar="DIR", help="the folder of the tables")
    add("--variant", default="pacific-a", help="(default %(default)s)")
    add("--positions", type=int, default=200, help="of each class (default %(default)s)")
    add("--depths", type=int, nargs="+", default=[2, 4, 8], help="(default 2 4 8)")
    add("--seed", type=int, default=1, help="(default %(default)s)")
    return parser


async def run(options: argparse.Namespace) -> None:
    """Prints a row for each class."""
    config = EngineConfig("engine", (str(options.engine),))
    async with await Engine.start(config) as tables, await Engine.start(config) as search:
        for engine in (tables, search):
            await engine.set_options({"UCI_Variant": options.variant})
        await tables.set_options({"TablePath": str(options.tables)})
        print(heading(options.depths), flush=True)
        for name in classes_of(options.tables, options.variant):
            draw = options.variant, options.seed
            found = await measure_class(
                (tables, search), name, options.positions, options.depths, draw
            )
            print(found.line(name, options.depths), flush=True)


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Measures all classes in a folder."""
    options = arguments(description).parse_args(words)
    if not classes_of(options.tables, options.variant):
        sys.exit(f"{options.tables}: no tables of {options.variant}")
    try:
        asyncio.run(run(options))
    except (OSError, EngineError) as error:
        sys.exit(text_of(error) if isinstance(error, OSError) else str(error))
    return DONE
