"""What is due is sent once, when it should be and while it is true; with a real web server, and a clock of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from schatzkammer.server.notices.channels import Channels
from schatzkammer.server.notices.dispatcher import LEASE, MOST_FAILURES, Notices
from schatzkammer.server.settings import Settings
from schatzkammer.table.accounts import Accounts
from schatzkammer.table.model import HOUR, MINUTE, SECOND, Clock, Move, Person, Sit, Start, Terms
from schatzkammer.table.notices import GRACE, RETRIES, Preferences, Quiet
from schatzkammer.table.service import Tables
from schatzkammer.table.store import channels as channel_store
from schatzkammer.table.store import notices as store
from schatzkammer.table.store.schema import NOTICES
from tests.server.notices.receivers import Arrived, WebServer
from tests.table.helpers import open_tables

pytestmark = pytest.mark.anyio

NO_CLOCK = Clock()
FUTURE = 2_000_000_000_000
MIDDAY = 1_760_000_400_000  # 2025-10-09 09:00 UTC


class World:
    """Tables, people at them who have a webhook, and a clock."""

    def __init__(self, folder: Path, web: WebServer) -> None:
        self.folder, self.web = folder, web
        self.time = MIDDAY
        self.looking: dict[tuple[str, str], int] = {}
        self.tables: Tables
        self.channels: Channels
        self.notices: Notices

    def looked(self, table_id: str, identity: str) -> tuple[int, bool]:
        return self.looking.get((table_id, identity), 0), (table_id, identity) in self.looking

    @asynccontextmanager
    async def open(self) -> AsyncIterator[World]:
        async with open_tables(self.folder, lambda: self.time) as self.tables:
            settings = Settings("", public_url="https://table.example.org", notice_hosts=("127.0.0.1",))
            self.channels = Channels(self.tables.database, settings)
            await self.channels.start()
            self.notices = self.worker()
            yield self
            await self.channels.close()

    def worker(self) -> Notices:
        return Notices(self.tables, self.channels, self)

    async def person(self, name: str, wanted: Preferences | None = None) -> Person:
        who = await Accounts(self.tables.database).new_guest(name)
        row = {"id": name, "identity_id": who.id, "session_id": None, "kind": "webhook", "name": name}
        row |= {"address": f"{self.web.url}/{name}", "created": self.time, "since": self.time}
        await self.tables.database.write(partial(channel_store.add, row=row))
        if wanted is not None:
            await self.prefer(who.id, wanted)
        return Person(who.id, name)

    async def prefer(self, identity: str, wanted: Preferences) -> None:
        await self.tables.database.write(partial(channel_store.set_preferences, identity=identity, wanted=wanted))

    async def game(self, host: Person, other: Person, clock: Clock = NO_CLOCK) -> str:
        """A game that has begun."""
        table, _ = await self.tables.open(Terms("ali-baba", 2, {"variant": "small"}, clock=clock), host, [None])
        await self.tables.run(table, Sit(), other)
        await self.tables.run(table, Start(), host)
        return table

    async def to_act(self, table: str) -> list[int]:
        return await self.tables.read(table, lambda found: list(found.owing))

    async def move(self, table: str, people: tuple[Person, ...]) -> None:
        """Decides until it is another's turn."""
        (seat,) = await self.to_act(table)
        while await self.to_act(table) == [seat]:
            version, legal = await self.tables.read(table, lambda found: (found.version, found.match.legal(seat)))
            await self.tables.run(table, Move(version=version, move=legal[0]), people[seat])

    async def pass_time(self, milliseconds: int = GRACE) -> list[Arrived]:
        """Lets time pass; returns what arrives then."""
        before = len(self.web.arrived)
        self.time += milliseconds
        await self.notices.look()
        await self.notices.send_due()
        await self.notices.finish_sending()
        return self.web.arrived[before:]

    async def outcomes(self) -> dict[tuple[str, str, str], str | None]:
        """By channel, table and kind, what became of a notice; None: it is still to come."""
        query = select(NOTICES.c.channel_id, NOTICES.c.table_id, NOTICES.c.kind, NOTICES.c.outcome)
        rows = await self.tables.database.read(lambda connection: connection.execute(query).all())
        return {(row[0], row[1], row[2]): row[3] for row in rows}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with WebServer() as web, World(tmp_path, web).open() as found:
        yield found


