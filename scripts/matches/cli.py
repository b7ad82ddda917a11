"""`match.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO, cast

from runtime.arguments import BAD_USAGE, BROKEN_OFF, DONE, INTERRUPTED, program, text_of
from runtime.cluster import Cluster, ClusterError
from runtime.files import LineLog
from runtime.interrupts import on_interrupt
from runtime.output import say
from strategos_client import EngineConfig, EngineError

from . import preflight, referees
from .live import TextWatcher, watcher
from .local_slot import LocalSlot
from .networks import Networks, networks_of
from .options import NO_SECOND, Refused, Setup, parse, setup_from
from .plan import MatchError, Plan
from .records.archive import Archive, finished_games, load_once
from .records.game_record import GameRecord
from .remote_slot import RemoteSlot
from .sealed.slot import SealedSlot
from .statistics.tables import as_text
from .tournament import Match, Slot

# The levels of -v; beyond the last one all traffic is logged too.
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)

logger = logging.getLogger(__name__)


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 if the match ended early, 2 if it could not begin, 130 when interrupted."""
    options = parse(words)
    set_up_log(options.verbose)
    try:
        if options.out is None:
            options.out = _records_beside(options)
        setup = _checked(options)
        with contextlib.closing(_archive(options.out)) as archive:
            done = _done_before(setup.plan, options)
            archive.mend()
            status = _Run(setup, archive, done, options).to_the_end()
    except Refused as refused:
        for problem in refused.problems:
            sys.stderr.write(f"{program()}: {problem}\n")
        return BAD_USAGE
    except KeyboardInterrupt:
        # Before the first game there is nothing to be said.
        return INTERRUPTED
    except OSError as error:
        say(text_of(error))
        return BROKEN_OFF
    return max(status, _write_outputs(options, setup.plan.referee))


