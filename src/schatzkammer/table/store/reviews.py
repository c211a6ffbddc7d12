"""Stores the reviews of games, and who is computing them."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from schatzkammer.table.decisions import losses_of
from schatzkammer.table.store.schema import DECISIONS, REVIEWS
from schatzkammer.table.store.statement import insert_new

_ADD = insert_new(REVIEWS)


class Reviewed(NamedTuple):
    """A review that was asked for: how many of its parts are done, and the whole once it is."""

    lease: int | None  # until when a worker computes it
    done: int
    parts: int
    data: bytes | None


def find(connection: Connection, table_id: str) -> Reviewed | None:
    """The review of a table's game; None if nobody has asked for it."""
    columns = (REVIEWS.c.lease, REVIEWS.c.done, REVIEWS.c.parts, REVIEWS.c.data)
    row = connection.execute(select(*columns).where(REVIEWS.c.table_id == table_id)).one_or_none()
    return None if row is None else Reviewed(*row)


def claim(connection: Connection, table_id: str, now: int, until: int, parts: int) -> bool:
    """Leases a review that is not computed yet; no two workers get it."""
    values = {"table_id": table_id, "asked": now, "lease": None, "done": 0, "parts": parts, "data": None}
    _ADD.execute(connection, values)
    free = or_(REVIEWS.c.lease.is_(None), REVIEWS.c.lease <= now)
    mine = (REVIEWS.c.table_id == table_id) & REVIEWS.c.data.is_(None) & free
    claimed = update(REVIEWS).where(mine).values(lease=until, done=0, parts=parts)
    return connection.execute(claimed).rowcount == 1


def report(connection: Connection, table_id: str, until: int, done: int) -> None:
    """Reports progress and renews the lease."""
    connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(lease=until, done=done))


def release(connection: Connection, table_id: str) -> None:
    """Gives the lease back; whoever asks next starts anew."""
    connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(lease=None))


def finish(connection: Connection, table_id: str, data: bytes) -> None:
    """Keeps the whole review, and what it says about the decisions of each seat."""
    values = {"lease": None, "done": REVIEWS.c.parts, "data": data}
    connection.execute(update(REVIEWS).where(REVIEWS.c.table_id == table_id).values(**values))
    connection.execute(delete(DECISIONS).where(DECISIONS.c.table_id == table_id))
    rows = [{"table_id": table_id, "seat": seat, **losses._asdict()} for seat, losses in losses_of(data)]
    connection.execute(insert(DECISIONS), rows)
