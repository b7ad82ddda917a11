"""`board.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import shutil
import sys
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.interrupts import on_interrupt
from strategos_client import EngineError

if TYPE_CHECKING:
    from .server import Server

PORT = 8484
PROGRAM = "strategos.exe" if sys.platform == "win32" else "strategos"
BUILD = Path(__file__).resolve().parents[2] / "target" / "release" / PROGRAM


def main(words: Sequence[str] | None = None) -> int:
    """0 when stopped by Ctrl-C, 1 if the board cannot be served."""
    options = arguments().parse_args(words)
    if not Path(options.engine).exists():
        build = "cargo build --release, or name one by --engine"
        print(f"there is no engine {options.engine}: {build}", file=sys.stderr)
        return 1
    try:
        import aiohttp  # noqa: F401
    except ImportError:
        print("aiohttp is needed: pip install -r scripts/requirements.txt", file=sys.stderr)
        return 1
    try:
        text = options.file.read_text(encoding="utf-8", errors="replace") if options.file else ""
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    if options.seed is None:
        options.seed = time.time_ns()
    options.engine = str(Path(options.engine).absolute())
    return asyncio.run(serve(options, text))


def default_engine() -> str:
    """The release build of this checkout, or the installed engine."""
    installed = None if BUILD.exists() else shutil.which("strategos")
    return installed or str(BUILD)


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = argparse.ArgumentParser(
        description="Plays and analyses in the browser: a board for all games of the engine."
    )
    add = parser.add_argument
    add("file", nargs="?", type=Path, help="games to open: records or PGN")
    add("--variant", default="pacific-a", help="the game to begin with (default %(default)s)")
    add("--port", type=int, default=PORT, help="of the loopback interface (default %(default)s)")
    add("--engine", default=default_engine(), metavar="PATH",
        help="default: the release build, or strategos")  # fmt: skip
    add("--seed", type=int, metavar="N", help="of what engines choose at random; default: the time")
    add("--no-browser", action="store_true", help="only say where the board is")
    return parser


async def serve(options: argparse.Namespace, text: str) -> int:
    """Serves the board until a signal; `text` is the content of the file to open."""
    from .rules import Refused
    from .server import Server
    from .session import BoardSession

    try:
        session = await BoardSession.start((options.engine,), options.variant, options.seed)
    except (EngineError, Refused) as error:
        print(error, file=sys.stderr)
        return 1
    server = Server(session, options.port)
    try:
        if options.file is not None:
            await _open(server, options.file, text)
        await server.start()
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        await server.close()
        return 1
    print(f"the board is at {server.address} (Ctrl-C ends it)", flush=True)
    if not options.no_browser:
        webbrowser.open(server.address)
    task = asyncio.create_task(server.run())

    def end() -> None:
        task.cancel()

    with on_interrupt(end), contextlib.suppress(asyncio.CancelledError):
        await task
    return 0


async def _open(server: Server, name: str, text: str) -> None:
    """Puts the games of a file on the board; raises ValueError."""
    from .orders import obey

    answer = await obey(server.session, json.dumps({"do": "load", "text": text}))
    if answer is not None and answer["type"] == "error":
        raise ValueError(f"{name}: {answer['text']}")
    if len(server.session.library) > 1:
        await obey(server.session, json.dumps({"do": "pick", "index": 0}))
