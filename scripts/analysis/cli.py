"""`analyse.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO, cast

from matches.plan import Control
from matches.specs import parse_engine
from runtime import cluster
from runtime.arguments import text_of
from runtime.files import shared
from runtime.output import give_up_output
from runtime.progress import Bar
from runtime.variants import add_variants
from strategos_client import EngineConfig, Limits

from .analyst import NoServer, Settings
from .output import Writer, writer
from .resume import AnswerFile, Done, ResumeError, the_rest
from .run import RemoteAnalyst, Worker, local_workers, run
from .stream import stream


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 if any task failed, 2 for bad usage, 130 when interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    try:
        settings = settings_from(options)
        out = AnswerFile.open(options.out, options.format, options.resume) if options.out else None
        files = [(str(path), _open(path)) for path in options.input]
    except (ValueError, OSError, ResumeError) as error:
        parser.error(text_of(error))
    try:
        with contextlib.closing(out) if out else contextlib.nullcontext():
            return _analyse(files, settings, options, out)
    except (OSError, cluster.ClusterError, NoServer, ResumeError) as error:
        print(text_of(error), file=sys.stderr)
        return 1
    except _StdoutError as lost:
        give_up_output(lost.error)
    except KeyboardInterrupt:
        return 130


def _analyse(
    files: Sequence[tuple[str, TextIO]],
    settings: Settings,
    options: argparse.Namespace,
    out: AnswerFile | None,
) -> int:
    file = cast(TextIO, out or _Stdout())
    shown = Progress(options.format, file, _count(options.input), out)
    try:
        asyncio.run(_run(files, settings, options, shown))
    finally:
        shown.end()
    if shown.failed:
        print(f"{shown.failed} of {shown.done} could not be analysed", file=sys.stderr)
    return int(shown.failed > 0)


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = argparse.ArgumentParser(
        description="Analyses positions, or whole games that match.py wrote.",
        epilog="A line of input is `startpos`, `deploy` or a FEN, perhaps with `moves ...`; or a "
        "JSON object with id, variant, position or fen, moves, depth, nodes, movetime, multipv, "
        "searchmoves; or a game's record.",
    )
    add_variants(parser)
    add = parser.add_argument
    add("input", nargs="+", type=Path, help="files of positions or games, - for standard input")
    add(
        "--engine",
        required=True,
        metavar="PATH",
        help="Strategos, or cmd=PATH,option.Hash=64 (for each search)",
    )
    add("--variant", default="pacific-a", help="where the input names none (default %(default)s)")
    add("--depth", type=int)
    add("--nodes", type=int)
    add("--movetime", type=int, metavar="MS")
    add("--multipv", type=int, default=1, metavar="N", help="lines a position")
    add("--timeout", type=float, default=0.0, metavar="S", help="cancel a search after this time")
    add("--concurrency", type=int, default=1, metavar="N", help="concurrent searches")
    add("--format", choices=("jsonl", "csv", "pgn"), default="jsonl", help="pgn: for games")
    add("--out", type=Path, metavar="FILE", help="default: standard output")
    add("--resume", action="store_true", help="continue the answers in --out: same command")
    cluster.add_arguments(parser)
    return parser


def settings_from(options: argparse.Namespace) -> Settings:
    """Checks the command line; raises ValueError."""
    limits = Limits(options.depth, options.nodes, options.movetime)
    if limits == Limits():
        raise ValueError("one of --depth, --nodes, --movetime is needed")
    if min(options.multipv, options.concurrency) < 1:
        raise ValueError("--multipv and --concurrency are at least 1")
    if options.resume and options.out is None:
        raise ValueError("--resume needs --out")
    read = [("the input", path) for path in options.input]
    if problems := shared([*read, ("--out", options.out)]):
        raise ValueError(problems[0])
    text = options.engine if "=" in options.engine else f"cmd={options.engine}"
    engine: EngineConfig = parse_engine(text, Control()).config
    return Settings(engine, options.variant, limits, options.multipv, options.timeout)


class Progress:
    """Passes answers to the writer, counts them, and draws a bar on a terminal."""

    def __init__(
        self, kind: str, file: TextIO, total: int | None, before: AnswerFile | None = None
    ) -> None:
        self.before: list[Done] = before.done if before else []
        self.failed = sum(answer.failed for answer in self.before)
        self.done = len(self.before)
        self._begun = before is not None and before.begun
        self._has_moves = before is not None and before.has_moves
        self._kind = kind
        self._file = file
        self._out: Writer | None = None
        self._bar = Bar(total)

    def deliver(self, answer: dict[str, Any]) -> None:
        """Takes the next answer."""
        if self._out is None:
            # Games and positions have different columns; the first answer shows which they are.
            games = self._has_moves if self._begun else "position" not in answer
            self._out = writer(self._kind, self._file, games, begun=self._begun)
        self._out.write(answer)
        self.done += 1
        if "error" in answer:
            self.failed += 1
            self._bar.say(f"{answer['id']}: {answer['error']}")
        self._bar.show(self.done)

    def end(self) -> None:
        """Ends the line of the bar. A file without answers gets its heading."""
        self._bar.end()
        if self._out is None:
            self._out = writer(self._kind, self._file, games=False, begun=self._begun)


async def _run(
    files: Sequence[tuple[str, TextIO]],
    settings: Settings,
    options: argparse.Namespace,
    shown: Progress,
) -> None:
    tasks = the_rest(stream(files), shown.before, options.out)
    if not options.scheduler and not options.workers:
        await run(tasks, local_workers(settings, options.concurrency), shown.deliver)
        return
    machines = await cluster.Cluster.connect(options.scheduler, options.workers)
    try:
        slots = await machines.slots()
        places: list[Worker] = [RemoteAnalyst(machines, settings) for _ in range(slots)]
        await run(tasks, places, shown.deliver)
    finally:
        await machines.close()


def _open(path: Path) -> TextIO:
    """The input file, - for standard input. It is never closed: that would wait for a thread which
    reads it."""
    source: Path | int = 0 if str(path) == "-" else path
    return open(source, encoding="utf-8-sig", errors="replace", closefd=source != 0)


def _count(paths: Sequence[Path]) -> int | None:
    """The number of tasks, if it is known before they are read."""
    if not all(path.is_file() for path in paths):
        return None
    texts = (path.read_text(encoding="utf-8-sig", errors="replace") for path in paths)
    lines = (line.strip() for text in texts for line in text.splitlines())
    return sum(line != "" and not line.startswith("#") for line in lines)


class _Stdout(io.TextIOBase):
    """Standard output. It may raise `_StdoutError`."""

    def write(self, text: str) -> int:
        """Writes at once."""
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError as error:
            raise _StdoutError(error) from None
        return len(text)


class _StdoutError(Exception):
    """Standard output cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error
