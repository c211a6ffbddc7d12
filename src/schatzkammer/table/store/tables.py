"""Stores, loads and lists tables, with their append-only logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, true, update
from sqlalchemy.dialects import postgresql, sqlite

from schatzkammer.core.game import Json
from schatzkammer.table.entries import Body, Handed, LogEntry, Nudged, Sat
from schatzkammer.table.model import MINUTE, Opened, Seat, Snapshot, Status
from schatzkammer.table.store.database import Insert
from schatzkammer.table.store.schema import ENTRIES, GROUP_MEMBERS, MEMBERS, SNAPSHOTS, TABLES
from schatzkammer.table.store.statement import Append, Row, Statement, insert_new
from schatzkammer.table.table import Table

_ENCODE = msgspec.json.Encoder().encode
_BODY = msgspec.json.Decoder(Body)
_EVENTS = msgspec.json.Decoder(list[Json])
_OPENED = msgspec.json.Decoder(Opened)
_SNAPSHOT = msgspec.json.Decoder(Snapshot)
_SEATS = msgspec.json.Decoder(list[Seat])

_ADD_ENTRY = Append(ENTRIES, TABLES, ("status", "seats", "touched", "due", "lease", "concealed"))
_ADD_MEMBER = insert_new(MEMBERS)
_FREE = {"muted": False, "kept_out": False}  # of a new member
_KEY = ["table_id", "identity_id"]
_SEATED = {"seated": true()}
_ADD_SEATED_MEMBER = Statement(
    sqlite=sqlite.insert(MEMBERS).on_conflict_do_update(index_elements=_KEY, set_=_SEATED),
    postgresql=postgresql.insert(MEMBERS).on_conflict_do_update(index_elements=_KEY, set_=_SEATED),
)
_ADD_SNAPSHOT = Statement(insert(SNAPSHOTS))
_DROP_SNAPSHOTS = Statement(  # only the latest one is ever loaded
    delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("table_id"), SNAPSHOTS.c.version < bindparam("before"))
)
_ADD_TABLE = Statement(insert(TABLES))
_LOG = Statement(
    select(ENTRIES.c.version, ENTRIES.c.at, ENTRIES.c.body, ENTRIES.c.events, ENTRIES.c.clock)
    .where(ENTRIES.c.table_id == bindparam("id"), ENTRIES.c.version > bindparam("after"))
    .order_by(ENTRIES.c.version)
)
_IN_GROUP = (
    select(GROUP_MEMBERS.c.identity_id)
    .where(GROUP_MEMBERS.c.group_id == TABLES.c.group_id, GROUP_MEMBERS.c.identity_id == bindparam("identity"))
    .where(GROUP_MEMBERS.c.ended.is_(None))
    .scalar_subquery()
)
_ACCESS = Statement(
    select(
        *(TABLES.c.private, TABLES.c.invite, TABLES.c.concealed),
        *(MEMBERS.c.identity_id, MEMBERS.c.muted, MEMBERS.c.kept_out, MEMBERS.c.seated, _IN_GROUP),
    )
    .outerjoin(MEMBERS, (MEMBERS.c.table_id == TABLES.c.id) & (MEMBERS.c.identity_id == bindparam("identity")))
    .where(TABLES.c.id == bindparam("id"))
)
_UNFINISHED = Statement(
    select(func.count())
    .select_from(TABLES)
    .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
    .where(MEMBERS.c.identity_id == bindparam("identity"), MEMBERS.c.seated, TABLES.c.status != "over")
)


class ListedTable(NamedTuple):
    """A table as lists show it."""

    id: str
    created: int
    touched: int
    opened: Opened
    status: Status
    seats: list[Seat]
    owing: list[int]  # the people who owe a decision
    deadline: int | None = None  # when the first clock runs out, unless a bot is to move


class Summary(NamedTuple):
    """The columns of a table's row that change, for lists and for the scheduler."""

    status: Status
    seats: list[Seat]
    due: int | None
    lease: int | None
    concealed: bool


