"""The mutants that are tried: a sample of those of `cargo mutants`, drawn by a seed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# What of a game's folder is no rule: what the engine thinks, and the positions of the bench.
NO_RULES = ("/eval/", "/bench.rs")

# A line and a column, both from 1 on.
Place = tuple[int, int]
Span = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Part:
    """Files of the program, by how their paths begin, and how many of their mutants are drawn."""

    name: str
    beginnings: tuple[str, ...]
    count: int

    def holds(self, file: str) -> bool:
        """Whether a file belongs to the part."""
        return file.startswith(self.beginnings) and not any(word in file for word in NO_RULES)


LIMITS = ("src/search/time/pace.rs", "src/search/time/clock.rs", "src/search/deepening.rs")
PARTS = (
    Part("rules", ("src/games/",), 600),
    Part("protocol", ("src/protocol/",), 180),
    Part("engine", ("src/engine/",), 130),
    Part("limits of a search", LIMITS, 82),
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text that replaces another one in a function; `function` is None in a constant.

    The key is the name without the place, so that it stays the same when lines move. Mutants of
    one file with the same words are numbered.
    """

    name: str
    key: str
    span: Span
    replacement: str
    function: Span | None
    result: str
    function_name: str

    @property
    def file(self) -> str:
        """The file that it changes."""
        return file_of(self.name)


def file_of(name: str) -> str:
    """The file that a mutant changes, by its name or key."""
    return name.split(":", 1)[0]


def part_of(key: str) -> str:
    """The name of the part that a mutant was drawn for."""
    return next(part.name for part in PARTS if part.holds(file_of(key)))


def draw(mutants: Iterable[Mutant], seed: int) -> list[Mutant]:
    """The sample, in an order by chance."""
    chance = random.Random(seed)
    listed = list(mutants)
    sample: list[Mutant] = []
    for part in PARTS:
        held = [mutant for mutant in listed if part.holds(mutant.file)]
        sample += chance.sample(held, min(part.count, len(held)))
    chance.shuffle(sample)
    return sample


def keep(listed: Sequence[Mutant], seed: int, path: Path) -> list[str]:
    """The keys of the sample: drawn once, then read from the file that keeps them."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{mutant.key}\n" for mutant in draw(listed, seed)))
    return path.read_text().splitlines()


def _span(read: dict[str, dict[str, int]]) -> Span:
    start, end = read["start"], read["end"]
    return (start["line"], start["column"]), (end["line"], end["column"])


def mutants_from(listed: Iterable[dict[str, Any]]) -> list[Mutant]:
    """The mutants that `cargo mutants --list --json` describes."""
    mutants: list[Mutant] = []
    counts: Counter[str] = Counter()
    for read in listed:
        file, _, _, words = read["name"].split(":", 3)
        key = f"{file}:{words}"
        counts[key] += 1
        function = read["function"]
        mutants.append(
            Mutant(
                name=read["name"],
                key=key if counts[key] == 1 else f"{key} ({counts[key]})",
                span=_span(read["span"]),
                replacement=read["replacement"],
                function=_span(function["span"]) if function else None,
                result=function["return_type"] if function else "",
                function_name=function["function_name"].rsplit("::", 1)[-1] if function else "",
            )
        )
    return mutants


def all_mutants() -> list[Mutant]:
    """What `cargo mutants` can do to the program."""
    words = ["cargo", "mutants", "--list", "--json"]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit("'cargo mutants' fails: cargo install --locked cargo-mutants")
    return mutants_from(json.loads(done.stdout))
