"""Evenings of this worker. Any worker may do any step: the row in the database decides.

A change is computed from what is stored, and stored only if no other worker was faster; else it is computed again. The
tables of a round are opened in the same transaction, so that a round is either there with all its tables or not at all.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from sqlalchemy import Connection

from schatzkammer.table import deals
from schatzkammer.table.errors import NotFound, NotSaved, Refused
from schatzkammer.table.evenings import progress
from schatzkammer.table.evenings.model import MOST_SEATS, Evening, Game, Participant, Plan, Step
from schatzkammer.table.evenings.seating import Table
from schatzkammer.table.matchpoints import Ended
from schatzkammer.table.model import Person, Resign, Seat, StandIn, new_id
from schatzkammer.table.service import ATTEMPTS, NOTHING_TO_DO, Tables, new_invite
from schatzkammer.table.settling import results_of
from schatzkammer.table.store import evenings as store
from schatzkammer.table.store.evenings import Stored
from schatzkammer.table.terms import check_bot, checked_terms

LOG = logging.getLogger("schatzkammer.evenings")

INTERVAL = 0.8  # seconds between two looks at what is due
MOST_UNFINISHED = 20  # evenings of one person

STEPS: dict[Step, Callable[[Evening], Evening]] = {
    "start": progress.started,
    "pause": progress.paused,
    "resume": progress.resumed,
    "next": progress.hurried,
    "end": progress.ended,
}


class Evenings:
    """Opens evenings, changes them, and does what is due: opens rounds, enters results."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._database = tables.database
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts looking for what is due."""
        self._task = asyncio.create_task(self._poll())

    async def close(self) -> None:
        """Stops; another worker does the rest, or this one after its next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # What people ask for --------------------------------------------------------------------------
    async def open(self, plan: Plan, who: Person) -> str:
        """Opens an evening, in which the host takes part; returns its id."""
        if plan.kind == "round_robin" and plan.terms.players != 2:
            raise Refused("pairs_only")
        checked_terms(plan.terms)
        check_bot(plan.bot)
        if not 2 <= plan.terms.players <= MOST_SEATS or not plan.name.strip():
            raise Refused("bad_evening", most=MOST_SEATS)
        if await self._database.read(partial(store.unfinished, identity=who.identity)) >= MOST_UNFINISHED:
            raise Refused("too_many")
        evening = progress.joined(Evening(plan, who.identity), who)
        evening_id, now = new_id(9), self._tables.now()
        await self._database.write(
            partial(store.create, evening_id=evening_id, evening=evening, invite=new_invite(), now=now)
        )
        return evening_id

    async def find(self, evening_id: str, reader: str | None, invite: str | None = None) -> Stored:
        """An evening, for those who take part, its host, and whoever is invited."""
        stored = await self._found(evening_id)
        evening = stored.evening
        if reader != evening.host and evening.number_of(reader) is None and invite != stored.invite:
            raise Refused("invite")
        return stored

    async def of(self, identity: str, most: int) -> list[Stored]:
        """The evenings of somebody, the latest first."""
        return await self._database.read(partial(store.of_person, identity=identity, most=most))

    async def join(self, evening_id: str, who: Person, invite: str | None) -> Stored:
        """Lets somebody take part."""
        await self.find(evening_id, who.identity, invite)
        return await self._change(evening_id, lambda evening: progress.joined(evening, who))

    async def leave(self, evening_id: str, number: int, who: Person) -> Stored:
        """Lets somebody go, or lets the host remove them; at the table they play at, a bot plays on."""
        stored = await self._found(evening_id)
        own = stored.evening.number_of(who.identity)
        if who.identity != stored.evening.host and own != number:
            raise Refused("not_host")
        if number >= len(stored.evening.people):
            raise Refused("no_person")
        identity = stored.evening.people[number].identity

        def gone(evening: Evening) -> Evening:
            now = evening.number_of(identity)
            if now is None:
                raise Refused("not_there")
            return progress.left(evening, now)

        stored = await self._change(evening_id, gone)
        evening = stored.evening
        for game in [] if evening.between else evening.rounds[-1].games:
            if game.ended is None and number in game.seats:
                await self._run(game.table, StandIn(), identity)
        await self.work(evening_id)
        return await self._found(evening_id)

    async def step(self, evening_id: str, step: Step, who: Person) -> Stored:
        """Does what the host asks for, and what follows from it."""
        if (await self._found(evening_id)).evening.host != who.identity:
            raise Refused("not_host")
        await self._change(evening_id, STEPS[step])
        await self.work(evening_id)
        return await self._found(evening_id)

    async def forget(self, identity: str) -> None:
        """Removes the name of a deleted account from its evenings; bots play on for it."""
        for stored in await self.of(identity, 1000):
            await self._change(stored.id, lambda evening: progress.forgotten(evening, identity))

    async def hand_over(self, guest: Person, account: Person) -> None:
        """Gives a guest's part in evenings to the account they signed in to."""
        for stored in await self.of(guest.identity, 1000):
            await self._change(stored.id, lambda evening: progress.handed(evening, guest.identity, account))
        await self._database.write(partial(store.transfer, old=guest.identity, new=account.identity))

    # What is due ----------------------------------------------------------------------------------
    async def work(self, evening_id: str) -> None:
        """Does what is due at an evening: enters results, and opens the next round when its time has come."""
        stored = await self._found(evening_id)
        if stored.evening.phase not in ("playing", "paused"):
            return
        if not stored.evening.between:
            await self._settle(stored)
            stored = await self._found(evening_id)
        evening = stored.evening
        due = evening.next_at is not None and evening.next_at <= self._tables.now()
        if evening.phase == "playing" and evening.between and due:
            await self._open_round(stored)

    async def _settle(self, stored: Stored) -> None:
        """Ends games that everybody has left, and enters the results of those that are over."""
        games = [game for game in stored.evening.rounds[-1].games if game.ended is None]
        for table_id, people in await self._database.read(partial(store.deserted, games=games)):
            for identity in people:
                await self._run(table_id, Resign(), identity)
        found = await self._database.read(partial(_ended, games=games), at_once=True)
        if not found:
            return
        now = self._tables.now()
        if progress.settled(stored.evening, found, now).between:  # what a killed worker has not published, another does
            await deals.publish(self._tables, deal_id(stored.id, len(stored.evening.rounds) - 1))
        await self._change(stored.id, lambda evening: progress.settled(evening, found, now))

    async def _open_round(self, stored: Stored) -> None:
        """Opens the next round with all its tables, unless another worker has done so."""
        evening = stored.evening
        seats, bye = await asyncio.to_thread(progress.next_tables, evening)
        await self._database.write(partial(_open, stored=stored, seats=seats, bye=bye, now=self._tables.now()))

    async def _run(self, table_id: str, command: StandIn | Resign, identity: str) -> None:
        """Runs a command of somebody at a table, unless it is too late for it."""
        try:
            await self._tables.run(table_id, command, Person(identity, ""))
        except NotFound:
            pass
        except Refused as refusal:
            if refusal.code not in (*NOTHING_TO_DO, "forfeited"):
                raise

    async def _change(self, evening_id: str, changed: Callable[[Evening], Evening]) -> Stored:
        """Changes an evening; if another worker was faster, once more."""
        for _ in range(ATTEMPTS):
            stored = await self._found(evening_id)
            after = changed(stored.evening)
            if after == stored.evening:
                return stored
            if await self._database.write(partial(store.replace, stored=stored, evening=after, now=self._tables.now())):
                return await self._found(evening_id)
        raise NotSaved("too many changes at once")

    async def _found(self, evening_id: str) -> Stored:
        stored = await self._database.read(partial(store.find, evening_id=evening_id))
        if stored is None:
            raise Refused("no_evening")
        return stored

    async def _poll(self) -> None:
        while True:
            try:
                for evening_id in await self._database.read(store.running):
                    await self.work(evening_id)
            except NotSaved as error:
                LOG.warning("the database does not answer", extra={"reason": str(error)})
            except Exception:
                LOG.exception("an evening does not go on")
            await asyncio.sleep(INTERVAL * (0.5 + random.random()))  # noqa: S311  keeps workers out of step


