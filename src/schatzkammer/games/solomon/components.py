"""Cells, tiles and cards, read once into numbers and masks (S1 to S8).

A cell is a number: row × 6 + column, from the top row down; the entrance is below the last row (S1). It is named
after its column (a to f) and row (1 to 6, 6 at the entrance). A tile is the number of its kind, 0 to 15. A card is a
number from 0 to 31, one less than printed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT
from schatzkammer.core.errors import BadComponents
from schatzkammer.core.game import Json
from schatzkammer.core.resources import read_toml
from schatzkammer.core.validation import Field
from schatzkammer.games.solomon.types import Arrow, Family, MagicObject, Tile

SIDE: Final = 6
CELLS: Final[i64] = 36  # S1
ALL_CELLS: Final[i64] = 68719476735
NOT_TOP: Final[i64] = 68719476672  # all cells but the top row
NOT_BOTTOM: Final[i64] = 1073741823
NOT_LEFT: Final[i64] = 67628691390
NOT_RIGHT: Final[i64] = 33814345695
CELL_NAMES: Final = [f"{'abcdef'[cell % 6]}{cell // 6 + 1}" for cell in range(36)]

# S2: treasures of value 1 to 5, curses of value 1 to 3, four parchments, four magic objects.
KINDS: Final[i64] = 16
MASK: Final[i64] = 5
ALPHA: Final[i64] = 8
MIRROR: Final[i64] = 12
AXE: Final[i64] = 13
SEAL: Final[i64] = 14
AMULET: Final[i64] = 15
TREASURES: Final[list[Tile]] = ["treasure-1", "treasure-2", "treasure-3", "treasure-4", "treasure-5"]
CURSES: Final[list[Tile]] = ["mask", "scorpion", "mummy"]
PARCHMENTS: Final[list[Tile]] = ["alpha", "beta", "gamma", "delta"]
OBJECTS: Final[list[MagicObject]] = ["mirror", "axe", "seal", "amulet"]
KIND_NAMES: Final[list[Tile]] = [*TREASURES, *CURSES, *PARCHMENTS, *OBJECTS]
DESIGNER_NAMES: Final[list[Tile]] = [*KIND_NAMES[:13], "carpet", *KIND_NAMES[14:]]  # S53
VALUE: Final = [1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]  # of a treasure when it pays (S61)
CURSE: Final = [0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0]  # the cost of a curse (S60)
SHOWN: Final = [4, 3, 2, 1, 0, *range(5, 16)]  # the kinds in display order

CARDS: Final[i64] = 32  # S6
ALL_CARDS: Final[i64] = 4294967295
COINS: Final[i64] = 40  # S8
CARD_NAMES: Final = [str(number) for number in range(1, 33)]

SET_POINTS: Final[i64] = 10  # S71
CURSE_PRIZES: Final = [24, 12]  # S72: first and second
MAGIC_PRIZES: Final = [16, 8]

# S52: where a card's arrow points, in quarter turns clockwise; down is the direction without the Mirror (S41).
ARROWS: Final[list[Arrow]] = ["down", "left", "up", "right"]

BUILT_IN: Final = read_toml("schatzkammer.games.solomon", "data/components.toml")

GROUPS: Final = ["treasures", "curses", "parchments", "magic"]
GROUP_KINDS: Final = [5, 3, 4, 4]
GROUP_TILES: Final = [55, 34, 38, 17]  # S2
GROUP_FAMILIES: Final[list[Family]] = ["treasure", "curse", "parchment", "magic"]
FAMILIES: Final = [family for family, kinds in zip(GROUP_FAMILIES, GROUP_KINDS, strict=True) for _ in range(kinds)]


def _near(cell: int) -> int:
    """S30: the up to eight cells around a cell."""
    cells = 0
    for other in range(36):
        if other != cell and abs(other // 6 - cell // 6) <= 1 and abs(other % 6 - cell % 6) <= 1:
            cells |= BIT[other]
    return cells


NEAR: Final = [_near(cell) for cell in range(36)]


class Shape:
    """A card in one direction: the areas it covers, by their first cell in reading order."""

    def __init__(self, picture: list[tuple[int, int]]) -> None:
        cells = sorted(picture)
        top, left = cells[0]
        self.cells = [(row - top, column - left) for row, column in cells]
        self.offsets: i64 = 0  # of the other cells from the first, as digits in base 64
        for row, column in reversed(self.cells[1:]):
            self.offsets = self.offsets * 64 + (row * SIDE + column)
        self.areas = [0] * 36  # by first cell; 0 where the shape does not fit the board
        self.firsts: i64 = 0  # the first cells where the shape fits
        for cell in range(36):
            area = [(cell // 6 + row, cell % 6 + column) for row, column in self.cells]
            if all(0 <= row < SIDE and 0 <= column < SIDE for row, column in area):
                self.firsts |= BIT[cell]
                for row, column in area:
                    self.areas[cell] |= BIT[row * 6 + column]


class Card:
    """S6: a digging card, with its shape in each direction (S52)."""

    def __init__(self, rows: list[str]) -> None:
        self.picture = rows
        cells = [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "#"]
        self.size: i64 = len(cells)
        self.shapes: list[Shape] = []
        for _ in ARROWS:
            self.shapes.append(Shape(cells))
            cells = [(column, -row) for row, column in cells]


class Box:
    """A component set: the number of tiles of each kind, light and dark (S4, S5), and the cards (S7)."""

    def __init__(self, light: list[int], dark: list[int], cards: list[Card]) -> None:
        self.light = light
        self.dark = dark
        self.cards = cards


def box(components: Json) -> Box:
    """A component set; raises BadComponents for a wrong entry."""
    entries = Field(components, BadComponents).table(["coins", "start", "points", "tiles", "cards"])
    for name in ("coins", "start", "points"):
        if components[name] != BUILT_IN[name]:
            raise entries[name].bad("the rules fix this entry (S8, S11, S12, S71, S72).")
    groups = entries["tiles"].table(["light", "dark"])
    light = _tiles(groups["light"], 36)
    dark = _tiles(groups["dark"], 108)
    first = 0
    for name, kinds, expected in zip(GROUPS, GROUP_KINDS, GROUP_TILES, strict=True):
        number = sum(light[first : first + kinds]) + sum(dark[first : first + kinds])
        if number != expected:
            raise entries["tiles"].bad(f"there are {expected} {name} in both groups together, not {number} (S2).")
        first += kinds
    return Box(light, dark, _cards(entries["cards"]))


def _tiles(entry: Field, expected: int) -> list[int]:
    """S3: by kind, the number of tiles in one group."""
    groups = entry.table(GROUPS)
    counts: list[int] = []
    for name, kinds in zip(GROUPS[:3], GROUP_KINDS[:3], strict=True):
        counts += [item.integer(0, expected) for item in groups[name].items(kinds, kinds)]
    objects = groups["magic"].table(OBJECTS)
    counts += [objects[name].integer(0, expected) for name in OBJECTS]
    if sum(counts) != expected:
        raise entry.bad(f"this group has {expected} tiles, not {sum(counts)} (S3).")
    return counts


def _cards(entry: Field) -> list[Card]:
    """S6: 32 cards with 3 to 6 cells, never fewer than the card before; card 1 has 3, 15 has 5, 32 has 6."""
    pictures = entry.table(CARD_NAMES)
    cards: list[Card] = []
    for name in CARD_NAMES:
        rows = [line.text() for line in pictures[name].items(1, SIDE)]
        if len({len(row) for row in rows}) != 1 or len(rows[0]) > SIDE or set("".join(rows)) - {"#", "."}:
            raise pictures[name].bad("a picture has rows of equal length, at most 6, of the signs # and . (S6).")
        size = "".join(rows).count("#")
        if not 3 <= size <= 6:
            raise pictures[name].bad(f"a card has 3 to 6 cells, not {size} (S6).")
        if cards and size < cards[-1].size:
            raise pictures[name].bad("a card with a higher number never has fewer cells (S6).")
        if size != {"1": 3, "15": 5, "32": 6}.get(name, size):
            raise pictures[name].bad("card 1 has 3 cells, card 15 has 5 and card 32 has 6 (S6).")
        cards.append(Card(rows))
    return cards


BOOK: Final = box(BUILT_IN)
