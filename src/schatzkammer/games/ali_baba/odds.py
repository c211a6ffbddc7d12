"""The chances of what is hidden from a seat: face-down tiles, tiles left over, tiles behind screens."""

from __future__ import annotations

from schatzkammer.core.bits import members
from schatzkammer.core.odds import Lying, Odds, chances, known, pool
from schatzkammer.games.ali_baba.components import SLOT_NAMES, TILE_NAMES
from schatzkammer.games.ali_baba.state import NONE, OVER, SHOW_STEP, AliBabaState
from schatzkammer.games.ali_baba.steps import tile_names
from schatzkammer.games.ali_baba.view import unseen


def odds(s: AliBabaState, seat: int) -> Odds:
    """A4: every tile nobody has seen is as likely in one place as in another; A24: any tile of a hand may be shown.

    Everyone has seen the tiles that went behind screens, so these are certain.
    """
    if s.step == OVER:
        return {}
    found: Odds = {}
    hidden = dict.fromkeys(tile_names(unseen(s)), 1)
    if hidden:
        one = chances(pool(hidden, 1))
        for slot in members(s.board & ~s.up, 0):
            found[SLOT_NAMES[slot]] = one
        if s.left_over:
            found["left over"] = chances(pool(hidden, len(s.left_over)))
    for other in range(int(s.players)):
        if other == seat:
            continue
        tiles = tile_names(s.hands[other])
        if tiles and s.setup.options["memory"] == "screens":
            found[f"seat {other} tiles"] = chances(known(tiles))
        if s.step == SHOW_STEP and s.shown[other] != NONE:
            found[f"seat {other} shown"] = chances(pool(dict.fromkeys(tiles, 1), 1))
    return found


def lying(s: AliBabaState) -> Lying:
    """The tiles of the cave, those left over, and those of each seat."""
    places: Lying = {SLOT_NAMES[slot]: [TILE_NAMES[s.tiles[slot]]] for slot in members(s.board, 0)}
    places["left over"] = [TILE_NAMES[tile] for tile in s.left_over]
    for seat, hand in enumerate(s.hands):
        places[f"seat {seat} tiles"] = list(tile_names(hand))
        if s.shown[seat] != NONE:
            places[f"seat {seat} shown"] = [TILE_NAMES[s.shown[seat]]]
    return places
