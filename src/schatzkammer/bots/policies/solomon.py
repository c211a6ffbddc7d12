"""King Solomon at a glance: every decision is worth the best dig that the planner sees behind it."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_lines import SolomonLines
from schatzkammer.bots.policies.solomon_plan import Planner, Target, cells_of_area
from schatzkammer.bots.policies.solomon_scales import HOPELESS
from schatzkammer.bots.policies.solomon_seal import best_seal, seal_worth
from schatzkammer.bots.policies.solomon_turn import owned, turn_card, turn_targets
from schatzkammer.bots.policies.solomon_worth import KEPT
from schatzkammer.bots.policy import Lines, Policy
from schatzkammer.core.bits import BIT, members
from schatzkammer.core.game import State
from schatzkammer.games.solomon.moves import (
    FIRST_CELL,
    FIRST_DIG,
    FIRST_GIVE,
    FIRST_NAME,
    FIRST_TURN,
    FIRST_USE,
    STOP,
)
from schatzkammer.games.solomon.state import ACT, CHOOSE, GIVE, NONE, SolomonState
from schatzkammer.games.solomon.steps.dig import AXE_BIT, MIRROR_BIT, SEAL_BIT, diggable
from schatzkammer.games.solomon.steps.magic import PAIR

DEPTH: Final[i64] = 3  # shifts that are planned ahead in a turn ...
DEPTH_OF_CARDS: Final[i64] = 2  # ... and while a card is chosen
HASTE: Final = 0.01  # of two ways to the same dig the shorter one
ASTRAY: Final = -1.5  # a shift that no plan begins with


class SolomonPolicy(Policy):
    """What decisions in King Solomon are worth."""

    def __init__(self) -> None:
        super().__init__()
        self.by_plans = True
        self.spread = 10.0

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        s = cast(SolomonState, state)
        planner = Planner(s, seat)
        if s.step == CHOOSE:
            return [card_worth(s, seat, planner, card, DEPTH_OF_CARDS) for card in actions]
        if s.step == GIVE:
            return [-planner.scales.worth.lost(action - FIRST_GIVE) for action in actions]
        if s.step == ACT and (s.named or not s.declare_before):
            planner.best(turn_targets(s, planner, DEPTH, owned(s, seat)))
        return [self._worth(s, seat, planner, action) for action in actions]

    def settles(self, state: State) -> bool:
        # A dig that has begun: its objects are in use, and what is left is how to do it.
        step = cast(SolomonState, state).step
        return step != CHOOSE and step != ACT

    def lines(self, state: State, seat: int) -> Lines:
        return SolomonLines(cast(SolomonState, state), seat)

    def _worth(self, s: SolomonState, seat: i64, planner: Planner, action: i64) -> float:
        """Of a decision within a turn, beside ending the turn now."""
        if action < FIRST_NAME:
            found = planner.first_worths[action]
            return (found if found > ASTRAY else ASTRAY) - HASTE
        if action == STOP:
            return 0.0
        if action < FIRST_DIG:
            area = turn_card(s).shapes[max(s.arrow, 0)].areas[action - FIRST_NAME]
            return named_worth(s, seat, planner, area, s.arrow)
        if action < FIRST_CELL:
            return dig_worth(s, planner, action - FIRST_DIG)
        if action < FIRST_USE:
            return seal_worth(planner, s.area | BIT[action - FIRST_CELL], turn_card(s).size, s.objects)
        if action < FIRST_TURN:
            return use_worth(s, seat, planner, s.objects | BIT[action - FIRST_USE])
        if s.declare_before:
            return named_turned(s, seat, planner, action - FIRST_TURN)
        return placed(s, planner, s.objects, action - FIRST_TURN)


# Decisions --------------------------------------------------------------------------------------------
def card_worth(s: SolomonState, seat: i64, planner: Planner, card: i64, depth: i64) -> float:
    """Of a card chosen now rather than later: every card is played once."""
    chosen = s.box.cards[card]
    plan = planner.best(planner.targets(chosen, depth, owned(s, seat)))
    return (0.0 if plan is None else plan.value) - KEPT[chosen.size]


def dig_worth(s: SolomonState, planner: Planner, first: i64) -> float:
    """Of a dig as things are, with the objects in use and no other."""
    area: i64 = s.area if s.named else turn_card(s).shapes[max(s.arrow, 0)].areas[first]
    scales = planner.scales
    kept = scales.has_amulet
    scales.has_amulet = False
    value = scales.weigh(planner.ground.stacks, cells_of_area(area), 0, s.objects)
    scales.has_amulet = kept
    if value == HOPELESS:
        return scales.failing(planner.ground.stacks, cells_of_area(area), s.players)
    return value


def use_worth(s: SolomonState, seat: i64, planner: Planner, objects: i64) -> float:
    """Of the best dig with these objects and perhaps others that are there."""
    if s.declare_before and not s.named and objects & PAIR:
        return named_with(s, seat, planner, objects)
    best = placed(s, planner, objects, s.arrow)
    more = owned(s, seat) & ~objects
    if more & AXE_BIT:
        best = max(best, placed(s, planner, objects | AXE_BIT, s.arrow))
    if not s.named and not s.declare_before and not objects & PAIR:
        for other in (MIRROR_BIT, SEAL_BIT):
            if more & other:
                best = max(best, use_worth(s, seat, planner, objects | other))
    return best


def placed(s: SolomonState, planner: Planner, objects: i64, arrow: i64) -> float:
    """Of the best dig without a shift, with these objects (the Amulet may be added) and the arrow if it is set."""
    card = turn_card(s)
    axe = objects & AXE_BIT
    if s.named:
        cells = cells_of_area(s.area)
        ready = s.area & ~s.level1 == 0 if axe else planner.ground.level_of(cells) > 0
        return planner.scales.weigh(planner.ground.stacks, cells, 0, objects) if ready else HOPELESS
    if objects & SEAL_BIT:
        plan = best_seal(planner, card.size, objects)
        return HOPELESS if plan is None else plan.value
    best = HOPELESS
    arrows = [0, 1, 2, 3] if objects & MIRROR_BIT and arrow == NONE else [int(max(arrow, 0))]
    for way in arrows:
        shape = card.shapes[way]
        for first in members(diggable(s, shape, axe), 0):
            cells = cells_of_area(shape.areas[first])
            best = max(best, planner.scales.weigh(planner.ground.stacks, cells, 0, objects))
    return best


# Where areas are named first (S36) --------------------------------------------------------------------
def named_worth(s: SolomonState, seat: i64, planner: Planner, area: i64, arrow: i64) -> float:
    """Of naming an area: the best plan for it."""
    found: list[Target] = []
    objects = MIRROR_BIT if arrow > 0 else 0
    planner.aim(area, max(arrow, 0), objects, min(DEPTH, s.limit), owned(s, seat) & AXE_BIT, found)
    plan = planner.best(found)
    return (ASTRAY if plan is None else plan.value) - HASTE


def named_turned(s: SolomonState, seat: i64, planner: Planner, arrow: i64) -> float:
    """Of the best area for the card turned like that."""
    shape = turn_card(s).shapes[arrow]
    return max([named_worth(s, seat, planner, shape.areas[first], arrow) for first in members(shape.firsts, 0)])


def named_with(s: SolomonState, seat: i64, planner: Planner, objects: i64) -> float:
    """Of the best area named with Mirror or Seal."""
    if objects & MIRROR_BIT:
        return max([named_turned(s, seat, planner, arrow) for arrow in range(1, 4)])
    return placed(s, planner, objects, NONE)


POLICY: Final = SolomonPolicy()
