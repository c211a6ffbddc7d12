"""REST bodies about the hunt of the day; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from schatzkammer.table.hunt_field import Span
from schatzkammer.table.model import LONGEST_PACE

Played = Literal["new", "playing", "over"]


class HuntInfo(Struct, frozen=True):
    """A hunt of the day in a list; `played` says how far the reader is."""

    game: str
    played: Played
    table: str | None  # the reader's
    people: int  # who have begun it
    percent: int | None  # the reader's, so far


class HuntDay(Struct, frozen=True):
    """The hunts of today, and for how many days in a row the reader has played one."""

    day: str
    ends: int
    hunts: list[HuntInfo]
    streak: int


class HuntPlay(Struct, frozen=True, omit_defaults=True):
    """One play in the field of a hunt: by a person, or by a bot of that level."""

    percent: int
    place: int
    points: int | None
    bot: str | None = None
    name: str = ""
    you: bool = False
    friend: bool = False  # the reader has met them at a table
    gone: bool = False
    table: str | None = None  # to replay it, once the hunt is over


class HuntPage(Struct, frozen=True):
    """One hunt; `field` only for those who have played it, and for all once its day is over."""

    day: str
    game: str
    ends: int
    seat: int
    bots: list[str | None]  # by seat
    drawn: int
    commitment: str
    seed: str | None  # once the day is over
    played: Played
    table: str | None
    people: int
    ghosts: int  # those that have played so far,
    most: int  # and those that will
    field: list[HuntPlay] | None
    friends: list[HuntPlay] | None  # the same among the reader's friends and ghosts


class HuntTotal(Struct, frozen=True, omit_defaults=True):
    """What somebody got in the hunts of a week or month: up to 100 points for each."""

    points: int
    mean: int
    hunts: int
    days: int
    bot: str | None = None
    name: str = ""
    you: bool = False
    friend: bool = False


class HuntTotals(Struct, frozen=True):
    """The standings of a week or month; the hunts of days that are not over do not count yet."""

    span: Span
    first: str
    last: str
    everybody: list[HuntTotal]
    friends: list[HuntTotal]


class HuntBegun(Struct, frozen=True):
    """The table at which the reader plays a hunt."""

    table: str


class HuntStart(Struct, frozen=True, forbid_unknown_fields=True):
    """How the reader wants to play: bots answer no sooner than after so many milliseconds."""

    pace: Annotated[int, Meta(ge=0, le=LONGEST_PACE)] = 0


class Chooser(Struct, frozen=True, omit_defaults=True):
    """Somebody who played the same deal in the same seat."""

    table: str
    bot: str | None = None
    name: str = ""
    you: bool = False


class MoveChosen(Struct, frozen=True):
    """A move, and who chose it."""

    move: str
    by: list[Chooser]


class ChoicesAt(Struct, frozen=True):
    """What was chosen at one decision of a game by all whose games had come to it in the same way."""

    step: int
    seat: int
    choices: list[MoveChosen]
