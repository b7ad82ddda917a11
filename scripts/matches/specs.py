"""Values of the command line that have parts: engines, clocks, tests, lists of numbers."""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from strategos_client import Dialect, EngineConfig, TimeControl

from .plan import Contestant, Control, Sprt, SprtModel

LIMIT_KEYS = ("tc", "movetime", "nodes", "depth")
# Limits beyond this, in milliseconds, nodes or actions, would never be reached.
LONGEST = 10**15
# Beyond these a test would never end.
_LEAST_ERROR = 1e-6
_SPRT_NUMBERS = ("elo0", "elo1", "alpha", "beta")


def parse_clock(text: str) -> Control:
    """See `TimeControl.parse`."""
    clock = TimeControl.parse(text)
    if max(clock.base_ms or 0.0, clock.increment_ms, float(clock.moves_to_go or 0)) > LONGEST:
        raise ValueError(f"'{text}' is a clock without end; --nodes and --depth need none")
    return Control(clock.base_ms, clock.increment_ms, moves_to_go=clock.moves_to_go)


def control_from(limits: Mapping[str, str]) -> Control:
    """The limits of `tc`, `movetime`, `nodes`, `depth` together."""
    clock = parse_clock(limits["tc"]) if "tc" in limits else Control()
    whole = {name: _limit(name, limits[name]) for name in LIMIT_KEYS[1:] if name in limits}
    return Control(
        clock.base_ms,
        clock.increment_ms,
        whole.get("movetime"),
        whole.get("nodes"),
        whole.get("depth"),
        clock.moves_to_go,
    )


def _limit(name: str, text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ValueError(f"{name} takes a whole number above 0, not '{text}'")
    if int(text) > LONGEST:
        raise ValueError(f"{name} takes {LONGEST} at most, not '{text}'")
    return int(text)


def fields_of(text: str) -> dict[str, str]:
    """`name=A,cmd=PATH,option.Hash=16` by keys. If a key is given twice, the first value counts."""
    fields: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"'{part}' is not KEY=VALUE, in '{text}'")
        fields.setdefault(key.strip(), value)
    return fields


def parse_engine(text: str, common: Control) -> Contestant:
    """Reads `name=A,cmd=PATH,args=...,option.Hash=16,nodes=1000`."""
    return engine_from(fields_of(text), common)


def engine_from(given: Mapping[str, str], common: Control) -> Contestant:
    """An engine by its keys. If it has limits, the common limits do not apply."""
    fields = dict(given)
    program = fields.pop("cmd", "")
    if not program:
        named = f" of engine {fields['name']}" if "name" in fields else ""
        raise ValueError(f"cmd=PATH{named} is missing")
    if "/" in program:
        program = str(Path(program).absolute())
    # A line break would tear tables, logs and tags.
    name = " ".join(fields.pop("name", Path(program).name).split())
    if not name:
        raise ValueError(f"name= of the engine {program} is empty")
    command = (program, *_words(fields.pop("args", "")))
    options = {
        key.removeprefix("option."): fields.pop(key)
        for key in list(fields)
        if key.startswith("option.")
    }
    limits = {key: fields.pop(key) for key in LIMIT_KEYS if key in fields}
    dialect = _dialect(fields.pop("dialect", "ugi"))
    if fields:
        raise ValueError(f"unknown key '{next(iter(fields))}' of engine {name}")
    control = control_from(limits) if limits else common
    return Contestant(EngineConfig(name, command, options, dialect), control)


def _words(text: str) -> list[str]:
    """The words of a command line. On Windows backslashes are ordinary characters."""
    return shlex.split(text.replace("\\", "\\\\") if os.sep == "\\" else text)


def _dialect(text: str) -> Dialect:
    if text == "ugi" or text == "uci":
        return text  # type: ignore[return-value, unused-ignore]
    raise ValueError(f"dialect is ugi or uci, not '{text}'")


def parse_sprt(text: str | None) -> Sprt | None:
    """`0,5`, perhaps with `alpha=`, `beta=`, `model=` and `count=points`."""
    if not text:
        return None
    given: dict[str, str] = {}
    for place, word in enumerate(text.split(",")):
        key, equals, value = word.partition("=")
        if not equals and place < 2:
            key, value = _SPRT_NUMBERS[place], word
        if key in given or key not in (*_SPRT_NUMBERS, "model", "count"):
            raise ValueError(f"--sprt: '{word}' is not expected in '{text}'")
        given[key] = value
    numbers = {key: _number(key, given[key]) for key in _SPRT_NUMBERS if key in given}
    if "elo0" not in numbers or "elo1" not in numbers:
        raise ValueError("--sprt needs ELO0,ELO1")
    model: SprtModel = given.get("model", "normalized")  # type: ignore[assignment]
    if model not in get_args(SprtModel):
        raise ValueError(f"--sprt: model is {' or '.join(get_args(SprtModel))}, not '{model}'")
    if given.get("count", "points") != "points":
        raise ValueError(f"--sprt: count is points, not '{given['count']}'")
    sprt = Sprt(**numbers, model=model, on_points="count" in given)
    _check_sprt(sprt)
    return sprt


def _check_sprt(sprt: Sprt) -> None:
    from .statistics.sprt import LARGEST_LOGISTIC, LARGEST_NORMALISED, LEAST_DISTANCE

    if sprt.elo0 >= sprt.elo1:
        raise ValueError("--sprt needs ELO0 below ELO1")
    if not (_LEAST_ERROR <= sprt.alpha < 0.5 and _LEAST_ERROR <= sprt.beta < 0.5):
        raise ValueError(f"--sprt needs alpha and beta between {_LEAST_ERROR:f} and 0.5")
    furthest = max(abs(sprt.elo0), abs(sprt.elo1))
    if sprt.model == "normalized" and furthest > LARGEST_NORMALISED:
        raise ValueError(
            f"--sprt: normalised Elo lies within ±{LARGEST_NORMALISED:g}; use model=logistic"
        )
    if sprt.model == "logistic" and furthest > LARGEST_LOGISTIC:
        raise ValueError(f"--sprt: Elo lies within ±{LARGEST_LOGISTIC:g}, not {furthest:g}")
    if sprt.elo1 - sprt.elo0 < LEAST_DISTANCE:
        raise ValueError(f"--sprt needs ELO0 and ELO1 {LEAST_DISTANCE:g} apart at least")


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"--sprt: {name} takes a number, not '{text}'")
    return number


def whole_numbers(text: str | None, count: int, name: str) -> list[int]:
    """`count` whole numbers that are not negative; zeros for an empty text."""
    if not text:
        return [0] * count
    words = text.split(",")
    if len(words) != count or not all(word.isdigit() for word in words):
        raise ValueError(f"{name} takes {count} whole numbers, not '{text}'")
    return [int(word) for word in words]


def parse_resign(text: str | None) -> tuple[int, int, bool]:
    """`CP,MOVES`, perhaps with `one-sided`."""
    numbers, comma, word = (text or "").rpartition(",")
    if comma and word in ("one-sided", "two-sided"):
        text = numbers
    else:
        word = ""
    cp, moves = whole_numbers(text, 2, "--resign")
    return cp, moves, word == "one-sided"
