"""Action numbers and notation, one to one.

| numbers | notation            | step                                       |
| ------- | ------------------- | ------------------------------------------ |
| 0-53    | take 4a1            | take the tile on a slot (A10)              |
| 54-107  | also 3b2            | green: take one more (A23)                 |
| 108-167 | show blue-carpet    | yellow: an opponent's secret choice (A24)  |
| 168-227 | pick blue-carpet    | yellow: take a tile that was shown (A24)   |
| 228-287 | swap blue-carpet    | lamp: swap it for a tile beside (A41)      |
| 288     | keep                | lamp: keep it (A41)                        |
| 289-304 | ban carpet, ban blue| white: ban a treasure or a colour (A25)    |
| 305     | ask                 | yellow: let the opponents show (A24)       |
| 306     | pass                | decline a spell, or a tile shown (A24, A27)|
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.games.ali_baba.components import BAN_NAMES, SLOT_NAMES, TILE_NAMES

FIRST_TAKE: Final[i64] = 0
FIRST_ALSO: Final[i64] = 54
FIRST_SHOW: Final[i64] = 108
FIRST_PICK: Final[i64] = 168
FIRST_SWAP: Final[i64] = 228
FIRST_BAN: Final[i64] = 289
ASK: Final[i64] = 305
PASS: Final[i64] = 306
ACTIONS: Final[i64] = 307

NOTATION: Final = (
    [f"take {slot}" for slot in SLOT_NAMES]
    + [f"also {slot}" for slot in SLOT_NAMES]
    + [f"show {tile}" for tile in TILE_NAMES]
    + [f"pick {tile}" for tile in TILE_NAMES]
    + [f"swap {tile}" for tile in TILE_NAMES]
    + ["keep"]
    + [f"ban {name}" for name in BAN_NAMES]
    + ["ask", "pass"]
)
NUMBER: Final = {move: action for action, move in enumerate(NOTATION)}
