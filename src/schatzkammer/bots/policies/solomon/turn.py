"""A turn of King Solomon: what can be dug in it, how a plan is carried out, and a quick choice of card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon.planner import Plan, Planner, Target
from schatzkammer.bots.policies.solomon.seal import best_seal
from schatzkammer.bots.policies.solomon.tile_values import KEPT, larger
from schatzkammer.core.bits import bit, lowest, members
from schatzkammer.core.stream import Stream
from schatzkammer.games.solomon.components import MIRROR
from schatzkammer.games.solomon.moves import CELL, DIG, NAME, STOP, TURN, USE
from schatzkammer.games.solomon.state import GIVE_STEP, SolomonState
from schatzkammer.games.solomon.steps.dig import AMULET_BIT, AXE_BIT, MIRROR_BIT, SEAL_BIT, around, card

DEPTH: Final[i64] = 3  # shifts planned ahead for the best dig of a turn
CARD_DEPTH: Final[i64] = 2  # ... while a card is chosen


def owned(s: SolomonState, seat: i64) -> i64:
    """The magic objects of a seat, a bit each."""
    found: i64 = 0
    for which in range(4):
        if s.hoards[seat][MIRROR + which]:
            found |= bit(which)
    return found


def turn_targets(s: SolomonState, planner: Planner, depth: i64, objects: i64) -> list[Target]:
    """What can be dug in this turn within `depth` shifts; S36: only the named area, if there is one."""
    most = min(depth, s.limit - s.shifts)
    if not s.named:
        return planner.targets(card(s), most, objects)
    found: list[Target] = []
    planner.aim(s.area, max(s.arrow, 0), s.objects, most, objects & AXE_BIT, found)
    return found


def seal_plans(s: SolomonState, planner: Planner, objects: i64) -> list[Plan]:
    """What the Seal, if it is among the objects, can dig in this turn, with and without the Axe."""
    if not objects & SEAL_BIT or s.named:
        return []
    options = [SEAL_BIT, SEAL_BIT | AXE_BIT] if objects & AXE_BIT else [SEAL_BIT]
    plans = [best_seal(s, planner, used) for used in options]
    return [plan for plan in plans if plan is not None]


def plan_actions(s: SolomonState, plan: Plan) -> list[int]:
    """The actions of a plan, the dig included."""
    used = plan.objects & ~s.objects
    first: i64 = lowest(plan.area)
    dig = int(DIG.first + first)
    others = _uses(used & AXE_BIT) + _uses(used & AMULET_BIT)
    if used & SEAL_BIT:
        cells = [int(CELL.first) + cell for cell in _connected_order(plan.area)]
        if s.declare_before:
            return [*_uses(SEAL_BIT), *cells, *others, dig]
        return [*_uses(SEAL_BIT), *others, *cells]
    mirror = _uses(used & MIRROR_BIT)
    turn = [int(TURN.first + plan.arrow)] if mirror else []
    if s.declare_before and not s.named and (plan.shifts or mirror):
        return [*mirror, *turn, int(NAME.first + first), *plan.shifts, *others, dig]
    return [*plan.shifts, *mirror, *others, *turn, dig]


def _uses(object_bit: i64) -> list[int]:
    """The action that declares an object, given as a bit; none for 0."""
    return [int(USE.first + lowest(object_bit))] if object_bit else []


def _connected_order(area: i64) -> list[int]:
    """The cells of a free shape in an order in which each touches an earlier one (S54)."""
    order = [int(lowest(area))]
    picked = area & -area
    while picked != area:
        near = around(picked) & area
        order.append(int(lowest(near)))
        picked |= near & -near
    return order


def quick_card(s: SolomonState, seat: i64, noise: float, rng: Stream) -> int:
    """The card that gains most beyond what its size usually does, with uniform noise of up to so many points."""
    planner = Planner(s, seat)
    objects = owned(s, seat)
    best = -1.0e9
    chosen = -1
    for number in members(s.hands[seat], 0):
        shown = s.box.cards[number]
        usual = KEPT[shown.size] - noise * float(rng.byte()) / 255.0
        plan = planner.best(planner.targets(shown, CARD_DEPTH, objects), larger(0.0, best + usual))
        value = -usual if plan is None else plan.value - usual
        if value > best:
            best = value
            chosen = number
    return chosen


def play_turn(s: SolomonState, depth: i64) -> None:
    """Plays a simulated turn to its end by the planner, replanning whenever an unseen tile shows."""
    while True:
        planner = Planner(s, s.seat)
        plan = planner.best(turn_targets(s, planner, depth, owned(s, s.seat)))
        made = s.shifts
        if play_actions(s, [int(STOP.first)] if plan is None else plan_actions(s, plan)):
            return
        depth = max(1, depth - (s.shifts - made))


def play_actions(s: SolomonState, actions: list[int]) -> bool:
    """Plays actions until a shift uncovers a tile that nobody had seen; returns whether the turn is over."""
    seat = s.seat
    game = s.game
    for action in actions:
        made = s.shifts
        dark1 = s.dark1
        dark2 = s.dark2
        dark3 = s.dark3
        game.apply(s, seat, action)
        if s.shifts > made and (dark1 != s.dark1 or dark2 != s.dark2 or dark3 != s.dark3):
            return False
    if s.step == GIVE_STEP and s.seat == seat:
        game.apply(s, seat, game.legal(s, seat)[0])
    return True
