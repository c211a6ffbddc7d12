"""Shifting tiles before the dig (S30 to S36)."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, eight_bytes, nth
from schatzkammer.core.errors import IllegalMove
from schatzkammer.games.solomon.components import CELL_NAMES, NOT_BOTTOM, NOT_LEFT, NOT_RIGHT, NOT_TOP
from schatzkammer.games.solomon.moves import FIRST_SHIFT, FROM, ONTO, SHIFT_NUMBERS, WAYS
from schatzkammer.games.solomon.state import ACT, SolomonState
from schatzkammer.games.solomon.steps import cave, recall
from schatzkammer.games.solomon.steps.move import Move, kind_names, refuse

Slopes = tuple[i64, i64, i64, i64, i64, i64, i64, i64]

# By number of shifts, a list of that many places to be filled.
ROOM: Final[list[list[object]]] = [[None] * shifts for shifts in range(221)]


class Shift(Move):
    """S30: the top tile of a stack onto a neighbouring stack, as often as one likes; S33: each costs 1."""

    def __init__(self) -> None:
        self.first = FIRST_SHIFT
        self.choices = 220

    def offer(self, s: SolomonState, seat: i64) -> i64:
        raise NotImplementedError("there are more shifts than bits")

    def fill(self, s: SolomonState, seat: i64, actions: list[object]) -> None:
        slopes = all_slopes(s)
        at: i64 = len(actions)
        actions.extend(ROOM[shifts_along(slopes)])
        row: i64 = 0
        while row < 6:
            ways = ways_of_row(slopes, row)
            numbers = row * 48
            while ways:
                digits: i64 = WAYS[ways & 255]
                while digits > 1:
                    actions[at] = SHIFT_NUMBERS[numbers + (digits & 7)]
                    digits >>= 3
                    at += 1
                ways >>= 8
                numbers += 8
            row += 1

    def size(self, s: SolomonState, seat: i64) -> i64:
        return shifts_along(all_slopes(s))

    def nth(self, s: SolomonState, seat: i64, index: i64) -> i64:
        slopes = all_slopes(s)
        row: i64 = 0
        ways = ways_of_row(slopes, row)
        shifts = count(ways)
        while index >= shifts:
            index -= shifts
            row += 1
            ways = ways_of_row(slopes, row)
            shifts = count(ways)
        return cast(int, SHIFT_NUMBERS[row * 48 + nth(ways, index)]) - FIRST_SHIFT

    def allowed(self, s: SolomonState, seat: i64, choice: i64) -> bool:
        return may_shift(s) and leads_down(s, FROM[choice], ONTO[choice])

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        cell: i64 = FROM[choice]
        onto: i64 = ONTO[choice]
        kind = cave.top(s, cell)
        uncovered = cave.lift(s, cell)
        cave.lay(s, onto, kind)
        s.shifts += 1
        s.news += 1  # S32: no shift is taken back
        if s.log is not None:
            s.log.append(
                {
                    "event": "shift",
                    "seat": int(seat),
                    "tile": kind_names(s)[kind],
                    "cell": CELL_NAMES[cell],
                    "onto": CELL_NAMES[onto],
                }
            )
        if uncovered:
            cave.tell_uncovered(s, bit(cell))
        recall.shifted(s, seat)
        return ACT

    def why_not(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        cell: i64 = FROM[choice]
        onto: i64 = ONTO[choice]
        where: dict[str, object] = {"cell": CELL_NAMES[cell], "onto": CELL_NAMES[onto]}
        if s.declare_before and not s.named:
            return refuse("S36", "name_first")
        if not s.level1 & bit(cell):
            return refuse("S30", "nothing_there", where)
        if not leads_down(s, cell, onto):
            return refuse("S34", "too_high", where) if s.uphill else refuse("S31", "uphill", where)
        return refuse("S35", "too_many", {"limit": int(s.limit)})


def may_shift(s: SolomonState) -> bool:
    """S35: as long as a further shift might be paid for; S36: where it is asked for an area is named first."""
    return s.shifts < s.limit and (s.named or not s.declare_before)


def all_slopes(s: SolomonState) -> Slopes:
    """The cells whose top tile may be shifted, for each way to a neighbour in the order of OFFSETS."""
    if not may_shift(s):
        return 0, 0, 0, 0, 0, 0, 0, 0
    return (
        slopes(s, 7, 0, NOT_TOP & NOT_LEFT),
        slopes(s, 6, 0, NOT_TOP),
        slopes(s, 5, 0, NOT_TOP & NOT_RIGHT),
        slopes(s, 1, 0, NOT_LEFT),
        slopes(s, 0, 1, NOT_RIGHT),
        slopes(s, 0, 5, NOT_BOTTOM & NOT_LEFT),
        slopes(s, 0, 6, NOT_BOTTOM),
        slopes(s, 0, 7, NOT_BOTTOM & NOT_RIGHT),
    )


def shifts_along(slopes: Slopes) -> i64:
    """How many shifts there are."""
    above = count(slopes[0]) + count(slopes[1]) + count(slopes[2]) + count(slopes[3])
    return above + count(slopes[4]) + count(slopes[5]) + count(slopes[6]) + count(slopes[7])


def ways_of_row(slopes: Slopes, row: i64) -> i64:
    """The shifts from a row of cells: a byte for each cell, in it a bit for each way."""
    first = 6 * row
    above = eight_bytes((slopes[0] >> first) & 63) | eight_bytes((slopes[1] >> first) & 63) << 1
    above |= eight_bytes((slopes[2] >> first) & 63) << 2 | eight_bytes((slopes[3] >> first) & 63) << 3
    below = eight_bytes((slopes[4] >> first) & 63) | eight_bytes((slopes[5] >> first) & 63) << 1
    below |= eight_bytes((slopes[6] >> first) & 63) << 2 | eight_bytes((slopes[7] >> first) & 63) << 3
    return above | below << 4


def leads_down(s: SolomonState, cell: i64, onto: i64) -> bool:
    """Whether the top tile of a cell may come to lie on that neighbour."""
    if cell > onto:
        return slopes(s, cell - onto, 0, bit(cell)) != 0
    return slopes(s, 0, onto - cell, bit(cell)) != 0


def slopes(s: SolomonState, back: i64, ahead: i64, cells: i64) -> i64:
    """Of some cells those whose top tile may come to lie on the one so many cells back or ahead.

    S31: onto stacks that are lower than its own, so that it never climbs; S34: for beginners onto all below four.
    """
    if s.uphill:
        return cells & s.level1 & ~((s.level4 << back) >> ahead)
    return cells & (
        (s.level1 & ~((s.level1 << back) >> ahead))
        | (s.level2 & ~((s.level2 << back) >> ahead))
        | (s.level3 & ~((s.level3 << back) >> ahead))
        | (s.level4 & ~((s.level4 << back) >> ahead))
    )
