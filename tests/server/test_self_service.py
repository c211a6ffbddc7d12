"""What people do with their accounts themselves: passwords, sessions, recovery codes, their data, the end."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

import httpx
import psycopg
import pytest
from argon2 import PasswordHasher

import schatzkammer as sk
from schatzkammer.table import passwords
from schatzkammer.table.names import NOBODY
from schatzkammer.table.store.recovery import CODES
from schatzkammer.table.store.schema import METADATA
from tests.server.clients import Guest
from tests.server.in_process import HOST, in_process
from tests.server.services import Postgres, Redis, Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

PASSWORD, NEW = "a long secret", "another secret"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"


class People(AsyncExitStack):
    """People with accounts at a server."""

    def __init__(self, server: Served) -> None:
        super().__init__()
        self.url = server.url

    async def account(self, name: str, agent: str = "") -> Guest:
        guest = self._browser(name, agent)
        await guest.enter()
        await guest.register({"name": name, "password": PASSWORD})
        return guest

    async def again(self, guest: Guest, agent: str = "") -> Guest:
        """The same person at another browser."""
        other = self._browser(guest.name, agent)
        await other.sign_in({"name": guest.name, "password": PASSWORD})
        return other

    def _browser(self, name: str, agent: str) -> Guest:
        guest = Guest(self.url, name)
        guest.http.headers["user-agent"] = agent
        self.push_async_callback(guest.http.aclose)
        return guest


async def refused(request: object, status: int, code: str) -> None:
    answer: httpx.Response = await request  # type: ignore[misc]
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def name_of(guest: Guest) -> str | None:
    me = (await guest.http.get("/api/me")).json()
    return None if me is None else me["name"]


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def own_server(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[tuple[Served, str]]:
    """A server with a database of its own."""
    if request.param == "sqlite":
        database, redis = f"sqlite:///{tmp_path_factory.mktemp('own') / 'tables.db'}", None
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        bus: Redis = request.getfixturevalue("redis")
        database, redis = postgres.new_database(), bus.url
    with Served(database, "--no-limits", redis=redis) as server:
        yield server, database


def connected(database: str) -> sqlite3.Connection | psycopg.Connection:
    if database.startswith("sqlite"):
        return sqlite3.connect(database.removeprefix("sqlite:///"))
    return psycopg.connect(database)


def everything(database: str) -> str:
    """All values of all rows."""
    names = [table.name for table in METADATA.sorted_tables]
    with closing(connected(database)) as connection:
        rows = [row for name in names for row in connection.execute(f"SELECT * FROM {name}").fetchall()]
    return "\n".join(value.decode() if isinstance(value, bytes) else str(value) for row in rows for value in row)


def change(database: str, *statements: str) -> None:
    with closing(connected(database)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


# Passwords and sessions ----------------------------------------------------------------------------------
async def test_a_new_password_ends_the_other_sessions(served: Served) -> None:
    async with People(served) as people:
        here = await people.account("Paula Changes")
        elsewhere = await people.again(here)
        table = await here.open(2)
        staying, going = await here.at(table), await elsewhere.at(table)
        for place in (staying, going):
            await place.until(lambda place: place.state)
        change = here.http.put
        await refused(change("/api/account/password", json={"old": "wrong", "new": NEW}), 401, "wrong_password")
        await refused(change("/api/account/password", json={"old": PASSWORD, "new": "short"}), 400, "bad_password")
        assert await name_of(elsewhere) == "Paula Changes"
        assert (await change("/api/account/password", json={"old": PASSWORD, "new": NEW})).status_code == 204
        assert await going.closed() == 4401
        await staying.ask("ping")
        assert await name_of(elsewhere) is None
        assert await name_of(here) == "Paula Changes"
        login = elsewhere.http.post
        await refused(login("/api/session", json={"name": here.name, "password": PASSWORD}), 401, "wrong_login")
        assert (await login("/api/session", json={"name": here.name, "password": NEW})).status_code == 200
        await staying.close()


async def test_sessions_are_listed_in_words_and_ended(served: Served) -> None:
    async with People(served) as people:
        here = await people.account("Quirin Lists", FIREFOX)
        phone, third = await people.again(here, PHONE), await people.again(here)
        listed = (await here.http.get("/api/sessions")).json()
        told = {(one["browser"], one["system"]): one for one in listed}
        assert {*told} == {("Firefox", "Linux"), ("Chrome", "Android"), ("", "")}
        assert [one["id"] for one in listed if one["current"]] == [told["Firefox", "Linux"]["id"]]
        assert all(one["created"] <= one["seen"] for one in listed)
        assert here.cookie.split(".")[2] not in json.dumps(listed), "only a hash is stored and shown"
        place = await phone.at(await phone.open(2))
        await place.until(lambda place: place.state)
        stranger = await people.account("Quirin Stranger")
        ending = f"/api/sessions/{told['Chrome', 'Android']['id']}"
        await refused(stranger.http.delete(ending), 404, "not_found")
        assert await name_of(phone) == here.name
        assert (await here.http.delete(ending)).status_code == 204
        assert await place.closed() == 4401
        assert [await name_of(phone), await name_of(third)] == [None, here.name]
        await refused(here.http.delete(ending), 404, "not_found")
        assert (await here.http.delete("/api/sessions")).status_code == 204
        assert [await name_of(third), await name_of(here), await name_of(stranger)] == [None, here.name, stranger.name]
        assert [one["current"] for one in (await here.http.get("/api/sessions")).json()] == [True]


# Recovery ------------------------------------------------------------------------------------------------
async def test_a_recovery_code_sets_a_new_password_once(served: Served) -> None:
    async with People(served) as people:
        rosa = await people.account("Rosa Forgets")
        await refused(rosa.http.post("/api/account/codes", json={"password": "wrong one"}), 401, "wrong_password")
        void = (await rosa.http.post("/api/account/codes", json={"password": PASSWORD})).json()["codes"]
        codes = (await rosa.http.post("/api/account/codes", json={"password": PASSWORD})).json()["codes"]
        assert len({*void, *codes}) == 2 * CODES
        assert (await rosa.http.get("/api/account")).json()["codes"] == CODES
        async with Guest(served.url, "Rosa at the library") as elsewhere:
            table = await elsewhere.open(2)

            async def recover(name: str, code: str) -> httpx.Response:
                body = {"name": name, "code": code, "password": NEW}
                return await elsewhere.http.post("/api/account/recovery", json=body)

            unknown, wrong = await recover("Nobody Knows", codes[0]), await recover(rosa.name, "0000-0000-0000-0000")
            assert (unknown.status_code, unknown.json()) == (wrong.status_code, wrong.json())
            assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_code")
            await refused(recover(rosa.name, void[0]), 401, "wrong_code")
            typed = codes[0].upper().replace("-", " ").replace("0", "o")
            answer = await recover("rosa  FORGETS", typed)
            assert (answer.status_code, answer.json()["name"]) == (200, rosa.name)
            elsewhere.http.headers["x-csrf-token"] = answer.json()["csrf"]
            assert await name_of(rosa) is None
            assert [one["id"] for one in (await elsewhere.http.get("/api/tables/mine")).json()] == [table]
            await refused(recover(rosa.name, codes[0]), 401, "wrong_code")
            assert (await elsewhere.http.get("/api/account")).json()["codes"] == CODES - 1
        await rosa.sign_in({"name": rosa.name, "password": NEW})


async def test_codes_and_cookies_are_not_stored(own_server: tuple[Served, str]) -> None:
    server, database = own_server
    async with People(server) as people:
        rosa = await people.account("Rosa Hashes")
        codes = (await rosa.http.post("/api/account/codes", json={"password": PASSWORD})).json()["codes"]
    stored = everything(database)
    secrets = (*codes, *(code.replace("-", "") for code in codes), rosa.cookie.split(".")[2])
    assert rosa.name in stored
    assert not [text for text in secrets if text in stored]


async def test_names_that_look_like_an_account_are_taken(own_server: tuple[Served, str]) -> None:
    server, _ = own_server
    alike = "Хеniа Nаmеd"
    async with People(server) as people, Guest(server.url, "Xenia") as guest, Guest(server.url, alike) as before:
        await people.account("Xenia Named")
        assert await name_of(before) == alike  # taken before
        for name in ("Хenia Named", "xеnia namеd", "Xenia Narned", "XENIA NAMED"):
            await refused(guest.http.patch("/api/me", json={"name": name}), 409, "name_taken")
            await refused(guest.http.post("/api/account", json={"name": name, "password": PASSWORD}), 409, "name_taken")
        await refused(guest.http.post("/api/account", json={"name": NOBODY, "password": PASSWORD}), 409, "name_taken")
        await refused(guest.http.post("/api/session", json={"name": alike, "password": PASSWORD}), 401, "wrong_login")


async def test_recovery_is_limited(guarded: Served) -> None:
    async with Guest(guarded.url, "Eve") as eve:
        body = {"name": "Rosa", "code": "0000-0000-0000-0000", "password": NEW}
        statuses = [(await eve.http.post("/api/account/recovery", json=body)).status_code for _ in range(12)]
        assert (statuses[0], statuses[-1]) == (401, 429)


async def test_guessing_elsewhere_at_the_full_rate_does_not_lock_the_owner_out(tmp_path: Path, monkeypatch) -> None:
    """Forty addresses at once use up all that they may send; the owner signs in from another one meanwhile."""
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    async with in_process(tmp_path, limits=True) as app, AsyncExitStack() as stack:

        async def at(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app.app, client=(address, 1))
            return await stack.enter_async_context(httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}"))

        async def guess(address: str) -> list[int]:
            thief = await at(address)
            body = {"name": "Sara", "password": "a wrong guess"}
            return [(await thief.post("/api/session", json=body)).status_code for _ in range(11)]

        owner = await at("10.1.1.1")
        owner.headers["x-csrf-token"] = (await owner.post("/api/me", json={"name": "Sara"})).json()["csrf"]
        sara = {"name": "Sara", "password": PASSWORD}
        assert (await owner.post("/api/account", json=sara)).status_code == 200
        guesses = [asyncio.create_task(guess(f"10.0.0.{number}")) for number in range(40)]
        elsewhere = await at("10.1.1.2")
        signed_in = 0
        while not all(one.done() for one in guesses):
            elsewhere.cookies.clear()
            if signed_in < 10:  # no more are allowed from one address
                assert (await elsewhere.post("/api/session", json=sara)).status_code == 200
                signed_in += 1
            await asyncio.sleep(0)
        assert signed_in > 1
        assert await asyncio.gather(*guesses) == [[401] * 10 + [429]] * 40
        assert (await (await at("10.1.1.3")).post("/api/session", json=sara)).status_code == 200


# The data and the end ------------------------------------------------------------------------------------
async def test_a_deleted_account_leaves_the_games_of_the_others(own_server: tuple[Served, str]) -> None:
    server, database = own_server
    async with People(server) as people:
        tilda, ulf = await people.account("Tilda Ends"), await people.account("Ulf Stays")
        token = (await tilda.http.post("/api/tokens", json={"name": "Tilda's robot"})).json()["token"]
        finished = await tilda.open(2, options={"variant": "small"})
        running, waiting = await ulf.open(2, options={"variant": "small"}), await tilda.open(3)
        places = {(who, table): await who.at(table) for who in (tilda, ulf) for table in (finished, running, waiting)}
        for who, table in ((ulf, finished), (tilda, running), (ulf, waiting)):
            await places[who, table].ask("sit")
        await places[tilda, finished].ask("say", text="I am Tilda Ends")
        await places[ulf, finished].ask("say", text="Hello")
        for who, table in ((tilda, finished), (ulf, running)):
            await places[who, table].ask("start")
        await places[tilda, finished].until(lambda place: place.legal or places[ulf, finished].legal)
        waiting_for = ulf if places[tilda, finished].legal else tilda
        owing = tilda if waiting_for is ulf else ulf
        await places[waiting_for, finished].ask("nudge", seat=places[owing, finished].seat)
        await asyncio.gather(*(places[who, finished].play_on(random.Random(who.name)) for who in (tilda, ulf)))
        await refused(tilda.http.post("/api/account/deletion", json={"password": "wrong one"}), 401, "wrong_password")
        gone = await tilda.http.post("/api/account/deletion", json={"password": PASSWORD})
        assert gone.status_code == 204, gone.text
        assert await places[tilda, running].closed() == 4401
        assert await name_of(tilda) is None
        async with httpx.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {token}"}) as robot:
            assert (await robot.get("/api/me")).status_code == 401
        # A bot plays on; before the game the seat is free and the host another; afterwards the record is there.
        await places[ulf, running].until(lambda place: place.state["table"]["seats"][1].get("away"))
        assert places[ulf, running].state["table"]["seats"][1]["name"] == NOBODY
        await places[ulf, running].play_on(random.Random(3))
        await places[ulf, waiting].until(lambda place: place.state["table"]["host"] == 1)
        assert places[ulf, waiting].state["table"]["seats"][0]["kind"] == "open"
        record = (await ulf.http.get(f"/api/tables/{finished}/record")).json()
        assert sk.replay(record).over
        replay = (await ulf.http.get(f"/api/tables/{finished}/replay")).json()
        assert [seat["name"] for seat in replay["table"]["seats"]] == [NOBODY, ulf.name]
        again = await ulf.at(finished)
        await again.until(lambda place: place.state and place.chat)
        assert [line["text"] for line in again.chat] == ["Hello"]
        assert again.entries[-1]["kind"] == "forgotten"
        for place in (again, *(places[ulf, table] for table in (finished, running, waiting))):
            await place.close()
        assert "Tilda" not in everything(database)
        other = await people.account("Tilda Ends")  # the name is free
        # Everything grows old; Ulf, who comes all the time, does not.
        server.stop()
        change(
            database,
            "UPDATE tables SET touched = 0",
            "UPDATE duties SET due = 0",
            "UPDATE sessions SET seen = 0 WHERE identity_id = (SELECT id FROM identities WHERE name = 'Tilda Ends')",
        )
        server.start()
        assert await name_of(other) is None
        assert await name_of(ulf) == ulf.name
        async with asyncio.timeout(PATIENCE):
            while (await ulf.http.get(f"/api/tables/{waiting}")).status_code != 404:
                await asyncio.sleep(0.05)
        for table in (finished, running):
            assert sk.replay((await ulf.http.get(f"/api/tables/{table}/record")).json()).over


async def test_my_data_are_one_file(own_server: tuple[Served, str]) -> None:
    server, _ = own_server
    async with People(server) as people:
        vera, wim = await people.account("Vera Exports", FIREFOX), await people.account("Wim Chats")
        await vera.http.post("/api/tokens", json={"name": "Vera's robot"})
        table = await vera.open(2, ["random"], options={"variant": "small"})
        place, other = await vera.at(table), await wim.at(table)
        await place.ask("say", text="Mine")
        await other.ask("say", text="Not mine")
        await place.ask("start")
        await place.play_on(random.Random(1))
        await vera.open(2)
        answer = await vera.http.get("/api/me/data")
        assert "attachment" in answer.headers["content-disposition"]
        data = answer.json()
        assert (data["account"]["name"], data["account"]["recovery_codes"]) == (vera.name, 0)
        assert [(one["browser"], one["system"]) for one in data["sessions"]] == [("Firefox", "Linux")]
        assert [one["name"] for one in data["programs"]] == ["Vera's robot"]
        assert [one["text"] for one in data["chat"]] == ["Mine"]
        over, fresh = data["tables"]
        assert (over["id"], over["seats"], over["status"]) == (table, [0], "over")
        assert sk.replay(over["record"]).over
        assert (fresh["status"], fresh["record"]) == ("waiting", None)
        secrets = ("argon2", vera.cookie.split(".")[2], wim.name)
        assert not [text for text in secrets if text in answer.text]
        async with httpx.AsyncClient(base_url=server.url) as nobody:
            await refused(nobody.get("/api/me/data"), 401, "sign_in")
        await place.close()
        await other.close()
