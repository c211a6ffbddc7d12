"""What grows old: sessions, guests and abandoned tables end after their time; finished games never do."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select

import schatzkammer as sk
from schatzkammer.cli import run
from schatzkammer.table import chat, housekeeping
from schatzkammer.table.accounts import Accounts, Identity
from schatzkammer.table.bus import LocalBus
from schatzkammer.table.errors import Refused
from schatzkammer.table.housekeeping import EVERY, LEASE, Housekeeping
from schatzkammer.table.lifetimes import DAY, KEPT, Lifetimes
from schatzkammer.table.model import Person, Terms
from schatzkammer.table.names import NOBODY
from schatzkammer.table.replaying import record_of
from schatzkammer.table.service import Tables, wall_clock
from schatzkammer.table.sessions import Device, Sessions, session_id
from schatzkammer.table.store import tables as store
from schatzkammer.table.store.database import Database, address, connect
from schatzkammer.table.store.migrate import migrate
from schatzkammer.table.store.schema import CHAT, IDENTITIES, SESSIONS, TABLES
from tests.server.services import Postgres
from tests.table.helpers import next_move, start_game

pytestmark = pytest.mark.anyio

SMALL = Terms("ali-baba", 2, {"variant": "small"})
PASSWORD = "a long secret"


class House:
    """A worker's services with a clock that is set by hand."""

    def __init__(self, url: str, lifetimes: Lifetimes = KEPT) -> None:
        self.time = wall_clock()
        engine = connect(address(url))
        migrate(engine)
        self.database = Database(engine)
        self.accounts = Accounts(self.database)
        self.tables = Tables(self.database, LocalBus(), "test", lambda: self.time)
        self.sessions = Sessions(self.database, lifetimes, lambda: self.time)
        self.housekeeping = Housekeeping(self.tables, lifetimes)

    async def ids(self, table: object) -> set[str]:
        return {*await self.database.read(lambda connection: connection.execute(select(table.c.id)).scalars().all())}

    async def written(self) -> None:
        """Waits until everything before is written."""
        await self.database.write(lambda _: None)

    def close(self) -> None:
        self.accounts.close()
        self.database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@asynccontextmanager
async def house(url: str, lifetimes: Lifetimes = KEPT) -> AsyncIterator[House]:
    made = House(url, lifetimes)
    try:
        yield made
    finally:
        made.close()


async def play_out(here: House, table_id: str, people: list[Person]) -> None:
    rng = random.Random(1)
    while await here.tables.read(table_id, lambda table: table.state.status) == "playing":
        await here.tables.run(*await next_move(here.tables, table_id, people, rng.choice))


async def test_a_session_ends_when_it_is_not_used_and_when_it_is_old(url: str) -> None:
    async with house(url, Lifetimes(session=10, idle=4)) as here:
        guest = await here.accounts.new_guest("Anna")
        began = here.time
        secret = await here.sessions.open(guest, Device("Firefox", "Linux"))

        async def signed_in() -> bool:
            return await here.sessions.find(guest.id, guest.epoch, secret) is not None

        for _ in range(3):  # used every three days
            here.time += 3 * DAY
            assert await signed_in()
            await here.written()
        here.time = began + 10 * DAY - 1
        assert [one.browser for one in await here.sessions.of(guest.id)] == ["Firefox"]
        assert (await here.sessions.active([guest.id], [session_id(secret)])).sessions
        here.time += 1
        assert not await signed_in()
        assert await here.sessions.of(guest.id) == []
        assert not (await here.sessions.active([guest.id], [session_id(secret)])).sessions
        secret = await here.sessions.open(guest, Device())
        here.time += 4 * DAY - 1
        assert [one.id for one in await here.sessions.of(guest.id)] == [session_id(secret)]
        here.time += 1
        assert not await signed_in()
        assert await here.housekeeping.work()
        assert await here.ids(SESSIONS) == set()
        assert await here.ids(IDENTITIES) == {guest.id}


