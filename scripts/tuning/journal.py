"""The journal of a run, as JSON lines: its settings, then each finished pair."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from runtime.files import LineFile

from .parameters import Parameter, ParameterError

# The beginning of the line of a pair.
_BEGINS = b'{"number":'


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished pair: wins minus losses of the first engine, and the values after it."""

    number: int
    result: float
    values: tuple[float, ...]


@dataclass(slots=True)
class Journal:
    """The entries so far, and the file that grows with them."""

    entries: list[Entry] = field(default_factory=list)
    file: LineFile | None = None

    def add(self, entry: Entry) -> None:
        """Writes a pair without a buffer."""
        self.entries.append(entry)
        self._write(dataclasses.asdict(entry))

    def begin(self, head: dict[str, Any]) -> None:
        """Writes the settings of the run."""
        self._write(head)

    def _write(self, data: dict[str, Any]) -> None:
        if self.file is not None:
            self.file.add(_line_of(data))

    def close(self) -> None:
        """Closes the file."""
        if self.file is not None:
            self.file.close()


def _line_of(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def head_of(parameters: Sequence[Parameter], run: dict[str, Any]) -> dict[str, Any]:
    """The settings of a run. A run can continue a journal with the same settings."""
    return {**run, "parameters": [parameter.line() for parameter in parameters]}


def open_journal(path: Path, head: dict[str, Any], resume: bool) -> Journal:
    """The journal of a new or resumed run, locked against other runs. Raises `ParameterError` or
    OSError."""
    file = LineFile.open(path)
    try:
        if _is_cut_short(path, head):
            file.cut(0)
            journal = Journal([], file)
            journal.begin(head)
            return journal
        if not resume:
            raise ParameterError(f"{path} holds a run already: --resume, or name another file")
        entries = _entries_of(path, head)
        file.mend(partial(_is_entry, len(head["parameters"])), _BEGINS)
        return Journal(entries, file)
    except BaseException:
        file.close()
        raise


def _is_cut_short(path: Path, head: dict[str, Any]) -> bool:
    """Whether a file is empty or has only a beginning of this head."""
    line = _line_of(head)
    with path.open("rb") as file:
        data = file.read(len(line))
    return len(data) < len(line) and line.startswith(data)


def _entry(line: bytes, count: int) -> Entry:
    """Parses a pair with `count` values; raises `ParameterError`."""
    try:
        data = json.loads(line)
        values = tuple(map(float, data["values"]))
        entry = Entry(int(data["number"]), float(data["result"]), values)
    except (ValueError, KeyError, TypeError):
        raise ParameterError("this is no pair of a run") from None
    if len(values) != count:
        raise ParameterError(f"{len(values)} values are too few or too many")
    return entry


def _is_entry(count: int, line: bytes) -> bool:
    try:
        _entry(line, count)
    except ParameterError:
        return False
    return True


def _entries_of(path: Path, head: dict[str, Any]) -> list[Entry]:
    """The pairs of a file. A last line without newline counts if it is complete."""
    first, *lines = path.read_bytes().split(b"\n")
    try:
        found = json.loads(first)
    except ValueError:
        raise ParameterError(f"{path}:1: this is no run of the tuner") from None
    for key in {*head, *found} if isinstance(found, dict) else ("parameters",):
        if not isinstance(found, dict) or found.get(key) != head.get(key):
            raise ParameterError(f"{path} holds another run: its {key} differ")
    count = len(head["parameters"])
    if lines and not _is_entry(count, lines[-1]):
        # An empty or incomplete line.
        del lines[-1]
    entries = []
    for number, line in enumerate(lines, 2):
        try:
            entries.append(_entry(line, count))
        except ParameterError as error:
            raise ParameterError(f"{path}:{number}: {error}") from None
    return entries
