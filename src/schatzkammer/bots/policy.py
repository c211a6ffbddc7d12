"""What bots know of a game at a glance: what a decision is worth, a quick choice, how a game is likely to end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

TO_THE_END: Final[i64] = 1000000


class Lines:
    """A decision as a choice between whole plans, and what becomes of each in an imagined world."""

    def __init__(self) -> None:
        self.plans: list[list[int]] = []  # actions to be taken one after the other unless something new shows
        self.promises: list[
            float
        ] = []  # what each plan is worth at a glance, in points; the best come first, late ones last

    def study(self) -> bool:
        """Thinks on for a moment, which may bring a further plan; tells whether there is more to think about."""
        return False

    def play(self, world: State, plan: list[int], rng: Stream) -> list[float]:
        """Plays a plan in a world, which is used up, and on as far as matters; tells the points each seat may expect.

        All chance that is not the game's own comes from the stream, the same for all plans.
        """
        raise NotImplementedError


class Policy:
    """What a decision is worth at a glance, in one game. Looks at a state that a seat imagines; never plays on.

    Only what the seat to move could know counts: an imagined state is full of things that it does not know, and
    whoever looks at them learns to count on what nobody can foresee. Where they matter, count what is unseen and
    take the mean.
    """

    horizon: i64  # after so many quick choices an imagined game is broken off and judged by its outlook
    spread: float  # by how many points a game is won on average
    trust: float  # a search tries an action e times as often as another that is worth so many points less
    by_plans: bool  # whether a search compares whole plans (`lines`) and not single actions

    def __init__(self) -> None:
        self.horizon = TO_THE_END
        self.spread = 20.0
        self.trust = 1.5
        self.by_plans = False

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The points to be expected from each action; only the differences between them count."""
        raise NotImplementedError

    def pick(self, state: State, rng: Stream) -> int:
        """A quick choice for the seat to move, not always the same: what imagined games live on."""
        raise NotImplementedError

    def lines(self, state: State, seat: int) -> Lines:
        """The plans that a seat may follow from here, at least one; by what it can know."""
        raise NotImplementedError

    def settles(self, state: State) -> bool:
        """Whether worths look further than quick choices do, so that imagined games can only mislead."""
        return False

    def outlook(self, state: State) -> list[float]:
        """How each seat stands, in points, where an imagined game is broken off."""
        return [float(score) for score in state.game.scores(state)]


def varied(actions: list[int], worths: list[float], variety: float, rng: Stream) -> int:
    """The action worth most when each may turn out up to so many points better than it looks."""
    best = -1.0e9
    chosen = actions[0]
    for at, action in enumerate(actions):
        hoped = worths[at] + variety * float(rng.byte()) / 255.0
        if hoped > best:
            best = hoped
            chosen = action
    return chosen
