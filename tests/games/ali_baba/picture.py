"""Positions as pictures: the layers side by side, the floor first.

    ## ## ## ## ## | ## ## ## ## | ## ## ## | .. bC
    ## ## ## ## ## | ## ## ## ## | ## ## ## | .. ..
    ## ## ## ## ## | ## ## ## ## | ## ## ## |
    ## ## ## ## ## | ## ## ## ## |          |
    ## ## ## ## ## |             |          |

`bC` is the blue carpet, `..` an empty place, `##` a tile that does not matter. Colours: p(ink), b(lue),
n (brown), g(reen), y(ellow), w(hite). Treasures: D(iamond), C(arpet), S(word), R(ing), T (chest),
A (statue), K (crown), U (ruby), L(amp), N(ecklace).
"""

from __future__ import annotations

import schatzkammer as sk
from schatzkammer.core.bits import BIT
from schatzkammer.games.ali_baba.components import COLOURS, LARGE, SLOT_NAMES, SMALL, TILE_NAMES, TREASURES, Cave

SIZES = {"large": [(5, 5), (4, 4), (3, 3), (2, 2)], "small": [(4, 4), (4, 3), (3, 2), (2, 1)]}
LEFT_OVER = {"classic": 6, "lamp": 0, "equal": 0, "small": 6}
CODES = {f"{'pbngyw'[tile % 6]}{'DCSRTAKULN'[tile // 6]}": name for tile, name in enumerate(TILE_NAMES)}
NAMES = {name: code for code, name in CODES.items()}

assert COLOURS[2] == "brown"
assert TREASURES[4:8] == ["chest", "statue", "crown", "ruby"]

FULL = """
## ## ## ## ## | ## ## ## ## | ## ## ## | ## ##
## ## ## ## ## | ## ## ## ## | ## ## ## | ## ##
## ## ## ## ## | ## ## ## ## | ## ## ## |
## ## ## ## ## | ## ## ## ## |          |
## ## ## ## ## |             |          |
"""
FLOOR = """
{} .. | .. .. .. .. | .. .. .. | .. ..
{} .. .. .. | .. .. .. .. | .. .. .. | .. ..
.. .. .. .. .. | .. .. .. .. | .. .. .. |
.. .. .. .. .. | .. .. .. .. |          |
.. .. .. .. .. |             |          |
"""
TOWER = """
{} .. | .. .. .. .. | .. .. .. | .. ..
{} .. .. .. | .. .. .. .. | .. .. .. | .. ..
.. .. .. .. .. | .. .. .. .. | .. .. .. |
.. .. .. ## ## | .. .. .. pK |          |
.. .. .. ## ## |             |          |
"""


def parse(picture: str) -> dict[str, str]:
    """Slot by slot what the picture shows, empty places left out."""
    board: dict[str, str] = {}
    for row, line in enumerate(picture.strip().splitlines()):
        for layer, part in enumerate(line.split("|")):
            for column, code in enumerate(part.split()):
                if code != "..":
                    board[f"{layer + 1}{'abcde'[column]}{row + 1}"] = code
    return board


def draw(board: dict[str, str], cave: str = "large") -> str:
    """The picture of a board given by tile names."""
    sizes = SIZES[cave]
    lines = []
    for row in range(sizes[0][0]):
        parts = []
        for layer, (rows, columns) in enumerate(sizes):
            slots = [f"{layer + 1}{'abcde'[column]}{row + 1}" for column in range(columns)]
            codes = [NAMES.get(board.get(slot, ".."), "..") for slot in slots] if row < rows else ["  "] * columns
            parts.append(" ".join(codes))
        lines.append(" | ".join(parts).rstrip())
    return "\n".join(lines)


def tiles(codes: str) -> list[str]:
    """Tile names from codes."""
    return [CODES[code] for code in codes.split()]


def floor(first: str, second: str = "pN bN") -> str:
    """A cave of which only the beginnings of two floor rows are left: four places and two."""
    return FLOOR.format(first, second)


def floor_and_tower(first: str, second: str = "pN bN") -> str:
    """The same with four tiles still face down in the far corner, so that the end is not near."""
    return TOWER.format(first, second)


def hand(m: sk.Match, seat: int) -> list[str]:
    """The tiles of a seat."""
    return m.position()["seats"][seat]["tiles"]


def match(
    picture: str,
    hands: list[str],
    to_act: int = 0,
    options: dict | None = None,
    bans: list[str | None] | None = None,
    points: list[int] | None = None,
    beside: str = "",
    removed: list[str] | None = None,
    last_turn: int | None = None,
    components: dict | None = None,
) -> sk.Match:
    """A match in which `to_act` is about to take a tile.

    Tiles that neither picture nor hands name go where they do not matter: to the `##` places and those left
    over; of what is still to be placed the last hand gets everything.
    """
    players = len(hands)
    options = {"variant": "classic", "memory": "screens", **(options or {})}
    drawn = parse(picture)
    named = [CODES[code] for code in drawn.values() if code != "##"]
    owned = [tiles(codes) for codes in hands]
    taken = {*named, *tiles(beside), *(tile for hand in owned for tile in hand)}
    free = [tile for tile in TILE_NAMES if tile not in taken and tile.split("-")[1] not in (removed or [])]
    board = {slot: CODES[code] if code != "##" else free.pop() for slot, code in drawn.items()}
    left_over = [free.pop() for _ in range(LEFT_OVER[options["variant"]])]
    owned[-1] += free
    away = (36 if options["variant"] == "small" else 54) - len(board)
    turn = next(turn for turn in range((away + 1) // 2, away + 1) if turn % players == to_act)
    cave = SMALL if options["variant"] == "small" else LARGE
    hidden = any(_covered(slot, board, cave) for slot in board)
    return sk.from_position(
        "ali-baba",
        {
            "game": "ali-baba",
            "rules": 1,
            "players": players,
            "options": options,
            **({"components": components} if components else {}),
            "turn": turn,
            "last_turn": None if hidden else last_turn or ((turn - 1) // players + 2) * players,
            "step": "take",
            "slot": None,
            "spell": None,
            "turned": 0,
            "removed": removed or [],
            "board": board,
            "beside": tiles(beside),
            "left_over": left_over,
            "seats": [
                {
                    "points": (points or [0] * players)[seat],
                    "tiles": sorted(owned[seat], key=TILE_NAMES.index),
                    "ban": (bans or [None] * players)[seat],
                    "shown": None,
                }
                for seat in range(players)
            ],
        },
    )


def _covered(slot: str, board: dict[str, str], cave: Cave) -> bool:
    """Whether a tile lies on this one."""
    return bool(cave.above[SLOT_NAMES.index(slot)] & sum(BIT[SLOT_NAMES.index(name)] for name in board))
