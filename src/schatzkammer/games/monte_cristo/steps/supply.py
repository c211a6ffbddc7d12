"""The supply lane: cards are drawn, dealt, and discarded beyond seven (M30 to M33)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, unpacked
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.game import Json
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import PASS, PASS_BIT, Step
from schatzkammer.games.monte_cristo.components import MOST_CARDS, SIZE_OF, SUPPLY, TYPE_NAMES, TYPES
from schatzkammer.games.monte_cristo.moves import CARD_NAMES
from schatzkammer.games.monte_cristo.state import (
    BATCH,
    CROWDED,
    DEALT,
    DISCARD_STEP,
    GIVE_STEP,
    MARBLE_STEP,
    NONE,
    PLACED,
    UNIT,
    MonteCristoState,
    number_at,
    of_four,
    total,
    with_four,
    with_list,
)
from schatzkammer.games.monte_cristo.steps.step import refuse, then

JOKER_CHOICE = TYPES  # when cards are discarded or paid


class Give(Step[MonteCristoState]):
    """M30: the active player keeps one of the drawn cards, then gives one to each other player, clockwise.

    M33: if there are too few cards, some players get none.
    """

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        cards: i64 = 0
        for card in s.drawn:
            cards |= bit(card)
        if s.receiver > 0 and len(s.drawn) < s.players - s.receiver:
            cards |= PASS_BIT
        return cards

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        receiver = receiving_seat(s)
        if choice != PASS:
            drawn = s.drawn[:]
            drawn.remove(int(choice))
            s.drawn = drawn
            s.hands = with_four(s.hands, receiver, of_four(s.hands, receiver) + UNIT[choice])
            s.dealt += (choice + 1) << (4 * receiver)
        if s.events is not None:
            s.events.append(_given(seat, receiver, choice))
        s.receiver += 1
        return GIVE_STEP if s.drawn else DEALT

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        outcome: Outcome = {}
        if choice != PASS:
            receiver = receiving_seat(s)
            outcome["takes" if receiver == seat else "gives"] = [TYPE_NAMES[choice]]
            outcome["amounts"] = {"ashore": int(landable(s, receiver, hunters_on(s, choice)))}
        return then(self, s, seat, choice, outcome)

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("M30", "must_keep" if s.receiver == 0 else "must_give")
        return refuse("M30", "not_drawn", {"card": TYPE_NAMES[choice]})


def receiving_seat(s: MonteCristoState) -> i64:
    """M30: the seat that gets the next card."""
    return (s.active + s.receiver) % s.players


def _given(seat: i64, receiver: i64, choice: i64) -> Json:
    """The event of a card that is kept or given, or of no card."""
    if choice == PASS:
        return {"event": "give_nothing", "seat": int(seat), "to_seat": int(receiver)}
    if receiver == seat:
        return {"event": "keep", "seat": int(seat), "card": TYPE_NAMES[choice]}
    return {"event": "give", "seat": int(seat), "to_seat": int(receiver), "card": TYPE_NAMES[choice]}


class Discard(Step[MonteCristoState]):
    """M32: a player with eight cards, jokers included, discards one; a joker goes under the deck."""

    def offer(self, s: MonteCristoState, seat: i64) -> i64:
        cards = types_in(of_four(s.hands, seat))
        return cards | bit(JOKER_CHOICE) if s.jokers[seat] else cards

    def choose(self, s: MonteCristoState, seat: i64, choice: i64) -> i64:
        if choice == JOKER_CHOICE:
            put_under(s, seat)
            if s.events is not None:
                s.events.append({"event": "discard_joker", "seat": int(seat)})
        else:
            s.hands = with_four(s.hands, seat, of_four(s.hands, seat) - UNIT[choice])
            s.discards += UNIT[choice]
            if s.events is not None:
                s.events.append({"event": "discard", "seat": int(seat), "card": TYPE_NAMES[choice]})
        return CROWDED if s.lane == SUPPLY else PLACED

    def outcome(self, s: MonteCristoState, seat: i64, choice: i64) -> Outcome:
        return then(self, s, seat, choice, {"gives": [CARD_NAMES[choice]]})

    def refusal(self, s: MonteCristoState, seat: i64, choice: i64) -> IllegalMove:
        if choice == PASS:
            return refuse("M32", "must_discard")
        if choice == JOKER_CHOICE:
            return refuse("M32", "no_joker")
        return refuse("M32", "no_card", {"card": TYPE_NAMES[choice]})


def open_supply(s: MonteCristoState) -> i64:
    """M30: draws one card per player, face up; M33: fewer if there are not enough."""
    drawn: list[int] = []
    while len(drawn) < s.players:
        card = draw(s)
        if card == NONE:
            break
        drawn.append(card % BATCH)
        s.news += 1
        if s.events is not None:
            s.events.append({"event": "draw_card", "card": TYPE_NAMES[card % BATCH]})
        renew_deck(s)
    s.drawn = drawn
    s.receiver = 0
    return GIVE_STEP


def draw(s: MonteCristoState) -> i64:
    """Draws the top card of the deck, with its batch; NONE if there is no card at all (M33)."""
    renew_deck(s)
    if not s.deck:
        return NONE
    card: i64 = s.deck[-1]
    s.deck = s.deck[:-1]
    return card


def renew_deck(s: MonteCristoState) -> None:
    """M33: when the deck is empty, the discard pile is shuffled into a new one; its cards are a new batch.

    Without discards the deck stays empty, and the next draw tries again.
    """
    if s.deck or s.discards == 0:
        return
    batch = free_batch(s)
    cards = unpacked(s.discards)
    chance = s.chance.copy()
    chance.shuffle(cards)
    s.chance = chance
    s.deck = [card + batch * BATCH for card in cards]
    s.discards = 0
    if s.events is not None:
        s.events.append({"event": "shuffle", "number": len(cards)})


def free_batch(s: MonteCristoState) -> i64:
    """The smallest batch number that no joker has."""
    batch: i64 = 0
    while True:
        taken = False
        for jokers in s.jokers:
            for card in jokers:
                if card // BATCH == batch:
                    taken = True
        if not taken:
            return batch
        batch += 1


def put_under(s: MonteCristoState, seat: i64) -> None:
    """M32, M64: moves the seat's oldest joker under the deck."""
    s.deck = [s.jokers[seat][0], *s.deck]
    s.jokers = with_list(s.jokers, seat, s.jokers[seat][1:])


