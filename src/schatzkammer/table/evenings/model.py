"""The data of an evening, as it is stored: what the host has set up, who takes part, and the rounds so far."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from schatzkammer.table.matchpoints import Ended
from schatzkammer.table.model import NameText, Terms

MOST_PEOPLE = 20
MOST_ROUNDS = 20
MOST_SEATS = 5

Kind = Literal["duplicate", "swiss", "round_robin"]
Phase = Literal["waiting", "playing", "paused", "over"]
Step = Literal["start", "pause", "resume", "next", "end"]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host sets up. With everybody against everybody, the people decide how many rounds there are."""

    name: NameText
    kind: Kind
    terms: Terms  # of every table; its players are the seats
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 4
    bot: Annotated[str, Meta(max_length=80)] = "casual"  # on seats that are left, and for those who leave


class Participant(Struct, frozen=True):
    """Somebody who takes part; their number is their place in the list."""

    identity: str
    name: str
    remote: bool = False
    since: int = 0  # rounds that had begun when they came
    left: int | None = None  # rounds that had begun when they left


class Game(Struct, frozen=True):
    """A table of a round: by seat the number of a participant, or None for a bot."""

    table: str
    seats: list[int | None]
    ended: list[Ended] | None = None  # by seat, once its game is over


class Round(Struct, frozen=True):
    """One deal of a duplicate evening, or one round of a cup."""

    games: list[Game]
    bye: int | None = None  # who has no opponent and wins

    @property
    def over(self) -> bool:
        """Whether all its games are over."""
        return all(game.ended is not None for game in self.games)


class Evening(Struct, frozen=True):
    """An evening or a cup at one moment."""

    plan: Plan
    host: str
    phase: Phase = "waiting"
    people: list[Participant] = []
    rounds: list[Round] = []
    next_at: int | None = None  # when the next round begins by itself

    @property
    def present(self) -> list[int]:
        """The numbers of those who play the next round."""
        return [number for number, person in enumerate(self.people) if person.left is None]

    @property
    def between(self) -> bool:
        """Whether no round is being played."""
        return not self.rounds or self.rounds[-1].over

    def number_of(self, identity: str | None) -> int | None:
        """The number of somebody who takes part, or has left; None for everybody else."""
        return next((number for number, person in enumerate(self.people) if person.identity == identity), None)
