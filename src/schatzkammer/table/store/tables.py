"""Tables in the database: opened, found, and their logs, which only ever grow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, true, update
from sqlalchemy import Row as Found
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from schatzkammer.core.game import Json
from schatzkammer.table.model import SECOND, Body, Entry, Opened, Seat, Snapshot, Status
from schatzkammer.table.store.database import Row
from schatzkammer.table.store.schema import ENTRIES, MEMBERS, SNAPSHOTS, TABLES
from schatzkammer.table.store.statement import Statement
from schatzkammer.table.table import Table

MINUTE = 60 * SECOND

_ENCODE = msgspec.json.Encoder().encode
_BODY = msgspec.json.Decoder(Body)
_EVENTS = msgspec.json.Decoder(list[Json])
_OPENED = msgspec.json.Decoder(Opened)
_SNAPSHOT = msgspec.json.Decoder(Snapshot)
_SEATS = msgspec.json.Decoder(list[Seat])

_ADD_ENTRY = Statement(
    sqlite=insert_sqlite(ENTRIES).on_conflict_do_nothing(),
    postgresql=insert_postgresql(ENTRIES).on_conflict_do_nothing(),
)
_LET_IN = Statement(
    sqlite=insert_sqlite(MEMBERS).on_conflict_do_nothing(),
    postgresql=insert_postgresql(MEMBERS).on_conflict_do_nothing(),
)
_KEY = ["table_id", "identity_id"]
_SEATED_NOW = {"seated": true()}
_SEAT = Statement(
    sqlite=insert_sqlite(MEMBERS).on_conflict_do_update(index_elements=_KEY, set_=_SEATED_NOW),
    postgresql=insert_postgresql(MEMBERS).on_conflict_do_update(index_elements=_KEY, set_=_SEATED_NOW),
)
_ADD_SNAPSHOT = Statement(insert(SNAPSHOTS))
_DROP_SNAPSHOTS = Statement(  # a table is loaded from its latest one only
    delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("name"), SNAPSHOTS.c.version < bindparam("before"))
)
_ADD_TABLE = Statement(insert(TABLES))
_SET_FRONT = Statement(
    update(TABLES)
    .where(TABLES.c.id == bindparam("name"))
    .values({name: bindparam(name) for name in ("status", "seats", "touched", "due", "lease")})
)
_LOG = Statement(
    select(ENTRIES.c.version, ENTRIES.c.at, ENTRIES.c.body, ENTRIES.c.events)
    .where(ENTRIES.c.table_id == bindparam("name"), ENTRIES.c.version > bindparam("after"))
    .order_by(ENTRIES.c.version)
)
_ACCESS = Statement(
    select(TABLES.c.private, TABLES.c.invite, MEMBERS.c.identity_id)
    .outerjoin(MEMBERS, (MEMBERS.c.table_id == TABLES.c.id) & (MEMBERS.c.identity_id == bindparam("identity")))
    .where(TABLES.c.id == bindparam("name"))
)
_UNFINISHED = Statement(
    select(func.count())
    .select_from(TABLES)
    .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
    .where(MEMBERS.c.identity_id == bindparam("identity"), MEMBERS.c.seated, TABLES.c.status != "over")
)


class Listed(NamedTuple):
    """A table as the lobby shows it."""

    id: str
    created: int
    touched: int
    opened: Opened
    status: Status
    seats: list[Seat]
    owing: list[int]  # the people who owe a decision


class Front(NamedTuple):
    """What is kept of a table beside its log, as it is when an entry is added."""

    status: Status
    seats: list[Seat]
    due: int | None
    lease: int | None


class Addition(NamedTuple):
    """One entry for a table's log, with all that is written in the same commit."""

    table: str
    entry: Entry
    owing: Sequence[int]
    front: Front | None  # None: nothing but the log has changed
    snapshot: Snapshot | None
    seated: Sequence[str]
    opens: tuple[Table, str] | None  # the next game's table, and its invitation

    @property
    def alone(self) -> bool:
        """Whether nothing goes with the entry: so it is with nearly every move."""
        return self.front is None and self.snapshot is None and not self.seated and self.opens is None


def line(addition: Addition) -> Row:
    """The entry itself, as a line of the log."""
    entry = addition.entry
    return Row(
        _ADD_ENTRY,
        {
            "table_id": addition.table,
            "version": entry.version,
            "at": entry.at,
            "body": _ENCODE(entry.body),
            "events": _ENCODE(entry.events),
            "owing": _mask(addition.owing),
        },
    )


