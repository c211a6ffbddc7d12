"""King Solomon's planner: the best digs of a card that a few shifts can reach.

It searches backwards from the digs: every placement of the card on every level is a target, and how far its cells are
off that level is a lower bound on the shifts it takes. Branch and bound: targets are searched from the highest bound
down, until none can beat the best plan found. Within a target only shifts that serve it are tried: into its cells, out
of them, and beside a cell that is too high or too low.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon.evaluator import HOPELESS, DigEvaluator
from schatzkammer.bots.policies.solomon.known_cave import AROUND, KnownCave
from schatzkammer.bots.policies.solomon.tile_values import larger
from schatzkammer.core.bits import bit, members
from schatzkammer.games.solomon.components import ALPHA, MIRROR, NEAR, Card
from schatzkammer.games.solomon.moves import NAME, SHIFT_OF
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.dig import AMULET_BIT, AXE_BIT, MIRROR_BIT

ANY_LEVEL: Final[i64] = 0  # of a target for the Axe
SPARE: Final[i64] = 2  # shifts a target may take beyond its lower bound
SPARE_WITH_AXE: Final[i64] = 1

_CELLS: Final[dict[int, list[int]]] = {}


def cells_of_area(area: i64) -> list[int]:
    """The cells of an area, cached."""
    cells = _CELLS.get(area)
    if cells is None:
        cells = members(area, 0)
        _CELLS[area] = cells
    return cells


class Plan:
    """Shifts, the dig they lead to, and its value compared with ending the turn now."""

    def __init__(self, value: float, shifts: list[int], area: i64, arrow: i64, objects: i64) -> None:
        self.value = value
        self.shifts = shifts  # action numbers
        self.area = area
        self.arrow = arrow
        self.objects = objects


def best_first(plans: list[Plan]) -> list[Plan]:
    """Plans by value; those of equal value stay in order."""
    ranks = [(-plan.value, number) for number, plan in enumerate(plans)]
    ranks.sort()
    return [plans[number] for _, number in ranks]


class Target:
    """An area to be dug on one level, with bounds on its shifts and its value."""

    def __init__(self, area: i64, arrow: i64, objects: i64, level: i64) -> None:
        self.area: i64 = area
        self.arrow: i64 = arrow
        self.objects: i64 = objects
        self.level: i64 = level
        self.cells = cells_of_area(area)
        self.excess: i64 = 0  # tiles too many in its cells
        self.lack: i64 = 0  # tiles that are missing
        self.left: i64 = 0  # shifts that it may take
        self.ceiling = 0.0  # upper bound on its value
        self.pull = 0.0  # the most that one tile brought by a shift can add
        self.sets = False  # whether parchments are near


class Planner:
    """The search for plans of one seat in one position."""

    def __init__(self, s: SolomonState, seat: i64) -> None:
        self.cave = KnownCave(s)
        self.evaluator = DigEvaluator(s, seat)
        self.nodes: i64 = 0  # positions visited
        self.first_values = [HOPELESS] * int(NAME.first)  # by first shift, the best dig found after it
        self._best: Plan | None = None
        self._bar = 0.0  # the value that a plan has to beat
        self._path: list[int] = []  # the shifts being tried, as cell × 36 + onto ...
        self._aside: list[bool] = []  # ... and whether each is beside the target
        self._target = Target(1, 0, 0, 1)
        self._peaks = [0.0] * 36  # the most that a tile of each stack can add ...
        self._below = [0.0] * 36  # ... and one below its top
        self._parchments: i64 = 0  # cells with a parchment in their stack
        self._within1: list[float] = []  # the best of the peaks within one step of each cell ...
        self._within2: list[float] = []  # ... and within two
        self._find_peaks()

    def best(self, targets: list[Target], bar: float = 0.0) -> Plan | None:
        """The best plan, None if none beats the bar; by default it has to beat ending the turn."""
        self._begin(None, bar)
        ordered = [(-target.ceiling, number) for number, target in enumerate(targets)]
        ordered.sort()
        for ceiling, number in ordered:
            if -ceiling <= self._bar:
                break
            self._pursue(targets[number])
        return self._best

    def each(self, targets: list[Target]) -> list[Plan]:
        """The best plan of every area that can be dug, best first."""
        found: dict[i64, Plan] = {}
        for target in targets:
            previous = found.get(target.area)
            self._begin(previous, HOPELESS if previous is None else previous.value)
            self._pursue(target)
            if self._best is not None:
                found[target.area] = self._best
        return best_first(list(found.values()))

    def few(self, targets: list[Target], most: int, floor: float) -> list[Plan]:
        """The best plans of different areas above the floor, best first."""
        found: dict[i64, Plan] = {}
        bar = floor
        ordered = [(-target.ceiling, number) for number, target in enumerate(targets)]
        ordered.sort()
        for ceiling, number in ordered:
            if -ceiling <= bar:
                break
            target = targets[number]
            previous = found.get(target.area)
            self._begin(previous, bar if previous is None else larger(bar, previous.value))
            self._pursue(target)
            if self._best is not None and self._best is not previous:
                found[target.area] = self._best
                if len(found) >= most:
                    values = sorted([-plan.value for plan in found.values()])
                    bar = larger(floor, -values[most - 1])
        return best_first(list(found.values()))[:most]

    def _begin(self, best: Plan | None, bar: float) -> None:
        """Starts a search. A method, as mypyc would narrow `_best` to None if it were assigned in place."""
        self._best = best
        self._bar = bar

    # Targets --------------------------------------------------------------------------------------
    def targets(self, card: Card, most: i64, objects: i64) -> list[Target]:
        """Every placement and level where the card can be dug within `most` shifts, with any of the objects."""
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
        """Adds a target for each level on which an area can be dug within `most` shifts; with the Axe, one for all."""
        self._spread_peaks(most)
        heights = self.cave.heights
        cells = cells_of_area(area)
        size: i64 = len(cells)
        there: i64 = 0
        for cell in cells:
            there += heights[cell]
        for level in range(1, 5):
            if not -most <= there - size * level <= most:
                continue
            excess: i64 = 0
            lack: i64 = 0
            for cell in cells:
                off: i64 = heights[cell] - level
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
                if heights[cell] == 0:
                    target.lack += 1
            target.left = target.lack + SPARE_WITH_AXE if target.lack < most else most
            if target.lack <= most:
                found.append(self._bounded(target))

    def _bounded(self, target: Target) -> Target:
        """The target with its upper bound."""
        if target.left:
            pull = 0.0
            near = target.area
            for cell in target.cells:
                pull = larger(pull, self._below[cell])
                near |= NEAR[cell]
            for cell in members(near & ~target.area, 0):
                pull = larger(pull, self._peaks[cell])
                if target.left > 1:
                    pull = larger(pull, larger(self._within1[cell] / 2.0, self._within2[cell] / 3.0))
            target.pull = pull
            target.sets = near & self._parchments != 0 or target.left > 1
        target.ceiling = self._ceiling(target, 0, target.left)
        return target

    def _ceiling(self, target: Target, made: i64, left: i64) -> float:
        return self.evaluator.ceiling(self.cave.stacks, target.cells, made, left, target.pull, target.sets)

    def _find_peaks(self) -> None:
        """Finds what the tiles of each stack can add at most."""
        peaks = self.evaluator.tile_peak
        for cell in range(36):
            stack: i64 = self.cave.stacks[cell]
            top = True
            while stack > 1:
                kind = stack & 31
                if ALPHA <= kind < MIRROR:
                    self._parchments |= bit(cell)
                self._peaks[cell] = larger(self._peaks[cell], peaks[kind])
                if not top:
                    self._below[cell] = larger(self._below[cell], peaks[kind])
                top = False
                stack >>= 5

    def _spread_peaks(self, most: i64) -> None:
        """Tiles from farther away matter only if there is more than one shift."""
        if most > 1 and not self._within1:
            self._within1 = _spread(self._peaks)
            self._within2 = _spread(self._within1)

    # The search within a target -------------------------------------------------------------------
    def _pursue(self, target: Target) -> None:
        self._target = target
        self._search(target.left, target.excess, target.lack)

    def _search(self, left: i64, excess: i64, lack: i64) -> None:
        """Tries up to `left` further shifts."""
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
        """Shifts out of the target's cells, and into them."""
        target = self._target
        heights = self.cave.heights
        for cell in target.cells:
            for other in AROUND[cell]:
                if self.cave.can_shift(cell, other):
                    self._try(cell, other, left, excess, lack, False)
                if target.area & bit(other) or not self.cave.can_shift(other, cell):
                    continue
                # A surplus tile has to leave again, so it is only brought in on its way to where one is missing.
                if lack or heights[cell] < target.level:
                    self._try(other, cell, left, excess, lack, False)

    def _beside(self, left: i64, excess: i64, lack: i64) -> None:
        """Preparatory shifts: room beside a cell that is too high, another tile beside one that is too low."""
        target = self._target
        heights = self.cave.heights
        for cell in target.cells:
            if heights[cell] == target.level or (target.level == ANY_LEVEL and heights[cell]):
                continue
            high = target.level != ANY_LEVEL and heights[cell] > target.level
            if high and self._dump(cell) >= 0:
                continue
            for near in AROUND[cell]:
                if target.area & bit(near):
                    continue
                for far in AROUND[near]:
                    if target.area & bit(far):
                        continue
                    if self.cave.can_shift(near, far):
                        self._try(near, far, left, excess, lack, True)
                    if not high and self.cave.can_shift(far, near):
                        self._try(far, near, left, excess, lack, True)

    def _try(self, cell: i64, onto: i64, left: i64, excess: i64, lack: i64, aside: bool) -> None:
        """One shift and all that may follow, unless another order or fewer shifts lead to the same position."""
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
            if target.area & bit(cell):
                if level and self.cave.heights[cell] > level:
                    excess -= 1
                elif level or self.cave.heights[cell] == 1:
                    lack += 1
            if target.area & bit(onto):
                if self.cave.heights[onto] < (level if level else 1):
                    lack -= 1
                elif level:
                    excess += 1
        if excess >= left or lack >= left:
            return
        self._path.append(code)
        self._aside.append(aside)
        self.cave.shift(cell, onto)
        self._search(left - 1, excess, lack)
        self.cave.shift(onto, cell)
        self._aside.pop()
        self._path.pop()

    def _last(self, excess: i64, lack: i64) -> None:
        """The last shift has to complete the target."""
        target = self._target
        heights = self.cave.heights
        if target.level == ANY_LEVEL:
            self._last_with_axe(lack)
            return
        if excess == 0 and lack == 0:
            return
        for cell in target.cells:
            off: i64 = heights[cell] - target.level
            if off > 0 and not lack:
                room = self._dump(cell)
                if room >= 0:
                    self._finish(cell, room)
            elif off > 0:
                for other in AROUND[cell]:
                    if target.area & bit(other) and heights[other] < target.level and self.cave.can_shift(cell, other):
                        self._finish(cell, other)
            elif off < 0 and not excess:
                for other in AROUND[cell]:
                    if not target.area & bit(other) and self.cave.can_shift(other, cell):
                        self._finish(other, cell)

    def _last_with_axe(self, lack: i64) -> None:
        """S53: with the Axe, the last shift brings another tile on top of a cell, or uncovers the one below."""
        target = self._target
        heights = self.cave.heights
        for cell in target.cells:
            for other in AROUND[cell]:
                inside = target.area & bit(other) != 0
                if (
                    (not inside or heights[other] > 1)
                    and (not lack or not heights[cell])
                    and self.cave.can_shift(other, cell)
                ):
                    self._finish(other, cell)
            room = self._dump(cell) if heights[cell] > 1 and not lack else -1
            if room >= 0:
                self._finish(cell, room)

    def _dump(self, cell: i64) -> i64:
        """A cell outside the target to dump a tile on, -1 if there is none."""
        for other in AROUND[cell]:
            if not self._target.area & bit(other) and self.cave.can_shift(cell, other):
                return other
        return -1

    def _finish(self, cell: i64, onto: i64) -> None:
        self.nodes += 1
        self._path.append(cell * 36 + onto)
        self.cave.shift(cell, onto)
        self._judge()
        self.cave.shift(onto, cell)
        self._path.pop()

    def _judge(self) -> None:
        """Evaluates digging the target now; keeps the plan if it is the best so far."""
        target = self._target
        path = self._path
        value = self.evaluator.evaluate(self.cave.stacks, target.cells, len(path), target.objects)
        if path:
            first = SHIFT_OF[path[0]]
            if value > self.first_values[first]:
                self.first_values[first] = value
        if value > self._bar:
            self._bar = value
            amulet: i64 = AMULET_BIT if self.evaluator.amulet else 0
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
