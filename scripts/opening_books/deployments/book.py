"""A book of set-ups in the engine's form: each line has name, weight and token, the best first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

# The sum of the weights of a book.
WHOLE = 10_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A set-up of a book: its name in tables, its weight in the mixed strategy, and its token."""

    name: str
    token: str
    weight: int = 0


@dataclass
class Book:
    """Set-ups in the order in which they were found, with the comments of the file."""

    head: list[str]
    entries: list[Entry]

    @classmethod
    def read(cls, path: Path) -> Book:
        """Reads a file; `ValueError` if it is no book."""
        head, entries = [], []
        for line in path.read_text(encoding="utf-8-sig").splitlines():
            match line.split():
                case ["#", *_]:
                    head.append(line)
                case [name, weight, token]:
                    entries.append(Entry(name, token, int(weight)))
                case _:
                    raise ValueError(f"{path}: not a name, a weight and a token: {line}")
        return cls(head, sorted(entries, key=lambda entry: int(entry.name[1:])))

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.entries]

    @property
    def weights(self) -> list[int]:
        return [entry.weight for entry in self.entries]

    def add(self, letter: str, token: str) -> None:
        number = max((int(entry.name[1:]) for entry in self.entries), default=0) + 1
        self.entries.append(Entry(f"{letter}{number}", token))

    def weigh(self, weights: list[int]) -> None:
        pairs = zip(self.entries, weights, strict=True)
        self.entries = [replace(entry, weight=weight) for entry, weight in pairs]

    def write(self, path: Path, worth: list[float]) -> None:
        """Writes the set-ups by falling weight, then by falling value."""
        ranked = sorted(
            zip(self.entries, worth, strict=True), key=lambda pair: (-pair[0].weight, -pair[1])
        )
        lines = [f"{entry.name} {entry.weight} {entry.token}" for entry, _ in ranked]
        partial = path.with_name(path.name + ".part")
        partial.write_text("\n".join([*self.head, *lines, ""]), encoding="utf-8")
        partial.replace(path)