class Extras(NamedTuple):
    """What is written in the same transaction as a log entry; most moves have none."""

    snapshot: Snapshot | None = None
    seated: str | None = None  # the identity that took a seat
    rematch: tuple[Table, str] | None = None  # the rematch's table and its invitation


def insert_entry(table_id: str, entry: LogEntry, owing: Sequence[int], summary: Summary | None = None) -> Insert:
    """The insertion of an entry into a table's log; with it, the table's row gets a new summary."""
    values = {
        "table_id": table_id,
        "version": entry.version,
        "at": entry.at,
        "body": _ENCODE(entry.body),
        "events": _ENCODE(entry.events),
        "owing": sum(1 << seat for seat in owing),
        "clock": entry.clock,
    }
    if summary is None:
        return Insert(_ADD_ENTRY, Row(values))
    changes = {**summary._asdict(), "seats": _ENCODE(summary.seats), "touched": entry.at}
    return Insert(_ADD_ENTRY, Row(values, changes))


def append(connection: Connection, entry: Insert, extras: Extras) -> bool:
    """Appends an entry and writes its extras; returns False and writes nothing if the log has that version."""
    if not entry.statement.execute(connection, [entry.row])[0]:
        return False
    values: Any = entry.row.values
    table_id, version, at = values["table_id"], values["version"], values["at"]
    if extras.snapshot is not None:
        add_snapshot(connection, table_id, version, at, extras.snapshot)
    if extras.seated is not None:
        add_member(connection, table_id, extras.seated, seated=True)
    if extras.rematch is not None:
        group = select(TABLES.c.group_id).where(TABLES.c.id == table_id)
        create(connection, *extras.rematch, connection.execute(group).scalar())
        restricted = select(MEMBERS).where(MEMBERS.c.table_id == table_id, or_(MEMBERS.c.muted, MEMBERS.c.kept_out))
        for person in connection.execute(restricted).all():
            new = extras.rematch[0].id
            restrict(connection, new, person.identity_id, muted=person.muted, kept_out=person.kept_out)
    return True


def append_again(connection: Connection, entry: Insert, extras: Extras) -> bool:
    """Retries after an unknown commit outcome; succeeds if the row is ours."""
    if append(connection, entry, extras):
        return True
    values: Any = entry.row.values
    row = _LOG.execute(connection, {"id": values["table_id"], "after": values["version"] - 1}).fetchone()
    return row is not None and row[:3] == (values["version"], values["at"], values["body"])


def add_snapshot(connection: Connection, table_id: str, version: int, at: int, snapshot: Snapshot) -> None:
    """Stores a snapshot in place of the earlier ones."""
    key = {"table_id": table_id}
    _ADD_SNAPSHOT.execute(connection, {**key, "version": version, "at": at, "data": _ENCODE(snapshot)})
    _DROP_SNAPSHOTS.execute(connection, {**key, "before": version})


def create_again(connection: Connection, table: Table, invite: str, group: str | None = None) -> None:
    """Retries `create` after an unknown commit outcome."""
    if access(connection, table.id, None) is None:
        create(connection, table, invite, group)


def create(connection: Connection, table: Table, invite: str, group: str | None = None) -> None:
    """Inserts a new table, perhaps of a group."""
    values = {
        "id": table.id,
        "created": table.at,
        "game": table.game.id,
        "opened": _ENCODE(table.opened),
        "seed": table.seed,
        "private": table.opened.terms.private,
        "invite": invite,
        "status": table.state.status,
        "seats": _ENCODE(table.state.seats),
        "touched": table.at,
        "owing": sum(1 << seat for seat in table.owing),
        "due": table.due,
        "lease": None,
        "uploaded": table.opened.uploaded,
        "deal": table.opened.deal,
        "concealed": table.concealed,
        "group_id": group,
    }
    _ADD_TABLE.execute(connection, values)
    for seat in table.state.seats:
        if seat.identity is not None:
            add_member(connection, table.id, seat.identity, seated=True)


