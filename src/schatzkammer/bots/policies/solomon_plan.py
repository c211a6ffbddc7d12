"""King Solomon's planner: the best digs of a card that some shifts can reach.

It goes from the digs to the shifts, not the other way: every place of the card and every level is a target; how
far its cells are off that level says at once how many shifts it takes at least. Targets are searched from the
most promising one on, as long as one may still be better than the best found. Within a target only shifts are
tried that do something for it: into its cells, out of them, and beside a cell that is too high or too low.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_ground import AROUND, SHIFT_OF, Ground
from schatzkammer.bots.policies.solomon_scales import HOPELESS, Scales
from schatzkammer.bots.policies.solomon_worth import larger
from schatzkammer.core.bits import BIT, members
from schatzkammer.games.solomon.components import ALPHA, MIRROR, NEAR, Card
from schatzkammer.games.solomon.moves import FIRST_NAME
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.dig import AMULET_BIT, AXE_BIT, MIRROR_BIT

ANY_LEVEL: Final[i64] = 0  # of a target that is dug with the Axe
SPARE: Final[i64] = 2  # shifts that a target may take beyond those that levelling needs at least
SPARE_WITH_AXE: Final[i64] = 1

_CELLS: Final[dict[int, list[int]]] = {}


def cells_of_area(area: i64) -> list[int]:
    """The cells of an area; areas come again and again."""
    known = _CELLS.get(area)
    if known is None:
        known = members(area, 0)
        _CELLS[area] = known
    return known


class Plan:
    """Shifts, the dig they lead to, and what it is worth beside stopping now."""

    def __init__(self, value: float, shifts: list[int], area: i64, arrow: i64, objects: i64) -> None:
        self.value = value
        self.shifts = shifts  # action numbers
        self.area = area
        self.arrow = arrow
        self.objects = objects


class Target:
    """Cells to be dug on one level, and what that takes at least."""

    __slots__ = ("area", "arrow", "ceiling", "cells", "excess", "lack", "left", "level", "objects", "pull", "sets")

    def __init__(self, area: i64, arrow: i64, objects: i64, level: i64) -> None:
        self.area: i64 = area
        self.arrow: i64 = arrow
        self.objects: i64 = objects
        self.level: i64 = level
        self.cells = cells_of_area(area)
        self.excess: i64 = 0  # tiles too many in its cells
        self.lack: i64 = 0  # tiles that are missing
        self.left: i64 = 0  # shifts that it may take
        self.ceiling = 0.0
        self.pull = 0.0
        self.sets = False


class Planner:
    """The plans of one seat in one position."""

    def __init__(self, s: SolomonState, seat: i64) -> None:
        self.ground = Ground(s)
        self.scales = Scales(s, seat)
        self.nodes: i64 = 0  # positions looked at
        self.first_worths = [HOPELESS] * int(FIRST_NAME)  # by first shift, the best dig that was found after it
        self._best: Plan | None = None
        self._bar = 0.0  # what a plan has to surpass
        self._path: list[int] = []  # the shifts tried, as cell × 36 + onto ...
        self._aside: list[bool] = []  # ... and whether each is one beside the target
        self._target = Target(1, 0, 0, 1)
        self._heaps = [0.0] * 36  # by cell, the most that a tile of its stack can add ...
        self._below = [0.0] * 36  # ... and that one below the top can
        self._written: i64 = 0  # the cells with a parchment in their stack
        self._wide: list[float] = []  # the best of the heaps within one step of a cell ...
        self._wider: list[float] = []  # ... and within two
        self._look_around()

    def best(self, targets: list[Target], bar: float = 0.0) -> Plan | None:
        """The best plan, None where nothing is worth more than the bar: than ending the turn, unless told."""
        self._begin(None, bar)
        ordered = [(-target.ceiling, number) for number, target in enumerate(targets)]
        ordered.sort()
        for ceiling, number in ordered:
            if -ceiling <= self._bar:
                break
            self._pursue(targets[number])
        return self._best

    def each(self, targets: list[Target]) -> list[Plan]:
        """The best plan of every area that can be dug at all, best first: for hints."""
        found: dict[i64, Plan] = {}
        for target in targets:
            known = found.get(target.area)
            self._begin(known, HOPELESS if known is None else known.value)
            self._pursue(target)
            if self._best is not None:
                found[target.area] = self._best
        ordered = [(-plan.value, number) for number, plan in enumerate(found.values())]
        ordered.sort()
        plans = list(found.values())
        return [plans[number] for _, number in ordered]

    def few(self, targets: list[Target], most: int, floor: float) -> list[Plan]:
        """The best plans of different areas, best first; none below the floor."""
        found: dict[i64, Plan] = {}
        bar = floor
        ordered = [(-target.ceiling, number) for number, target in enumerate(targets)]
        ordered.sort()
        for ceiling, number in ordered:
            if -ceiling <= bar:
                break
            target = targets[number]
            known = found.get(target.area)
            self._begin(known, bar if known is None else larger(bar, known.value))
            self._pursue(target)
            if self._best is not None and self._best is not known:
                found[target.area] = self._best
                if len(found) >= most:
                    values = sorted([-plan.value for plan in found.values()])
                    bar = larger(floor, -values[most - 1])
        ranks = [(-plan.value, number) for number, plan in enumerate(found.values())]
        ranks.sort()
        plans = list(found.values())
        return [plans[number] for _, number in ranks[:most]]

    def _begin(self, best: Plan | None, bar: float) -> None:
        """What is known before a search."""
        self._best = best
        self._bar = bar

    # Targets --------------------------------------------------------------------------------------
    def targets(self, card: Card, most: i64, objects: i64) -> list[Target]:
        """Every place and level that the card can be dug at within so many shifts, with any of the objects."""
        found: list[Target] = []
        for arrow in range(4 if objects & MIRROR_BIT else 1):
            shape = card.shapes[arrow]
            if arrow and shape.cells == card.shapes[0].cells:
                continue
            used = MIRROR_BIT if arrow else 0
            for area in shape.areas:
                if area:
                    self.aim(area, arrow, used, most, objects & AXE_BIT, found)
        return found

    def aim(self, area: i64, arrow: i64, used: i64, most: i64, axe: i64, found: list[Target]) -> None:
        """The levels on which an area can be dug within so many shifts; with the Axe on all at once."""
        self._look_farther(most)
        tall = self.ground.tall
        cells = cells_of_area(area)
        size: i64 = len(cells)
        there: i64 = 0
        for cell in cells:
            there += tall[cell]
        for level in range(1, 5):
            if not -most <= there - size * level <= most:
                continue
            excess: i64 = 0
            lack: i64 = 0
            for cell in cells:
                off: i64 = tall[cell] - level
                if off > 0:
                    excess += off
                else:
                    lack -= off
            if excess <= most and lack <= most:
                target = Target(area, arrow, used, level)
                target.excess = excess
                target.lack = lack
                spare = (excess if excess > lack else lack) + SPARE
                target.left = spare if spare < most else most
                found.append(self._bounded(target))
        if axe:
            target = Target(area, arrow, used | AXE_BIT, ANY_LEVEL)
            for cell in cells:
                if tall[cell] == 0:
                    target.lack += 1
            target.left = target.lack + SPARE_WITH_AXE if target.lack < most else most
            if target.lack <= most:
                found.append(self._bounded(target))

    def _bounded(self, target: Target) -> Target:
        """The target with a ceiling on what it can be worth."""
        if target.left:
            pull = 0.0
            near = target.area
            for cell in target.cells:
                pull = larger(pull, self._below[cell])
                near |= NEAR[cell]
            for cell in members(near & ~target.area, 0):
                pull = larger(pull, self._heaps[cell])
                if target.left > 1:
                    pull = larger(pull, larger(self._wide[cell] / 2.0, self._wider[cell] / 3.0))
            target.pull = pull
            target.sets = near & self._written != 0 or target.left > 1
        target.ceiling = self._ceiling(target, 0, target.left)
        return target

    def _ceiling(self, target: Target, made: i64, left: i64) -> float:
        return self.scales.ceiling(self.ground.stacks, target.cells, made, left, target.pull, target.sets)

    def _look_around(self) -> None:
        """What tiles there are to be brought from where."""
        peaks = self.scales.tile_peak
        for cell in range(36):
            stack: i64 = self.ground.stacks[cell]
            top = True
            while stack > 1:
                kind = stack & 31
                if ALPHA <= kind < MIRROR:
                    self._written |= BIT[cell]
                self._heaps[cell] = larger(self._heaps[cell], peaks[kind])
                if not top:
                    self._below[cell] = larger(self._below[cell], peaks[kind])
                top = False
                stack >>= 5

    def _look_farther(self, most: i64) -> None:
        """Tiles from farther away matter only where they can be shifted more than once."""
        if most > 1 and not self._wide:
            self._wide = _spread(self._heaps)
            self._wider = _spread(self._wide)

    # The search within a target -------------------------------------------------------------------
    def _pursue(self, target: Target) -> None:
        self._target = target
        self._search(target.left, target.excess, target.lack)

    def _search(self, left: i64, excess: i64, lack: i64) -> None:
        """All that up to so many further shifts can make of the target."""
        self.nodes += 1
        if excess == 0 and lack == 0:
            self._judge()
        if left == 0:
            return
        target = self._target
        if left == 1:
            self._last(excess, lack)
            return
        if self._path and self._ceiling(target, len(self._path), left) <= self._bar:
            return
        if lack or excess or target.level:
            self._within(left, excess, lack)
        if (excess or lack) and excess < left and lack < left and (left > 2 or excess + lack == 1):
            self._beside(left, excess, lack)

    def _within(self, left: i64, excess: i64, lack: i64) -> None:
        """Shifts out of a cell of the target, and into one."""
        target = self._target
        tall = self.ground.tall
        for cell in target.cells:
            for other in AROUND[cell]:
                if self.ground.can_shift(cell, other):
                    self._try(cell, other, left, excess, lack, False)
                if target.area & BIT[other] or not self.ground.can_shift(other, cell):
                    continue
                # A tile too many goes away again, so it has to be on its way to where one is missing.
                if lack or tall[cell] < target.level:
                    self._try(other, cell, left, excess, lack, False)

    def _beside(self, left: i64, excess: i64, lack: i64) -> None:
        """Shifts that prepare one: make room beside a cell that is too high, change what lies beside one too low."""
        target = self._target
        tall = self.ground.tall
        for cell in target.cells:
            if tall[cell] == target.level or (target.level == ANY_LEVEL and tall[cell]):
                continue
            high = target.level != ANY_LEVEL and tall[cell] > target.level
            if high and self._dump(cell) >= 0:
                continue
            for near in AROUND[cell]:
                if target.area & BIT[near]:
                    continue
                for far in AROUND[near]:
                    if target.area & BIT[far]:
                        continue
                    if self.ground.can_shift(near, far):
                        self._try(near, far, left, excess, lack, True)
                    if not high and self.ground.can_shift(far, near):
                        self._try(far, near, left, excess, lack, True)

    def _try(self, cell: i64, onto: i64, left: i64, excess: i64, lack: i64, aside: bool) -> None:
        """One shift, and all that may follow it, unless another order or fewer shifts lead to the same."""
        code = cell * 36 + onto
        if self._path:
            before: i64 = self._path[-1]
            source = before // 36
            goal = before % 36
            if cell == goal and onto == source:
                return
            apart = cell != source and cell != goal and onto != source and onto != goal
            if apart and code < before and self._aside[-1] == aside:
                return
        if not aside:
            target = self._target
            level = target.level
            if target.area & BIT[cell]:
                if level and self.ground.tall[cell] > level:
                    excess -= 1
                elif level or self.ground.tall[cell] == 1:
                    lack += 1
            if target.area & BIT[onto]:
                if self.ground.tall[onto] < (level if level else 1):
                    lack -= 1
                elif level:
                    excess += 1
        if excess >= left or lack >= left:
            return
        self._path.append(code)
        self._aside.append(aside)
        self.ground.shift(cell, onto)
        self._search(left - 1, excess, lack)
        self.ground.shift(onto, cell)
        self._aside.pop()
        self._path.pop()

    def _last(self, excess: i64, lack: i64) -> None:
        """The last shift: it has to make the target complete."""
        target = self._target
        tall = self.ground.tall
        if target.level == ANY_LEVEL:
            self._last_with_axe(lack)
            return
        if excess == 0 and lack == 0:
            return
        for cell in target.cells:
            off: i64 = tall[cell] - target.level
            if off > 0 and not lack:
                room = self._dump(cell)
                if room >= 0:
                    self._finish(cell, room)
            elif off > 0:
                for other in AROUND[cell]:
                    if target.area & BIT[other] and tall[other] < target.level and self.ground.can_shift(cell, other):
                        self._finish(cell, other)
            elif off < 0 and not excess:
                for other in AROUND[cell]:
                    if not target.area & BIT[other] and self.ground.can_shift(other, cell):
                        self._finish(other, cell)

    def _last_with_axe(self, lack: i64) -> None:
        """S53: where levels do not matter: another tile on top of a cell, or what lies below."""
        target = self._target
        tall = self.ground.tall
        for cell in target.cells:
            for other in AROUND[cell]:
                inside = target.area & BIT[other] != 0
                if (
                    (not inside or tall[other] > 1)
                    and (not lack or not tall[cell])
                    and self.ground.can_shift(other, cell)
                ):
                    self._finish(other, cell)
            room = self._dump(cell) if tall[cell] > 1 and not lack else -1
            if room >= 0:
                self._finish(cell, room)

    def _dump(self, cell: i64) -> i64:
        """A cell outside the target that a tile can be got rid of on, -1 if there is none."""
        for other in AROUND[cell]:
            if not self._target.area & BIT[other] and self.ground.can_shift(cell, other):
                return other
        return -1

    def _finish(self, cell: i64, onto: i64) -> None:
        self.nodes += 1
        self._path.append(cell * 36 + onto)
        self.ground.shift(cell, onto)
        self._judge()
        self.ground.shift(onto, cell)
        self._path.pop()

    def _judge(self) -> None:
        """The target can be dug now: is that the best so far?"""
        target = self._target
        path = self._path
        value = self.scales.weigh(self.ground.stacks, target.cells, len(path), target.objects)
        if path:
            first = SHIFT_OF[path[0]]
            if value > self.first_worths[first]:
                self.first_worths[first] = value
        if value > self._bar:
            self._bar = value
            amulet: i64 = AMULET_BIT if self.scales.amulet else 0
            shifts = [SHIFT_OF[code] for code in path]
            self._best = Plan(value, shifts, target.area, target.arrow, target.objects | amulet)


def _spread(values: list[float]) -> list[float]:
    """For each cell the best of its own and its neighbours' values."""
    wide: list[float] = []
    for cell in range(36):
        best = values[cell]
        for other in AROUND[cell]:
            best = larger(best, values[other])
        wide.append(best)
    return wide
