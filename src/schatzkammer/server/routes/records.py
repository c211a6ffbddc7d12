"""Records over REST: uploaded ones to replay and review, and tables that go on from a finished game."""

from __future__ import annotations

from functools import partial

from litestar import Controller, delete, get, post
from litestar.params import JSONBody, RawBody

from schatzkammer.core.errors import BadRecord
from schatzkammer.server import broadcast, wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, check_access
from schatzkammer.server.openapi import DONE, KNOWN_READS, TakesRecord, problems
from schatzkammer.server.routes.tables import TableId, check_disclosed, check_may_open, with_history
from schatzkammer.server.wire_records import Continuation
from schatzkammer.server.worker import Worker
from schatzkammer.table import records
from schatzkammer.table.errors import NotFound, Refused
from schatzkammer.table.records import Filled
from schatzkammer.table.replaying import record_of
from schatzkammer.table.service import new_invite
from schatzkammer.table.store import tables as store

LARGEST_RECORD = 128 * 1024  # bytes: several times the longest game
MOST_UPLOADED = 200  # of one person


class RecordsController(Controller):
    """Records."""

    path = "/api"
    tags = ["records"]  # noqa: RUF012

    @post(
        "/records",
        summary="Upload a record",
        request_max_body_size=LARGEST_RECORD,
        operation_class=TakesRecord,
        responses=problems(400, 404, 409, 413),
    )
    async def upload(self, body: RawBody, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Opened:
        """Makes a finished, private table of a record, as `GET /api/tables/{table}/record` gives it after a game."""
        who = visitor.person()
        worker.limits.check("upload", visitor.key)
        kept = await worker.database.read(partial(store.uploads_of, identity=who.identity, limit=MOST_UPLOADED))
        if len(kept) >= MOST_UPLOADED:
            raise Refused("too_many")
        try:
            filled = await worker.apart(partial(records.uploaded, body, who, worker.tables.now()))
        except BadRecord as error:
            raise Refused("bad_record", why=str(error)) from None
        return await _stored(worker, filled)

    @get("/records", summary="My uploaded records", security=KNOWN_READS)
    async def uploads(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire.Listing]:
        """The finished tables of records that you have uploaded or were invited to, the latest first."""
        me = visitor.require_identity().id
        found = await worker.database.read(partial(store.uploads_of, identity=me, limit=MOST_UPLOADED))
        return [broadcast.listing(one, me) for one in found]

    @delete("/records/{table:str}", summary="Remove an uploaded record", responses={204: DONE})
    async def remove(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Removes an uploaded record from your list; it is deleted when nobody has it in theirs."""
        me = visitor.require_identity()
        await check_access(worker, visitor, table)
        if not await worker.tables.read(table, lambda found: found.opened.uploaded):
            raise NotFound
        await worker.database.write(partial(store.remove_member, table_id=table, identity=me.id))

    @post("/tables/{table:str}/continuation", summary="Go on from a move of a finished game")
    async def go_on(
        self, table: TableId, data: JSONBody[Continuation], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire.Opened:
        """Opens a private, unrated table that begins with the first moves of a finished game."""
        who = visitor.person()
        await check_access(worker, visitor, table)
        await check_may_open(worker, visitor)
        found, history = await with_history(worker, table)
        check_disclosed(found)
        if found.match is None:
            raise Refused("no_more")

        def begin() -> Filled:
            record, choice = record_of(found, history), (data.moves, data.seat)
            return records.continued(record, table, choice, data.bot, who, data.pace, worker.tables.now())

        return await _stored(worker, await worker.apart(begin))


async def _stored(worker: Worker, filled: Filled) -> wire.Opened:
    """Stores a new table with its log."""
    invite = new_invite()
    await worker.database.write_or_retry(
        lambda connection: records.create(connection, filled, invite),
        lambda connection: records.create_again(connection, filled, invite),
    )
    return wire.Opened(filled.table.id, invite)
