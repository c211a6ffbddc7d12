"""Positions as pictures, one line for each place; lines that do not matter may be left out.

    supply: r b g           the marbles of a lane, the lowest first
    hunters: b g r
    chest: g r b
    order: r g b
    market: R E G S D       the kinds, from the top
    D: R3 E2 E1 / y y r     the treasures of a dungeon / its queue, the foremost first
    landing: r b            the hunters in a bonus area
    r: R2 E3 ? / 2 / 17     a player's cards (? is a joker) / hunters in the supply / points

Players: r(ed), b(lue), g(reen), y(ellow). Kinds: G(old), R(uby), S(apphire), E(merald), D(iamond); with a
number the value of a treasure or the bags of a card.
"""

from __future__ import annotations

from collections import Counter

import schatzkammer as sk
from schatzkammer.games.monte_cristo.components import BONUSES, BOOK, DUNGEONS, KINDS, LANES, TYPE_NAMES

COLOURS = "rbgy"
NAMES = {f"{kind[0].upper()}{size}": f"{kind}-{size}" for kind in KINDS for size in (1, 2, 3)}
CODES = {name: code for code, name in NAMES.items()}
LAYOUT = {2: ["rbr", "rrb", "brb", "bbr"], 3: ["rbg", "bgr", "grb", "rgb"], 4: ["rbgy", "bgyr", "gyrb", "yrbg"]}
NOTHING_OWED = {"owed": {}, "paid": {}, "least": {}, "kind": None, "largest": 0}


def names(codes: str) -> list[str]:
    """Cards or treasures from their codes."""
    return [NAMES[code] for code in codes.split()]


def seats(letters: str) -> list[int]:
    """Seats from the first letters of their colours."""
    return [COLOURS.index(letter) for letter in letters.replace(" ", "")]


def lines(picture: str) -> dict[str, list[str]]:
    """The parts of every line, by its name."""
    found = {}
    for line in picture.strip().splitlines():
        name, _, rest = line.strip().partition(":")
        found[name] = [part.strip() for part in rest.split("/")]
    return found


def position(picture: str, players: int, lane: str, step: str, **changes: object) -> dict:
    """The position that the picture shows; `changes` replace entries of it.

    `deck` and `bag` name what lies on top, `discards` and `aside` what lies there; of what is not named the
    cards go under the deck and the treasures to the bottom of the bag, or, with `rest="away"`, to the discard
    pile and aside.
    """
    drawn = lines(picture)
    away = changes.pop("rest", "") == "away"
    cards, treasures = _Box(BOOK.cards), _Box(BOOK.treasures)
    slide = {lane: seats(drawn.get(lane, [LAYOUT[players][at]])[0]) for at, lane in enumerate(LANES)}
    dungeons = {name: _dungeon(drawn.get(name, ["", ""]), treasures) for name in DUNGEONS}
    bonus = {name: seats(drawn.get(name, [""])[0]) for name in BONUSES}
    standing = Counter(seat for dungeon in dungeons.values() for seat in dungeon["queue"])
    standing.update(seat for area in bonus.values() for seat in area)
    hands = [drawn.get(COLOURS[seat], ["", "2", "0"]) for seat in range(players)]
    box = treasures if lane == "chest" else cards
    given = {"drawn": box.take(str(changes.pop("drawn", "")))}
    collected = [treasures.take(codes) for codes in changes.pop("collected", [""] * players)]
    deck, discards = cards.take(str(changes.pop("deck", ""))), cards.take(str(changes.pop("discards", "")))
    bag, aside = treasures.take(str(changes.pop("bag", ""))), treasures.take(str(changes.pop("aside", "")))
    people = [
        {
            "points": int(points),
            "hunters": int(hunters),
            "marseille": 9 - int(hunters) - standing[seat],
            "cards": _sorted(cards.take(codes.replace("?", ""))),
            "jokers": codes.count("?"),
            "dealt": None,
            "collected": _sorted(collected[seat]),
        }
        for seat, (codes, hunters, points) in enumerate(hands)
    ]
    for player in people:
        player["jokers"] = [[cards.any(), 0] for _ in range(player["jokers"])]
    return {
        "game": "monte-cristo",
        "rules": 1,
        "players": players,
        "options": {},
        "chance": {"key": "5c" * 32, "spent": 0},
        "rounds": 0,
        "lane": lane,
        "step": step,
        "slide": slide,
        "market": [_kind(code) for code in drawn.get("market", ["G R S E D"])[0].split()],
        "dungeons": dungeons,
        "bonus": bonus,
        "deck": [[card, 0] for card in deck + ([] if away else cards.left())],
        "discards": _sorted(discards + (cards.left() if away else [])),
        "bag": bag + ([] if away else treasures.left()),
        "aside": _sorted(aside + (treasures.left() if away else [])),
        "receiver": 0,
        "placing": None,
        "laid": [],
        "collecting": None,
        "seats": people,
        **given,
        **changes,
    }


def match(picture: str, players: int, lane: str, step: str, **changes: object) -> sk.Match:
    """A match that starts from a picture."""
    return sk.from_position("monte-cristo", position(picture, players, lane, step, **changes))


def placing(picture: str, players: int, seat: int = 0, left: int = 3, **changes: object) -> sk.Match:
    """A match in which a seat is about to place a hunter."""
    whose = {"seat": seat, "left": left, "entered": False, "extra": 0}
    return match(picture, players, "hunters", "place", placing=whose, **changes)


def collecting(picture: str, players: int, dungeon: str, order: str, **changes: object) -> sk.Match:
    """A match in a scoring; the first of the order is about to take a treasure."""
    go = {"dungeon": dungeon, "order": seats(order), **NOTHING_OWED}
    return match(picture, players, "chest", "take", collecting=go, **changes)


def draw(told: dict) -> str:
    """The picture of a position or a view."""
    found = [f"{lane}: {_letters(told['slide'][lane])}" for lane in LANES]
    found.append("market: " + " ".join(kind[0].upper() for kind in told["market"]))
    for name, dungeon in told["dungeons"].items():
        treasures = " ".join(CODES[treasure] for treasure in dungeon["treasures"])
        found.append(f"{name}: {treasures} / {_letters(dungeon['queue'])}")
    found += [f"{name}: {_letters(told['bonus'][name])}" for name in BONUSES]
    for seat, player in enumerate(told["seats"]):
        cards = [CODES[card] for card in player["cards"]] + ["?"] * len(player["jokers"])
        found.append(f"{COLOURS[seat]}: {' '.join(cards)} / {player['hunters']} / {player['points']}")
    return "\n".join(line.rstrip() for line in found)


class _Box:
    """Pieces that have no place yet."""

    def __init__(self, types: list[int]) -> None:
        self.pieces = [TYPE_NAMES[number] for number in types]

    def take(self, codes: str) -> list[str]:
        found = names(codes)
        for name in found:
            self.pieces.remove(name)
        return found

    def any(self) -> str:
        return self.pieces.pop()

    def left(self) -> list[str]:
        return self.pieces


def _dungeon(parts: list[str], treasures: _Box) -> dict:
    return {"treasures": _sorted(treasures.take(parts[0])), "queue": seats(parts[1])}


def _sorted(found: list[str]) -> list[str]:
    return sorted(found, key=TYPE_NAMES.index)


def _kind(code: str) -> str:
    return next(kind for kind in KINDS if kind[0].upper() == code)


def _letters(owners: list[int]) -> str:
    return " ".join(COLOURS[owner] for owner in owners)
