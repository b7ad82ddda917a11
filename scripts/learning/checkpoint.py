"""The state of a run in its folder: a checkpoint after each epoch, and a log as JSON lines."""

from __future__ import annotations

import dataclasses
import json
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from runtime.files import write_whole

from .targets import Floats

CHECKPOINT, LOG = "checkpoint.npz", "log.jsonl"


class RunError(Exception):
    """A run cannot begin or continue."""


@dataclass(slots=True)
class State:
    """The state that a run needs to continue, apart from its settings."""

    epochs: int
    """Those that are done."""
    steps: int
    weights: Floats
    mean: Floats
    spread: Floats
    best: Floats
    """The weights of the epoch with the least validation loss."""
    best_loss: float
    best_epoch: int


@dataclass(frozen=True, slots=True)
class Epoch:
    """A line of the log."""

    epoch: int
    rate: float
    training: float
    validation: float
    positions_a_second: int
    seconds: float


def save(folder: Path, state: State, settings: dict[str, Any]) -> None:
    """Writes the checkpoint. After a kill there is the old one or the new one."""
    unfinished = folder / f"{CHECKPOINT}.unfinished"
    with unfinished.open("wb") as file:
        data = {name: getattr(state, name) for name in State.__slots__}
        np.savez(file, settings=np.array(json.dumps(settings)), **data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / CHECKPOINT)


def load(folder: Path, settings: dict[str, Any]) -> State:
    """The state of the run in a folder; raises `RunError` if it is another one."""
    path = folder / CHECKPOINT
    try:
        with path.open("rb") as file:
            data = dict(np.load(file, allow_pickle=False))
        found = json.loads(str(data.pop("settings")))
        state = State(**{
            field.name: data[field.name] if data[field.name].ndim else data[field.name].item()
            for field in dataclasses.fields(State)
        })  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise RunError(f"{path} is no checkpoint: {error}") from None
    for name in {**found, **settings}:
        if found.get(name) != settings.get(name):
            raise RunError(
                f"{path} is of another run: its {name} is {found.get(name)}, "
                f"not {settings.get(name)}"
            )
    return state


def read_log(folder: Path, epochs: int) -> list[Epoch]:
    """The epochs that are done, without an incomplete line and epochs after the checkpoint, which
    are run again."""
    found: dict[int, Epoch] = {}
    path = folder / LOG
    for line in path.read_bytes().split(b"\n") if path.exists() else ():
        try:
            epoch = Epoch(**json.loads(line))
        except (ValueError, TypeError):
            continue
        if epoch.epoch <= epochs:
            found[epoch.epoch] = epoch
    return [found[number] for number in sorted(found)]


def write_log(folder: Path, epochs: list[Epoch]) -> None:
    """Rewrites the log."""
    lines = [json.dumps(dataclasses.asdict(epoch)) for epoch in epochs]
    write_whole(folder / LOG, "".join(f"{line}\n" for line in lines))
