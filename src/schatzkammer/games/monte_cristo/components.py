"""Names, pieces and amounts, read once into numbers (M1 to M6).

A treasure and a supply card are both numbers of the same sort: kind × 3 + value (or bags) − 1, in words
"ruby-3". Seats play the colours in the order red, blue, green, yellow.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from schatzkammer.core.errors import BadComponents
from schatzkammer.core.game import Json
from schatzkammer.core.validation import Field

COLOURS: Final = ["red", "blue", "green", "yellow"]
KINDS: Final = ["gold", "ruby", "sapphire", "emerald", "diamond"]
DUNGEONS: Final = ["A", "B", "C", "D", "E", "F"]  # M1: clockwise
BONUSES: Final = ["joker", "landing", "fame", "reinforcement"]
LANES: Final = ["supply", "hunters", "chest", "order"]

# The lanes of the slide (M20).
SUPPLY: Final[i64] = 0
HUNTERS: Final[i64] = 1
CHEST: Final[i64] = 2
ORDER: Final[i64] = 3

# The bonus areas (M6).
JOKER: Final[i64] = 0
LANDING: Final[i64] = 1
FAME: Final[i64] = 2
REINFORCEMENT: Final[i64] = 3

TYPES: Final[i64] = 15
TYPE_NAMES: Final = [f"{kind}-{size}" for kind in KINDS for size in (1, 2, 3)]
KIND_OF: Final = [number // 3 for number in range(15)]
SIZE_OF: Final = [number % 3 + 1 for number in range(15)]  # the value of a treasure, the bags of a card

HUNTERS_EACH: Final[i64] = 9  # M2
FIRST_ASHORE: Final[i64] = 2  # M12
MOST_IN_LANE: Final[i64] = 7  # M22
MOST_OF_COLOUR: Final[i64] = 3  # M22
MOST_CARDS: Final[i64] = 7  # M32
FULL_DUNGEON: Final[i64] = 4  # M52
CHEST_TREASURES: Final[i64] = 3  # M50
GOAL: Final[i64] = 40  # M67
LAST_ROUND: Final[i64] = 200  # M81

CARDS: Final = 30  # M4
SIX: Final = 6  # M3: treasures of a kind
MOST_COPIES: Final = 15  # of one card: what four bits can count
MOST_POINTS: Final = 100  # that a component set may give for fame

BUILT_IN: Final[Json] = tomllib.loads(
    files("schatzkammer.games.monte_cristo").joinpath("data", "components.toml").read_text(encoding="utf-8")
)


def marbles_each(players: int) -> int:
    """M2, M10: two play with six marbles each, three or four with four."""
    return 6 if players == 2 else 4


class Parts:
    """A component set as the rules use it."""

    def __init__(self, treasures: list[int], cards: list[int], hunters: list[int], prices: list[int]) -> None:
        self.treasures = treasures  # M3: all thirty
        self.cards = cards  # M4: all thirty
        self.hunters = hunters  # M4: on cards with 1, 2 and 3 bags
        self.prices = prices  # M5: of the market's places, from the top
        self.landing: i64 = 0
        self.fame: i64 = 0
        self.reinforcement: i64 = 0


def parts_of(components: Json) -> Parts:
    """A component set, checked; BadComponents names the entry that is wrong."""
    fixed = ["colours", "marbles", "kinds", "dungeons", "bonuses", "lanes"]
    entries = Field(components, BadComponents).table([*fixed, "treasures", "supply", "market", "bonus"])
    for name in fixed:
        if components[name] != BUILT_IN[name]:
            raise entries[name].bad("the rules fix these; leave them as they are (M1, M2, M3, M6, M20).")
    supply = entries["supply"].table(["hunters", "cards"])
    prices = [entry.integer(1, 3) for entry in entries["market"].table(["prices"])["prices"].items(5, 5)]
    if prices != sorted(prices, reverse=True):
        raise entries["market"].bad("a higher place is worth no less than a lower one (M5).")
    parts = Parts(_treasures(entries["treasures"]), _cards(supply["cards"]), _hunters(supply["hunters"]), prices)
    bonus = entries["bonus"].table(["landing", "fame", "reinforcement"])
    parts.landing = bonus["landing"].integer(0, int(HUNTERS_EACH))
    parts.fame = bonus["fame"].integer(0, MOST_POINTS)
    parts.reinforcement = bonus["reinforcement"].integer(0, int(HUNTERS_EACH))
    return parts


def _treasures(entry: Field) -> list[int]:
    """M3: six treasures of each kind."""
    by_kind = entry.table(KINDS)
    found: list[int] = []
    for kind, name in enumerate(KINDS):
        found += [kind * 3 + value.integer(1, 3) - 1 for value in by_kind[name].items(SIX, SIX)]
    return sorted(found)


def _cards(entry: Field) -> list[int]:
    """M4: thirty cards in all."""
    by_kind = entry.table(KINDS)
    found: list[int] = []
    for kind, name in enumerate(KINDS):
        for size, copies in enumerate(by_kind[name].items(3, 3)):
            found += [kind * 3 + size] * copies.integer(0, MOST_COPIES)
    if len(found) != CARDS:
        raise entry.bad(f"there are {CARDS} supply cards, not {len(found)} (M4).")
    return found


def _hunters(entry: Field) -> list[int]:
    """M4: the more bags, the fewer hunters."""
    hunters = [number.integer(0, int(HUNTERS_EACH)) for number in entry.items(3, 3)]
    if not hunters[0] > hunters[1] > hunters[2]:
        raise entry.bad("the more bags a card has, the fewer hunters (M4).")
    return hunters


BOOK: Final = parts_of(BUILT_IN)
