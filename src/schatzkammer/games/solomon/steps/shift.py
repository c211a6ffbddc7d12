"""Shifting tiles before the dig (S30 to S36)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import BIT
from schatzkammer.core.errors import IllegalMove
from schatzkammer.games.solomon.components import ALL_CELLS, CELL_NAMES, CELLS, DEEPEST
from schatzkammer.games.solomon.moves import FIRST_SHIFT, FROM, ONTO, SHIFT_NUMBERS
from schatzkammer.games.solomon.state import ACT, SolomonState, height
from schatzkammer.games.solomon.steps import cave, recall
from schatzkammer.games.solomon.steps.move import Move, kind_names, refuse


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
        cell: i64 = 0
        bit: i64 = 1
        while cell < CELLS:
            if s.level1 & bit:
                near = (lower(s, bit) << 7) >> cell
                pattern = (near & 7) | ((near >> 3) & 8) | ((near >> 4) & 16) | ((near >> 7) & 224)
                if pattern:
                    actions.extend(SHIFT_NUMBERS[cell * 256 + pattern])
            cell += 1
            bit <<= 1

    def allowed(self, s: SolomonState, seat: i64, choice: i64) -> bool:
        bit: i64 = BIT[FROM[choice]]
        return may_shift(s) and s.level1 & bit != 0 and lower(s, bit) & BIT[ONTO[choice]] != 0

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
            cave.tell_uncovered(s, BIT[cell])
        recall.shifted(s, seat)
        return ACT

    def why_not(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        cell: i64 = FROM[choice]
        onto: i64 = ONTO[choice]
        where: dict[str, object] = {"cell": CELL_NAMES[cell], "onto": CELL_NAMES[onto]}
        if s.declare_before and not s.named:
            return refuse("S36", "name_first")
        if not s.level1 & BIT[cell]:
            return refuse("S30", "nothing_there", where)
        if not lower(s, BIT[cell]) & BIT[onto]:
            return refuse("S34", "too_high", where) if s.uphill else refuse("S31", "uphill", where)
        return refuse("S35", "too_many", {"limit": int(s.limit)})


def may_shift(s: SolomonState) -> bool:
    """S35: as long as a further shift might be paid for; S36: where it is asked for an area is named first."""
    return s.shifts < s.limit and (s.named or not s.declare_before)


def lower(s: SolomonState, bit: i64) -> i64:
    """The cells that a tile from this one may come to lie on.

    S31: stacks that are lower than its own, so that it never climbs; S34: for beginners all below four tiles.
    """
    tall = DEEPEST if s.uphill else height(s, bit)
    if tall == DEEPEST:
        return ALL_CELLS & ~s.level4
    if tall == 3:
        return ALL_CELLS & ~s.level3
    return ALL_CELLS & ~(s.level2 if tall == 2 else s.level1)
