"""Runs a program of this folder under some conditions of Windows, on another system:

    python tests/on_windows.py match.py --help

It removes what Windows lacks: process groups, processor affinity, event loops that watch pipes or
have signal handlers, and UTF-8 as the default encoding. `taskkill` is the program of that name on
the search path. It cannot imitate other features of Windows, such as its paths.
"""

from __future__ import annotations

import asyncio
import locale
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

MISSING = (
    (os, ("killpg", "getpgid", "setsid", "sched_getaffinity", "sched_setaffinity", "set_blocking")),
    (signal, ("SIGKILL", "SIGHUP", "SIGUSR1")),
)
MODULES = ("resource", "termios", "pwd", "grp", "tty", "pty")


class Loop(asyncio.SelectorEventLoop):
    """An event loop like that of Windows."""

    add_reader = asyncio.AbstractEventLoop.add_reader
    remove_reader = asyncio.AbstractEventLoop.remove_reader
    add_writer = asyncio.AbstractEventLoop.add_writer
    remove_writer = asyncio.AbstractEventLoop.remove_writer
    add_signal_handler = asyncio.AbstractEventLoop.add_signal_handler
    remove_signal_handler = asyncio.AbstractEventLoop.remove_signal_handler


class Policy(asyncio.DefaultEventLoopPolicy):
    """Makes such loops."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """One of them."""
        return Loop()


def pretend() -> None:
    """Removes what Windows lacks."""
    kill = signal.SIGKILL

    def end(process: subprocess.Popen[bytes]) -> None:
        os.kill(process.pid, kill)

    subprocess.Popen.kill = end  # type: ignore[method-assign, assignment]
    for module, names in MISSING:
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    locale.getencoding = lambda: "cp1252"  # type: ignore[assignment, unused-ignore]
    asyncio.set_event_loop_policy(Policy())


if __name__ == "__main__":
    pretend()
    program = Path(__file__).resolve().parents[1] / sys.argv[1]
    sys.path[0] = str(program.parent)
    sys.argv = [str(program), *sys.argv[2:]]
    runpy.run_path(str(program), run_name="__main__")
