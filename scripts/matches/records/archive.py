"""The file of game records: one JSON object a line for each game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from runtime.files import LineFile

from ..plan import MatchError
from .game_record import GameRecord

# The beginning of each line of `GameRecord.to_json`.
_BEGINS = b'{"game":'


class Archive:
    """Appends records to a file; without a file it drops them."""

    def __init__(self, file: LineFile | IO[bytes] | None = None) -> None:
        self._file = file if isinstance(file, LineFile | None) else LineFile(file)

    @classmethod
    def open(cls, path: Path) -> Archive:
        """Opens a file for appending and locks it. `mend` repairs its end. Raises OSError."""
        return cls(LineFile.open(path))

    def mend(self) -> None:
        """Adds a missing newline to the last record; removes an incomplete last record."""
        if self._file is not None:
            self._file.mend(_is_record, _BEGINS)

    def add(self, record: GameRecord) -> None:
        """Writes a record without a buffer, so a killed runner loses no finished game. Raises
        OSError; then nothing of the record is in the file."""
        if self._file is not None:
            self._file.add(record.to_json().encode())

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()


def _is_record(line: bytes) -> bool:
    try:
        GameRecord.from_json(line.decode())
    except (ValueError, TypeError, KeyError):
        return False
    return True


def read_records(path: Path) -> Iterator[GameRecord | str]:
    """The records of a file, and a message with file and line for each line that is no record."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield GameRecord.from_json(line.decode("utf-8-sig"))
            except (ValueError, TypeError, KeyError) as error:
                yield f"{path}:{number}: this is no record of a game: {error}"


def load(path: Path) -> tuple[list[GameRecord], list[str]]:
    """All records, and the messages about lines that are no records."""
    records: list[GameRecord] = []
    problems: list[str] = []
    for item in read_records(path):
        if isinstance(item, str):
            problems.append(item)
        else:
            records.append(item)
    return records, problems


def load_once(path: Path) -> tuple[list[GameRecord], list[str]]:
    """The same without duplicates: of two records of a game the first one counts."""
    records, problems = load(path)
    games: set[tuple[str, int]] = set()
    once = []
    for record in records:
        if record.match and not record.void and (record.match, record.game) in games:
            problems.append(f"{path}: game {record.game} is there twice; the first one counts")
            continue
        once.append(record)
        if not record.void:
            games.add((record.match, record.game))
    return once, problems


def finished_games(path: Path, fingerprint: str) -> tuple[list[GameRecord], list[str]]:
    """The games of a match to resume, each once. Void games are left out, to be played again."""
    found = list(read_records(path))
    problems = [item for item in found if isinstance(item, str)]
    records = [item for item in found if isinstance(item, GameRecord)]
    if problems and not records and not _is_cut_short(path):
        raise MatchError(f"{path} holds something else than records of games: name another file")
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


def _is_cut_short(path: Path) -> bool:
    """Whether the file has only the beginning of a record."""
    data = path.read_bytes()
    return b"\n" not in data and (data.startswith(_BEGINS) or _BEGINS.startswith(data))
