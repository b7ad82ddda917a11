"""Draws figures into PNG files. Needs `matplotlib`, which is loaded only here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .figures import Figure

INCHES = (8.0, 4.5)
DPI = 120


def write_plots(figures: Sequence[Figure], folder: Path) -> list[Path]:
    """Writes a file for each figure; raises ImportError without `matplotlib`."""
    import matplotlib

    matplotlib.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    return [_write(figure, folder / f"{figure.name}.png") for figure in figures]


def _write(figure: Figure, path: Path) -> Path:
    from matplotlib import pyplot

    canvas, axes = pyplot.subplots(figsize=INCHES, dpi=DPI)
    for line in figure.lines:
        xs = [point.x for point in line.points]
        ys = [point.y for point in line.points]
        axes.plot(xs, ys, label=line.name)
        axes.fill_between(
            xs,
            [point.y - point.error for point in line.points],
            [point.y + point.error for point in line.points],
            alpha=0.15,
        )
    if figure.lines:
        axes.legend()
    if figure.bars:
        axes.bar([name for name, _ in figure.bars], [value for _, value in figure.bars])
        axes.tick_params(axis="x", rotation=45 if len(figure.bars) > 6 else 0)
    axes.set(title=figure.title, xlabel=figure.x_label, ylabel=figure.y_label)
    canvas.tight_layout()
    canvas.savefig(path)
    pyplot.close(canvas)
    return path
