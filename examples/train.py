"""A small policy for Ali Baba, trained on one core by REINFORCE: `python examples/train.py [STEPS] [SEED]`.

Games run side by side (`envs.batch`); the policy plays all seats and learns from what a game was worth to each. It is
one table of weights over the one-hot observation, a row for each action, in plain numpy.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from schatzkammer import envs

GAME = "ali-baba"
OPTIONS = {"variant": "small"}
GAMES = 64  # side by side
RATE = 0.05

Array = NDArray[np.float32]


class Policy:
    """Softmax over the legal actions of a linear function of the observation."""

    def __init__(self, seed: int = 0) -> None:
        self.layout = envs.layout(GAME, 2)
        self.rng = np.random.default_rng(seed)
        actions = envs.batch(GAME, 1, options=OPTIONS).last.masks.shape[1]
        self.weights = np.zeros((self.layout.one_hot_size, actions), np.float32)

    def chances(self, seen: Array, masks: NDArray[np.int8]) -> Array:
        """How likely each action is chosen."""
        worth = np.where(masks == 1, seen @ self.weights, -np.inf)
        raised = np.exp(worth - worth.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)

    def choose(self, chances: Array) -> NDArray[np.int64]:
        """An action for each row, drawn by its chances."""
        drawn = self.rng.random((len(chances), 1))
        return np.minimum((chances.cumsum(axis=1) < drawn).sum(axis=1), chances.shape[1] - 1)


def train(steps: int = 2500, seed: int = 0) -> Policy:
    """Plays and learns for so many steps of all games."""
    policy = Policy(seed)
    batch = envs.batch(GAME, GAMES, options=OPTIONS, rewards="margin", seed=f"train/{seed}")
    past: list[list[tuple[Array, Array, int, int]]] = [[] for _ in range(GAMES)]
    step = batch.last
    spread = 10.0  # of the margins, so that wins of many points do not drown the others
    for _ in range(steps):
        seen = policy.layout.one_hot(step.observations)
        chances = policy.chances(seen, step.masks)
        actions = policy.choose(chances)
        # A draw beyond the last chance, by rounding, may hit an action that is not legal: the likeliest will do.
        legal = step.masks[np.arange(GAMES), actions] == 1
        actions = np.where(legal, actions, chances.argmax(axis=1))
        for at in range(GAMES):
            past[at].append((seen[at], chances[at], int(actions[at]), int(step.seats[at])))
        step = batch.step(actions)
        for at in np.flatnonzero(step.over):
            _learn(policy, past[at], step.rewards[at] / spread)
            past[at] = []
    return policy


def _learn(policy: Policy, past: list[tuple[Array, Array, int, int]], rewards: Array) -> None:
    """REINFORCE: what was done becomes likelier the more it was worth."""
    seen = np.stack([each[0] for each in past])
    push = -np.stack([each[1] for each in past])
    push[np.arange(len(past)), [each[2] for each in past]] += 1
    push *= rewards[[each[3] for each in past]][:, None]
    policy.weights += RATE / len(past) * (seen.T @ push)


def share_against_random(policy: Policy, games: int = 400, seed: int = 1) -> float:
    """The policy's share of the wins, in turn at either seat, against random moves."""
    batch = envs.batch(GAME, games, options=OPTIONS, seed=f"match/{seed}")
    seats = np.arange(games) % 2
    won = np.full(games, np.nan)
    step = batch.last
    while np.isnan(won).any():
        own = policy.choose(policy.chances(policy.layout.one_hot(step.observations), step.masks))
        other = batch.random_actions()
        legal = step.masks[np.arange(games), own] == 1
        step = batch.step(np.where((step.seats == seats) & legal, own, other))
        first = step.over & np.isnan(won)
        won[first] = step.rewards[first, seats[first]]
    return float(won.mean())


if __name__ == "__main__":
    started = perf_counter()
    given = [int(each) for each in sys.argv[1:]]
    print(f"untrained: {share_against_random(Policy()):.2f} of the wins against random moves")
    trained = train(*given)
    print(f"trained:   {share_against_random(trained):.2f}, after {perf_counter() - started:.0f} s")
