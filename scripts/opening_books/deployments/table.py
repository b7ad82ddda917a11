"""Results of set-ups against each other: how many games, and how many points in all."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .matrix import Matrix

_ROUNDS_OF_FITTING = 50


@dataclass
class Table:
    """By row and column; points are those of the row."""

    rows: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    games: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    points: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    # Squares of how far games were from the mean of their cell, in all.
    scatter: float = 0.0

    def __post_init__(self) -> None:
        # Games beyond the first of their cell.
        self.freedom = int(np.maximum(self.games - 1, 0).sum())

    def extend(self, rows: list[str], columns: list[str]) -> None:
        """Makes room for these, of which those that the table has come first, in their order."""
        assert rows[: len(self.rows)] == self.rows and columns[: len(self.columns)] == self.columns
        more = ((0, len(rows) - len(self.rows)), (0, len(columns) - len(self.columns)))
        self.games, self.points = np.pad(self.games, more), np.pad(self.points, more)
        self.rows, self.columns = list(rows), list(columns)

    def add(self, row: int, column: int, points: float) -> None:
        """Takes the result of one game."""
        before = int(self.games[row, column])
        if before:
            off = points - self.points[row, column] / before
            self.scatter += off * off * before / (before + 1)
            self.freedom += 1
        self.games[row, column] += 1
        self.points[row, column] += points

    def variance(self) -> float:
        """Of one game about the mean of its cell; 0 as long as no cell has several games."""
        return self.scatter / self.freedom if self.freedom else 0.0

    def payoff(self) -> Matrix:
        """What a game of each cell is worth to the row: the results, drawn towards what row and
        column are worth elsewhere, by as much as they are due to chance. So a mixture rests on no
        lucky cell."""
        known = self.games > 0
        mean = np.divide(self.points, self.games, out=np.zeros_like(self.points), where=known)
        fit = _fit(mean, self.games)
        off = mean - fit
        # Where no pair met twice, all that sets cells apart may be luck.
        of_one_game = self.variance() or float((off[known] ** 2).mean() if known.any() else 0.0)
        noise = of_one_game / np.maximum(self.games, 1)
        signal = max(float((off**2 - noise)[known].mean()), 0.0) if known.any() else 0.0
        trust = np.divide(signal, signal + noise, out=np.ones_like(noise), where=signal + noise > 0)
        payoff: Matrix = np.where(known, fit + off * trust, fit)
        return payoff

    def payoff_of(self, is_symmetric: bool) -> Matrix:
        """The payoff, where both sides have the same book with either colour as often."""
        if not is_symmetric:
            return self.payoff()
        payoff = self.folded().payoff()
        return (payoff - payoff.T) / 2

    def folded(self) -> Table:
        """Of a game for which both sides have the same book: each pair of set-ups with either
        colour in one cell, less what the first move is worth."""
        first_move = self.points.sum() / max(int(self.games.sum()), 1)
        points = self.points - first_move * self.games
        games = self.games + self.games.T
        folded = Table(self.rows, self.columns, games, points - points.T, self.scatter)
        # The scatter is about the means of the cells before.
        folded.freedom = self.freedom
        return folded

    def write(self, path: Path) -> None:
        lines = [f"scatter {self.scatter:.2f}", "columns " + " ".join(self.columns)]
        for name, games, points in zip(self.rows, self.games, self.points, strict=True):
            cells = zip(games, points, strict=True)
            lines.append(f"{name} " + " ".join(f"{count}:{won:.10g}" for count, won in cells))
        partial = path.with_name(path.name + ".part")
        partial.write_text("\n".join([*lines, ""]), encoding="utf-8")
        partial.replace(path)

    @classmethod
    def read(cls, path: Path) -> Table:
        """`ValueError` for a file that is no table."""
        scatter, columns, *rows = (line.split() for line in path.read_text("utf-8").splitlines())
        if scatter[0] != "scatter" or columns[0] != "columns":
            raise ValueError(f"{path} is no table of results")
        cells = [[cell.split(":") for cell in row[1:]] for row in rows]
        if any(len(row) != len(columns) - 1 for row in cells):
            raise ValueError(f"{path} has rows of different lengths")
        games = np.array([[int(count) for count, _ in row] for row in cells], np.int64)
        points = np.array([[float(won) for _, won in row] for row in cells])
        names = [row[0] for row in rows]
        return cls(names, columns[1:], games, points, float(scatter[1]))


def _fit(mean: Matrix, games: NDArray[np.int64]) -> Matrix:
    """What each cell would be worth if rows and columns were good or bad against all alike."""
    total = max(int(games.sum()), 1)
    whole = float((mean * games).sum()) / total
    rows, columns = np.zeros((mean.shape[0], 1)), np.zeros((1, mean.shape[1]))
    of_row = np.maximum(games.sum(axis=1, keepdims=True), 1)
    of_column = np.maximum(games.sum(axis=0, keepdims=True), 1)
    for _ in range(_ROUNDS_OF_FITTING):
        rows = ((mean - whole - columns) * games).sum(axis=1, keepdims=True) / of_row
        columns = ((mean - whole - rows) * games).sum(axis=0, keepdims=True) / of_column
    fit: Matrix = whole + rows + columns
    return fit
