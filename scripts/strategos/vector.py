"""Many games at once, in NumPy arrays. Needs NumPy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Environment


class VectorEnvironment:
    """`count` games of a variant, stepped at once in `threads` threads of Rust, 1 to 256. A game
    that ends begins anew in the same step. Raises `StrategosError`, as `Environment`, and for
    numbers that are out of range.

    The arrays are always the same ones, and every step writes into them:

    - `masks`: bool, (count, action_count): the legal actions of the player to move;
    - `observations`: uint8, (count, planes, ranks, files): what that player knows;
    - `seats`: uint8, (count,): that player's seat, from 0 (players are numbered from 1);
    - `ends`: bool, (count,): whether the last step has ended a game and begun the next one;
    - `rewards`: float32, (count, players): the returns of a game that has just ended, by seat, from
      -1 to 1; else 0.

    >>> from strategos.vector import VectorEnvironment
    >>> games = VectorEnvironment("shacru4", 3)
    >>> games.step(games.masks.argmax(axis=1))
    >>> games.seats.tolist(), games.observations.shape, games.masks.shape
    ([1, 1, 1], (3, 26, 9, 9), (3, 1945))
    """

    def __init__(
        self, variant: str, count: int, *, threads: int = 1, position: str = "startpos"
    ) -> None:
        self._games = _native.Games(variant, position, count, threads)
        first = Environment(variant, position)
        self.variant, self.count, self.players = first.variant, count, first.players
        self.action_count, self.plane_names = first.action_count, first.plane_names
        self._masks = np.zeros((count, first.action_count), np.uint8)
        self._ends = np.zeros(count, np.uint8)
        self.masks: npt.NDArray[np.bool_] = self._masks.view(np.bool_)
        self.observations = np.zeros((count, *first.observation_shape), np.uint8)
        self.seats = np.zeros(count, np.uint8)
        self.ends: npt.NDArray[np.bool_] = self._ends.view(np.bool_)
        self.rewards = np.zeros((count, first.players), np.float32)
        self._read()

    def reset(self) -> None:
        """Begins all games anew."""
        self._games.reset()
        self._read()

    def step(self, actions: npt.ArrayLike) -> None:
        """Makes an action in each game: whole numbers, (count,). Raises `StrategosError` if their
        number is wrong or one is illegal; then no game has changed."""
        self._games.step(np.ascontiguousarray(actions, np.int64))
        self._read()

    def environment(self, index: int) -> Environment:
        """A copy of one of the games. Raises `StrategosError` if there is no such game."""
        return self._games.game(index)

    def _read(self) -> None:
        self._games.read(self._masks, self.observations, self.seats, self._ends, self.rewards)
