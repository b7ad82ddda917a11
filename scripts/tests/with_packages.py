"""Tests of the package `strategos` that need other packages: NumPy, Gymnasium, PettingZoo,
OpenSpiel and Hypothesis. `test_installed.py` runs them with the package of the wheel that
`STRATEGOS_WHEEL` names."""

from __future__ import annotations

import copy
import doctest
import importlib.util
import random
import re
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategos import Environment, Game, StrategosError, variants
from strategos_client import SimpleEngine

HAVE_SPIEL = importlib.util.find_spec("pyspiel") is not None
needs_spiel = unittest.skipUnless(HAVE_SPIEL, "needs the package open_spiel")
NUMBERS = Path(__file__).resolve().parents[1] / "python" / "numbers.md"
FEW = settings(
    max_examples=40, deadline=None, derandomize=True,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


def starts(variant: str) -> list[str]:
    hidden = variant.startswith(("warpac", "gameofwar"))
    return ["startpos", "deploy"] if hidden else ["startpos"]


class ProtocolTest(unittest.TestCase):
    """Games in this process are those of the text protocol, after any moves in all variants."""

    program: SimpleEngine

    @classmethod
    def setUpClass(cls) -> None:
        cls.program = SimpleEngine.popen()
        cls.addClassCleanup(cls.program.quit)

    @FEW
    @given(data=st.data(), variant=st.sampled_from(variants()))
    def test_moves_results_and_views(self, data: st.DataObject, variant: str) -> None:
        game = Game(variant, data.draw(st.sampled_from(starts(variant))))
        choices = data.draw(st.lists(st.integers(0, 10_000), max_size=80))
        for choice in choices:
            legal = game.legal_moves()
            if not legal:
                break
            game.play(legal[choice % len(legal)])
        self.program.set_options({"UCI_Variant": variant})
        self.program.set_position(game.position)
        players = range(1, game.players + 1)

        def told(words: str) -> str:
            return " ".join(self.program.query(words))

        self.assertEqual(game.fen(), told("fen"))
        self.assertEqual(game.result(), told("result"))
        self.assertEqual(game.reason(), told("reason"))
        self.assertEqual(game.legal_moves(), self.program.query("legalmoves"))
        self.assertEqual(game.ranking(), self.program.ranking())
        for player in players:
            self.assertEqual(game.view(player), told(f"view {player}"))
            record = told(f"record {player}")
            self.assertEqual(game.record(player), record)
            seen = Game(variant, record)
            if not game.is_game_over() and seen.player == player == game.player:
                self.assertEqual(seen.legal_moves(), game.legal_moves())
        if game.moves:
            before = game.copy()
            before.undo()
            again = Game(variant, before.position)
            self.assertEqual((again.fen(), again.key()), (before.fen(), before.key()))
        token = data.draw(st.text("abcdefghi123456789@x~r,?=", min_size=1, max_size=8))
        self.assertEqual(game.is_legal(token), told(f"islegal {token}") == "true", token)


class EnvironmentTest(unittest.TestCase):
    @FEW
    @given(
        variant=st.sampled_from(variants()), deploys=st.booleans(),
        choices=st.lists(st.integers(0, 10_000), max_size=120),
    )  # fmt: skip
    def test_environments_play_the_same_games(
        self, variant: str, deploys: bool, choices: list[int]
    ) -> None:
        start = starts(variant)[-1] if deploys else "startpos"
        game = Environment(variant, start)
        for choice in choices:
            legal = game.legal_actions()
            mask = np.frombuffer(game.legal_mask(), bool)
            self.assertEqual(mask.nonzero()[0].tolist(), legal)
            if not legal:
                break
            action = legal[choice % len(legal)]
            token = game.action_token(action)
            self.assertEqual(game.action_id(token), action)
            if not game.steps and variant not in ("pacific-a", "pacific-b"):
                text = game.game()
                text.play(token)
                game.step(action)
                self.assertEqual(text.fen(), game.game().fen())
            else:
                game.step(action)
        twin = copy.deepcopy(game)
        self.assertEqual(twin.observation(), game.observation())
        again = Environment(variant, game.position, game.steps)
        self.assertEqual(again.legal_actions(), game.legal_actions())

    def test_arrays(self) -> None:
        from strategos import vector

        found = doctest.testmod(vector)
        self.assertEqual((found.failed, found.attempted > 2), (0, True))
        for variant, threads in (("shacru4", 2), ("warpac-subs", 1), ("pacific-b", 3)):
            games = vector.VectorEnvironment(variant, 5, threads=threads)
            alone = [Environment(variant) for _ in range(5)]
            chance = random.Random(2)
            ends = 0
            masks = games.masks
            for _ in range(400):
                actions = [chance.choice(game.legal_actions()) for game in alone]
                games.step(actions)
                for index, (game, action) in enumerate(zip(alone, actions, strict=True)):
                    game.step(action)
                    returns = np.array(game.returns(), np.float32)
                    self.assertEqual(games.rewards[index].tolist(), returns.tolist())
                    self.assertEqual(games.ends[index], game.is_game_over())
                    if game.is_game_over():
                        ends += 1
                        alone[index] = game = Environment(variant)
                    self.assertEqual(games.seats[index] + 1, game.player)
                    self.assertEqual(games.observations[index].tobytes(), game.observation())
                    self.assertEqual(games.masks[index].tobytes(), game.legal_mask())
            self.assertIs(games.masks, masks)
            self.assertTrue(ends or variant == "warpac-subs", variant)
            self.assertEqual(games.environment(1).position, alone[1].position)
            for wrong, words in (([0] * 4, "5 actions"), ([-1] * 5, "game 0: ")):
                with self.assertRaisesRegex(StrategosError, words):
                    games.step(wrong)
            with self.assertRaises(StrategosError):
                games.environment(5)
            games.reset()
            self.assertEqual(games.environment(1).position, "startpos")

    def test_wrong_numbers_of_games(self) -> None:
        from strategos.vector import VectorEnvironment

        for count, threads, words in ((0, 1, "1 game"), (1, 0, "threads"), (1 << 60, 1, "memory")):
            with self.assertRaisesRegex(StrategosError, words):
                VectorEnvironment("shacru", count, threads=threads)


class PageTest(unittest.TestCase):
    @unittest.skipUnless(NUMBERS.exists(), "needs the checkout")
    def test_the_sizes_of_all_variants(self) -> None:
        told: dict[str, tuple[int, tuple[int, ...]]] = {}
        for line in NUMBERS.read_text().splitlines():
            if found := re.fullmatch(r"\| (`.*`) \| (\d+) \| (\d+) \| (\d+) x (\d+) \|", line):
                actions, *shape = map(int, found.groups()[1:])
                told |= dict.fromkeys(re.findall(r"`(.*?)`", found[1]), (actions, tuple(shape)))
        games = [Environment(variant) for variant in variants()]
        wanted = {game.variant: (game.action_count, game.observation_shape) for game in games}
        self.assertEqual(told, wanted)


class WrapperTest(unittest.TestCase):
    def test_pettingzoo(self) -> None:
        from pettingzoo.test import api_test, seed_test

        from strategos import aec

        for variant, position in (
            ("pacific-a", "startpos"), ("shacru3", "startpos"), ("warpac-subs", "deploy"),
            ("pacru4", "startpos"), ("gameofwar", "deploy"),
        ):  # fmt: skip
            with warnings.catch_warnings(), mock.patch("builtins.print"):
                warnings.simplefilter("ignore")
                api_test(aec.env(variant, position), num_cycles=200)
        with mock.patch("builtins.print"):
            seed_test(lambda: aec.env("shacru"), num_cycles=50)
        game = aec.StrategosAEC("shacru", render_mode="ansi")
        game.reset()
        self.assertIn("a", game.render() or "")
        waiting = game.observe("player_2")
        self.assertEqual(waiting["action_mask"].sum(), 0)
        self.assertEqual(game.environment.observation(2), waiting["observation"].tobytes())
        while game.agents:
            _, reward, over, _, _ = game.last()
            if over:
                self.assertIn(reward, (-1.0, 0.0, 1.0))
            mask = game.observe(game.agent_selection)["action_mask"]
            game.step(None if over else int(mask.argmax()))

    def test_gymnasium(self) -> None:
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        from strategos import solo

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(solo.SoloEnv("shacru3", 2), skip_render_check=True)
            check_env(gymnasium.make("Strategos-v0", variant="warpac-subs").unwrapped)
        for player in (1, 2):
            game = solo.SoloEnv("shacru", player, opponent=lambda it: it.legal_actions()[0])
            _, info = game.reset(seed=3)
            total, over = 0.0, False
            while not over:
                self.assertEqual(game.environment.player, player)
                action = np.int64(info["action_mask"].argmax())
                _, reward, over, _, info = game.step(action)
                total += reward
            self.assertIn(total, (-1.0, 0.0, 1.0))
        game.reset()
        _, reward, over, cut, info = game.step(np.int64(1944))
        self.assertEqual((reward, over, cut, info["illegal"]), (-1.0, True, False, True))
        with self.assertRaises(StrategosError):
            solo.SoloEnv("shacru", 3)


@needs_spiel
class SpielTest(unittest.TestCase):
    def test_its_own_simulation(self) -> None:
        import pyspiel

        import strategos.spiel

        self.assertTrue(strategos.spiel.LONGEST)
        for variant, position in (
            ("shacru", "startpos"), ("pacru4", "startpos"), ("pacific-b", "startpos"),
            ("warpac-subs", "startpos"), ("gameofwar", "deploy"),
        ):  # fmt: skip
            game = pyspiel.load_game("strategos", {"variant": variant, "position": position})
            pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)

    def test_searches(self) -> None:
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts

        from strategos import spiel

        game = pyspiel.load_game("strategos", {"variant": "shacru3"})
        state = game.new_initial_state()
        bot = mcts.MCTSBot(game, 1.4, 30, spiel.RollOuts(), random_state=np.random.RandomState(1))
        for _ in range(4):
            state.apply_action(bot.step(state))
        self.assertEqual(len(state.history()), 4)
        game = pyspiel.load_game("strategos", {"variant": "warpac-subs"})
        self.assertEqual(
            game.get_type().information, pyspiel.GameType.Information.IMPERFECT_INFORMATION
        )
        state = game.new_initial_state()
        for use in (False, True):
            blind = ismcts.ISMCTSBot(
                game, spiel.RollOuts(), 1.4, 20, use_observation_string=use,
                random_state=np.random.RandomState(1),
            )  # fmt: skip
            blind.set_resampler(spiel.resampler(1))
            for _ in range(6):
                state.apply_action(blind.step(state))

    def test_what_states_tell(self) -> None:
        import pyspiel

        import strategos.spiel  # noqa: F401

        game = pyspiel.load_game("strategos", {"variant": "warpac-subs"})
        state = game.new_initial_state()
        chance = random.Random(4)
        while len(state.history()) < 9:
            state.apply_action(chance.choice(state.legal_actions()))
        player = state.current_player()
        for number in range(3):
            other = state.resample(player, number)
            for name in ("information_state_string", "observation_string", "observation_tensor"):
                self.assertEqual(getattr(other, name)(player), getattr(state, name)(player))
            self.assertEqual(other.legal_actions(), state.legal_actions())
            action = state.legal_actions()[0]
            twin = state.clone()
            twin.apply_action(action)
            other.apply_action(action)
            self.assertNotEqual(
                other.information_state_string(player), state.information_state_string(player)
            )
        shape = state.environment.observation_shape
        self.assertEqual(len(state.observation_tensor(player)), int(np.prod(shape)))


if __name__ == "__main__":
    unittest.main()
