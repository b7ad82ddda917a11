"""Standard output, and how times are written there."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def duration(seconds: float) -> str:
    """`1:02:03` or `2:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def say(text: str) -> None:
    """Prints without delay, also into a pipe or file. If the reader is gone or the disk is full,
    the program ends."""
    try:
        print(text, flush=True)
    except OSError as error:
        give_up_output(error)


def give_up_output(error: OSError) -> NoReturn:
    """Ends the program if standard output cannot be written; without a message if the reader is
    gone."""
    if not isinstance(error, BrokenPipeError):
        sys.stderr.write(f"cannot write to standard output: {error.strerror}\n")
    # The flush at exit would fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
