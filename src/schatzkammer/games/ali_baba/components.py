"""Tiles, caves and points, read once into numbers and masks (A1 to A4, A43).

A tile is a number: treasure × 6 + colour. Slots are numbered from the floor up: the large cave has 54, the small
cave uses 36 of the same numbers, so that moves have the same numbers and names in both. A slot is named after
its layer (1 is the floor), column (a ...) and row (1 ...): "4b1".
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT, count, members
from schatzkammer.core.errors import BadComponents
from schatzkammer.core.game import Json
from schatzkammer.core.resources import read_toml
from schatzkammer.core.validation import Field
from schatzkammer.games.ali_baba.types import Ban, Colour, Treasure

PINK: Final[i64] = 0
BLUE: Final[i64] = 1
BROWN: Final[i64] = 2
GREEN: Final[i64] = 3
YELLOW: Final[i64] = 4
COLOURS: Final[list[Colour]] = ["pink", "blue", "brown", "green", "yellow", "white"]

LAMP: Final[i64] = 8
TREASURES: Final[list[Treasure]] = [
    "diamond",
    "carpet",
    "sword",
    "ring",
    "chest",
    "statue",
    "crown",
    "ruby",
    "lamp",
    "necklace",
]

TILES: Final[i64] = 60  # A1: each treasure once in each colour
ALL_TILES: Final[i64] = 1152921504606846975
TILE_NAMES: Final = [f"{colour}-{treasure}" for treasure in TREASURES for colour in COLOURS]
TREASURE_OF: Final = [tile // 6 for tile in range(60)]
COLOUR_OF: Final = [tile % 6 for tile in range(60)]

# What a ban can name (A25): the ten treasures, then the six colours; and the tiles of each.
BAN_NAMES: Final[list[Ban]] = [*TREASURES, *COLOURS]
BAN_TILES: Final = [sum(BIT[t] for t in range(60) if t // 6 == kind) for kind in range(10)] + [
    sum(BIT[t] for t in range(60) if t % 6 == colour) for colour in range(6)
]
LAMPS: Final[i64] = BAN_TILES[8]

MOST_POINTS: Final = 1000  # for any entry of a component set

BUILT_IN: Final = read_toml("schatzkammer.games.ali_baba", "data/components.toml")


def _slot_names() -> list[str]:
    names: list[str] = []
    for layer, size in enumerate((5, 4, 3, 2)):
        names += [f"{layer + 1}{'abcde'[column]}{row + 1}" for row in range(size) for column in range(size)]
    return names


SLOT_NAMES: Final = _slot_names()


class Cave:
    """The geometry of a cave (A4, A43): for each slot, the slots below, above and beside it."""

    def __init__(self, layers: list[tuple[int, int]]) -> None:
        self.slots: i64 = 0  # all slots of this cave
        self.floor: i64 = 0  # the slots of the lowest layer
        self.below: list[list[int]] = [[] for _ in SLOT_NAMES]
        self.above = [0] * len(SLOT_NAMES)
        self.touching = [0] * len(SLOT_NAMES)
        self.layers = layers
        for layer, (rows, columns) in enumerate(layers):
            for row in range(rows):
                for column in range(columns):
                    self._add(layer, row, column)
        self.order = members(self.slots, 0)
        self.top = self.uncovered(self.slots)

    def _add(self, layer: int, row: int, column: int) -> None:
        slot = _slot(layer, row, column)
        self.slots |= BIT[slot]
        rows, columns = self.layers[layer]
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < rows and 0 <= c < columns:
                self.touching[slot] |= BIT[_slot(layer, r, c)]
        if layer == 0:
            self.floor |= BIT[slot]
            return
        # Where a layer has one row (column) fewer than the layer below, each tile rests across two rows (columns).
        rows_below, columns_below = self.layers[layer - 1]
        for r in range(row, row + rows_below - rows + 1):
            for c in range(column, column + columns_below - columns + 1):
                under = _slot(layer - 1, r, c)
                self.below[slot].append(under)
                self.above[under] |= BIT[slot]

    def uncovered(self, board: i64) -> i64:
        """The slots of a board that have no tile on top."""
        slots: i64 = 0
        for slot in self.order:
            if board & BIT[slot] and not self.above[slot] & board:
                slots |= BIT[slot]
        return slots


def _slot(layer: int, row: int, column: int) -> int:
    return SLOT_NAMES.index(f"{layer + 1}{'abcde'[column]}{row + 1}")


LARGE: Final = Cave([(5, 5), (4, 4), (3, 3), (2, 2)])
SMALL: Final = Cave([(4, 4), (4, 3), (3, 2), (2, 1)])


class Amounts:
    """The points of a component set for spells (A20, A21, A22) and sets (A32)."""

    def __init__(self, pink: int, blue: int, brown: int, sets: list[int]) -> None:
        self.pink: i64 = pink
        self.blue: i64 = blue
        self.brown: i64 = brown
        self.sets = [0, *sets]

    def of_sets(self, tiles: i64) -> i64:
        """A32: the points of all sets among some tiles."""
        total: i64 = 0
        for treasure in range(10):
            total += self.sets[count(tiles & BAN_TILES[treasure])]
        return total


def amounts(components: Json) -> Amounts:
    """The points of a component set; raises BadComponents for a wrong entry."""
    entries = Field(components, BadComponents).table(["treasures", "colours", "caves", "points"])
    for name in ("treasures", "colours", "caves"):
        if components[name] != BUILT_IN[name]:
            raise entries[name].bad("the rules fix this entry (A1, A4, A43).")
    points = entries["points"].table(["pink", "blue", "brown", "sets"])
    pink, blue, brown = [points[colour].integer(0, MOST_POINTS) for colour in ("pink", "blue", "brown")]
    return Amounts(pink, blue, brown, [entry.integer(0, MOST_POINTS) for entry in points["sets"].items(6, 6)])


BOOK: Final = amounts(BUILT_IN)
