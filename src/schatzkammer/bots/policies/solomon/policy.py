"""King Solomon: the value of a decision is that of the best dig the planner finds after it."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from schatzkammer.bots.explanation import Hint
from schatzkammer.bots.policies.solomon.evaluator import HOPELESS
from schatzkammer.bots.policies.solomon.hints import dig_hints
from schatzkammer.bots.policies.solomon.planner import Planner, Target, cells_of_area
from schatzkammer.bots.policies.solomon.seal import best_seal, seal_value
from schatzkammer.bots.policies.solomon.tile_values import KEPT
from schatzkammer.bots.policies.solomon.turn import CARD_DEPTH, DEPTH, owned, play_turn, quick_card, turn_targets
from schatzkammer.bots.policies.solomon.turn_plans import SIDE_DEPTH, SolomonPlans
from schatzkammer.bots.policy import PlanSet, Policy, noisy_best, slips
from schatzkammer.bots.values.value import Value
from schatzkammer.core.bits import bit, members
from schatzkammer.core.game import State
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.moves import CELL, DIG, GIVE, NAME, PLAY, STOP, TURN, USE
from schatzkammer.games.solomon.state import (
    ACT_STEP,
    CHOOSE_STEP,
    GIVE_STEP,
    NONE,
    SolomonState,
    put_unseen,
    unseen_tiles,
)
from schatzkammer.games.solomon.steps.dig import AXE_BIT, MIRROR_BIT, PAIR, SEAL_BIT, card, diggable, held, one_level

HASTE: Final = 0.01  # cost of an action that is not the dig, so that the shorter plan wins
SHIFT_COST: Final = 1.0  # S33
CARD_NOISE: Final = 1.5  # of rollouts, in points, where a card is chosen
ASTRAY: Final = -1.5  # a shift that no plan begins with


class SolomonPolicy(Policy):
    """Values of the decisions in King Solomon."""

    def __init__(self) -> None:
        super().__init__()
        self.races_plans = True
        self.margin = 10.0

    def evaluate(self, state: State, seat: int, actions: list[int]) -> list[float]:
        s = cast(SolomonState, state)
        planner = Planner(s, seat)
        if s.step == CHOOSE_STEP:
            return [_card_value(s, seat, planner, action - PLAY.first) for action in actions]
        if s.step == GIVE_STEP:
            return [-planner.evaluator.tiles.lost(action - GIVE.first) for action in actions]
        if s.step == ACT_STEP and (s.named or not s.declare_before):
            planner.best(turn_targets(s, planner, DEPTH, owned(s, seat)))
        return [_value(s, seat, planner, action) for action in actions]

    def sensible(self, state: State, seat: int, actions: list[int], values: list[float], hasty: bool) -> list[int]:
        """What gains something at once, and the first shifts of the best plans.

        The hasty shift only if nothing gains at once, and use no object for what they can dig without. Whoever has
        begun to shift goes through with the best plan.
        """
        s = cast(SolomonState, state)
        if s.step == CHOOSE_STEP or s.step == GIVE_STEP:
            return actions
        best = max(values)
        considered = list(zip(actions, values, strict=True))
        if s.shifts == 0:
            at_once = [action for action, value in considered if action >= NAME.first and value > 0.0]
            plain = [action for action in at_once if action < USE.first]
            if hasty and at_once:
                return plain or at_once
            # Once its first shift is paid for, a plan gains that cost on all others, and has to be the best one then.
            least = max(best - SHIFT_COST, 0.0)
            begun = [action for action, value in considered if action < NAME.first and value > least]
            if begun or at_once:
                return begun + at_once
        return [action for action, value in considered if value == best]

    def skips_search(self, state: State) -> bool:
        # The objects are declared, and only the details of the dig are left.
        step = cast(SolomonState, state).step
        return step != CHOOSE_STEP and step != ACT_STEP

    def plans(self, state: State, seat: int, value: Value | None) -> PlanSet:
        return SolomonPlans(cast(SolomonState, state), seat, value, self.margin)

    def pick(self, state: State, rng: Stream) -> int:
        actions = state.game.legal(state, state.seat)
        if len(actions) == 1:
            return actions[0]
        noise = CARD_NOISE if state.step == CHOOSE_STEP else 0.0
        return noisy_best(actions, self.evaluate(state, state.seat, actions), noise, rng)

    def play_on(self, state: State, rng: Stream) -> None:
        s = cast(SolomonState, state)
        if s.step == CHOOSE_STEP:
            s.game.apply(s, s.seat, int(PLAY.first) + quick_card(s, s.seat, CARD_NOISE, rng))
        elif s.step == ACT_STEP:
            play_turn(s, SIDE_DEPTH)
        else:
            s.game.apply(s, s.seat, self.pick(s, rng))

    def forget(self, state: State, seat: int, share: float, rng: Stream) -> State:
        """S30, S32: mixes up tiles that others were shifted onto with those that nobody has seen."""
        if state.setup.options["memory"] != "screens":
            return state
        s = cast(SolomonState, state).copy()
        for cell in members(s.level2, 0):
            if slips(share, rng):
                lost = bit(cell)
                s.dark1 |= lost
                s.dark2 |= lost & s.level3
                s.dark3 |= lost & s.level4
        kinds = unseen_tiles(s)
        rng.shuffle(kinds)
        put_unseen(s, kinds)
        return s

    def hints(self, state: State, seat: int, actions: list[int]) -> list[Hint]:
        s = cast(SolomonState, state)
        return dig_hints(s, seat) if s.step == ACT_STEP else Policy.hints(self, state, seat, actions)


def _card_value(s: SolomonState, seat: i64, planner: Planner, number: i64) -> float:
    """The value of playing a card now rather than later: every card is played once."""
    chosen = s.box.cards[number]
    plan = planner.best(planner.targets(chosen, CARD_DEPTH, owned(s, seat)))
    return (0.0 if plan is None else plan.value) - KEPT[chosen.size]


def _value(s: SolomonState, seat: i64, planner: Planner, action: i64) -> float:
    """The value of a decision within a turn, compared with ending the turn now."""
    if action < NAME.first:
        found = planner.first_values[action]
        return (found if found > ASTRAY else ASTRAY) - HASTE
    if action == STOP.first:
        return 0.0
    if action < DIG.first:
        return _area_value(s, seat, planner, held(s).areas[action - NAME.first], s.arrow)
    if action < CELL.first:
        return _dig_value(s, planner, s.area if s.named else held(s).areas[action - DIG.first])
    if action < USE.first:
        return seal_value(s, planner, s.area | bit(action - CELL.first), s.objects)
    if action < TURN.first:
        return _use_value(s, seat, planner, s.objects | bit(action - USE.first))
    if s.declare_before:
        return _turned_area_value(s, seat, planner, action - TURN.first)
    return _dig_now_value(s, planner, s.objects, action - TURN.first)


def _dig_value(s: SolomonState, planner: Planner, area: i64) -> float:
    """The value of digging an area now, with the objects declared and no other."""
    evaluator = planner.evaluator
    stacks = planner.cave.stacks
    has_amulet = evaluator.has_amulet
    evaluator.has_amulet = False
    value = evaluator.evaluate(stacks, cells_of_area(area), 0, s.objects)
    evaluator.has_amulet = has_amulet
    return value if value != HOPELESS else evaluator.failing(stacks, cells_of_area(area), s.players)


def _use_value(s: SolomonState, seat: i64, planner: Planner, objects: i64) -> float:
    """The value of the best dig with these objects and possibly others that the seat has."""
    if s.declare_before and not s.named and objects & PAIR:
        return _named_value(s, seat, planner, objects)
    best = _dig_now_value(s, planner, objects, s.arrow)
    more = owned(s, seat) & ~objects
    if more & AXE_BIT:
        best = max(best, _dig_now_value(s, planner, objects | AXE_BIT, s.arrow))
    if not s.named and not s.declare_before and not objects & PAIR:
        for other in (MIRROR_BIT, SEAL_BIT):
            if more & other:
                best = max(best, _use_value(s, seat, planner, objects | other))
    return best


def _dig_now_value(s: SolomonState, planner: Planner, objects: i64, arrow: i64) -> float:
    """The value of the best dig without a further shift, with these objects and, where it pays, the Amulet."""
    axe = objects & AXE_BIT
    evaluator = planner.evaluator
    stacks = planner.cave.stacks
    if s.named:
        if not one_level(s, s.area, axe):
            return HOPELESS
        return evaluator.evaluate(stacks, cells_of_area(s.area), 0, objects)
    if objects & SEAL_BIT:
        plan = best_seal(s, planner, objects)
        return HOPELESS if plan is None else plan.value
    best = HOPELESS
    arrows = [0, 1, 2, 3] if objects & MIRROR_BIT and arrow == NONE else [int(max(arrow, 0))]
    for direction in arrows:
        shape = card(s).shapes[direction]
        for first in members(diggable(s, shape, axe), 0):
            best = max(best, evaluator.evaluate(stacks, cells_of_area(shape.areas[first]), 0, objects))
    return best


# Where areas are named first (S36) --------------------------------------------------------------------
def _area_value(s: SolomonState, seat: i64, planner: Planner, area: i64, arrow: i64) -> float:
    """The value of naming an area: that of the best plan for it."""
    found: list[Target] = []
    objects = MIRROR_BIT if arrow > 0 else 0
    planner.aim(area, max(arrow, 0), objects, min(DEPTH, s.limit), owned(s, seat) & AXE_BIT, found)
    plan = planner.best(found)
    return (ASTRAY if plan is None else plan.value) - HASTE


def _turned_area_value(s: SolomonState, seat: i64, planner: Planner, arrow: i64) -> float:
    """The value of the best area for the card turned in this direction."""
    shape = card(s).shapes[arrow]
    return max([_area_value(s, seat, planner, shape.areas[first], arrow) for first in members(shape.firsts, 0)])


def _named_value(s: SolomonState, seat: i64, planner: Planner, objects: i64) -> float:
    """The value of the best area named with Mirror or Seal."""
    if objects & MIRROR_BIT:
        return max([_turned_area_value(s, seat, planner, arrow) for arrow in range(1, 4)])
    return _dig_now_value(s, planner, objects, NONE)
