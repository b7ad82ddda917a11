"""What was found so far: a file with a line of JSON for each mutant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .sample import PARTS, Mutant, part_of
from .trial import HANGS, KILLED, PASSED, Found

UNTRIED = "cannot be chosen"
REFUSED = "do not build"
GONE = "gone untried"
OUTCOMES = (KILLED, HANGS, PASSED, REFUSED, UNTRIED)


class Results:
    """A file of results. A later line about a mutant takes the place of an earlier one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: dict[str, Found] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                read = json.loads(line)
                self.found[read["mutant"]] = Found(read["outcome"], read["why"])

    def add(self, key: str, found: Found) -> None:
        """Keeps a result, unless it is known already."""
        if self.found.get(key) == found:
            return
        self.found[key] = found
        line = {"mutant": key, "outcome": found.outcome, "why": found.why}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            print(json.dumps(line), file=file)

    def outcome(self, key: str) -> str | None:
        """What became of a mutant so far."""
        found = self.found.get(key)
        return found.outcome if found else None


def names(mutants: Iterable[Mutant], found: Mapping[str, Found], outcome: str) -> list[str]:
    """The mutants with an outcome, in the order of the files."""
    hits = (m.name for m in mutants if m.key in found and found[m.key].outcome == outcome)
    return sorted(hits)


def table(keys: Sequence[str], gone: Sequence[str], found: Mapping[str, Found]) -> str:
    """How many mutants of each part were drawn and had each outcome.

    Those of `gone` are no longer in the program.
    """
    heads = ("drawn", "tried", *OUTCOMES, GONE)
    lines = [f"{'':20}" + "".join(f"{head:>18}" for head in heads)]
    for part in [*(part.name for part in PARTS), ""]:
        drawn = [key for key in keys if part in ("", part_of(key))]
        counts = Counter(found[key].outcome for key in drawn if key in found)
        tried = counts[KILLED] + counts[HANGS] + counts[PASSED]
        lost = sum(key not in found for key in gone if key in drawn)
        row = (len(drawn), tried, *(counts[outcome] for outcome in OUTCOMES), lost)
        lines.append(f"{part or 'all':20}" + "".join(f"{count:>18}" for count in row))
    return "\n".join(lines)
