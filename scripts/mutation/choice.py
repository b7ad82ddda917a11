"""The tests that are run on a mutant, and their order.

Tests whose names tell of the mutant's file are near it. They come first, the cheapest at their
front. The rest follows by cost. All are bounded by the time that they take on the program as it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

# Left out always: tests of time, which fail on a busy machine, of builds and of memory, and those
# that look for rare faults at length.
NEVER = (
    "acceptance::",
    "cross_builds::",
    "fuzz::",
    "levels::",
    "resources::",
    "storm::",
)
# The words in the names of the tests of each game.
GAMES = {
    "pacific": ("pacific",),
    "pacru": ("pacru", "azacru", "shacru"),
    "warpac": ("warpac", "war_in_the_pacific"),
    "gameofwar": ("gameofwar", "game_of_war"),
}
# The words in the names of the tests near a file, by how its path begins.
NEAR = (
    ("src/games/warpac/hidden/", ("hidden", "secrecy::")),
    ("src/games/gameofwar/view", ("hidden", "secrecy::")),
    (
        "src/games/",
        ("rule", "properties::", "endings::", "choices::", "turning::", "bench::", "library::"),
    ),
    ("src/engine/", ("engine::", "library::", "hidden::", "choices::", "networks::")),
    ("src/protocol/analysis/", ("analysis",)),
    ("src/protocol/", ("protocol::", "grammar::")),
    ("src/search/", ("search", "lines::", "bench::")),
)
# The longest test that is run, near the file and elsewhere, and the sum of all on one mutant.
LONGEST_NEAR_SECONDS = 15.0
LONGEST_SECONDS = 1.0
BOUND_SECONDS = 60.0
# Tests up to these times run together in one process. So the cheap ones of all programs come first.
TIERS_SECONDS = (0.1, 1.0, 5.0)


@dataclass(frozen=True, slots=True)
class Test:
    """A test of a test program, and the processor's time that it takes."""

    program: Path
    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Step:
    """A test program and its tests that are run."""

    program: Path
    tests: tuple[str, ...]


def steps(tests: Sequence[Test], file: str) -> list[Step]:
    """The tests for a mutant of a file, in the order in which they run."""
    programs = list(dict.fromkeys(test.program for test in tests))
    groups: dict[tuple[bool, int, int], list[str]] = {}
    for far, test in _bounded(tests, file):
        tier = bisect_left(TIERS_SECONDS, test.seconds)
        group = far, tier, programs.index(test.program)
        groups.setdefault(group, []).append(test.name)
    return [Step(programs[group[2]], tuple(names)) for group, names in sorted(groups.items())]


def _bounded(tests: Sequence[Test], file: str) -> Iterator[tuple[bool, Test]]:
    """Tests until their sum reaches the bound, and whether each is far from the file."""
    near, others = _words(file)
    left = BOUND_SECONDS
    placed = [(not _has(near, test.name), test) for test in tests if not _has(others, test.name)]
    for far, test in sorted(placed, key=lambda item: (item[0], item[1].seconds)):
        left -= test.seconds
        if test.seconds <= (LONGEST_SECONDS if far else LONGEST_NEAR_SECONDS) and left >= 0:
            yield far, test


def _words(file: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of tests near a file, and of those of other games."""
    near = tuple(word for beginning, words in NEAR if file.startswith(beginning) for word in words)
    folders = Path(file).parts[1:-1]
    game = folders[1] if folders[0] == "games" and len(folders) > 1 else ""
    if game not in GAMES:
        return (*near, f"{folders[0]}::"), ()
    others = (f"games::{name}::" for name in GAMES if name != game)
    return (*near, *GAMES[game]), tuple(others)


def _has(words: Iterable[str], name: str) -> bool:
    return any(word in name for word in words)
