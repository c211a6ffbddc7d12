"""Set-ups in which every bot is tested, bots with a small budget, and King Solomon's caves."""

from __future__ import annotations

from schatzkammer.bots import BOTS, ExplainingBot, budget_of, find
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.components import BOOK
from tests.conformance.cases import Case
from tests.games.solomon.picture import CODES

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
    """The bot of that name; if it searches, with this many iterations."""
    return BOTS[name] if budget_of(name) is None else find(f"{name}@{iterations}")


def cave(*rows: str, below: bool = False) -> str:
    """A picture of a cave with these rows at the bottom, or at the top if the empty rows are `below`."""
    empty = [". . . . . ."] * (6 - len(rows))
    return "\n".join([*rows, *empty] if below else [*empty, *rows])


def random_cave(rng: Stream, lowest: int) -> str:
    """A picture of an uneven cave in which every tile has been seen: `lowest` to `lowest` + 2 tiles per cell."""
    bag = [kind for kind in range(16) for _ in range(BOOK.light[kind] + BOOK.dark[kind])]
    rng.shuffle(bag)
    codes = list(CODES)
    return " ".join("".join(codes[bag.pop()] for _ in range(lowest + rng.below(3))) or "." for _ in range(36))
