"""Measures how many steps a second games in numbers make, by processor time.

    python environment_speed.py [VARIANT] [GAMES AT ONCE] [THREADS]

First one `Environment`, with a random legal action in each step. Then `VectorEnvironment`, with
masks and observations in NumPy arrays; choosing its actions is not counted. It needs NumPy and the
package `strategos` (`pip install ./scripts`).
"""

from __future__ import annotations

import random
import sys
import time

import numpy as np

from strategos import Environment
from strategos.vector import VectorEnvironment

STEPS = 200_000


def alone(variant: str) -> float:
    """Steps a second of one game after another."""
    game, chance = Environment(variant), random.Random(1)
    start = time.process_time()
    for _ in range(STEPS):
        if not (legal := game.legal_actions()):
            game = Environment(variant)
            legal = game.legal_actions()
        game.step(legal[int(chance.random() * len(legal))])
    return STEPS / (time.process_time() - start)


def at_once(variant: str, count: int, threads: int) -> float:
    """Steps a second of many games at once, all threads together."""
    games, chance = VectorEnvironment(variant, count, threads=threads), np.random.default_rng(1)
    used, rounds = 0.0, max(STEPS // count, 1)
    for _ in range(rounds):
        actions = (games.masks * chance.random(games.masks.shape, np.float32)).argmax(axis=1)
        start = time.process_time()
        games.step(actions)
        used += time.process_time() - start
    return rounds * count / used


def main() -> None:
    words = sys.argv[1:] + ["shacru4", "256", "1"][len(sys.argv) - 1 :]
    variant, count, threads = words[0], int(words[1]), int(words[2])
    print(f"{variant}: {alone(variant):.0f} steps a second of one game")
    rate = at_once(variant, count, threads)
    where = f"{count} games, threads: {threads}"
    print(f"{variant}: {rate:.0f} steps a second of processor time at once ({where})")


if __name__ == "__main__":
    main()
