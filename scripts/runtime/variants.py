"""The option `--variants` of all programs that start engines: files of variants that the engines
load before anything else.

A program tells its engines of the files by an environment variable, which every process inherits.
Strategos reads it; other engines do not.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

VARIABLE = "STRATEGOS_VARIANTS"
_HELP = (
    "a file of variants, whose names can then be used like those that are built in; may be given "
    "several times"
)


class _Add(argparse.Action):
    """Adds a file to the variable."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        path = Path(values)
        if not path.is_file():
            parser.error(f"argument --variants: there is no file {path}")
        known = os.environ.get(VARIABLE, "").split(os.pathsep)
        # An engine may run in another folder.
        files = [*filter(None, known), str(path.resolve())]
        os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys(files))
        setattr(namespace, self.dest, files)


def add_variants(parser: argparse.ArgumentParser) -> None:
    """Adds the option to a parser."""
    parser.add_argument("--variants", action=_Add, metavar="FILE", help=_HELP)
