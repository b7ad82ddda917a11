"""The learning rate over a run."""

from __future__ import annotations

import math

# The rate falls to this part of the first one, by a cosine.
LAST_RATE = 0.02


def falling(rate: float, steps: int, all_steps: float) -> float:
    """The rate after `steps` of `all_steps`. The first one is `rate`."""
    way = 0.5 + 0.5 * math.cos(math.pi * min(steps / all_steps, 1.0))
    return rate * (LAST_RATE + (1.0 - LAST_RATE) * way)
