"""Results of set-ups against each other: games and points of each pair."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .matrix import Matrix

_ROUNDS_OF_FITTING = 50


@dataclass
class Table:
    """Games and points by row and column. Points are those of the row."""

    rows: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    games: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    points: Matrix = field(default_factory=lambda: np.zeros((0, 0)))
    # The sum of squared deviations of games from the means of their cells.
    scatter: float = 0.0

    def __post_init__(self) -> None:
        # The degrees of freedom: games without the first one of each cell.
        self.freedom = int(np.maximum(self.games - 1, 0).sum())

    def extend(self, rows: list[str], columns: list[str]) -> None:
        """Adds rows and columns. The names begin with those that the table has."""
        assert rows[: len(self.rows)] == self.rows and columns[: len(self.columns)] == self.columns
        more = ((0, len(rows) - len(self.rows)), (0, len(columns) - len(self.columns)))
        self.games, self.points = np.pad(self.games, more), np.pad(self.points, more)
        self.rows, self.columns = list(rows), list(columns)

    def add(self, row: int, column: int, points: float) -> None:
        """Adds the result of one game."""
        before = int(self.games[row, column])
        if before:
            off = points - self.points[row, column] / before
            self.scatter += off * off * before / (before + 1)
            self.freedom += 1
        self.games[row, column] += 1
        self.points[row, column] += points

    def variance(self) -> float:
        """The variance of a game within its cell; 0 if no cell has several games."""
        return self.scatter / self.freedom if self.freedom else 0.0

    def payoff(self) -> Matrix:
        """The payoff of each cell for the row: the mean of its results, shrunk towards the fit by
        row and column, in proportion to the error. So no weight rests on a lucky cell."""
        known = self.games > 0
        mean = np.divide(self.points, self.games, out=np.zeros_like(self.points), where=known)
        fit = _fit(mean, self.games)
        off = mean - fit
        # If no pair met twice, all differences between cells may be luck.
        of_one_game = self.variance() or float((off[known] ** 2).mean() if known.any() else 0.0)
        noise = of_one_game / np.maximum(self.games, 1)
        signal = max(float((off**2 - noise)[known].mean()), 0.0) if known.any() else 0.0
        trust = np.divide(signal, signal + noise, out=np.ones_like(noise), where=signal + noise > 0)
        payoff: Matrix = np.where(known, fit + off * trust, fit)
        return payoff

    def payoff_of(self, is_symmetric: bool) -> Matrix:
        """The payoff; if both sides have the same book, the mean of both colours."""
        if not is_symmetric:
            return self.payoff()
        payoff = self.folded().payoff()
        return (payoff - payoff.T) / 2

    def folded(self) -> Table:
        """The table of a symmetric game: each pair of set-ups with both colours in one cell,
        without the value of the first move."""
        first_move = self.points.sum() / max(int(self.games.sum()), 1)
        points = self.points - first_move * self.games
        games = self.games + self.games.T
        folded = Table(self.rows, self.columns, games, points - points.T, self.scatter)
        # The deviations are from the means of the old cells.
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
        """Reads a file; `ValueError` if it is no table."""
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
    """The fit of the cells by row and column: a sum of a row's and a column's effect."""
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
