"""One generation of learning, and the words of the commands that make it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .checkpoint import CHECKPOINT

SCRIPTS = Path(__file__).resolve().parent.parent
# The title and the words of a command.
Step = tuple[str, list[str]]


def script(name: str) -> list[str]:
    """The words that start a script."""
    return [sys.executable, str(SCRIPTS / name)]


@dataclass(frozen=True, slots=True)
class Stage:
    """The games, the samples and the network of one generation, in a folder. Each command continues
    after an interruption."""

    variant: str
    engine: str
    folder: Path
    threads: int

    def file(self, end: str) -> str:
        """A file in the folder, by its ending."""
        return str(self.folder / f"{self.variant}.{end}")

    @property
    def network(self) -> Path:
        """The network that is learnt."""
        return self._run / f"{self.variant}.net"

    @property
    def _run(self) -> Path:
        return self.folder / "network"

    def games(self, words: Sequence[str]) -> list[str]:
        """Plays the games."""
        own = ["--out", self.file("data"), "--threads", str(self.threads)]
        return [self.engine, "datagen", self.variant, *own, *words]

    def samples(self) -> list[str]:
        """Converts the games."""
        made = ["--out", self.file("smp"), "--fens", self.file("fens")]
        return [self.engine, "samples", self.file("data"), *made]

    def training(self, before: Sequence[Stage], words: Sequence[str]) -> list[str]:
        """Learns from the samples of this stage and of some before it."""
        samples = [stage.file("smp") for stage in [*before, self]]
        own = ["--out", str(self._run), "--threads", str(self.threads)]
        resume = ["--resume"] if (self._run / CHECKPOINT).exists() else []
        return [*script("learn.py"), *samples, *own, *words, *resume]

    def check(self) -> list[str]:
        """Compares the trainer's values with the engine's."""
        words = ["--out", str(self._run), "--check", self.engine, "--fens", self.file("fens")]
        return [*script("learn.py"), self.file("smp"), *words]

    def match(self, folder: Path, rival: Path | None, words: Sequence[str]) -> list[str]:
        """Plays the network against another one, or against that of the engine."""
        records = folder / "match.jsonl"
        engines = []
        for name, network in (("new", self.network), ("old", rival)):
            uses = f",option.EvalFile={network.resolve()}" if network else ""
            engines += ["--engine", f"name={name},cmd={self.engine}{uses}"]
        own = ["--variant", self.variant, "--out", str(records)]
        resume = ["--resume"] if records.exists() else []
        return [*script("match.py"), *own, *engines, *words, *resume]
