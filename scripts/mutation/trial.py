"""The test programs, run on one mutant until a test fails."""

from __future__ import annotations

import json
import os
import re
import resource
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .choice import LONGEST_NEAR_SECONDS, NEVER, Step, Test

# A test hangs when it uses the processor for so long, or when so much time passes.
LONGEST_SECONDS = 45.0
SILENCE_SECONDS = 300.0
# What a program may take of memory: a mutant may loop for ever and collect what it finds.
MEMORY_BYTES = 6 << 30
# A failing game need not be the shortest.
SETTINGS = {"PROPTEST_MAX_SHRINK_ITERS": "0"}

PASSED, KILLED, HANGS = "passed", "killed", "killed by time"
_FAILED = re.compile(r"^test (\S+).* \.\.\. FAILED$", re.M)
_TEST = re.compile(r"^test (\S+)(?: - should panic)? \.\.\. (?:(ok|FAILED|ignored).*)?", re.M)


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a mutant, and why: the test that killed it."""

    outcome: str
    why: str = ""


def try_mutant(number: int, run: Sequence[Step], folder: Path) -> Found:
    """Runs the steps on a mutant until a test fails.

    It has to fail twice, because on a busy machine a test may fail by chance.
    """
    for step in run:
        found = _run(step, number, folder)
        if found.outcome == KILLED and found.why in step.tests:
            again = _run(Step(step.program, (found.why,)), number, folder)
            if again.outcome == PASSED:
                rest = tuple(name for name in step.tests if name != found.why)
                found = try_mutant(number, [Step(step.program, rest)], folder)
        if found.outcome != PASSED:
            return found
    return Found(PASSED)


def _run(step: Step, number: int, folder: Path) -> Found:
    if not step.tests:
        return Found(PASSED)
    process = _start(step, number, folder)
    try:
        text = ""
        for piece in _pieces(process, LONGEST_SECONDS):
            if piece is None:
                return Found(HANGS, _last(text))
            text += piece
            if failed := _FAILED.search(text):
                return Found(KILLED, failed[1])
        return Found(KILLED, _last(text)) if process.wait() else Found(PASSED)
    finally:
        _end(process)


def _start(step: Step, number: int, folder: Path) -> subprocess.Popen[bytes]:
    """Starts a test program in a session of its own, which tells its processes from others."""
    return subprocess.Popen(
        [step.program, "--test-threads", "1", "--exact", *step.tests],
        cwd=folder,
        env=os.environ | SETTINGS | {"STRATEGOS_MUTANT": str(number)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_limit_memory,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _pieces(process: subprocess.Popen[bytes], longest: float) -> Iterator[str | None]:
    """What a program writes; None when it writes nothing for too long."""
    assert process.stdout
    written, used = time.monotonic(), _seconds_used(process.pid)
    while True:
        if select.select([process.stdout], [], [], 1.0)[0]:
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece:
                return
            yield piece.decode(errors="replace")
            written, used = time.monotonic(), _seconds_used(process.pid)
        elif (
            _seconds_used(process.pid) - used > longest
            or time.monotonic() - written > SILENCE_SECONDS
        ):
            yield None
            return


def _last(text: str) -> str:
    """The last test that began."""
    names = [match[1] for match in _TEST.finditer(text)]
    return names[-1] if names else ""


def measured(programs: Sequence[Path], folder: Path, path: Path) -> list[Test]:
    """The tests that pass on the program as it is, with their times; a file keeps these."""
    known: dict[str, dict[str, float | None]] = (
        json.loads(path.read_text()) if path.exists() else {}
    )
    tests: list[Test] = []
    for program in programs:
        times = known.setdefault(program.name.rsplit("-", 1)[0], {})
        names = _names(program, folder)
        while new := tuple(name for name in names if name not in times):
            times |= _timed(Step(program, new), folder)
            path.write_text(json.dumps(known, indent=1))
        for name in names:
            seconds = times[name]
            if seconds is not None:
                tests.append(Test(program, name, seconds))
    return tests


def _names(program: Path, folder: Path) -> list[str]:
    words = [str(program), "--list", "--format", "terse"]
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    names = [line.removesuffix(": test") for line in done.stdout.splitlines() if ": test" in line]
    return [name for name in names if not name.startswith(NEVER)]


def _timed(step: Step, folder: Path) -> dict[str, float | None]:
    """The processor's seconds of each test up to one that is too long or ends the program.

    A test that is too long or fails has none.
    """
    seconds: dict[str, float | None] = {}
    before = 0.0
    text = ""
    process = _start(step, 0, folder)
    try:
        for piece in _pieces(process, LONGEST_NEAR_SECONDS):
            text += piece or ""
            *lines, text = text.split("\n")
            now = _seconds_used(process.pid)
            for match in filter(None, map(_TEST.match, lines)):
                seconds[match[1]] = now - before if match[2] == "ok" else None
                before = now
    finally:
        _end(process)
    missing = [name for name in step.tests if name not in seconds]
    last = [name for name in missing if name == _last(text)] or missing[:1]
    return seconds | dict.fromkeys(last)


def _seconds_used(session: int) -> float:
    """What the processes of a session and their ended children have used of the processors.

    Without /proc it is the time that passes.
    """
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = stat.read_text().rpartition(") ")[2].split()
            if int(words[3]) == session:
                ticks += sum(map(int, words[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