def deal_id(evening_id: str, number: int) -> str:
    """The id of the deal of a round, which its tables carry."""
    return f"evening/{evening_id}/{number}"


def _ended(connection: Connection, games: Sequence[Game]) -> dict[str, list[Ended]]:
    """How games ended, by table, of those that are over; a table that was purged has no winner."""
    found = {}
    left = store.existing(connection, list(games))
    for game in games:
        if game.table not in left:
            found[game.table] = [Ended(1, None, gone=True)] * len(game.seats)
    for table_id in store.finished(connection, list(games)):
        seats = results_of(connection, table_id)
        if seats:
            found[table_id] = [Ended(seat.place, seat.score, seat.gone) for seat in seats]
    return found


def _open(connection: Connection, stored: Stored, seats: Sequence[Table], bye: int | None, now: int) -> bool:
    """Opens the tables of a round and enters it, all or nothing."""
    if not store.lock(connection, stored):
        return False
    evening = stored.evening
    deal = deal_id(stored.id, len(evening.rounds))
    if seats:
        deals.draw(connection, deal, now)
    terms = replace(evening.plan.terms, private=False, rated=False)  # until the deal is over, nobody else gets in
    opened = []
    for held in seats:
        people = [_seat(evening.people, number, evening.plan.bot) for number in held]
        opened.append(deals.deal_table(connection, deal, terms, people, now).id)
    return store.replace(connection, stored, progress.opened(evening, opened, seats, bye), now)


def _seat(people: Sequence[Participant], number: int | None, bot: str) -> Seat:
    if number is None:
        return Seat("bot", bot=bot)
    person = people[number]
    return Seat("human", person.identity, person.name, bot=bot, remote=person.remote)
