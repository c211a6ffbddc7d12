"""Names, pieces and points, read once into numbers (M1 to M6).

The type of a treasure or of a supply card is a number: kind × 3 + value (or bags) − 1. Its name is like "ruby-3".
Seats play the colours in the order red, blue, green, yellow.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.errors import BadComponents
from schatzkammer.core.game import Json
from schatzkammer.core.resources import read_toml
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
MOST_COPIES: Final = 15  # of one card: what four bits can count
MOST_POINTS: Final = 100  # for fame in a component set

BUILT_IN: Final = read_toml("schatzkammer.games.monte_cristo", "data/components.toml")


def marbles_each(players: int) -> int:
    """M2, M10: two players have six marbles each, three or four have four."""
    return 6 if players == 2 else 4


class Parts:
    """A component set as the rules use it."""

    def __init__(self, treasures: list[int], cards: list[int], hunters: list[int], prices: list[int]) -> None:
        self.treasures = treasures  # M3: all thirty
        self.cards = cards  # M4: all thirty
        self.hunters = hunters  # M4: on cards with 1, 2 and 3 bags
        self.prices = prices  # M5: by rank in the market, from the top
        self.landing: i64 = 0
        self.fame: i64 = 0
        self.reinforcement: i64 = 0


def parts_of(components: Json) -> Parts:
    """A component set; raises BadComponents for a wrong entry."""
    fixed = ["colours", "marbles", "kinds", "dungeons", "bonuses", "lanes"]
    entries = Field(components, BadComponents).table([*fixed, "treasures", "supply", "market", "bonus"])
    for name in fixed:
        if components[name] != BUILT_IN[name]:
            raise entries[name].bad("the rules fix this entry (M1, M2, M3, M6, M20).")
    supply = entries["supply"].table(["hunters", "cards"])
    prices = [entry.integer(1, 3) for entry in entries["market"].table(["prices"])["prices"].items(5, 5)]
    if prices != sorted(prices, reverse=True):
        raise entries["market"].bad("a higher rank is worth no less than a lower one (M5).")
    parts = Parts(_treasures(entries["treasures"]), _cards(supply["cards"]), _hunters(supply["hunters"]), prices)
    bonus = entries["bonus"].table(["landing", "fame", "reinforcement"])
    parts.landing = bonus["landing"].integer(0, int(HUNTERS_EACH))
    parts.fame = bonus["fame"].integer(0, MOST_POINTS)
    parts.reinforcement = bonus["reinforcement"].integer(0, int(HUNTERS_EACH))
    return parts


def _treasures(entry: Field) -> list[int]:
    """M3: six treasures of each kind."""
    by_kind = entry.table(KINDS)
    types: list[int] = []
    for kind, name in enumerate(KINDS):
        types += [kind * 3 + value.integer(1, 3) - 1 for value in by_kind[name].items(6, 6)]
    return sorted(types)


def _cards(entry: Field) -> list[int]:
    """M4: thirty cards."""
    by_kind = entry.table(KINDS)
    types: list[int] = []
    for kind, name in enumerate(KINDS):
        for size, copies in enumerate(by_kind[name].items(3, 3)):
            types += [kind * 3 + size] * copies.integer(0, MOST_COPIES)
    if len(types) != CARDS:
        raise entry.bad(f"there are {CARDS} supply cards, not {len(types)} (M4).")
    return types


def _hunters(entry: Field) -> list[int]:
    """M4: the more bags, the fewer hunters."""
    hunters = [number.integer(0, int(HUNTERS_EACH)) for number in entry.items(3, 3)]
    if not hunters[0] > hunters[1] > hunters[2]:
        raise entry.bad("a card with more bags has fewer hunters (M4).")
    return hunters


BOOK: Final = parts_of(BUILT_IN)