def create_played(
    connection: Connection, table: Table, invite: str, entries: Sequence[LogEntry], owing: Sequence[Sequence[int]] = ()
) -> None:
    """Inserts a table whose game has been played, or begun, with its log; of a finished game also its end.

    `owing` has the seats to act after each entry, where somebody is to play on.
    """
    create(connection, table, invite)
    for number, entry in enumerate(entries):
        append(connection, insert_entry(table.id, entry, owing[number] if owing else ()), Extras())
    if table.state.status == "over":
        add_snapshot(connection, table.id, table.version, table.at, table.snapshot())


def add_member(connection: Connection, table_id: str, identity: str, *, seated: bool) -> None:
    """Makes an identity a member of a table, or records that it has a seat there."""
    statement = _ADD_SEATED_MEMBER if seated else _ADD_MEMBER
    statement.execute(connection, {"table_id": table_id, "identity_id": identity, "seated": seated, **_FREE})


def restrict(
    connection: Connection, table_id: str, identity: str, *, muted: bool | None = None, kept_out: bool | None = None
) -> None:
    """Mutes an identity at a table, keeps it out, or no longer; None changes nothing."""
    add_member(connection, table_id, identity, seated=False)
    values = {name: value for name, value in (("muted", muted), ("kept_out", kept_out)) if value is not None}
    if values:
        same = (MEMBERS.c.table_id == table_id) & (MEMBERS.c.identity_id == identity)
        connection.execute(update(MEMBERS).where(same).values(values))


def remove_member(connection: Connection, table_id: str, identity: str) -> None:
    """Ends a membership: a private table asks for the invitation again."""
    connection.execute(delete(MEMBERS).where(MEMBERS.c.table_id == table_id, MEMBERS.c.identity_id == identity))


def renew_invite(connection: Connection, table_id: str, invite: str) -> None:
    """Replaces a table's invitation."""
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(invite=invite))


def kept_out(connection: Connection, table_ids: Sequence[str]) -> list[tuple[str, str]]:
    """Who may not enter these tables: pairs of a table's id and an identity's."""
    query = select(MEMBERS.c.table_id, MEMBERS.c.identity_id)
    return [
        (row[0], row[1])
        for row in connection.execute(query.where(MEMBERS.c.table_id.in_(table_ids), MEMBERS.c.kept_out))
    ]


def memberships(connection: Connection, identity: str) -> list[str]:
    """The ids of the tables an identity is a member of."""
    return list(connection.execute(select(MEMBERS.c.table_id).where(MEMBERS.c.identity_id == identity)).scalars())


def transfer_memberships(connection: Connection, old: str, new: str) -> None:
    """Transfers memberships from one identity to another."""
    for row in connection.execute(select(MEMBERS).where(MEMBERS.c.identity_id == old)).all():
        add_member(connection, row.table_id, new, seated=row.seated)
        if row.muted or row.kept_out:
            restrict(connection, row.table_id, new, muted=row.muted or None, kept_out=row.kept_out or None)
    connection.execute(delete(MEMBERS).where(MEMBERS.c.identity_id == old))


def rename(connection: Connection, table_id: str, identity: str, name: str) -> None:
    """Gives an identity another name wherever a table is stored, in its log as in its lists and snapshots."""
    row = connection.execute(select(TABLES.c.opened, TABLES.c.seats).where(TABLES.c.id == table_id)).one_or_none()
    if row is None:
        return
    opened = _OPENED.decode(row.opened)
    log = entries(connection, table_id)
    own = [entry.body for entry in log if isinstance(entry.body, (Sat, Handed)) and entry.body.identity == identity]
    names = {seat.name for seat in opened.seats if seat.identity == identity} | {body.name for body in own}
    changed = {
        "opened": _ENCODE(replace(opened, seats=_renamed(opened.seats, identity, name))),
        "seats": _ENCODE(_renamed(_SEATS.decode(row.seats), identity, name)),
    }
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(changed))
    for entry in log:
        body = entry.body
        if body in own or (isinstance(body, Nudged) and body.name in names):
            same = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.version == entry.version)
            connection.execute(update(ENTRIES).where(same).values(body=_ENCODE(replace(body, name=name))))
    for stored in connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id)).all():
        snapshot = _SNAPSHOT.decode(stored.data)
        snapshot.state.seats = _renamed(snapshot.state.seats, identity, name)
        same = (SNAPSHOTS.c.table_id == table_id) & (SNAPSHOTS.c.version == stored.version)
        connection.execute(update(SNAPSHOTS).where(same).values(data=_ENCODE(snapshot)))


