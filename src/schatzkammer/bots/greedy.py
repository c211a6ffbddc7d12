"""The bot that takes what looks best at a glance."""

from __future__ import annotations

from schatzkammer.bots.memory import forget
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.protocol import Glimpse, Thinker
from schatzkammer.bots.thought import Thought
from schatzkammer.core.stream import Stream


class Greedy(Thinker):
    """Looks no further than the game's policy does; the less careful, the more what is only nearly best tempts it.

    `whim` is how much better an action may look than it is, as a share of what lies between the worst and the best;
    with 1 even the worst may look as good as the best. `forgets` is the share of what can be known
    only by remembering that it does not remember.
    """

    def __init__(self, name: str = "greedy", whim: float = 0.0, forgets: float = 0.0) -> None:
        super().__init__(name)
        self._whim = whim
        self._forgets = forgets

    def _ponder(self, glimpse: Glimpse, rng: Stream) -> Thought:
        state = glimpse.sample(rng)
        if self._forgets:
            state = forget(state, glimpse.seat, self._forgets, rng)
        worths = policy_of(glimpse.game).worths(state, glimpse.seat, glimpse.legal)
        if self._whim:
            reach = self._whim * (max(worths) - min(worths)) / 255
            worths = [worth + reach * int(rng.byte()) for worth in worths]
        return ranked(glimpse, worths)


def ranked(glimpse: Glimpse, worths: list[float]) -> Thought:
    """The action worth most; of equal ones the smaller number."""
    order = sorted(zip(worths, glimpse.legal, strict=True), key=lambda entry: (-entry[0], entry[1]))
    return Thought("glance", [glimpse.candidate(action, worth=worth) for worth, action in order])
