"""The frozen value as an agent against random play: `python examples/value_agent.py LIBRARY [GAME] [GAMES]`.

LIBRARY is pettingzoo, gymnasium or openspiel. The agent is the bot `value`, which looks one action ahead. Like every
bot it gets a glimpse, what its seat knows: sampled worlds, never the true state.
"""

from __future__ import annotations

import sys

from schatzkammer.bots import find
from schatzkammer.bots.protocol import glimpse_of
from schatzkammer.core.stream import seeded

AGENT = find("value")


def pettingzoo(game: str, games: int) -> float:
    """The agent's share of the wins as player_0."""
    import pettingzoo

    import schatzkammer.envs  # noqa: F401  registers the environments

    env = pettingzoo.make("aec", f"Schatzkammer/{game}-v1", players=2)
    won = 0.0
    for number in range(games):
        env.reset(seed=number)
        rng = seeded(f"{number}", "agent")
        env.action_space("player_1").seed(number)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if agent == "player_0":
                won += reward
            if terminated or truncated:
                env.step(None)
            elif agent == "player_0":
                env.step(AGENT.choose(glimpse_of(env.unwrapped.game_state, 0), rng))
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
    return won / games


def gymnasium(game: str, games: int) -> float:
    """The agent's share of the wins as the opponent of somebody who plays at random."""
    import gymnasium

    import schatzkammer.envs  # noqa: F401  registers the environments

    env = gymnasium.make(f"Schatzkammer/{game}-v1", players=2, opponents=[AGENT.name])
    env.action_space.seed(1)
    lost = 0.0
    for number in range(games):
        observation, _ = env.reset(seed=number)
        over = False
        while not over:
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, over, _, _ = env.step(action)
            lost += float(reward)
    return 1 - lost / games


def openspiel(game: str, games: int) -> float:
    """The agent's share of the wins in alternating seats."""
    import numpy as np
    import pyspiel

    from schatzkammer.envs.openspiel import SPIELS

    names = {each.__name__: each.game_id for each in SPIELS}
    spiel = pyspiel.load_game(f"schatzkammer_{names[f'{game}Spiel'].replace('-', '_')}")
    rng = np.random.RandomState(1)
    won = 0.0
    for number in range(games):
        state = spiel.new_initial_state()
        state.apply_action(number)  # the deal
        stream = seeded(f"{number}", "agent")
        while not state.is_terminal():
            seat = state.current_player()
            if seat == number % 2:
                state.apply_action(AGENT.choose(glimpse_of(state.current.state, seat), stream))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        won += state.returns()[number % 2]
    return won / games


LIBRARIES = {"pettingzoo": pettingzoo, "gymnasium": gymnasium, "openspiel": openspiel}

if __name__ == "__main__":
    library, game, games = [*sys.argv[1:], *["pettingzoo", "AliBaba", "4"][len(sys.argv) - 1 :]]
    print(f"{library}: the value's share of the wins: {LIBRARIES[library](game, int(games)):.2f}")
