"""Set-ups in which all bots are tried, and bots with a small budget."""

from __future__ import annotations

from schatzkammer.bots import BOTS, ExplainingBot, budget_of, find
from tests.conformance.cases import Case

CASES = [
    Case("ali-baba", 3, ()),
    Case("ali-baba", 4, (("variant", "lamp"),)),
    Case("ali-baba", 2, (("variant", "small"), ("memory", "open"))),
    Case("monte-cristo", 2, ()),
    Case("monte-cristo", 4, ()),
    Case("solomon", 2, (("declare", "before"),)),
    Case("solomon", 5, ()),
]

# King Solomon alone: players and options.
SOLOMON: list[tuple[int, dict[str, str | bool]]] = [
    (2, {}),
    (2, {"edition": "designer", "uphill": True}),
    (3, {"declare": "before"}),
    (4, {"memory": "open", "open_finds": "turn"}),
    (5, {"declare": "before", "edition": "designer"}),
]


def quick(name: str, iterations: int) -> ExplainingBot:
    """The bot of that name, with so many iterations if it searches."""
    return BOTS[name] if budget_of(name) is None else find(f"{name}@{iterations}")


def cave(*rows: str, below: bool = False) -> str:
    """A picture of a cave with these rows; the others, below or above them, are empty."""
    empty = [". . . . . ."] * (6 - len(rows))
    return "\n".join([*rows, *empty] if below else [*empty, *rows])
