"""The hunt of the day over REST; it is played at a table like any other."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, check_access
from schatzkammer.server.openapi import problems
from schatzkammer.server.routes.games import GameId
from schatzkammer.server.routes.tables import TableId, check_disclosed
from schatzkammer.server.wire_hunts import (
    ChoicesAt,
    Chooser,
    HuntBegun,
    HuntDay,
    HuntInfo,
    HuntPage,
    HuntPlay,
    HuntStart,
    HuntTotal,
    HuntTotals,
    MoveChosen,
    Played,
)
from schatzkammer.table import deals, hunts
from schatzkammer.table.choices import choices
from schatzkammer.table.errors import AlreadyExists, Refused
from schatzkammer.table.hunt_field import Ranked, Span, Total, days_of, field, totals
from schatzkammer.table.model import Seat
from schatzkammer.table.ratings import BOT, is_bot
from schatzkammer.table.replaying import effective_moves
from schatzkammer.table.store import hunts as store
from schatzkammer.table.store import profiles
from schatzkammer.table.store import tables as table_store
from schatzkammer.table.store.hunts import Attempt, Hunt
from schatzkammer.table.table import Table

Day = Annotated[str, PathParameter(pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")]
MOST_COMPARED = 100  # tables


class HuntsController(Controller):
    """Hunts of the day."""

    path = "/api"
    tags = ["hunts"]  # noqa: RUF012

    @get("/hunts", summary="Today's hunts")
    async def today(self, visitor: CurrentVisitor, worker: CurrentWorker) -> HuntDay:
        """The hunts of today, how far you are with each, and your streak."""
        day = hunts.day_of(worker.tables.now())
        await hunts.settle(worker.database)
        return await worker.database.read(lambda connection: _today(connection, day, visitor.id))

    @get("/hunts/{day:str}/{game:str}", summary="A hunt")
    async def hunt(self, day: Day, game: GameId, visitor: CurrentVisitor, worker: CurrentWorker) -> HuntPage:
        """One hunt; its field once you have played it or its day is over, and its seed when the day is over."""
        await hunts.settle(worker.database)
        return await worker.database.read(lambda connection: _page(connection, day, game, visitor.id))

    @post("/hunts/{day:str}/{game:str}", status_code=200, summary="Play a hunt", responses=problems(409))
    async def begin(
        self, day: Day, game: GameId, data: JSONBody[HuntStart], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> HuntBegun:
        """Begins your only attempt at a hunt of today, or says at which table you have begun it."""
        who = visitor.person()
        worker.limits.check("open", visitor.key)
        now = worker.tables.now()

        def work(connection: Connection) -> str:
            return hunts.begin(connection, day, game, who, now, data.pace)

        try:
            return HuntBegun(await worker.database.write(work))
        except AlreadyExists:  # another request of theirs was faster
            return HuntBegun(await worker.database.write(work))

    @get("/hunts/totals/{span:str}", summary="The hunts of a week or month")
    async def totals(
        self,
        span: Annotated[Span, PathParameter()],
        visitor: CurrentVisitor,
        worker: CurrentWorker,
        day: Annotated[str | None, QueryParameter(pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")] = None,
        game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    ) -> HuntTotals:
        """What everybody, and your friends, got in the hunts of the week or month of a day, usually today."""
        chosen = _checked(day or hunts.day_of(worker.tables.now()))
        return await worker.database.read(lambda connection: _totals(connection, span, chosen, game, visitor.id))

    @get("/tables/{table:str}/choices", summary="What others chose")
    async def choices(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> list[ChoicesAt]:
        """At each decision of a game whose deal others have played, too: what was chosen, and by whom."""
        await check_access(worker, visitor, table)
        found = await worker.tables.read(table, lambda one: one)
        check_disclosed(found)
        return await worker.database.read(lambda connection: _choices(connection, found, visitor.id))


def _checked(day: str) -> str:
    try:
        hunts.day_after(day)
    except ValueError:
        raise Refused("not_found") from None
    return day


def _today(connection: Connection, day: str, reader: str | None) -> HuntDay:
    people = store.people(connection, day)
    found = [_info(connection, hunt, people.get(hunt.game, 0), reader) for hunt in store.of_days(connection, day, day)]
    played = [] if reader is None else store.days_of(connection, reader)
    return HuntDay(day, hunts.ends(day), found, hunts.streak(played, day))


def _info(connection: Connection, hunt: Hunt, people: int, reader: str | None) -> HuntInfo:
    attempt = _attempt(connection, hunt, reader)
    percent = None
    if attempt is not None and attempt.over:
        ranked = field(store.plays(connection, [hunt]))
        percent = next((round(one.percent) for one in ranked if one.play.identity == reader), None)
    return HuntInfo(hunt.game, _played(attempt), None if attempt is None else attempt.table, people, percent)


def _attempt(connection: Connection, hunt: Hunt, reader: str | None) -> Attempt | None:
    return None if reader is None else store.attempt(connection, hunt.day, hunt.game, reader)


def _played(attempt: Attempt | None) -> Played:
    if attempt is None:
        return "new"
    return "over" if attempt.over else "playing"


def _page(connection: Connection, day: str, game: str, reader: str | None) -> HuntPage:
    hunt = store.find(connection, _checked(day), game)
    deal = deals.find_deal(connection, hunt.deal)
    attempt = _attempt(connection, hunt, reader)
    published = deal.published is not None
    everybody = friends = None
    if published or (attempt is not None and attempt.over):
        plays = store.plays(connection, [hunt])
        known = profiles.met(connection, reader) | {reader or ""}
        everybody = [_play(one, reader, known, published=published) for one in field(plays)]
        friends = [_play(one, reader, known, published=published) for one in field(plays, known)]
    seats = range(hunt.setup.terms.players)
    return HuntPage(
        day,
        game,
        hunts.ends(day),
        hunt.setup.seat,
        [None if seat == hunt.setup.seat else hunt.setup.bots[seat] for seat in seats],
        deal.drawn,
        deal.commitment,
        deal.seed,
        _played(attempt),
        None if attempt is None else attempt.table,
        store.people(connection, day).get(game, 0),
        hunt.ghosts,
        len(hunts.GHOSTS),
        everybody,
        friends,
    )


def _play(ranked: Ranked, reader: str | None, known: set[str], *, published: bool) -> HuntPlay:
    play, percent = ranked
    you = play.identity is not None and play.identity == reader
    return HuntPlay(
        round(percent),
        play.ended.place,
        play.ended.points,
        play.ghost,
        play.name,
        you,
        play.identity in known and not you,
        play.ended.gone,
        play.table if published else None,
    )


def _totals(connection: Connection, span: Span, day: str, game: str | None, reader: str | None) -> HuntTotals:
    first, last = days_of(span, day)
    over = [
        hunt
        for hunt in store.of_days(connection, first, last)
        if game in (None, hunt.game) and deals.find_deal(connection, hunt.deal).published is not None
    ]
    plays = store.plays(connection, over)
    known = profiles.met(connection, reader) | {reader or ""}
    everybody = [_total(one, reader, known) for one in totals(plays)]
    friends = [_total(one, reader, known) for one in totals(plays, known)]
    return HuntTotals(span, first, last, everybody, friends)


def _total(total: Total, reader: str | None, known: set[str]) -> HuntTotal:
    bot = total.player.removeprefix(BOT) if is_bot(total.player) else None
    you = total.player == reader
    numbers = (round(total.points), round(total.mean), total.hunts, total.days)
    return HuntTotal(*numbers, bot, total.name, you, total.player in known and not you)


def _choices(connection: Connection, table: Table, reader: str | None) -> list[ChoicesAt]:
    deal = table.opened.deal
    ids = [] if deal is None else deals.tables_of(connection, deal)
    if table.id not in ids:
        return []
    compared = [table.id, *(other for other in ids if other != table.id)][:MOST_COMPARED]
    games = {
        other: [(played.seat, played.move) for played in effective_moves(table_store.entries(connection, other))]
        for other in compared
    }
    listed = {other: table_store.listed(connection, other) for other in compared}
    seats = {other: [] if one is None else one.seats for other, one in listed.items()}
    return [
        ChoicesAt(
            step,
            seat,
            [
                MoveChosen(move, [_chooser(other, seats[other][seat], reader) for other in by])
                for move, by in sorted(moves.items(), key=lambda one: -len(one[1]))
            ],
        )
        for step, seat, moves in choices(table.id, games)
        if any(seats[other][seat] != seats[table.id][seat] for by in moves.values() for other in by)
    ]


def _chooser(table: str, seat: Seat, reader: str | None) -> Chooser:
    you = reader is not None and seat.identity == reader
    return Chooser(table, seat.bot if seat.kind == "bot" else None, seat.name, you)
