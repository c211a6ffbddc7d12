"""Tables: the lobby, opening and entering them, their records and replays. Playing goes over the socket."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from schatzkammer.core.game import Json
from schatzkammer.core.match import Match
from schatzkammer.core.opening import begin
from schatzkammer.server import seen, wire
from schatzkammer.server.described import KNOWN_READS, answers
from schatzkammer.server.house import House
from schatzkammer.server.visitors import TheHouse, Who, may_enter
from schatzkammer.table.errors import Refused
from schatzkammer.table.model import Entry
from schatzkammer.table.people import checked_name
from schatzkammer.table.store import tables as store
from schatzkammer.table.table import Done, Table, counting
from schatzkammer.table.terms import check_bot

TableId = Annotated[str, PathParameter(max_length=40)]

LISTED = 100
MOST_UNFINISHED = 50


class TablesController(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ["tables"]  # noqa: RUF012

    @get(summary="The lobby")
    async def lobby(self, visitor: Who, house: TheHouse) -> list[wire.Listing]:
        """The tables that anybody may come to, those that wait for players first."""
        found = await house.database.read(lambda connection: store.lobby(connection, LISTED))
        return [seen.listing(one, visitor.id) for one in found]

    @get("/mine", summary="My tables", security=KNOWN_READS)
    async def mine(self, visitor: Who, house: TheHouse) -> list[wire.Listing]:
        """The tables at which one has or has had a seat, the latest first; `turn` where one owes a decision."""
        me = visitor.known().id
        found = await house.database.read(lambda connection: store.of_identity(connection, me, LISTED))
        return [seen.listing(one, me) for one in found]

    @post(summary="Open a table", responses=answers(404))
    async def open(self, data: JSONBody[wire.NewTable], visitor: Who, house: TheHouse) -> wire.Opened:
        """Opens a table and takes its first seat."""
        who = visitor.person()
        for bot in data.bots:
            if bot is not None:
                check_bot(bot)
        if not house.limits.allow("open", visitor.key):
            raise Refused("too_fast")
        unfinished = await house.database.read(lambda connection: store.unfinished(connection, who.identity))
        if unfinished >= MOST_UNFINISHED and house.limits.enabled:
            raise Refused("too_many")
        local = [checked_name(name) for name in data.local]
        return wire.Opened(*await house.tables.open(data.terms, who, data.bots, local))

    @get("/{table:str}", summary="A table")
    async def table(self, table: TableId, visitor: Who, house: TheHouse) -> wire.TablePage:
        """What everybody may know of a table; those who sit there get the invitation, too."""
        access = await may_enter(house, visitor, table)
        page = await house.tables.read(table, lambda found: _page(found, visitor.id))
        return wire.TablePage(page.table, page.seats, access.invite) if page.seats else page

    @post("/{table:str}/join", status_code=200, summary="Accept an invitation")
    async def join(
        self, table: TableId, data: JSONBody[wire.Invitation], visitor: Who, house: TheHouse
    ) -> wire.TablePage:
        """Somebody with the invitation of a private table may come in from now on."""
        me = visitor.known()
        await may_enter(house, visitor, table, data.invite)
        await house.database.write(lambda connection: store.enter(connection, table, me.id, seated=False))
        return await house.tables.read(table, lambda found: _page(found, me.id))

    @get("/{table:str}/record", summary="The record of a game")
    async def record(self, table: TableId, visitor: Who, house: TheHouse) -> Json:
        """Once the game is over the whole record with its seed; before that what everybody may know."""
        await may_enter(house, visitor, table)
        found, history = await _whole(house, table)
        return found.record(history)

    @get("/{table:str}/replay", summary="A finished game, step by step")
    async def replay(
        self,
        table: TableId,
        visitor: Who,
        house: TheHouse,
        seat: Annotated[int | None, QueryParameter(ge=0, le=19)] = None,
    ) -> wire.Replay:
        """Every decision with what a seat saw after it; without a seat as a spectator saw it."""
        await may_enter(house, visitor, table)
        found, history = await _whole(house, table)
        if found.standing.status != "over":
            raise Refused("not_over")
        if seat is not None and seat >= len(found.seats):
            raise Refused("no_seat")
        terms = found.opened.terms
        match = begin(found.game, terms.players, found.seed, terms.options)
        start, scores = match.view(seat), found.game.scores(match.state)
        steps = [_step(found, match, done, seat) for done in counting(history)]
        return wire.Replay(seen.info(found), start, scores, steps)


def _page(table: Table, reader: str | None) -> wire.TablePage:
    return wire.TablePage(seen.info(table), list(table.seats_of(reader)))


def _step(table: Table, match: Match, done: Done, seat: int | None) -> wire.ReplayStep:
    match.play(done.seat, done.move)
    events, scores = seen.visible(match.latest_events, seat), table.game.scores(match.state)
    return wire.ReplayStep(done.seat, done.move, events, match.view(seat), scores)


async def _whole(house: House, name: str) -> tuple[Table, list[Entry]]:
    """A table and its log, of one moment."""
    while True:
        table, version = await house.tables.read(name, lambda found: (found, found.version))
        history = await house.tables.history(name)
        if table.version == version and (history[-1].version if history else 0) == version:
            return table, history
