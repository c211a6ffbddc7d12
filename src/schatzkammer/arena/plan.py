"""The plan of a run: which bots play which deal, and who sits where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations, permutations
from math import comb, factorial
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from schatzkammer.arena.formatting import ARENA
from schatzkammer.bots import find as find_bot
from schatzkammer.bots.values.frozen import value_of
from schatzkammer.core.errors import BadInput
from schatzkammer.core.game import Game, Setup
from schatzkammer.core.text import Phrase

FORMAT = "schatzkammer arena 1"


class BadLineup(BadInput):
    """The number of bots does not fit the number of seats."""


class OtherVersion(BadInput):
    """A machine of the cluster has a different version installed."""


class Fixture(NamedTuple):
    """One game: the deal, and which entrant sits on each seat."""

    deal: int
    seats: tuple[int, ...]


class Run(msgspec.Struct, frozen=True):
    """Everything that identifies a run: the same run and the same number give the same game."""

    version: str
    game: str
    rules: int
    players: int
    options: dict[str, str | bool]
    components: dict[str, object] | None
    bots: tuple[str, ...]
    seed: str


R = TypeVar("R", bound=Run)


class Plan(Run, frozen=True):
    """A run of the arena. The games of a deal have consecutive numbers, so a run can be continued with more deals."""

    format: str = FORMAT
    worlds: int = 0  # others with which each draw is compared, to take luck out; 0: none

    @property
    def labels(self) -> list[str]:
        """A unique name for each entrant: a bot that enters again gets a number."""
        entered: Counter[str] = Counter()
        labels = []
        for bot in self.bots:
            entered[bot] += 1
            labels.append(bot if entered[bot] == 1 else f"{bot}#{entered[bot]}")
        return labels

    @property
    def games_per_deal(self) -> int:
        """The number of games with one deal: every combination of entrants, in every rotation of the seats."""
        return comb(len(self.bots), self.players) * self.players

    def deals(self, games: int) -> int:
        """How many whole deals make at least this many games."""
        return -(-games // self.games_per_deal)

    def fixture(self, number: int) -> Fixture:
        """The game with a number.

        Every combination of entrants plays a deal in every rotation. Rotations keep the order around the
        table, so the next deal uses the next order.
        """
        deal, rest = divmod(number, self.games_per_deal)
        combination, rotation = divmod(rest, self.players)
        first, *others = _combinations(len(self.bots), self.players)[combination]
        order = _orders(len(others))[deal % factorial(len(others))]
        around = [first, *(others[index] for index in order)]
        return Fixture(deal, (*around[rotation:], *around[:rotation]))

    def seed_of(self, deal: int) -> str:
        """The seed of a deal, the same for all its games."""
        return f"{self.seed}/{deal}"


def make_run(kind: type[R], game: Game, setup: Setup, bots: Sequence[str], seed: str) -> R:
    """A run of the installed version."""
    return kind(installed(), game.id, game.rules, setup.players, setup.options, setup.components, tuple(bots), seed)


def make_plan(game: Game, setup: Setup, bots: Sequence[str], seed: str, worlds: int = 0) -> Plan:
    """The plan of a run; raises BadLineup or UnknownBot. Luck can be taken out where the game has a frozen value."""
    names = [find_bot(name).name for name in bots]  # the canonical names
    if len(bots) < setup.players:
        raise BadLineup(Phrase(ARENA, "error.lineup", bots=len(bots), seats=setup.players))
    plan = make_run(Plan, game, setup, names, seed)
    return replace(plan, worlds=0 if value_of(game.id, setup) is None else worlds)


def check_version(needed: str) -> None:
    """Raises OtherVersion unless the version that the run needs is installed here."""
    if needed != installed():
        raise OtherVersion(f"The run needs version {needed}, but {installed()} is installed where a game is played.")


@lru_cache(maxsize=1)
def installed() -> str:
    """The version of this package."""
    try:
        return version("schatzkammer")
    except PackageNotFoundError:
        return "from source"


@lru_cache(maxsize=16)
def _combinations(entrants: int, seats: int) -> list[tuple[int, ...]]:
    return list(combinations(range(entrants), seats))


@lru_cache(maxsize=16)
def _orders(entrants: int) -> list[tuple[int, ...]]:
    return list(permutations(range(entrants)))
