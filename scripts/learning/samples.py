"""Training positions, in files of `strategos samples`.

Files are mapped into memory and checked once, so later code needs no checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .headers import HEADER_PLACE, SamplesError, error_at, read_header

MAGIC = b"STRGSMP1"
# A feature that a seat does not have, and an empty place in the list of features.
NOTHING = 0xFFFF
# The sum of the points of all seats.
WHOLE = 12
MOST_PLAYERS = 4
# Bytes of a record before its features.
FIXED_BYTES = 24
# The number of records that are checked at a time.
CHUNK = 1 << 18
# One game of this number is for validation.
VALIDATION_GAMES = 20

Records = NDArray[Any]
Index = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Header:
    """The numbers of a file's header."""

    variant: str
    layout: str
    """The activation of the network and the named blocks of its rows."""
    players: int
    features: int
    """Features of a position, for any seat."""
    rows: int
    """Inputs of the network: what a seat sees."""
    most: int
    """Features that a position has at most."""
    buckets: int
    record: int
    """Bytes of a record."""
    scale_cp: int
    """Centipawns for which the odds of a win grow by e."""

    def dtype(self) -> np.dtype[Any]:
        """A record."""
        fields: list[tuple[str, Any, int]] = [
            ("game", "<u4", 0),
            ("ply", "<u2", 4),
            ("mover", "u1", 6),
            ("bucket", "u1", 7),
            ("alive", "u1", 8),
            ("count", "u1", 9),
            ("score_cp", "<i2", 10),
            ("points", ("u1", (MOST_PLAYERS,)), 12),
            ("hand_cp", ("<i2", (MOST_PLAYERS,)), 16),
            ("features", ("<u2", (self.most,)), FIXED_BYTES),
        ]
        names, formats, offsets = zip(*fields, strict=True)
        return np.dtype(
            {
                "names": list(names),
                "formats": list(formats),
                "offsets": list(offsets),
                "itemsize": self.record,
            }
        )


# The numbers of a header, with their ranges.
NUMBERS = {
    "players": (2, MOST_PLAYERS),
    "features": (1, NOTHING),
    "rows": (1, NOTHING),
    "most": (1, 4096),
    "buckets": (1, 255),
    "record": (FIXED_BYTES + 2, 1 << 14),
    "scale_cp": (1, 1_000_000),
}


class SamplesFile:
    """One file: its header, its map from features to rows, its records."""

    def __init__(self, path: Path) -> None:
        """Raises `SamplesError` or OSError."""
        self.path = path
        with path.open("rb") as file:
            variant, numbers, layout = read_header(path, file, MAGIC, "samples", NUMBERS)
            self.header = Header(variant, layout, *numbers)
            if self.header.record < FIXED_BYTES + 2 * self.header.most:
                reason = f"records of {self.header.record} bytes are too short"
                raise error_at(path, HEADER_PLACE, reason)
            self._begin = file.tell()
            self.map = self._read_map(file.read(2 * self.header.players * self.header.features))
            self._begin = file.tell()
        self.records = self._read_records()

    def _error(self, place: int, reason: str) -> SamplesError:
        return error_at(self.path, place, reason)

    def _read_map(self, data: bytes) -> NDArray[np.uint16]:
        header, end = self.header, self._begin + len(data)
        if len(data) < 2 * header.players * header.features:
            raise self._error(end, "cut off in its map")
        found = np.frombuffer(data, "<u2").reshape(header.players, header.features)
        wrong = (found >= header.rows) & (found != NOTHING)
        if wrong.any():
            seat, feature = np.argwhere(wrong)[0]
            place = self._begin + 2 * int(seat * header.features + feature)
            reason = f"the map gives seat {seat + 1} a row {found[seat, feature]}, of {header.rows}"
            raise self._error(place, reason)
        return found.astype(np.uint16)

    def _read_records(self) -> Records:
        bytes_left = self.path.stat().st_size - self._begin
        count, rest = divmod(bytes_left, self.header.record)
        if rest:
            place = self._begin + count * self.header.record
            raise self._error(place, f"cut off in record {count + 1} ({rest} bytes of it)")
        if not count:
            raise self._error(self._begin, "no records")
        records = np.memmap(self.path, self.header.dtype(), "r", self._begin, (count,))
        for first in range(0, count, CHUNK):
            self._look_through(np.asarray(records[first : first + CHUNK]), first)
        return records

    def _look_through(self, records: Records, first: int) -> None:
        """Checks all that training relies on."""
        header = self.header
        counts = feature_counts(records)
        used = np.arange(header.most) < counts[:, None]
        # The number of features is one byte.
        counted = counts & 0xFF == records["count"]
        living = records["alive"] < 1 << header.players
        seen = np.right_shift(records["alive"], records["mover"]) & 1
        sound = {
            "a mover": records["mover"] < header.players,
            "a bucket": records["bucket"] < header.buckets,
            "seats that live": living & ((seen == 1) | (header.players == 2)),
            "a number of features": counted,
            "features": ((records["features"] < header.features) == used).all(axis=1),
            "points": records["points"][:, : header.players].sum(axis=1, dtype=np.int64) == WHOLE,
        }
        for name, fine in sound.items():
            if not fine.all():
                number = first + int(np.argmin(fine))
                place = self._begin + number * header.record
                raise self._error(place, f"record {number + 1} has {name} that cannot be")


