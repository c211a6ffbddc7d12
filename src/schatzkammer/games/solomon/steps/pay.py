"""The end of a turn: the dig (S44, S45), payment (S60 to S63) and lost finds (S64 to S66)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, lowest, members
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Json
from schatzkammer.core.turn import Step
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import AMULET, CURSE, MIRROR, VALUE
from schatzkammer.games.solomon.moves import GIVE, SHIFTS, USE
from schatzkammer.games.solomon.state import END_TURN, GIVE_STEP, NONE, SolomonState
from schatzkammer.games.solomon.steps import cave
from schatzkammer.games.solomon.steps.step import cell_names, kind_names, refuse, tile_names


class Stop(Step[SolomonState]):
    """S40: the turn ends without a dig; S63: the player pays for shifts as far as they can, the rest is forgiven."""

    def offer(self, s: SolomonState, seat: i64) -> i64:
        return 1

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        if s.events is not None:
            s.events.append({"event": "stop", "seat": int(seat)})
        pay_cost(s, seat, s.shifts)
        return END_TURN


class Give(Step[SolomonState]):
    """S64: with fewer finds than opponents, the player adds a tile of their own, of any kind."""

    def offer(self, s: SolomonState, seat: i64) -> i64:
        kinds: i64 = 0
        for kind, owned in enumerate(s.hoards[seat]):
            if owned:
                kinds |= bit(kind)
        return kinds

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        evidence.has(s, seat, choice)
        add_tiles(s, seat, [choice], -1)
        if s.events is not None:
            s.events.append({"event": "give", "seat": int(seat), "tile": kind_names(s)[choice]})
        lot = [*s.lot, int(choice)]
        s.lot = []
        hand_out(s, seat, lot)
        return END_TURN

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("S64", "no_such_tile", {"tile": kind_names(s)[choice]})

    def stray(self, s: SolomonState, seat: i64, action: i64) -> IllegalMove | None:
        kind = MIRROR + action - USE.first
        if USE.first <= action < USE.end and int(kind) in s.lot:
            return refuse("S51", "dug_now", {"tile": kind_names(s)[kind]})
        return refuse("S40", "dug_already") if SHIFTS[0].first <= action < GIVE.first else None


def excavate(s: SolomonState, seat: i64, area: i64) -> i64:
    """S44: takes the top tile of every cell of the area; the player pays and keeps them (S61), or loses them (S64)."""
    lot = finds(s, area)
    owed = cost(s, lot)
    known = cave.one_kind_unseen(s)
    uncovered: i64 = 0
    for cell in members(area, 0):
        if cave.lift(s, cell):
            uncovered |= bit(cell)
    if uncovered and not known:
        s.news += 1
    if s.events is not None:
        s.events.append({"event": "dig", "seat": int(seat), "cells": cell_names(area), "tiles": tile_names(s, lot)})
    cave.report_uncovered(s, uncovered)
    spend_objects(s, seat)
    if is_paid(owed, wealth(s, seat), value(lot)):
        add_tiles(s, seat, lot, 1)
        found = s.finds[:]
        found[seat] = sorted(lot)
        s.finds = found
        pay_cost(s, seat, owed)
        return END_TURN
    if s.events is not None:
        s.events.append({"event": "fail", "seat": int(seat), "cost": int(owed)})
    evidence.failed(s, seat, owed, value(lot))
    if len(lot) < s.players - 1 and sum(s.hoards[seat]) > 0:
        s.lot = lot
        s.area = 0
        s.arrow = NONE
        s.named = False
        return GIVE_STEP
    hand_out(s, seat, lot)
    return END_TURN


def finds(s: SolomonState, area: i64) -> list[int]:
    """S44: the kinds of an area's top tiles, cell by cell."""
    lot: list[int] = []
    while area:
        low = area & -area
        lot.append(int(cave.top(s, lowest(low))))
        area ^= low
    return lot


def cost(s: SolomonState, lot: list[int]) -> i64:
    """S60: the cost of a dig: 1 per shift plus the value of each curse; S55: the Amulet cancels the curses."""
    curses: i64 = 0
    for kind in lot:
        curses += CURSE[kind]
    return dig_cost(s.shifts, curses, s.objects)


def dig_cost(shifts: i64, curses: i64, objects: i64) -> i64:
    """The cost of a dig, given the number of shifts, the total value of the curses and the objects in use."""
    return shifts if objects & bit(AMULET - MIRROR) else shifts + curses


def is_paid(owed: i64, purse: i64, found: i64) -> bool:
    """S61: whether wealth and the treasures just found cover the cost; if not, the finds are lost (S64)."""
    return owed <= purse + found


def value(lot: list[int]) -> i64:
    """S61: the value of the treasures among these tiles."""
    total: i64 = 0
    for kind in lot:
        total += VALUE[kind]
    return total


