"""The commands of `mutants.py`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import choice, results, sample, trial
from .results import Results
from .sample import ROOT, Mutant
from .tree import Tree, reasons
from .trial import Found


@dataclass(frozen=True)
class Sample:
    """The mutants of a draw. Those whose code has gone since are only keys."""

    keys: Sequence[str]
    known: Mapping[str, Mutant]

    @classmethod
    def of(cls, seed: int, folder: Path) -> Sample:
        """The sample of a seed, which the folder keeps."""
        listed = sample.all_mutants()
        keys = sample.keep(listed, seed, folder / f"sample-{seed}.txt")
        return cls(keys, {mutant.key: mutant for mutant in listed})

    @cached_property
    def numbered(self) -> dict[int, Mutant]:
        """The mutants that are still in the program, by their numbers."""
        return {
            number: self.known[key]
            for number, key in enumerate(self.keys, start=1)
            if key in self.known
        }

    @property
    def gone(self) -> list[str]:
        """The keys of the others."""
        return [key for key in self.keys if key not in self.known]


def run(drawn: Sample, folder: Path, beginning: str, jobs: int, again: bool) -> None:
    """Builds one program with the mutants that have no result, and tests them."""
    kept = Results(folder / "results.jsonl")
    for key, reason in reasons(list(drawn.numbered.values())).items():
        kept.add(key, Found(results.UNTRIED, reason))
    wanted = (None, trial.PASSED) if again else (None,)
    missing = {
        number: mutant
        for number, mutant in drawn.numbered.items()
        if kept.outcome(mutant.key) in wanted
    }
    tree = Tree(folder)
    held = folder / "held.json"
    numbers = _held(held, drawn, set(missing))
    programs, refused = tree.build({number: drawn.numbered[number] for number in numbers})
    held.write_text(json.dumps(sorted(numbers - refused.keys())))
    for number, outcome in refused.items():
        kept.add(drawn.numbered[number].key, Found(outcome))
    tests = trial.measured(programs, tree.folder, folder / "times.json")
    to_try = {
        number: mutant
        for number, mutant in missing.items()
        if number not in refused and mutant.file.startswith(beginning)
    }
    print(f"{len(to_try)} mutants to try", flush=True)

    def one(item: tuple[int, Mutant]) -> None:
        number, mutant = item
        found = trial.try_mutant(number, choice.steps(tests, mutant.file), tree.folder)
        kept.add(mutant.key, found)
        print(f"{number}: {mutant.name}: {found.outcome} {found.why}", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, to_try.items()))


def _held(path: Path, drawn: Sample, wanted: set[int]) -> set[int]:
    """The mutants for the program: those of the last build if the wanted ones are among them.

    So a run that goes on needs no new build.
    """
    before = set(json.loads(path.read_text())) if path.exists() else set()
    before &= drawn.numbered.keys()
    return before if wanted <= before else wanted


def tell(drawn: Sample, folder: Path) -> None:
    """Counts what was found, and names the mutants that passed."""
    found = Results(folder / "results.jsonl").found
    print("\n".join(results.names(drawn.numbered.values(), found, trial.PASSED)))
    print(results.table(drawn.keys, drawn.gone, found))


def main(description: str) -> None:
    """Obeys the command line."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("list", "run", "tell"))
    parser.add_argument("--seed", type=int, default=64, help="of the draw")
    parser.add_argument("--files", default="", help="try those of files that begin so")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--again", action="store_true", help="try anew those that passed")
    parser.add_argument("--folder", type=Path, default=ROOT / "target" / "mutants")
    options = parser.parse_args()
    drawn = Sample.of(options.seed, options.folder)
    if options.command == "list":
        print("\n".join(mutant.name for mutant in drawn.numbered.values()))
    elif options.command == "tell":
        tell(drawn, options.folder)
    else:
        run(drawn, options.folder, options.files, options.jobs, options.again)
