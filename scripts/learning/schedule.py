"""How the rate of learning falls."""

from __future__ import annotations

import math

# The rate falls from the first one to this part of it, as a cosine does.
LAST_RATE = 0.02


def falling(rate: float, steps: int, all_steps: float) -> float:
    """The rate after so many steps of all, which begin with `rate`."""
    way = 0.5 + 0.5 * math.cos(math.pi * min(steps / all_steps, 1.0))
    return rate * (LAST_RATE + (1.0 - LAST_RATE) * way)
