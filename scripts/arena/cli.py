"""`match.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from strategos_client import EngineError

from .archive import Archive, finished_games, load
from .cluster import Cluster, ClusterError
from .contest import Match
from .live import TextWatcher, say, watcher
from .openings import check_openings, read_openings
from .options import arguments, plan_from
from .plan import MatchError, Plan
from .record import GameRecord
from .referee import Referee
from .remote import RemoteTable
from .tables import as_text

DONE, BROKEN_OFF, INTERRUPTED = 0, 1, 130


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 when the match broke off, 2 for bad usage, 130 when interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    if options.out is None and (options.html or options.pgn or options.plots or options.resume):
        options.out = _records_beside(parser, options)
    try:
        plan = plan_from(options)
        done = _done_before(plan, options)
    except (ValueError, OSError, MatchError) as error:
        parser.error(str(error))
    try:
        return max(_match(plan, done, options), _write_outputs(options))
    except OSError as error:
        say(str(error))
        return BROKEN_OFF


def _match(plan: Plan, done: list[GameRecord], options: argparse.Namespace) -> int:
    """Plays the match and shows its end."""
    started = time.monotonic()
    with contextlib.ExitStack() as stack:
        archive = Archive.open(options.out) if options.out else Archive()
        stack.callback(archive.close)
        log = stack.enter_context(options.log.open("w")) if options.log else None
        shown = stack.enter_context(watcher(plan, options.report_every))
        match = Match(plan, archive, shown, done, log)
        status, message = _run(match, plan, options, shown)
    if message:
        say(message)
    say(as_text(match.standing, plan.sprt))
    say(f"{plan.rules.variant}, {time.monotonic() - started:.1f} s")
    return status


def _records_beside(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Path:
    """Pictures are made from records: these go beside the first picture if nowhere else."""
    first: Path | None = options.html or options.pgn or options.plots
    if first is None:
        parser.error("--resume needs --out")
    return first.with_suffix(".jsonl")


def _done_before(plan: Plan, options: argparse.Namespace) -> list[GameRecord]:
    """The games that are not to be played again."""
    path: Path | None = options.out
    if path is None or not path.exists() or path.stat().st_size == 0:
        return []
    if not options.resume:
        raise MatchError(f"{path} holds games already: --resume, or name another file with --out")
    records, problems = finished_games(path, plan.fingerprint())
    for problem in problems:
        say(problem)
    return records


def _run(
    match: Match, plan: Plan, options: argparse.Namespace, shown: TextWatcher
) -> tuple[int, str]:
    try:
        finished = asyncio.run(_until_interrupt(_play(match, plan, options)))
    except (MatchError, ClusterError, OSError) as error:
        return BROKEN_OFF, f"The match broke off: {error}"
    if not finished:
        hint = "" if options.out is None else " Go on with the same command and --resume."
        return INTERRUPTED, f"Interrupted after {shown.progress(match.standing)}.{hint}"
    return DONE, ""


async def _play(match: Match, plan: Plan, options: argparse.Namespace) -> None:
    if options.openings:
        await _check_openings(plan, options.openings)
    if not options.scheduler and not options.workers:
        await match.run(concurrency=options.concurrency)
        return
    cluster = await Cluster.connect(options.scheduler, options.workers)
    try:
        await match.run([RemoteTable(cluster, plan) for _ in range(cluster.slots())])
    finally:
        await cluster.close()


async def _check_openings(plan: Plan, path: Path) -> None:
    try:
        referee = await Referee.start(plan.referee, plan.rules.variant, None)
    except EngineError as error:
        raise MatchError(str(error)) from error
    try:
        await check_openings(referee, path, read_openings(path))
    finally:
        await referee.quit()


async def _until_interrupt(work: Coroutine[Any, Any, None]) -> bool:
    """Runs to the end, or to Ctrl-C or a termination signal; False if cut short."""
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()

    def interrupt() -> None:
        # A second Ctrl-C must not cut short the ending of the engines.
        if not task.cancelling():
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    try:
        await task
    except asyncio.CancelledError:
        return False
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
    return True


def _write_outputs(options: argparse.Namespace) -> int:
    """Report, text and plots of all games in the record file."""
    if not (options.html or options.pgn or options.plots):
        return DONE
    records, _ = load(options.out)
    from drawing.outputs import write_outputs

    try:
        write_outputs(records, options.html, options.pgn, options.plots)
    except (OSError, ImportError) as error:
        say(f"not written: {error}")
        return BROKEN_OFF
    return DONE
