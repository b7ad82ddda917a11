"""Continues a file of answers: which tasks are done, and the file for the others.

Answers are in the order of the tasks. An answer in JSON is one line, complete or not. In the other
formats the last answer may lack lines, so it is computed again.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from matches.records.pgn import to_pgn
from runtime.files import LineFile

from .output import LINE_COLUMNS, MOVE_COLUMNS, csv_text
from .tasks import Task

_BEGINS = b'{"id":'
# The beginning of games and errors in PGN.
_BLOCK = re.compile(r"^(?:\[Event |% )", re.MULTILINE)
# The beginning of files. A file that ends within it has no answer.
_BEGINNINGS = {
    "csv": tuple(csv_text(columns, [], heading=True) for columns in (LINE_COLUMNS, MOVE_COLUMNS)),
    "pgn": ("[Event ", "% "),
}


class ResumeError(Exception):
    """A file of answers cannot be continued."""


@dataclass(frozen=True, slots=True)
class Done:
    """An answer in the file: its task, and whether it is an error."""

    is_of: Callable[[Task], bool]
    failed: bool


class AnswerFile(io.TextIOBase):
    """A file of answers, locked against other programs. Each write is one answer, completely or not
    at all."""

    def __init__(self, lines: LineFile, done: Sequence[Done] = (), kept: str | None = None) -> None:
        self.done = list(done)
        # The heading of CSV shows whether the answers are games.
        self.begun = kept is not None
        self.has_moves = (kept or "").startswith(",".join(MOVE_COLUMNS))
        self._lines = lines

    @classmethod
    def open(cls, path: Path, kind: str, resume: bool) -> AnswerFile:
        """A new file, or with `resume` an existing one. Raises `ResumeError` or OSError."""
        lines = LineFile.open(path)
        try:
            if not path.stat().st_size:
                return cls(lines)
            if not resume:
                text = "holds answers already: --resume, or name another file with --out"
                raise ResumeError(f"{path} {text}")
            if kind == "jsonl":
                lines.mend(_is_answer, _BEGINS)
                return cls(lines, _json_answers(path), "")
            text = path.read_bytes().decode(errors="surrogateescape")
            if any(beginning.startswith(text) for beginning in _BEGINNINGS[kind]):
                lines.cut(0)
                return cls(lines)
            done, kept = (_csv_answers if kind == "csv" else _pgn_answers)(path, text)
            lines.cut(len(kept.encode(errors="surrogateescape")))
            return cls(lines, done, kept)
        except BaseException:
            lines.close()
            raise

    def write(self, text: str) -> int:
        """Writes an answer, which includes its newline; raises OSError."""
        self._lines.add(text.removesuffix("\n").encode(errors="replace"))
        return len(text)

    def close(self) -> None:
        """Closes the file."""
        self._lines.close()


async def the_rest(
    tasks: AsyncIterator[Task], done: Sequence[Done], path: Path | None
) -> AsyncIterator[Task]:
    """The tasks without those that are done; raises `ResumeError` if the answers do not fit
    them."""
    for number, answer in enumerate(done, 1):
        task = await anext(tasks, None)
        if task is None or not answer.is_of(task):
            wanted = "of another input" if task else "one more than the input has"
            raise ResumeError(f"{path}: answer {number} is {wanted}: name another file")
    async for task in tasks:
        yield task


def _is_answer(line: bytes) -> bool:
    try:
        answer = json.loads(line)
    except ValueError:
        return False
    return isinstance(answer, dict) and "id" in answer


def _json_answers(path: Path) -> list[Done]:
    done = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        if not _is_answer(line):
            raise ResumeError(f"{path}:{number}: this is no answer: name another file")
        done.append(_json_answer(json.loads(line)))
    return done


def _json_answer(answer: dict[str, object]) -> Done:
    def is_of(task: Task) -> bool:
        position = None if task.record else task.position
        return answer["id"] == task.ident and answer.get("position") == position

    return Done(is_of, "error" in answer)


def _csv_answers(path: Path, text: str) -> tuple[list[Done], str]:
    """The answers except the last one, and their text."""
    whole = text[: text.rfind("\n") + 1]
    rows = csv.DictReader(io.StringIO(whole, newline=""))
    columns = tuple(rows.fieldnames or ())
    if columns not in (LINE_COLUMNS, MOVE_COLUMNS):
        raise ResumeError(f"{path}:1: these are no answers as CSV: name another file")
    # An answer begins with its first line, its first move, or an error.
    answers: list[list[dict[str, str]]] = []
    for row in rows:
        place = row.get("ply") or row.get("multipv") or ""
        if place in ("", "1") or not answers:
            answers.append([])
        answers[-1].append(row)
    del answers[-1:]
    kept = csv_text(columns, [row for answer in answers for row in answer], heading=True)
    if not text.startswith(kept):
        raise ResumeError(f"{path}: this was not written by analyse.py: name another file")
    return [_csv_answer(answer[0]) for answer in answers], kept


def _csv_answer(row: dict[str, str]) -> Done:
    def is_of(task: Task) -> bool:
        # Moves of games have no such column.
        position = task.position if "position" in row else None
        return row["id"] == str(task.ident) and row.get("position") == position

    return Done(is_of, bool(row["error"]))


def _pgn_answers(path: Path, text: str) -> tuple[list[Done], str]:
    """The answers except the last one, and their text."""
    starts = [found.start() for found in _BLOCK.finditer(text)]
    if not starts or starts[0] != 0:
        raise ResumeError(f"{path}:1: this is no annotated game: name another file")
    blocks = [text[begin:end] for begin, end in pairwise(starts)]
    return [_pgn_answer(block) for block in blocks], text[: starts[-1]]


def _pgn_answer(block: str) -> Done:
    def is_of(task: Task) -> bool:
        if block.startswith("% "):
            return block.startswith(f"% {' '.join(str(task.ident).split())}: ")
        return task.record is not None and block.startswith(to_pgn(task.record).split("\n\n")[0])

    return Done(is_of, block.startswith("% "))
