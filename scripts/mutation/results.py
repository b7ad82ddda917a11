"""What was found so far: a file with a line of JSON for each mutant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .sample import PARTS, Mutant
from .trial import HANGS, KILLED, PASSED, Found

UNTRIED = "cannot be chosen"
REFUSED = "do not build"
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

    def add(self, name: str, found: Found) -> None:
        """Keeps a result, unless it is known already."""
        if self.found.get(name) == found:
            return
        self.found[name] = found
        line = {"mutant": name, "outcome": found.outcome, "why": found.why}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            print(json.dumps(line), file=file)

    def outcome(self, name: str) -> str | None:
        """What became of a mutant so far."""
        found = self.found.get(name)
        return found.outcome if found else None


def names(sample: Iterable[Mutant], found: Mapping[str, Found], outcome: str) -> list[str]:
    """The mutants with an outcome, in the order of the files."""
    hits = (m.name for m in sample if m.name in found and found[m.name].outcome == outcome)
    return sorted(hits)


def table(sample: Sequence[Mutant], found: Mapping[str, Found]) -> str:
    """How many mutants of each part had each outcome."""
    lines = [f"{'':20}{'tried':>7}" + "".join(f"{outcome:>18}" for outcome in OUTCOMES)]
    for part in [*(part.name for part in PARTS), ""]:
        counts = Counter(
            found[mutant.name].outcome
            for mutant in sample
            if mutant.name in found and part in ("", mutant.part)
        )
        tried = counts[KILLED] + counts[HANGS] + counts[PASSED]
        row = f"{part or 'all':20}{tried:>7}"
        lines.append(row + "".join(f"{counts[outcome]:>18}" for outcome in OUTCOMES))
    return "\n".join(lines)
