"""The levels that players choose from, easiest first. Weak levels err as people do: they forget and misjudge.

What makes a player weak differs: who errs as much in all titles would be hopeless in one and hard to beat in another.
So a level may play a title in a way of its own; the steps between levels are measured in each (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from schatzkammer.bots.budget import Budget
from schatzkammer.bots.explanation import WORDS, Explanation
from schatzkammer.bots.greedy import Greedy
from schatzkammer.bots.ismcts import Ismcts
from schatzkammer.bots.protocol import ExplainingBot, Glimpse
from schatzkammer.core.resources import read_toml
from schatzkammer.core.stream import Stream


class Way(NamedTuple):
    """How to play: with a budget by search, without one by static evaluation."""

    budget: Budget | None = None
    forgets: float = 0.0
    noise: float = 0.0  # without search
    hasty: bool = False  # without search
    learned: bool = False  # with search: simulated games are cut by the learned value

    def bot(self, name: str, budget: Budget | None) -> ExplainingBot:
        """A bot that plays so; if it searches, another budget may be given."""
        if self.budget is None:
            return Greedy(name, self.noise, self.forgets, self.hasty)
        return Ismcts(name, budget or self.budget, self.forgets, self.learned)

    def counted(self) -> Way:
        """The same with a number of iterations in place of a time."""
        return self if self.budget is None else self._replace(budget=self.budget.counted())


class ByGame(ExplainingBot):
    """Plays some titles in ways of their own, and all others in the usual one."""

    def __init__(self, name: str, usual: ExplainingBot, own: Mapping[str, ExplainingBot]) -> None:
        super().__init__(name)
        self._usual = usual
        self._own = own

    def draws(self, game: str) -> bool:
        return self._own.get(game, self._usual).draws(game)

    def _decide(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        return self._own.get(glimpse.game, self._usual).explain(glimpse, rng)


class Level(NamedTuple):
    """One level; its texts have the keys `level.<id>.name`, `level.<id>.about` and `level.<id>.called`."""

    id: str
    order: int  # easiest first
    usual: Way
    own: Mapping[str, Way] = {}  # by title

    @property
    def budget(self) -> Budget | None:
        """The usual budget per decision; None: it does not search."""
        return self.usual.budget

    def make(self, name: str, budget: Budget | None) -> ExplainingBot:
        """The level as a bot; wherever it searches, with this budget if one is given."""
        usual = self.usual.bot(name, budget)
        own = {game: way.bot(name, budget) for game, way in self.own.items()}
        return ByGame(name, usual, own) if own else usual

    def counted(self) -> Level:
        """The same level, which chooses alike on every machine and however busy that is."""
        own = {game: way.counted() for game, way in self.own.items()}
        return self._replace(usual=self.usual.counted(), own=own)

    def name(self, lang: str) -> str:
        """Its name in that language."""
        return WORDS.say(lang, f"level.{self.id}.name")

    def about(self, lang: str) -> str:
        """How it plays, in one sentence."""
        return WORDS.say(lang, f"level.{self.id}.about")

    def called(self, lang: str) -> list[str]:
        """The names of its players: one for each that may sit at the same table, and more."""
        return WORDS.say(lang, f"level.{self.id}.called").split(", ")


def _way(said: Mapping[str, Any]) -> Way:
    own = dict(said)
    iterations, milliseconds = own.pop("iterations", None), own.pop("milliseconds", None)
    return Way(Budget(iterations, milliseconds) if iterations or milliseconds else None, **own)


def _levels() -> tuple[Level, ...]:
    """The levels as `data/levels.toml` lists them."""
    ways = {
        name: {title: _way(said) for title, said in cast("dict[str, dict[str, Any]]", level).items()}
        for name, level in read_toml("schatzkammer.bots", "data/levels.toml").items()
    }
    return tuple(
        Level(name, order, by_title.pop("usual"), by_title) for order, (name, by_title) in enumerate(ways.items(), 1)
    )


LEVELS = _levels()
