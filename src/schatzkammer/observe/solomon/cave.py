"""King Solomon's cave as far as it has been seen: the stacks by cell, and the unseen tiles by kind."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i64_be, write_i64_le
from mypy_extensions import i64, u8

from schatzkammer.core.bits import bit, eight_bytes, lowest
from schatzkammer.games.solomon.state import SolomonState, height
from schatzkammer.observe.encoder import Snapshot, eight_numbers, put_again

CAVE: Final[i64] = 144  # bytes, before the unseen tiles


def _levels(tall: int, dark: int) -> int:
    """A stack's codes without the kinds of tiles, as bytes, the lowest tile first: 1 never seen, 2 seen."""
    codes = [1 if level < dark and level < tall - 1 else 2 for level in range(tall)]
    return int.from_bytes(bytes(codes).ljust(4, b"\0"), "big")


# By 4 × the number of tiles + the number of those never seen.
LEVELS: Final = [_levels(tall, dark) for tall in range(5) for dark in range(4)]


class CaveSnapshot(Snapshot):
    """The levels of the stacks, and which tiles were never seen."""

    def __init__(self) -> None:
        super().__init__()
        self.level1: i64 = 0
        self.level2: i64 = 0
        self.level3: i64 = 0
        self.level4: i64 = 0
        self.dark1: i64 = 0
        self.dark2: i64 = 0
        self.dark3: i64 = 0


def write_cave(s: SolomonState, t: CaveSnapshot, before: bytes, out: BytesWriter) -> None:
    """The whole cave, or what has changed since the snapshot."""
    if t.seat < 0:
        _write_all(s, out)
    else:
        _write_changed(s, t, before, out)
    t.level1 = s.level1
    t.level2 = s.level2
    t.level3 = s.level3
    t.level4 = s.level4
    t.dark1 = s.dark1
    t.dark2 = s.dark2
    t.dark3 = s.dark3


def _write_all(s: SolomonState, out: BytesWriter) -> None:
    """The stacks, two cells at a time, then the unseen tiles counted by kind."""
    stacks = s.stacks
    first: i64 = 0
    second: i64 = 0
    row: i64 = 0
    while row < 36:
        # A byte for each of the six cells of a row: the number of tiles, and of those never seen.
        tall = _six(s.level1, row) + _six(s.level2, row) + _six(s.level3, row) + _six(s.level4, row)
        dark = _six(s.dark1, row) + _six(s.dark2, row) + _six(s.dark3, row)
        cell = row
        while cell < row + 6:
            left_levels: i64 = LEVELS[((tall & 7) << 2) | (dark & 3)]
            right_levels: i64 = LEVELS[((tall >> 6) & 28) | ((dark >> 8) & 3)]
            left = _from_below(stacks[cell], tall & 7)
            right = _from_below(stacks[cell + 1], (tall >> 8) & 7)
            write_i64_be(out, _codes(left, left_levels) << 32 | _codes(right, right_levels))
            # Four bits per kind: at most six tiles at once, so no count overflows.
            unseen = _unseen(left, dark & 3) + _unseen(right, (dark >> 8) & 3)
            first += eight_numbers(unseen)
            second += eight_numbers(unseen >> 32)
            tall >>= 16
            dark >>= 16
            cell += 2
        row += 6
    write_i64_le(out, first)
    write_i64_le(out, second)


def _write_changed(s: SolomonState, t: CaveSnapshot, before: bytes, out: BytesWriter) -> None:
    """Copies the previous cave and rewrites the stacks whose height or seen tiles have changed.

    A tile is seen for the first time when it becomes the top of its stack, so at most one per stack at a time.
    """
    base: i64 = len(out)
    put_again(out, before, CAVE + 16)
    heights = (s.level1 ^ t.level1) | (s.level2 ^ t.level2) | (s.level3 ^ t.level3) | (s.level4 ^ t.level4)
    uncovered = (s.dark1 ^ t.dark1) | (s.dark2 ^ t.dark2) | (s.dark3 ^ t.dark3)
    cells = heights | uncovered
    while cells:
        here = cells & -cells
        cell = lowest(here)
        stack: i64 = s.stacks[cell]
        tall = height(s, here)
        dark = ((s.dark1 >> cell) & 1) + ((s.dark2 >> cell) & 1) + ((s.dark3 >> cell) & 1)
        levels: i64 = LEVELS[(tall << 2) | dark]
        codes = _codes(_from_below(stack, tall), levels)
        at = base + 4 * cell
        out[at] = u8((codes >> 24) & 255)
        out[at + 1] = u8((codes >> 16) & 255)
        out[at + 2] = u8((codes >> 8) & 255)
        out[at + 3] = u8(codes & 255)
        if uncovered & here:
            at = base + CAVE + (stack & 15)
            out[at] = out[at] - 1
        cells ^= here


def _six(cells: i64, first: i64) -> i64:
    """Six bytes, 1 for each of six cells in the set."""
    return eight_bytes((cells >> first) & 63)


def _from_below(stack: i64, tall: i64) -> i64:
    """A stack's tiles as four 4-bit numbers, the lowest tile first, zeros after the top."""
    return (stack << (16 - 4 * tall)) & 0xFFFF


def _codes(stack: i64, levels: i64) -> i64:
    """Four bytes, the lowest tile's first: 0 none, 1 never seen, 2 + kind."""
    seen = (levels >> 1) & 0x01010101
    return (eight_numbers(stack) & (seen * 15)) + levels


def _unseen(stack: i64, dark: i64) -> i64:
    """The lowest tiles of a stack, counted by kind in four bits each."""
    if dark == 0:
        return 0
    found = bit(4 * (stack >> 12))
    if dark > 1:
        found += bit(4 * ((stack >> 8) & 15))
    if dark > 2:
        found += bit(4 * ((stack >> 4) & 15))
    return found
