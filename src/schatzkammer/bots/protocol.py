"""What a bot is, and what it gets to see."""

from __future__ import annotations

from typing import Protocol

from schatzkammer.bots.thought import Candidate, Thought
from schatzkammer.core.game import Json, State
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded


class Glimpse:
    """What one seat knows when it has to decide.

    A glimpse holds no true state, only one that was drawn from what the seat knows (`State.sample`), always the
    same one for the same knowledge. A state drawn from a drawn one is distributed like any other, and the view and
    the legal moves of a drawn state are the seat's own. So whatever a bot can reach from here tells nothing that
    its seat may not know.
    """

    __slots__ = ("_drawn", "_view", "legal", "seat")

    def __init__(self, seat: int, legal: list[int], drawn: State) -> None:
        self.seat = seat
        self.legal = legal  # action numbers, ascending
        self._drawn = drawn
        self._view: Json | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._drawn.game.id

    def sample(self, rng: Stream) -> State:
        """A state of its own, drawn from all that agree with what the seat has seen."""
        return self._drawn.sample(self.seat, rng)

    def candidate(
        self,
        action: int,
        worth: float | None = None,
        visits: int | None = None,
        score: float | None = None,
        win: float | None = None,
    ) -> Candidate:
        """An action with its notation and what a bot thinks of it."""
        return Candidate(action, self._drawn.game.notation(action), worth, visits, score, win)

    @property
    def view(self) -> Json:
        """Everything the seat may know, as `Match.view` tells it; built when it is first asked for."""
        if self._view is None:
            self._view = Match(self._drawn.game, self._drawn.setup, self._drawn, None).view(self.seat)
        return self._view


def glimpse(match: Match, seat: int) -> Glimpse:
    """What the seat knows now. The true state stays here."""
    return glimpse_of(match.state, seat)


def glimpse_of(state: State, seat: int) -> Glimpse:
    """What a seat that owes a decision knows of a state, which stays here."""
    # The same chance always, so that the same knowledge gives the same glimpse. And a copy, which is settled: a
    # sample that draws some things only when they are needed has drawn them now.
    drawn = state.sample(seat, seeded("", "glimpse")).copy()
    return Glimpse(seat, drawn.game.legal(drawn, seat), drawn)


class Bot(Protocol):
    """Somebody who decides. The same glimpse and the same stream, the same decision, unless it looks at a clock."""

    @property
    def name(self) -> str:
        """The name it is called by on the command line and in records of games."""
        ...

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """One of the glimpse's legal actions."""
        ...


class Thinker:
    """A bot that can say why. Those that come with the house are all of this kind."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """One of the glimpse's legal actions."""
        return self.think(glimpse, rng).action

    def think(self, glimpse: Glimpse, rng: Stream) -> Thought:
        """The decision, and what speaks for it; an only action is taken without thought."""
        if len(glimpse.legal) == 1:
            return Thought("only", [glimpse.candidate(glimpse.legal[0])])
        return self._ponder(glimpse, rng)

    def _ponder(self, glimpse: Glimpse, rng: Stream) -> Thought:
        """The same where there is a choice."""
        raise NotImplementedError