def _renamed(seats: Sequence[Seat], identity: str, name: str) -> list[Seat]:
    return [replace(seat, name=name) if seat.identity == identity else seat for seat in seats]


def load(connection: Connection, table_id: str) -> Table | None:
    """Loads a table: its latest snapshot, and the entries after it."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
    if row is None:
        return None
    table = Table(table_id, _OPENED.decode(row.opened), row.seed, row.created)
    latest = select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id).order_by(SNAPSHOTS.c.version.desc()).limit(1)
    found = connection.execute(latest).one_or_none()
    if found is not None:
        table.restore(found.version, found.at, _SNAPSHOT.decode(found.data))
    for entry in entries(connection, table_id, table.version):
        table.apply(entry.body, entry.at, None, entry.clock)
    return table


def entries(connection: Connection, table_id: str, after: int = 0) -> list[LogEntry]:
    """The log of a table after a version."""
    rows = _LOG.execute(connection, {"id": table_id, "after": after}).fetchall()
    return [
        LogEntry(version, at, _BODY.decode(body), _EVENTS.decode(events), clock)
        for version, at, body, events, clock in rows
    ]


def versions(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The latest version of each of these tables, where the log has any entry."""
    rows = connection.execute(
        select(ENTRIES.c.table_id, func.max(ENTRIES.c.version))
        .where(ENTRIES.c.table_id.in_(table_ids))
        .group_by(ENTRIES.c.table_id)
    )
    return {row[0]: row[1] for row in rows}


class Access(NamedTuple):
    """Who may see a table, and whether an identity may do so and chat there."""

    private: bool
    invite: str
    member: bool  # of the table, or of its group
    muted: bool
    kept_out: bool
    seated: bool  # or was once
    concealed: bool  # its deal is secret


def access(connection: Connection, table_id: str, identity: str | None) -> Access | None:
    """Whether a table is private and whether an identity is a member; None when there is no such table."""
    row = _ACCESS.execute(connection, {"id": table_id, "identity": identity or ""}).fetchone()
    if row is None:
        return None
    return Access(
        private=bool(row[0]),
        invite=row[1],
        member=row[3] is not None or row[7] is not None,
        muted=bool(row[4]),
        kept_out=bool(row[5]),
        seated=bool(row[6]),
        concealed=bool(row[2]),
    )


def lobby(connection: Connection, since: int, limit: int) -> list[ListedTable]:
    """Public tables that are not over and changed since a time; those that wait for players come first."""
    open_to_all = TABLES.c.private.is_(False) & TABLES.c.concealed.is_(False)
    query = _lists().where(open_to_all, TABLES.c.status != "over", TABLES.c.touched >= since)
    return _listed(connection, query.order_by(TABLES.c.status.desc(), TABLES.c.touched.desc()).limit(limit))


def tables_of(connection: Connection, identity: str, limit: int) -> list[ListedTable]:
    """The tables at which an identity has or had a seat; the most recently changed come first."""
    query = _lists().join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
    query = query.where(MEMBERS.c.identity_id == identity, MEMBERS.c.seated)
    return _listed(connection, query.order_by(TABLES.c.touched.desc()).limit(limit))


def uploads_of(connection: Connection, identity: str, limit: int) -> list[ListedTable]:
    """The games of files that an identity has uploaded or was invited to; the latest come first."""
    query = _lists().join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
    query = query.where(MEMBERS.c.identity_id == identity, TABLES.c.uploaded)
    return _listed(connection, query.order_by(TABLES.c.created.desc()).limit(limit))


