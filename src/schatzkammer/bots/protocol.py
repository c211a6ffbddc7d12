"""What a bot implements, and what it gets to see."""

from __future__ import annotations

from typing import Protocol

from schatzkammer.bots.explanation import Candidate, Explanation
from schatzkammer.core.game import Json, State
from schatzkammer.core.match import Match
from schatzkammer.core.stream import Stream, seeded


class Glimpse:
    """The information set of a seat that has to decide.

    It holds a sampled state (`State.sample`), never the true one, and the same knowledge always gives the same sample.
    Sampling again from a sample has the same distribution, and a sample has the seat's own view and legal moves. So
    nothing that a bot can reach from here tells more than its seat may know.
    """

    __slots__ = ("_sampled", "_view", "legal", "seat")

    def __init__(self, seat: int, legal: list[int], sampled: State) -> None:
        self.seat = seat
        self.legal = legal  # action numbers, ascending
        self._sampled = sampled
        self._view: Json | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._sampled.game.id

    def sample(self, rng: Stream) -> State:
        """A fresh state, drawn from all that agree with what the seat has seen."""
        return self._sampled.sample(self.seat, rng)

    def candidate(
        self,
        action: int,
        value: float | None = None,
        visits: int | None = None,
        score: float | None = None,
        win: float | None = None,
    ) -> Candidate:
        """An action with its notation and a bot's figures for it."""
        return Candidate(action, self._sampled.game.notation(action), value, visits, score, win)

    @property
    def view(self) -> Json:
        """The view of the seat, as `Match.view` returns it; built on first use."""
        if self._view is None:
            self._view = Match(self._sampled.game, self._sampled.setup, self._sampled, None).view(self.seat)
        return self._view


def glimpse(match: Match, seat: int) -> Glimpse:
    """The glimpse of a seat that owes a decision."""
    return glimpse_of(match.state, seat)


def glimpse_of(state: State, seat: int) -> Glimpse:
    """The same for a state."""
    # A fixed seed: the same knowledge gives the same glimpse. A copy: nothing is left to be drawn lazily.
    sampled = state.sample(seat, seeded("", "glimpse")).copy()
    return Glimpse(seat, sampled.game.legal(sampled, seat), sampled)


class Bot(Protocol):
    """Anything that decides. The same glimpse and stream give the same decision, unless it has a time budget."""

    @property
    def name(self) -> str:
        """Its name on the command line and in results."""
        ...

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """One of the glimpse's legal actions."""
        ...


class ExplainingBot:
    """A bot that can explain its decisions; all built-in bots can."""

    def __init__(self, name: str) -> None:
        self.name = name

    def draws(self, game: str) -> bool:
        """Whether it draws its choices in this game, and quickly: the arena asks it again to find its luck."""
        return False

    def choose(self, glimpse: Glimpse, rng: Stream) -> int:
        """One of the glimpse's legal actions."""
        return self.explain(glimpse, rng).action

    def explain(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        """The decision with its reasons; a forced action takes no time."""
        if len(glimpse.legal) == 1:
            return Explanation("only", [glimpse.candidate(glimpse.legal[0])])
        return self._decide(glimpse, rng)

    def _decide(self, glimpse: Glimpse, rng: Stream) -> Explanation:
        """The same where there is more than one legal action."""
        raise NotImplementedError
