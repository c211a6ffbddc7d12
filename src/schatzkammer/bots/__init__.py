"""The bots, by name: the levels for players, and the plain ones for comparison. A new bot is one line below.

A name may carry a budget for one decision: `expert@200ms`, `expert@2s`, `ismcts@2000` (iterations).
"""

from __future__ import annotations

from collections.abc import Callable

from schatzkammer.bots.budget import BadBudget, Budget, read_budget
from schatzkammer.bots.greedy import Greedy
from schatzkammer.bots.ismcts import DEFAULT, Ismcts
from schatzkammer.bots.levels import LEVELS, Level
from schatzkammer.bots.protocol import Thinker
from schatzkammer.bots.random import Random
from schatzkammer.core.errors import BadInput
from schatzkammer.core.reading import shown

__all__ = ["BOTS", "LEVELS", "BadBudget", "Budget", "Level", "Thinker", "UnknownBot", "budget_of", "find", "find_plain"]

# Name: the budget it has by itself, and how it is made.
_KINDS: dict[str, tuple[Budget | None, Callable[[str, Budget], Thinker]]] = {
    **{level.id: (level.budget, level.make) for level in LEVELS},
    "random": (None, lambda name, _: Random(name)),
    "greedy": (None, lambda name, _: Greedy(name)),
    "ismcts": (DEFAULT, Ismcts),
}


def budget_of(name: str) -> Budget | None:
    """What a bot of that name is given for a decision, by its name or by itself; None where it takes a glance."""
    kind, _, written = name.partition("@")
    return read_budget(written) if written else _KINDS[kind][0]


def _made(name: str, kind: str, budget: Budget | None) -> Thinker:
    own, make = _KINDS[kind]
    return make(name, budget or own or DEFAULT)


BOTS: dict[str, Thinker] = {kind: _made(kind, kind, None) for kind in _KINDS}


class UnknownBot(BadInput):
    """There is no bot of that name."""


def find_plain(name: object) -> Thinker:
    """The bot of that name, without a budget of one's own; UnknownBot otherwise."""
    if not isinstance(name, str) or name not in BOTS:
        raise UnknownBot(f"There is no bot {shown(name)}; there are: {', '.join(BOTS)}.")
    return BOTS[name]


def find(name: object) -> Thinker:
    """The bot of that name, which may carry a budget; UnknownBot or BadBudget otherwise."""
    if not isinstance(name, str) or "@" not in name:
        return find_plain(name)
    kind, _, written = name.partition("@")
    find_plain(kind)
    budget = read_budget(written)
    if _KINDS[kind][0] is None:
        raise BadBudget(f"{shown(kind)} takes a glance and no time: it has no use for a budget.")
    return _made(f"{kind}@{budget}", kind, budget)
