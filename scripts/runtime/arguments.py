"""The command line of every program: its parser, its exit codes, and the text of an error."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

DONE, BROKEN_OFF, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130


def program() -> str:
    """The name by which the program was called."""
    return Path(sys.argv[0]).name


class OneLineParser(argparse.ArgumentParser):
    """Reports errors in one line, and prints description and epilog without reflowing them.

    `source` is the file of the words, if they come from one.
    """

    source = ""

    def __init__(
        self, description: str, epilog: str | None = None, prog: str | None = None
    ) -> None:
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(prog, description=description, epilog=epilog, formatter_class=layout)

    def error(self, message: str) -> NoReturn:
        """Ends the program."""
        sys.stderr.write(f"{self.prog}: {self.source}{message}\n")
        sys.exit(BAD_USAGE)


def text_of(error: Exception) -> str:
    """The error as one line, without the number of an error of the system."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
