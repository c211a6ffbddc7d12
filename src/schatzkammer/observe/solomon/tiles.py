"""King Solomon's tiles counted by kind, and what is known of those dealt face down (S64, S65).

The bounds of the last deal hold what payments and failed digs have shown of all that a seat has received so far.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64, u8

from schatzkammer.core.bits import bit
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.state import Bounds, Deal, SolomonState
from schatzkammer.observe.encoder import after, at_most_highest, put

DEALS: Final = [0, 0, 0, 24, 24, 25]  # by players: one a turn at most, and none between two
OFFSET: Final[i64] = 16  # of numbers that may be below zero
ZEROS: Final = [bytes(length) for length in range(17 * 25 + 1)]
NOTHING_SHOWN: Final = bytes([16] * 16 + [255] * 16 + [0, 255])  # the bounds of a seat about which nothing is known
NO_DEALS: Final = [b"", b"", b""] + [bytes(33 * DEALS[players]) + NOTHING_SHOWN * players for players in range(3, 6)]

Tiles = tuple[i64, i64]  # counted by kind, a byte each: the first eight kinds and the others
NOTHING: Final = [0] * 16


def write_deals(s: SolomonState, seat: i64, out: BytesWriter) -> None:
    """For each deal who lost what and what the observer got; then the bounds of all seats."""
    players = s.players
    deals = s.ledger.deals
    if not deals:
        out.write(NO_DEALS[players])
        return
    more: i64 = DEALS[players] - len(deals)
    for deal in deals:
        dealer: i64 = deal.seat - seat
        if dealer < 0:
            dealer += players
        out.append(u8(dealer + 1))
    out.write(ZEROS[more])
    for deal in deals:
        write_tiles(counted_by_kind(deal.lot), out)
    out.write(ZEROS[16 * more])
    for number, deal in enumerate(deals):
        write_tiles(_share(deal, s.dealt[number], seat, players), out)
    out.write(ZEROS[16 * more])
    places: i64 = 0
    while places < players:
        _write_bounds(deals[-1].bounds[after(seat, places, players)], out)
        places += 1


def _write_bounds(bounds: Bounds | None, out: BytesWriter) -> None:
    if bounds is None:
        out.write(NOTHING_SHOWN)
        return
    for low in bounds.low:
        _put_within(out, low + OFFSET)
    for high in bounds.high:
        _put_within(out, high)
    _put_within(out, bounds.least)
    _put_within(out, bounds.most)


def _put_within(out: BytesWriter, number: i64) -> None:
    """Appends a number clipped to a byte, 0 if it is negative."""
    put(out, number if number > 0 else 0)


def write_certain(hoard: list[int], received: list[int], out: BytesWriter) -> None:
    """What a seat has by kind, without what it received in deals, plus an offset."""
    _write_eight(hoard, received, 0, OFFSET, out)
    _write_eight(hoard, received, 8, OFFSET, out)


def write_counts(counts: list[int], out: BytesWriter) -> None:
    """Tiles given as a list of counts."""
    _write_eight(counts, NOTHING, 0, 0, out)
    _write_eight(counts, NOTHING, 8, 0, out)


def _write_eight(counts: list[int], less: list[int], first: i64, add: i64, out: BytesWriter) -> None:
    """The counts of eight kinds less others plus an offset, a byte each.

    The eighth byte never reaches its highest bit: there are too few curses and objects.
    """
    word: i64 = 0
    places: i64 = 0
    while places < 64:
        counted = add + counts[first] - less[first]
        if counted > 0:
            word |= at_most_highest(counted) << places
        first += 1
        places += 8
    write_i64_le(out, word)


def total(counts: list[int]) -> i64:
    """The number of tiles."""
    tiles: i64 = 0
    for counted in counts:
        tiles += counted
    return tiles


def write_tiles(tiles: Tiles, out: BytesWriter) -> None:
    """Tiles counted by kind."""
    write_i64_le(out, tiles[0])
    write_i64_le(out, tiles[1])


def counted_by_kind(kinds: list[int]) -> Tiles:
    """Counts tiles by kind."""
    first: i64 = 0
    second: i64 = 0
    for number in kinds:
        kind: i64 = number
        if kind < 8:
            first += bit(8 * kind)
        else:
            second += bit(8 * kind - 64)
    return first, second


def _share(deal: Deal, order: list[int], seat: i64, players: i64) -> Tiles:
    """What a seat got of a deal."""
    first: i64 = 0
    second: i64 = 0
    at = evidence.first_of(deal, seat, players)
    end = evidence.dealt_out(len(order), players - 1, False)
    while at < end:
        kind: i64 = order[at]
        if kind < 8:
            first += bit(8 * kind)
        else:
            second += bit(8 * kind - 64)
        at += players - 1
    return first, second
