"""Solomon's Seal: free shapes (S54), grown greedily from one cell to the best neighbour."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon.evaluator import HOPELESS
from schatzkammer.bots.policies.solomon.planner import Plan, Planner, cells_of_area
from schatzkammer.core.bits import bit, count, lowest, members
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.dig import AXE_BIT, around, card, dug_together


def seal_value(s: SolomonState, planner: Planner, area: i64, objects: i64) -> float:
    """The value of the shape grown from the cells picked so far."""
    whole = _grown(s, planner, area, objects)
    if not whole:
        return HOPELESS
    return planner.evaluator.evaluate(planner.cave.stacks, cells_of_area(whole), 0, objects)


def best_seal(s: SolomonState, planner: Planner, objects: i64) -> Plan | None:
    """The best shape grown from any cell, without a shift; None if nothing beats ending the turn."""
    best: Plan | None = None
    bar = 0.0
    for cell in members(s.level1, 0):
        value = seal_value(s, planner, bit(cell), objects)
        if value > bar:
            bar = value
            best = Plan(value, [], _grown(s, planner, bit(cell), objects), 0, objects)
    return best


def _grown(s: SolomonState, planner: Planner, area: i64, objects: i64) -> i64:
    """The area with the best neighbour added until it has the card's size; 0 if there is none (S43, S53)."""
    ground = dug_together(s, area & -area, objects & AXE_BIT)
    if area & ~ground:
        return 0
    single = planner.evaluator.tiles.single
    size = card(s).size
    while count(area) < size:
        near = around(area) & ground
        found: i64 = 0
        best = HOPELESS
        while near:
            low = near & -near
            stack: i64 = planner.cave.stacks[lowest(low)]
            if single[stack & 31] > best:
                best = single[stack & 31]
                found = low
            near ^= low
        if not found:
            return 0
        area |= found
    return area
