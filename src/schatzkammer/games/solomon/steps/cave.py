"""The stacks of the cave: removing, adding and revealing tiles (S10, S32)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, lowest, members
from schatzkammer.games.solomon.components import CELL_NAMES
from schatzkammer.games.solomon.state import NONE, SolomonState, height
from schatzkammer.games.solomon.steps.step import kind_names


def top(s: SolomonState, cell: i64) -> i64:
    """The kind of the top tile of a cell, which must not be empty."""
    return s.stacks[cell] & 15


def lift(s: SolomonState, cell: i64) -> bool:
    """Removes the top tile; returns whether that reveals the tile below (S32)."""
    here = bit(cell)
    stack: i64 = s.stacks[cell]
    s.stacks[cell] = stack >> 4
    if s.level2 & here:
        if s.level4 & here:
            s.level4 ^= here
            if s.dark3 & here:
                s.dark3 ^= here
                return True
        elif s.level3 & here:
            s.level3 ^= here
            if s.dark2 & here:
                s.dark2 ^= here
                return True
        else:
            s.level2 ^= here
            if s.dark1 & here:
                s.dark1 ^= here
                return True
    else:
        s.level1 ^= here
    return False


def lay(s: SolomonState, cell: i64, kind: i64) -> None:
    """Puts a tile on top of a cell."""
    here = bit(cell)
    tall = height(s, here)
    stack: i64 = s.stacks[cell]
    s.stacks[cell] = stack << 4 | kind
    if tall == 0:
        s.level1 |= here
    elif tall == 1:
        s.level2 |= here
    elif tall == 2:
        s.level3 |= here
    else:
        s.level4 |= here


def unseen_below(s: SolomonState, cells: i64) -> i64:
    """S32: the cells, out of `cells`, where nobody has seen the tile under the top one: `lift` would reveal it."""
    fourth = s.level4 & s.dark3
    third = s.level3 & ~s.level4 & s.dark2
    second = s.level2 & ~s.level3 & s.dark1
    return cells & (fourth | third | second)


def report_uncovered(s: SolomonState, cells: i64) -> None:
    """S32: reports the revealed tiles to everybody."""
    if s.events is not None:
        for cell in members(cells, 0):
            s.events.append({"event": "uncover", "cell": CELL_NAMES[cell], "tile": kind_names(s)[top(s, cell)]})


def one_kind_unseen(s: SolomonState) -> bool:
    """Whether everybody can infer the unseen tiles, because they are all of one kind."""
    cells = s.dark1
    first: i64 = NONE
    while cells:
        here = cells & -cells
        stack: i64 = s.stacks[lowest(here)]
        bottom = (height(s, here) - 1) * 4
        last: i64 = bottom - 4 if s.dark2 & here else bottom
        if s.dark3 & here:
            last = bottom - 8
        while bottom >= last:
            kind = (stack >> bottom) & 15
            if first != NONE and kind != first:
                return False
            first = kind
            bottom -= 4
        cells ^= here
    return True
