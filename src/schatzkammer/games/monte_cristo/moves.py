"""Action numbers and their notation."""

from __future__ import annotations

from typing import Final

from schatzkammer.core.turn import ActionSpace
from schatzkammer.games.monte_cristo.components import BONUSES, DUNGEONS, KINDS, LANES, TYPE_NAMES

CARD_NAMES: Final = [*TYPE_NAMES, "joker"]

SPACE: Final = ActionSpace()
GIVE: Final = SPACE.block([f"give {card}" for card in TYPE_NAMES])  # the first to oneself, then to the others (M30)
DISCARD: Final = SPACE.block([f"discard {card}" for card in CARD_NAMES])  # the eighth card (M32)
# A hunter enters a dungeon (M41, M46) or a bonus area (M42).
PLACE: Final = SPACE.block([f"place {dungeon}" for dungeon in DUNGEONS] + [f"enter {bonus}" for bonus in BONUSES])
LAY: Final = SPACE.block([f"lay {dungeon}" for dungeon in DUNGEONS])  # the next treasure (M50)
TAKE: Final = SPACE.block([f"take {treasure}" for treasure in TYPE_NAMES])  # M61
PAY: Final = SPACE.block([f"pay {card}" for card in CARD_NAMES])  # M62, M63
# M70: a marble goes down (the lowest one cannot), or a market marker up.
CHANGE: Final = SPACE.block(
    [f"down {lane}-{place} {by}" for lane in LANES for place in range(2, 8) for by in (1, 2)]
    + [f"up {kind} {by}" for kind in KINDS for by in (1, 2)]
)
MARBLE: Final = SPACE.block([f"lane {lane}" for lane in LANES])  # the acting marble joins its upper end (M21)
SPACE.block(["pass"])  # stop placing or collecting, change nothing, or give no card (M33)
