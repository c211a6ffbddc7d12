"""What bots know of a game at a glance: what a decision is worth, and a quick choice."""

from __future__ import annotations

from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream


class Policy:
    """What a decision is worth at a glance, in one game. Looks at a state that a seat imagines; never plays on.

    Only what the seat to move could know counts: an imagined state is full of things that it does not know, and
    whoever looks at them learns to count on what nobody can foresee. Where they matter, count what is unseen and
    take the mean.
    """

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The points to be expected from each action; only the differences between them count."""
        raise NotImplementedError

    def pick(self, state: State, rng: Stream) -> int:
        """A quick choice for the seat to move, not always the same: what imagined games live on."""
        raise NotImplementedError
