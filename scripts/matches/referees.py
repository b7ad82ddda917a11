"""Chooses the referee of a match, and the second referee that checks it.

No contestant should judge its own games. Without --referee the referee is the program in
`STRATEGOS_ENGINE`, or the installed `strategos`, or the first contestant's program. If the
contestants are different programs, the next program of this list checks every result.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from strategos_client import EngineConfig, EngineError

from .plan import Contestant, Plan
from .referee import Referee

VARIABLE = "STRATEGOS_ENGINE"
INSTALLED = "strategos"
REFEREE, SECOND = "referee", "second referee"
# A program that does not know the queries of a referee does not answer them.
_PATIENCE_S = 5.0


def independent(environment: Mapping[str, str] = os.environ) -> list[EngineConfig]:
    """Programs of this machine apart from the contestants."""
    named = environment.get(VARIABLE, "")
    paths = (named, shutil.which(INSTALLED, path=environment.get("PATH")) or "")
    return [EngineConfig(REFEREE, (str(Path(path).absolute()),)) for path in paths if path]


def of_contestants(contestants: Sequence[Contestant]) -> list[EngineConfig]:
    """The contestants' programs without their options, each once. Programs that speak UCI are left
    out, because they know no queries."""
    configs = [contestant.config for contestant in contestants]
    found = {
        program_of(config): replace(config, name=REFEREE, options={})
        for config in reversed(configs)
        if config.dialect == "ugi"
    }
    return list(reversed(found.values()))


def program_of(config: EngineConfig) -> tuple[str, ...]:
    """The program and its arguments. Links are resolved, so equal commands are the same program."""
    program, *words = config.command
    return os.path.realpath(shutil.which(program) or program), *words


def differ(contestants: Sequence[Contestant]) -> bool:
    """Whether they are different programs."""
    return len({program_of(contestant.config) for contestant in contestants}) > 1


async def fit(candidates: Sequence[EngineConfig], variant: str, wanted: int) -> list[EngineConfig]:
    """The first `wanted` candidates that can be referees of a variant."""
    found: list[EngineConfig] = []
    for candidate in candidates:
        if len(found) < wanted and await _is_fit(candidate, variant):
            found.append(candidate)
    return found


async def _is_fit(candidate: EngineConfig, variant: str) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE_S):
            referee = await Referee.start(candidate, variant, None)
    except (EngineError, TimeoutError):
        return False
    await referee.quit()
    return True


def candidates_for_second(plan: Plan, others: Sequence[EngineConfig]) -> list[EngineConfig]:
    """Programs that may check the referee of a plan: all but the referee's. None if all contestants
    are one program."""
    if not differ(plan.contestants):
        return []
    known = program_of(plan.referee)
    programs = [*others, *of_contestants(plan.contestants)]
    return [replace(other, name=SECOND) for other in programs if program_of(other) != known]


async def appointed(plan: Plan, is_named: bool, is_second_wanted: bool) -> Plan:
    """The plan with the referees of this machine. A referee of the command line (`is_named`) stays.
    A second one is chosen if `is_second_wanted`."""
    others, variant = independent(), plan.rules.variant
    if not is_named:
        plan = replace(plan, referee=(await fit(others, variant, 1) or [plan.referee])[0])
    if plan.second is None and is_second_wanted:
        seconds = await fit(candidates_for_second(plan, others), variant, 1)
        plan = replace(plan, second=seconds[0] if seconds else None)
    return plan


def description(plan: Plan) -> str:
    """The referees as a line of text."""
    text = f"referee: {' '.join(plan.referee.command)}"
    if plan.second is not None:
        text += f"; results are checked by {' '.join(plan.second.command)}"
    return text
