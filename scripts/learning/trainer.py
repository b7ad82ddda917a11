"""Trains a network on samples, epoch by epoch."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import checkpoint, kernels
from .checkpoint import Epoch, RunError, State
from .growing import grown, merges_of
from .lambda_returns import lambda_returns
from .network import (
    NetworkError,
    Quantised,
    Shape,
    confine,
    difference,
    first_weights,
    limits,
    repeats,
)
from .samples import Index, Records, Samples
from .schedule import falling
from .targets import Batch, Floats, Loss, batch_of, loss_sum

VALIDATION_BATCH = 1 << 15


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run. The same settings and files give the same network."""

    hidden: int
    epochs: int
    batch: int
    rate: float
    result_weight: float
    td_lambda: float
    residual: bool
    decay: float
    loss: Loss
    seed: int
    limit: int
    begin: str = ""
    """The file of a network with whose weights it begins; none for chance."""
    grow: bool = False
    """Whether the network of `begin` may have other inputs and a narrower hidden layer."""
    merges: str = ""
    """With `grow`: NEW=OLD+OLD for each new block of rows that stands in the place of old ones."""


@dataclass(frozen=True, slots=True)
class Losses:
    """The mean loss of the validation games, by value."""

    hand: float
    floats: float
    quantised: float
    hand_by_results: float
    """If only results count, as they do for all recipes alike."""
    quantised_by_results: float


