"""Tables over REST: lists, opening, invitations, records and replays. Games are played over the socket."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from schatzkammer.bots.review.data import cause_text
from schatzkammer.core.game import Json
from schatzkammer.server import broadcast, wire
from schatzkammer.server.errors import AnyRequest
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, Visitor, check_access
from schatzkammer.server.openapi import KNOWN_READS, problems
from schatzkammer.server.wire_review import Review, ReviewState
from schatzkammer.server.worker import Worker
from schatzkammer.table.answer_worker import Answerable
from schatzkammer.table.entries import LogEntry
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import HOUR
from schatzkammer.table.replaying import effective_moves, record_of
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Table
from schatzkammer.table.terms import check_bot

TableId = Annotated[str, PathParameter(max_length=40)]

MOST_LISTED = 100
ABANDONED = 31 * 24 * HOUR  # the lobby omits tables unchanged for this long
MOST_UNFINISHED = 50
JSON = "application/json"


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
    async def record(
        self, table: TableId, request: AnyRequest, visitor: CurrentVisitor, worker: CurrentWorker
    ) -> Response[Json]:
        """The full record with its seed once the game is over and its deal not secret; else what everybody may know."""
        await check_access(worker, visitor, table)
        version, _, disclosed = await worker.tables.read(table, _version)
        if not disclosed:
            found, history = await _with_history(worker, table)
            return Response(record_of(found, history))
        return await _answer(request, worker, visitor, "record", table, version)

    @get("/{table:str}/replay", summary="A finished game, step by step")
    async def replay(
        self,
        table: TableId,
        request: AnyRequest,
        visitor: CurrentVisitor,
        worker: CurrentWorker,
        seat: Annotated[int | None, QueryParameter(ge=0, le=19)] = None,
    ) -> Response[wire.Replay]:
        """Every decision with the view of a seat, or of a spectator, after it."""
        await check_access(worker, visitor, table)
        version, status, disclosed = await worker.tables.read(table, _version)
        if not disclosed:
            raise Refused("concealed" if status == "over" else "not_over")
        seats = await worker.tables.read(table, lambda found: len(found.state.seats))
        if seat is not None and seat >= seats:
            raise Refused("no_seat")
        return await _answer(request, worker, visitor, "replay", table, version, seat)

    @get("/{table:str}/review", summary="The review of a finished game")
    async def review(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> ReviewState:
        """How far the review is, and the whole once it is complete."""
        await check_access(worker, visitor, table)
        return await _review(worker, table, visitor.lang, ask=False)

    @post("/{table:str}/review", status_code=200, summary="Ask for the review")
    async def ask_review(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> ReviewState:
        """Starts the review of a game that was played to its end, unless it was asked for before."""
        visitor.require_identity()
        await check_access(worker, visitor, table)
        return await _review(worker, table, visitor.lang, ask=True)


async def _review(worker: Worker, table_id: str, lang: str, *, ask: bool) -> ReviewState:
    """The state of a review; starts it if it was asked for and nobody computes it."""
    found = await worker.reviewer.find(table_id)
    if found is None and not ask:
        return ReviewState("none")
    if worker.reviewer.waits(found):
        table, history = await _with_history(worker, table_id)
        if table.state.status != "over":
            raise Refused("not_over")
        if table.concealed:
            raise Refused("concealed")
        if table.match is None or not table.match.over:
            raise Refused("no_review")
        await worker.reviewer.start(table_id, record_of(table, history), table.state.host)
        found = await worker.reviewer.find(table_id)
    if found is None or found.data is None:
        done, parts = (0, 0) if found is None else (found.done, found.parts)
        return ReviewState("running", done, parts)
    return ReviewState("done", found.parts, found.parts, _told(found.data, lang))


def _told(data: bytes, lang: str) -> Review:
    """A review with its errors as sentences in a language."""
    review = msgspec.json.decode(data)
    for seat in review["seats"]:
        for decision in seat["decisions"]:
            if decision["cause"] is not None:
                decision["sentence"] = cause_text(decision["cause"], lang)
    return msgspec.convert(review, Review)


def _page(table: Table, reader: str | None) -> wire.TablePage:
    return wire.TablePage(broadcast.table_info(table), list(table.seats_of(reader)))


def _version(table: Table) -> tuple[int, str, bool]:
    return table.version, table.state.status, table.disclosed


async def _answer(
    request: AnyRequest,
    worker: Worker,
    visitor: Visitor,
    what: str,
    table_id: str,
    version: int,
    seat: int | None = None,
) -> Response[Any]:
    """What is asked about a finished game, compressed if the client accepts it."""
    key = (what, table_id, version, seat)
    made = worker.answers.kept(key)
    if made is None:
        found, history = await _with_history(worker, table_id)
        made = await worker.answers.ask(key, _question(what, found, history, seat), visitor.key)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(made, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(await asyncio.to_thread(gzip.decompress, made), media_type=JSON, headers=headers)


def _question(what: str, table: Table, history: list[LogEntry], seat: int | None) -> Answerable:
    terms, result = table.opened.terms, table.state.result
    if what == "replay":
        more: Json = {"table": broadcast.table_info(table)}
    else:
        shuffle = table.shuffle()
        more = {} if shuffle is None else {"shuffle": shuffle}
        if table.forfeited and result is not None:
            more |= {"winners": list(result.winners), "forfeited": table.forfeited}
    moves = [(played.seat, played.move) for played in effective_moves(history)]
    options = dict(terms.options)
    return Answerable(what, terms.game, table.opened.rules, terms.players, options, table.game_seed, moves, seat, more)


async def _with_history(worker: Worker, table_id: str) -> tuple[Table, list[LogEntry]]:
    """A table and its log at the same version."""
    while True:
        table, version = await worker.tables.read(table_id, lambda found: (found, found.version))
        history = await worker.tables.history(table_id)
        if table.version == version and (history[-1].version if history else 0) == version:
            return table, history
