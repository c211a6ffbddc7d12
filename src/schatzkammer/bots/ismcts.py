"""The bot that searches: tree search over worlds that agree with what its seat has seen."""

from __future__ import annotations

from schatzkammer.bots.protocol import Glimpse
from schatzkammer.bots.search import Search
from schatzkammer.core.stream import Stream

ITERATIONS = 1500  # for one decision: a twentieth of a second in Ali Baba where the rules are compiled


class Ismcts:
    """Imagines a number of games, each a little wiser than the one before."""

    name = "ismcts"

    def __init__(self, iterations: int = ITERATIONS) -> None:
        self._iterations = iterations

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """The action that the search visited most."""
        if len(glimpse.legal) == 1:
            return glimpse.legal[0]
        search = Search(glimpse.seat)
        for _ in range(self._iterations):
            search.iterate(glimpse.sample(rng), rng)
        return search.best()
