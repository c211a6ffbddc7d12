"""Shifting tiles before the dig (S30 to S36)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.core.bits import bit
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import Step
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import CELL_NAMES
from schatzkammer.games.solomon.moves import OFFSETS, SHIFTS
from schatzkammer.games.solomon.state import ACT_STEP, SolomonState
from schatzkammer.games.solomon.steps import cave
from schatzkammer.games.solomon.steps.pay import is_paid, wealth
from schatzkammer.games.solomon.steps.step import cell_names, kind_names, refuse


class Shift(Step[SolomonState]):
    """S30: the player shifts the top tile of a stack onto the next stack in one direction; S33: each shift costs 1."""

    def __init__(self, direction: int) -> None:
        super().__init__(ACT_STEP, "shift", "S30", SHIFTS[direction])
        offset = OFFSETS[direction]
        self.offset: i64 = offset
        self.back: i64 = max(-offset, 0)
        self.ahead: i64 = max(offset, 0)
        self.cells: i64 = sum([int(bit(cell)) for cell in SHIFTS[direction].bits])

    def offer(self, s: SolomonState, seat: i64) -> i64:
        return downhill(s, self.back, self.ahead, self.cells) if may_shift(s) else 0

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        cell = choice
        onto = cell + self.offset
        kind = cave.top(s, cell)
        uncovered = cave.lift(s, cell)
        cave.lay(s, onto, kind)
        s.shifts += 1
        s.news += 1  # S32: no shift is taken back
        if s.events is not None:
            s.events.append(
                {
                    "event": "shift",
                    "seat": int(seat),
                    "tile": kind_names(s)[kind],
                    "cell": CELL_NAMES[cell],
                    "onto": CELL_NAMES[onto],
                }
            )
        if uncovered:
            cave.report_uncovered(s, bit(cell))
        evidence.shifted(s, seat)
        return ACT_STEP

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        """S33: what the turn will have cost, and whether the player can pay it without a dig; S32: what turns up."""
        shifts = s.shifts + 1
        money = wealth(s, seat)
        return {
            "places": [CELL_NAMES[choice + self.offset]],
            "turns_up": cell_names(cave.unseen_below(s, bit(choice))),
            "cost": int(shifts),
            "pays": is_paid(shifts, money, 0),
            "amounts": {"shifts": int(shifts), "money": int(money)},
            "then": "act",
        }

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        cell = choice
        onto = cell + self.offset
        where: dict[str, object] = {"cell": CELL_NAMES[cell], "onto": CELL_NAMES[onto]}
        if s.declare_before and not s.named:
            return refuse("S36", "name_first")
        if not s.level1 & bit(cell):
            return refuse("S30", "nothing_there", where)
        if not downhill(s, self.back, self.ahead, bit(cell)):
            return refuse("S34", "too_high", where) if s.uphill else refuse("S31", "uphill", where)
        return refuse("S35", "too_many", {"limit": int(s.limit)})


def may_shift(s: SolomonState) -> bool:
    """S35: whether the limit allows another shift; S36: if areas are named first, whether one is named."""
    return s.shifts < s.limit and (s.named or not s.declare_before)


def downhill(s: SolomonState, back: i64, ahead: i64, cells: i64) -> i64:
    """The cells, out of `cells`, whose top tile may move by an offset, given as steps back or ahead."""
    return lower_beside(s.level1, s.level2, s.level3, s.level4, s.uphill, back, ahead, cells)


def lower_beside(
    level1: i64, level2: i64, level3: i64, level4: i64, uphill: bool, back: i64, ahead: i64, cells: i64
) -> i64:
    """The same for any cave, given as its cells with at least one, two, three and four tiles.

    S31: a tile moves only onto a stack lower than its own; S34: with the option for beginners, onto any below four.
    """
    if uphill:
        return cells & level1 & ~((level4 << back) >> ahead)
    return cells & (
        (level1 & ~((level1 << back) >> ahead))
        | (level2 & ~((level2 << back) >> ahead))
        | (level3 & ~((level3 << back) >> ahead))
        | (level4 & ~((level4 << back) >> ahead))
    )


SHIFT_KINDS: Final[list[Step[SolomonState]]] = [Shift(direction) for direction in range(8)]
