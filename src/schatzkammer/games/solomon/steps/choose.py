"""Everybody chooses a card (S20 to S22)."""

from __future__ import annotations

from mypy_extensions import i64

from schatzkammer.core.bits import bit, place
from schatzkammer.core.errors import IllegalMove
from schatzkammer.games.solomon.components import CARD_NAMES
from schatzkammer.games.solomon.moves import FIRST_PLAY
from schatzkammer.games.solomon.state import CHOOSE, SolomonState
from schatzkammer.games.solomon.steps.move import REVEAL, Move, refuse


class Play(Move):
    """S21: a card of the hand, in secret; all are turned up together."""

    def __init__(self) -> None:
        self.first = FIRST_PLAY
        self.choices = 32

    def offer(self, s: SolomonState, seat: i64) -> i64:
        return s.hands[seat] if s.pending & bit(seat) else 0

    def choose(self, s: SolomonState, seat: i64, choice: i64) -> i64:
        chosen = s.chosen[:]
        chosen[seat] = choice
        s.chosen = chosen
        s.pending ^= bit(seat)
        if s.log is not None:
            s.log.append({"event": "chosen", "seat": int(seat)})
        if s.pending:
            s.seat = place(s.pending & -s.pending)
            return CHOOSE
        return REVEAL

    def why_not(self, s: SolomonState, seat: i64, choice: i64) -> IllegalMove:
        return refuse("S21", "not_in_hand", {"card": CARD_NAMES[choice]})
