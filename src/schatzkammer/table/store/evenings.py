"""Stores evenings: each is one row with all of it, replaced whole unless another worker has changed it meanwhile."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from schatzkammer.table.evenings.model import Evening, Game
from schatzkammer.table.model import Seat
from schatzkammer.table.store.schema import EVENING_PEOPLE, EVENINGS, TABLES
from schatzkammer.table.store.statement import insert_new

_ENCODE = msgspec.json.Encoder().encode
_EVENING = msgspec.json.Decoder(Evening)
_SEATS = msgspec.json.Decoder(list[Seat])
_ADD_PERSON = insert_new(EVENING_PEOPLE)


class Stored(NamedTuple):
    """An evening as it is stored."""

    id: str
    created: int
    touched: int
    version: int
    invite: str
    evening: Evening


def create(connection: Connection, evening_id: str, evening: Evening, invite: str, now: int) -> None:
    """Inserts a new evening."""
    row = {"id": evening_id, "created": now, "touched": now, "version": 0, "invite": invite}
    connection.execute(insert(EVENINGS).values(**row, phase=evening.phase, data=_ENCODE(evening)))
    _add_people(connection, evening_id, evening)


def find(connection: Connection, evening_id: str) -> Stored | None:
    """An evening; None when there is none of that id."""
    row = connection.execute(select(EVENINGS).where(EVENINGS.c.id == evening_id)).one_or_none()
    if row is None:
        return None
    return Stored(row.id, row.created, row.touched, row.version, row.invite, _EVENING.decode(row.data))


def lock(connection: Connection, stored: Stored) -> bool:
    """Keeps other workers from changing an evening until the transaction ends; False if one was faster."""
    same = (EVENINGS.c.id == stored.id) & (EVENINGS.c.version == stored.version)
    return connection.execute(update(EVENINGS).where(same).values(version=stored.version)).rowcount == 1


def replace(connection: Connection, stored: Stored, evening: Evening, now: int) -> bool:
    """Stores what has become of an evening; False and nothing if another worker was faster."""
    same = (EVENINGS.c.id == stored.id) & (EVENINGS.c.version == stored.version)
    values = {"touched": now, "version": stored.version + 1, "phase": evening.phase, "data": _ENCODE(evening)}
    if connection.execute(update(EVENINGS).where(same).values(values)).rowcount != 1:
        return False
    _add_people(connection, stored.id, evening)
    return True


def _add_people(connection: Connection, evening_id: str, evening: Evening) -> None:
    """Notes who takes part or is the host; whoever has left still sees the evening."""
    for identity in {evening.host, *(person.identity for person in evening.people)} - {""}:
        _ADD_PERSON.execute(connection, {"evening_id": evening_id, "identity_id": identity})


def running(connection: Connection) -> list[str]:
    """The ids of the evenings at which something may have to be done."""
    query = select(EVENINGS.c.id).where(EVENINGS.c.phase.in_(("playing", "paused")))
    return list(connection.execute(query.order_by(EVENINGS.c.touched)).scalars())


def of_person(connection: Connection, identity: str, most: int) -> list[Stored]:
    """The evenings of somebody, the latest first."""
    query = select(EVENINGS).join(EVENING_PEOPLE, EVENING_PEOPLE.c.evening_id == EVENINGS.c.id)
    query = query.where(EVENING_PEOPLE.c.identity_id == identity).order_by(EVENINGS.c.touched.desc()).limit(most)
    return [
        Stored(row.id, row.created, row.touched, row.version, row.invite, _EVENING.decode(row.data))
        for row in connection.execute(query)
    ]


def unfinished(connection: Connection, identity: str) -> int:
    """How many evenings of somebody are not over."""
    return sum(one.evening.phase != "over" for one in of_person(connection, identity, 1000))


def transfer(connection: Connection, old: str, new: str) -> None:
    """Notes that an account has taken the place of a guest, whose evenings are changed by then."""
    for evening_id in connection.execute(
        select(EVENING_PEOPLE.c.evening_id).where(EVENING_PEOPLE.c.identity_id == old)
    ).scalars():
        _ADD_PERSON.execute(connection, {"evening_id": evening_id, "identity_id": new})
    connection.execute(delete(EVENING_PEOPLE).where(EVENING_PEOPLE.c.identity_id == old))


def finished(connection: Connection, games: list[Game]) -> list[str]:
    """Those tables whose game is over."""
    query = select(TABLES.c.id).where(TABLES.c.id.in_([game.table for game in games]), TABLES.c.status == "over")
    return list(connection.execute(query).scalars())


def deserted(connection: Connection, games: list[Game]) -> list[tuple[str, list[str]]]:
    """The tables under way that everybody has left, and who could still come back there."""
    query = select(TABLES.c.id, TABLES.c.seats)
    query = query.where(TABLES.c.id.in_([game.table for game in games]), TABLES.c.status == "playing")
    found = []
    for table_id, encoded in connection.execute(query):
        people = [seat for seat in _SEATS.decode(encoded) if seat.kind == "human"]
        if all(seat.away for seat in people):
            found.append((table_id, [seat.identity or "" for seat in people if not seat.forfeited]))
    return found


def existing(connection: Connection, games: list[Game]) -> set[str]:
    """Those tables that are still there: an operator may have purged some."""
    query = select(TABLES.c.id).where(TABLES.c.id.in_([game.table for game in games]))
    return set(connection.execute(query).scalars())
