"""Positions as pictures: six rows of stacks, the entrance below the last row.

    ###5 ##a  .    #    #    #
    ...

A stack is written from the bottom to the top, `.` is an empty cell, `#` a tile that does not matter.
Treasures: 1 2 3 4 5. Curses: m(ask), s(corpion), u (mummy). Parchments: a b c d. Objects: M(irror), X (axe),
S(eal), A(mulet).
"""

from __future__ import annotations

from collections import Counter

import schatzkammer as sk
from schatzkammer.games.solomon.components import BOOK, CARD_NAMES, CELL_NAMES, KIND_NAMES

CODES = dict(zip("12345msuabcdMXSA", KIND_NAMES, strict=True))
NAMES = {name: code for code, name in CODES.items()}
ROUNDS = {2: 12, 3: 8, 4: 6, 5: 5}
COINS = {2: 10, 3: 10, 4: 10, 5: 8}
OPTIONS = {"edition": "published", "declare": "after", "open_finds": "round", "uphill": False, "memory": "screens"}

FLAT = "\n".join(["# # # # # #"] * 6)


def parse(picture: str) -> dict[str, str]:
    """Cell by cell what the picture shows, empty cells left out."""
    stacks = picture.split()
    assert len(stacks) == 36
    return {cell: stack for cell, stack in zip(CELL_NAMES, stacks, strict=True) if stack != "."}


def draw(cave: dict[str, list[str]]) -> str:
    """The picture of a cave given by tile names."""
    stacks = ["".join(NAMES[tile] for tile in cave.get(cell, ())) or "." for cell in CELL_NAMES]
    return "\n".join(" ".join(stacks[6 * row : 6 * row + 6]) for row in range(6))


def tiles(codes: str) -> list[str]:
    """Tile names from codes."""
    return [CODES[code] for code in codes]


def counted(names: list[str]) -> dict[str, int]:
    """Tiles by name, in the order of positions."""
    found = Counter(names)
    return {name: found[name] for name in KIND_NAMES if found[name]}


def position(
    picture: str,
    cards: list[int],
    hoards: list[str] | None = None,
    coins: list[int] | None = None,
    options: dict | None = None,
    played_rounds: int = 0,
    waiting: list[int] | None = None,
    unseen: dict[str, int] | None = None,
    deals: list[dict] | None = None,
) -> dict:
    """A position in which the lowest of the cards of those who wait is about to be played out.

    Tiles that nobody names lie where they do not matter: in the cave as `#`, else discarded. Nothing is unseen
    unless it is said so.
    """
    players = len(cards)
    owned = [tiles(codes) for codes in hoards or [""] * players]
    drawn = parse(picture)
    free = Counter({name: BOOK.light[kind] + BOOK.dark[kind] for kind, name in enumerate(KIND_NAMES)})
    free.subtract(Counter(tile for hoard in owned for tile in hoard))
    free.subtract(Counter(CODES[code] for stack in drawn.values() for code in stack if code != "#"))
    assert min(free.values()) >= 0, "the game does not have so many tiles of a kind"
    fillers = sorted(free.elements(), key=lambda tile: (not tile.startswith("treasure"), tile))
    fillers.sort(key=lambda tile: tile not in ("alpha", "beta", "gamma", "delta"))
    cave = {cell: [CODES[code] if code != "#" else fillers.pop(0) for code in stack] for cell, stack in drawn.items()}
    purse = coins or [COINS[players]] * players
    others = [card for card in CARD_NAMES if int(card) not in cards]
    left = ROUNDS[players] - played_rounds - 1
    hands = [[others.pop() for _ in range(left)] for _ in range(players)]
    unused = [others.pop() for _ in range(32 - players * ROUNDS[players])]
    return {
        "game": "solomon",
        "rules": 1,
        "players": players,
        "options": {**OPTIONS, **(options or {})},
        "round": played_rounds,
        "step": "act",
        "cave": cave,
        "unseen": unseen or {},
        "unused": sorted(unused, key=int),
        "waiting": waiting or [*range(players)],
        "seats": [
            {
                "coins": purse[seat],
                "tiles": counted(owned[seat]),
                "finds": [],
                "hand": sorted(hands[seat], key=int),
                "card": str(cards[seat]),
            }
            for seat in range(players)
        ],
        "supply": 40 - sum(purse),
        "beside": {},
        "discarded": counted(fillers),
        "deals": deals or [],
        "turn": {"shifts": 0, "objects": [], "arrow": None, "area": [], "named": False, "lost": []},
        "chance": {"key": "00" * 32, "spent": 0},
    }


def match(picture: str, cards: list[int], **more: object) -> sk.Match:
    """A match that starts from such a position."""
    return sk.from_position("solomon", position(picture, cards, **more))
