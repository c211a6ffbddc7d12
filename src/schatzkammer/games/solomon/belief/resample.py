"""Draws anew who got which of the tiles dealt face down, exactly as likely as the truth may be (S64, S65).

`worlds` has counted in how many ways they may have fallen; one of these is drawn, each as likely.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.belief.worlds import NOBODY, Node, Share, Worlds, worlds_for
from schatzkammer.games.solomon.state import SolomonState

LARGE: Final = 2**55
HIGHEST_PLACE: Final[i64] = 15  # no lot has more tiles


def redeal(s: SolomonState, drawn: SolomonState, viewer: int, stream: Stream) -> None:
    """Deals anew in a sample: for every lot an order drawn from all that the viewer must hold possible."""
    worlds = worlds_for(s, viewer)
    node = worlds.root
    orders: list[list[int]] = []
    for at in range(len(s.dealt)):
        order = s.dealt[at][:]  # the viewer's tiles stay
        left: i64 = worlds.packed[at]
        places: i64 = worlds.others[at]
        while node is not None and node.at == at:
            share = _drawn(node, stream)
            if share.taken:
                own: i64 = worlds.places[at][node.place]
                left = _give(order, own, left, worlds.kinds, node.told_apart, share.taken, stream)
                places ^= own
            node = share.node
        _fill(order, places, left, stream)
        orders.append(order)
    _move_tiles(s, drawn, worlds, orders)
    drawn.dealt = orders


def _drawn(node: Node, stream: Stream) -> Share:
    """A share, each as likely as there are ways in which all may have fallen with it."""
    shares = node.shares
    if len(shares) == 1:
        return shares[0]
    number = _below(stream, node.ways)
    for share in shares:
        number -= share.ways
        if number < 0:
            return share
    raise AssertionError("the ways do not add up")


def _give(
    order: list[int], places: i64, left: i64, kinds: list[int], told_apart: i64, taken: list[int], stream: Stream
) -> i64:
    """Puts a seat's share on its places, of the kinds not told apart any tiles; what is left of the lot then."""
    place = HIGHEST_PLACE
    for index, kind in enumerate(kinds):
        copies: i64 = taken[index]
        while copies > 0:
            while not places & bit(place):
                place -= 1
            order[place] = kind
            place -= 1
            left -= bit(4 * i64(kind))
            copies -= 1
    more: i64 = taken[-1]
    if more:
        anyhow = [kind for kind in _listed(left) if not told_apart & bit(kind)]
        stream.shuffle(anyhow)
        for kind in anyhow[:more]:
            while not places & bit(place):
                place -= 1
            order[place] = kind
            place -= 1
            left -= bit(4 * i64(kind))
    return left


def _fill(order: list[int], places: i64, left: i64, stream: Stream) -> None:
    """Lets what is left of a lot fall on the other places anyhow."""
    tiles = _listed(left)
    stream.shuffle(tiles)
    place: i64 = 0
    while places:
        if places & 1:
            order[place] = tiles.pop()
        places >>= 1
        place += 1


def _listed(packed: i64) -> list[int]:
    """Tiles that are counted by kind, four bits each, one by one."""
    tiles: list[int] = []
    kind: i64 = 0
    while packed:
        copies = packed & 15
        while copies > 0:
            tiles.append(kind)
            copies -= 1
        packed >>= 4
        kind += 1
    return tiles


def _move_tiles(s: SolomonState, drawn: SolomonState, worlds: Worlds, orders: list[list[int]]) -> None:
    """Puts the tiles where they have got by these orders: into the hoards, or away unseen."""
    hoards = [hoard[:] for hoard in s.hoards]
    received = [counts[:] for counts in s.received]
    discarded = s.discarded[:]
    for at, order in enumerate(orders):
        truth = s.dealt[at]
        receivers = worlds.receivers[at]
        for place in range(len(order)):
            if order[place] != truth[place]:
                receiver = receivers[place]
                pile = discarded if receiver == NOBODY else hoards[receiver]
                pile[truth[place]] -= 1
                pile[order[place]] += 1
                if receiver != NOBODY:
                    received[receiver][truth[place]] -= 1
                    received[receiver][order[place]] += 1
    drawn.hoards = hoards
    drawn.received = received
    drawn.discarded = discarded


def _below(stream: Stream, n: int) -> int:
    """A number from 0 to n - 1, each as likely, however large n is."""
    if n < LARGE:
        return int(stream.below(n))
    width = (n.bit_length() + 7) // 8
    fair = 256**width // n * n
    while True:
        number = int.from_bytes(stream.randbytes(width), "big")
        if number < fair:
            return number % n