class Trainer:
    """A run: its samples and its state."""

    def __init__(self, samples: Samples, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.samples = samples
        self.training, self.validation = samples.split(settings.limit)
        self.shape = Shape.of(samples.header, settings.hidden)
        self._returns = lambda_returns(samples, settings.td_lambda)
        self.log: list[Epoch] = []
        self._folder = folder
        self._limits = limits(self.shape, settings.residual)
        self._decay = self.shape.row(settings.decay, 0.0, settings.decay, 0.0, 0.0)
        self._times = repeats(samples.map, self.shape.rows)
        self._gradients = np.empty((kernels.SLICES, self.shape.total()), np.float32)
        self._adam = kernels.Adam(self.shape.total())
        weights = self._first_weights()
        # The network of --begin is the best one until an epoch makes a better one.
        best_loss = self._float_loss(weights) if settings.begin else math.inf
        self.state = State(
            0, 0, weights, self._adam.mean, self._adam.spread, weights.copy(), best_loss, 0
        )

    def _first_weights(self) -> Floats:
        settings = self.settings
        if not settings.begin:
            return first_weights(
                self.shape, self.samples.header.most, settings.residual, settings.seed
            )
        path = Path(settings.begin)
        found = Quantised.from_bytes(path.read_bytes(), path)
        wanted = self.samples.header.layout
        if settings.grow:
            try:
                weights = grown(
                    found, wanted, self.shape, merges_of(settings.merges), settings.seed
                )
            except NetworkError as error:
                raise NetworkError(f"{path}: {error}") from None
            return np.clip(weights, -self._limits, self._limits)
        if found.layout and found.layout != wanted:
            raise NetworkError(f"{path}: {difference(found.layout, wanted)}")
        if found.shape != self.shape:
            raise NetworkError(f"{path}: {found.shape} where {self.shape} is wanted")
        return np.clip(found.weights(), -self._limits, self._limits)

    def identity(self) -> dict[str, Any]:
        """The settings and files that must be the same to continue a run."""
        files = [f"{file.path.name}: {len(file.records)} records" for file in self.samples.files]
        return {**asdict(self.settings), "header": asdict(self.samples.header), "files": files}

    def resume(self) -> None:
        """Continues the run in the folder; raises `RunError`."""
        state = checkpoint.load(self._folder, self.identity())
        for part in (state.weights, state.mean, state.spread, state.best):
            if part.shape != self.state.weights.shape or part.dtype != np.float32:
                raise RunError(f"{self._folder / checkpoint.CHECKPOINT}: weights of another size")
        self.state = state
        self._adam.mean, self._adam.spread = state.mean, state.spread
        self._adam.steps = state.steps
        self.log = checkpoint.read_log(self._folder, state.epochs)

    def epoch(self, shown: Callable[[int, float], None]) -> Epoch:
        """Trains once on all positions and saves the state. `shown` gets the number of positions
        done and the loss so far."""
        began, state = time.monotonic(), self.state
        rng = np.random.default_rng([self.settings.seed, 1, state.epochs])
        order = rng.permutation(self.training)
        total, done = 0.0, 0
        for batch in self._ahead(order):
            rate = self._rate()
            total += kernels.gradients(
                state.weights, self.shape, self.samples.map, batch, self.settings.loss,
                self._gradients,
            )  # fmt: skip
            self._adam.step(
                state.weights, self._gradients, len(batch), rate, self._limits, self._decay
            )
            done += len(batch)
            shown(done, total / done)
        confine(state.weights, self.shape, self.samples.header.most, self._times)
        seconds = time.monotonic() - began
        state.epochs, state.steps = state.epochs + 1, self._adam.steps
        validation = self._float_loss(state.weights)
        if not validation >= state.best_loss:
            state.best, state.best_loss = state.weights.copy(), validation
            state.best_epoch = state.epochs
        found = Epoch(
            state.epochs, rate, total / done, validation, round(done / seconds), round(seconds, 2)
        )
        self.log.append(found)
        checkpoint.save(self._folder, state, self.identity())
        checkpoint.write_log(self._folder, self.log)
        return found

    def _rate(self) -> float:
        batches = math.ceil(len(self.training) / self.settings.batch) * self.settings.epochs
        return falling(self.settings.rate, self._adam.steps, batches)

    def _ahead(self, order: Index) -> Iterator[Batch]:
        """Batches. Each is prepared while the one before is trained on."""
        batches = self._batches(order, self.settings.batch)
        with ThreadPoolExecutor(1) as helper:
            coming: Future[Batch | None] = helper.submit(next, batches, None)
            while (batch := coming.result()) is not None:
                coming = helper.submit(next, batches, None)
                yield batch

    def _batches(self, index: Index, size: int) -> Iterator[Batch]:
        """Batches of the records with these indices."""
        for first in range(0, len(index), size):
            numbers = index[first : first + size]
            yield self._batch(self.samples.take(numbers), numbers)

    def _batch(self, records: Records, numbers: Index) -> Batch:
        returns = None if self._returns is None else self._returns[numbers]
        return batch_of(records, self.samples.header, self.settings.result_weight, returns)

    def _float_loss(self, weights: Floats) -> float:
        total = 0.0
        for batch in self._batches(self.validation, VALIDATION_BATCH):
            found = kernels.values(weights, self.shape, self.samples.map, batch)
            total += loss_sum(found, batch, self.settings.loss)
        return total / len(self.validation)

    def network(self) -> Quantised:
        """The best network so far."""
        header = self.samples.header
        return Quantised.of(
            self.state.best, self.shape, header.variant, header.layout, header.scale_cp
        )

    def losses(self) -> Losses:
        """The losses on the validation games of the hand-made evaluation, the best network, and its
        quantised form; also with results alone as targets."""
        header, loss = self.samples.header, self.settings.loss
        network = self.network()
        sums = np.zeros(4)
        for first in range(0, len(self.validation), VALIDATION_BATCH):
            numbers = self.validation[first : first + VALIDATION_BATCH]
            records = self.samples.take(numbers)
            batch, results = self._batch(records, numbers), batch_of(records, header, 1.0)
            found = kernels.centipawns(network, self.samples.map, records) / header.scale_cp
            judged = ((batch.hand, batch), (found, batch), (batch.hand, results), (found, results))
            sums += [loss_sum(values, known, loss) for values, known in judged]
        hand, quantised, *by_results = (float(part) for part in sums / len(self.validation))
        return Losses(hand, self._float_loss(self.state.best), quantised, *by_results)
