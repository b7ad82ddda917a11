"""Plays the searches of OpenSpiel against levels of the engine, for two players.

    python open_spiel_rivals.py VARIANT ELO GAMES SIMULATIONS [POSITION]

The rival is `MCTSBot`, and `ISMCTSBot` where something is hidden, with this number of simulations
an action, UCT constant 1.4, and random games to the end as values. ELO is the level of the engine
(`UCI_Elo`), or `full`. Each side begins in half of the games. It needs `open_spiel`, and the
package `strategos` (`pip install ./scripts`).
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from strategos import Engine, Environment, Game, Limits
from strategos.spiel import RollOuts, StrategosState, resampler

UCT = 1.4
# The levels of the engine set its nodes; this is the limit of its full strength.
FULL = Limits(nodes=20_000)
LONGEST = 2_000


def rival(game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's search for a game."""
    random = np.random.RandomState(seed)
    values = RollOuts(1, seed)
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    if game.get_type().information != hidden:
        return mcts.MCTSBot(game, UCT, simulations, values, random_state=random)
    bot = ismcts.ISMCTSBot(
        game, values, UCT, simulations, random_state=random, use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )  # fmt: skip
    bot.set_resampler(resampler(seed))
    return bot


def answer(engine: Engine, environment: Environment) -> list[int]:
    """The actions of the engine's next turn, from the record of the player to move."""
    record = environment.game().record(environment.player)
    best = engine.play(Game(environment.variant, record), FULL).bestmove
    now, actions = environment.copy(), []
    for token in best.split(","):
        rest = token
        while rest:
            # An attack of several jumps is one token.
            fitting = [
                action
                for action in now.legal_actions()
                if rest.startswith(now.action_token(action))
            ]
            actions.append(max(fitting, key=lambda action: len(now.action_token(action))))
            step = now.action_token(actions[-1])
            now.step(actions[-1])
            rest = rest[len(step) - 2 :] if now.steps else ""
    return actions


def play(engine: Engine, bot: Any, game: Any, seat: int) -> float:
    """The return of the rival in `seat`, from 0."""
    state: StrategosState = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < LONGEST:
        if state.current_player() == seat:
            state.apply_action(bot.step(state))
        else:
            for action in answer(engine, state.environment):
                state.apply_action(action)
    return float(state.returns()[seat])


def main() -> None:
    variant, elo, games, simulations, *position = sys.argv[1:]
    words = {"variant": variant, "position": " ".join(position) or "startpos"}
    game = pyspiel.load_game("strategos", words)
    limited = {} if elo == "full" else {"UCI_LimitStrength": True, "UCI_Elo": int(elo)}
    points = []
    for number in range(int(games)):
        engine = Engine(variant, limited | {"Seed": number})
        bot = rival(game, int(simulations), number)
        points.append((1 + play(engine, bot, game, number % 2)) / 2)
        won, lost = points.count(1.0), points.count(0.0)
        share = 100 * sum(points) / len(points)
        print(f"+{won} ={len(points) - won - lost} -{lost}, {share:.1f} %", flush=True)


if __name__ == "__main__":
    main()
