"""The training: epochs over all choices, with the loss of validation games."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from learning.growing import merges_of
from learning.kernels import Adam
from learning.network import QB, NetworkError, difference
from learning.samples import Index
from learning.schedule import falling
from learning.targets import Floats

from . import kernels
from .choices import Choices
from .file import Shape, from_bytes, to_bytes
from .growing import grown

# Limits of weights. All but the biases must fit into 16 bits.
FIRST_LIMIT, BIAS_LIMIT, PART_LIMIT, PART_BIAS_LIMIT = 2.0, 64.0, 127 / QB, 100.0
NO_ROOM = np.zeros((0, 0), np.float32)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run."""

    hidden: int
    epochs: int
    batch: int
    rate: float
    decay: float
    seed: int
    begin: Path | None = None
    """The network with whose weights it begins; none for chance."""
    grow: bool = False
    """Whether the network of `begin` may have other inputs and action parts."""
    merges: str = ""
    """As `learning.growing.merges_of` reads them."""


@dataclass(frozen=True, slots=True)
class Found:
    """The quality of predictions."""

    loss: float
    """In nats a choice."""
    hits: float
    """The share of choices in which the likeliest action was played."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """The result of an epoch."""

    training: Found
    validation: Found
    choices_a_second: int


class Learner:
    """Trains on choices, and keeps the weights of the epoch with the best validation. Raises
    `NetworkError` if the network that it begins with does not fit."""

    def __init__(self, choices: Choices, settings: Settings) -> None:
        self.choices, self.settings = choices, settings
        self.shape = shape = Shape.of(choices.header, settings.hidden)
        self._rng = np.random.default_rng(settings.seed)
        limits = np.array([FIRST_LIMIT, BIAS_LIMIT, PART_LIMIT, PART_BIAS_LIMIT], np.float32)
        self._limits = np.repeat(limits, shape.sizes())
        self.weights = self._first_weights()
        self._decay = np.full_like(self.weights, settings.decay)
        self._adam = Adam(len(self.weights))
        self._gradients = np.zeros((kernels.SLICES, len(self.weights)), np.float32)
        # The network of --begin is the best one until an epoch makes a better one.
        self.best = self.weights.copy()
        self._best_loss = self.validate().loss if settings.begin else math.inf

    def _first_weights(self) -> Floats:
        begin = self.settings.begin
        return self._random_weights() if begin is None else self._weights_of(begin)

    def _weights_of(self, path: Path) -> Floats:
        network, wanted = from_bytes(path.read_bytes(), path), self.choices.header.layout
        if self.settings.grow:
            try:
                weights = grown(network, wanted, self.shape, merges_of(self.settings.merges))
            except NetworkError as error:
                raise NetworkError(f"{path}: {error}") from None
        elif network.layout != wanted:
            raise NetworkError(f"{path}: {difference(network.layout, wanted)}")
        elif network.shape != self.shape:
            raise NetworkError(f"{path}: {network.shape} where {self.shape} is wanted")
        else:
            weights = network.weights
        return np.clip(weights, -self._limits, self._limits)

    def _random_weights(self) -> Floats:
        weights = np.zeros(sum(self.shape.sizes()), np.float32)
        w0, b0, w1, _ = self.shape.parts(weights)
        w0[:] = self._rng.normal(0.0, 0.5 / np.sqrt(self.choices.header.most), w0.shape)
        b0[:] = 0.3
        w1[:] = self._rng.normal(0.0, 0.05, w1.shape)
        return weights

    def epoch(self) -> Epoch:
        """Trains once on every choice."""
        began, batch = time.monotonic(), self.settings.batch
        order = self._rng.permutation(self.choices.training)
        losses = hits = 0.0
        for first in range(0, len(order), batch):
            taken = order[first : first + batch]
            loss, hit = self._look_at(taken, self._gradients)
            losses, hits = losses + loss, hits + hit
            self._step(len(taken))
        seconds = time.monotonic() - began
        training = Found(losses / len(order), hits / len(order))
        validation = self.validate()
        if validation.loss < self._best_loss:
            self.best, self._best_loss = self.weights.copy(), validation.loss
        return Epoch(training, validation, round(len(order) / seconds))

    def validate(self) -> Found:
        """The quality of predictions for validation games."""
        loss, hits = self._look_at(self.choices.validation, NO_ROOM)
        count = len(self.choices.validation)
        return Found(loss / count, hits / count)

    def _look_at(self, index: Index, gradients: Floats) -> tuple[float, float]:
        parts = self.choices.header.parts
        weights = self.shape.parts(self.weights)
        loss, hits = kernels.look_at(self.choices.words, index, parts, *weights, gradients)
        return float(loss), float(hits)

    def _step(self, count: int) -> None:
        settings = self.settings
        steps = math.ceil(len(self.choices.training) / settings.batch) * settings.epochs
        rate = falling(settings.rate, self._adam.steps, steps)
        self._adam.step(self.weights, self._gradients, count, rate, self._limits, self._decay)

    def to_bytes(self) -> bytes:
        """The file of the best network so far."""
        header = self.choices.header
        return to_bytes(header.variant, header.layout, self.shape, self.best)
