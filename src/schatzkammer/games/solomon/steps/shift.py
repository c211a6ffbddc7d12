"""Shifting tiles before the dig (S30 to S36)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count
from schatzkammer.core.errors import IllegalMove
from schatzkammer.games.solomon.components import CELL_NAMES, NOT_BOTTOM, NOT_LEFT, NOT_RIGHT, NOT_TOP
from schatzkammer.games.solomon.moves import FIRST_SHIFT, FROM, ONTO, SHIFT_NUMBERS, WAYS
from schatzkammer.games.solomon.state import ACT, SolomonState
from schatzkammer.games.solomon.steps import cave, recall
from schatzkammer.games.solomon.steps.move import Move, kind_names, refuse

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
        if not may_shift(s):
            return
        up_left = slopes(s, 7, 0, NOT_TOP & NOT_LEFT)
        up = slopes(s, 6, 0, NOT_TOP)
        up_right = slopes(s, 5, 0, NOT_TOP & NOT_RIGHT)
        left = slopes(s, 1, 0, NOT_LEFT)
        right = slopes(s, 0, 1, NOT_RIGHT)
        down_left = slopes(s, 0, 5, NOT_BOTTOM & NOT_LEFT)
        down = slopes(s, 0, 6, NOT_BOTTOM)
        down_right = slopes(s, 0, 7, NOT_BOTTOM & NOT_RIGHT)
        at: i64 = len(actions)
        upward = count(up_left) + count(up) + count(up_right) + count(left)
        actions.extend(ROOM[upward + count(right) + count(down_left) + count(down) + count(down_right)])
        cells = up_left | up | up_right | left | right | down_left | down | down_right
        cell: i64 = 0
        while cells >> cell:
            if (cells >> cell) & 1:
                chosen = ((up_left >> cell) & 1) | ((up >> cell) & 1) << 1 | ((up_right >> cell) & 1) << 2
                chosen |= ((left >> cell) & 1) << 3 | ((right >> cell) & 1) << 4 | ((down_left >> cell) & 1) << 5
                chosen |= ((down >> cell) & 1) << 6 | ((down_right >> cell) & 1) << 7
                ways: i64 = WAYS[chosen]
                while ways > 1:
                    actions[at] = SHIFT_NUMBERS[cell * 8 + (ways & 7)]
                    ways >>= 3
                    at += 1
            cell += 1

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
