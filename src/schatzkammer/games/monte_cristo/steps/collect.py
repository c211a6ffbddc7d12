"""Scorings: treasures are collected and paid for, dungeon by dungeon, then sold (M60 to M67)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, unpacked
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Json
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import PASS, PASS_BIT, Step
from schatzkammer.games.monte_cristo.components import (
    BONUSES,
    DUNGEONS,
    GOAL,
    KIND_OF,
    KINDS,
    SIZE_OF,
    TYPE_NAMES,
)
from schatzkammer.games.monte_cristo.moves import CARD_NAMES, LAY, PAY
from schatzkammer.games.monte_cristo.state import (
    COLLECTED,
    COLLECTOR,
    MARBLE_STEP,
    NONE,
    OVER,
    PAY_STEP,
    TAKE_STEP,
    UNIT,
    MonteCristoState,
    number_at,
    of_four,
    of_six,
    with_four,
    with_list,
    with_six,
)
from schatzkammer.games.monte_cristo.steps.chest import is_full
from schatzkammer.games.monte_cristo.steps.order import prices
from schatzkammer.games.monte_cristo.steps.payment import (
    bags_in,
    bags_of,
    can_complete,
    can_pay,
    card_names,
    cards_with,
    due,
    payment_due,
)
from schatzkammer.games.monte_cristo.steps.step import refuse, report, then
from schatzkammer.games.monte_cristo.steps.supply import JOKER_CHOICE, put_under, types_in


class Take(Step[MonteCristoState]):
    """M61: while they have hunters there, the collector takes a treasure they can pay for, or stops."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        choices: i64 = PASS_BIT
        if int(seat) not in s.queues[s.dungeon]:
            return choices
        treasures = types_in(of_six(s.treasures, s.dungeon))
        treasure: i64 = 0
        while treasures:
            if treasures & 1 and can_pay(s, seat, KIND_OF[treasure], SIZE_OF[treasure]):
                choices |= bit(treasure)
            treasures >>= 1
            treasure += 1
        return choices

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        if choice == PASS:
            if s.events is not None:
                s.events.append({"event": "pass_take", "seat": int(seat), "dungeon": DUNGEONS[s.dungeon]})
            s.order = s.order[1:]
            return COLLECTOR
        kind: i64 = KIND_OF[choice]
        s.treasures = with_six(s.treasures, s.dungeon, of_six(s.treasures, s.dungeon) - UNIT[choice])
        s.collected = with_four(s.collected, seat, of_four(s.collected, seat) + UNIT[choice])
        queue = s.queues[s.dungeon][:]
        queue.remove(int(seat))  # M62: the foremost
        s.queues = with_list(s.queues, s.dungeon, queue)
        s.marseille += UNIT[seat]
        s.owed += SIZE_OF[choice] * UNIT[kind]
        if s.events is not None:
            treasure, dungeon = TYPE_NAMES[choice], DUNGEONS[s.dungeon]
            s.events.append({"event": "take", "seat": int(seat), "treasure": treasure, "dungeon": dungeon})
        if due(s, kind) <= 0:  # M63: bags left over from an earlier treasure
            if s.events is not None:
                s.events.append({"event": "left_over", "seat": int(seat), "kind": KINDS[kind]})
            return TAKE_STEP
        s.kind = kind
        s.largest = 3
        return PAY_STEP

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        outcome: Outcome = {}
        if choice != PASS:
            kind: i64 = KIND_OF[choice]
            twin = s.copy()
            self.choose(twin, seat, choice)
            before, after = of_four(s.collected, seat), of_four(twin.collected, seat)
            outcome["takes"] = [TYPE_NAMES[choice]]
            outcome["places"] = [DUNGEONS[s.dungeon]]
            outcome["cost"] = max(0, int(due(twin, kind)))
            outcome["gives"] = card_names(kind, payment_due(twin, seat, kind))
            outcome["worth"] = (proceeds(s, before), proceeds(s, after))
            leaves = s.queues[s.dungeon].index(int(seat)) + 1  # M62: the foremost
            outcome["amounts"] = {"price": prices(s)[kind], "sale": int(sale(s, choice)), "leaves": leaves}
        return then(self, s, seat, choice, outcome)

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        details: dict[str, object] = {"treasure": TYPE_NAMES[choice], "dungeon": DUNGEONS[s.dungeon]}
        if not types_in(of_six(s.treasures, s.dungeon)) & bit(choice):
            return refuse("M61", "no_treasure", details)
        kind: i64 = KIND_OF[choice]
        if bags_in(of_four(s.hands, seat), kind) + len(s.jokers[seat]) >= due(s, kind) + SIZE_OF[choice]:
            return refuse("M63", "unneeded_before", {"treasure": TYPE_NAMES[choice]})
        return refuse("M62", "bags_missing", {"treasure": TYPE_NAMES[choice], "kind": KINDS[kind]})

    def stray(self, s: MonteCristoState, seat: i64, action: i64) -> IllegalMove | None:
        if PAY.first <= action < PAY.end:
            return refuse("M63", "nothing_due")
        if LAY.first <= action < LAY.end:  # a dungeon instead of a treasure
            dungeon = action - LAY.first
            reason = "whole_dungeon" if dungeon == s.dungeon else "other_dungeon"
            return refuse("M61", reason, {"dungeon": DUNGEONS[dungeon], "searched": DUNGEONS[s.dungeon]})
        return None


