"""Removes what tables know of deleted accounts: their names, their chat lines, their memberships.

Games stay as they were played and can be replayed; the seats are nobody's. If a worker dies in between, the
housekeeping of any worker does the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, delete, select

from schatzkammer.table.evenings.service import Evenings
from schatzkammer.table.names import NOBODY
from schatzkammer.table.service import Tables
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.schema import IDENTITIES


async def erase(tables: Tables, identities: Sequence[str]) -> None:
    """Erases deleted identities, if need be once more."""
    for identity in identities:
        await tables.forget(identity)
        await Evenings(tables).forget(identity)
        for table_id in await tables.database.read(partial(store.memberships, identity=identity)):
            await tables.database.write(partial(store.rename, table_id=table_id, identity=identity, name=NOBODY))
    await tables.database.write(partial(_remove, identities=identities))


def deleted(connection: Connection) -> list[str]:
    """The deleted identities that are not erased yet."""
    return list(connection.execute(select(IDENTITIES.c.id).where(IDENTITIES.c.kind == "deleted")).scalars())


def _remove(connection: Connection, identities: Sequence[str]) -> None:
    """Removes identities with their memberships and chat lines, programs before their owners."""
    gone = IDENTITIES.c.id.in_(identities)
    connection.execute(delete(IDENTITIES).where(gone, IDENTITIES.c.owner.is_not(None)))
    connection.execute(delete(IDENTITIES).where(gone))
