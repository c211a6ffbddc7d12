"""A turn of King Solomon: what there is to plan with, and how a plan is carried out."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.bots.policies.solomon_plan import Plan, Planner, Target
from schatzkammer.bots.policies.solomon_seal import best_seal
from schatzkammer.core.bits import BIT, place
from schatzkammer.games.solomon.components import MIRROR, Card
from schatzkammer.games.solomon.moves import FIRST_CELL, FIRST_DIG, FIRST_NAME, FIRST_TURN, FIRST_USE, STOP
from schatzkammer.games.solomon.state import GIVE, SolomonState
from schatzkammer.games.solomon.steps.dig import AMULET_BIT, AXE_BIT, MIRROR_BIT, SEAL_BIT, around


def owned(s: SolomonState, seat: i64) -> i64:
    """The magic objects of a seat, a bit each."""
    found: i64 = 0
    for which in range(4):
        if s.hoards[seat][MIRROR + which]:
            found |= BIT[which]
    return found


def turn_card(s: SolomonState) -> Card:
    """The card of the player whose turn it is."""
    return s.box.cards[s.chosen[s.seat]]


def turn_targets(s: SolomonState, planner: Planner, depth: i64, objects: i64) -> list[Target]:
    """What can be dug in this turn within so many shifts; S36: only the area that was named, if one was."""
    most = min(depth, s.limit - s.shifts)
    if not s.named:
        return planner.targets(turn_card(s), most, objects)
    found: list[Target] = []
    planner.aim(s.area, max(s.arrow, 0), s.objects, most, objects & AXE_BIT, found)
    return found


def free_digs(s: SolomonState, planner: Planner, objects: i64) -> list[Plan]:
    """What the Seal can dig in this turn, with and without the Axe."""
    ways = [SEAL_BIT, SEAL_BIT | AXE_BIT] if objects & AXE_BIT else [SEAL_BIT]
    found = [best_seal(planner, turn_card(s).size, used) for used in ways]
    return [plan for plan in found if plan is not None]


def script(s: SolomonState, plan: Plan) -> list[int]:
    """The plan's actions, from now on to the dig."""
    used = plan.objects & ~s.objects
    beside: list[int] = []
    if used & AXE_BIT:
        beside.append(int(FIRST_USE + place(AXE_BIT)))
    if used & AMULET_BIT:
        beside.append(int(FIRST_USE + place(AMULET_BIT)))
    first: i64 = place(plan.area & -plan.area)
    dig = int(FIRST_DIG + first)
    if used & SEAL_BIT:
        seal = int(FIRST_USE + place(SEAL_BIT))
        cells = [int(FIRST_CELL) + cell for cell in touching(plan.area)]
        if s.declare_before:
            return [seal, *cells, *beside, dig]
        return [seal, *beside, *cells]
    mirror: list[int] = []
    turn: list[int] = []
    if used & MIRROR_BIT:
        mirror.append(int(FIRST_USE + place(MIRROR_BIT)))
        turn.append(int(FIRST_TURN + plan.arrow))
    if s.declare_before and not s.named and (plan.shifts or mirror):
        return [*mirror, *turn, int(FIRST_NAME + first), *plan.shifts, *beside, dig]
    return [*plan.shifts, *mirror, *beside, *turn, dig]


def touching(area: i64) -> list[int]:
    """The cells of a free shape in an order in which each one touches one before (S54)."""
    order = [int(place(area & -area))]
    picked = area & -area
    while picked != area:
        near = around(picked) & area
        order.append(int(place(near & -near)))
        picked |= near & -near
    return order


def play_turn(s: SolomonState, depth: i64) -> None:
    """Plays an imagined turn to its end; so many shifts are planned ahead, anew whenever an unseen tile shows."""
    while True:
        planner = Planner(s, s.seat)
        plan = planner.best(turn_targets(s, planner, depth, owned(s, s.seat)))
        made = s.shifts
        if carried_out(s, [int(STOP)] if plan is None else script(s, plan)):
            return
        depth = max(1, depth - (s.shifts - made))


def carried_out(s: SolomonState, actions: list[int]) -> bool:
    """Takes actions until a tile shows that nobody had seen; tells whether the turn is over."""
    seat = s.seat
    game = s.game
    for action in actions:
        dark1 = s.dark1
        dark2 = s.dark2
        dark3 = s.dark3
        game.apply(s, seat, action)
        if action < FIRST_NAME and (dark1 != s.dark1 or dark2 != s.dark2 or dark3 != s.dark3):
            return False
    if s.step == GIVE and s.seat == seat:
        game.apply(s, seat, game.legal(s, seat)[0])
    return True
