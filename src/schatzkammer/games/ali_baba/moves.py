"""Action numbers and notation, one to one."""

from __future__ import annotations

from typing import Final

from schatzkammer.core.turn import ActionSpace
from schatzkammer.games.ali_baba.components import BAN_NAMES, SLOT_NAMES, TILE_NAMES

SPACE: Final = ActionSpace()
TAKE: Final = SPACE.block([f"take {slot}" for slot in SLOT_NAMES])  # the tile on a slot (A10)
ALSO: Final = SPACE.block([f"also {slot}" for slot in SLOT_NAMES])  # green: one more (A23)
SHOW: Final = SPACE.block([f"show {tile}" for tile in TILE_NAMES])  # yellow: an opponent's secret choice (A24)
PICK: Final = SPACE.block([f"pick {tile}" for tile in TILE_NAMES])  # yellow: a tile that was shown (A24)
SWAP: Final = SPACE.block([*(f"swap {tile}" for tile in TILE_NAMES), "keep"])  # for a tile beside, or not (A41)
BAN: Final = SPACE.block([f"ban {name}" for name in BAN_NAMES])  # white: a treasure or a colour (A25)
ASK: Final = SPACE.block(["ask"])  # yellow: the opponents show a tile each (A24)
SPACE.block(["pass"])  # decline a spell, or the tiles shown (A24, A27)
