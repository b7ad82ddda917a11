"""The test programs, run on one mutant until a test fails."""

from __future__ import annotations

import os
import re
import resource
import select
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# Tests that look for rare faults at length, and tests of time, which fail on a busy machine.
SLOW = (
    "acceptance::",
    "cross_builds::",
    "fuzz::",
    "levels::",
    "networks::",
    "ranking::",
    "resources::",
    "secrecy::",
    "storm::",
)
# The words in the names of the tests of each game, and of the rules of all games.
GAMES = {
    "pacific": ("pacific",),
    "pacru": ("pacru", "azacru", "shacru"),
    "warpac": ("warpac", "war_in_the_pacific"),
    "gameofwar": ("gameofwar", "game_of_war"),
}
RULES = ("rules", "properties::", "endings::")
# Of the other tests those are taken that use the processor for no longer than this.
LONGEST_SECONDS = 1.0
# After so long without the end of a test it hangs.
SILENCE_SECONDS = 25.0
# What a program may take of memory: a mutant may loop for ever and collect what it finds.
MEMORY_BYTES = 6 << 30

PASSED, KILLED, HANGS = "passed", "killed", "killed by time"
_FAILED = re.compile(r"^test (\S+).* \.\.\. FAILED$", re.M)
_TEST = re.compile(r"^test (\S+)(?: - should panic)? \.\.\. (?:(ok|FAILED|ignored).*)?", re.M)


@dataclass(frozen=True, slots=True)
class Step:
    """A test program with arguments that choose among its tests."""

    program: Path
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a mutant, and why: the test that killed it."""

    outcome: str
    why: str = ""


def steps(programs: Sequence[Path], file: str, slow: Sequence[str]) -> list[Step]:
    """The fast tests, those first whose names tell of the mutant's file.

    What lies beside the rules of a game tests no other game.
    """
    part, game = _topic(file)
    near = (*GAMES[game], *RULES) if game else (part,)
    others = [f"games::{name}::" for name in GAMES if game and name != game]
    skipped = _skip([*slow, *others])
    first = [Step(program, (*near, *skipped)) for program in programs]
    return first + [Step(program, (*skipped, *_skip(near))) for program in programs]


def _skip(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(argument for word in words for argument in ("--skip", word))


def _topic(file: str) -> tuple[str, str]:
    """The part of the program that a file belongs to, and the game, if it is one's."""
    folders = Path(file).parts[1:-1]
    game = folders[1] if folders[0] == "games" and len(folders) > 1 else ""
    return folders[0], game if game in GAMES else ""


def try_mutant(number: int, run: Sequence[Step], folder: Path) -> Found:
    """Runs the steps on a mutant until the first failure."""
    for step in run:
        found = _run(step, number, folder)
        if found.outcome != PASSED:
            return found
    return Found(PASSED)


def _run(step: Step, number: int, folder: Path) -> Found:
    settings = os.environ | {"STRATEGOS_MUTANT": str(number)}
    process = subprocess.Popen(
        [step.program, "--test-threads", "1", *step.arguments],
        cwd=folder,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_limit_memory,
    )
    try:
        text = ""
        for piece in _pieces(process):
            if piece is None:
                return Found(HANGS, _last(text))
            text += piece
            if failed := _FAILED.search(text):
                return Found(KILLED, failed[1])
        if process.wait() != 0:
            return Found(KILLED, _last(text))
        return Found(PASSED)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _pieces(process: subprocess.Popen[bytes]) -> Iterator[str | None]:
    """What a program writes; None when it writes nothing for too long."""
    assert process.stdout
    while select.select([process.stdout], [], [], SILENCE_SECONDS)[0]:
        piece = os.read(process.stdout.fileno(), 1 << 16)
        if not piece:
            return
        yield piece.decode(errors="replace")
    yield None


def _last(text: str) -> str:
    """The last test that began."""
    names = [match[1] for match in _TEST.finditer(text)]
    return names[-1] if names else ""


def slow_tests(programs: Sequence[Path], folder: Path) -> list[str]:
    """The tests to leave out, found by a run on the program as it is."""
    seconds: dict[str, float] = {}
    for program in programs:
        seconds |= _timed([str(program), *_skip(SLOW)], folder)
    return [*SLOW, *(name for name, taken in seconds.items() if taken > LONGEST_SECONDS)]


def _timed(words: Sequence[str], folder: Path) -> Mapping[str, float]:
    """The seconds of each test of a program; endless for one that fails."""
    process = subprocess.Popen(
        [*words, "--test-threads", "1"],
        cwd=folder,
        env=os.environ | {"STRATEGOS_MUTANT": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    seconds: dict[str, float] = {}
    before = 0.0
    text = ""
    with process:
        for piece in _pieces(process):
            text += piece or ""
            *lines, text = text.split("\n")
            now = _seconds_used(process.pid)
            for match in filter(None, map(_TEST.match, lines)):
                seconds[match[1]] = float("inf") if match[2] == "FAILED" else now - before
                before = now
    return seconds


def _seconds_used(process: int) -> float:
    """What a process and the ended ones that it started have used of the processors. Without
    /proc it is the time that passes."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return time.monotonic()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
