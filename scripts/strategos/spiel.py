"""Games of OpenSpiel: `import strategos.spiel`, then `pyspiel.load_game("strategos", {"variant":
"shacru4"})`. Needs the packages `open_spiel` and `numpy`.

- `variant` and `position` are those of `Environment`. Positions with a deployment, and the variants
  with submarines, have hidden information.
- Players are numbered from 0, as OpenSpiel does. Actions are those of `Environment`.
- Observations are float32 tensors of (planes, ranks, files), with the values of
  `Environment.observation`. The information state of a player is his record, as a string.
- `resampler` gives information-set searches states that the player believes possible, and
  `RollOuts` evaluates states by random games in Rust.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ._native import Belief, Environment

DEFAULTS = {"variant": "pacific-a", "position": "startpos"}
# No game is known to be longer, in steps.
LONGEST = 100_000


def _type(hides: bool, players: tuple[int, int]) -> pyspiel.GameType:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name="strategos",
        long_name="Strategos",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class StrategosGame(pyspiel.Game):  # type: ignore[misc]
    """A variant from a position. Raises `StrategosError`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        words = DEFAULTS | (params or {})
        self.start = Environment(words["variant"], words["position"])
        players = self.start.players
        hides = "-subs" in self.start.variant or self.start.game().is_deploying
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.action_count, max_chance_outcomes=0,
            num_players=players, min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
            max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(_type(hides, (players, players)), info, params or {})

    def new_initial_state(self, state: Any = None) -> StrategosState:
        return StrategosState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.start, bool(iig_obs_type and iig_obs_type.perfect_recall))


class StrategosState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. `environment` is the game itself."""

    def __init__(self, game: StrategosGame, environment: Environment | None = None) -> None:
        super().__init__(game)
        self.environment = environment or game.start.copy()
        # The player who has sampled this state, and what he knew then.
        self._sampled_by: tuple[int, str] | None = None
        self._belief: tuple[int, int, Belief] | None = None

    def current_player(self) -> int:
        over = self.environment.is_game_over()
        return int(pyspiel.PlayerId.TERMINAL) if over else self.environment.player - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.environment.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.environment.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.environment.action_token(action)

    def is_terminal(self) -> bool:
        return self.environment.is_game_over()

    def returns(self) -> list[float]:
        return self.environment.returns()

    def __str__(self) -> str:
        return str(self.environment)

    def record(self, player: int) -> str:
        """What a player has been told of the game."""
        steps = "".join(f" {step}" for step in self.environment.steps)
        told = self.environment.game().record(player + 1)
        if self._sampled_by is None or self._sampled_by[0] != player:
            return told + steps
        # The states that one player has sampled differ only in what he does not know.
        _, _, moves = told.partition(" moves ")
        return self._sampled_by[1] + (f" then {moves}" if moves else "") + steps

    def resample(self, player: int, number: int) -> StrategosState:
        """A state that agrees with all that a player knows. Equal numbers give equal states."""
        made = len(self.history())
        if self._belief is None or self._belief[:2] != (player, made):
            self._belief = player, made, self.environment.belief(player + 1)
        new = StrategosState(self.get_game(), self._belief[2].sample(number))
        new._sampled_by = player, self.record(player)
        return new


class Observer:
    """What a player knows, as OpenSpiel's observers tell it: the planes, or the record."""

    def __init__(self, start: Environment, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._shape = start.observation_shape
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not perfect_recall:
            self.tensor = np.zeros(int(np.prod(self._shape)), np.float32)
            self.dict = {"observation": self.tensor.reshape(self._shape)}

    def set_from(self, state: StrategosState, player: int) -> None:
        """Writes the planes of a player into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = np.frombuffer(state.environment.observation(player + 1), np.uint8)

    def string_from(self, state: StrategosState, player: int) -> str:
        """The record of a player, or the position as he knows it."""
        if self._perfect_recall:
            return state.record(player)
        steps = "".join(f" {step}" for step in state.environment.steps)
        return state.environment.game().view(player + 1) + steps


def resampler(seed: int = 0) -> Any:
    """A function for `ISMCTSBot.set_resampler`."""
    random = np.random.default_rng(seed)

    def sample(state: StrategosState, player: int) -> StrategosState:
        return state.resample(player, int(random.integers(1 << 62)))

    return sample


class RollOuts:
    """An evaluator for `MCTSBot` and `ISMCTSBot`: the mean returns of random games to the end."""

    def __init__(self, count: int = 1, seed: int = 0) -> None:
        self._count, self._random = count, np.random.default_rng(seed)

    def evaluate(self, state: StrategosState) -> npt.NDArray[np.float64]:
        """The mean return of each player."""
        total = np.zeros(state.num_players())
        for seed in self._random.integers(1 << 62, size=self._count):
            game = state.environment.copy()
            game.roll_out(int(seed))
            total += game.returns()
        return total / self._count

    def prior(self, state: StrategosState) -> list[tuple[int, float]]:
        """Every legal action with the same probability."""
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


pyspiel.register_game(_type(True, (2, 4)), StrategosGame)
