"""Many turns at many tables while workers are killed: who was told of which, and how soon.

python -m tests.server.notices.turns --turns 1000 --tables 50
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import httpx
import psycopg

from schatzkammer.table.notices import GRACE
from tests.server.clients import Guest, Place, Refused
from tests.server.notices.people import SMALL, add_browser, add_hook, add_mail, end_turn, owing
from tests.server.notices.receivers import Arrived, MailServer, WebServer
from tests.server.players import KILLED, NOT_SAVED, OUTDATED
from tests.server.services import Postgres, Redis, Served
from tests.waiting import PATIENCE, until

PASSWORD = "a long secret"
TABLES_OF_ONE = 5
WATCHED, AT_ONCE = 0.15, 0.1  # of turns: their player looks at the board; or moves before anything is due
LOOKS = 4.0  # seconds that they look
QUIET = 8.0  # seconds at the end in which nothing more may arrive


class Turn(NamedTuple):
    """Somebody's turn: where they are told of it, the table, and the version with which it began."""

    address: str
    table: str
    since: int


@dataclass
class Person:
    """Somebody who wants to be told in one way."""

    guest: Guest
    address: str


class Report(NamedTuple):
    """What came of a run."""

    due: int
    missing: list[Turn]
    twice: list[Turn]  # in messages with different ids
    repeated: int  # messages that came again with their id, as a worker was killed at that moment
    needless: list[Turn]  # told although their player was looking, perhaps at a worker that was killed unheard
    late: list[Turn]  # told after the move was made
    moved_at_once: int
    looked_at: int
    together: int  # turns that were told with others in one message
    kills: int
    median: float
    p95: float
    longest: float

    @property
    def good(self) -> bool:
        return not (self.missing or self.twice or self.needless or self.late)