def set_up_log(verbose: int) -> None:
    """Logs lines of the runner alone, not those of other packages."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for package in ("matches", "tuning"):
        runner = logging.getLogger(package)
        runner.addHandler(handler)
        runner.setLevel(LEVELS[min(verbose, len(LEVELS) - 1)])


def _records_beside(options: argparse.Namespace) -> Path | None:
    """Where the records go without --out: beside the first output that is made from them."""
    first: Path | None = options.html or options.pgn or options.plots
    if first is None and options.resume:
        raise Refused(["--resume needs --out"])
    return None if first is None else first.with_suffix(".jsonl")


def _checked(options: argparse.Namespace) -> Setup:
    """The match of the command line; raises `Refused` with all problems that show here."""
    problems = preflight.output_problems(options)
    try:
        setup = setup_from(options)
    except Refused as refused:
        raise Refused(refused.problems + problems) from None
    problems += asyncio.run(_engine_problems(setup, options))
    if problems:
        raise Refused(problems)
    # On other machines only the contestants' programs are sure to exist.
    is_named = bool(options.referee or options.scheduler)
    wants_second = options.second_referee != NO_SECOND
    plan = asyncio.run(referees.appointed(setup.plan, is_named, wants_second))
    return replace(setup, plan=plan)


async def _engine_problems(setup: Setup, options: argparse.Namespace) -> list[str]:
    """Problems of the engines. On a cluster they need not be here, only the referee."""
    problems = await preflight.match_problems(setup.plan, setup.placed, setup.heading)
    if not options.scheduler:
        problems += await preflight.engine_problems(setup.plan)
    return list(dict.fromkeys(problems))


def _archive(path: Path | None) -> Archive:
    """Where the records go; raises `Refused` if another runner writes there."""
    try:
        return Archive() if path is None else Archive.open(path)
    except OSError as error:
        raise Refused([f"--out: {text_of(error)}"]) from None


def _done_before(plan: Plan, options: argparse.Namespace) -> list[GameRecord]:
    """The games of the record file that are not played again; raises `Refused`."""
    path: Path | None = options.out
    if path is None or not path.exists() or path.stat().st_size == 0:
        return []
    if not options.resume:
        raise Refused(
            [
                f"{path} holds games already: --resume continues that match, --out FILE writes to "
                "another file"
            ]
        )
    try:
        records, problems = finished_games(path, plan.fingerprint())
    except MatchError as error:
        raise Refused([str(error)]) from None
    for problem in problems:
        say(problem)
    return records


@dataclass(slots=True)
class _Run:
    """Plays a match and shows it."""

    setup: Setup
    archive: Archive
    done: list[GameRecord]
    options: argparse.Namespace

    def to_the_end(self) -> int:
        """Plays the match and shows its end; raises `Refused` if the cluster cannot play it."""
        started = time.monotonic()
        plan = self.setup.plan
        shown = watcher(plan, self.options.report_every, quiet=not self.options.verbose)
        log = self._traffic()
        match = Match(plan, self.archive, shown, self.done, log, self.setup.processors)
        status, message = self._play(match, shown)
        if message:
            say(message)
        if match.standing.games or status == DONE:
            say(as_text(match.standing, plan.sprt))
            say(f"{plan.rules.variant}, {time.monotonic() - started:.1f} s")
        if isinstance(log, LineLog):
            log.close()
        return status

    def _traffic(self) -> TextIO | None:
        """The log of all traffic; raises OSError."""
        if self.options.log:
            return cast(TextIO, LineLog(self.options.log, self.options.resume))
        return sys.stderr if self.options.verbose > len(LEVELS) - 1 else None

    def _play(self, match: Match, shown: TextWatcher) -> tuple[int, str]:
        again = "" if self.options.out is None else " Continue with the same command and --resume."
        try:
            finished = asyncio.run(until_interrupt(self._games(match, shown)))
        except (MatchError, ClusterError, OSError) as error:
            return BROKEN_OFF, f"The match ended early: {text_of(error)}.{again}"
        if not finished:
            return INTERRUPTED, f"Interrupted after {shown.progress(match.standing)}.{again}"
        return DONE, ""

    def _sealed_slots(self) -> list[Slot]:
        """Slots whose players have a process and a folder each."""
        folder = Path(self.options.sealed) if self.options.sealed else None
        count = range(self.options.concurrency)
        return [SealedSlot(self.setup.plan, folder) for _ in count]

    async def _games(self, match: Match, shown: TextWatcher) -> None:
        if self.setup.plan.sealed:
            say("without a referee: every game is audited")
            with shown:
                await match.run(self._sealed_slots())
            return
        if not self.options.scheduler and not self.options.workers:
            say(referees.description(self.setup.plan))
            with shown:
                await match.run(concurrency=self.options.concurrency)
            return
        plan = self.setup.plan
        judge = LocalSlot(plan)
        try:
            cluster = await Cluster.connect(self.options.scheduler, self.options.workers)
        except ClusterError as error:
            raise Refused([str(error)]) from None
        try:
            if problems := await preflight.cluster_problems(cluster, plan):
                raise Refused(problems)
            say(referees.description(plan))
            count = await cluster.slots()
            slots: list[Slot] = [RemoteSlot(cluster, plan, judge) for _ in range(count)]
            with shown:
                await match.run(slots)
        finally:
            await judge.close()
            await cluster.close()


async def until_interrupt(work: Coroutine[Any, Any, None]) -> bool:
    """Runs to the end, or to Ctrl-C or a termination signal; False if interrupted."""
    task = asyncio.create_task(work)

    def interrupt() -> None:
        # A second Ctrl-C must not interrupt the end of the engines.
        if not task.cancelling():
            task.cancel()

    with on_interrupt(interrupt):
        try:
            await task
        except asyncio.CancelledError:
            return False
    return True


def _networks(records: Sequence[GameRecord], referee: EngineConfig) -> list[Networks]:
    """The lines of communication for the report. If the referee fails now, only they are lost."""
    try:
        return asyncio.run(networks_of(records, referee))
    except EngineError as error:
        say(f"the report has no lines of communication: {text_of(error)}")
        return []


def _write_outputs(options: argparse.Namespace, referee: EngineConfig) -> int:
    """Report, text and plots of all games in the record file. The referee is asked for what the
    report draws."""
    if not (options.html or options.pgn or options.plots):
        return DONE
    from .report.outputs import write_outputs

    try:
        records, _ = load_once(options.out)
        networks = _networks(records, referee) if options.html else []
        write_outputs(records, options.html, options.pgn, options.plots, networks=networks)
    except (OSError, ImportError) as error:
        say(f"not written: {text_of(error)}")
        return BROKEN_OFF
    return DONE
