"""The commands of `mutants.py`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import results, trial
from .results import Results
from .sample import ROOT, Mutant, all_mutants, draw
from .tree import Tree, reasons
from .trial import Found


def run(sample: Sequence[Mutant], folder: Path, jobs: int, again: bool) -> None:
    """Builds one program with all mutants of the sample, and tests those without a result."""
    kept = Results(folder / "results.jsonl")
    for name, reason in reasons(sample).items():
        kept.add(name, Found(results.UNTRIED, reason))
    out = (results.UNTRIED, results.REFUSED)
    numbered = {
        number: mutant
        for number, mutant in enumerate(sample, start=1)
        if kept.outcome(mutant.name) not in out
    }
    tree = Tree(folder)
    programs, refused = tree.build(numbered)
    for number, outcome in refused.items():
        kept.add(numbered.pop(number).name, Found(outcome))
    slow = _slow_tests(programs, tree.folder, folder / "slow.json")
    wanted = (None, trial.PASSED) if again else (None,)
    missing = {
        number: mutant for number, mutant in numbered.items() if kept.outcome(mutant.name) in wanted
    }
    print(f"{len(missing)} mutants to try", flush=True)

    def one(item: tuple[int, Mutant]) -> None:
        number, mutant = item
        found = trial.try_mutant(number, trial.steps(programs, mutant.file, slow), tree.folder)
        kept.add(mutant.name, found)
        print(f"{number}: {mutant.name}: {found.outcome} {found.why}", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, missing.items()))


def _slow_tests(programs: Sequence[Path], folder: Path, path: Path) -> list[str]:
    """The tests to leave out, measured once."""
    if not path.exists():
        path.write_text(json.dumps(trial.slow_tests(programs, folder), indent=1))
    slow: list[str] = json.loads(path.read_text())
    return slow


def tell(sample: Sequence[Mutant], folder: Path) -> None:
    """Counts what was found, and names the mutants that passed."""
    found = Results(folder / "results.jsonl").found
    print("\n".join(results.names(sample, found, trial.PASSED)))
    print(results.table(sample, found))


def main(description: str) -> None:
    """Obeys the command line."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("list", "run", "tell"))
    parser.add_argument("--seed", type=int, default=64, help="of the draw")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time")
    parser.add_argument("--again", action="store_true", help="try anew those that passed")
    parser.add_argument("--folder", type=Path, default=ROOT / "target" / "mutants")
    options = parser.parse_args()
    sample = draw(all_mutants(), options.seed)
    if options.command == "list":
        print("\n".join(mutant.name for mutant in sample))
    elif options.command == "tell":
        tell(sample, options.folder)
    else:
        run(sample, options.folder, options.jobs, options.again)