def tables_for(connection: Connection, group: str, limit: int) -> list[ListedTable]:
    """The tables of a group; the most recently changed come first."""
    query = _lists().where(TABLES.c.group_id == group)
    return _listed(connection, query.order_by(TABLES.c.touched.desc()).limit(limit))


def listed(connection: Connection, table_id: str) -> ListedTable | None:
    """A table as lists show it; None when there is no such table."""
    return next(iter(_listed(connection, _lists().where(TABLES.c.id == table_id))), None)


def unfinished(connection: Connection, identity: str) -> int:
    """The number of unfinished tables at which an identity has or had a seat."""
    return int(_UNFINISHED.execute(connection, {"identity": identity}).fetchall()[0][0])


def due(connection: Connection, clock: int, now: int, most: int) -> list[str]:
    """The ids of tables at which something is due and no worker holds a lease."""
    return list(connection.execute(_due(clock, now, most)).scalars())


def claim(connection: Connection, clock: int, now: int, until: int, most: int) -> list[str]:
    """Leases due tables; no two workers get the same one."""
    query = _due(clock, now, most)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True)
    table_ids = list(connection.execute(query).scalars())
    if table_ids:
        connection.execute(update(TABLES).where(TABLES.c.id.in_(table_ids)).values(lease=until))
    return table_ids


def renew_leases(connection: Connection, table_ids: Sequence[str], until: int) -> None:
    """Extends the leases of tables that a worker is busy with."""
    leased = TABLES.c.id.in_(table_ids) & TABLES.c.lease.is_not(None)
    connection.execute(update(TABLES).where(leased).values(lease=until))


def release(connection: Connection, table_id: str, lease: int, due_at: int | None) -> None:
    """Gives a lease back and sets when the table is due next, unless the lease has changed."""
    mine = (TABLES.c.id == table_id) & (TABLES.c.lease == lease)
    connection.execute(update(TABLES).where(mine).values(due=due_at, lease=None))


def free(connection: Connection, table_ids: Sequence[str]) -> None:
    """Frees the leases of tables that a worker leaves to others."""
    connection.execute(update(TABLES).where(TABLES.c.id.in_(table_ids)).values(lease=None))


def resume(connection: Connection, table_ids: Sequence[str]) -> None:
    """Makes tables due that nothing was due at."""
    idle = TABLES.c.id.in_(table_ids) & TABLES.c.due.is_(None) & (TABLES.c.status == "playing")
    connection.execute(update(TABLES).where(idle).values(due=0))


def free_all(connection: Connection) -> None:
    """Frees all leases; for a server that has no other worker beside it."""
    connection.execute(update(TABLES).where(TABLES.c.lease.is_not(None)).values(lease=None))


def _due(clock: int, now: int, most: int) -> Select[Any]:
    # No lease lasts a minute: if one seems to, the system's clock has been set back.
    free = or_(TABLES.c.lease.is_(None), TABLES.c.lease <= now, TABLES.c.lease > now + MINUTE)
    return select(TABLES.c.id).where(TABLES.c.due <= clock, free).order_by(TABLES.c.due).limit(most)


def _lists() -> Select[Any]:
    """Selects what lists show; the latest log entry says whose turn it is."""
    latest = (
        select(ENTRIES.c.owing)
        .where(ENTRIES.c.table_id == TABLES.c.id)
        .order_by(ENTRIES.c.version.desc())
        .limit(1)
        .scalar_subquery()
    )
    columns = (TABLES.c.id, TABLES.c.created, TABLES.c.touched, TABLES.c.opened, TABLES.c.status, TABLES.c.seats)
    return select(*columns, TABLES.c.due, func.coalesce(latest, TABLES.c.owing).label("owing"))


def _listed(connection: Connection, query: Select[Any]) -> list[ListedTable]:
    listed = []
    for row in connection.execute(query):
        opened, seats = _OPENED.decode(row.opened), _SEATS.decode(row.seats)
        owing = [seat for seat in range(len(seats)) if row.owing >> seat & 1]
        deadline = row.due or None
        listed.append(ListedTable(row.id, row.created, row.touched, opened, row.status, seats, owing, deadline))
    return listed
