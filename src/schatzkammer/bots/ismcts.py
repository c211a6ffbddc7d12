"""The bot that searches: information-set tree search, or a race between whole plans."""

from __future__ import annotations

from schatzkammer.bots.budget import Budget
from schatzkammer.bots.explanation import Explanation
from schatzkammer.bots.greedy import ranked
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.protocol import ExplainingBot, Glimpse
from schatzkammer.bots.racing import Race
from schatzkammer.bots.search import Search
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.bots.values.value import Value
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

DEFAULT = Budget(iterations=1000)


class Ismcts(ExplainingBot):
    """Simulates as many games as its budget allows; `forgets` is the share of what it remembers that it mixes up.

    Games are played to the end, or, if it has `learned`, cut by the game's frozen value. Races between plans count
    points instead: the value has not been shown to win more there (docs/bots.md).
    """

    def __init__(
        self, name: str = "ismcts", budget: Budget = DEFAULT, forgets: float = 0.0, learned: bool = False
    ) -> None:
        super().__init__(name)
        self._budget = budget
        self._forgets = forgets
        self._learned = learned

    def _decide(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        policy = policy_of(glimpse.game)
        seat = glimpse.seat
        world = self._sample(glimpse, policy, rng)
        if policy.skips_search(world):
            return ranked(glimpse, glimpse.legal, policy.evaluate(world, seat, glimpse.legal))
        value = value_of(glimpse.game, world.setup) if self._learned and not policy.races_plans else None
        search = search_for(seat, policy, value)
        for left in self._budget.iterate():
            search.iterate(self._sample(glimpse, policy, rng), rng)
            if search.lead() > left:  # no further iteration could change the choice
                break
        candidates = [
            glimpse.candidate(action, visits=visits, score=score, win=win)
            for action, visits, score, win in search.candidates()
        ]
        return Explanation("search", candidates)

    def _sample(self, glimpse: Glimpse, policy: Policy, rng: Stream) -> State:
        """A world that agrees with what the bot remembers."""
        world = glimpse.sample(rng)
        return policy.forget(world, glimpse.seat, self._forgets, rng) if self._forgets else world


def search_for(seat: int, policy: Policy, value: Value | None = None) -> Search | Race:
    """A search for one decision: over single actions or over whole plans, as the policy asks."""
    return Race(seat, policy, value) if policy.races_plans else Search(seat, policy, value)
