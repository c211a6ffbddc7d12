"""The host's rights over people at a table, over REST: to remove, to mute, to keep out, and to renew the invitation."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, patch, post
from litestar.params import JSONBody, PathParameter

from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, Visitor, check_access
from schatzkammer.server.openapi import DONE, KNOWN_READS
from schatzkammer.server.routes.tables import TableId
from schatzkammer.server.worker import Worker
from schatzkammer.table import people
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Remove
from schatzkammer.table.people import Someone
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import tables as store

Who = Annotated[str, PathParameter(max_length=40)]


class PeopleController(Controller):
    """People at a table."""

    path = "/api/tables/{table:str}"
    tags = ["tables"]  # noqa: RUF012

    @get("/people", summary="Who is at my table", security=KNOWN_READS)
    async def people(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire.PersonInfo]:
        """(host) Everybody else who is there, was there or may come, and what you have forbidden them."""
        await _check_host(worker, visitor, table)
        return await _listed(worker, visitor, table)

    @patch("/people/{who:str}", summary="Mute, or keep out")
    async def restrict(
        self,
        table: TableId,
        who: Who,
        data: JSONBody[wire.Restriction],
        visitor: CurrentVisitor,
        worker: CurrentWorker,
    ) -> list[wire.PersonInfo]:
        """(host) Mutes a person or keeps them out, or no longer; who is kept out loses their seat."""
        await _check_host(worker, visitor, table)
        worker.limits.check("seat", visitor.require_identity().id)
        someone = await _named(worker, visitor, table, who)
        if data.kept_out:
            await _unseat(worker, visitor, table, someone)
        muted, kept_out = data.muted, data.kept_out
        await worker.database.write(
            lambda connection: store.restrict(connection, table, someone.identity, muted=muted, kept_out=kept_out)
        )
        if data.kept_out:
            worker.hub.expel(table, someone.identity)
        return await _listed(worker, visitor, table)

    @delete("/people/{who:str}", summary="Remove a person", responses={204: DONE})
    async def remove(self, table: TableId, who: Who, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """(host) Ends a person's seat and visit; they may come again if the table is public or they are invited."""
        await _check_host(worker, visitor, table)
        worker.limits.check("seat", visitor.require_identity().id)
        someone = await _named(worker, visitor, table, who)
        await _unseat(worker, visitor, table, someone)
        if not await worker.tables.read(table, lambda found: found.seats_of(someone.identity)):
            await worker.database.write(lambda connection: store.remove_member(connection, table, someone.identity))
        worker.hub.expel(table, someone.identity)

    @post("/invite", status_code=200, summary="Renew the invitation")
    async def renew(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Invitation:
        """(host) Makes a new invitation; the old one admits nobody any more, and who was admitted stays."""
        await _check_host(worker, visitor, table)
        worker.limits.check("seat", visitor.require_identity().id)
        invite = new_invite()
        await worker.database.write(lambda connection: store.renew_invite(connection, table, invite))
        return wire.Invitation(invite)


async def _check_host(worker: Worker, visitor: Visitor, table_id: str) -> None:
    me = visitor.require_identity().id
    await check_access(worker, visitor, table_id)
    if await worker.tables.read(table_id, lambda table: table.state.host) != me:
        raise Refused("not_host")


async def _listed(worker: Worker, visitor: Visitor, table_id: str) -> list[wire.PersonInfo]:
    host, here = visitor.require_identity().id, worker.hub.people(table_id)
    found = await worker.database.read(lambda connection: people.people(connection, table_id, here))
    seats = await worker.tables.read(
        table_id, lambda table: {one.identity: list(table.seats_of(one.identity)) for one in found}
    )
    return [
        wire.PersonInfo(
            people.handle(table_id, one.identity),
            one.name,
            one.kind,
            seats[one.identity],
            one.identity in here,
            one.muted,
            one.kept_out,
        )
        for one in found
        if one.identity != host
    ]


async def _named(worker: Worker, visitor: Visitor, table_id: str, who: str) -> Someone:
    here = worker.hub.people(table_id)
    found = await worker.database.read(lambda connection: people.people(connection, table_id, here))
    return people.named(found, table_id, who, visitor.require_identity().id)


async def _unseat(worker: Worker, visitor: Visitor, table_id: str, someone: Someone) -> None:
    """Removes a person from their seats; seats of a finished game stay as they were."""
    me = visitor.person()
    try:
        while await worker.tables.read(
            table_id, lambda table: table.state.status != "over" and table.seats_of(someone.identity)
        ):
            await worker.tables.run(table_id, Remove(someone.identity), me)
    except Refused as refusal:
        if refusal.code != "not_seated":  # they left at the same moment
            raise
