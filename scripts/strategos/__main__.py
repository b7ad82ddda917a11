"""The command `strategos`: `python -m strategos` is the same."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Runs the command with the arguments of this process, and returns its exit status."""
    from ._native import run

    # Ctrl-C ends the process, as it does the engine's own program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
