"""Checks before the first game: packages, output files, engines with their variant and options,
openings. Each problem is a line. So a long match does not fail late."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.cluster import Cluster
from runtime.files import shared, strange_kind
from strategos_client import Engine, EngineConfig, EngineError, Option

from .opening_book import heading_problem, opening_problem
from .opening_files import Placed, parse_choice
from .plan import MatchError, Plan
from .referee import Referee, rules_of
from .schedule import openings_needed
from .sealed.sealed_file import run

REQUIREMENTS = "pip install -r scripts/requirements.txt"
# Outputs that are written at the end, as a whole.
_PAGES = ("html", "pgn", "values", "patch")
# Input files, and output files.
_READ = ("config", "openings", "parameters", "source")
_WRITTEN = ("out", "log", *_PAGES)


def output_problems(options: argparse.Namespace) -> list[str]:
    """Files and folders that cannot be written, and packages that they need."""
    problems = file_problems(
        {name: getattr(options, name) for name in ("out", "html", "pgn", "log")}
    )
    problems += _mixed_up(options)
    if options.plots and (problem := _no_folder(options.plots)):
        problems.append(f"--plots: {problem}")
    if options.plots and importlib.util.find_spec("matplotlib") is None:
        problems.append(f"--plots needs the package matplotlib: {REQUIREMENTS}")
    wants_cluster = options.scheduler or options.workers
    if wants_cluster and importlib.util.find_spec("distributed") is None:
        problems.append(f"--scheduler and --workers need the package distributed: {REQUIREMENTS}")
    return problems


def file_problems(outputs: Mapping[str, Path | None]) -> list[str]:
    """Why files cannot be written, with the options that name them."""
    return [
        f"--{name}: {problem}"
        for name, path in outputs.items()
        if path is not None and (problem := _unwritable(path, is_page=name in _PAGES))
    ]


def _mixed_up(options: argparse.Namespace) -> list[str]:
    """Files that would be written twice, or over an input file."""
    given = {name: getattr(options, name, None) for name in (*_READ, *_WRITTEN)}
    # Words that cannot be parsed are another problem.
    with contextlib.suppress(ValueError):
        given["openings"] = parse_choice(options.openings).path if options.openings else None
    return shared((f"--{name}", path) for name, path in given.items() if isinstance(path, Path))


def _unwritable(path: Path, is_page: bool) -> str:
    if kind := strange_kind(path):
        return f"{path} is {kind}" if kind == "a folder" else f"{path} is {kind}, no ordinary file"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    # The new page is a file in the same folder before it replaces the old one.
    if is_page or not path.exists():
        folder = path.resolve().parent
        if not os.access(folder, os.W_OK):
            return f"nothing may be written in {folder}"
    return "" if not path.exists() or os.access(path, os.W_OK) else f"{path} may not be written"


def _no_folder(path: Path) -> str:
    """Why nothing can be written in a folder, which may not exist yet."""
    there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
    if not there.is_dir():
        return f"{there} is no folder"
    return "" if os.access(there, os.W_OK) else f"nothing may be written in {there}"


async def match_problems(plan: Plan, placed: Sequence[Placed], heading: str = "") -> list[str]:
    """Problems that the referee sees. `heading` is the comment in the first line of the openings'
    file."""
    try:
        referee = await Referee.start(plan.referee, plan.rules.variant, None)
    except EngineError as error:
        return [_once(error, "referee")]
    try:
        engines = len(plan.contestants)
        openings_needed(engines, referee.players, plan.format, 1, plan.fields)
        problem = heading_problem(heading, plan.rules.variant, referee.variants)
        problem = f"--openings: {problem}" if problem else await opening_problem(referee, placed)
        if plan.rules.adjudication.points_lead and not await referee.points():
            problem = f"--adjudicate points: there are no points in {plan.rules.variant}"
        problem = problem or await _table_problem(plan, referee)
        problem = problem or await _sealed_problem(plan, referee)
    except (EngineError, MatchError) as error:
        problem = str(error)
    finally:
        await referee.quit()
    return [problem] if problem else []


async def _sealed_problem(plan: Plan, referee: Referee) -> str:
    """Why a match cannot be played without a referee, or an empty text."""
    if not plan.sealed:
        return ""
    if referee.players != 2:
        return f"--sealed is for two players, and {plan.rules.variant} has {referee.players}"
    program = plan.referee.command
    try:
        status, _, _ = await run((*program, "sealed", "--help"))
    except OSError as error:
        return f"--sealed: {error}"
    return f"--sealed: {program[0]} has no command `sealed`" if status else ""


async def _table_problem(plan: Plan, referee: Referee) -> str:
    """What is wrong with the endgame tables that decide games, or an empty text."""
    tables, variant = plan.rules.adjudication.tables, plan.rules.variant
    if not tables:
        return ""
    folders = [Path(folder) for folder in tables.split(os.pathsep)]
    for folder in folders:
        if not folder.is_dir():
            return f"--adjudicate tables: there is no folder {folder}"
    if not any(True for folder in folders for _ in folder.glob(f"{variant}.*.ending")):
        return f"--adjudicate tables: there are no tables of {variant} in {tables}"
    try:
        await referee.use_tables(tables)
    except EngineError as error:
        return f"--adjudicate tables: {error}"
    return ""


async def engine_problems(plan: Plan) -> list[str]:
    """Problems of the engines that show before a game: an engine does not start, lacks an option or
    a seed in range, does not play the variant, or plays it by other rules than the referee."""
    rules = _RefereeRules(plan)
    found = []
    # A pair has two games; a set of a line-up has more.
    seeds = range(plan.rules.seed + 1, plan.rules.seed + 1 + -(-plan.games // 2))
    for contestant in plan.contestants:
        config = contestant.config
        try:
            found += await _problems_of(config, plan.rules.variant, seeds, rules)
        except EngineError as error:
            found.append(_once(error, config.name))
    return found


class _RefereeRules:
    """The hash of the referee's rules, asked for when an engine has one to compare it with."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._hash: str | None = None

    async def problem(self, own: str) -> str:
        """Why an engine with rules of this hash cannot play, or an empty text. An engine without a
        hash plays a built-in variant, or cannot tell."""
        if not own:
            return ""
        variant = self._plan.rules.variant
        if self._hash is None:
            referee = await Referee.start(self._plan.referee, variant, None)
            self._hash = referee.rules
            await referee.quit()
        if own == self._hash:
            return ""
        theirs = self._hash or "built in"
        return f"its rules of {variant} ({own}) are not those of the referee ({theirs})"