def add(addition: Addition) -> Callable[[Connection], bool]:
    """Adds an entry and what goes with it; False, and nothing is written, when the log has that version already."""
    entry = addition.entry
    name = addition.table
    values = line(addition).values
    snapshot = None if addition.snapshot is None else _ENCODE(addition.snapshot)

    def work(connection: Connection) -> bool:
        if _ADD_ENTRY.run(connection, values) != 1:
            return False
        if addition.front is not None:
            front = addition.front
            changed = {"status": front.status, "seats": _ENCODE(front.seats), "touched": entry.at}
            _SET_FRONT.run(connection, {"name": name, **changed, "due": front.due, "lease": front.lease})
        if snapshot is not None:
            kept = {"table_id": name, "version": entry.version, "at": entry.at, "data": snapshot}
            _ADD_SNAPSHOT.run(connection, kept)
            _DROP_SNAPSHOTS.run(connection, {"name": name, "before": entry.version})
        for identity in addition.seated:
            enter(connection, name, identity, seated=True)
        if addition.opens is not None:
            create(connection, *addition.opens)
        return True

    return work


def add_again(connection: Connection, addition: Addition) -> bool:
    """The same when it is not known whether that was committed: what is there already may be this very entry."""
    if add(addition)(connection):
        return True
    values = line(addition).values
    rows = _LOG.rows(connection, {"name": addition.table, "after": addition.entry.version - 1})
    return bool(rows) and rows[0][:3] == (values["version"], values["at"], values["body"])


def create_again(connection: Connection, table: Table, invite: str) -> None:
    """Writes a new table down unless it is there."""
    if access(connection, table.id, None) is None:
        create(connection, table, invite)


def create(connection: Connection, table: Table, invite: str) -> None:
    """Writes a new table down."""
    values = {
        "id": table.id,
        "created": table.at,
        "game": table.game.id,
        "opened": _ENCODE(table.opened),
        "seed": table.seed,
        "private": table.opened.terms.private,
        "invite": invite,
        "status": table.standing.status,
        "seats": _ENCODE(table.seats),
        "touched": table.at,
        "owing": _mask(table.owing),
        "due": table.due(),
        "lease": None,
    }
    _ADD_TABLE.run(connection, values)
    for seat in table.seats:
        if seat.identity is not None:
            enter(connection, table.id, seat.identity, seated=True)


def enter(connection: Connection, table: str, identity: str, *, seated: bool) -> None:
    """Writes down that somebody may come to a table, or has a seat there."""
    statement = _SEAT if seated else _LET_IN
    statement.run(connection, {"table_id": table, "identity_id": identity, "seated": seated})


def known_to(connection: Connection, identity: str) -> list[str]:
    """The tables that somebody may come to because he sits there or was let in."""
    return list(connection.execute(select(MEMBERS.c.table_id).where(MEMBERS.c.identity_id == identity)).scalars())


def hand_over(connection: Connection, old: str, new: str) -> None:
    """Whatever somebody may come to, somebody else may from now on, instead of him."""
    for row in connection.execute(select(MEMBERS).where(MEMBERS.c.identity_id == old)).all():
        enter(connection, row.table_id, new, seated=row.seated)
    connection.execute(delete(MEMBERS).where(MEMBERS.c.identity_id == old))


