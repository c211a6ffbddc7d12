"""Hints for a turn of King Solomon: the best digs within reach, each with its shifts."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.bots.explanation import Hint
from schatzkammer.bots.policies.solomon.known_cave import KnownCave
from schatzkammer.bots.policies.solomon.planner import Plan, Planner, best_first, cells_of_area
from schatzkammer.bots.policies.solomon.tile_values import UNSEEN
from schatzkammer.bots.policies.solomon.turn import DEPTH, owned, plan_actions, seal_plans, turn_targets
from schatzkammer.games.solomon.components import CELL_NAMES
from schatzkammer.games.solomon.moves import SHIFT_FROM, SHIFT_ONTO, SPACE
from schatzkammer.games.solomon.state import SolomonState
from schatzkammer.games.solomon.steps.step import kind_names


def dig_hints(s: SolomonState, seat: i64) -> list[Hint]:
    """The digs that gain something, best first; if there are none, the hint to end the turn."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    plans = planner.each(turn_targets(s, planner, DEPTH, objects)) + seal_plans(s, planner, objects)
    found = [_hint(s, planner, plan) for plan in best_first(plans) if plan.value > 0.0]
    return found or [Hint(["stop"], 0.0, cost=int(min(s.shifts, planner.evaluator.tiles.purse)))]


def _hint(s: SolomonState, planner: Planner, plan: Plan) -> Hint:
    cave = KnownCave(s)
    for action in plan.shifts:
        cave.shift(SHIFT_FROM[action], SHIFT_ONTO[action])
    cells = cells_of_area(plan.area)
    planner.evaluator.evaluate(cave.stacks, cells, len(plan.shifts), plan.objects)
    parts = planner.evaluator.parts(plan.value, len(plan.shifts), plan.objects)
    kinds = [cave.stacks[cell] & 31 for cell in cells]
    return Hint(
        moves=[SPACE.notation[action] for action in plan_actions(s, plan)],
        value=plan.value,
        cells=[CELL_NAMES[cell] for cell in cells],
        tiles=[None if kind == UNSEEN else kind_names(s)[kind] for kind in kinds],
        cost=int(s.shifts) - round(parts["shifts"] + parts["cost"]),
        parts=parts,
    )
