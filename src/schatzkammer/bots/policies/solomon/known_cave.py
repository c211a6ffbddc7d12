"""King Solomon's cave as a seat knows it, to try shifts on: tiles never seen have no kind."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon.tile_values import UNSEEN
from schatzkammer.core.bits import bit, members
from schatzkammer.games.solomon.components import CELLS, NEAR
from schatzkammer.games.solomon.state import SolomonState, height
from schatzkammer.games.solomon.steps.shift import lower_beside

AROUND: Final = [members(near, 0) for near in NEAR]  # the cells around each cell


class KnownCave:
    """The stacks as numbers in base 32 (a leading 1, then the tiles from the bottom up), their heights and levels."""

    def __init__(self, s: SolomonState) -> None:
        self.uphill = s.uphill
        self.level1: i64 = s.level1  # cells with at least one tile, and so on
        self.level2: i64 = s.level2
        self.level3: i64 = s.level3
        self.level4: i64 = s.level4
        self.stacks = [1] * 36
        self.heights = [0] * 36
        cell: i64 = 0
        here: i64 = 1
        while cell < CELLS:
            tall = height(s, here)
            if tall:
                self.heights[cell] = tall
                hidden: i64 = 0
                if s.dark1 & here:
                    hidden = 1
                    if s.dark2 & here:
                        hidden = 3 if s.dark3 & here else 2
                given: i64 = s.stacks[cell]
                stack: i64 = 1
                level: i64 = 0
                while level < tall:
                    kind = UNSEEN if level < hidden else (given >> (4 * (tall - 1 - level))) & 15
                    stack = stack * 32 + kind
                    level += 1
                self.stacks[cell] = stack
            cell += 1
            here <<= 1

    def can_shift(self, cell: i64, onto: i64) -> bool:
        """S31, S34: whether the rules let the top tile of a cell move onto that neighbour."""
        back: i64 = cell - onto if cell > onto else 0
        ahead: i64 = onto - cell if onto > cell else 0
        return (
            lower_beside(self.level1, self.level2, self.level3, self.level4, self.uphill, back, ahead, bit(cell)) != 0
        )

    def shift(self, cell: i64, onto: i64) -> None:
        """Moves the top tile; the reverse shift undoes it and need not be legal."""
        stack: i64 = self.stacks[cell]
        there: i64 = self.stacks[onto]
        self.stacks[onto] = there * 32 + (stack & 31)
        self.stacks[cell] = stack >> 5
        left: i64 = self.heights[cell] - 1
        below: i64 = self.heights[onto]
        self.heights[cell] = left
        self.heights[onto] = below + 1
        self._flip(cell, left)
        self._flip(onto, below)

    def _flip(self, cell: i64, below: i64) -> None:
        """Adds or removes a cell on the level above so many tiles."""
        if below == 0:
            self.level1 ^= bit(cell)
        elif below == 1:
            self.level2 ^= bit(cell)
        elif below == 2:
            self.level3 ^= bit(cell)
        else:
            self.level4 ^= bit(cell)
