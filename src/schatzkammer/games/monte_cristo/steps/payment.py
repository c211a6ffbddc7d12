"""How treasures are paid for: bags due, and the cards that can pay for them (M62, M63)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.games.monte_cristo.moves import CARD_NAMES
from schatzkammer.games.monte_cristo.state import UNIT, MonteCristoState, number_at, of_four
from schatzkammer.games.monte_cristo.steps.supply import JOKER_CHOICE


def cards_with(s: MonteCristoState, seat: i64, kind: i64, bags: i64) -> i64:
    """The number of the seat's cards of a kind with this many bags."""
    hand = of_four(s.hands, seat)
    return (hand >> (4 * (kind * 3 + bags - 1))) & 15


def bags_in(hand: i64, kind: i64) -> i64:
    """All bags on the cards of a kind in a hand, jokers excluded."""
    cards = hand >> (12 * kind)
    return (cards & 15) + 2 * ((cards >> 4) & 15) + 3 * ((cards >> 8) & 15)


def due(s: MonteCristoState, kind: i64) -> i64:
    """M63: the bags still to be paid for treasures of a kind; negative if some are left over."""
    return number_at(s.owed, kind) - number_at(s.paid, kind)


def can_pay(s: MonteCristoState, seat: i64, kind: i64, value: i64) -> bool:
    """M63: whether the seat can pay for one more treasure of a kind without any needless card."""
    owed = number_at(s.owed, kind) + value
    hand = of_four(s.hands, seat)
    cards = (hand >> (12 * kind)) & 4095
    return reaches(cards, len(s.jokers[seat]), number_at(s.paid, kind), number_at(s.least, kind), 3, owed)


def can_complete(s: MonteCristoState, seat: i64, bags: i64) -> bool:
    """M63: whether the payment can be completed after a card with this many bags; 0 is a joker."""
    hand = of_four(s.hands, seat)
    cards = (hand >> (12 * s.kind)) & 4095
    jokers: i64 = len(s.jokers[seat])
    size = bags
    if bags == 0:
        jokers -= 1
        size = 1
    else:
        cards -= UNIT[bags - 1]
    least = number_at(s.least, s.kind)
    if least == 0 or size < least:
        least = size
    return reaches(cards, jokers, number_at(s.paid, s.kind) + size, least, bags, number_at(s.owed, s.kind))


def reaches(cards: i64, jokers: i64, paid: i64, least: i64, largest: i64, owed: i64) -> bool:
    """M63: whether cards with at most `largest` bags, then jokers, can raise `paid` to `owed` without a needless card.

    `cards` are those of one kind, packed by bags. No card is needless if the payment would fall short without the
    smallest card (`least`). Paying the largest cards first finds every such payment.
    """
    if paid >= owed:
        return paid - least < owed
    bags = largest
    while bags > 0:
        if (cards >> (4 * (bags - 1))) & 15:
            smallest = bags if least == 0 or bags < least else least
            if reaches(cards - UNIT[bags - 1], jokers, paid + bags, smallest, bags, owed):
                return True
        bags -= 1
    return jokers > 0 and reaches(cards, jokers - 1, paid + 1, 1, 0, owed)


def payment_due(s: MonteCristoState, seat: i64, kind: i64) -> list[int]:
    """M63: the cheapest way to pay what is still due of a kind: the bags of each card in order, 0 for a joker."""
    hand = of_four(s.hands, seat)
    cards = (hand >> (12 * kind)) & 4095
    paid, owed = number_at(s.paid, kind), number_at(s.owed, kind)
    return cheapest(cards, len(s.jokers[seat]), paid, number_at(s.least, kind), s.largest, owed) or []


def card_names(kind: i64, payment: list[int]) -> list[str]:
    """The names of the cards of a payment."""
    return [CARD_NAMES[kind * 3 + bags - 1 if bags else JOKER_CHOICE] for bags in payment]


def cheapest(cards: i64, jokers: i64, paid: i64, least: i64, largest: i64, owed: i64) -> list[int] | None:
    """M63: of the payments that `reaches` looks for, the one that wastes the fewest bags; None if there is none.

    Ties go to fewer jokers, then to fewer cards.
    """
    if paid >= owed:
        return [] if paid - least < owed else None
    best: list[int] | None = None
    bags = largest
    while bags > 0:
        if (cards >> (4 * (bags - 1))) & 15:
            smallest = bags if least == 0 or bags < least else least
            rest = cheapest(cards - UNIT[bags - 1], jokers, paid + bags, smallest, bags, owed)
            best = cheaper(best, rest, int(bags))
        bags -= 1
    if jokers > 0:
        best = cheaper(best, cheapest(cards, jokers - 1, paid + 1, 1, 0, owed), 0)
    return best


def cheaper(best: list[int] | None, rest: list[int] | None, first: int) -> list[int] | None:
    """The better of two payments: `best`, and a first card followed by the rest."""
    if rest is None:
        return best
    payment = [first, *rest]
    return payment if best is None or effort(payment) < effort(best) else best


def bags_of(payment: list[int]) -> int:
    """The bags of a payment; a joker is one."""
    return sum(payment) + payment.count(0)


def effort(payment: list[int]) -> tuple[int, int, int]:
    """What makes a payment worse, most important first: bags, jokers, cards."""
    return bags_of(payment), payment.count(0), len(payment)