class Dealt(Step[MonteCristoState]):
    """M31: players move as many hunters as their new card shows from Marseille to their supply."""

    def open(self, s: MonteCristoState) -> i64:
        step: i64 = 0
        while step < s.players:
            seat = (s.active + step) % s.players
            card = (s.dealt >> (4 * seat)) & 15
            if card:
                land(s, seat, hunters_on(s, card - 1))
            step += 1
        s.dealt = 0
        s.receiver = 0
        return CROWDED


def hunters_on(s: MonteCristoState, card: i64) -> i64:
    """M4: the hunters that a card shows."""
    return s.parts.hunters[SIZE_OF[card] - 1]


def land(s: MonteCristoState, seat: i64, number: i64) -> None:
    """M31, M44: moves up to this many hunters from Marseille to the seat's supply."""
    number = landable(s, seat, number)
    s.marseille -= number * UNIT[seat]
    s.hunters += number * UNIT[seat]
    if s.events is not None:
        s.events.append({"event": "land", "seat": int(seat), "number": int(number)})


def landable(s: MonteCristoState, seat: i64, number: i64) -> i64:
    """M31, M44: this many hunters, or as many as the seat has in Marseille."""
    available = number_at(s.marseille, seat)
    return number if number < available else available


class Crowded(Step[MonteCristoState]):
    """M32: clockwise from the active player, those with more than seven cards discard; then the marble moves."""

    def open(self, s: MonteCristoState) -> i64:
        step: i64 = 0
        while step < s.players:
            seat = (s.active + step) % s.players
            if cards_of(s, seat) > MOST_CARDS:
                s.seat = seat
                return DISCARD_STEP
            step += 1
        s.seat = s.active
        return MARBLE_STEP


def cards_of(s: MonteCristoState, seat: i64) -> i64:
    """The number of a seat's cards, jokers included (M32)."""
    return total(of_four(s.hands, seat)) + len(s.jokers[seat])


def types_in(packed: i64) -> i64:
    """The types counted in a word, as a bit mask."""
    types: i64 = 0
    number: i64 = 0
    while packed:
        if packed & 15:
            types |= bit(number)
        packed >>= 4
        number += 1
    return types
