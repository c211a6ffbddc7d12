"""Random agents in PettingZoo: `python examples/random_agents.py [GAME] [PLAYERS] [SEED]`."""

from __future__ import annotations

import sys

import pettingzoo

import schatzkammer.envs  # noqa: F401  registers the environments


def play(game: str = "AliBaba", players: int = 3, seed: int = 1) -> dict[str, float]:
    """Plays one game; returns the sum of each agent's rewards."""
    env = pettingzoo.make("aec", f"Schatzkammer/{game}-v1", players=players, rewards="margin")
    env.reset(seed=seed)
    returns = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    return returns


if __name__ == "__main__":
    game, *numbers = sys.argv[1:] or ["AliBaba"]
    print(play(game, *map(int, numbers)))
