"""The bots by name: the levels for players, and plain ones for comparison. A new bot is one line below.

A name may carry a budget per decision: `expert@200ms`, `expert@2s`, `ismcts@2000` (iterations).
"""

from __future__ import annotations

from collections.abc import Callable

from schatzkammer.bots.budget import BadBudget, Budget, read_budget
from schatzkammer.bots.by_value import ByValue
from schatzkammer.bots.explanation import WORDS
from schatzkammer.bots.greedy import Greedy
from schatzkammer.bots.ismcts import DEFAULT, Ismcts
from schatzkammer.bots.levels import LEVELS, Level
from schatzkammer.bots.protocol import ExplainingBot
from schatzkammer.bots.random import Random
from schatzkammer.core.errors import BadInput
from schatzkammer.core.text import Phrase
from schatzkammer.core.validation import quoted

__all__ = [
    "BOTS",
    "LEVELS",
    "BadBudget",
    "Budget",
    "ExplainingBot",
    "Level",
    "UnknownBot",
    "budget_of",
    "find",
    "find_counted",
]

# By name: the default budget, None for bots that do not search, and the constructor, which may be given a budget.
_KINDS: dict[str, tuple[Budget | None, Callable[[str, Budget | None], ExplainingBot]]] = {
    **{level.id: (level.budget, level.make) for level in LEVELS},
    "random": (None, lambda name, _: Random(name)),
    "greedy": (None, lambda name, _: Greedy(name)),
    "value": (None, lambda name, _: ByValue(name)),
    "ismcts": (DEFAULT, lambda name, budget: Ismcts(name, budget or DEFAULT)),
}


def budget_of(name: str) -> Budget | None:
    """The budget per decision of the bot of that name; None if it does not search."""
    kind, _, written = name.partition("@")
    return read_budget(written) if written else _KINDS[kind][0]


BOTS: dict[str, ExplainingBot] = {kind: make(kind, None) for kind, (_, make) in _KINDS.items()}


_COUNTED = {level.id: level.counted().make(level.id, None) for level in LEVELS}


class UnknownBot(BadInput):
    """No bot has that name."""


def find(name: object) -> ExplainingBot:
    """The bot of that name, which may carry a budget; UnknownBot or BadBudget otherwise."""
    kind, at, written = name.partition("@") if isinstance(name, str) else (name, "", "")
    if not isinstance(kind, str) or kind not in BOTS:
        raise UnknownBot(Phrase(WORDS, "error.unknown", given=quoted(kind), known=", ".join(BOTS)))
    if not at:
        return BOTS[kind]
    budget = read_budget(written)
    default, make = _KINDS[kind]
    if default is None:
        raise BadBudget(Phrase(WORDS, "error.no_search", given=quoted(kind)))
    return make(f"{kind}@{budget}", budget)


def find_counted(name: str) -> ExplainingBot:
    """The same bot; a level thinks for a number of iterations instead of a time, and so always chooses alike."""
    return _COUNTED.get(name) or find(name)
