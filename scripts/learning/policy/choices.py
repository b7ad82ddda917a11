"""Choices: legal actions and the played one, in files of `strategos samples --choices`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
from numpy.typing import NDArray

from learning.headers import SamplesError, error_at, read_header
from learning.samples import Index, is_for_validation

MAGIC = b"STRGCHO1"
NO_PART = 0xFFFF
# Words of a choice before its features: game (two words), features, actions, played action.
FIXED_WORDS = 5
# No position has more actions.
MOST_ACTIONS = 4096
# The numbers of a header, with their ranges.
NUMBERS = {"rows": (1, 0xFFFF), "most": (1, 4096), "parts": (1, 16), "part_rows": (1, 0xFFFE)}

Words = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Header:
    """The numbers of a file's header."""

    variant: str
    layout: str
    """The activation of the network, and the named blocks of its rows and of the parts."""
    rows: int
    """What a seat sees."""
    most: int
    """Features of a position at most."""
    parts: int
    """Of an action, at most."""
    part_rows: int
    """How many different parts there are."""


def _plain(words: Any, starts: Any, rows: int, parts: int, part_rows: int) -> Any:
    """Writes the start of each choice into `starts`; returns their number. If a choice is invalid,
    it returns a negative number, and `starts[0]` is the start of that choice."""
    place, count = np.int64(0), 0
    while place < len(words):
        if place + FIXED_WORDS > len(words):
            starts[0] = place
            return -1
        features, actions, chosen = words[place + 2], words[place + 3], words[place + 4]
        begin = place + FIXED_WORDS
        end = begin + np.int64(features) + np.int64(actions) * parts
        fine = end <= len(words) and chosen < actions <= MOST_ACTIONS
        if fine:
            for index in range(begin, begin + features):
                fine = fine and words[index] < rows
            for index in range(begin + features, end):
                fine = fine and (words[index] < part_rows or words[index] == NO_PART)
        if not fine:
            starts[0] = place
            return -1
        starts[count] = place
        count += 1
        place = end
    return count


find_starts = cast(Any, numba.njit(cache=True)(_plain))


class Choices:
    """All choices of some files of one game."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Raises `SamplesError` or OSError."""
        read = [self._read(path) for path in paths]
        self.header = read[0][0]
        for path, (header, _) in zip(paths, read, strict=True):
            if header != self.header:
                raise SamplesError(f"{path}: another header than that of {paths[0]}")
        starts, training, base = [], [], 0
        for path, (_, words) in zip(paths, read, strict=True):
            found = self._starts(path, words)
            games = words[found] + (words[found + 1].astype(np.uint32) << np.uint32(16))
            starts.append(found + base)
            training.append(~is_for_validation(games))
            base += len(words)
        self.words: Words = np.concatenate([words for _, words in read])
        every, is_training = np.concatenate(starts), np.concatenate(training)
        self.training: Index = every[is_training]
        self.validation: Index = every[~is_training]
        if not len(self.training) or not len(self.validation):
            raise SamplesError(f"{paths[0]}: too few games")

    def _read(self, path: Path) -> tuple[Header, Words]:
        with path.open("rb") as file:
            variant, numbers, layout = read_header(path, file, MAGIC, "choices", NUMBERS)
            begin, data = file.tell(), file.read()
        if len(data) % 2:
            raise error_at(path, begin + len(data), "cut off in a number")
        return Header(variant, layout, *numbers), np.frombuffer(data, "<u2").astype(np.uint16)

    def _starts(self, path: Path, words: Words) -> Index:
        starts = np.zeros(len(words) // FIXED_WORDS + 1, np.int64)
        header = self.header
        count = find_starts(words, starts, header.rows, header.parts, header.part_rows)
        if count < 0:
            raise SamplesError(f"{path}: a choice that cannot be (word {starts[0]})")
        return starts[:count].copy()
