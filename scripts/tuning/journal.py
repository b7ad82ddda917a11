"""What a run has done, as JSON lines: what it is, then each pair that has ended."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from .parameters import Parameter, ParameterError


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair that has ended: what the first engine won less what it lost, and the values after."""

    number: int
    result: float
    values: tuple[float, ...]


@dataclass(slots=True)
class Journal:
    """The entries so far, and the file that grows with them."""

    entries: list[Entry] = field(default_factory=list)
    file: BinaryIO | None = None

    def add(self, entry: Entry) -> None:
        """Notes a pair, and hands it to the system at once."""
        self.entries.append(entry)
        self._write(dataclasses.asdict(entry))

    def begin(self, head: dict[str, Any]) -> None:
        """Notes what the run is."""
        self._write(head)

    def _write(self, data: dict[str, Any]) -> None:
        if self.file is not None:
            self.file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            self.file.flush()

    def close(self) -> None:
        """Closes the file."""
        if self.file is not None:
            self.file.close()


def head_of(parameters: Sequence[Parameter], run: dict[str, Any]) -> dict[str, Any]:
    """What a run is. Two runs with the same head go on where the other one stopped."""
    return {**run, "parameters": [parameter.line() for parameter in parameters]}


def open_journal(path: Path, head: dict[str, Any], resume: bool) -> Journal:
    """The journal of a run that begins or goes on; raises `ParameterError` or OSError."""
    if path.exists() and path.stat().st_size:
        if not resume:
            raise ParameterError(f"{path} holds a run already: --resume, or name another file")
        entries = _entries_of(path, head)
        return Journal(entries, _cut_to_lines(path))
    journal = Journal([], path.open("ab"))
    journal.begin(head)
    return journal


def _cut_to_lines(path: Path) -> BinaryIO:
    """Opens for appending, after a last line that was cut short has been taken off."""
    file = path.open("a+b")
    file.seek(0)
    if rest := file.read().rpartition(b"\n")[2]:
        file.truncate(file.tell() - len(rest))
    return file


def _entries_of(path: Path, head: dict[str, Any]) -> list[Entry]:
    lines = path.read_bytes().rpartition(b"\n")[0].split(b"\n")
    try:
        found = json.loads(lines[0])
    except ValueError:
        raise ParameterError(f"{path}:1: this is no run of the tuner") from None
    for key in {*head, *found} if isinstance(found, dict) else ("parameters",):
        if not isinstance(found, dict) or found.get(key) != head.get(key):
            raise ParameterError(f"{path} holds another run: its {key} differ")
    entries = []
    for number, line in enumerate(lines[1:], 2):
        try:
            data = json.loads(line)
            values = tuple(map(float, data["values"]))
            entries.append(Entry(int(data["number"]), float(data["result"]), values))
        except (ValueError, KeyError, TypeError):
            raise ParameterError(f"{path}:{number}: this is no pair of a run") from None
        if len(values) != len(head["parameters"]):
            raise ParameterError(f"{path}:{number}: {len(values)} values are too few or too many")
    return entries
