"""What a game of Ali Baba never loses: its sixty tiles (A1)."""

from schatzkammer.games.ali_baba.components import TILE_NAMES


def conserved(position: dict) -> None:
    """Every tile is in exactly one place."""
    places = [
        *position["board"].values(),
        *position["beside"],
        *position["left_over"],
        *(tile for seat in position["seats"] for tile in seat["tiles"]),
        *(tile for tile in TILE_NAMES if tile.split("-")[1] in position["removed"]),
    ]
    assert sorted(places) == sorted(TILE_NAMES)


def hidden(position: dict) -> dict[str, list[str]]:
    """What lies in the places that `odds` names."""
    places = {slot: [tile] for slot, tile in position["board"].items()}
    places["left over"] = position["left_over"]
    for number, seat in enumerate(position["seats"]):
        places[f"seat {number} tiles"] = seat["tiles"]
        places[f"seat {number} shown"] = [seat["shown"]]
    return places
