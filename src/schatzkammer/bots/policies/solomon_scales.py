"""Weighs a dig in King Solomon: the finds, less what they cost, and how much better they could still become."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_worth import MOST_CURSES, ONE_OF, UNSEEN, Worth, larger, mean_above
from schatzkammer.core.bits import BIT
from schatzkammer.games.solomon.components import ALPHA, AMULET, CURSE, MASK, MIRROR
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.dig import AMULET_BIT

HOPELESS: Final = -1000.0  # a dig that cannot be paid for
CALM: Final[i64] = 3  # where `Worth.magic` stands for no change
LIKELY: Final = 0.4  # what the choice not to dig adds at most, in standard deviations


class Scales:
    """The lot of an area, counted, for one seat in one position."""

    __slots__ = (
        "_curse_peak",
        "_curses",
        "_gift",
        "_magic",
        "_parchments",
        "_treasures",
        "_unseen",
        "amulet",
        "due",
        "has_amulet",
        "tile_peak",
        "worth",
    )

    def __init__(self, s: SolomonState, seat: i64) -> None:
        self.worth = Worth(s, seat)
        self.due: i64 = s.shifts  # made before, to be paid whatever happens (S33)
        self.has_amulet = s.hoards[seat][AMULET] > 0
        self.amulet = False  # whether the Amulet was found to pay in the last dig weighed
        self._treasures: i64 = 0
        self._curses: i64 = 0
        self._parchments: i64 = 0
        self._magic: i64 = 0
        self._unseen: i64 = 0
        self._gift = 0.0
        curses = self.worth.curses
        peak = 0.0
        for value in range(MOST_CURSES + 1):
            peak = larger(peak, curses[value] if self.has_amulet else curses[value] - value)
        self._curse_peak = peak
        self.tile_peak = self._tile_peaks()

    def _tile_peaks(self) -> list[float]:
        """By kind the most that one such tile can add; parchments and curses are bounded otherwise."""
        magic = self.worth.magic
        step = 0.0
        for number in range(int(CALM), len(magic) - 1):
            step = larger(step, magic[number + 1] - magic[number])
        peaks = [1.0, 2.0, 3.0, 4.0, 5.0] + [0.0] * 7
        for use in self.worth.handy:
            peaks.append(step + use)
        peaks.append(larger(0.0, self.worth.unseen) + LIKELY * self.worth.spread)
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
                treasures += kind + 1
            elif kind < ALPHA:
                curses += CURSE[kind]
            elif kind < MIRROR:
                one: i64 = ONE_OF[kind - ALPHA]
                if parchments & (3 * one) != 3 * one:
                    parchments += one
            elif kind < UNSEEN:
                magic += 1
                gift += self.worth.handy[kind - MIRROR]
            elif stack > 1:
                unseen += 1
        self._treasures = treasures
        self._curses = curses
        self._parchments = parchments
        self._magic = magic
        self._unseen = unseen
        self._gift = gift

    def weigh(self, stacks: list[int], cells: list[int], more: i64, objects: i64) -> float:
        """What digging these cells brings after so many more shifts, with objects that are spent for it.

        The Amulet is added where it pays, and counted on where it is among the objects. An unseen tile shows
        before it is dug, and whoever does not like it need not dig: hence at worst the shifts are lost.
        """
        self.count(stacks, cells)
        worth = self.worth
        at: i64 = CALM + self._magic
        value = float(self._treasures - more) + worth.sets(self._parchments) + worth.curses[self._curses] + self._gift
        for which in range(4):
            if objects & BIT[which]:
                at -= 1
                value -= worth.handy[which]
        slack: i64 = worth.purse + self._treasures - self.due - more
        forced = objects & AMULET_BIT != 0
        plain = value + worth.magic[at] - (0.0 if forced else float(self._curses))
        self.amulet = forced
        if not forced:
            if slack < self._curses:
                plain = HOPELESS
            if self.has_amulet and self._curses and slack >= 0:
                eased = value + worth.magic[at - 1] - worth.handy[AMULET - MIRROR]
                if eased > plain:
                    plain = eased
                    self.amulet = True
        elif slack < 0:
            plain = HOPELESS
        if self._unseen and plain > HOPELESS:
            unseen = float(self._unseen)
            return mean_above(plain + unseen * worth.unseen, worth.spread * sqrt(unseen), -float(more))
        return plain

    def parts(self, value: float, more: i64, objects: i64) -> dict[str, float]:
        """Where the value of the dig weighed last comes from; the objects are all that it uses, the Amulet too."""
        worth = self.worth
        at: i64 = CALM + self._magic
        magic = self._gift
        for which in range(4):
            if objects & BIT[which]:
                at -= 1
                magic -= worth.handy[which]
        found = {
            "treasures": float(self._treasures),
            "parchments": worth.sets(self._parchments),
            "curses": worth.curses[self._curses],
            "magic": magic + worth.magic[at],
            "shifts": -float(more),
            "cost": 0.0 if objects & AMULET_BIT else -float(self._curses),
        }
        found["unseen"] = value - sum(found.values()) if self._unseen else 0.0
        return found

    def ceiling(self, stacks: list[int], cells: list[int], made: i64, left: i64, pull: float, sets: bool) -> float:
        """No dig of these cells is worth more after `left` more shifts, each of which brings one tile at most.

        `pull` is the most that such a tile can add, parchments apart; `sets` tells whether there are any near.
        """
        self.count(stacks, cells)
        worth = self.worth
        have = float(self._treasures - made) + worth.sets(self._parchments) + worth.magic[CALM + self._magic]
        have += self._gift + self._curse_peak + float(self._unseen) * self.tile_peak[UNSEEN]
        each = larger(0.0, pull - 1.0)
        most = float(left) * each
        if sets:
            for more in range(1, int(left) + 1 if left < 3 else 4):
                most = larger(most, worth.climb(self._parchments, more) - more + float(left - more) * each)
        return have + most

    def failing(self, stacks: list[int], cells: list[int], players: i64) -> float:
        """S64: nothing is paid, and the others share the finds: as much worse as each of them gains."""
        self.count(stacks, cells)
        gained = float(self._treasures) + 0.5 * float(self._curses) + self._gift + 1.5 * float(self._magic)
        found: i64 = self._parchments
        while found:
            gained += 2.5 * float(found & 3)
            found >>= 2
        return float(min(self.worth.purse, self.due)) - gained / float(players - 1)
