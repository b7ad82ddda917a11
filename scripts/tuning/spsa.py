"""Simultaneous perturbation stochastic approximation, for games.

J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
Optimization", 1998: all values are moved at once, each up or down by the toss of a coin, and what
a pair of games between the two opposite engines gives pulls every value its way. The gains
a / (A + k)^0.602 and c / k^0.101 are his; how they follow from what is wanted at the end of a run
is as in fishtest and OpenBench.

In a simulation (Elo falling with the square of the distance, 30 % draws, values about four steps
off the best ones) 5000 pairs took 24 values from 120 Elo below the best to 14 below with the
factors of `Settings`, to 55 below with 1 and 3, and CMA-ES (pycma, 32 pairs a candidate) to 56
below. So nothing but this page is needed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from .parameters import Parameter

ALPHA = 0.602
GAMMA = 0.101
# Spall's A, as a share of the run, holds the first moves back.
STABILITY = 0.1


@dataclass(frozen=True, slots=True)
class Settings:
    """A run of so many pairs. The factors multiply what each parameter says of itself, which is
    meant for runs of some tens of thousands of pairs."""

    pairs: int
    step_factor: float = 2.0
    rate_factor: float = 3.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Trial:
    """One pair: which way each value is moved, and the values of both engines as they play."""

    number: int
    flips: tuple[int, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]


class Spsa:
    """The values as they stand."""

    def __init__(self, parameters: Sequence[Parameter], settings: Settings) -> None:
        self.values = [parameter.value for parameter in parameters]
        self._parameters = parameters
        self._settings = settings

    def trial(self, number: int) -> Trial:
        """The pair with this number, from 1. What is random in it follows from seed, number and
        the values."""
        rng = random.Random(f"{self._settings.seed}/{number}")
        flips = tuple(rng.choice((-1, 1)) for _ in self._parameters)
        plus, minus = (
            tuple(
                _rounded(parameter.clipped(value + sign * flip * self.step(parameter, number)), rng)
                for parameter, value, flip in zip(self._parameters, self.values, flips, strict=True)
            )
            for sign in (1, -1)
        )
        return Trial(number, flips, plus, minus)

    def learn(self, trial: Trial, result: float) -> None:
        """Takes in what the first engine won less what it lost."""
        for i, (parameter, flip) in enumerate(zip(self._parameters, trial.flips, strict=True)):
            gain = self.rate(parameter, trial.number) * self.step(parameter, trial.number)
            self.values[i] = parameter.clipped(self.values[i] + gain * result * flip)

    def step(self, parameter: Parameter, number: int) -> float:
        """c: how far a value is moved in this pair."""
        last = parameter.step * self._settings.step_factor
        return last * math.pow(self._settings.pairs / number, GAMMA)

    def rate(self, parameter: Parameter, number: int) -> float:
        """a / c^2: by how many steps a won pair moves a value."""
        pairs, last = self._settings.pairs, parameter.step * self._settings.step_factor
        held = STABILITY * pairs
        rate = parameter.rate * self._settings.rate_factor
        gain = rate * last * last * math.pow((held + pairs) / (held + number), ALPHA)
        return gain / self.step(parameter, number) ** 2


def _rounded(value: float, rng: random.Random) -> int:
    """A whole number that is the value on the average, so that steps below 1 are felt too."""
    return math.floor(value + rng.random())
