"""Action numbers and notation, one to one."""

from __future__ import annotations

from typing import Final

from schatzkammer.core.bits import BIT
from schatzkammer.core.turn import ActionSpace, Block
from schatzkammer.games.solomon.components import ARROWS, CARD_NAMES, CELL_NAMES, KIND_NAMES, NEAR, OBJECTS

# The eight directions in which a tile can be shifted, as differences of cell numbers.
OFFSETS: Final = [-7, -6, -5, -1, 1, 5, 6, 7]

SPACE: Final = ActionSpace()


def _shifts(offset: int) -> Block:
    cells = [cell for cell in range(36) if 0 <= cell + offset < 36 and NEAR[cell] & BIT[cell + offset]]
    return SPACE.block([f"shift {CELL_NAMES[cell]} {CELL_NAMES[cell + offset]}" for cell in cells], cells)


PLAY: Final = SPACE.block([f"play {card}" for card in CARD_NAMES])  # a card, in secret (S21)
SHIFTS: Final = [_shifts(offset) for offset in OFFSETS]  # the top tile of a cell onto its neighbour (S30)
# An area is named by its first cell: the leftmost cell of its top row.
NAME: Final = SPACE.block([f"name {cell}" for cell in CELL_NAMES])  # an area, before shifting (S36)
DIG: Final = SPACE.block([f"dig {cell}" for cell in CELL_NAMES])  # an area (S40)
CELL: Final = SPACE.block([f"cell {cell}" for cell in CELL_NAMES])  # the Seal: part of the area (S54)
USE: Final = SPACE.block([f"use {name}" for name in OBJECTS])  # a magic object, for the dig (S50)
TURN: Final = SPACE.block([f"turn {arrow}" for arrow in ARROWS])  # the Mirror: where the card's arrow points (S52)
GIVE: Final = SPACE.block([f"give {kind}" for kind in KIND_NAMES])  # a tile of one's own, added to lost finds (S64)
STOP: Final = SPACE.block(["stop"])  # end the turn without a dig (S40)

# The two cells of a shift by action number; the action number of a shift by cell × 36 + onto.
SHIFT_FROM: Final = [0] * int(NAME.first)
SHIFT_ONTO: Final = [0] * int(NAME.first)
SHIFT_OF: Final = [-1] * 1296
for offset, block in zip(OFFSETS, SHIFTS, strict=True):
    for index, cell in enumerate(block.bits):
        SHIFT_FROM[int(block.first) + index] = cell
        SHIFT_ONTO[int(block.first) + index] = cell + offset
        SHIFT_OF[cell * 36 + cell + offset] = int(block.first) + index
