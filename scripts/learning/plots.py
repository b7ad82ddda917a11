"""A picture of the losses of a run. Needs `matplotlib`, loaded here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .checkpoint import Epoch

DPI = 110
INCHES = (6.4, 4.0)


def write_plot(epochs: Sequence[Epoch], hand: float, path: Path) -> None:
    """Draws training and validation loss by epoch; raises ImportError or OSError."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    canvas, panel = pyplot.subplots(figsize=INCHES, dpi=DPI)
    numbers = [epoch.epoch for epoch in epochs]
    panel.plot(numbers, [epoch.training for epoch in epochs], marker=".", label="training")
    panel.plot(numbers, [epoch.validation for epoch in epochs], marker=".", label="validation")
    panel.axhline(hand, color="grey", linewidth=0.8, linestyle=":", label="hand-made value")
    panel.set_xlabel("epoch")
    panel.set_ylabel("loss")
    panel.legend()
    canvas.tight_layout()
    canvas.savefig(path)
    pyplot.close(canvas)
