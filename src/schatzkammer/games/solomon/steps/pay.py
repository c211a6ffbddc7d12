"""The end of a turn: the dig (S44, S45), payment (S60 to S63) and lost finds (S64 to S66)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, lowest, members
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Json
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import Step
from schatzkammer.games.solomon.belief import evidence
from schatzkammer.games.solomon.components import ALPHA, AMULET, CURSE, MIRROR, SET_POINTS, VALUE
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

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        """S60: the shifts are paid for; S63: as far as the player can pay."""
        paid = treasures_due(s.hoards[seat], s.shifts - s.coins[seat])
        before = certain_points(s.coins[seat], s.hoards[seat])
        money = wealth(s, seat)
        left = after_payment(s.coins[seat], s.hoards[seat], s.shifts)
        amounts = {"shifts": int(s.shifts), "money": int(money)}
        amounts.update(changes(s, seat, left[0], left[1]))
        return {
            "gives": [*tile_names(s, one_by_one(paid))],
            "cost": int(s.shifts),
            "pays": is_paid(s.shifts, money, 0),
            "worth": (before, before - int(min(s.shifts, money))),
            "amounts": amounts,
        }


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

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        left = s.hoards[seat][:]
        left[choice] -= 1
        coins = s.coins[seat]
        return {
            "gives": [kind_names(s)[choice]],
            "worth": (certain_points(coins, s.hoards[seat]), certain_points(coins, left)),
            "amounts": changes(s, seat, coins, left),
        }

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
    if must_add_tile(s, lot, s.hoards[seat]):
        s.lot = lot
        s.area = 0
        s.arrow = NONE
        s.named = False
        return GIVE_STEP
    hand_out(s, seat, lot)
    return END_TURN


def dig_outcome(s: SolomonState, seat: i64, area: i64) -> Outcome:
    """S66: what digging an area would take, cost and leave, and whether the player can pay; if not, it is lost."""
    lot = finds(s, area)
    owed = cost(s, lot)
    money = wealth(s, seat)
    found = value(lot)
    pays = is_paid(owed, money, found)
    coins = s.coins[seat]
    given = objects_in_use(s)
    hoard = s.hoards[seat][:]
    for kind in given:
        hoard[kind] -= 1
    before = certain_points(coins, s.hoards[seat])
    after = before
    if pays:
        for kind in lot:
            hoard[kind] += 1
        given += one_by_one(treasures_due(hoard, owed - coins))
        coins, hoard = after_payment(coins, hoard, owed)
        after = certain_points(coins, hoard)
    amounts = {
        "shifts": int(s.shifts),
        "curses": int(owed - s.shifts),
        "money": int(money),
        "found": int(found),
    }
    amounts.update(changes(s, seat, coins, hoard))
    told: Outcome = {
        "takes": [*tile_names(s, lot)],
        "gives": [*tile_names(s, given)],
        "places": cell_names(area),
        "turns_up": cell_names(cave.unseen_below(s, area)),
        "cost": int(owed),
        "pays": pays,
        "worth": (before, after),
        "amounts": amounts,
    }
    if not pays and must_add_tile(s, lot, hoard):
        told["then"] = "give"
    return told


def after_payment(coins: int, hoard: list[int], owed: i64) -> tuple[int, list[int]]:
    """S62: the coins and tiles that are left when a cost is paid, as far as they reach (S63)."""
    if owed <= coins:
        return coins - int(owed), hoard
    paid = treasures_due(hoard, owed - coins)
    change: i64 = evidence.treasure_value(paid) - (owed - coins)
    return int(max(change, 0)), [hoard[kind] - paid[kind] for kind in range(16)]


def changes(s: SolomonState, seat: i64, coins: int, hoard: list[int]) -> dict[str, int]:
    """S71: what counts at the end as it would be with these coins and tiles; what stays as it is is left out."""
    before = counting(s.coins[seat], s.hoards[seat])
    after = counting(coins, hoard)
    return {name: after[name] for name in after if after[name] != before[name]}


def counting(coins: int, hoard: list[int]) -> dict[str, int]:
    """S71, S72: everything that scores, by name."""
    return {
        "coins": coins,
        "treasures": int(evidence.treasure_value(hoard)),
        "sets": parchment_sets(hoard),
        "curse_sum": curse_sum(hoard),
        "objects": object_count(hoard),
    }


def must_add_tile(s: SolomonState, lot: list[int], hoard: list[int]) -> bool:
    """S64: whether lost finds are fewer than the opponents and the player has a tile to add."""
    return len(lot) < s.players - 1 and sum(hoard) > 0


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


def certain_points(coins: int, hoard: list[int]) -> int:
    """S71: the points of coins, treasures and parchments, without the prizes."""
    return coins + int(evidence.treasure_value(hoard)) + int(SET_POINTS) * parchment_sets(hoard)


def parchment_sets(hoard: list[int]) -> int:
    """S71: the number of full sets of four different parchments."""
    return min(hoard[ALPHA:MIRROR])


def curse_sum(hoard: list[int]) -> int:
    """S72: the total value of the curses."""
    return sum([hoard[kind] * CURSE[kind] for kind in range(16)])


def object_count(hoard: list[int]) -> int:
    """S72: the number of magic objects."""
    return sum(hoard[MIRROR:])


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
        paid = treasures_due(s.hoards[seat], rest)
        rest -= evidence.treasure_value(paid)
        _pay_tiles(s, seat, paid)
    change: i64 = -rest if rest < 0 else 0
    coins = s.coins[:]
    coins[seat] += change - paid_coins
    s.coins = coins
    s.supply += paid_coins - change
    if s.supply < 0:
        raise AssertionError("S62: the supply always has the coins for change")
    if s.events is not None:
        treasures = one_by_one(paid)
        event: Json = {"event": "pay", "seat": int(seat), "cost": int(owed - max(rest, 0))}
        if treasures:
            event["event"] = "pay_treasures"
            event["coins"] = int(paid_coins)
            event["tiles"] = tile_names(s, treasures)
            event["change"] = int(change)
        s.events.append(event)
        if rest > 0:
            s.events.append({"event": "forgiven", "seat": int(seat), "cost": int(rest)})


def treasures_due(hoard: list[int], rest: i64) -> list[int]:
    """S62: by kind, the treasures paid for what the coins do not cover: one by one, smallest first, until it is enough.

    S63: all of them if that is not enough.
    """
    paid = [0] * 16
    for kind in range(5):
        while rest > 0 and paid[kind] < hoard[kind]:
            paid[kind] += 1
            rest -= kind + 1
    return paid


def one_by_one(counts: list[int]) -> list[int]:
    """Tiles given by their number of each kind, as a list of kinds."""
    return [kind for kind in range(16) for _ in range(counts[kind])]


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


def objects_in_use(s: SolomonState) -> list[int]:
    """S50: the kinds of the objects that the dig spends."""
    return [int(MIRROR) + which for which in members(s.objects, 0)]


def spend_objects(s: SolomonState, seat: i64) -> None:
    """S50: removes used objects from the game; S66: after a failed dig too."""
    if not s.objects:
        return
    beside = s.beside[:]
    used = objects_in_use(s)
    for kind in used:
        beside[kind] += 1
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
