"""Everybody chooses a card (S20 to S22)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, count, members
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.outcome import Outcome
from schatzkammer.core.turn import Step
from schatzkammer.games.solomon.components import CARD_NAMES
from schatzkammer.games.solomon.state import ACT_STEP, CHOOSE_STEP, NONE, SolomonState
from schatzkammer.games.solomon.steps.dig import card, diggable
from schatzkammer.games.solomon.steps.pay import wealth
from schatzkammer.games.solomon.steps.step import cell_names, refuse


class Choose(Step[SolomonState]):
    """S21: every player chooses a card from their hand in secret; all cards are revealed together."""

    def open(self, s: SolomonState) -> i64:
        s.pending = bit(s.players) - 1
        s.seat = 0
        return CHOOSE_STEP

    def offer(self, s: SolomonState, seat: i64) -> i64:
        return s.hands[seat]

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        chosen = s.chosen[:]
        chosen[seat] = choice
        s.chosen = chosen
        if s.events is not None:
            s.events.append({"event": "chosen", "seat": int(seat)})
        return CHOOSE_STEP

    def outcome(self, s: SolomonState, seat: i64, choice: i64) -> Outcome:
        """S6: the number of cells on the card; S41 to S43: the first cells of the areas where it could be dug now."""
        chosen = s.box.cards[choice]
        firsts = diggable(s, chosen.shapes[0], 0)
        return {"offers": cell_names(firsts), "amounts": {"size": int(chosen.size), "digs": int(count(firsts))}}

    def reveal(self, s: SolomonState) -> i64:
        return turn_up(s)

    def refusal(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("S21", "not_in_hand", {"card": CARD_NAMES[choice]})


def turn_up(s: SolomonState) -> i64:
    """S21: reveals all cards together, removes them from the hands and starts the first turn."""
    hands = s.hands[:]
    for seat, number in enumerate(s.chosen):
        hands[seat] ^= bit(number)
        if s.events is not None:
            s.events.append({"event": "reveal", "seat": seat, "card": CARD_NAMES[number]})
    s.hands = hands
    s.news += 1
    s.waiting = bit(s.players) - 1
    return start_turn(s)


def start_turn(s: SolomonState) -> i64:
    """S22: starts the turn of the waiting player with the lowest card."""
    first: i64 = NONE
    for seat in members(s.waiting, 0):
        if first == NONE or s.chosen[seat] < s.chosen[first]:
            first = seat
    s.seat = first
    s.limit = shift_limit(s)
    if s.events is not None:
        s.events.append({"event": "turn", "seat": int(first), "card": CARD_NAMES[s.chosen[first]]})
    return ACT_STEP


def turn_order(s: SolomonState) -> list[int]:
    """S22: the seats in the order of their turns, from the lowest card to the highest."""
    return [seat for _, seat in sorted((number, seat) for seat, number in enumerate(s.chosen))]


def shift_limit(s: SolomonState) -> i64:
    """S35: the most shifts in a turn: the wealth at its start plus 5 for each cell of the card."""
    return wealth(s, s.seat) + 5 * card(s).size
