"""Tables over REST: lists, opening, invitations, records and replays. Games are played over the socket."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from schatzkammer.core.game import Json
from schatzkammer.core.match import Match, visible_events
from schatzkammer.server import broadcast, wire
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, check_access
from schatzkammer.server.openapi import KNOWN_READS, problems
from schatzkammer.server.worker import Worker
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import HOUR, LogEntry
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import PlayedMove, Table, effective_moves
from schatzkammer.table.terms import check_bot

TableId = Annotated[str, PathParameter(max_length=40)]

MOST_LISTED = 100
ABANDONED = 31 * 24 * HOUR  # the lobby omits tables unchanged for this long
MOST_UNFINISHED = 50


class TablesController(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ["tables"]  # noqa: RUF012

    @get(summary="The lobby")
    async def lobby(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire.Listing]:
        """Public tables that are not over, those waiting for players first."""
        since = worker.tables.now() - ABANDONED
        found = await worker.database.read(lambda connection: store.lobby(connection, since, MOST_LISTED))
        return [broadcast.listing(one, visitor.id) for one in found]

    @get("/mine", summary="My tables", security=KNOWN_READS)
    async def mine(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[wire.Listing]:
        """The tables at which you have or had a seat, the latest first; `turn` where you owe a decision."""
        me = visitor.require_identity().id
        found = await worker.database.read(lambda connection: store.tables_of(connection, me, MOST_LISTED))
        return [broadcast.listing(one, me) for one in found]

    @post(summary="Open a table", responses=problems(404, 409))
    async def open(self, data: JSONBody[wire.NewTable], visitor: CurrentVisitor, worker: CurrentWorker) -> wire.Opened:
        """Opens a table; you get its first seat."""
        who = visitor.person()
        for bot in data.bots:
            if bot is not None:
                check_bot(bot)
        worker.limits.check("open", visitor.key)
        unfinished = await worker.database.read(lambda connection: store.unfinished(connection, who.identity))
        if unfinished >= MOST_UNFINISHED and worker.limits.enabled:
            raise Refused("too_many")
        local = await worker.accounts.check_local_names(who.identity, data.local)
        return wire.Opened(*await worker.tables.open(data.terms, who, data.bots, local))

    @get("/{table:str}", summary="A table")
    async def table(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> wire.TablePage:
        """The public part of a table; players seated there also get the invitation."""
        access = await check_access(worker, visitor, table)
        page = await worker.tables.read(table, lambda found: _page(found, visitor.id))
        return wire.TablePage(page.table, page.seats, access.invite) if page.seats else page

    @post("/{table:str}/join", status_code=200, summary="Accept an invitation")
    async def join(
        self, table: TableId, data: JSONBody[wire.Invitation], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> wire.TablePage:
        """Admits you to a private table."""
        me = visitor.require_identity()
        await check_access(worker, visitor, table, data.invite)
        await worker.database.write(lambda connection: store.add_member(connection, table, me.id, seated=False))
        return await worker.tables.read(table, lambda found: _page(found, me.id))

    @get("/{table:str}/record", summary="The record of a game")
    async def record(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> Json:
        """The full record with its seed once the game is over; before that, what everybody may know."""
        await check_access(worker, visitor, table)
        found, history = await _with_history(worker, table)
        return found.record(history)

    @get("/{table:str}/replay", summary="A finished game, step by step")
    async def replay(
        self,
        table: TableId,
        visitor: CurrentVisitor,
        worker: CurrentWorker,
        seat: Annotated[int | None, QueryParameter(ge=0, le=19)] = None,
    ) -> wire.Replay:
        """Every decision with the view of a seat, or of a spectator, after it."""
        await check_access(worker, visitor, table)
        found, history = await _with_history(worker, table)
        if found.state.status != "over":
            raise Refused("not_over")
        if seat is not None and seat >= len(found.state.seats):
            raise Refused("no_seat")
        match = found.new_match()
        start, scores = match.view(seat) | match.forecast(), found.game.scores(match.state)
        steps = [_step(found, match, played, seat) for played in effective_moves(history)]
        return wire.Replay(broadcast.table_info(found), start, scores, steps)


def _page(table: Table, reader: str | None) -> wire.TablePage:
    return wire.TablePage(broadcast.table_info(table), list(table.seats_of(reader)))


def _step(table: Table, match: Match, played: PlayedMove, seat: int | None) -> wire.ReplayStep:
    match.play(played.seat, played.move)
    events, scores = visible_events(match.latest_events, seat), table.game.scores(match.state)
    return wire.ReplayStep(played.seat, played.move, events, match.view(seat) | match.forecast(), scores)


async def _with_history(worker: Worker, table_id: str) -> tuple[Table, list[LogEntry]]:
    """A table and its log at the same version."""
    while True:
        table, version = await worker.tables.read(table_id, lambda found: (found, found.version))
        history = await worker.tables.history(table_id)
        if table.version == version and (history[-1].version if history else 0) == version:
            return table, history
