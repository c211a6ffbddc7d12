"""What a game of Monte Cristo never loses: marbles, hunters, cards, treasures (M2, M3, M4), and its limits (M22)."""

from collections import Counter

from schatzkammer.games.monte_cristo.components import BOOK, TYPE_NAMES

CARDS = Counter(TYPE_NAMES[card] for card in BOOK.cards)
TREASURES = Counter(TYPE_NAMES[treasure] for treasure in BOOK.treasures)


def conserved(position: dict) -> None:
    """Every piece is in exactly one place, and no place holds too many."""
    _marbles(position)
    _hunters(position)
    _cards(position)
    _treasures(position)


def _marbles(position: dict) -> None:
    players = position["players"]
    lanes = list(position["slide"].values())
    marbles = Counter(seat for lane in lanes for seat in lane)
    assert marbles == dict.fromkeys(range(players), 6 if players == 2 else 4)
    for lane in lanes:
        assert len(lane) <= 7
        assert all(lane.count(seat) <= 3 for seat in range(players))
    active = position["slide"][position["lane"]]
    if position["step"] != "over":
        # M22: whatever is done until then, a lane is free for the acting marble.
        others = [lane for name, lane in position["slide"].items() if name != position["lane"]]
        assert any(len(lane) < 7 and lane.count(active[0]) < 3 for lane in others)


def _hunters(position: dict) -> None:
    standing = Counter(seat for dungeon in position["dungeons"].values() for seat in dungeon["queue"])
    standing.update(seat for area in position["bonus"].values() for seat in area)
    for seat, player in enumerate(position["seats"]):
        assert min(player["hunters"], player["marseille"]) >= 0
        assert player["hunters"] + player["marseille"] + standing[seat] == 9
    assert all(len(set(area)) == len(area) for area in position["bonus"].values())


def _cards(position: dict) -> None:
    found = Counter(position["discards"])
    found.update(card for card, _ in position["deck"])
    if position["lane"] == "supply":
        found.update(position["drawn"])
    for player in position["seats"]:
        found.update(player["cards"])
        found.update(card for card, _ in player["jokers"])
        assert len(player["cards"]) + len(player["jokers"]) <= (8 if position["step"] in ("give", "discard") else 7)
    assert found == CARDS


def _treasures(position: dict) -> None:
    found = Counter([*position["bag"], *position["aside"]])
    if position["lane"] == "chest":
        found.update(position["drawn"])
    for dungeon in position["dungeons"].values():
        assert len(dungeon["treasures"]) <= 4
        found.update(dungeon["treasures"])
    for player in position["seats"]:
        found.update(player["collected"])
    assert found == TREASURES


def stands(before: dict, move: str, events: list[dict]) -> bool:
    """What was drawn stays drawn, even if nobody learns anything by it."""
    return any(event["event"] in ("draw_card", "draw_treasures", "joker") for event in events)


def hidden(position: dict) -> dict[str, list[str]]:
    """What lies in the places that `odds` names; the next draws only where nothing is shuffled in."""
    places: dict[str, list[str]] = {}
    deck = [face for face, _ in position["deck"]]
    for depth, face in enumerate(deck, start=1):
        places[f"deck {depth}"] = [face]
    for number, seat in enumerate(position["seats"]):
        for index, (face, _) in enumerate(seat["jokers"], start=1):
            places[f"seat {number} joker {index}"] = [face]
    if len(deck) >= position["players"]:
        places["deck"] = deck[: position["players"]]
    if len(position["bag"]) >= 3:
        places["bag"] = position["bag"][:3]
    return places
