"""King Solomon's shifts in a mask: cells at the border have fewer ways to neighbours, and only those have numbers."""

from __future__ import annotations

from librt.strings import BytesWriter
from mypy_extensions import i64

from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.shift import all_slopes, ways_of_row
from schatzkammer.observe.encoder import put_bits


def put_shifts(out: BytesWriter, s: SolomonState) -> None:
    """Appends a byte for each shift, 1 if it is legal."""
    slopes = all_slopes(s)
    ways = ways_of_row(slopes, 0)
    inner = _five_each(ways >> 11)
    put_bits(out, _left(ways) >> 2 | inner << 3 | (_right(ways) >> 2) << 23, 26)
    row: i64 = 1
    while row < 5:
        ways = ways_of_row(slopes, row)
        put_bits(out, _left(ways) | ((ways >> 8) & 0xFFFFFFFF) << 5 | _right(ways) << 37, 42)
        row += 1
    ways = ways_of_row(slopes, 5)
    inner = _five_each(ways >> 8)
    put_bits(out, (_left(ways) & 7) | inner << 3 | (_right(ways) & 7) << 23, 26)


def _left(ways: i64) -> i64:
    """Of a row's leftmost cell the five ways that do not lead out of the cave."""
    return (ways >> 1) & 3 | (ways >> 2) & 4 | (ways >> 3) & 24


def _right(ways: i64) -> i64:
    """Of a row's rightmost cell the five ways that do not lead out of the cave."""
    return (ways >> 40) & 3 | (ways >> 41) & 4 | (ways >> 42) & 24


def _five_each(ways: i64) -> i64:
    """The lowest five bits of four bytes, side by side."""
    pairs = ways & 0x001F001F | (ways & 0x1F001F00) >> 3
    return pairs & 0x3FF | (pairs & 0x3FF0000) >> 6
