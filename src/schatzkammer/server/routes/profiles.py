"""Profiles over REST: what a person has played, for those whom they let see it."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, put
from litestar.params import JSONBody, PathParameter
from sqlalchemy import Connection

from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import DONE, KNOWN_READS
from schatzkammer.server.routes.ratings import rating_info
from schatzkammer.server.wire_people import (
    DecisionRating,
    Opponent,
    Played,
    Profile,
    RatingPoint,
    Split,
    TitleRecord,
    Visibility,
)
from schatzkammer.table import decisions
from schatzkammer.table.errors import Refused
from schatzkammer.table.ratings import BOT, is_bot
from schatzkammer.table.store import careers, profiles, results
from schatzkammer.table.store.careers import Career

PersonId = Annotated[str, PathParameter(max_length=40)]


class ProfilesController(Controller):
    """Profiles."""

    path = "/api"
    tags = ["profiles"]  # noqa: RUF012

    @get("/profile", summary="My profile", security=KNOWN_READS)
    async def mine(self, visitor: CurrentVisitor, worker: CurrentWorker) -> Profile:
        """Your profile as you see it yourself."""
        me = visitor.require_identity().id
        return await worker.database.read(lambda connection: _profile(connection, me, me))

    @put("/profile", status_code=204, summary="Who sees my profile", responses={204: DONE})
    async def show(self, data: JSONBody[Visibility], visitor: CurrentVisitor, worker: CurrentWorker) -> None:
        """Says who may see your profile and your ratings: nobody, friends, also people you have played with, or all."""
        me = visitor.require_identity().id
        await worker.database.write(lambda connection: profiles.set_seen_by(connection, me, data.seen_by))

    @get("/people/{person:str}", summary="A profile")
    async def person(self, person: PersonId, visitor: CurrentVisitor, worker: CurrentWorker) -> Profile:
        """Somebody's results, titles, ratings over time and opponents, if they show them to you."""
        return await worker.database.read(lambda connection: _profile(connection, person, visitor.id))


def _profile(connection: Connection, person: str, reader: str | None) -> Profile:
    known = careers.person(connection, person)
    if known is None or not profiles.shown(connection, [person], reader):
        raise Refused("no_profile")
    career = careers.career(connection, person)
    you = person == reader
    return Profile(
        person,
        *known,
        you,
        profiles.seen_by(connection, person) if you else None,
        _titles(connection, person, career),
        _opponents(connection, career, reader),
        [Played(*one) for one in careers.played(connection, person, reader)],
    )


def _titles(connection: Connection, person: str, career: Career) -> list[TitleRecord]:
    found = []
    for title in career.titles:
        history = careers.history(connection, person, title.game)
        rating = rating_info(history[-1][1], title.rated) if history else None
        points = [RatingPoint(at, one.value, round(one.reach)) for at, one in history]
        numbers = careers.statistics(connection, person, title.game)
        found.append(
            TitleRecord(
                *(title.game, title.games, title.wins, title.left, title.best, round(title.place, 2)),
                rating,
                points,
                _decisions(numbers.decisions),
                [Split(*one) for one in numbers.players],
                [Split(*one) for one in numbers.seats],
                numbers.streak,
                numbers.longest,
            )
        )
    return found


def _decisions(rating: decisions.DecisionRating | None) -> DecisionRating | None:
    """A decision rating for clients, in percent of a win."""
    if rating is None:
        return None
    loss, low, high = (
        round(100 * share, 2)
        for share in (rating.loss, max(0.0, rating.loss - rating.reach), rating.loss + rating.reach)
    )
    return DecisionRating(loss, low, high, rating.provisional, rating.decisions, rating.games)


def _opponents(connection: Connection, career: Career, reader: str | None) -> list[Opponent]:
    people = [one.player for one in career.opponents if not is_bot(one.player)]
    names = results.names(connection, profiles.shown(connection, people, reader))
    return [
        Opponent(one.games, one.ahead, bot=one.player.removeprefix(BOT))
        if is_bot(one.player)
        else Opponent(one.games, one.ahead, person=one.player, name=names[one.player])
        for one in career.opponents
        if is_bot(one.player) or one.player in names
    ][: careers.MOST_OPPONENTS]
