"""Forgetting: what players know only by remembering gets mixed up, as it does in people's heads.

A drawn state agrees with everything its seat has ever seen. `forget` makes of it a state that agrees with what lies
open before the seat, and with only part of the rest. Its moves are still the seat's own.
"""

from __future__ import annotations

from schatzkammer.core.bits import BIT, members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.games.ali_baba.state import NONE, AliBabaState
from schatzkammer.games.ali_baba.view import unseen
from schatzkammer.games.solomon.state import SolomonState, put_unseen, unseen_tiles


def forget(state: State, seat: int, share: float, rng: Stream) -> State:
    """A state in which that share of what the seat has to remember is anything that it might be as well."""
    if state.setup.options.get("memory") == "screens":
        if isinstance(state, AliBabaState):
            return _screens(state.copy(), seat, share, rng)
        if isinstance(state, SolomonState):
            return _cave(state.copy(), share, rng)
    return state  # everything lies open, or nobody can know it


def _screens(s: AliBabaState, seat: int, share: float, rng: Stream) -> AliBabaState:
    """A10: which tiles went behind the screens of others."""
    forgotten = []
    for other, hand in enumerate(s.hands):
        if other != seat:
            kept = {s.shown[other]} if s.shown[other] != NONE else set()
            forgotten.append((other, [tile for tile in members(hand, 0) if tile not in kept and _slips(share, rng)]))
    hidden = members(unseen(s), 0)
    for _, tiles in forgotten:
        hidden += tiles
    hidden.sort()
    rng.shuffle(hidden)
    for other, tiles in forgotten:
        for tile in tiles:
            s.hands[other] ^= BIT[tile]
        for _ in tiles:
            s.hands[other] |= BIT[hidden.pop()]
    laid = s.tiles[:]
    for slot in members(s.board & ~s.up, 0):
        laid[slot] = hidden.pop()
    s.tiles = laid
    s.left_over = hidden
    return s


def _cave(s: SolomonState, share: float, rng: Stream) -> SolomonState:
    """S30, S32: what lies under the tiles that were shifted onto it."""
    for cell in members(s.level2, 0):
        if _slips(share, rng):
            lost = BIT[cell]
            s.dark1 |= lost
            s.dark2 |= lost & s.level3
            s.dark3 |= lost & s.level4
    kinds = unseen_tiles(s)
    rng.shuffle(kinds)
    put_unseen(s, kinds)
    return s


def _slips(share: float, rng: Stream) -> bool:
    """Whether one thing is forgotten, of which that share is."""
    return int(rng.byte()) < 256 * share
