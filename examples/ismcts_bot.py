"""OpenSpiel's ISMCTS bot against random play at Ali Baba: `python examples/ismcts_bot.py [SIMULATIONS] [GAMES]`."""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import schatzkammer.envs.openspiel  # noqa: F401  registers the games


def play(simulations: int = 40, games: int = 2, variant: str = "small") -> float:
    """The bot's share of the wins."""
    game = pyspiel.load_game("schatzkammer_ali_baba", {"variant": variant})
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=simulations, random_state=rng)
    won = 0.0
    for number in range(games):
        state = game.new_initial_state()
        seat = number % 2
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
            elif state.current_player() == seat:
                state.apply_action(int(bot.step(state)))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        won += state.returns()[seat]
    return won / games


if __name__ == "__main__":
    print(f"the bot's share of the wins: {play(*map(int, sys.argv[1:])):.2f}")