class Pay(Step[MonteCristoState]):
    """M62, M63: cards of the treasure's colour, the largest first, jokers last, until what is owed is paid."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        choices: i64 = 0
        bags: i64 = 1
        while bags <= s.largest:
            if cards_with(s, seat, s.kind, bags) and can_complete(s, seat, bags):
                choices |= bit(s.kind * 3 + bags - 1)
            bags += 1
        if s.jokers[seat] and can_complete(s, seat, 0):
            choices |= bit(JOKER_CHOICE)
        return choices

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        bags: i64 = 1
        s.largest = 0
        if choice == JOKER_CHOICE:  # M64
            put_under(s, seat)
            if s.events is not None:
                s.events.append({"event": "pay_joker", "seat": int(seat), "kind": KINDS[s.kind]})
        else:
            bags = SIZE_OF[choice]
            s.largest = bags
            s.hands = with_four(s.hands, seat, of_four(s.hands, seat) - UNIT[choice])
            s.discards += UNIT[choice]
            if s.events is not None:
                s.events.append({"event": "pay", "seat": int(seat), "card": TYPE_NAMES[choice]})
        s.paid += bags * UNIT[s.kind]
        least = number_at(s.least, s.kind)
        if least == 0 or bags < least:
            s.least += (bags - least) * UNIT[s.kind]
        if due(s, s.kind) > 0:
            return PAY_STEP
        s.kind = NONE
        s.largest = 0
        return TAKE_STEP

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        twin = s.copy()
        self.choose(twin, seat, choice)
        rest = payment_due(twin, seat, s.kind)
        gives = [CARD_NAMES[choice], *card_names(s.kind, rest)]
        waste = bags_of(rest) - int(due(twin, s.kind))  # M63
        amounts = {"due": int(due(s, s.kind)), "waste": waste}
        return then(self, s, seat, choice, {"gives": gives, "amounts": amounts})

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("M62", "must_pay")
        if choice == JOKER_CHOICE:
            return refuse("M62", "no_joker") if not s.jokers[seat] else refuse("M63", "joker_too_early")
        card: dict[str, object] = {"card": TYPE_NAMES[choice]}
        if KIND_OF[choice] != s.kind:
            return refuse("M62", "wrong_colour", {"card": TYPE_NAMES[choice], "kind": KINDS[s.kind]})
        bags: i64 = SIZE_OF[choice]
        if not cards_with(s, seat, s.kind, bags):
            return refuse("M62", "no_card", card)
        if bags > s.largest:
            return refuse("M63", "largest_first", card)
        if bags >= due(s, s.kind):
            return refuse("M63", "unneeded", card)
        return refuse("M63", "out_of_reach", card)


class Collector(Step[MonteCristoState]):
    """M60: the next player collects in this dungeon as long as it has treasures; then the next dungeon follows."""

    def open(self, s: MonteCristoState) -> i64:
        s.owed = 0
        s.paid = 0
        s.least = 0
        while not s.order or not of_six(s.treasures, s.dungeon):
            s.dungeon += 1
            if s.dungeon == len(DUNGEONS):
                s.dungeon = NONE
                s.order = []
                return COLLECTED
            s.order = collecting_order(s.queues[s.dungeon])
            if s.events is not None:
                _report_dungeon(s)
        s.seat = s.order[0]
        if s.events is not None:
            s.events.append({"event": "collect", "seat": int(s.seat), "dungeon": DUNGEONS[s.dungeon]})
        return TAKE_STEP


def collecting_order(queue: list[int]) -> list[int]:
    """M60: most hunters first; ties go to the player whose foremost hunter is further ahead."""
    order: list[int] = []
    for seat in queue:
        if seat not in order:
            order.append(seat)
    # Insertion sort is stable: tied seats stay in the order of their foremost hunters.
    for index in range(1, len(order)):
        seat = order[index]
        while index > 0 and queue.count(order[index - 1]) < queue.count(seat):
            order[index] = order[index - 1]
            index -= 1
        order[index] = seat
    return order


def _report_dungeon(s: MonteCristoState) -> None:
    """Reports the dungeon, and the rank of each collector with its reason (M60)."""
    if s.events is None:
        return
    queue = s.queues[s.dungeon]
    treasures = [TYPE_NAMES[treasure] for treasure in unpacked(of_six(s.treasures, s.dungeon))]
    dungeon = DUNGEONS[s.dungeon]
    if not treasures or not queue:
        s.events.append({"event": "dungeon_idle", "dungeon": dungeon})
        return
    s.events.append({"event": "dungeon", "dungeon": dungeon, "treasure": treasures})
    for rank, seat in enumerate(s.order):
        event: Json = {"event": "rank", "seat": seat, "dungeon": dungeon, "rank": rank + 1}
        event["hunters"] = queue.count(seat)
        event["place"] = queue.index(seat) + 1
        s.events.append(event)


class Collected(Step[MonteCristoState]):
    """M65: full dungeons are emptied, bonus hunters go home; M66: treasures are sold; M67: the game may end."""

    def open(self, s: MonteCristoState) -> i64:
        for dungeon in range(6):
            if is_full(s, dungeon):
                treasures = of_six(s.treasures, dungeon)
                if s.events is not None:
                    names = [TYPE_NAMES[treasure] for treasure in unpacked(treasures)]
                    s.events.append({"event": "clear", "dungeon": DUNGEONS[dungeon], "treasure": names})
                s.aside += treasures
                s.treasures = with_six(s.treasures, dungeon, 0)
        for area in range(4):
            for seat in range(int(s.players)):
                if s.bonus & bit(area * 4 + seat):
                    s.marseille += UNIT[seat]
                    if s.events is not None:
                        s.events.append({"event": "home", "seat": seat, "bonus": BONUSES[area]})
        s.bonus = 0
        ended = False
        for seat in range(int(s.players)):
            sell(s, seat)
            if of_four(s.points, seat) >= GOAL:
                ended = True
        s.seat = s.active
        if ended:
            report(s, "goal", s.active)
            return OVER
        return MARBLE_STEP


def sell(s: MonteCristoState, seat: i64) -> None:
    """M66: each treasure of a seat scores its value times the price of its kind, and is laid aside."""
    before = of_four(s.points, seat)
    after = before
    collected = of_four(s.collected, seat)
    for treasure in unpacked(collected):
        points = sale(s, treasure)
        after += points
        if s.events is not None:
            event: Json = {"event": "sell", "seat": int(seat), "treasure": TYPE_NAMES[treasure]}
            event["price"] = prices(s)[KIND_OF[treasure]]
            event["points"] = int(points)
            s.events.append(event)
    s.aside += collected
    s.collected = with_four(s.collected, seat, 0)
    s.points = with_four(s.points, seat, after)
    if s.events is not None:
        s.events.append({"event": "score", "seat": int(seat), "gained": int(after - before), "points": int(after)})


def sale(s: MonteCristoState, treasure: i64) -> i64:
    """M66: the points of a treasure: its value times the price of its kind."""
    return SIZE_OF[treasure] * prices(s)[KIND_OF[treasure]]


def proceeds(s: MonteCristoState, collected: i64) -> int:
    """M66: the points of all treasures packed into a word."""
    points: i64 = 0
    for treasure in unpacked(collected):
        points += sale(s, treasure)
    return int(points)
