"""Action numbers and notation, one to one.

| numbers | notation           | step                                                                   |
| ------- | ------------------ | ---------------------------------------------------------------------- |
| 0-14    | give ruby-2        | keep a supply card, then give one to each other player (M30)           |
| 15-30   | discard ruby-2     | discard one of eight cards, a joker too (M32)                          |
| 31-36   | place D            | place a hunter in a dungeon (M40, M46)                                 |
| 37-40   | enter landing      | place a hunter in a bonus area (M42)                                   |
| 41-46   | lay D              | lay the next treasure in a dungeon (M50)                               |
| 47-61   | take ruby-3        | collect a treasure (M61)                                               |
| 62-77   | pay ruby-2         | pay for it with a card, or with a joker (M62, M63)                     |
| 78-125  | down chest-3 2     | move the third marble from below 2 places down (M70)                   |
| 126-135 | up ruby 1          | move a market marker 1 place up (M70)                                  |
| 136-139 | lane chest         | put the acting marble at the upper end of a lane (M21)                 |
| 140     | pass               | place, collect or change nothing more; give a player no card (M33)     |
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.games.monte_cristo.components import BONUSES, DUNGEONS, KINDS, LANES, TYPE_NAMES

FIRST_GIVE: Final[i64] = 0
FIRST_DISCARD: Final[i64] = 15
FIRST_PLACE: Final[i64] = 31
FIRST_LAY: Final[i64] = 41
FIRST_TAKE: Final[i64] = 47
FIRST_PAY: Final[i64] = 62
FIRST_CHANGE: Final[i64] = 78
FIRST_LANE: Final[i64] = 136
PASS: Final[i64] = 140
ACTIONS: Final[i64] = 141

CARD_NAMES: Final = [*TYPE_NAMES, "joker"]

NOTATION: Final = (
    [f"give {card}" for card in TYPE_NAMES]
    + [f"discard {card}" for card in CARD_NAMES]
    + [f"place {dungeon}" for dungeon in DUNGEONS]
    + [f"enter {bonus}" for bonus in BONUSES]
    + [f"lay {dungeon}" for dungeon in DUNGEONS]
    + [f"take {treasure}" for treasure in TYPE_NAMES]
    + [f"pay {card}" for card in CARD_NAMES]
    # The lowest marble of a lane, place 1, can never go down.
    + [f"down {lane}-{place} {by}" for lane in LANES for place in range(2, 8) for by in (1, 2)]
    + [f"up {kind} {by}" for kind in KINDS for by in (1, 2)]
    + [f"lane {lane}" for lane in LANES]
    + ["pass"]
)
NUMBER: Final = {move: action for action, move in enumerate(NOTATION)}
