"""A small policy for Ali Baba, trained on one core by REINFORCE: `python examples/train.py [STEPS] [SEED]`.

A batch of games (`envs.batch`) runs side by side. The policy plays all seats and learns from the reward of each. It is
one matrix of weights from the one-hot observation to the actions, in plain numpy.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schatzkammer import envs

GAME = "ali-baba"
OPTIONS = {"variant": "small"}
GAMES = 64  # side by side
LEARNING_RATE = 0.05
REWARD_SCALE = 10.0  # points; keeps games with large margins from dominating

Array = NDArray[np.float32]


class Decision(NamedTuple):
    """One decision of a game, kept until its reward is known."""

    observation: Array
    probabilities: Array
    action: int
    seat: int


class Policy:
    """Softmax over the legal actions of a linear function of the observation."""

    def __init__(self, seed: int = 0) -> None:
        self.layout = envs.layout(GAME, 2)
        self.rng = np.random.default_rng(seed)
        actions = envs.batch(GAME, 1, options=OPTIONS).last.masks.shape[1]
        self.weights = np.zeros((self.layout.one_hot_size, actions), np.float32)

    def probabilities(self, observations: Array, masks: NDArray[np.int8]) -> Array:
        """The probability of each action."""
        logits = np.where(masks == 1, observations @ self.weights, -np.inf)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True), np.float32)

    def choose(self, probabilities: Array) -> NDArray[np.int64]:
        """Draws a legal action for each row."""
        drawn = self.rng.random((len(probabilities), 1))
        actions = np.minimum((probabilities.cumsum(axis=1) < drawn).sum(axis=1), probabilities.shape[1] - 1)
        # By rounding, a draw may lie beyond the last probability and hit an illegal action.
        possible = probabilities[np.arange(len(actions)), actions] > 0
        return np.where(possible, actions, probabilities.argmax(axis=1))


def train(steps: int = 2500, seed: int = 0) -> Policy:
    """Plays this many steps of all games, and learns from every game that ends."""
    policy = Policy(seed)
    batch = envs.batch(GAME, GAMES, options=OPTIONS, rewards="margin", seed=f"train/{seed}")
    histories: list[list[Decision]] = [[] for _ in range(GAMES)]
    step = batch.last
    for _ in range(steps):
        observations = policy.layout.one_hot(step.observations)
        probabilities = policy.probabilities(observations, step.masks)
        actions = policy.choose(probabilities)
        for row, history in enumerate(histories):
            history.append(Decision(observations[row], probabilities[row], int(actions[row]), int(step.seats[row])))
        step = batch.step(actions)
        for row in np.flatnonzero(step.over):
            learn(policy, histories[row], step.rewards[row] / REWARD_SCALE)
            histories[row] = []
    return policy


def learn(policy: Policy, history: list[Decision], rewards: Array) -> None:
    """REINFORCE: actions become more likely in proportion to the reward of their seat."""
    observations, probabilities, actions, seats = (np.stack(column) for column in zip(*history, strict=True))
    gradient = -probabilities
    gradient[np.arange(len(history)), actions] += 1
    gradient *= rewards[seats][:, None]
    policy.weights += LEARNING_RATE / len(history) * (observations.T @ gradient)


def share_against_random(policy: Policy, games: int = 400, seed: int = 1) -> float:
    """The policy's share of the wins against random moves; it takes each seat in half of the games."""
    batch = envs.batch(GAME, games, options=OPTIONS, seed=f"match/{seed}")
    seats = np.arange(games) % 2
    won = np.full(games, np.nan)
    step = batch.last
    while np.isnan(won).any():
        own = policy.choose(policy.probabilities(policy.layout.one_hot(step.observations), step.masks))
        step = batch.step(np.where(step.seats == seats, own, batch.random_actions()))
        ended = step.over & np.isnan(won)
        won[ended] = step.rewards[ended, seats[ended]]
    return float(won.mean())


if __name__ == "__main__":
    start = perf_counter()
    print(f"untrained: {share_against_random(Policy()):.2f} of the wins against random moves")
    trained = train(*map(int, sys.argv[1:]))
    print(f"trained:   {share_against_random(trained):.2f}, after {perf_counter() - start:.0f} s")
