"""`tune.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from matches import preflight
from matches.cli import set_up_log, until_interrupt
from matches.local_slot import LocalSlot
from matches.options import (
    Refused,
    Setup,
    add_endings,
    add_limits,
    add_openings,
    add_places,
    setup_from,
)
from matches.plan import MatchError, Plan
from matches.remote_slot import RemoteSlot
from matches.specs import fields_of
from runtime.arguments import (
    BAD_USAGE,
    BROKEN_OFF,
    DONE,
    INTERRUPTED,
    OneLineParser,
    program,
    text_of,
)
from runtime.cluster import Cluster, ClusterError
from runtime.files import write_whole
from runtime.output import duration, say
from runtime.variants import add_variants

from . import result
from .journal import Journal, head_of, open_journal
from .parameters import Parameter, ParameterError, chosen, of_engine, parse_lines
from .plots import write_plot
from .run import MINUS, PLUS, LocalPlayer, Player, RemotePlayer, Run, with_values
from .spsa import Settings, Spsa

EPILOG = """\
The engine must be one whose tunables are options (cargo build --release --features tune). Its
command `spsa VARIANT` lists them, or a file with lines in OpenBench's form:
name, int, value, min, max, step, rate.

The same command with --resume continues a run.
"""
SHOWN_PARAMETERS = 4


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 if the run ended early, 2 if it could not begin, 130 when interrupted."""
    options = arguments().parse_args(words)
    set_up_log(options.verbose)
    try:
        setup, parameters = _checked(options)
        journal = _journal(options, setup.plan, parameters)
        with contextlib.closing(journal):
            return Tuner(options, setup, parameters, journal).to_the_end()
    except Refused as refused:
        for problem in refused.problems:
            sys.stderr.write(f"{program()}: {problem}\n")
        return BAD_USAGE
    except KeyboardInterrupt:
        # Before the first game there is nothing to be said.
        return INTERRUPTED


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(
        description="Tunes an engine's parameters by SPSA, in games against itself.",
        epilog=EPILOG,
    )
    add_variants(parser)
    add = parser.add_argument
    add("--engine", required=True, metavar="SPEC", help="cmd=PATH[,option.NAME=VALUE]...")
    add("--variant", default="pacific-a", help="the variant to tune (default %(default)s)")
    add("--pairs", type=int, default=5000, metavar="N", help="pairs of games in the run")
    add("--out", type=Path, required=True, metavar="FILE", help="the journal of the run")
    add("--resume", action="store_true", help="continue the run in --out")
    add("--parameters", type=Path, metavar="FILE", help="parameters in OpenBench's form")
    add("--only", metavar="NAMES", help="tune only these, as clock_*,history_bonus")
    add("--step-factor", type=float, default=Settings(1).step_factor, metavar="F",
        help="factor for all steps (default %(default)g)")  # fmt: skip
    add("--rate-factor", type=float, default=Settings(1).rate_factor, metavar="F",
        help="factor for all rates (default %(default)g)")  # fmt: skip
    add("--values", type=Path, metavar="FILE", help="write the new values in OpenBench's form")
    add("--patch", type=Path, metavar="FILE", help="write a patch of the source")
    add("--source", type=Path, default=Path("src"), metavar="PATH",
        help="file or folder with the values (default %(default)s)")  # fmt: skip
    add("--plots", type=Path, metavar="FOLDER", help="plot the parameters (needs matplotlib)")
    add("--report-every", type=int, default=50, metavar="N", help="pairs")
    add("-v", "--verbose", action="count", default=0, help="log pairs; -vv: games and moves too")
    add_limits(parser)
    add_openings(parser)
    add_endings(parser)
    add_places(parser)
    # What a match has besides.
    parser.set_defaults(
        each="", referee=None, second_referee=None, format=None, information="auto", sprt=None,
        html=None, pgn=None, log=None, sealed=None,
    )  # fmt: skip
    return parser


def _checked(options: argparse.Namespace) -> tuple[Setup, list[Parameter]]:
    """The run of the command line; raises `Refused` with all problems."""
    problems = preflight.output_problems(options)
    problems += preflight.file_problems({"values": options.values, "patch": options.patch})
    if options.patch and not options.source.exists():
        problems.append(f"--source: there is no {options.source}")
    if min(options.pairs, options.report_every) < 1:
        problems.append("--pairs and --report-every are at least 1")
    if not (0.0 < options.step_factor < 100.0 and 0.0 < options.rate_factor < 100.0):
        problems.append("--step-factor and --rate-factor lie between 0 and 100")
    try:
        setup = setup_from(_as_match(options))
        parameters = _parameters(options, setup.plan)
    except Refused as refused:
        raise Refused(refused.problems + problems) from None
    except (ParameterError, OSError) as error:
        raise Refused([text_of(error), *problems]) from None
    problems += asyncio.run(_engine_problems(setup, parameters, options))
    if problems:
        raise Refused(problems)
    return setup, parameters


def _as_match(options: argparse.Namespace) -> argparse.Namespace:
    """The run as a match between two engines that differ only in their values."""
    try:
        fields = fields_of(options.engine)
    except ValueError as error:
        raise Refused([str(error)]) from None
    both = [{**fields, "name": name} for name in (PLUS, MINUS)]
    match = {"engine": both, "games": 2 * options.pairs, "fields": "all"}
    return argparse.Namespace(**{**vars(options), **match})


