"""Action numbers and notation, one to one.

| numbers | notation        | what it does                                                      |
| ------- | --------------- | ----------------------------------------------------------------- |
| 0-31    | play 15         | choose a card in secret (S21)                                     |
| 32-251  | shift c3 d4     | move the top tile of c3 onto its neighbour d4 (S30)               |
| 252-287 | name c3         | name the area whose first cell is c3 (S36)                        |
| 288-323 | dig c3          | dig the area whose first cell is c3 (S40)                         |
| 324-359 | cell c3         | the Seal: c3 is part of the area (S54)                            |
| 360-363 | use mirror      | use a magic object for the dig (S50)                              |
| 364-367 | turn left       | the Mirror: the card's arrow points there (S52)                   |
| 368-383 | give treasure-1 | add a tile of one's own to finds that are lost (S64)              |
| 384     | stop            | end the turn without a dig (S40)                                  |

The first cell of an area is the leftmost one of its uppermost row.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import BIT
from schatzkammer.games.solomon.components import ARROWS, CARD_NAMES, CELL_NAMES, KIND_NAMES, NEAR, OBJECTS

FIRST_PLAY: Final[i64] = 0
FIRST_SHIFT: Final[i64] = 32
FIRST_NAME: Final[i64] = 252
FIRST_DIG: Final[i64] = 288
FIRST_CELL: Final[i64] = 324
FIRST_USE: Final[i64] = 360
FIRST_TURN: Final[i64] = 364
FIRST_GIVE: Final[i64] = 368
STOP: Final[i64] = 384
ACTIONS: Final[i64] = 385

# The two cells of every shift, in the order of their numbers; and the number of a pair of cells.
SHIFTS: Final = [(cell, other) for cell in range(36) for other in range(36) if NEAR[cell] & BIT[other]]
FROM: Final = [pair[0] for pair in SHIFTS]
ONTO: Final = [pair[1] for pair in SHIFTS]

# The eight ways from a cell to its neighbours, in ascending order: to the row above, left, right, below.
OFFSETS: Final = [-7, -6, -5, -1, 1, 5, 6, 7]


def _ways(chosen: int) -> int:
    """The ways among eight bits, lowest first, as digits in base 8 below a leading 1."""
    digits = 1
    for way in reversed(range(8)):
        if chosen & BIT[way]:
            digits = digits * 8 + way
    return digits


# Small tables and numbers kept as objects: a list of legal moves is put together from what is near at hand.
WAYS: Final = [_ways(chosen) for chosen in range(256)]
NUMBERS: Final[list[object]] = list(range(385))
SHIFT_NUMBERS: Final[list[object]] = [
    32 + SHIFTS.index((cell, cell + offset)) if (cell, cell + offset) in SHIFTS else None
    for cell in range(36)
    for offset in OFFSETS
]

NOTATION: Final = (
    [f"play {card}" for card in CARD_NAMES]
    + [f"shift {CELL_NAMES[cell]} {CELL_NAMES[other]}" for cell, other in SHIFTS]
    + [f"name {cell}" for cell in CELL_NAMES]
    + [f"dig {cell}" for cell in CELL_NAMES]
    + [f"cell {cell}" for cell in CELL_NAMES]
    + [f"use {name}" for name in OBJECTS]
    + [f"turn {arrow}" for arrow in ARROWS]
    + [f"give {kind}" for kind in KIND_NAMES]
    + ["stop"]
)
NUMBER: Final = {move: action for action, move in enumerate(NOTATION)}
