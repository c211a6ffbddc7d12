"""What people do not want to read in a chat, and what they tell the operator, over REST."""

from __future__ import annotations

from functools import partial

from litestar import Controller, delete, get, post, put
from litestar.params import JSONBody
from sqlalchemy import Connection

from schatzkammer.server import wire_groups
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, Visitor, check_access
from schatzkammer.server.openapi import DONE, KNOWN_READS
from schatzkammer.server.routes.people import Who
from schatzkammer.server.routes.tables import TableId
from schatzkammer.server.worker import Worker
from schatzkammer.table import people
from schatzkammer.table.chat import checked_text
from schatzkammer.table.errors import Refused
from schatzkammer.table.store import reports as store


class ReportsController(Controller):
    """Chat lines one does not want to read, and words to the operator."""

    path = "/api"
    tags = ["reports"]  # noqa: RUF012

    @get("/tables/{table:str}/muted", summary="Whom I have muted", security=KNOWN_READS)
    async def muted(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> wire_groups.MutedPeople:
        """How chat lines at the table name you (`who`), and those whose lines you do not want to see."""
        me = visitor.require_identity().id
        await check_access(worker, visitor, table)
        found = await worker.database.read(partial(store.muted, reader=me))
        return wire_groups.MutedPeople(people.handle(table, me), [people.handle(table, one) for one in found])

    @put("/tables/{table:str}/muted/{who:str}", status_code=204, summary="Mute somebody", responses={204: DONE})
    async def mute(self, table: TableId, who: Who, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Says that you do not want to see somebody's chat lines, here or elsewhere; they do not learn of it."""
        await _change(worker, visitor, table, who, muted=True)

    @delete("/tables/{table:str}/muted/{who:str}", summary="No longer mute somebody", responses={204: DONE})
    async def unmute(self, table: TableId, who: Who, visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Lets you see somebody's chat lines again."""
        await _change(worker, visitor, table, who, muted=False)

    @post("/tables/{table:str}/reports", status_code=204, summary="Report a chat line", responses={204: DONE})
    async def report_line(
        self,
        table: TableId,
        data: JSONBody[wire_groups.LineReport],
        visitor: CurrentVisitor,
        worker: CurrentWorker,
    ) -> None:
        """Reports a chat line to the operator, who gets it as it is now, with your name and what you say about it."""
        me = visitor.require_identity().id
        await check_access(worker, visitor, table)
        worker.limits.check("report", me)
        text = checked_text(data.text) if data.text.strip() else ""
        now, line = worker.tables.now(), data.line

        def work(connection: Connection) -> bool:
            return store.report_line(connection, me, text, now, table, line)

        if not await worker.database.write(work):
            raise Refused("no_line")

    @post("/reports", status_code=204, summary="A word to the operator", responses={204: DONE})
    async def report(
        self, data: JSONBody[wire_groups.NewReport], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> None:
        """Tells the operator something, with your name."""
        me = visitor.require_identity().id
        worker.limits.check("report", me)
        text, now = checked_text(data.text), worker.tables.now()
        await worker.database.write(partial(store.report, who=me, text=text, at=now))


async def _change(worker: Worker, visitor: Visitor, table: str, who: str, *, muted: bool) -> None:
    me = visitor.require_identity().id
    await check_access(worker, visitor, table)
    worker.limits.check("seat", me)
    here = worker.hub.people(table)

    def work(connection: Connection) -> None:
        found = people.named(people.people(connection, table, here), table, who, me)
        (store.mute if muted else store.unmute)(connection, me, found.identity)

    await worker.database.write(work)
