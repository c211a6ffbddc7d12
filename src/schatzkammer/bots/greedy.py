"""The bot that plays the action with the best static evaluation."""

from __future__ import annotations

from schatzkammer.bots.explanation import Explanation
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import ExplainingBot, Glimpse
from schatzkammer.core.stream import Stream


class Greedy(ExplainingBot):
    """Looks no further than the game's policy does; noise and forgetting make it weaker.

    A bot with noise considers only what the policy calls sensible. `noise` adds up to this share of the range between
    the worst and the best of these to each: with 1 even the worst may look as good as the best. `forgets` is the share
    of what it remembers that it mixes up. A `hasty` bot takes what it can get at once.
    """

    def __init__(self, name: str = "greedy", noise: float = 0.0, forgets: float = 0.0, hasty: bool = False) -> None:
        super().__init__(name)
        self._noise = noise
        self._forgets = forgets
        self._hasty = hasty

    def draws(self, game: str) -> bool:
        return self._noise > 0 or self._forgets > 0

    def _decide(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        policy = policy_of(glimpse.game)
        state = glimpse.sample(rng)
        if self._forgets:
            state = policy.forget(state, glimpse.seat, self._forgets, rng)
        actions = glimpse.legal
        values = policy.evaluate(state, glimpse.seat, actions)
        if self._noise:
            worth = dict(zip(actions, values, strict=True))
            actions = policy.sensible(state, glimpse.seat, actions, values, self._hasty)
            values = [worth[action] for action in actions]
            reach = self._noise * (max(values) - min(values)) / 255
            values = [value + reach * int(rng.byte()) for value in values]
        return ranked(glimpse, actions, values)


def ranked(glimpse: Glimpse, actions: list[int], values: list[float]) -> Explanation:
    """The explanation of choosing the action with the best value; ties go to the lower action number."""
    order = sorted(zip(values, actions, strict=True), key=lambda entry: (-entry[0], entry[1]))
    return Explanation("glance", [glimpse.candidate(action, value=value) for value, action in order])
