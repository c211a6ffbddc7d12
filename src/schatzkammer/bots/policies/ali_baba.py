"""Ali Baba at a glance: sets grow, spells act at once, and what is left lies there for the next player.

Everybody saw every tile that went behind a screen (A10), so hands count as known; tiles face down do not.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policy import Policy, varied
from schatzkammer.core.bits import bit, count, members, place
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.games.ali_baba.components import (
    BAN_TILES,
    BLUE,
    BROWN,
    COLOUR_OF,
    PINK,
)
from schatzkammer.games.ali_baba.components import GREEN as GREEN_SPELL
from schatzkammer.games.ali_baba.components import YELLOW as YELLOW_SPELL
from schatzkammer.games.ali_baba.moves import ASK, FIRST_ALSO, FIRST_BAN, FIRST_PICK, FIRST_SHOW, FIRST_SWAP, PASS
from schatzkammer.games.ali_baba.state import GREEN, LAMP, PICK, SHOW, TAKE, YELLOW, AliBabaState

SIZE: Final[list[int]] = [int(count(colours)) for colours in range(64)]  # of a set, by the colours in it
GROWTH: Final = 0.3  # what a tile is worth for each of its kind that may still follow: it makes that one dearer
DENIAL: Final = 0.7  # what the next player's best tile counts against one's own
EXPOSURE: Final = 0.4  # what a tile turned up for the next player costs
BAN: Final = 1.5  # what a ban is worth before it is known which
VARIETY: Final = 2.0  # points by which quick choices may stray from the best


class AliBabaPolicy(Policy):
    """What decisions in Ali Baba are worth."""

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        s = cast(AliBabaState, state)
        step = s.step
        if step == TAKE:
            return _takes(s, seat, actions, 0, True)
        if step == GREEN:
            return _takes(s, seat, actions, FIRST_ALSO, False)
        if step == LAMP:
            return [_swap(s, seat, action) for action in actions]
        if step == YELLOW:
            return [1.0 if action == ASK else 0.0 for action in actions]
        if step == SHOW:
            asker = s.turn % s.players
            return [-_passing(s, asker, seat, action - FIRST_SHOW) for action in actions]
        if step == PICK:
            return [_picked(s, seat, action) for action in actions]
        return _bans(s, seat, actions)

    def pick(self, state: State, rng: Stream) -> int:
        actions = state.game.legal(state, state.seat)
        if len(actions) == 1:
            return actions[0]
        return varied(actions, self.worths(state, state.seat, actions), VARIETY, rng)


POLICY: Final = AliBabaPolicy()


def owned(s: AliBabaState, seat: i64, tile: i64) -> i64:
    """How many tiles of the same treasure a seat has."""
    hand: i64 = s.hands[seat]
    return SIZE[(hand >> (tile - COLOUR_OF[tile])) & 63]


def gain(s: AliBabaState, seat: i64, tile: i64) -> float:
    """What a tile adds to a seat's sets, now and by those that may follow."""
    first = tile - COLOUR_OF[tile]
    own: i64 = SIZE[(s.hands[seat] >> first) & 63]
    gone = s.beside
    for hand in s.hands:
        gone |= hand
    follow: i64 = 5 - SIZE[(gone >> first) & 63]
    grown = float(s.amounts.sets[own + 1] - s.amounts.sets[own])
    return grown + GROWTH * float(follow) if follow > 0 else grown


def loss(s: AliBabaState, seat: i64, tile: i64) -> float:
    """What a seat's sets lose with one of its tiles."""
    own = owned(s, seat, tile)
    return float(s.amounts.sets[own] - s.amounts.sets[own - 1])


def turned_up(s: AliBabaState, slot: i64) -> i64:
    """How many tiles are turned up when that slot is emptied."""
    found: i64 = 0
    lone = bit(slot)
    for under in s.cave.below[slot]:
        if s.cave.above[under] & s.board == lone:
            found += 1
    return found


def spell(s: AliBabaState, seat: i64, slot: i64, tile: i64, more: i64) -> float:
    """What a tile's spell brings when it is taken from a slot; `more` is 1 while it is not in hand yet."""
    colour = COLOUR_OF[tile]
    if colour == PINK:
        return float(s.amounts.pink)
    if colour == BLUE:
        bared: i64 = 1 if bit(slot) & s.cave.floor else 0
        up = turned_up(s, slot) if more else s.turned
        return float(s.amounts.blue * (up + bared))
    if colour == BROWN:
        return float(s.amounts.brown * (owned(s, seat, tile) + more))
    if colour == GREEN_SPELL:
        return _neighbour(s, seat, slot)
    if colour == YELLOW_SPELL:
        return _asked(s, seat)
    return BAN


