"""`board.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import sys
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.interrupts import on_interrupt
from runtime.variants import add_variants
from strategos_client import EngineConfig

from .kept_game import KeptGame, default_path
from .programs import Programs, config_of

if TYPE_CHECKING:
    from .server import Server

PORT = 8484
VARIANT = "pacific-a"
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
    options.engine = str(Path(options.engine).absolute())
    kept = KeptGame(options.keep)
    try:
        text = options.file.read_text(encoding="utf-8", errors="replace") if options.file else ""
        if not text and options.variant is None:
            kept.read()
        configs = [config_of(program) for program in options.program]
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return asyncio.run(serve(options, kept, configs, text))


def default_engine() -> str:
    """The release build of this checkout, or the installed engine."""
    installed = None if BUILD.exists() else shutil.which("strategos")
    return installed or str(BUILD)


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = argparse.ArgumentParser(
        description="Plays and analyses in the browser: a board for all games of the engine."
    )
    add_variants(parser)
    add = parser.add_argument
    add("file", nargs="?", type=Path, help="games to open: records, PGN, or games of the board")
    add("--variant", metavar="V", help="begin a game of V; default: the game of last time")
    add("--port", type=int, default=PORT, help="of the loopback interface (default %(default)s)")
    add("--engine", default=default_engine(), metavar="PATH",
        help="default: the release build, or strategos")  # fmt: skip
    add("--program", action="append", default=[], metavar="NAME=COMMAND",
        help="another engine that may play, such as an older build; may be repeated")  # fmt: skip
    add("--tables", metavar="DIRS",
        help="folders with endgame tables of strategos tables: the engine uses them, and the board "
             "shows the moves in them")  # fmt: skip
    add("--keep", type=Path, default=default_path(), metavar="FILE",
        help="where the game is kept for the next start (default %(default)s)")  # fmt: skip
    add("--sealed", type=Path, default=default_path().with_name("sealed-games"), metavar="DIR",
        help="the files of games by lines (default %(default)s)")  # fmt: skip
    add("--seed", type=int, metavar="N", help="of what engines choose at random; default: the time")
    add("--no-browser", action="store_true", help="only say where the board is")
    return parser


async def serve(
    options: argparse.Namespace, kept: KeptGame, configs: Sequence[EngineConfig], text: str
) -> int:
    """Serves the board until a signal; `text` is the content of the file to open."""
    from .hub import Hub
    from .server import Server
    from .table_process import TableFault

    seed = time.time_ns() if options.seed is None else options.seed
    variant = options.variant or VARIANT
    command = [options.engine, "table", variant, "--seed", str(seed % 2**31)]
    command += ["--sealed", str(options.sealed)]
    if options.tables:
        command += ["--tables", options.tables]
    programs = Programs(configs, lambda text: hub.notice(text))
    hub = Hub(command, kept, programs)
    server = Server(hub, options.port)
    try:
        await hub.start()
        if options.file is not None:
            await hub.open_file(options.file.name, text)
        await server.start()
    except (OSError, ValueError, TableFault) as error:
        print(error, file=sys.stderr)
        await server.close()
        return 1
    print(f"the board is at {server.address} (Ctrl-C ends it)", flush=True)
    if not options.no_browser:
        webbrowser.open(server.address)
    return await _until_interrupted(server)


async def _until_interrupted(server: Server) -> int:
    """Serves until Ctrl-C, or until the table fails."""
    from .table_process import TableFault

    task = asyncio.create_task(server.run())

    def end() -> None:
        task.cancel()

    try:
        with on_interrupt(end), contextlib.suppress(asyncio.CancelledError):
            await task
    except TableFault as error:
        print(error, file=sys.stderr)
        return 1
    return 0