def _parameters(options: argparse.Namespace, plan: Plan) -> list[Parameter]:
    if options.parameters:
        text = options.parameters.read_text(encoding="utf-8-sig", errors="replace")
        found = parse_lines(text.splitlines(), str(options.parameters))
    else:
        found = of_engine(plan.contestants[0].config.command, plan.rules.variant)
    return chosen(found, options.only)


async def _engine_problems(
    setup: Setup, parameters: Sequence[Parameter], options: argparse.Namespace
) -> list[str]:
    problems = await preflight.match_problems(setup.plan, setup.placed, setup.heading)
    if not options.scheduler:
        for values in ([p.least for p in parameters], [p.greatest for p in parameters]):
            problems += await preflight.engine_problems(_extreme(setup.plan, parameters, values))
    return list(dict.fromkeys(problem.removeprefix(f"{PLUS}: ") for problem in problems))


def _extreme(plan: Plan, parameters: Sequence[Parameter], values: Sequence[float]) -> Plan:
    """The first engine alone, with these values."""
    engine = with_values(plan.contestants[0], parameters, [round(value) for value in values])
    return replace(plan, contestants=(engine,))


def _journal(options: argparse.Namespace, plan: Plan, parameters: Sequence[Parameter]) -> Journal:
    """The journal of the run; raises `Refused`."""
    run: dict[str, Any] = {
        "variant": plan.rules.variant,
        "pairs": options.pairs,
        "match": plan.fingerprint(),
        "step_factor": options.step_factor,
        "rate_factor": options.rate_factor,
    }
    try:
        return open_journal(options.out, head_of(parameters, run), options.resume)
    except (ParameterError, OSError) as error:
        raise Refused([text_of(error)]) from None


class Tuner:
    """Plays a run and shows it."""

    def __init__(
        self,
        options: argparse.Namespace,
        setup: Setup,
        parameters: Sequence[Parameter],
        journal: Journal,
    ) -> None:
        self._options = options
        self._setup = setup
        self._parameters = parameters
        settings = Settings(options.pairs, options.step_factor, options.rate_factor, options.seed)
        self._spsa = Spsa(parameters, settings)
        self._run = Run(setup.plan, parameters, self._spsa, journal, self._show)
        self._began = time.monotonic()

    def to_the_end(self) -> int:
        """Plays the run and writes the result, also after an interruption."""
        if self._run.before:
            say(f"{self._run.before} of {self._run.pairs} pairs were played before.")
        status, message = self._play()
        if message:
            say(message)
        return max(status, self._write())

    def _play(self) -> tuple[int, str]:
        again = " Continue with the same command and --resume."
        try:
            finished = asyncio.run(until_interrupt(self._games()))
        except (MatchError, ClusterError, OSError) as error:
            return BROKEN_OFF, f"The run ended early: {text_of(error)}.{again}"
        if not finished:
            return INTERRUPTED, f"Interrupted after {self.progress()}.{again}"
        return DONE, ""

    async def _games(self) -> None:
        plan = self._setup.plan
        if not self._options.scheduler and not self._options.workers:
            where = self._setup.processors or [frozenset[int]()] * self._options.concurrency
            local: list[Player] = [
                LocalPlayer(LocalSlot(plan, processors=processors)) for processors in where
            ]
            await self._run.play(local)
            return
        try:
            cluster = await Cluster.connect(self._options.scheduler, self._options.workers)
        except ClusterError as error:
            raise Refused([str(error)]) from None
        try:
            if problems := await preflight.cluster_problems(cluster, plan):
                raise Refused(problems)
            players: list[Player] = [
                RemotePlayer(lambda plan: RemoteSlot(cluster, plan))
                for _ in range(await cluster.slots())
            ]
            await self._run.play(players)
        finally:
            await cluster.close()

    def progress(self) -> str:
        """Pairs played, time passed and time left."""
        done, total = len(self._run.journal.entries), self._run.pairs
        played, seconds = done - self._run.before, time.monotonic() - self._began
        text = f"{done}/{total} pairs, {duration(seconds)}"
        if played and done < total:
            text += f", {duration(seconds / played * (total - done))} left"
        return text

    def _show(self, run: Run) -> None:
        if len(run.journal.entries) % self._options.report_every == 0:
            say(f"{self.progress()}  {self.movers()}")

    def movers(self) -> str:
        """The parameters that moved furthest."""
        ways = [
            ((value - p.value) / p.step, p, value)
            for p, value in zip(self._parameters, self._spsa.values, strict=True)
        ]
        ways.sort(key=lambda way: -abs(way[0]))
        return ", ".join(
            f"{p.name} {p.value:g} -> {value:.1f}" for _, p, value in ways[:SHOWN_PARAMETERS]
        )

    def _write(self) -> int:
        values = self._spsa.values
        for line in result.table(self._parameters, values):
            say(line)
        options = self._options
        try:
            if options.values:
                lines = result.lines(self._parameters, values)
                write_whole(options.values, "\n".join(lines) + "\n")
            if options.patch:
                self._write_patch(options.patch)
            if options.plots:
                write_plot(self._parameters, self._run.journal.entries, options.plots)
        except (OSError, ImportError) as error:
            say(f"not written: {text_of(error)}")
            return BROKEN_OFF
        return DONE

    def _write_patch(self, path: Path) -> None:
        found = {
            p.name: round(value)
            for p, value in zip(self._parameters, self._spsa.values, strict=True)
            if round(value) != p.value
        }
        text, messages = result.patch(found, self._options.source)
        write_whole(path, text)
        for message in messages:
            say(f"not in the patch: {message}")