async def test_old_guests_and_abandoned_tables_go_and_finished_games_stay(url: str) -> None:
    async with house(url) as here:
        finished, winners = await start_game(here.tables, SMALL, ["Anna", "Bruno"], [])
        await chat.say(here.database, finished, winners[0], "Hello", here.time)
        await play_out(here, finished, winners)
        running, players = await start_game(here.tables, SMALL, ["Carla", "Dora"], [])
        host = await here.accounts.new_guest("Emil")
        waiting, _ = await here.tables.open(SMALL, Person(host.id, host.name), [])
        regular = await here.accounts.new_guest("Frida")
        account = await here.accounts.register(await here.accounts.new_guest("Gustav"), "Gustav", PASSWORD, "here")
        secret = await here.sessions.open(regular, Device())
        people = {who.identity for who in (*winners, *players)} | {host.id, regular.id, account.id}
        began = here.time

        async def look(days: int) -> tuple[set[str], set[str]]:
            """The tables and identities after so many days; the regular comes once a month."""
            while here.time < began + days * DAY:
                here.time = min(here.time + 30 * DAY, began + days * DAY)
                await here.sessions.find(regular.id, regular.epoch, secret)
                await here.written()
            assert await here.housekeeping.work()
            return await here.ids(TABLES), await here.ids(IDENTITIES)

        assert await look(30) == ({finished, running, waiting}, people)
        assert await look(32) == ({finished, running}, people)
        assert await look(91) == ({finished, running}, people - {host.id, *(who.identity for who in winners)})
        assert await here.database.read(lambda one: one.execute(select(func.count()).select_from(CHAT)).scalar()) == 0
        assert await look(364) == ({finished, running}, {regular.id, account.id, *(who.identity for who in players)})
        assert await look(367) == ({finished}, {account.id})
        table, log = await here.database.read(
            lambda connection: (store.load(connection, finished), store.entries(connection, finished))
        )
        assert sk.replay(record_of(table, log)).over
        assert [seat.name for seat in table.state.seats] == ["Anna", "Bruno"]
        assert (await here.accounts.log_in("Gustav", PASSWORD, "here"))[0].id == account.id


async def test_nothing_is_purged_where_the_settings_say_never(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path / 'tables.db'}", Lifetimes(0, 0, 0, 0, 0)) as here:
        guest = await here.accounts.new_guest("Anna")
        secret = await here.sessions.open(guest, Device())
        waiting, _ = await here.tables.open(SMALL, Person(guest.id, guest.name), [])
        here.time += 10_000 * DAY
        assert await here.housekeeping.work()
        assert await here.ids(TABLES) == {waiting}
        assert await here.sessions.find(guest.id, guest.epoch, secret) is not None


async def test_one_worker_at_a_time_does_the_duty(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(url) as one, house(url) as other:
        for seconds in (0, 100, -100):  # that the clocks of two machines differ
            other.time = one.time + seconds * 1000
            done = await asyncio.gather(one.housekeeping.work(), other.housekeeping.work())
            assert sorted(done) == [False, True]
            one.time += EVERY + 200_000
        other.time = one.time

        hanna = await one.accounts.register(await one.accounts.new_guest("Hanna"), "Hanna", PASSWORD, "here")
        await one.accounts.delete(hanna, PASSWORD, "here")
        with monkeypatch.context() as patch:
            patch.setattr(housekeeping, "erase", _die)
            with pytest.raises(ConnectionError):
                await one.housekeeping.work()
        assert not await other.housekeeping.work(), "the lease of the worker that died"
        other.time += LEASE
        assert await other.housekeeping.work()
        assert await other.ids(IDENTITIES) == set()


async def _die(tables: Tables, identities: Sequence[str]) -> None:
    raise ConnectionError


async def test_a_deletion_that_was_cut_short_is_finished(url: str) -> None:
    async with house(url) as here:
        table_id, people = await start_game(here.tables, SMALL, ["Ida", "Jo"], [])
        guest = Identity(people[0].identity, "guest", "Ida", 0, False)
        ida = await here.accounts.register(guest, "Ida Named", PASSWORD, "here")
        await here.accounts.delete(ida, PASSWORD, "here")
        with pytest.raises(Refused):
            await here.accounts.log_in("Ida Named", PASSWORD, "here")
        assert await here.housekeeping.work()
        assert await here.ids(IDENTITIES) == {people[1].identity}
        seats = await here.tables.read(table_id, lambda table: table.state.seats)
        assert [(seat.name, seat.away) for seat in seats] == [(NOBODY, True), ("Jo", False)]


async def test_two_workers_do_not_register_names_that_look_alike(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with house(url) as one, house(url) as other:
        for latin, cyrillic in (("Paul", "Раul"), ("Klara", "Кlara"), ("Otto", "Оttо")):
            names = {one: latin, other: cyrillic}
            guests = {here: await here.accounts.new_guest("Guest") for here in names}
            tried = [here.accounts.register(guests[here], name, PASSWORD, "here") for here, name in names.items()]
            results = await asyncio.gather(*tried, return_exceptions=True)
            refusals = [result.code for result in results if isinstance(result, Refused)]
            assert refusals == ["name_taken"], results


def test_an_operator_purges_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = tmp_path / "tables.db"

    async def prepare() -> None:
        async with house(f"sqlite:///{file}") as here:
            guest = await here.accounts.new_guest("Anna")
            here.time -= 40 * DAY
            await here.tables.open(SMALL, Person(guest.id, guest.name), [])

    asyncio.run(prepare())
    for options in (["--waiting-days", "50"], ["--dry-run"], []):
        assert run(["admin", "purge", "--data", str(file), *options]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "sessions: 0, tables: 0, notices: 0, evenings: 0, guests: 0, groups: 0",
        "sessions: 0, tables: 1, notices: 0, evenings: 0, guests: 0, groups: 0",
        "sessions: 0, tables: 1, notices: 0, evenings: 0, guests: 0, groups: 0",
    ]