def load(connection: Connection, name: str) -> Table | None:
    """A table as it stands: its latest snapshot, and what came after it."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == name)).one_or_none()
    if row is None:
        return None
    table = Table(name, _OPENED.decode(row.opened), row.seed, row.created)
    latest = select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == name).order_by(SNAPSHOTS.c.version.desc()).limit(1)
    kept = connection.execute(latest).one_or_none()
    if kept is not None:
        table.restore(kept.version, kept.at, _SNAPSHOT.decode(kept.data))
    for entry in entries(connection, name, table.version):
        table.apply(entry.body, entry.at)
    return table


def entries(connection: Connection, name: str, after: int = 0) -> list[Entry]:
    """The log of a table from a version on."""
    rows = _LOG.rows(connection, {"name": name, "after": after})
    return [Entry(version, at, _BODY.decode(body), _EVENTS.decode(events)) for version, at, body, events in rows]


def versions(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """The latest version of each of these tables that has any."""
    rows = connection.execute(
        select(ENTRIES.c.table_id, func.max(ENTRIES.c.version))
        .where(ENTRIES.c.table_id.in_(names))
        .group_by(ENTRIES.c.table_id)
    )
    return {row[0]: row[1] for row in rows}


class Access(NamedTuple):
    """Who may come to a table."""

    private: bool
    invite: str
    member: bool


def access(connection: Connection, name: str, identity: str | None) -> Access | None:
    """Whether a table is private, and whether somebody has been let in."""
    for private, invite, member in _ACCESS.rows(connection, {"name": name, "identity": identity or ""}):
        return Access(bool(private), invite, member is not None)
    return None


def lobby(connection: Connection, since: int, limit: int) -> list[Listed]:
    """The tables that anybody may come to and that are not over nor left alone, those that wait for players first."""
    query = _lists().where(TABLES.c.private.is_(False), TABLES.c.status != "over", TABLES.c.touched >= since)
    return _listed(connection, query.order_by(TABLES.c.status.desc(), TABLES.c.touched.desc()).limit(limit))


def of_identity(connection: Connection, identity: str, limit: int) -> list[Listed]:
    """The tables at which somebody has or has had a seat, the latest first."""
    query = _lists().join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
    query = query.where(MEMBERS.c.identity_id == identity, MEMBERS.c.seated)
    return _listed(connection, query.order_by(TABLES.c.touched.desc()).limit(limit))


def unfinished(connection: Connection, identity: str) -> int:
    """How many tables somebody sits at that are not over."""
    return int(_UNFINISHED.rows(connection, {"identity": identity})[0][0])


def due(connection: Connection, now: int, most: int) -> list[str]:
    """The tables at which something is due and nobody is at it."""
    return list(connection.execute(_due(now, most)).scalars())


def claim(connection: Connection, now: int, until: int, most: int) -> list[str]:
    """Takes on what is due; whoever else asks gets other tables."""
    query = _due(now, most)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True)
    names = list(connection.execute(query).scalars())
    if names:
        connection.execute(update(TABLES).where(TABLES.c.id.in_(names)).values(lease=until))
    return names


def with_live_clocks(connection: Connection) -> list[str]:
    """The tables at which somebody's live clock is running."""
    query = select(TABLES.c.id, TABLES.c.opened).where(TABLES.c.status == "playing", TABLES.c.due > 0)
    rows = connection.execute(query)
    return [row.id for row in rows if _OPENED.decode(row.opened).terms.clock.kind == "live"]


def renew(connection: Connection, names: Sequence[str], until: int) -> None:
    """Keeps the leases of tables that are being seen to."""
    held = TABLES.c.id.in_(names) & TABLES.c.lease.is_not(None)
    connection.execute(update(TABLES).where(held).values(lease=until))


def settle(connection: Connection, name: str, lease: int, at: int | None) -> None:
    """Gives a lease back and writes down when something is due next, unless the table has moved on since."""
    mine = (TABLES.c.id == name) & (TABLES.c.lease == lease)
    connection.execute(update(TABLES).where(mine).values(due=at, lease=None))


def _due(now: int, most: int) -> Select[Any]:
    # No lease is as long as a minute: one that is was given by a clock that has been set back since.
    free = or_(TABLES.c.lease.is_(None), TABLES.c.lease <= now, TABLES.c.lease > now + MINUTE)
    return select(TABLES.c.id).where(TABLES.c.due <= now, free).order_by(TABLES.c.due).limit(most)


def release_all(connection: Connection) -> None:
    """Nobody is at anything: for a server that is the only one."""
    connection.execute(update(TABLES).where(TABLES.c.lease.is_not(None)).values(lease=None))


def _lists() -> Select[Any]:
    """What lists show; whose turn it is stands in the latest entry of each log."""
    latest = (
        select(ENTRIES.c.owing)
        .where(ENTRIES.c.table_id == TABLES.c.id)
        .order_by(ENTRIES.c.version.desc())
        .limit(1)
        .scalar_subquery()
    )
    shown = (TABLES.c.id, TABLES.c.created, TABLES.c.touched, TABLES.c.opened, TABLES.c.status, TABLES.c.seats)
    return select(*shown, func.coalesce(latest, TABLES.c.owing).label("owing"))


def _listed(connection: Connection, query: Select[Any]) -> list[Listed]:
    return [_as_listed(row) for row in connection.execute(query)]


def _as_listed(row: Found[Any]) -> Listed:
    opened, seats = _OPENED.decode(row.opened), _SEATS.decode(row.seats)
    owing = [seat for seat in range(len(seats)) if row.owing >> seat & 1]
    return Listed(row.id, row.created, row.touched, opened, row.status, seats, owing)


def _mask(seats: Sequence[int]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask
