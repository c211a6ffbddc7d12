"""Tables over REST: lists, opening, invitations, records and replays. Games are played over the socket."""

from __future__ import annotations

import asyncio
import gzip
from functools import partial
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from schatzkammer.core.game import Json
from schatzkammer.server import broadcast, saved_page, wire
from schatzkammer.server.errors import AnyRequest
from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, Visitor, check_access
from schatzkammer.server.openapi import KNOWN_READS, problems
from schatzkammer.server.preview import PICTURES
from schatzkammer.server.wire_review import ReviewState, told
from schatzkammer.server.worker import Worker
from schatzkammer.table.answer_worker import Answerable
from schatzkammer.table.entries import LogEntry
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import HOUR
from schatzkammer.table.replaying import effective_moves, evidence, record_of
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.groups import check_member
from schatzkammer.table.table import Table
from schatzkammer.table.terms import check_bot

TableId = Annotated[str, PathParameter(max_length=40)]

MOST_LISTED = 100
ABANDONED = 31 * 24 * HOUR  # the lobby omits tables unchanged for this long
MOST_UNFINISHED = 50
JSON = "application/json"
PICTURE_FOR = 60  # seconds that a picture may be kept by others


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
        await check_may_open(worker, visitor)
        if data.group is not None:
            await worker.database.read(lambda connection: check_member(connection, data.group or "", who.identity))
        local = await worker.accounts.check_local_names(who.identity, data.local)
        return wire.Opened(*await worker.tables.open(data.terms, who, data.bots, local, data.group))

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
        version, disclosed = await worker.tables.read(table, _version)
        if not disclosed:
            found, history = await with_history(worker, table)
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
        return await _seen_by(request, worker, visitor, "replay", table, seat)

    @get("/{table:str}/odds", summary="What could lie hidden in a finished game")
    async def odds(
        self,
        table: TableId,
        request: AnyRequest,
        visitor: CurrentVisitor,
        worker: CurrentWorker,
        seat: Annotated[int | None, QueryParameter(ge=0, le=19)] = None,
    ) -> Response[wire.GameOdds]:
        """At every step, the chances of what was hidden from a seat, or a spectator, given everything it had seen."""
        return await _seen_by(request, worker, visitor, "odds", table, seat)

    @get("/{table:str}/truth", summary="What really lay hidden in a finished game")
    async def truth(
        self,
        table: TableId,
        request: AnyRequest,
        visitor: CurrentVisitor,
        worker: CurrentWorker,
        seat: Annotated[int | None, QueryParameter(ge=0, le=19)] = None,
    ) -> Response[wire.GameOdds]:
        """At every step, what was hidden from a seat, or from a spectator, as certainties."""
        return await _seen_by(request, worker, visitor, "truth", table, seat)

    @get("/{table:str}/page", media_type="text/html", summary="A finished game as a page that needs no server")
    async def page(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> Response[bytes]:
        """The replay with all views, and with the review if it is complete, as one HTML file."""
        await check_access(worker, visitor, table)
        version = await worker.tables.read(table, _disclosed)
        template = worker.saved_page
        if template is None:
            raise Refused("not_found")
        reviewed = await worker.reviewer.find(table)
        review = None if reviewed is None else reviewed.data
        key = ("page", table, version, review is not None)
        made = worker.answers.kept(key)
        if made is None:
            found, history = await with_history(worker, table)
            made = await worker.answers.ask(key, _question("page", found, history, None, review), visitor.key)
        headers = {"Content-Disposition": f'attachment; filename="{table}.html"'}
        page = await worker.apart(partial(saved_page.filled, template, made))
        return Response(page, media_type="text/html", headers=headers)

    @get("/{table:str}/picture", media_type="image/png", summary="The board as a picture")
    async def picture(
        self,
        table: TableId,
        visitor: CurrentVisitor,
        worker: CurrentWorker,
        step: Annotated[int | None, QueryParameter(ge=0, le=9999)] = None,
    ) -> Response[bytes]:
        """What everybody may see of a public table now, or after so many moves of its finished game."""
        if (await check_access(worker, visitor, table)).private:
            raise Refused("invite")
        if not PICTURES:
            raise Refused("not_found")
        version, disclosed, view = await worker.tables.read(table, _seen)
        if view is None:
            raise Refused("not_playing")
        at = step if disclosed else None
        shown = sha256(msgspec.json.encode(view)).digest() if at is None else (version, at)
        made = worker.answers.kept(key := ("picture", table, shown))
        if made is None:
            found, history = await with_history(worker, table)
            question = _question("picture", found, history, None)
            if at is None:
                question = replace(question, seed="", moves=[], more={"view": view})
            else:
                question = replace(question, moves=question.moves[:at])
            made = await worker.answers.ask(key, question, visitor.key)
        return Response(made, media_type="image/png", headers={"Cache-Control": f"public, max-age={PICTURE_FOR}"})

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
        table, history = await with_history(worker, table_id)
        check_disclosed(table)
        if table.match is None or not table.match.over:
            raise Refused("no_review")
        await worker.reviewer.start(table_id, record_of(table, history), table.state.host)
        found = await worker.reviewer.find(table_id)
    if found is None or found.data is None:
        done, parts = (0, 0) if found is None else (found.done, found.parts)
        return ReviewState("running", done, parts)
    return ReviewState("done", found.parts, found.parts, told(found.data, lang))


def _page(table: Table, reader: str | None) -> wire.TablePage:
    return wire.TablePage(broadcast.table_info(table), list(table.seats_of(reader)))


def _version(table: Table) -> tuple[int, bool]:
    """The version of a table, and whether everybody may know its game."""
    return table.version, table.disclosed


def _seen(table: Table) -> tuple[int, bool, Json | None]:
    """The same, and what a spectator sees of the game."""
    return *_version(table), None if table.match is None else table.match.view(None)


def _disclosed(table: Table) -> int:
    check_disclosed(table)
    return table.version


def check_disclosed(table: Table) -> None:
    """Refuses a game that is not over, or whose deal others are still to play."""
    if not table.disclosed:
        raise Refused("concealed" if table.state.status == "over" else "not_over")


async def _seen_by(
    request: AnyRequest, worker: Worker, visitor: Visitor, what: str, table_id: str, seat: int | None
) -> Response[Any]:
    """What is asked about a finished game as a seat saw it."""
    await check_access(worker, visitor, table_id)
    version = await worker.tables.read(table_id, _disclosed)
    seats = await worker.tables.read(table_id, lambda found: len(found.state.seats))
    if seat is not None and seat >= seats:
        raise Refused("no_seat")
    return await _answer(request, worker, visitor, what, table_id, version, seat)


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
        found, history = await with_history(worker, table_id)
        made = await worker.answers.ask(key, _question(what, found, history, seat), visitor.key)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(made, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})
    return Response(await asyncio.to_thread(gzip.decompress, made), media_type=JSON, headers=headers)


