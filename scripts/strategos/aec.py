"""Games as environments of PettingZoo (AEC). Needs the packages `pettingzoo` and `numpy`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Environment


def env(variant: str = "pacific-a", position: str = "startpos", **options: Any) -> AECEnv:
    """A game as PettingZoo's own environments are made: an illegal action loses at once, and calls
    in a wrong order are refused. `options` are those of `StrategosAEC`."""
    game = StrategosAEC(variant, position, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(game, illegal_reward=-1))


class StrategosAEC(AECEnv):  # type: ignore[misc]
    """A game of any variant. Agents are `player_1`, `player_2` and so on. A player may act several
    times in a row.

    An observation is a dictionary: `observation`, uint8, (planes, ranks, files), holds what the
    agent knows; `action_mask`, int8, (action_count,), is zero for an agent that is not to act.
    Rewards come at the end, from -1 to 1, and add up to 0. Raises `StrategosError`."""

    metadata = {  # noqa: RUF012
        "name": "strategos_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, variant: str, position: str = "startpos", *, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._start = Environment(variant, position)
        self._now = self._start.copy()
        self.possible_agents = [f"player_{number + 1}" for number in range(self._start.players)]
        shape, actions = self._start.observation_shape, self._start.action_count
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    @property
    def environment(self) -> Environment:
        """A copy of the game as it stands, for engines and beliefs."""
        return self._now.copy()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew. There is no chance in the games, so `seed` and `options` change nothing."""
        self._now = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[self._now.player - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        number = self.possible_agents.index(agent) + 1
        seen = np.frombuffer(self._now.observation(number), np.uint8)
        if number == self._now.player:
            mask = np.frombuffer(self._now.legal_mask(), np.int8)
        else:
            mask = np.zeros(self._now.action_count, np.int8)
        shape = self._now.observation_shape
        return {"observation": seen.reshape(shape), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._now.step(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._now.is_game_over():
            self.rewards = dict(zip(self.possible_agents, self._now.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._mover()

    def render(self) -> str | None:
        return str(self._now) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
