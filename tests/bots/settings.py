"""Set-ups in which all bots are tried, and bots that decide quickly."""

from __future__ import annotations

from typing import NamedTuple

import schatzkammer as sk
from schatzkammer.bots import BOTS, BadBudget, Thinker, find


class Setting(NamedTuple):
    """A game, how many play it, and its options."""

    game: str
    players: int
    options: tuple[tuple[str, str | bool], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(str(value) for _, value in self.options)])

    def new(self, seed: str) -> sk.Match:
        return sk.new(self.game, players=self.players, seed=seed, options=dict(self.options))


SETTINGS = [
    Setting("ali-baba", 3),
    Setting("ali-baba", 4, (("variant", "lamp"),)),
    Setting("ali-baba", 2, (("variant", "small"), ("memory", "open"))),
    Setting("monte-cristo", 2),
    Setting("monte-cristo", 4),
    Setting("solomon", 2, (("declare", "before"),)),
    Setting("solomon", 5),
]

# King Solomon alone: players and options.
SOLOMON: list[tuple[int, dict[str, str | bool]]] = [
    (2, {}),
    (2, {"edition": "designer", "uphill": True}),
    (3, {"declare": "before"}),
    (4, {"memory": "open", "open_finds": "turn"}),
    (5, {"declare": "before", "edition": "designer"}),
]


def quick(name: str, iterations: int) -> Thinker:
    """The bot of that name with so many iterations, if it counts any."""
    try:
        return find(f"{name}@{iterations}")
    except BadBudget:
        return BOTS[name]
