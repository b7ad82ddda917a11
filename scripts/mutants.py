#!/usr/bin/env python3
"""Tries the tests on wrong programs: a sample of the mutants of `cargo mutants`, drawn by a seed.

    cargo install --locked cargo-mutants
    scripts/mutants.py list
    scripts/mutants.py run
    scripts/mutants.py tell

`list` prints the sample: mutants of the rules of all games, of the engine, of the protocol and of
what limits a search, so many of each. `run` has `cargo mutants` build and test them, some at a
time, by a fast part of the tests, and leaves what it finds in a folder for each lot. It may be
interrupted; the same command goes on with the lots that are missing. `tell` counts what was found
so far, and names the mutants that passed. A mutant takes as long as a build for tests.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from needs import need

need()

HERE = Path(__file__).resolve().parent
# What of a game's folder is no rule: what the engine thinks, and the positions of the bench.
NO_RULES = ("/eval/", "/bench.rs")
# Tests that look for rare faults, at length.
SLOW = ("storm::", "fuzz::", "resources::", "secrecy::", "levels::", "networks::", "acceptance::")
FOUND = {"caught": "killed", "timeout": "killed", "missed": "passed", "unviable": "do not build"}


@dataclass(frozen=True, slots=True)
class Part:
    """Files of the program, by how their paths begin, and how many of their mutants are drawn."""

    beginnings: tuple[str, ...]
    count: int

    def holds(self, file: str) -> bool:
        """Whether a file belongs to the part."""
        return file.startswith(self.beginnings) and not any(word in file for word in NO_RULES)


PARTS = (
    Part(("src/search/time/pace.rs", "src/search/time/clock.rs", "src/search/deepening.rs"), 82),
    Part(("src/engine/",), 130),
    Part(("src/protocol/",), 180),
    Part(("src/games/",), 600),
)


def draw(mutants: Iterable[tuple[str, str]], seed: int) -> list[str]:
    """The names of the sample, in an order by chance; `mutants` are files and names."""
    chance = random.Random(seed)
    listed = list(mutants)
    sample: list[str] = []
    for part in PARTS:
        names = [name for file, name in listed if part.holds(file)]
        sample += chance.sample(names, min(part.count, len(names)))
    chance.shuffle(sample)
    return sample


def all_mutants() -> list[tuple[str, str]]:
    """What `cargo mutants` can do to the program: files and names."""
    words = ["cargo", "mutants", "--list", "--json"]
    done = subprocess.run(words, cwd=HERE.parent, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit("'cargo mutants' fails: cargo install --locked cargo-mutants")
    return [(mutant["file"], mutant["name"]) for mutant in json.loads(done.stdout)]


def pattern(names: Sequence[str]) -> str:
    """A regular expression of Rust for these names and no others."""
    escaped = (re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", name) for name in names)
    return f"^(?:{'|'.join(escaped)})$"


def files(names: Sequence[str]) -> list[str]:
    """The files of these mutants."""
    return sorted({name.split(":", 1)[0] for name in names})


def run(sample: Sequence[str], folder: Path, size: int) -> None:
    """Tests the sample in lots of `size`, but for lots that were finished before."""
    skipped = [word for name in SLOW for word in ("--skip", name)]
    for start in range(0, len(sample), size):
        lot = folder / f"{start:04}"
        if (lot / "done").exists():
            continue
        lot.mkdir(parents=True, exist_ok=True)
        names = sample[start : start + size]
        words = ["cargo", "mutants", "--output", str(lot), "--baseline", "skip", "--timeout", "300"]
        # `--re` does not choose among mutants that delete a field: so keep to these files.
        words += [word for file in files(names) for word in ("--file", file)]
        words += ["--re", pattern(names), "--", "--lib", "--test", "tests", "--", *skipped]
        status = subprocess.run(words, cwd=HERE.parent, check=False).returncode
        # 0: all are caught, 2: some are missed, 3: some take too long; anything else broke off.
        if status not in (0, 2, 3):
            sys.exit(f"'cargo mutants' ended with status {status}")
        (lot / "done").touch()


def tell(folder: Path) -> None:
    """Counts what was found."""
    counts: Counter[str] = Counter()
    for what, kind in FOUND.items():
        for path in sorted(folder.glob(f"*/mutants.out/{what}.txt")):
            names = path.read_text().splitlines()
            counts[kind] += len(names)
            if kind == "passed":
                print("\n".join(names))
    print(", ".join(f"{counts[kind]} {kind}" for kind in dict.fromkeys(FOUND.values())))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("list", "run", "tell"))
    parser.add_argument("--seed", type=int, default=64, help="of the draw")
    parser.add_argument("--lot", type=int, default=20, help="mutants at a time")
    parser.add_argument("--folder", type=Path, default=HERE.parent / "target" / "mutants")
    options = parser.parse_args()
    if options.command == "tell":
        tell(options.folder)
        return
    sample = draw(all_mutants(), options.seed)
    if options.command == "list":
        print("\n".join(sample))
    else:
        run(sample, options.folder, options.lot)


if __name__ == "__main__":
    main()
