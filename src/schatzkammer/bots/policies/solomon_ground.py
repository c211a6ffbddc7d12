"""The cave of King Solomon as a seat knows it, to try shifts on: unseen tiles are just that."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_worth import UNSEEN
from schatzkammer.core.bits import BIT, members
from schatzkammer.games.solomon.components import CELLS, DEEPEST, NEAR
from schatzkammer.games.solomon.moves import FIRST_SHIFT, SHIFTS
from schatzkammer.games.solomon.state import SolomonState, height

AROUND: Final = [members(near, 0) for near in NEAR]  # the cells around each cell


def _numbers() -> list[int]:
    numbers = [-1] * 1296
    for choice, (cell, onto) in enumerate(SHIFTS):
        numbers[cell * 36 + onto] = int(FIRST_SHIFT) + choice
    return numbers


SHIFT_OF: Final = _numbers()  # by cell × 36 + onto, the action


class Ground:
    """Stacks as numbers in base 32, a leading 1 and then the tiles from the bottom to the top; their heights."""

    __slots__ = ("stacks", "tall", "uphill")

    def __init__(self, s: SolomonState) -> None:
        self.uphill = s.uphill
        self.stacks = [1] * 36
        self.tall = [0] * 36
        cell: i64 = 0
        bit: i64 = 1
        while cell < CELLS:
            tall = height(s, bit)
            if tall:
                self.tall[cell] = tall
                hidden: i64 = 0
                if s.dark1 & bit:
                    hidden = 1
                    if s.dark2 & bit:
                        hidden = 3 if s.dark3 & bit else 2
                given: i64 = s.stacks[cell]
                stack: i64 = 1
                level: i64 = 0
                while level < tall:
                    kind = UNSEEN if level < hidden else (given >> (4 * (tall - 1 - level))) & 15
                    stack = stack * 32 + kind
                    level += 1
                self.stacks[cell] = stack
            cell += 1
            bit <<= 1

    def can_shift(self, cell: i64, onto: i64) -> bool:
        """S31: onto lower stacks only; S34: for beginners onto all below four tiles."""
        if self.uphill:
            return self.tall[cell] > 0 and self.tall[onto] < DEEPEST
        return self.tall[onto] < self.tall[cell]

    def shift(self, cell: i64, onto: i64) -> None:
        """Moves the top tile; the way back is another shift that need not be legal."""
        stack: i64 = self.stacks[cell]
        there: i64 = self.stacks[onto]
        self.stacks[onto] = there * 32 + (stack & 31)
        self.stacks[cell] = stack >> 5
        self.tall[cell] -= 1
        self.tall[onto] += 1

    def level_of(self, area: list[int]) -> i64:
        """The common height of cells, 0 where they differ or one is empty (S42, S43)."""
        tall: i64 = self.tall[area[0]]
        for cell in area:
            if self.tall[cell] != tall:
                return 0
        return tall

    def cells_of(self, tall: i64) -> i64:
        """The cells with exactly that many tiles; -1: those with any."""
        found: i64 = 0
        cell: i64 = 0
        while cell < CELLS:
            here: i64 = self.tall[cell]
            if here == tall or (tall < 0 and here > 0):
                found |= BIT[cell]
            cell += 1
        return found
