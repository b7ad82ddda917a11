"""The result of a run: a table, lines in OpenBench's form, and a patch of the source."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from matches.statistics.tables import aligned

from .parameters import Parameter

# A value in the source: `name = 120, 0..=400, step 20;` or `name: 120,`, with an optional type
# before the equals sign.
PLACE = r"^(\s*{name}\s*(?::\s*[a-z]\w*\s*)?[:=]\s*)(-?\d[\d_]*)(?=\s*,)"
SOURCES = "*.rs"


def table(parameters: Sequence[Parameter], values: Sequence[float]) -> list[str]:
    """Each parameter with its first value, its present value, and their distance in steps."""
    rows = [["parameter", "from", "to", "steps", "range"]]
    for parameter, value in zip(parameters, values, strict=True):
        rows.append([
            parameter.name, f"{parameter.value:g}", f"{value:.2f}",
            f"{(value - parameter.value) / parameter.step:+.2f}",
            f"{parameter.least:g}..{parameter.greatest:g}",
        ])  # fmt: skip
    return aligned(rows)


def lines(parameters: Sequence[Parameter], values: Sequence[float]) -> list[str]:
    """Lines in OpenBench's form with the new values."""
    return [
        parameter.line(round(value)) for parameter, value in zip(parameters, values, strict=True)
    ]


def patch(found: Mapping[str, int], source: Path) -> tuple[str, list[str]]:
    """A unified diff that writes the values into the source, and a message for each value that is
    not in it exactly once. Raises OSError."""
    files = sorted(source.rglob(SOURCES)) if source.is_dir() else [source]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    changed = dict(texts)
    messages = []
    for name, value in found.items():
        pattern = re.compile(PLACE.format(name=re.escape(name)), re.M)
        places = [path for path in files for _ in pattern.finditer(texts[path])]
        if len(places) != 1:
            where = ", ".join(map(str, dict.fromkeys(places))) or str(source)
            how_often = "nowhere" if not places else f"{len(places)} times"
            messages.append(f"{name} = {value}: {how_often} in {where}")
            continue
        (path,) = places
        changed[path] = pattern.sub(
            lambda match, value=value: f"{match[1]}{_written(value, match[2])}",  # type: ignore[misc]
            changed[path],
        )
    return "".join(_diff(path, texts[path], changed[path]) for path in files), messages


def _written(value: int, before: str) -> str:
    """A number with the digit separators of the source."""
    return f"{value:_}" if "_" in before or abs(value) >= 10_000 else str(value)


def _diff(path: Path, before: str, after: str) -> str:
    parts = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True),
        f"a/{path.as_posix()}", f"b/{path.as_posix()}",
    )  # fmt: skip
    return "".join(parts)