class Run:
    """Everybody at their tables."""

    def __init__(self, urls: Sequence[str], web: WebServer, mails: MailServer, turns: int) -> None:
        self.urls, self.web, self.mails, self.turns = urls, web, mails, turns
        self.people: list[Person] = []
        self.began: dict[Turn, float] = {}  # turns whose notice was waited for
        self.looked: set[Turn] = set()
        self.at_once: set[Turn] = set()
        self.moved: dict[Turn, float] = {}

    async def invite(self, count: int) -> None:
        """Makes accounts; of each three, one has a browser, one a mail address, one a webhook."""
        for number in range(count):
            name = f"Person {number}"
            guest = await Guest(self.urls[0], name).enter()
            await guest.register({"name": name, "password": PASSWORD})
            if number % 3 == 0:
                address = (await add_browser(guest, self.web, str(number))).path
            elif number % 3 == 1:
                address = f"person{number}@example.org"
                await add_mail(guest, self.mails, address)
            else:
                address = f"/hook/{number}"
                await add_hook(guest, self.web.url + address)
            self.people.append(Person(guest, address))

    async def play(self, pair: tuple[Person, Person], rng: random.Random) -> None:
        """Plays games of two, one after the other, until all turns are done."""
        while len(self.began) < self.turns:
            places = await self._open(pair, rng)
            since, began, acting = places[0].version, time.monotonic(), owing(places[0])
            while acting and len(self.began) < self.turns:
                (seat,) = acting
                turn = Turn(pair[seat].address, places[0].table, since)
                since = await self._take(places[seat], turn, began, rng)
                began, acting = self.moved[turn], owing(places[seat])

    async def _open(self, pair: tuple[Person, Person], rng: random.Random) -> list[Place]:
        table = ""
        while not table:
            try:
                table = await pair[0].guest.open(2, options=SMALL)
            except (httpx.HTTPError, AssertionError):  # its worker was killed
                await asyncio.sleep(0.1)
        places = [Place(person.guest, table, rng.choice(self.urls)) for person in pair]

        async def sit(place: Place) -> None:
            if place.seat is None:
                await place.ask("sit")

        async def start(place: Place) -> None:
            if place.state["table"]["status"] == "waiting":
                await place.ask("start")
            await place.until(lambda place: place.state["view"] is not None)

        await self._visit(places[1], sit, rng)
        await self._visit(places[0], start, rng)
        return places

    async def _take(self, place: Place, turn: Turn, began: float, rng: random.Random) -> int:
        """Waits for the notice of a turn, unless its player looks or moves at once; then they decide."""
        chance = rng.random()
        if chance < WATCHED:

            async def look(_: Place) -> None:
                if time.monotonic() < began + GRACE / 1000:  # else they came too late
                    self.looked.add(turn)
                await asyncio.sleep(max(0.0, began + LOOKS - time.monotonic()))

            await self._visit(place, look, rng)
        elif chance < WATCHED + AT_ONCE:
            self.at_once.add(turn)
        else:
            self.began[turn] = began
            with suppress(TimeoutError):  # then it is missing
                await until(lambda: self._told(turn))

        async def decide(place: Place) -> None:
            while place.seat in owing(place):
                try:
                    await end_turn(place, rng)
                except Refused as refused:
                    if refused.code == NOT_SAVED:
                        raise ConnectionError from None
                    assert refused.code in OUTDATED, refused
                    await place.until(lambda place: place.legal or place.seat not in owing(place))

        await self._visit(place, decide, rng)
        self.moved[turn] = time.monotonic()
        return place.version

    async def _visit(self, place: Place, do: Callable[[Place], Awaitable[None]], rng: random.Random) -> None:
        """Does something at a table, through any number of interruptions."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                place.state, place.entries, place.url = {}, [], rng.choice(self.urls).replace("http", "ws", 1)
                await place.connect()
                await place.until(lambda place: place.state)
                await do(place)
                await place.close()
                return
            except KILLED:
                assert time.monotonic() < end
                await asyncio.sleep(0.05)

    def _told(self, turn: Turn) -> bool:
        key = (turn.table, turn.since)
        at = self.mails.at(turn.address) if "@" in turn.address else self.web.at(turn.address)
        return any(key in one.turns for one in reversed(at))

    def report(self, kills: int) -> Report:
        first: dict[Turn, Arrived] = {}
        ids: dict[Turn, set[str]] = {}
        repeated = together = 0
        seen: set[tuple[str, str]] = set()
        late: list[Turn] = []
        for one in sorted([*self.web.arrived, *self.mails.arrived], key=lambda one: one.at):
            if not one.turns:
                continue
            key = (one.address, one.content["id"])
            repeated += key in seen
            seen.add(key)
            together += len(one.turns) if len(one.turns) > 1 else 0
            for table, since in one.turns:
                turn = Turn(one.address, table, since)
                first.setdefault(turn, one)
                ids.setdefault(turn, set()).add(one.content["id"])
                if one.at > self.moved.get(turn, one.at):
                    late.append(turn)
        waits = sorted(first[turn].at - began for turn, began in self.began.items() if turn in first)
        return Report(
            len(self.began),
            [turn for turn in self.began if turn not in first],
            [turn for turn, found in ids.items() if len(found) > 1],
            repeated,
            [turn for turn in self.looked if turn in first],
            late,
            len(self.at_once),
            len(self.looked),
            together,
            kills,
            waits[len(waits) // 2],
            waits[ceil(len(waits) * 0.95) - 1],
            waits[-1],
        )


async def run(
    turns: int, tables: int, kill_every: float | None, postgres: Postgres, redis: Redis, seed: int = 1
) -> Report:
    """Plays so many turns at two workers, of which one after the other is killed and started again."""
    rng = random.Random(seed)
    database = postgres.new_database()
    async with WebServer() as web:
        with MailServer() as mails:
            options = ("--no-limits", "--public-url", "http://127.0.0.1", "--notice-hosts", "127.0.0.1")
            workers = [Served(database, *options, "--mail-from", "table@example.org", redis=redis.url) for _ in "ab"]
            for worker in workers:
                worker.environment["SCHATZKAMMER_SMTP_URL"] = mails.url
            with workers[0], workers[1]:
                everybody = Run([worker.url for worker in workers], web, mails, turns)
                await everybody.invite(max(2, ceil(2 * tables / TABLES_OF_ONE)))
                kills: list[int] = []
                killer = asyncio.create_task(_kill(workers, kill_every, kills)) if kill_every else None
                people = everybody.people
                seats = [people[number % len(people)] for number in range(2 * tables)]
                pairs = [(seats[2 * number], seats[2 * number + 1]) for number in range(tables)]
                await asyncio.gather(*(everybody.play(pair, random.Random(rng.random())) for pair in pairs))
                if killer is not None:
                    killer.cancel()
                    await asyncio.wait([killer])
                await asyncio.sleep(QUIET)
                for lost in everybody.report(0).missing:
                    sys.stdout.write(f"{lost}: {_outcome(database, lost)}\n")
                for person in people:
                    await person.guest.http.aclose()
                return everybody.report(len(kills))


def _outcome(database: str, turn: Turn) -> object:
    """What the server knows of a notice."""
    with psycopg.connect(database) as connection:
        return connection.execute("SELECT * FROM notices WHERE table_id = %s", (turn.table,)).fetchall()


async def _kill(workers: list[Served], every: float, kills: list[int]) -> None:
    """Kills one worker after the other, and starts it again."""
    number = 0
    while True:
        await asyncio.sleep(every)
        kills.append(number % len(workers))
        number += 1
        workers[kills[-1]].kill()
        starting = asyncio.ensure_future(asyncio.to_thread(workers[kills[-1]].start))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await starting
            raise


def main() -> None:
    """Runs it and prints what came of it; exit code 1 if a notice is missing, needless, late or came twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--kill-every", type=float, default=12.0, help="seconds; 0: never")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    postgres, redis = Postgres(), Redis()
    try:
        began = time.monotonic()
        report = asyncio.run(run(asked.turns, asked.tables, asked.kill_every or None, postgres, redis, asked.seed))
        for name, value in report._asdict().items():
            few = value[:5] if isinstance(value, list) else []
            sys.stdout.write(f"{name:14} {len(value) if isinstance(value, list) else value} {few or ''}\n")
        sys.stdout.write(f"{'seconds':14} {time.monotonic() - began:.0f}\n")
    finally:
        redis.stop()
        postgres.stop()
    sys.exit(not report.good)


if __name__ == "__main__":
    main()
