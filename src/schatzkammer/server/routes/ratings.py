"""Ratings over REST: the list of a title, and what a game changed."""

from __future__ import annotations

from litestar import Controller, get
from sqlalchemy import Connection

from schatzkammer.server.identity import CurrentVisitor, CurrentWorker, check_access
from schatzkammer.server.routes.games import GameId
from schatzkammer.server.routes.tables import TableId
from schatzkammer.server.wire_people import Ranked, RatingInfo, SeatRating
from schatzkammer.table.ratings import BOT, UNRATED, Rating, is_bot
from schatzkammer.table.store import profiles, results
from schatzkammer.table.store.results import Standing
from schatzkammer.table.terms import known_game


class RatingsController(Controller):
    """Ratings."""

    path = "/api"
    tags = ["ratings"]  # noqa: RUF012

    @get("/ratings/{game:str}", summary="The ratings of a game")
    async def ratings(self, game: GameId, visitor: CurrentVisitor, worker: CurrentWorker) -> list[Ranked]:
        """The ratings of a game's players, the highest first: bots, you, and who shows you their profile."""
        known_game(game)
        return await worker.database.read(lambda connection: _ranked(connection, game, visitor.id))

    @get("/tables/{table:str}/ratings", summary="What a game changed")
    async def changes(self, table: TableId, visitor: CurrentVisitor, worker: CurrentWorker) -> list[SeatRating]:
        """By seat, the rating before and after a rated game; empty before it is over, and where it is not rated."""
        await check_access(worker, visitor, table)
        found = await worker.database.read(lambda connection: results.at_table(connection, table))
        return [_change(before, after) for before, after in found if after is not None]


def rating_info(rating: Rating, games: int) -> RatingInfo:
    """A rating for clients."""
    reach = round(rating.reach)
    return RatingInfo(rating.value, rating.value - reach, rating.value + reach, rating.provisional, games)


def _ranked(connection: Connection, game: str, reader: str | None) -> list[Ranked]:
    standings = results.standings(connection, game)
    people = [standing.player for standing in standings if not is_bot(standing.player)]
    names = results.names(connection, profiles.shown(connection, people, reader))
    return [
        _one(standing, names.get(standing.player, ""), reader)
        for standing in standings
        if is_bot(standing.player) or standing.player in names
    ]


def _one(standing: Standing, name: str, reader: str | None) -> Ranked:
    player, rating, games = standing
    info = rating_info(rating, games)
    if is_bot(player):
        return Ranked(info, bot=player.removeprefix(BOT))
    return Ranked(info, person=player, name=name, you=player == reader)


def _change(before: Rating | None, after: Rating) -> SeatRating:
    return SeatRating((before or UNRATED).value, after.value, after.provisional)
