"""The levels that players choose from, easiest first. Weak levels err as people do: they forget and misjudge."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from schatzkammer.bots.budget import Budget
from schatzkammer.bots.explanation import WORDS
from schatzkammer.bots.greedy import Greedy
from schatzkammer.bots.ismcts import Ismcts
from schatzkammer.bots.protocol import ExplainingBot

Make = Callable[[str, Budget], ExplainingBot]


class Level(NamedTuple):
    """One level; its texts have the keys `level.<id>.name`, `level.<id>.about` and `level.<id>.called`."""

    id: str
    order: int  # easiest first
    budget: Budget | None  # None: it does not search
    make: Make

    def name(self, lang: str) -> str:
        """Its name in that language."""
        return WORDS.say(lang, f"level.{self.id}.name")

    def about(self, lang: str) -> str:
        """How it plays, in one sentence."""
        return WORDS.say(lang, f"level.{self.id}.about")

    def called(self, lang: str) -> list[str]:
        """The names of its players: one for each that may sit at the same table, and more."""
        return WORDS.say(lang, f"level.{self.id}.called").split(", ")


LEVELS = (
    Level("gentle", 1, None, lambda name, _: Greedy(name, noise=3.0, forgets=0.9, hasty=True)),
    Level("beginner", 2, None, lambda name, _: Greedy(name, noise=0.7, forgets=0.6)),
    Level("casual", 3, Budget(iterations=30), lambda name, budget: Ismcts(name, budget, forgets=0.4)),
    Level("skilled", 4, Budget(milliseconds=200), lambda name, budget: Ismcts(name, budget, forgets=0.15)),
    Level("expert", 5, Budget(milliseconds=1000), lambda name, budget: Ismcts(name, budget)),
    Level("master", 6, Budget(milliseconds=1000), lambda name, budget: Ismcts(name, budget, learned=True)),
)