def wealth(s: SolomonState, seat: i64) -> i64:
    """S61: the value of a player's coins and treasures."""
    total: i64 = s.coins[seat]
    hoard = s.hoards[seat]
    for kind in range(5):
        total += hoard[kind] * (kind + 1)
    return total


def pay_cost(s: SolomonState, seat: i64, owed: i64) -> None:
    """S62: pays with coins first, then with treasures one by one, smallest first; change is given in coins.

    S33, S60: the debt is due at the end of the turn, dug or not. S63: a player who has too little pays all they have.
    """
    if not owed:
        return
    paid_coins: i64 = min(owed, s.coins[seat])
    rest: i64 = owed - paid_coins
    paid = [0] * 16
    if rest:
        evidence.pays(s, seat, rest)
        hoard = s.hoards[seat]
        for kind in range(5):
            while rest > 0 and paid[kind] < hoard[kind]:
                paid[kind] += 1
                rest -= kind + 1
        _pay_tiles(s, seat, paid)
    change: i64 = -rest if rest < 0 else 0
    coins = s.coins[:]
    coins[seat] += change - paid_coins
    s.coins = coins
    s.supply += paid_coins - change
    if s.supply < 0:
        raise AssertionError("S62: the supply always has the coins for change")
    if s.events is not None:
        treasures = [kind for kind in range(5) for _ in range(paid[kind])]
        event: Json = {"event": "pay", "seat": int(seat), "cost": int(owed - max(rest, 0))}
        if treasures:
            event["event"] = "pay_treasures"
            event["coins"] = int(paid_coins)
            event["tiles"] = tile_names(s, treasures)
            event["change"] = int(change)
        s.events.append(event)
        if rest > 0:
            s.events.append({"event": "forgiven", "seat": int(seat), "cost": int(rest)})


def _pay_tiles(s: SolomonState, seat: i64, paid: list[int]) -> None:
    """S61: moves treasures to the supply; S62: of equal ones, those behind the screen go first."""
    beside = s.beside[:]
    open_finds = s.finds[seat][:]
    tiles: list[int] = []
    for kind in range(5):
        behind = s.hoards[seat][kind] - open_finds.count(kind)
        for spent in range(paid[kind]):
            beside[kind] += 1
            tiles.append(kind)
            if spent >= behind:
                open_finds.remove(kind)
    add_tiles(s, seat, tiles, -1)
    s.beside = beside
    found = s.finds[:]
    found[seat] = open_finds
    s.finds = found


def spend_objects(s: SolomonState, seat: i64) -> None:
    """S50: removes used objects from the game; S66: after a failed dig too."""
    if not s.objects:
        return
    beside = s.beside[:]
    used: list[int] = []
    for which in members(s.objects, 0):
        used.append(int(MIRROR) + which)
        beside[MIRROR + which] += 1
    add_tiles(s, seat, used, -1)
    s.beside = beside
    s.objects = 0


def add_tiles(s: SolomonState, seat: i64, kinds: list[int], sign: int) -> None:
    """Adds tiles to a player's hoard (sign 1) or removes them (sign -1)."""
    hoards = s.hoards[:]
    hoard = hoards[seat][:]
    for kind in kinds:
        hoard[kind] += sign
    hoards[seat] = hoard
    s.hoards = hoards


def hand_out(s: SolomonState, seat: i64, lot: list[int]) -> None:
    """S64: shuffles the lost finds and deals them clockwise to the opponents; the rest leaves the game unseen."""
    others = s.players - 1
    if s.designer or others > 1:
        s.chance = s.chance.copy()
        s.chance.shuffle(lot)
        s.news += 1
    share = evidence.dealt_out(len(lot), others, s.designer)
    discarded = s.discarded[:]
    for at in range(int(share), len(lot)):
        discarded[lot[at]] += 1
    s.discarded = discarded
    for step in range(int(others)):
        receiver = (seat + 1 + step) % s.players
        got = [lot[at] for at in range(step, int(share), int(others))]
        add_tiles(s, receiver, got, 1)
        _report_received(s, receiver, got)
    if s.events is not None and len(lot) > share:
        s.events.append({"event": "discard", "seat": int(seat), "count": int(len(lot) - share)})
    if not s.designer and others > 1:
        evidence.dealt(s, seat, lot)


def _report_received(s: SolomonState, receiver: i64, got: list[int]) -> None:
    """S65: everybody sees the tiles in the designer's edition and with two players; else only the receiver does."""
    if s.events is None or not got:
        return
    seat = int(receiver)
    if s.designer or s.players == 2:
        s.events.append({"event": "received", "seat": seat, "tiles": tile_names(s, got)})
    else:
        s.events.append({"event": "dealt", "seat": seat, "count": len(got)})
        s.events.append({"event": "received", "seat": seat, "tiles": tile_names(s, got), "only": seat})
