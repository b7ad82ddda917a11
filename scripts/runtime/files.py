"""Output files: some grow by whole lines, others are replaced as a whole.

Only ordinary files are written. Every failure is an OSError that names the file.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Self

# The size of a chunk when the end of a file is read.
_TAIL_BYTES = 1 << 16
# The size of a log's buffer.
_LOG_BYTES = 1 << 16
# The errors of file systems without locks.
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> None:
        """Locks a byte far beyond the end, because other processes cannot read a locked byte."""
        file.seek(0x7FFF0000)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def strange_kind(path: Path) -> str:
    """`a folder`, `a device`, ... if a path is no ordinary file; otherwise an empty text."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return ""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        return "a device"
    return "a pipe" if stat.S_ISFIFO(mode) else "no file"


def shared(files: Iterable[tuple[str, Path | None]]) -> list[str]:
    """Messages about files that two options name."""
    found: dict[Path, str] = {}
    problems = []
    for name, path in files:
        if path is None:
            continue
        other = found.setdefault(path.resolve(), name)
        if other != name:
            problems.append(f"{other} and {name} are the same file, {path}")
    return problems


def demand_ordinary(path: Path) -> None:
    """Raises OSError if this path exists and is no ordinary file."""
    if kind := strange_kind(path):
        raise OSError(errno.EINVAL, f"this is {kind}, not an ordinary file", str(path))


class LineFile:
    """A file that grows by whole lines. Lines are not buffered, so a killed program loses none. If
    a line cannot be written completely, nothing of it stays in the file."""

    def __init__(self, file: IO[bytes], name: str = "") -> None:
        self._file = file
        self._name = name

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens or creates a file for appending, and locks it until it is closed. `mend` repairs
        its end."""
        demand_ordinary(path)
        file = path.open("a+b", buffering=0)
        try:
            _lock(file, path)
        except BaseException:
            file.close()
            raise
        return cls(file, str(path))

    def mend(self, is_whole: Callable[[bytes], bool], begins: bytes = b"") -> None:
        """Adds a missing newline to the last line. An incomplete last line, which begins like other
        lines, is removed."""
        last = self._unended()
        if not last:
            return
        is_begun = last.startswith(begins) or begins.startswith(last)
        with self._named():
            if is_begun and not is_whole(last):
                self._file.truncate(self._size() - len(last))
            else:
                self._file.write(b"\n")

    def add(self, line: bytes) -> None:
        """Writes a line without newlines in it; raises OSError."""
        before = self._size()
        try:
            self._write(line + b"\n")
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(before)
            raise

    def add_all(self, lines: bytes) -> None:
        """Writes lines with their newlines, as many as the disk has room for; raises OSError."""
        before = self._size()
        try:
            self._write(lines)
        except OSError:
            with contextlib.suppress(OSError):
                written = self._size() - before
                self._file.truncate(before + lines.rfind(b"\n", 0, written) + 1)
            raise

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        with self._named():
            while rest:
                rest = rest[self._file.write(rest) :]

    def cut(self, size: int) -> None:
        """Truncates the file to this number of bytes."""
        with self._named():
            self._file.truncate(size)

    def close(self) -> None:
        """Closes the file and releases its lock."""
        with self._named():
            self._file.close()

    def _size(self) -> int:
        return self._file.seek(0, os.SEEK_END)

    def _unended(self) -> bytes:
        """The bytes after the last newline."""
        size = self._size()
        last = b""
        while len(last) < size and b"\n" not in last:
            step = min(_TAIL_BYTES, size - len(last))
            self._file.seek(size - len(last) - step)
            last = self._file.read(step) + last
        return last.rpartition(b"\n")[2]

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Gives errors the name of the file."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._name) from None


class LineLog(io.TextIOBase):
    """A log of whole lines of text, with a buffer. When the disk is full it raises one OSError,
    ends with a whole line, and ignores later lines."""

    def __init__(self, path: Path, goes_on: bool = False) -> None:
        """A new log, or an existing one if it `goes_on`. It is locked against other processes."""
        self._lines = LineFile.open(path)
        if not goes_on:
            self._lines.cut(0)
        self._is_full = False
        self._waiting: list[str] = []
        self._size = 0

    def write(self, text: str) -> int:
        """Takes whole lines."""
        if not self._is_full:
            self._waiting.append(text)
            self._size += len(text)
            if self._size > _LOG_BYTES:
                self.flush()
        return len(text)

    def flush(self) -> None:
        """Writes the buffer."""
        text, self._waiting, self._size = "".join(self._waiting), [], 0
        if not text or self._is_full:
            return
        try:
            self._lines.add_all(text.encode(errors="replace"))
        except OSError:
            self._is_full = True
            raise

    def close(self) -> None:
        """Writes the rest and closes the file."""
        try:
            self.flush()
        finally:
            self._lines.close()


def _lock(file: IO[bytes], path: Path) -> None:
    """Locks the file until it is closed or this program ends."""
    try:
        _try_lock(file)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            text = "another program is writing this file"
            raise OSError(errno.EAGAIN, text, str(path)) from None


def write_whole(path: Path, data: bytes | str) -> None:
    """Writes a file. The old content stays until the new content is complete. Raises OSError."""
    demand_ordinary(path)
    target = path.resolve()
    unfinished = target.with_name(f"{target.name}.unfinished")
    content = data.encode() if isinstance(data, str) else data
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
        unfinished.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None
