"""Evenings over REST: to set them up, to take part, the steps of the host, and the table."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import asdict

from schatzkammer.server.identity import CurrentVisitor, CurrentWorker
from schatzkammer.server.openapi import KNOWN_READS, problems
from schatzkammer.server.wire_evenings import (
    EveningBalance,
    EveningGame,
    EveningInvitation,
    EveningListing,
    EveningPage,
    EveningPerson,
    EveningPlan,
    EveningRound,
    EveningSeat,
    EveningStanding,
    EveningStep,
)
from schatzkammer.table.evenings import progress, seating, standings
from schatzkammer.table.evenings.model import Evening, Plan, Round
from schatzkammer.table.store.evenings import Stored

EveningId = Annotated[str, PathParameter(max_length=40)]
Number = Annotated[int, PathParameter(ge=0, le=1000)]
Invite = Annotated[str | None, QueryParameter(max_length=80)]

MOST_LISTED = 50


class EveningsController(Controller):
    """Evenings and cups."""

    path = "/api/evenings"
    tags = ["evenings"]  # noqa: RUF012

    @get(summary="My evenings", security=KNOWN_READS)
    async def mine(self, visitor: CurrentVisitor, worker: CurrentWorker) -> list[EveningListing]:
        """The evenings you take part in or are the host of, the latest first."""
        me = visitor.require_identity().id
        return [_listing(one, me) for one in await worker.evenings.of(me, MOST_LISTED)]

    @post(summary="Set up an evening", responses=problems(404, 409))
    async def open(self, data: JSONBody[EveningPlan], visitor: CurrentVisitor, worker: CurrentWorker) -> EveningPage:
        """Sets up an evening; you take part and are its host."""
        who = visitor.person()
        worker.limits.check("open", visitor.key)
        evening_id = await worker.evenings.open(Plan(**asdict(data)), who)
        return _page(await worker.evenings.find(evening_id, who.identity), who.identity, worker.tables.now())

    @get("/{evening:str}", summary="An evening", responses=problems(403))
    async def evening(
        self, evening: EveningId, visitor: CurrentVisitor, worker: CurrentWorker, invite: Invite = None
    ) -> EveningPage:
        """The whole evening, for those who take part and for whoever is invited."""
        return _page(await worker.evenings.find(evening, visitor.id, invite), visitor.id, worker.tables.now())

    @post("/{evening:str}/join", status_code=200, summary="Take part", responses=problems(409))
    async def join(
        self, evening: EveningId, data: JSONBody[EveningInvitation], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> EveningPage:
        """Lets you take part, from the next round on; those who have left may come back."""
        who = visitor.person()
        worker.limits.check("seat", who.identity)
        return _page(await worker.evenings.join(evening, who, data.invite), who.identity, worker.tables.now())

    @post("/{evening:str}/steps", status_code=200, summary="Start, pause, go on, end", responses=problems(409))
    async def step(
        self, evening: EveningId, data: JSONBody[EveningStep], visitor: CurrentVisitor, worker: CurrentWorker
    ) -> EveningPage:
        """(host) Starts the evening, pauses or resumes it, begins the next round at once, or ends it early."""
        who = visitor.person()
        worker.limits.check("seat", who.identity)
        return _page(await worker.evenings.step(evening, data.step, who), who.identity, worker.tables.now())

    @delete("/{evening:str}/people/{number:int}", status_code=200, summary="Leave", responses=problems(409))
    async def leave(
        self, evening: EveningId, number: Number, visitor: CurrentVisitor, worker: CurrentWorker
    ) -> EveningPage:
        """Lets you go, or removes somebody if you are the host; at the table they play at, a bot plays on."""
        who = visitor.person()
        worker.limits.check("seat", who.identity)
        return _page(await worker.evenings.leave(evening, number, who), who.identity, worker.tables.now())


def _listing(stored: Stored, reader: str) -> EveningListing:
    evening = stored.evening
    plan = evening.plan
    people = len(evening.present)
    return EveningListing(
        stored.id, plan.name, plan.kind, plan.terms.game, evening.phase, people, stored.touched, _table(evening, reader)
    )


def _page(stored: Stored, reader: str | None, now: int) -> EveningPage:
    evening = stored.evening
    you = evening.number_of(reader) if reader else None
    hosting = reader is not None and reader == evening.host
    people = [
        EveningPerson(person.name, number == you, person.since, person.left is not None)
        for number, person in enumerate(evening.people)
    ]
    return EveningPage(
        stored.id,
        evening.plan,
        evening.phase,
        people,
        evening.number_of(evening.host),
        hosting,
        you,
        stored.invite if hosting or you is not None else None,
        [_round(one, evening.plan.kind == "duplicate") for one in evening.rounds],
        progress.rounds_to_come(evening),
        evening.between,
        None if evening.next_at is None else max(0, evening.next_at - now),
        _table(evening, reader),
        [EveningStanding(*one) for one in standings.ranking(evening)],
        _balance(evening),
    )


def _table(evening: Evening, reader: str | None) -> str | None:
    """The table at which the reader plays in this round."""
    number = evening.number_of(reader) if reader else None
    if number is None or evening.between:
        return None
    seated = (game for game in evening.rounds[-1].games if game.ended is None and number in game.seats)
    return next((game.table for game in seated), None)


def _round(one: Round, duplicate: bool) -> EveningRound:
    percents = standings.percentages(one) if duplicate and one.over else None
    games = []
    for table, game in enumerate(one.games):
        seats = []
        for seat, person in enumerate(game.seats):
            # Until the deal is over, a result would tell others what can be had.
            ended = game.ended[seat] if game.ended is not None and one.over else None
            percent = None if percents is None else round(percents[table][seat], 1)
            seats.append(
                EveningSeat(person)
                if ended is None
                else EveningSeat(person, ended.place, ended.points, ended.gone, percent)
            )
        games.append(EveningGame(game.table, seats, game.ended is not None))
    return EveningRound(games, one.bye, one.over)


def _balance(evening: Evening) -> EveningBalance | None:
    if evening.plan.kind != "duplicate" or not evening.rounds:
        return None
    return EveningBalance(*seating.balance(progress.counted(evening), evening.present))
