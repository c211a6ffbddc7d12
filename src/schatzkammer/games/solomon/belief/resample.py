"""Samples who received which of the tiles dealt face down (S64, S65), uniformly from the possible worlds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, unpacked
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.belief.worlds import NOBODY, Node, Share, Worlds, worlds_for
from schatzkammer.games.solomon.state import SolomonState

LARGE: Final = 2**55
LAST_POSITION: Final[i64] = 15  # no lot has more tiles


def redeal(s: SolomonState, sampled: SolomonState, viewer: int, stream: Stream) -> None:
    """Replaces the deals of a sampled state by ones that the viewer considers possible."""
    worlds = worlds_for(s, viewer)
    node = worlds.root
    orders: list[list[int]] = []
    for index in range(len(s.dealt)):
        order = s.dealt[index][:]  # the viewer's tiles stay
        left: i64 = worlds.packed[index]
        free: i64 = worlds.others[index]
        while node is not None and node.index == index:
            share = _draw_share(node, stream)
            if share.taken:
                positions: i64 = worlds.positions[index][node.seat_index]
                left = _deal_share(order, positions, left, worlds.kinds, node.distinct, share.taken, stream)
                free ^= positions
            node = share.node
        _deal_rest(order, free, left, stream)
        orders.append(order)
    _move_tiles(s, sampled, worlds, orders)
    sampled.dealt = orders


def _draw_share(node: Node, stream: Stream) -> Share:
    """Draws a share in proportion to its number of worlds."""
    shares = node.shares
    if len(shares) == 1:
        return shares[0]
    number = _below(stream, node.ways)
    for share in shares:
        number -= share.ways
        if number < 0:
            return share
    raise AssertionError("the numbers of worlds do not add up")


def _deal_share(
    order: list[int], positions: i64, left: i64, kinds: list[int], distinct: i64, taken: list[int], stream: Stream
) -> i64:
    """Puts a seat's share on its positions, with random tiles of kinds that are not distinct; returns the rest."""
    position = LAST_POSITION
    for index, kind in enumerate(kinds):
        copies: i64 = taken[index]
        while copies > 0:
            while not positions & bit(position):
                position -= 1
            order[position] = kind
            position -= 1
            left -= bit(4 * i64(kind))
            copies -= 1
    number: i64 = taken[-1]
    if number:
        others = [kind for kind in unpacked(left) if not distinct & bit(kind)]
        stream.shuffle(others)
        for kind in others[:number]:
            while not positions & bit(position):
                position -= 1
            order[position] = kind
            position -= 1
            left -= bit(4 * i64(kind))
    return left


def _deal_rest(order: list[int], free: i64, left: i64, stream: Stream) -> None:
    """Deals the rest of a lot to its free positions at random."""
    tiles = unpacked(left)
    stream.shuffle(tiles)
    position: i64 = 0
    while free:
        if free & 1:
            order[position] = tiles.pop()
        free >>= 1
        position += 1


def _move_tiles(s: SolomonState, sampled: SolomonState, worlds: Worlds, orders: list[list[int]]) -> None:
    """Moves the tiles that are dealt differently: between the hoards and the discarded tiles."""
    hoards = [hoard[:] for hoard in s.hoards]
    received = [counts[:] for counts in s.received]
    discarded = s.discarded[:]
    for index, order in enumerate(orders):
        truth = s.dealt[index]
        receivers = worlds.receivers[index]
        for position in range(len(order)):
            if order[position] != truth[position]:
                receiver = receivers[position]
                pile = discarded if receiver == NOBODY else hoards[receiver]
                if receiver != NOBODY:
                    received[receiver][truth[position]] -= 1
                    received[receiver][order[position]] += 1
                pile[truth[position]] -= 1
                pile[order[position]] += 1
    sampled.hoards = hoards
    sampled.received = received
    sampled.discarded = discarded


def _below(stream: Stream, n: int) -> int:
    """Uniform in [0, n) for any n; rejection sampling."""
    if n < LARGE:
        return int(stream.below(n))
    width = (n.bit_length() + 7) // 8
    limit = 256**width // n * n
    while True:
        number = int.from_bytes(stream.randbytes(width), "big")
        if number < limit:
            return number % n