def _neighbour(s: AliBabaState, seat: i64, slot: i64) -> float:
    """The best tile beside a slot, for green."""
    best = 0.0
    near: i64 = s.cave.touching[slot] & s.up
    while near:
        low = near & -near
        near ^= low
        tile: i64 = s.tiles[place(low)]
        if not bit(tile) & s.banned:
            found = gain(s, seat, tile)
            if found > best:
                best = found
    return best


def _asked(s: AliBabaState, seat: i64) -> float:
    """What yellow brings: every opponent shows what helps the least, and the best of that is taken."""
    best = 0.0
    for other, hand in enumerate(s.hands):
        if other != seat and hand:
            least = 1000.0
            rest: i64 = hand
            tile: i64 = 0
            while rest:  # of a treasure any tile will do: colours make no difference behind a screen
                if rest & 63:
                    found = _passing(s, seat, other, tile)
                    if found < least:
                        least = found
                rest >>= 6
                tile += 6
            if least > best:
                best = least
    return best


def _passing(s: AliBabaState, to: i64, owner: i64, tile: i64) -> float:
    """What it means that a tile goes from its owner to another: his gain, and part of the loss."""
    return gain(s, to, tile) + loss(s, owner, tile) / float(s.players - 1)


def value(s: AliBabaState, seat: i64, slot: i64) -> float:
    """What the tile on a slot is worth to a seat that takes it."""
    tile: i64 = s.tiles[slot]
    return gain(s, seat, tile) + spell(s, seat, slot, tile, 1)


def _takes(s: AliBabaState, seat: i64, actions: list[int], first: i64, casts: bool) -> list[float]:
    """What a tile brings, less what is left for the next player."""
    following = (seat + 1) % s.players
    weight = DENIAL / float(s.players - 1)
    best = 0.0
    second = 0.0
    best_slot: i64 = -1
    if s.last_turn < 0 or s.turn + 1 < s.last_turn:
        rest = s.up
        while rest:
            low = rest & -rest
            rest ^= low
            slot = place(low)
            found = value(s, following, slot)
            if found > best:
                second = best
                best = found
                best_slot = slot
            elif found > second:
                second = found
    worths: list[float] = []
    for action in actions:
        if action == PASS:
            worths.append(-weight * best)
            continue
        taken = action - first
        own = value(s, seat, taken) if casts else gain(s, seat, s.tiles[taken])
        left = second if taken == best_slot else best
        worths.append(own - weight * left - EXPOSURE * float(turned_up(s, taken)))
    return worths


def _swap(s: AliBabaState, seat: i64, action: i64) -> float:
    """A lamp that is kept, or the tile it is swapped for."""
    lamp = s.spell
    if not FIRST_SWAP <= action < FIRST_SWAP + 60:
        return loss(s, seat, lamp) + spell(s, seat, s.slot, lamp, 0)
    tile = action - FIRST_SWAP
    return gain(s, seat, tile) + spell(s, seat, s.slot, tile, 1 if COLOUR_OF[tile] != BLUE else 0)


def _picked(s: AliBabaState, seat: i64, action: i64) -> float:
    """A tile that was shown."""
    if action == PASS:
        return 0.0
    tile = action - FIRST_PICK
    return _passing(s, seat, s.shown.index(int(tile)), tile)


def _bans(s: AliBabaState, seat: i64, actions: list[int]) -> list[float]:
    """What a ban takes from the opponents, until it is this seat's turn again, and keeps for itself."""
    slots = members(s.up, 0)
    worths = [0.0] * len(actions)
    for other in range(int(s.players)):
        if other == seat:
            continue
        values = [value(s, other, slot) for slot in slots]
        most = max(values) if values else 0.0
        for at, action in enumerate(actions):
            if action == PASS:
                continue
            kept = 0.0
            banned = BAN_TILES[action - FIRST_BAN]
            for there, slot in enumerate(slots):
                if not banned & bit(s.tiles[slot]) and values[there] > kept:
                    kept = values[there]
            worths[at] += (most - kept) / float(s.players - 1)
    return worths
