"""Evaluates a dig in King Solomon: the finds, less their cost, and an upper bound on what shifts can still add."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon.tile_values import MOST_CURSES, ONE_OF, UNSEEN, TileValues, larger, mean_above
from schatzkammer.core.bits import bit
from schatzkammer.games.solomon.components import ALPHA, AMULET, CURSE, MASK, MIRROR, VALUE
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.dig import AMULET_BIT
from schatzkammer.games.solomon.steps.pay import dig_cost, is_paid

HOPELESS: Final = -1000.0  # the value of a dig that cannot be paid for
NO_CHANGE: Final[i64] = 3  # the index in `TileValues.magic` for no change
OPTION_VALUE: Final = 0.4  # of not digging after an unseen tile shows, at most, in standard deviations


class DigEvaluator:
    """The values of digs for one seat in one position."""

    def __init__(self, s: SolomonState, seat: i64) -> None:
        self.tiles = TileValues(s, seat)
        self.due: i64 = s.shifts  # shifts already made, which have to be paid (S33)
        self.has_amulet = s.hoards[seat][AMULET] > 0
        self.amulet = False  # whether the last dig evaluated uses the Amulet
        self._treasures: i64 = 0
        self._curses: i64 = 0
        self._parchments: i64 = 0
        self._magic: i64 = 0
        self._unseen: i64 = 0
        self._gift = 0.0
        curses = self.tiles.curses
        peak = 0.0
        for value in range(MOST_CURSES + 1):
            peak = larger(peak, curses[value] if self.has_amulet else curses[value] - value)
        self._curse_peak = peak
        self.tile_peak = self._tile_peaks()

    def _tile_peaks(self) -> list[float]:
        """The most that one tile of each kind can add; parchments and curses have bounds of their own."""
        magic = self.tiles.magic
        step = 0.0
        for number in range(int(NO_CHANGE), len(magic) - 1):
            step = larger(step, magic[number + 1] - magic[number])
        peaks = [float(VALUE[kind]) for kind in range(int(MIRROR))]
        for use in self.tiles.handy:
            peaks.append(step + use)
        peaks.append(larger(0.0, self.tiles.unseen) + OPTION_VALUE * self.tiles.spread)
        return peaks

    def count(self, stacks: list[int], cells: list[int]) -> None:
        """Counts the top tiles of an area."""
        treasures: i64 = 0
        curses: i64 = 0
        parchments: i64 = 0
        magic: i64 = 0
        unseen: i64 = 0
        gift = 0.0
        for cell in cells:
            stack: i64 = stacks[cell]
            kind = stack & 31
            if kind < MASK:
                treasures += VALUE[kind]
            elif kind < ALPHA:
                curses += CURSE[kind]
            elif kind < MIRROR:
                one: i64 = ONE_OF[kind - ALPHA]
                if parchments & (3 * one) != 3 * one:
                    parchments += one
            elif kind < UNSEEN:
                magic += 1
                gift += self.tiles.handy[kind - MIRROR]
            elif stack > 1:
                unseen += 1
        self._treasures = treasures
        self._curses = curses
        self._parchments = parchments
        self._magic = magic
        self._unseen = unseen
        self._gift = gift

    def evaluate(self, stacks: list[int], cells: list[int], more: i64, objects: i64) -> float:
        """The value of digging these cells after `more` shifts, spending these objects and, where it pays, the Amulet.

        An unseen tile shows before it is dug, and the seat need not dig then: at worst the shifts are lost.
        """
        self.count(stacks, cells)
        tiles = self.tiles
        at: i64 = NO_CHANGE + self._magic
        value = float(self._treasures - more) + tiles.sets(self._parchments) + tiles.curses[self._curses] + self._gift
        for which in range(4):
            if objects & bit(which):
                at -= 1
                value -= tiles.handy[which]
        self.amulet = objects & AMULET_BIT != 0
        plain = HOPELESS
        if self._is_paid(more, objects):
            plain = value + tiles.magic[at] - (0.0 if self.amulet else float(self._curses))
        if self.has_amulet and not self.amulet and self._curses and self._is_paid(more, AMULET_BIT):
            eased = value + tiles.magic[at - 1] - tiles.handy[AMULET - MIRROR]
            if eased > plain:
                plain = eased
                self.amulet = True
        if self._unseen and plain > HOPELESS:
            unseen = float(self._unseen)
            return mean_above(plain + unseen * tiles.unseen, tiles.spread * sqrt(unseen), -float(more))
        return plain

    def _is_paid(self, more: i64, objects: i64) -> bool:
        """Whether the seat can pay for the tiles counted last, after so many more shifts and with these objects."""
        owed = dig_cost(self.due + more, self._curses, objects)
        return is_paid(owed, self.tiles.purse, self._treasures)

    def parts(self, value: float, more: i64, objects: i64) -> dict[str, float]:
        """The parts of the value of the last dig evaluated; the objects include the Amulet if it is used."""
        tiles = self.tiles
        at: i64 = NO_CHANGE + self._magic
        magic = self._gift
        for which in range(4):
            if objects & bit(which):
                at -= 1
                magic -= tiles.handy[which]
        found = {
            "treasures": float(self._treasures),
            "parchments": tiles.sets(self._parchments),
            "curses": tiles.curses[self._curses],
            "magic": magic + tiles.magic[at],
            "shifts": -float(more),
            "cost": 0.0 if objects & AMULET_BIT else -float(self._curses),
        }
        found["unseen"] = value - sum(found.values()) if self._unseen else 0.0
        return found

    def ceiling(self, stacks: list[int], cells: list[int], made: i64, left: i64, pull: float, sets: bool) -> float:
        """An upper bound on the value of these cells after `left` more shifts, each of which brings at most one tile.

        `pull` is the most that such a tile can add, parchments apart; `sets` tells whether parchments are near.
        """
        self.count(stacks, cells)
        tiles = self.tiles
        have = float(self._treasures - made) + tiles.sets(self._parchments) + tiles.magic[NO_CHANGE + self._magic]
        have += self._gift + self._curse_peak + float(self._unseen) * self.tile_peak[UNSEEN]
        each = larger(0.0, pull - 1.0)
        most = float(left) * each
        if sets:
            for more in range(1, int(left) + 1 if left < 3 else 4):
                most = larger(most, tiles.climb(self._parchments, more) - more + float(left - more) * each)
        return have + most

    def failing(self, stacks: list[int], cells: list[int], players: i64) -> float:
        """S64: the value of a dig that cannot be paid for: nothing is paid, and the others share the finds."""
        self.count(stacks, cells)
        gained = float(self._treasures) + 0.5 * float(self._curses) + self._gift + 1.5 * float(self._magic)
        found: i64 = self._parchments
        while found:
            gained += 2.5 * float(found & 3)
            found >>= 2
        return float(min(self.tiles.purse, self.due)) - gained / float(players - 1)