class Samples:
    """All records of some files of one game, as one sequence."""

    def __init__(self, paths: Sequence[Path], scale_cp: int | None = None) -> None:
        """`scale`, if given, replaces that of the files. Raises `SamplesError` or OSError."""
        self.files = [SamplesFile(path) for path in paths]
        first = self.files[0]
        self.header, self.map = first.header, first.map
        for other in self.files[1:]:
            self._must_agree(first, other)
        if scale_cp is not None:
            if self.header.players > 2:
                raise SamplesError(
                    f"{first.path}: the scale is fixed for {self.header.players} players"
                )
            self.header = replace(self.header, scale_cp=scale_cp)
        self._starts = np.cumsum([0, *(len(file.records) for file in self.files)])

    def _must_agree(self, first: SamplesFile, other: SamplesFile) -> None:
        for name in Header.__slots__:
            mine, its = getattr(first.header, name), getattr(other.header, name)
            if mine != its:
                raise SamplesError(
                    f"{other.path}: byte {HEADER_PLACE}: the header's {name} is {its}, that of "
                    f"{first.path} {mine}"
                )
        if not np.array_equal(first.map, other.map):
            raise SamplesError(f"{other.path}: its map differs from that of {first.path}")

    def __len__(self) -> int:
        return int(self._starts[-1])

    def take(self, index: Index) -> Records:
        """The records with these indices, in this order."""
        if len(self.files) == 1:
            return np.asarray(self.files[0].records[index])
        found = np.empty(len(index), self.header.dtype())
        owners = np.searchsorted(self._starts, index, side="right") - 1
        for number, file in enumerate(self.files):
            here = owners == number
            found[here] = file.records[index[here] - self._starts[number]]
        return found

    def split(self, limit: int = 0) -> tuple[Index, Index]:
        """Indices of the records for training and for validation. A game belongs to one of them,
        the same in every run. A limit is for both together, in proportion from each file."""
        parts: tuple[list[Index], list[Index]] = ([], [])
        for start, file in zip(self._starts, self.files, strict=False):
            count = len(file.records)
            if limit:
                count = min(count, max(1, round(limit * count / len(self))))
            kept_back = is_for_validation(np.asarray(file.records["game"][:count]))
            for part, chosen in zip(parts, (~kept_back, kept_back), strict=True):
                part.append(np.flatnonzero(chosen) + int(start))
        training, validation = (np.concatenate(part) for part in parts)
        if not len(training) or not len(validation):
            raise SamplesError(
                f"{self.files[0].path}: too few games: {len(training)} positions to train with, "
                f"{len(validation)} to validate with"
            )
        return training, validation


def feature_counts(records: Records) -> NDArray[np.int64]:
    """The number of features of each position."""
    return np.asarray((records["features"] != NOTHING).sum(axis=1, dtype=np.int64))


def is_for_validation(games: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Whether the games with these numbers are for validation. A hash chooses (the last step of
    Steele's SplitMix64), because neighbours may have common openings."""
    mixed = games.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.asarray(mixed % np.uint64(VALIDATION_GAMES) == 0)
