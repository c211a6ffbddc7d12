"""The policy for any game: random rollouts to the end, from the rules alone."""

from __future__ import annotations

from typing import Final

from schatzkammer.bots.estimate import lead_of
from schatzkammer.bots.policy import Policy
from schatzkammer.core.game import State
from schatzkammer.core.playout import playout
from schatzkammer.core.stream import Stream, seeded

ROLLOUTS: Final = 10  # for each action


class RolloutPolicy(Policy):
    """Flat Monte Carlo for single decisions, uniform priors and random rollouts for a tree search."""

    def evaluate(self, state: State, seat: int, actions: list[int]) -> list[float]:
        totals = [0.0] * len(actions)
        rng = seeded("", "rollout")
        for _ in range(ROLLOUTS):
            sampled = state.sample(seat, rng)
            chance = rng.randbytes(32)  # common random numbers for all actions
            for index, action in enumerate(actions):
                world = sampled.copy()
                world.game.apply(world, seat, action)
                playout(world, Stream(chance))
                totals[index] += lead_of([float(score) for score in world.game.scores(world)], seat)
        return [total / ROLLOUTS for total in totals]

    def priors(self, state: State, seat: int, actions: list[int]) -> list[float]:
        return [0.0] * len(actions)

    def pick(self, state: State, rng: Stream) -> int:
        return state.game.pick(state, rng)
