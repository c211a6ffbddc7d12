"""Looks one action ahead: plays each action in a few sampled worlds and asks the value what came of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.estimate import Estimate, reward
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

MOST_PLIES: Final[i64] = 40  # played on at most, until a position is quiet


def settled_estimate(world: State, seat: i64, value: Value, policy: Policy, rng: Stream) -> Estimate:
    """The estimate of a world, which it consumes: it plays on by the rollout policy until the position is quiet."""
    left = MOST_PLIES
    while left > 0 and not value.quiet(world):
        policy.play_on(world, rng)
        left -= 1
    return value.estimate(world, seat)


def action_rewards(
    state: State, seat: i64, actions: list[int], value: Value, policy: Policy, worlds: int, rng: Stream
) -> list[float]:
    """The mean reward of each action, in the same worlds and with the same luck."""
    totals = [0.0] * len(actions)
    for _ in range(worlds):
        sampled = state.sample(int(seat), rng)
        chance = rng.randbytes(32)
        for index, action in enumerate(actions):
            world = sampled.copy()
            world.game.apply(world, seat, action)
            estimate = settled_estimate(world, seat, value, policy, Stream(chance))
            totals[index] += reward(estimate, int(seat), policy.margin)
    return [total / worlds for total in totals]


def best_action(
    state: State, seat: i64, actions: list[int], value: Value, policy: Policy, worlds: int, rng: Stream
) -> int:
    """The action with the best mean reward."""
    rewards = action_rewards(state, seat, actions, value, policy, worlds, rng)
    best = 0
    for index in range(1, len(actions)):
        if rewards[index] > rewards[best]:
            best = index
    return actions[best]
