"""The command line of every program: its parser, its exit codes, and the text of an error."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

DONE, BROKEN_OFF, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130


def program() -> str:
    """What the program was called as."""
    return Path(sys.argv[0]).name


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line, and prints its epilog as it stands.

    `source` is the file that the words come from, if any.
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
    """One line; of an error of the system without its number."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
