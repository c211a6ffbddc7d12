"""What is played: who meets whom in which deal, and who sits where. Fixed before the first game, by numbers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations, permutations
from math import comb, factorial
from typing import NamedTuple

import msgspec

from schatzkammer.bots import find as find_bot
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Game, Setup

FORMAT = "schatzkammer arena 1"


class BadLineup(BadInput):
    """The bots named do not fit the seats."""


class OtherVersion(BadInput):
    """A machine of the cluster has another version installed."""


class Fixture(NamedTuple):
    """One game: the deal, and which entrant sits on each seat."""

    deal: int
    seats: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """All that identifies a run; the same plan and the same number are the same game.

    The games of a deal are numbered one after the other, so a run can be continued with more deals.
    """

    format: str
    version: str
    game: str
    rules: int
    players: int
    options: dict[str, str | bool]
    components: dict[str, object] | None
    bots: tuple[str, ...]
    seed: str

    @property
    def labels(self) -> list[str]:
        """A name for each entrant; a bot that enters again has a number."""
        met: Counter[str] = Counter()
        names = []
        for bot in self.bots:
            met[bot] += 1
            names.append(bot if met[bot] == 1 else f"{bot}#{met[bot]}")
        return names

    @property
    def games_a_deal(self) -> int:
        """Every choice of entrants that fills the table, in every rotation of the seats."""
        return comb(len(self.bots), self.players) * self.players

    def deals(self, games: int) -> int:
        """How many whole deals it takes to play so many games at least."""
        return -(-games // self.games_a_deal)

    def fixture(self, number: int) -> Fixture:
        """The game of a number.

        A deal is played by every choice of entrants, in every rotation. Who sits left of whom does not change
        when a table is turned; so the next deal has the next order around the table.
        """
        deal, rest = divmod(number, self.games_a_deal)
        table, turn = divmod(rest, self.players)
        first, *others = _tables(len(self.bots), self.players)[table]
        order = _orders(len(others))[deal % factorial(len(others))]
        around = [first, *(others[place] for place in order)]
        return Fixture(deal, (*around[turn:], *around[:turn]))

    def seed_of(self, deal: int) -> str:
        """The seed of a deal, the same for all its games."""
        return f"{self.seed}/{deal}"


def drawn_up(game: Game, setup: Setup, bots: Sequence[str], seed: str) -> Plan:
    """The plan of a run whose set-up was checked; BadLineup and UnknownBot are found here."""
    names = tuple(find_bot(name).name for name in bots)  # as the bots call themselves: the same bot, the same name
    if len(bots) < setup.players:
        hint = "name some twice to fill the table" if bots else "name some"
        raise BadLineup(
            f"{len(bots)} {'bot is' if len(bots) == 1 else 'bots are'} named for {setup.players} seats; {hint}."
        )
    return Plan(
        FORMAT,
        installed(),
        game.id,
        game.rules,
        setup.players,
        setup.options,
        setup.components,
        names,
        seed,
    )


def check_version(asked: str) -> None:
    """OtherVersion where games are to be played by another version than the one that asks for them."""
    if asked != installed():
        raise OtherVersion(f"Version {asked} is asked for, but {installed()} is installed where a game is played.")


@lru_cache(maxsize=1)
def installed() -> str:
    """The version of this package."""
    try:
        return version("schatzkammer")
    except PackageNotFoundError:
        return "from source"


@lru_cache(maxsize=16)
def _tables(entrants: int, seats: int) -> list[tuple[int, ...]]:
    return list(combinations(range(entrants), seats))


@lru_cache(maxsize=16)
def _orders(places: int) -> list[tuple[int, ...]]:
    return list(permutations(range(places)))
