"""The file of game records: one JSON object a line, written whole, one game at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .plan import MatchError
from .record import GameRecord


class Archive:
    """Appends records to a file; without a file it keeps nothing."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file

    @classmethod
    def open(cls, path: Path) -> Archive:
        """Opens for appending, after a last line that was cut short has been taken off."""
        file = path.open("a+b")
        file.seek(0)
        rest = file.read().rpartition(b"\n")[2]
        if rest:
            file.truncate(file.tell() - len(rest))
        return cls(file)

    def add(self, record: GameRecord) -> None:
        """Writes a record and hands it to the system at once, so that a killed runner loses
        no game that it has counted."""
        if self._file is not None:
            self._file.write(record.to_json().encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()


def read_records(path: Path) -> Iterator[GameRecord | str]:
    """The records of a file, and for each line that is none a message naming file and line."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield GameRecord.from_json(line.decode("utf-8-sig"))
            except (ValueError, TypeError, KeyError) as error:
                yield f"{path}:{number}: this is no record of a game: {error}"


def load(path: Path) -> tuple[list[GameRecord], list[str]]:
    """All records, and the messages about lines that are none."""
    records: list[GameRecord] = []
    problems: list[str] = []
    for item in read_records(path):
        if isinstance(item, str):
            problems.append(item)
        else:
            records.append(item)
    return records, problems


def finished_games(path: Path, fingerprint: str) -> tuple[list[GameRecord], list[str]]:
    """The games of a match that is to be resumed, each once; void ones are played again."""
    records, problems = load(path)
    games: dict[int, GameRecord] = {}
    for record in records:
        if record.match != fingerprint:
            raise MatchError(
                f"{path}: game {record.game} belongs to a match with other engines, options, "
                "openings or rules; resume with the same ones, or name another file"
            )
        if not record.void:
            games.setdefault(record.game, record)
    return list(games.values()), problems
