"""Carries the weights of a policy network over to other inputs and other action parts, by the named
blocks of its layout, as `learning/growing.py` does for evaluation networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from learning.growing import blocks, sources_of
from learning.network import NetworkError
from learning.targets import Floats

from .file import Network, Shape

# Separates the rows of the first layer from the action parts.
ACTIONS = " actions"


def grown(
    network: Network, layout: str, shape: Shape, merges: Mapping[str, Sequence[str]]
) -> Floats:
    """The weights for a network of this layout and shape. `merges` names, for a block of the new
    layout, those of the old one in whose place it stands. Raises `NetworkError`."""
    if network.shape.hidden != shape.hidden:
        raise NetworkError(f"{network.shape.hidden} hidden units cannot become {shape.hidden}")
    old_rows, old_actions = _halves(network.layout)
    rows, actions = _halves(layout)
    if old_rows.split(" ")[0] != rows.split(" ")[0]:
        raise NetworkError("another activation cannot be carried over")
    names = {**blocks(rows), **blocks(actions)}
    for name in merges:
        if name not in names:
            raise NetworkError(f"no block {name} in {' '.join(names)}")
    weights = np.zeros(sum(shape.sizes()), np.float32)
    w0, b0, w1, b1 = shape.parts(weights)
    old_w0, old_b0, old_w1, old_b1 = network.shape.parts(network.weights)
    b0[:] = old_b0
    for place, sources in sources_of(old_rows, rows, _of(merges, rows)):
        w0[place] = np.mean([old_w0[source] for source in sources], axis=0)
    for place, sources in sources_of(old_actions, actions, _of(merges, actions)):
        w1[place] = np.mean([old_w1[source] for source in sources], axis=0)
        b1[place] = np.mean([old_b1[source] for source in sources], axis=0)
    return weights


def _halves(layout: str) -> tuple[str, str]:
    """The layout of the rows, and that of the action parts; each begins with a word of its own."""
    rows, separator, actions = layout.partition(ACTIONS)
    if not separator:
        raise NetworkError("a layout without actions")
    return rows, ACTIONS.strip() + actions


def _of(merges: Mapping[str, Sequence[str]], layout: str) -> dict[str, Sequence[str]]:
    """Those whose new block is in this layout."""
    return {name: sources for name, sources in merges.items() if name in blocks(layout)}
