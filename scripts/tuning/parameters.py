"""Parameters in OpenBench's form: lines of `name, int, value, min, max, step, rate`."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

COLUMNS = 7
SPSA_TIMEOUT_S = 20.0


class ParameterError(Exception):
    """Parameters are missing or wrong."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A tunable of the engine, which is also its option of this name. `step` is the size of
    perturbations at the end of a run, `rate` the learning rate there."""

    name: str
    value: float
    least: float
    greatest: float
    step: float
    rate: float

    def line(self, value: float | None = None) -> str:
        """The line in OpenBench's form, optionally with another value."""
        shown = self.value if value is None else value
        numbers = (shown, self.least, self.greatest, self.step)
        return f"{self.name}, int, {', '.join(f'{n:g}' for n in numbers)}, {self.rate:g}"

    def clipped(self, value: float) -> float:
        """The nearest value in the range."""
        return min(max(value, self.least), self.greatest)


def parse_line(line: str) -> Parameter:
    """Parses a line; raises ValueError."""
    words = [word.strip() for word in line.split(",")]
    if len(words) != COLUMNS or not words[0]:
        raise ValueError(f"'{line.strip()}' is not 'name, int, value, min, max, step, rate'")
    name, kind, *rest = words
    if kind != "int":
        raise ValueError(f"{name}: only int is tuned, not '{kind}'")
    try:
        value, least, greatest, step, rate = map(float, rest)
    except ValueError:
        raise ValueError(f"{name}: five numbers are expected, not '{', '.join(rest)}'") from None
    if not all(map(math.isfinite, (value, least, greatest, step, rate))):
        raise ValueError(f"{name}: all numbers must be finite")
    if not least <= value <= greatest or least == greatest:
        raise ValueError(f"{name}: {value:g} is no value from {least:g} to {greatest:g}")
    if step <= 0.0 or rate <= 0.0:
        raise ValueError(f"{name}: step and rate are above 0")
    return Parameter(name, value, least, greatest, step, rate)


def parse_lines(lines: Iterable[str], source: str) -> list[Parameter]:
    """All parameters of a text, without empty lines and comments (`#`). Raises `ParameterError`
    with source and line."""
    found: list[Parameter] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(parse_line(line))
        except ValueError as error:
            raise ParameterError(f"{source}:{number}: {error}") from None
        if found[-1].name in (parameter.name for parameter in found[:-1]):
            raise ParameterError(f"{source}:{number}: {found[-1].name} is there already")
    if not found:
        raise ParameterError(f"{source}: no parameter to tune")
    return found


def of_engine(command: Sequence[str], variant: str) -> list[Parameter]:
    """The parameters of the engine, by its command `spsa VARIANT`; raises `ParameterError`."""
    said = f"{command[0]} spsa {variant}"
    try:
        done = subprocess.run(
            [*command, "spsa", variant], capture_output=True, text=True, check=False,
            timeout=SPSA_TIMEOUT_S, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ParameterError(f"{said}: {error}") from None
    if done.returncode != 0 or not done.stdout.strip():
        why = (done.stderr.strip() or "it prints nothing").splitlines()[-1]
        raise ParameterError(f"{said}: {why}; the engine must be built with its feature tune")
    return parse_lines(done.stdout.splitlines(), said)


def chosen(parameters: Sequence[Parameter], patterns: str | None) -> list[Parameter]:
    """The parameters that match one of the patterns, as `clock_*,history_bonus`; all without
    patterns."""
    if not patterns:
        return list(parameters)
    wanted = [pattern.strip() for pattern in patterns.split(",")]
    for pattern in wanted:
        if not any(fnmatchcase(parameter.name, pattern) for parameter in parameters):
            raise ParameterError(f"--only: no parameter is called '{pattern}'")
    return [p for p in parameters if any(fnmatchcase(p.name, pattern) for pattern in wanted)]
