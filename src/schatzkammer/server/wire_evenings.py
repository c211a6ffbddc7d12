"""REST bodies of evenings; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schatzkammer.table.evenings.model import Kind, Phase, Plan, Step

PersonNumber = Annotated[int, Meta(ge=0, le=1000)]


class EveningPlan(Plan, frozen=True, forbid_unknown_fields=True):
    """A new evening: its name, kind, terms of every table, rounds, and the bots on seats that are left."""


class EveningInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an evening's invitation; those who take part already need none."""

    invite: Annotated[str, Meta(max_length=80)] | None = None


class EveningStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host does."""

    step: Step


class EveningPerson(Struct, frozen=True, omit_defaults=True):
    """Somebody who takes part; their number is their place in the list."""

    name: str
    you: bool = False
    since: int = 0  # rounds that had begun when they came
    left: bool = False


class EveningSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a table of an evening; without a person, a bot holds it. Results come with the game's end."""

    person: int | None = None
    place: int | None = None
    score: int | None = None
    gone: bool = False
    percent: float | None = None  # of matchpoints, once the deal is over


class EveningGame(Struct, frozen=True):
    """A table of a round."""

    table: str
    seats: list[EveningSeat]
    over: bool


class EveningRound(Struct, frozen=True):
    """A round: one deal, played at all its tables."""

    games: list[EveningGame]
    bye: int | None
    over: bool


class EveningStanding(Struct, frozen=True):
    """One line of the table: a place is shared, or null without a rank; docs/evenings.md says what the figures are."""

    person: int
    place: int | None
    played: int
    points: float
    direct: float
    buchholz: float | None
    berger: float


class EveningBalance(Struct, frozen=True):
    """The fewest and the most times that pairs met, people held a seat, pairs were compared, and people faced bots."""

    meetings: tuple[int, int]
    seats: tuple[int, int]
    comparisons: tuple[int, int]
    bots: tuple[int, int]


class EveningPage(Struct, frozen=True):
    """An evening as somebody may see it."""

    id: str
    plan: Plan
    phase: Phase
    people: list[EveningPerson]
    host: int | None  # their number, if they take part
    hosting: bool  # whether the reader is the host
    you: int | None  # the reader's number
    invite: str | None  # for those who take part
    rounds: list[EveningRound]
    to_come: int  # rounds after these, if nobody comes or leaves
    between: bool  # whether no round is being played
    next_in: int | None  # milliseconds until the next round begins by itself
    table: str | None  # where the reader plays now
    standings: list[EveningStanding]
    balance: EveningBalance | None  # of a duplicate evening, once it has begun


class EveningListing(Struct, frozen=True):
    """An evening in a list."""

    id: str
    name: str
    kind: Kind
    game: str
    phase: Phase
    people: int
    touched: int
    table: str | None  # where the reader plays now