async def test_one_notice_for_one_turn_however_many_workers_look(world: World) -> None:
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    assert await world.pass_time(0) == []  # whoever moves at once is not told
    (first,) = await world.pass_time()
    mover, waits = ("/ada", "/bea") if await world.to_act(table) == [0] else ("/bea", "/ada")
    assert (first.address, first.turns) == (mover, [(table, 2)])
    assert first.content["title"] == "Ali Baba: it is your turn"
    assert first.content["url"] == f"https://table.example.org/t/{table}"
    assert await world.pass_time(HOUR) == []
    world.notices = world.worker()  # another worker, or this one started again
    assert await world.pass_time(HOUR) == []
    await world.move(table, (ada, bea))
    (second,) = await world.pass_time()
    assert second.address == waits


async def test_who_has_moved_is_not_told(world: World) -> None:
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    (seat,) = await world.to_act(table)
    await world.pass_time(0)
    await world.move(table, (ada, bea))
    arrived = await world.pass_time()
    assert [one.address for one in arrived] == [("/bea", "/ada")[seat]]
    outcomes = await world.outcomes()
    assert outcomes[(("ada", "bea")[seat], table, "turn")] == "moved"


async def test_who_looks_is_not_told(world: World) -> None:
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    mover = (ada, bea)[(await world.to_act(table))[0]]
    world.looking[table, mover.identity] = FUTURE
    assert await world.pass_time() == []
    world.looking.clear()
    assert await world.pass_time(HOUR) == []
    assert (await world.outcomes())[mover.name, table, "turn"] == "seen"


async def test_who_may_have_gone_with_a_killed_worker_is_told(world: World) -> None:
    """Another worker said before the turn began that somebody looks, and was not heard of since."""
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    mover = (ada, bea)[(await world.to_act(table))[0]]
    world.looking[table, mover.identity] = MIDDAY - 1
    assert await world.pass_time() == []
    assert len(await world.pass_time(10 * SECOND)) == 1


async def test_many_tables_are_told_together(world: World) -> None:
    ada = await world.person("ada")
    people = [await world.person(f"friend{number}") for number in range(8)]
    tables = []
    for friend in people:
        table = await world.game(ada, friend)
        if await world.to_act(table) != [0]:
            await world.move(table, (ada, friend))
        tables.append(table)
    (one,) = [arrived for arrived in await world.pass_time() if arrived.address == "/ada"]
    assert sorted(table for table, _ in one.turns) == sorted(tables)
    assert one.content["title"] == "8 tables are waiting for you"
    assert one.content["text"].endswith("and 2 more")
    assert one.content["url"] == "https://table.example.org/next"


async def test_in_between_messages_turns_are_collected(world: World) -> None:
    ada, bea = await world.person("ada", Preferences(every=60)), await world.person("bea")
    first = await world.game(ada, bea)
    if await world.to_act(first) != [0]:
        await world.move(first, (ada, bea))
    assert "/ada" in [one.address for one in await world.pass_time()]
    second = await world.game(ada, bea)
    if await world.to_act(second) != [0]:
        await world.move(second, (ada, bea))
    assert "/ada" not in [one.address for one in await world.pass_time()]
    (later,) = [one for one in await world.pass_time(HOUR) if one.address == "/ada"]
    assert [table for table, _ in later.turns] == [second]


async def test_nothing_is_sent_in_quiet_hours(world: World) -> None:
    """MIDDAY is nine o'clock UTC, and eleven in Berlin."""
    quiet = Preferences(quiet=Quiet(begins=10 * 60, ends=12 * 60, zone="Europe/Berlin"))
    ada, bea = await world.person("ada", quiet), await world.person("bea", quiet)
    await world.game(ada, bea)
    assert await world.pass_time() == []
    assert await world.pass_time(55 * MINUTE) == []
    assert len(await world.pass_time(5 * MINUTE)) == 1


