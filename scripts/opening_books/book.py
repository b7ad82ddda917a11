"""The file of openings: a comment with the settings, and a line of EPD for each opening."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from matches.opening_files import parse_opening
from matches.plan import MatchError
from runtime.files import LineFile

from .model import Candidate, Verdict

_NUMBER = re.compile(r' id "[^"]*\.(\d+)";')
_SCORES = re.compile(r' c1 "scores ([-\d ]+)";')


@dataclass(frozen=True, slots=True)
class Kept:
    """An opening of the file, read for a resumed run."""

    number: int
    fen: str
    scores: tuple[int, ...]

    @property
    def favourite(self) -> int:
        """The player with the best score."""
        return max(range(len(self.scores)), key=self.scores.__getitem__) + 1


def line_of(variant: str, candidate: Candidate, verdict: Verdict) -> str:
    """A FEN and operations of EPD: score of the player to move, depth and nodes of the search, the
    candidate's number, and the scores of all players."""
    operations = [
        f"ce {verdict.score};",
        f"acd {verdict.depth};",
        f"acn {verdict.nodes};",
        f'id "{variant}.{candidate.number}";',
        f'c1 "scores {" ".join(map(str, verdict.scores))}";',
    ]
    if candidate.remark:
        operations.append(f'c0 "{candidate.remark}";')
    return " ".join([candidate.fen, *operations])


def read_line(text: str) -> Kept:
    """Parses a line of `line_of`; raises ValueError."""
    number, scores = _NUMBER.search(text), _SCORES.search(text)
    if number is None or scores is None:
        raise ValueError("this is no line of a file that make_openings.py wrote")
    fen = parse_opening(text).start.removeprefix("fen ")
    return Kept(int(number[1]), fen, tuple(map(int, scores[1].split())))


class Book:
    """The file in the making. Openings are written without a buffer."""

    def __init__(self, file: LineFile, variant: str, kept: Sequence[Kept] = ()) -> None:
        self.kept = list(kept)
        self._file = file
        self._variant = variant

    @classmethod
    def open(cls, path: Path, variant: str, heading: str, resume: bool) -> Self:
        """A new file, or one with the same settings to continue. It is locked against other
        programs. An incomplete line is removed. Raises `MatchError` or OSError."""
        file = LineFile.open(path)
        try:
            data = path.read_bytes()
            if heading.encode().startswith(data):
                file.cut(0)
                file.add(heading.encode())
                return cls(file, variant)
            if not resume:
                text = "holds something already: --resume, or name another file"
                raise MatchError(f"{path} {text}")
            whole = data[: data.rfind(b"\n") + 1]
            kept = _kept(path, whole.decode("utf-8-sig", errors="replace"), heading)
            file.cut(len(whole))
            return cls(file, variant, kept)
        except BaseException:
            file.close()
            raise

    def add(self, candidate: Candidate, verdict: Verdict) -> None:
        """Writes an opening."""
        self._file.add(line_of(self._variant, candidate, verdict).encode())

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _kept(path: Path, text: str, heading: str) -> list[Kept]:
    """The openings of a file with this heading; raises `MatchError`."""
    first, *lines = text.splitlines() or [""]
    if first != heading:
        raise MatchError(f"{path}:1: it was made otherwise: '{first}', now '{heading}'")
    kept = []
    for number, line in enumerate(lines, 2):
        try:
            kept.append(read_line(line))
        except ValueError as error:
            raise MatchError(f"{path}:{number}: {error}") from None
    return kept
