"""All that the server knows of a person, as data for that person."""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from schatzkammer.core.game import Json
from schatzkammer.table.accounts import Program, programs
from schatzkammer.table.errors import Refused
from schatzkammer.table.evenings.standings import ranking
from schatzkammer.table.notices import Preferences
from schatzkammer.table.ratings import Rating
from schatzkammer.table.replaying import record_of
from schatzkammer.table.sessions import Session
from schatzkammer.table.store import channels, groups, profiles, recovery
from schatzkammer.table.store import evenings as evening_store
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database
from schatzkammer.table.store.schema import CHAT, IDENTITIES, MEMBERS, REPORTS, RESULTS, TABLES

MOST_EVENINGS = 1000


class OwnAccount(Struct, frozen=True):
    """An account, without what only its hash is known of."""

    id: str
    kind: str
    name: str
    created: int
    recovery_codes: int


class OwnTable(Struct, frozen=True):
    """A table at which somebody has or had a seat; `record` as everybody may know it, null before the game."""

    id: str
    game: str
    created: int
    touched: int
    status: str
    players: list[str]
    seats: list[int]  # their own
    record: Json | None


class OwnLine(Struct, frozen=True):
    """A chat line that somebody wrote."""

    table: str
    at: int
    text: str


class OwnResult(Struct, frozen=True):
    """How a game ended for somebody, and their rating after it."""

    table: str
    game: str
    ended: int
    place: int
    score: int | None
    left: bool
    rating: int | None


class OwnChannel(Struct, frozen=True):
    """Where somebody is told of their turns."""

    kind: str
    address: str
    name: str
    created: int


class OwnNotices(Struct, frozen=True):
    """What somebody is told and where, and the tables of which they are told nothing."""

    preferences: Preferences | None
    channels: list[OwnChannel]
    muted: list[str]


class OwnReport(Struct, frozen=True):
    """What somebody has told the operator."""

    at: int
    text: str
    line: str | None  # the chat line that it is about


class OwnEvening(Struct, frozen=True):
    """An evening that somebody takes part in or is the host of; the table as its page shows it."""

    id: str
    name: str
    kind: str
    game: str
    created: int
    phase: str
    place: int | None


class OwnData(Struct, frozen=True):
    """One person's data."""

    account: OwnAccount
    sessions: list[Session]
    programs: list[Program]
    tables: list[OwnTable]
    chat: list[OwnLine]
    results: list[OwnResult]
    evenings: list[OwnEvening]
    seen_by: str  # who may see the profile
    notices: OwnNotices
    groups: list[str]
    reports: list[OwnReport]


async def own_data(database: Database, identity: str, sessions: list[Session]) -> bytes:
    """Collects a person's data as JSON. Each table is read by itself, so that others need not wait."""
    account, tokens, chat, tables, results, evenings, seen_by, notices, own_groups, reports = await database.read(
        lambda connection: (
            _account(connection, identity),
            programs(connection, identity),
            _chat(connection, identity),
            _table_ids(connection, identity),
            _results(connection, identity),
            _evenings(connection, identity),
            profiles.seen_by(connection, identity),
            _notices(connection, identity),
            [group.name for group in groups.of(connection, identity)],
            _reports(connection, identity),
        )
    )
    found = []
    for table_id in tables:
        table = await database.read(partial(_table, table_id=table_id, identity=identity), at_once=True)
        if table is not None:
            found.append(table)
    return msgspec.json.format(
        msgspec.json.encode(
            OwnData(account, sessions, tokens, found, chat, results, evenings, seen_by, notices, own_groups, reports)
        ),
        indent=1,
    )


def _account(connection: Connection, identity: str) -> OwnAccount:
    row = connection.execute(select(IDENTITIES).where(IDENTITIES.c.id == identity)).one_or_none()
    if row is None:
        raise Refused("sign_in")
    return OwnAccount(row.id, row.kind, row.name, row.created, recovery.codes_left(connection, identity))


def _chat(connection: Connection, identity: str) -> list[OwnLine]:
    query = select(CHAT.c.table_id, CHAT.c.at, CHAT.c.text).where(CHAT.c.identity_id == identity).order_by(CHAT.c.id)
    return [OwnLine(*row) for row in connection.execute(query)]


def _notices(connection: Connection, identity: str) -> OwnNotices:
    found = [
        OwnChannel(one.kind, one.address, one.name, one.created) for one in channels.channels(connection, identity)
    ]
    return OwnNotices(channels.preferences(connection, identity), found, channels.muted(connection, identity))


def _evenings(connection: Connection, identity: str) -> list[OwnEvening]:
    found = []
    for one in evening_store.of_person(connection, identity, MOST_EVENINGS):
        plan, number = one.evening.plan, one.evening.number_of(identity)
        place = next((line.place for line in ranking(one.evening) if line.number == number), None)
        found.append(OwnEvening(one.id, plan.name, plan.kind, plan.terms.game, one.created, one.evening.phase, place))
    return found


def _results(connection: Connection, identity: str) -> list[OwnResult]:
    query = select(RESULTS).where(RESULTS.c.player == identity).order_by(RESULTS.c.ended, RESULTS.c.table_id)
    return [
        OwnResult(
            *(row.table_id, row.game, row.ended, row.place, row.score, row.gone),
            None if row.mu is None else Rating(row.mu, row.sigma).value,
        )
        for row in connection.execute(query)
    ]


def _reports(connection: Connection, identity: str) -> list[OwnReport]:
    query = select(REPORTS.c.at, REPORTS.c.text, REPORTS.c.line).where(REPORTS.c.identity_id == identity)
    return [OwnReport(*row) for row in connection.execute(query.order_by(REPORTS.c.id))]


def _table_ids(connection: Connection, identity: str) -> list[str]:
    query = select(TABLES.c.id).join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
    query = query.where(MEMBERS.c.identity_id == identity, MEMBERS.c.seated).order_by(TABLES.c.created, TABLES.c.id)
    return list(connection.execute(query).scalars())


def _table(connection: Connection, table_id: str, identity: str) -> OwnTable | None:
    listed = store.listed(connection, table_id)
    if listed is None:
        return None  # it was removed just now
    record: Json | None = None
    try:
        table = store.load(connection, table_id)
        if table is not None and table.match is not None:
            record = record_of(table, store.entries(connection, table_id))
    except Refused:
        pass  # played by another version of the rules
    seats = listed.seats
    players = [seat.name or (f"bot {seat.bot}" if seat.bot else "") for seat in seats]
    own = [number for number, seat in enumerate(seats) if seat.identity == identity]
    game = listed.opened.terms.game
    return OwnTable(table_id, game, listed.created, listed.touched, listed.status, players, own, record)
