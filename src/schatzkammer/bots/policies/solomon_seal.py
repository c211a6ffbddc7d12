"""Solomon's Seal: free shapes (S54), grown cell by cell from the best neighbour to the next."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_plan import Plan, Planner, cells_of_area
from schatzkammer.bots.policies.solomon_scales import HOPELESS
from schatzkammer.core.bits import BIT, place
from schatzkammer.games.solomon.steps.dig import AXE_BIT, around


def seal_worth(planner: Planner, area: i64, size: i64, objects: i64) -> float:
    """What the best shape found is worth that goes on from the cells picked so far."""
    whole = grown(planner, area, size, objects)
    if not whole:
        return HOPELESS
    return planner.scales.weigh(planner.ground.stacks, cells_of_area(whole), 0, objects)


def best_seal(planner: Planner, size: i64, objects: i64) -> Plan | None:
    """The best shape found from any cell on, without a shift; None where nothing beats ending the turn."""
    best: Plan | None = None
    bar = 0.0
    for cell in range(36):
        if planner.ground.tall[cell]:
            value = seal_worth(planner, BIT[cell], size, objects)
            if value > bar:
                bar = value
                best = Plan(value, [], grown(planner, BIT[cell], size, objects), 0, objects)
    return best


def grown(planner: Planner, area: i64, size: i64, objects: i64) -> i64:
    """The area with the best neighbour added again and again until it is large enough; 0 if there is none."""
    level: i64 = planner.ground.tall[place(area & -area)]
    ground = planner.ground.cells_of(-1 if objects & AXE_BIT else level)
    if area & ~ground or not level:
        return 0
    single = planner.scales.worth.single
    cells = len(cells_of_area(area))
    while cells < size:
        near = around(area) & ground
        found: i64 = 0
        best = HOPELESS
        while near:
            low = near & -near
            stack: i64 = planner.ground.stacks[place(low)]
            if single[stack & 31] > best:
                best = single[stack & 31]
                found = low
            near ^= low
        if not found:
            return 0
        area |= found
        cells += 1
    return area
