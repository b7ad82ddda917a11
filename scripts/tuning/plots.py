"""A plot of each parameter over a run. Needs `matplotlib`, which is loaded only here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from .journal import Entry
from .parameters import Parameter

COLUMNS = 4
PANEL_INCHES = (3.2, 2.2)
DPI = 110
# The greatest number of points in a plot.
MOST_POINTS = 500


def write_plot(parameters: Sequence[Parameter], entries: Sequence[Entry], folder: Path) -> Path:
    """Writes `parameters.png`; raises ImportError without `matplotlib`, or OSError."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    count = len(parameters)
    columns = min(COLUMNS, count)
    size = columns * PANEL_INCHES[0], math.ceil(count / columns) * PANEL_INCHES[1]
    canvas, panels = pyplot.subplots(
        math.ceil(count / columns), columns, squeeze=False, figsize=size, dpi=DPI
    )
    flat = [panel for row in panels for panel in row]
    for index, (panel, parameter) in enumerate(zip(flat, parameters, strict=False)):
        xs, ys = series(parameter, entries, index)
        panel.plot(xs, ys)
        panel.axhline(parameter.value, color="grey", linewidth=0.8, linestyle=":")
        panel.set_title(parameter.name, fontsize=8)
        panel.tick_params(labelsize=7)
    for panel in flat[count:]:
        panel.set_visible(False)
    canvas.tight_layout()
    path = folder / "parameters.png"
    canvas.savefig(path)
    pyplot.close(canvas)
    return path


def series(
    parameter: Parameter, entries: Sequence[Entry], index: int
) -> tuple[list[int], list[float]]:
    """The value after each number of pairs, thinned out to fewer points, with the last one."""
    every = max(math.ceil(len(entries) / MOST_POINTS), 1)
    numbers = [
        count for count in range(1, len(entries) + 1) if count % every == 0 or count == len(entries)
    ]
    return [0, *numbers], [parameter.value, *(entries[n - 1].values[index] for n in numbers)]