def _question(
    what: str, table: Table, history: list[LogEntry], seat: int | None, review: bytes | None = None
) -> Answerable:
    terms, effective = table.opened.terms, effective_moves(history)
    if what == "replay":
        more: Json = {"table": broadcast.table_info(table)}
    elif what == "page":
        more = saved_page.carried(broadcast.table_info(table), review)
    elif what == "record":
        more = evidence(table, effective)
    else:
        more = {}
    moves = [(played.seat, played.move) for played in effective]
    options = dict(terms.options)
    return Answerable(what, terms.game, table.opened.rules, terms.players, options, table.game_seed, moves, seat, more)


async def check_may_open(worker: Worker, visitor: Visitor) -> None:
    """Refuses another table to whom has opened many just now, or has many that are not over."""
    me = visitor.require_identity().id
    worker.limits.check("open", visitor.key)
    unfinished = await worker.database.read(lambda connection: store.unfinished(connection, me))
    if unfinished >= MOST_UNFINISHED and worker.limits.enabled:
        raise Refused("too_many")


async def with_history(worker: Worker, table_id: str) -> tuple[Table, list[LogEntry]]:
    """A table and its log at the same version."""
    while True:
        table, version = await worker.tables.read(table_id, lambda found: (found, found.version))
        history = await worker.tables.history(table_id)
        if table.version == version and (history[-1].version if history else 0) == version:
            return table, history
