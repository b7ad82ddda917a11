"""The mutants that are tried: a sample of those of `cargo mutants`, drawn by a seed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterable
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
    """A text that replaces another one in a function; `function` is None in a constant."""

    name: str
    span: Span
    replacement: str
    function: Span | None
    result: str
    function_name: str

    @property
    def file(self) -> str:
        """The file that it changes."""
        return self.name.split(":", 1)[0]

    @property
    def part(self) -> str:
        """The name of the part that it was drawn for."""
        return next(part.name for part in PARTS if part.holds(self.file))


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


def _span(read: dict[str, dict[str, int]]) -> Span:
    start, end = read["start"], read["end"]
    return (start["line"], start["column"]), (end["line"], end["column"])


def mutant_from(read: dict[str, Any]) -> Mutant:
    """A mutant as `cargo mutants --list --json` describes it."""
    function = read["function"]
    return Mutant(
        name=read["name"],
        span=_span(read["span"]),
        replacement=read["replacement"],
        function=_span(function["span"]) if function else None,
        result=function["return_type"] if function else "",
        function_name=function["function_name"].rsplit("::", 1)[-1] if function else "",
    )


def all_mutants() -> list[Mutant]:
    """What `cargo mutants` can do to the program."""
    words = ["cargo", "mutants", "--list", "--json"]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit("'cargo mutants' fails: cargo install --locked cargo-mutants")
    return [mutant_from(read) for read in json.loads(done.stdout)]
