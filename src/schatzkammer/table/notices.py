"""Notices that it is somebody's turn: what people want to be told, and when. Pure: times are given."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

from schatzkammer.core.text import DEFAULT
from schatzkammer.table.model import HOUR, MINUTE, SECOND, Clock

Kind = Literal["turn", "reminder"]
ChannelKind = Literal["push", "mail", "webhook", "chat"]
Outcome = Literal["sent", "moved", "seen", "off", "failed"]

GRACE = 1500  # milliseconds: whoever moves or comes back at once is not told
LAST_HOURS = 4  # a reminder comes no earlier than in the last quarter of the time
RETRIES = (5 * SECOND, 20 * SECOND, 90 * SECOND, 6 * MINUTE, 25 * MINUTE, HOUR, 3 * HOUR)  # from one to the next
MANY = 3  # tables that are told of together

MinuteOfDay = Annotated[int, Meta(ge=0, le=24 * 60 - 1)]


class Quiet(Struct, frozen=True, forbid_unknown_fields=True):
    """The hours in which nothing is sent, in minutes after midnight in a time zone."""

    begins: MinuteOfDay
    ends: MinuteOfDay
    zone: Annotated[str, Meta(max_length=64)] = "UTC"


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person wants to be told, in which language, and when."""

    lang: Annotated[str, Meta(max_length=2)] = DEFAULT
    turn: bool = True
    reminder: Annotated[int, Meta(ge=0, le=48)] = 4  # hours before a slow clock runs out; 0: never
    every: Annotated[int, Meta(ge=0, le=24 * 60)] = 0  # minutes from one message to the next; 0: at once
    quiet: Quiet | None = None


class Turn(NamedTuple):
    """Somebody's turn at a table: the version and the time with which it began, and what lists show of the table."""

    identity: str
    table_id: str
    since: int
    at: int
    game: str
    others: tuple[str, ...]  # the names of the other people at the table
    seats: tuple[int, ...]  # the person's own seats that owe a decision
    clock: Clock
    due: int | None  # when the first running clock runs out, in counted time


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of that name; None if this machine knows none."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):  # ZoneInfoNotFoundError is a KeyError
        return None


def quiet_until(quiet: Quiet | None, at: int) -> int | None:
    """When the quiet hours end in which a time lies; None if it lies in none."""
    if quiet is None or quiet.begins == quiet.ends:
        return None
    local = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone_of(quiet.zone))
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    minute = local.hour * 60 + local.minute
    overnight = quiet.begins > quiet.ends
    if overnight and minute >= quiet.begins:
        end = midnight + timedelta(days=1, minutes=quiet.ends)
    elif (overnight and minute < quiet.ends) or quiet.begins <= minute < quiet.ends:
        end = midnight + timedelta(minutes=quiet.ends)
    else:
        return None
    return int(end.timestamp() * 1000)


def lead_of(preferences: Preferences, clock: Clock) -> int | None:
    """How long before the end of a turn its reminder comes; None: never."""
    if not preferences.reminder or clock.kind != "slow":
        return None
    return min(preferences.reminder * HOUR, clock.hours * HOUR // LAST_HOURS)


def reminder_at(preferences: Preferences, ends: int, lead: int, now: int) -> int:
    """When the reminder of a turn that ends at a time is due.

    If it would lie in quiet hours and the time were gone after them, it comes before they begin, if they have not yet.
    """
    due = ends - lead
    until = quiet_until(preferences.quiet, due)
    if until is None or until < ends - MINUTE:
        return due if until is None else until
    while due > now and quiet_until(preferences.quiet, due) is not None:
        due -= 5 * MINUTE
    return due


def retry_at(attempts: int, now: int, asked: int | None) -> int | None:
    """When to try again after so many attempts; None: never. A service may have asked for a longer time."""
    if attempts > len(RETRIES):
        return None
    return now + max(RETRIES[attempts - 1], min(asked or 0, HOUR))


def grouped(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Turns that are told together: each by itself, or all of them if they are many."""
    return [list(turns)] if len(turns) >= MANY else [[turn] for turn in turns]
