"""Files that programs write: some grow line by line, others are written whole or not at all.

Only ordinary files are written. What goes wrong is an OSError that names the file.
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

# So much is read at a time of the end of a file.
_TAIL_BYTES = 1 << 16
# So much of a log is kept back.
_LOG_BYTES = 1 << 16
# What file systems without locks say.
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> None:
        """Locks a byte far behind the end: no other process may read a locked byte."""
        file.seek(0x7FFF0000)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def strange_kind(path: Path) -> str:
    """What is at a path, if that is neither a file nor nothing: `a folder`, `a device`, ..."""
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
    """Messages about files that are named by two options."""
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
    """Raises OSError if something is at this path that is no ordinary file."""
    if kind := strange_kind(path):
        raise OSError(errno.EINVAL, f"this is {kind}, not an ordinary file", str(path))


class LineFile:
    """A file that grows by whole lines. Each is handed to the system at once, so that a killed
    program loses none; of one that cannot be written whole nothing is left."""

    def __init__(self, file: IO[bytes], name: str = "") -> None:
        self._file = file
        self._name = name

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a file for appending, or makes it, and keeps all others from doing so until it is
        closed. Nothing is changed yet: see `mend`."""
        demand_ordinary(path)
        file = path.open("a+b", buffering=0)
        try:
            _lock(file, path)
        except BaseException:
            file.close()
            raise
        return cls(file, str(path))

    def mend(self, is_whole: Callable[[bytes], bool], begins: bytes = b"") -> None:
        """Ends a last line that lacks its newline, or takes it off if it was cut short: that is one
        that begins as lines do, as far as it goes, but is not whole."""
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
        """Writes a line, which must not hold a newline; raises OSError."""
        before = self._size()
        try:
            self._write(line + b"\n")
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(before)
            raise

    def add_all(self, lines: bytes) -> None:
        """Writes lines with their ends, as many of them as there is room for; raises OSError."""
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
        """Cuts the file off after this many bytes."""
        with self._named():
            self._file.truncate(size)

    def close(self) -> None:
        """Closes the file and lets others write it."""
        with self._named():
            self._file.close()

    def _size(self) -> int:
        return self._file.seek(0, os.SEEK_END)

    def _unended(self) -> bytes:
        """What stands behind the last newline."""
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
    """Takes whole lines of text, and keeps some of them back for the sake of speed. When the disk
    is full it raises one OSError, ends with a whole line, and takes no more."""

    def __init__(self, path: Path, goes_on: bool = False) -> None:
        """A new log, or one that `goes_on` behind what is there. No other process may write it."""
        self._lines = LineFile.open(path)
        if not goes_on:
            self._lines.cut(0)
        self._is_full = False
        self._waiting: list[str] = []
        self._size = 0

    def write(self, text: str) -> int:
        """Takes lines, the last one with its end."""
        if not self._is_full:
            self._waiting.append(text)
            self._size += len(text)
            if self._size > _LOG_BYTES:
                self.flush()
        return len(text)

    def flush(self) -> None:
        """Writes what was kept back."""
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
    """Keeps other programs from locking the file until it is closed or this one ends."""
    try:
        _try_lock(file)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            text = "another program is writing this file"
            raise OSError(errno.EAGAIN, text, str(path)) from None


def write_whole(path: Path, data: bytes | str) -> None:
    """Writes a file: until all of it is there what was there before stays. Raises OSError."""
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
