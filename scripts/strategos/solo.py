"""One player's part in a game, as an environment of Gymnasium. Needs `gymnasium` and `numpy`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ._native import Environment

# Chooses the action of a player to move.
Policy = Callable[[Environment], int]
Seen = npt.NDArray[np.uint8]


class SoloEnv(gymnasium.Env[Seen, np.int64]):
    """A game from the seat of one player, from 1. `opponent` chooses the actions of all others;
    without it they are random.

    An observation is uint8, (planes, ranks, files): what the player knows. `info["action_mask"]`,
    int8, (action_count,), has the legal actions. The reward comes at the end, from -1 to 1. An
    illegal action ends the game with -1, and `info["illegal"]` is true. Raises `StrategosError`.

    `gymnasium.make("Strategos-v0", variant="shacru")` makes one after `import strategos.solo`.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        variant: str = "pacific-a",
        player: int = 1,
        opponent: Policy | None = None,
        position: str = "startpos",
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._start = Environment(variant, position)
        self._start.observation(player)
        self._now, self._player, self._opponent = self._start.copy(), player, opponent
        shape, actions = self._start.observation_shape, self._start.action_count
        self.observation_space = spaces.Box(0, 255, shape, np.uint8)
        self.action_space = spaces.Discrete(actions)

    @property
    def environment(self) -> Environment:
        """A copy of the game as it stands, for engines and beliefs."""
        return self._now.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begins anew. The seed fixes the actions of random opponents."""
        super().reset(seed=seed)
        self._now = self._start.copy()
        self._let_others_act()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if int(action) not in self._now.legal_actions():
            return self._seen(), -1.0, True, False, self._info() | {"illegal": True}
        self._now.step(int(action))
        self._let_others_act()
        reward = self._now.returns()[self._player - 1]
        return self._seen(), reward, self._now.is_game_over(), False, self._info()

    def _let_others_act(self) -> None:
        while not self._now.is_game_over() and self._now.player != self._player:
            if self._opponent is None:
                action = int(self.np_random.choice(self._now.legal_actions()))
            else:
                action = self._opponent(self._now.copy())
            self._now.step(action)

    def _seen(self) -> Seen:
        seen = np.frombuffer(self._now.observation(self._player), np.uint8)
        return seen.reshape(self._now.observation_shape)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": np.frombuffer(self._now.legal_mask(), np.int8)}

    def render(self) -> str | None:
        return str(self._now) if self.render_mode == "ansi" else None


gymnasium.register(id="Strategos-v0", entry_point="strategos.solo:SoloEnv")
