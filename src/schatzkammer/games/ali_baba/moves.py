"""Action numbers and their notation."""

from __future__ import annotations

from typing import Final

from schatzkammer.core.turn import ActionSpace
from schatzkammer.games.ali_baba.components import BAN_NAMES, SLOT_NAMES, TILE_NAMES

SPACE: Final = ActionSpace()
TAKE: Final = SPACE.block([f"take {slot}" for slot in SLOT_NAMES])  # A10
ALSO: Final = SPACE.block([f"also {slot}" for slot in SLOT_NAMES])  # green: a second tile (A23)
SHOW: Final = SPACE.block([f"show {tile}" for tile in TILE_NAMES])  # yellow: an opponent's choice (A24)
PICK: Final = SPACE.block([f"pick {tile}" for tile in TILE_NAMES])  # yellow: one of the tiles shown (A24)
SWAP: Final = SPACE.block([*[f"swap {tile}" for tile in TILE_NAMES], "keep"])  # the lamp, or keep it (A41)
BAN: Final = SPACE.block([f"ban {name}" for name in BAN_NAMES])  # white: a treasure or a colour (A25)
ASK: Final = SPACE.block(["ask"])  # yellow: opponents show a tile each (A24)
SPACE.block(["pass"])  # declines a spell or the tiles shown (A24, A27)
