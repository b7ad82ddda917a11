"""Who is the referee of a match, and who checks what the referee says.

No contestant should judge its own games. The referee is therefore, unless one is named, the program
that `STRATEGOS_ENGINE` names, or the `strategos` that is installed, or else the first contestant's.
Where the contestants are different programs, the next one of these checks every result.
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
# A program that does not know the queries of a referee says nothing.
_PATIENCE_S = 5.0


def independent(environment: Mapping[str, str] = os.environ) -> list[EngineConfig]:
    """Programs of this machine that need not be contestants."""
    named = environment.get(VARIABLE, "")
    paths = (named, shutil.which(INSTALLED, path=environment.get("PATH")) or "")
    return [EngineConfig(REFEREE, (str(Path(path).absolute()),)) for path in paths if path]


def of_contestants(contestants: Sequence[Contestant]) -> list[EngineConfig]:
    """The contestants' programs without their options, each once. One that speaks UCI knows no
    queries."""
    configs = [contestant.config for contestant in contestants]
    found = {
        program_of(config): replace(config, name=REFEREE, options={})
        for config in reversed(configs)
        if config.dialect == "ugi"
    }
    return list(reversed(found.values()))


def program_of(config: EngineConfig) -> tuple[str, ...]:
    """The same for two commands that start the same program in the same way."""
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
    """Who may check the referee of a plan: programs that are not his own; none where all
    contestants are one program."""
    if not differ(plan.contestants):
        return []
    known = program_of(plan.referee)
    programs = [*others, *of_contestants(plan.contestants)]
    return [replace(other, name=SECOND) for other in programs if program_of(other) != known]


async def appointed(plan: Plan, is_named: bool, is_second_wanted: bool) -> Plan:
    """The plan with the referees that are there on this machine. A referee who `is_named` stays;
    a second one is taken if `is_second_wanted`."""
    others, variant = independent(), plan.rules.variant
    if not is_named:
        plan = replace(plan, referee=(await fit(others, variant, 1) or [plan.referee])[0])
    if plan.second is None and is_second_wanted:
        seconds = await fit(candidates_for_second(plan, others), variant, 1)
        plan = replace(plan, second=seconds[0] if seconds else None)
    return plan


def description(plan: Plan) -> str:
    """Who judges, for the beginning of a match."""
    text = f"referee: {' '.join(plan.referee.command)}"
    if plan.second is not None:
        text += f"; results are checked by {' '.join(plan.second.command)}"
    return text
