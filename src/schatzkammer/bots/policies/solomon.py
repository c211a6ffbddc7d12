"""King Solomon at a glance."""

from __future__ import annotations

from typing import Final

from schatzkammer.bots.policy import Policy
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream


class SolomonPolicy(Policy):
    """What decisions in King Solomon are worth."""

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        return [0.0] * len(actions)

    def pick(self, state: State, rng: Stream) -> int:
        return state.game.pick(state, rng)


POLICY: Final = SolomonPolicy()
