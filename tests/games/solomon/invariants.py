"""What a game of King Solomon never loses: its 144 tiles (S2), 40 coins (S8) and 32 cards (S6)."""

from collections import Counter

from schatzkammer.games.solomon.components import BOOK, CARD_NAMES, KIND_NAMES

TILES = Counter({name: BOOK.light[kind] + BOOK.dark[kind] for kind, name in enumerate(KIND_NAMES)})
assert TILES.total() == 144


def conserved(position: dict) -> None:
    """Every tile, coin and card is in exactly one place."""
    tiles = Counter(tile for stack in position["cave"].values() for tile in stack)
    tiles.update(position["turn"]["lost"])
    for place in (position["beside"], position["discarded"], *(seat["tiles"] for seat in position["seats"])):
        tiles.update(place)
    assert tiles == TILES
    assert position["supply"] + sum(seat["coins"] for seat in position["seats"]) == 40
    assert all(1 <= len(stack) <= 4 for stack in position["cave"].values())
    held = [card for seat in position["seats"] for card in seat["hand"]]
    under_way = position["step"] not in ("choose", "over")
    shown = [seat["card"] for seat in position["seats"]] if under_way else []
    rounds = {2: 12, 3: 8, 4: 6, 5: 5}[position["players"]]
    gone = len(CARD_NAMES) - len(held) - len(shown) - len(position["unused"])
    assert len({*held, *shown, *position["unused"]}) == len(CARD_NAMES) - gone
    assert gone == position["players"] * position["round"]
    assert len(position["unused"]) == 32 - rounds * position["players"]


def stands(before: dict, move: str, events: list[dict]) -> bool:
    """S32: no shift is taken back, even if it brought nothing to light."""
    return move.startswith("shift ")


def may_stand(before: dict, move: str, events: list[dict]) -> bool:
    """S64, S65: what a player pays, uses or gives may tell of tiles that were dealt face down."""
    return bool(before["deals"])


def hidden(position: dict) -> dict[str, list[str]]:
    """What lies in the places that `odds` names."""
    places: dict[str, list[str]] = {}
    for cell, stack in position["cave"].items():
        for level, tile in enumerate(stack, start=1):
            places[f"{cell} {level}"] = [tile]
    for number, seat in enumerate(position["seats"]):
        places[f"seat {number} tiles"] = sorted((Counter(seat["tiles"]) - Counter(seat["finds"])).elements())
        places[f"seat {number} coins"] = [str(seat["coins"])]
        places[f"seat {number} cards"] = seat["hand"]
        places[f"seat {number} chosen"] = [seat["card"]]
    places["unused"] = position["unused"]
    places["discarded"] = [*Counter(position["discarded"]).elements()]
    if position["options"]["edition"] == "designer":  # S53: positions know one name, players another
        return {place: ["carpet" if thing == "axe" else thing for thing in things] for place, things in places.items()}
    return places
