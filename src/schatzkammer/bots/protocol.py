"""What a bot is, and what it gets to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from schatzkammer.core.game import Json, State
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded


class Glimpse:
    """What one seat knows when it has to decide.

    A glimpse holds no true state, only a way to draw states from what the seat knows (`State.sample`). A state
    drawn from a drawn one is distributed like any other, and the view and the legal moves of a drawn state are
    the seat's own. So whatever a bot can reach from here tells nothing that its seat may not know.
    """

    __slots__ = ("_draw", "_view", "legal", "seat")

    def __init__(self, seat: int, legal: list[int], draw: Callable[[Stream], State]) -> None:
        self.seat = seat
        self.legal = legal  # action numbers, ascending
        self._draw = draw
        self._view: Json | None = None

    def sample(self, rng: Stream) -> State:
        """A state of its own, drawn from all that agree with what the seat has seen."""
        return self._draw(rng)

    @property
    def view(self) -> Json:
        """Everything the seat may know, as `Match.view` tells it; built when it is first asked for."""
        if self._view is None:
            drawn = self._draw(seeded("", "view"))
            self._view = Match(drawn.game, drawn.setup, drawn, None).view(self.seat)
        return self._view


def glimpse(match: Match, seat: int) -> Glimpse:
    """What the seat knows now. The true state stays in here: nothing is drawn before the bot asks for it."""
    state = match.state

    def draw(rng: Stream) -> State:
        return state.sample(seat, rng)

    return Glimpse(seat, match.legal_actions(seat), draw)


class Bot(Protocol):
    """Somebody who decides. The same glimpse and the same stream, the same decision."""

    @property
    def name(self) -> str:
        """The name it is called by on the command line and in records of games."""
        ...

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """One of the glimpse's legal actions."""
        ...
