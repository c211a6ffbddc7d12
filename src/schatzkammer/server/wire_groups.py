"""REST bodies about groups, and about chat lines that somebody does not want to read or reports; docs/groups.md."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schatzkammer.table import seasons
from schatzkammer.table.chat import LONGEST
from schatzkammer.table.model import NameText, Ref, ShortText

Time = Annotated[int, Meta(ge=0, le=2**45)]  # milliseconds since 1970
UtcOffset = Annotated[int, Meta(ge=-14 * 60, le=14 * 60)]  # minutes east of Greenwich
Title = Annotated[str, Meta(max_length=40)]


class NewGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A group to found; its seasons are the months where the founder is."""

    name: NameText
    utc_offset: UtcOffset = 0


class GroupName(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a group."""

    name: NameText


class OwnGroup(Struct, frozen=True):
    """A group of the reader's, in their list."""

    id: str
    name: str
    members: int
    running: int  # tables that are not over


class GroupMember(Struct, frozen=True, omit_defaults=True):
    """Somebody who belongs to a group; `person` is the id of their profile, which `shown` says the reader may see."""

    person: str
    name: str
    joined: int
    owner: bool = False
    you: bool = False
    shown: bool = False


class GroupInfo(Struct, frozen=True):
    """A group, for its members."""

    id: str
    name: str
    created: int
    invite: ShortText
    owner: bool  # whether the reader is
    members: list[GroupMember]


class GroupInvitation(Struct, frozen=True):
    """What an invitation tells somebody who does not belong to the group."""

    name: str
    members: int
    owner: str  # their name


class NewOwner(Struct, frozen=True, forbid_unknown_fields=True):
    """The member who is to be the owner."""

    person: Annotated[str, Meta(max_length=40)]


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """A season to begin: until a time, or month by month from then on."""

    start: Time
    until: Time | None = None
    utc_offset: UtcOffset = 0
    games: Annotated[list[Title], Meta(max_length=20)] = []
    points: seasons.Points = "mean"
    least: Annotated[int, Meta(ge=1, le=100)] = seasons.LEAST


class SeasonRow(Struct, frozen=True, omit_defaults=True):
    """Somebody's line in the table of a season; without a `place` they have played too few games so far."""

    person: str
    name: str
    games: int
    wins: int
    points: float
    place: int | None = None
    you: bool = False


class SeasonTable(Struct, frozen=True):
    """A season and who stands where; `games`: the titles that count, none for all; `counted`: how many games did."""

    start: int
    until: int
    monthly: bool  # the next month follows by itself
    games: list[str]
    points: seasons.Points
    least: int
    counted: int
    rows: list[SeasonRow]


class MutedPeople(Struct, frozen=True):
    """How chat lines name the reader at a table, and those whose lines they do not want to see there."""

    you: str
    muted: list[str]


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A word to the operator."""

    text: Annotated[str, Meta(max_length=LONGEST)]


class LineReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A chat line to report, and why; the reason may be empty."""

    line: Ref
    text: Annotated[str, Meta(max_length=LONGEST)] = ""
