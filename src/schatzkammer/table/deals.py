"""Deals that several tables play: one secret seed for all of them, drawn and promised beforehand.

An event draws a deal, publishes its SHA-256, opens tables for it, and says when it is published. Until then nobody gets
the seed of such a table, its record, replay or review, and only those who have a seat there see it. The bots' chance
follows from the seed, and their searches are counted, so that the same moves meet the same answers everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update

from schatzkammer.core.loading import fresh_seed
from schatzkammer.core.stream import commitment
from schatzkammer.table.commands import new_table_id
from schatzkammer.table.entries import Moved, Published
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Opened, Publish, Seat, Terms
from schatzkammer.table.service import Tables, new_invite
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.schema import DEALS, TABLES
from schatzkammer.table.table import Table
from schatzkammer.table.terms import checked_terms

NO_HOST = ""  # nobody has a host's powers where others play the same deal


class Deal(NamedTuple):
    """A deal as everybody may know it."""

    id: str
    commitment: str  # the SHA-256 of the seed
    drawn: int
    published: int | None
    seed: str | None  # once it is published


def draw(connection: Connection, deal_id: str, now: int) -> None:
    """Draws a deal, unless there is one of that id."""
    if connection.execute(select(DEALS.c.id).where(DEALS.c.id == deal_id)).scalar() is None:
        connection.execute(insert(DEALS).values(id=deal_id, seed=fresh_seed(), drawn=now))


def find_deal(connection: Connection, deal_id: str) -> Deal:
    """A deal; its seed only once it is published."""
    row = connection.execute(select(DEALS).where(DEALS.c.id == deal_id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    seed = None if row.published is None else row.seed
    return Deal(row.id, commitment(row.seed), row.drawn, row.published, seed)


def deal_table(
    connection: Connection, deal_id: str, terms: Terms, seats: Sequence[Seat], now: int, rules: int | None = None
) -> Table:
    """Opens a table that plays a deal; refuses once the deal is published."""
    seed = secret_seed(connection, deal_id)
    table = Table(new_table_id(), opened_for(deal_id, terms, seats, rules), seed, now)
    store.create(connection, table, new_invite())
    return table


def deal_played(
    connection: Connection, deal_id: str, opened: Opened, moves: Sequence[tuple[int, str]], now: int
) -> Table:
    """Adds a table whose game was played elsewhere from the seed of a deal, published or not."""
    deal = find_deal(connection, deal_id)
    table = Table(new_table_id(), opened, seed_for_bots(connection, deal_id), now)
    entries = [table.apply(Moved(seat, move), now) for seat, move in moves]
    if deal.published is not None:
        entries.append(table.apply(Published(), now))
    store.create_played(connection, table, new_invite(), entries)
    return table


def opened_for(deal_id: str, terms: Terms, seats: Sequence[Seat], rules: int | None = None) -> Opened:
    """How a table for a deal is opened: without hints, and with its game under way."""
    game, setup = checked_terms(terms)
    fixed = replace(terms, options=setup.options, aids=False, hot_seat=False, lesson=False)
    return Opened(fixed, rules or game.rules, list(seats), NO_HOST, started=True, deal=deal_id)


def secret_seed(connection: Connection, deal_id: str) -> str:
    """The seed of a deal that tables may still be opened for: for the server alone."""
    row = connection.execute(select(DEALS).where(DEALS.c.id == deal_id).with_for_update(read=True)).one_or_none()
    if row is None:
        raise Refused("not_found")
    if row.published is not None:
        raise Refused("published")
    return str(row.seed)


def seed_for_bots(connection: Connection, deal_id: str) -> str:
    """The seed of a deal that bots play in the background: for the server alone."""
    return str(connection.execute(select(DEALS.c.seed).where(DEALS.c.id == deal_id)).scalar_one())


def tables_of(connection: Connection, deal_id: str) -> list[str]:
    """The ids of the tables that play a deal, in the order in which they were opened."""
    query = select(TABLES.c.id).where(TABLES.c.deal == deal_id).order_by(TABLES.c.created, TABLES.c.id)
    return list(connection.execute(query).scalars())


async def publish(tables: Tables, deal_id: str) -> None:
    """Publishes a deal: from now on no table is opened for it, and all that play it get their records."""
    same = (DEALS.c.id == deal_id) & DEALS.c.published.is_(None)
    published = update(DEALS).where(same).values(published=tables.now())
    await tables.database.write(lambda connection: connection.execute(published).rowcount)
    await publish_tables(tables)


async def publish_tables(tables: Tables) -> None:
    """Publishes the tables of published deals; also those that a killed worker has left."""
    for table_id in await tables.database.read(_concealed):
        with suppress(Refused):  # another worker was faster, or this release does not know the rules
            await tables.run(table_id, Publish())


def _concealed(connection: Connection) -> list[str]:
    """The tables that are still secret although their deal is not."""
    query = select(TABLES.c.id).join(DEALS, DEALS.c.id == TABLES.c.deal)
    return list(connection.execute(query.where(TABLES.c.concealed, DEALS.c.published.is_not(None))).scalars())