async def test_a_muted_table_tells_nothing(world: World) -> None:
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    mover = (ada, bea)[(await world.to_act(table))[0]]
    database = world.tables.database
    await database.write(partial(channel_store.mute, identity=mover.identity, table_id=table, on=True))
    assert await world.pass_time() == []
    assert (await world.outcomes())[mover.name, table, "turn"] == "off"


async def test_a_reminder_comes_before_a_slow_clock_runs_out(world: World) -> None:
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea, Clock(kind="slow", hours=24))
    (turn,) = await world.pass_time()
    assert turn.content["kind"] == "turn"
    assert await world.pass_time(20 * HOUR - 2 * GRACE) == []
    (reminder,) = await world.pass_time(2 * GRACE)
    assert (reminder.content["kind"], reminder.turns) == ("reminder", turn.turns)
    assert "About 3 hours" in reminder.content["text"] or "About 4 hours" in reminder.content["text"]
    assert await world.pass_time(HOUR) == []
    await world.move(table, (ada, bea))
    assert [one.content["kind"] for one in await world.pass_time()] == ["turn"]


async def test_a_reminder_is_not_sent_to_who_has_moved(world: World) -> None:
    ada, bea = await world.person("ada", Preferences(turn=False)), await world.person("bea", Preferences(turn=False))
    table = await world.game(ada, bea, Clock(kind="slow", hours=4))
    assert await world.pass_time() == []
    await world.move(table, (ada, bea))
    assert await world.pass_time(3 * HOUR - 3 * GRACE) == []
    (reminder,) = await world.pass_time(3 * GRACE)  # the other's
    assert reminder.turns[0][1] > 2


async def test_alone_with_bots_nobody_waits(world: World) -> None:
    ada = await world.person("ada")
    table, _ = await world.tables.open(Terms("ali-baba", 2), ada, ["random"])
    await world.tables.run(table, Start(), ada)
    assert await world.pass_time(HOUR) == []


async def test_what_a_killed_worker_held_is_sent_when_its_lease_ends(world: World) -> None:
    ada, bea = await world.person("ada"), await world.person("bea")
    await world.game(ada, bea)
    await world.notices.look()
    world.time += GRACE
    until = world.time + LEASE
    claim = partial(store.claim, now=world.time, until=until, most=9)
    assert len(await world.tables.database.write(claim)) == 1  # then it was killed
    assert await world.tables.database.write(claim) == []
    assert await world.pass_time(LEASE - 1) == []
    assert len(await world.pass_time(1)) == 1
    assert await world.pass_time(HOUR) == []


async def test_what_is_not_taken_is_tried_again_and_again(world: World) -> None:
    world.web.answer = lambda _, attempt: "503 Service Unavailable" if attempt < 3 else "200 OK"
    ada, bea = await world.person("ada"), await world.person("bea")
    await world.game(ada, bea)
    assert await world.pass_time() == []
    assert len(world.web.refused) == 1
    assert await world.pass_time(RETRIES[0] - 1) == []
    assert len(world.web.refused) == 1
    assert await world.pass_time(1) == []
    assert len(world.web.refused) == 2
    assert len(await world.pass_time(RETRIES[1])) == 1
    assert await world.pass_time(HOUR) == []


async def test_what_moved_meanwhile_is_not_tried_again(world: World) -> None:
    world.web.answer = lambda *_: "503 Service Unavailable"
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    await world.pass_time()
    await world.move(table, (ada, bea))
    world.web.answer = lambda *_: "200 OK"
    (only,) = await world.pass_time(RETRIES[0])
    assert only.address != world.web.refused[0]


async def test_a_channel_that_never_works_is_paused(world: World) -> None:
    world.web.answer = lambda *_: "403 Forbidden"
    ada, bea = await world.person("ada"), await world.person("bea")
    table = await world.game(ada, bea)
    for _ in range(2 * MOST_FAILURES + 4):
        await world.pass_time()
        await world.move(table, (ada, bea))
    assert len(world.web.refused) == 2 * MOST_FAILURES
    for name in ("ada", "bea"):
        channel = await world.tables.database.read(partial(channel_store.channel, channel_id=name))
        assert channel is not None
        assert (channel.since, channel.problem) == (None, "403 Forbidden")
