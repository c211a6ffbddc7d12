"""Hints: what a seat might do next, best first, from what it knows and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from schatzkammer.bots.policies import policy_of
from schatzkammer.bots.policies.solomon import DEPTH
from schatzkammer.bots.policies.solomon_ground import Ground
from schatzkammer.bots.policies.solomon_plan import Plan, Planner, cells_of_area
from schatzkammer.bots.policies.solomon_turn import free_digs, owned, script, turn_targets
from schatzkammer.bots.policies.solomon_worth import UNSEEN
from schatzkammer.core.game import State
from schatzkammer.core.match import Match
from schatzkammer.core.stream import seeded
from schatzkammer.games.solomon.components import CELL_NAMES
from schatzkammer.games.solomon.moves import FIRST_SHIFT, FROM, NOTATION, ONTO
from schatzkammer.games.solomon.state import ACT, SolomonState
from schatzkammer.games.solomon.steps.dig import SEAL_BIT
from schatzkammer.games.solomon.steps.move import kind_names


@dataclass(frozen=True)
class Hint:
    """Moves to make one after the other, and the points to be expected from them beside doing nothing."""

    moves: list[str]
    value: float
    cells: list[str] = field(default_factory=list)  # what is dug ...
    tiles: list[str | None] = field(default_factory=list)  # ... and found there, None for a tile that nobody has seen
    cost: int = 0  # of the whole turn
    parts: dict[str, float] = field(default_factory=dict)  # where the value comes from


def hints(match: Match, seat: int, most: int) -> list[Hint]:
    """The best that a seat can do now; nothing when it has nothing to decide."""
    actions = match.legal_actions(seat)
    if not actions:
        return []
    drawn = match.state.sample(seat, seeded("", "hint"))
    if isinstance(drawn, SolomonState) and drawn.step == ACT:
        return _digs(drawn, seat, most)
    return _ranked(drawn, seat, actions)[:most]


def _ranked(drawn: State, seat: int, actions: list[int]) -> list[Hint]:
    """What each move is worth, compared to the worst."""
    worths = policy_of(drawn.game.id).worths(drawn, seat, actions)
    least = min(worths)
    ordered = sorted(zip(worths, actions, strict=True), key=lambda pair: (-pair[0], pair[1]))
    return [Hint([drawn.game.notation(action)], worth - least) for worth, action in ordered]


def _digs(s: SolomonState, seat: int, most: int) -> list[Hint]:
    """King Solomon: the best digs that can be reached, each with its shifts; or to end the turn."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    plans = planner.each(turn_targets(s, planner, DEPTH, objects))
    if objects & SEAL_BIT and not s.named:
        plans = sorted([*plans, *free_digs(s, planner, objects)], key=lambda plan: -plan.value)
    told = [_told(s, planner, plan) for plan in plans[:most] if plan.value > 0.0]
    stop = Hint(["stop"], 0.0, cost=int(min(s.shifts, planner.scales.worth.purse)))
    return told if told else [stop]


def _told(s: SolomonState, planner: Planner, plan: Plan) -> Hint:
    ground = Ground(s)
    for action in plan.shifts:
        ground.shift(FROM[action - FIRST_SHIFT], ONTO[action - FIRST_SHIFT])
    cells = cells_of_area(plan.area)
    planner.scales.weigh(ground.stacks, cells, len(plan.shifts), plan.objects)
    parts = planner.scales.parts(plan.value, len(plan.shifts), plan.objects)
    kinds = [ground.stacks[cell] & 31 for cell in cells]
    return Hint(
        moves=[NOTATION[action] for action in script(s, plan)],
        value=plan.value,
        cells=[CELL_NAMES[cell] for cell in cells],
        tiles=[None if kind == UNSEEN else kind_names(s)[kind] for kind in kinds],
        cost=int(s.shifts) - round(parts["shifts"] + parts["cost"]),
        parts=parts,
    )
