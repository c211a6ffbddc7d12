"""The bot that searches: tree search over worlds that agree with what its seat has seen."""

from __future__ import annotations

from schatzkammer.bots.budget import Budget
from schatzkammer.bots.contest import Contest
from schatzkammer.bots.greedy import ranked
from schatzkammer.bots.memory import forget
from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policy import Policy
from schatzkammer.bots.protocol import Glimpse, Thinker
from schatzkammer.bots.search import Search
from schatzkammer.bots.thought import Thought
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream

DEFAULT = Budget(iterations=1000)


class Ismcts(Thinker):
    """Imagines a number of games, each a little wiser than the one before."""

    def __init__(self, name: str = "ismcts", budget: Budget = DEFAULT, forgets: float = 0.0) -> None:
        super().__init__(name)
        self._budget = budget
        self._forgets = forgets

    def _ponder(self, glimpse: Glimpse, rng: Stream) -> Thought:
        policy = policy_of(glimpse.game)
        world = self._imagine(glimpse, rng)
        if policy.settles(world):
            return ranked(glimpse, policy.worths(world, glimpse.seat, glimpse.legal))
        search = search_for(glimpse.seat, policy)
        for left in self._budget.turns():
            search.iterate(self._imagine(glimpse, rng), rng)
            if search.lead() > left:  # whatever else is imagined, the choice would stay
                break
        found = [
            glimpse.candidate(action, visits=visits, score=score, win=win)
            for action, visits, score, win in search.candidates()
        ]
        return Thought("search", found)

    def _imagine(self, glimpse: Glimpse, rng: Stream) -> State:
        """A world that agrees with what the bot remembers."""
        world = glimpse.sample(rng)
        return forget(world, glimpse.seat, self._forgets, rng) if self._forgets else world


def search_for(seat: int, policy: Policy) -> Search | Contest:
    """A search for one decision: over single actions, or over whole plans, as the game has it."""
    return Contest(seat, policy) if policy.by_plans else Search(seat, policy)