async def _problems_of(
    config: EngineConfig, variant: str, seeds: range, rules: _RefereeRules
) -> list[str]:
    bare = EngineConfig(config.name, config.command, {}, config.dialect)
    async with await Engine.start(bare) as engine:
        found = wrong_options(engine.options, config.options, variant)
        if "Seed" in engine.options and "Seed" not in config.options:
            found += _wrong_seeds(engine.options["Seed"], seeds)
        if found:
            return [f"{config.name}: {problem}" for problem in found]
        await engine.set_options(config.at(variant).options)
        problem = await rules.problem(await rules_of(engine))
    return [f"{config.name}: {problem}"] if problem else []


def wrong_options(
    declared: Mapping[str, Option], wanted: Mapping[str, str], variant: str
) -> list[str]:
    """The options that an engine refuses. It is asked to set those that it does not declare."""
    if not declared:
        return []
    known = {name.lower(): option for name, option in declared.items()}
    found = [f"there is no option {name}" for name in wanted if name.lower() not in known]
    for name, value in wanted.items():
        option = known.get(name.lower())
        if option is not None and (problem := _wrong_value(option, value)):
            found.append(problem)
    variants = known.get("uci_variant")
    if variants is not None and variant.lower() not in map(str.lower, variants.choices):
        found.append(f"it does not play {variant}, only {', '.join(variants.choices)}")
    return found


def _wrong_seeds(option: Option, seeds: range) -> list[str]:
    """Seeds beyond the range of an engine's option. Each pair of games has its own seed."""
    if all(not _wrong_value(option, str(seed)) for seed in (seeds[0], seeds[-1])):
        return []
    return [
        f"--seed {seeds[0] - 1} gives the games the seeds {seeds[0]} to {seeds[-1]}, but option "
        f"Seed takes {option.minimum} to {option.maximum}"
    ]


def _wrong_value(option: Option, value: str) -> str:
    if option.kind == "spin":
        lowest, highest = option.minimum, option.maximum
        number = int(value) if value.removeprefix("-").isdigit() else None
        below = lowest is not None and number is not None and number < lowest
        above = highest is not None and number is not None and number > highest
        if number is None or below or above:
            return f"option {option.name} takes {lowest} to {highest}, not '{value}'"
    elif option.kind == "check" and value.lower() not in ("true", "false"):
        return f"option {option.name} is true or false, not '{value}'"
    elif option.kind == "combo" and value.lower() not in map(str.lower, option.choices):
        return f"option {option.name} is one of {', '.join(option.choices)}, not '{value}'"
    return ""


def _once(error: EngineError, name: str) -> str:
    """An error with the name of the engine, once."""
    text = str(error)
    return text if text.startswith(f"{name}:") else f"{name}: {text}"


def problems_here(plan: Plan) -> list[str]:
    """On a worker: the problems of its engines and its referee."""
    return asyncio.run(_problems_here(plan))


async def _problems_here(plan: Plan) -> list[str]:
    return await match_problems(plan, ()) + await engine_problems(plan)


async def cluster_problems(cluster: Cluster, plan: Plan) -> list[str]:
    """The problems on each worker."""
    addresses = await cluster.addresses()
    answers = await asyncio.gather(
        *(cluster.call(problems_here, plan, worker=address) for address in addresses)
    )
    return [
        f"worker {address}: {problem}"
        for address, problems in zip(addresses, answers, strict=True)
        for problem in problems
    ]
