"""The levels: opponents by how hard they are to beat, the weak ones weak as people are."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from schatzkammer.bots.budget import Budget
from schatzkammer.bots.greedy import Greedy
from schatzkammer.bots.ismcts import Ismcts
from schatzkammer.bots.protocol import Thinker
from schatzkammer.bots.thought import WORDS

Make = Callable[[str, Budget], Thinker]


class Level(NamedTuple):
    """One level; what players read of it: text keys `level.<id>.name` and `level.<id>.about`."""

    id: str
    order: int  # from the easiest up
    budget: Budget | None  # None: it takes a glance and no time
    make: Make

    def name(self, lang: str) -> str:
        """What it is called."""
        return WORDS.say(lang, f"level.{self.id}.name")

    def about(self, lang: str) -> str:
        """What to expect of it, in one sentence."""
        return WORDS.say(lang, f"level.{self.id}.about")


LEVELS = (
    # Falls for what is only nearly best, and forgets what went behind a screen or under a tile.
    Level("gentle", 1, None, lambda name, _: Greedy(name, whim=3.0, forgets=0.9)),
    Level("beginner", 2, None, lambda name, _: Greedy(name, whim=0.7, forgets=0.6)),
    # Thinks ahead a little, and forgets less.
    Level("casual", 3, Budget(iterations=30), lambda name, budget: Ismcts(name, budget, forgets=0.4)),
    Level("skilled", 4, Budget(milliseconds=200), lambda name, budget: Ismcts(name, budget, forgets=0.15)),
    Level("expert", 5, Budget(milliseconds=1000), lambda name, budget: Ismcts(name, budget)),
)
