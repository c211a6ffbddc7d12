"""Cookies, passwords and tokens: how sessions end, and what password checks may cost others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, text
from websockets.asyncio.client import connect

from schatzkammer.table.accounts import MOST_BOTS
from schatzkammer.table.passwords import MOST_OF_ONE, MOST_WAITING
from tests.server.clients import Guest, Place
from tests.server.in_process import HOST, InProcess, in_process
from tests.server.services import Postgres, Redis, Served
from tests.waiting import PATIENCE, until, wait_for

pytestmark = pytest.mark.anyio


async def admin(served: Served, *arguments: str) -> str:
    command = [sys.executable, "-m", "schatzkammer", "admin", *arguments]
    done = await asyncio.to_thread(
        subprocess.run, command, env=served.environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


async def who(served: Served, cookie: str) -> dict | None:
    async with httpx.AsyncClient(base_url=served.url) as stranger:
        return (await stranger.get("/api/me", headers={"cookie": cookie})).json()


async def test_a_cookie_is_void_after_signing_out(served: Served) -> None:
    async with Guest(served.url, "Karl") as one, Guest(served.url, "Karla") as other:
        account = {"name": "Karl Out", "password": "a long secret"}
        await one.register(account)
        await other.sign_in(account)
        kept = one.cookie
        assert (await who(served, kept))["name"] == "Karl Out"
        assert (await one.http.delete("/api/session")).status_code == 204
        assert await who(served, kept) is None
        assert (await who(served, other.cookie))["name"] == "Karl Out"
        # Signing in as somebody else signs the first identity out.
        await one.enter()
        await one.register({"name": "Karl Two", "password": "a long secret"})
        before = other.cookie
        await other.sign_in({"name": "Karl Two", "password": "a long secret"})
        assert await who(served, before) is None
        assert (await who(served, one.cookie))["name"] == "Karl Two"


async def test_the_cookie_of_a_guest_does_not_work_for_the_account(served: Served) -> None:
    async with Guest(served.url, "Lena") as lena:
        table = await lena.open(2, ["random"])
        planted = lena.cookie
        place = await lena.at(table)
        await place.until(lambda place: place.state)
        await lena.register({"name": "Lena Named", "password": "a long secret"})
        assert await place.closed() == 4401
        assert await who(served, planted) is None
        assert lena.cookie.split(".")[2] != planted.split(".")[2]
        await place.connect(place.version)
        await place.ask("start")
        assert place.seat == 0
        await place.close()


async def test_a_new_password_closes_old_sockets_but_not_new_ones(served: Served) -> None:
    async with Guest(served.url, "Moritz") as thief, Guest(served.url, "Moritz") as owner:
        account = {"name": "Moritz Old", "password": "a long secret"}
        await thief.register(account)
        table = await thief.open(2)
        old = await thief.at(table)
        await old.until(lambda place: place.state)
        await admin(served, "password", "Moritz Old", "--new", "another secret")
        await owner.sign_in({**account, "password": "another secret"})
        new = await owner.at(table)
        await new.until(lambda place: place.state)
        assert await old.closed() == 4401
        await new.ask("ping")
        await new.close()


async def test_a_token_can_be_listed_and_revoked(served: Served) -> None:
    async with Guest(served.url, "Nora") as nora, Guest(served.url, "Otto") as otto:
        assert (await otto.http.get("/api/tokens")).json() == []
        await nora.register({"name": "Nora Owner", "password": "a long secret"})
        await otto.register({"name": "Otto Owner", "password": "a long secret"})
        made = [(await nora.http.post("/api/tokens", json={"name": f"Robot {at}"})).json() for at in range(MOST_BOTS)]
        assert (await nora.http.post("/api/tokens", json={"name": "Robot"})).json()["code"] == "too_many"
        listed = (await nora.http.get("/api/tokens")).json()
        made.sort(key=lambda bot: (bot["created"], bot["id"]))
        assert listed == [{key: bot[key] for key in ("id", "name", "created")} for bot in made]
        table = await nora.open(3)
        place, address = await nora.at(table), f"{served.url.replace('http', 'ws')}/ws/tables/{table}"
        robots = []
        for seat, bot in enumerate(made[:2], start=1):
            robots.append(await connect(address, additional_headers={"authorization": f"Bearer {bot['token']}"}))
            await robots[-1].send(f'{{"t":"sit","ref":1,"seat":{seat}}}')
        await place.until(lambda place: place.state and not _open(place))
        await place.ask("start")
        for owner, name in ((otto, made[0]["id"]), (nora, "nothing")):
            refused = await owner.http.delete(f"/api/tokens/{name}")
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        assert (await nora.http.delete(f"/api/tokens/{made[0]['id']}")).status_code == 204
        assert (await nora.http.delete(f"/api/tokens/{made[0]['id']}")).status_code == 404
        assert made[1]["id"] in await admin(served, "tokens", "nora owner")
        await admin(served, "revoke", made[1]["id"])
        for bot, robot in zip(made, robots, strict=False):
            async with asyncio.timeout(PATIENCE):
                await robot.wait_closed()
            assert robot.close_code == 4401
            headers = {"authorization": f"Bearer {bot['token']}"}
            async with httpx.AsyncClient(base_url=served.url, headers=headers) as program:
                assert (await program.get("/api/me")).status_code == 401
        await place.until(lambda place: place.state["table"]["seats"][1].get("away"))
        names = [seat["name"] for seat in place.state["table"]["seats"]]
        assert names == ["Nora Owner", made[0]["name"], made[1]["name"]]
        left = (await nora.http.get("/api/tokens")).json()
        assert [bot["id"] for bot in left] == [bot["id"] for bot in made[2:]]
        assert (await nora.http.post("/api/tokens", json={"name": "Robot"})).status_code == 201
        await place.close()


def _open(place: Place) -> bool:
    return any(seat["kind"] == "open" for seat in place.state["table"]["seats"])


async def _guess(app: InProcess, name: str, address: str = "10.0.0.1") -> int:
    transport = httpx.ASGITransport(app.app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        return (await client.post("/api/session", json={"name": name, "password": "a wrong guess"})).status_code


async def test_password_checks_do_not_block_other_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slowly(*_: str) -> bool:
        go_on.wait(PATIENCE)
        return False

    monkeypatch.setattr(PasswordHasher, "verify", slowly)

    async with in_process(tmp_path) as app:
        flood = [asyncio.create_task(_guess(app, "Nobody")) for _ in range(14)]
        others = [asyncio.create_task(_guess(app, "Nobody", f"10.0.1.{at}")) for at in range(MOST_WAITING)]
        try:
            # Those would have to wait too long, behind themselves or behind others.
            await until(lambda: sum(guess.done() for guess in (*flood, *others)) == 14)
            assert await app.worker.healthy()
        finally:
            go_on.set()
        assert sorted(await asyncio.gather(*flood)) == [401] * MOST_OF_ONE + [429] * (14 - MOST_OF_ONE)
        answers = sorted(await asyncio.gather(*others))
        assert answers == [401] * (MOST_WAITING - MOST_OF_ONE) + [429] * MOST_OF_ONE


async def test_two_workers_do_not_register_the_same_name(postgres: Postgres, redis: Redis) -> None:
    database = postgres.new_database()
    engine = create_engine(database.replace("postgresql", "postgresql+psycopg", 1))
    with Served(database, redis=redis.url) as served:
        async with Guest(served.url, "Rosa") as rosa, Guest(served.url, "Other") as other:
            await other.register({"name": "Other", "password": "a long secret"})
            with engine.connect() as elsewhere:
                # Another worker gives the name to somebody else and has not yet committed it.
                elsewhere.execute(text("UPDATE identities SET login = 'rosa' WHERE login = 'other'"))
                account = {"name": "Rosa", "password": "a long secret"}
                asked = asyncio.create_task(rosa.http.post("/api/account", json=account))
                await asyncio.to_thread(wait_for, postgres.lock_waits)
                elsewhere.commit()
                answer = await asked
            assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
            assert (await rosa.http.get("/api/me")).json()["kind"] == "guest"
            kept = rosa.cookie
            assert (await rosa.http.delete("/api/session")).status_code == 204
            assert await who(served, kept) is None
    engine.dispose()


async def test_a_cookie_of_the_first_release_stays_valid_until_it_is_ended(tmp_path: Path) -> None:
    async with in_process(tmp_path) as app:
        anna = await app.enter("Anna")
        signed_in = await app.worker.sessions.find(*app.worker.signer.read(anna.http.cookies["schatzkammer"]))
        await app.worker.sessions.end_one(signed_in.identity.id, signed_in.session)
        assert (await anna.http.get("/api/me")).json() is None
        for secret, valid in (("0123456789abcdef", True), ("0123456789abcdef" * 2, False)):
            cookie = app.worker.signer.cookie(signed_in.identity, secret).split(";")[0]
            anna.http.cookies.clear()
            anna.http.headers["cookie"] = cookie
            for _ in range(2):
                assert ((await anna.http.get("/api/me")).json() is not None) is valid
            if valid:
                assert (await anna.http.delete("/api/session")).status_code == 204
                assert (await anna.http.get("/api/me")).json() is None
        first, second = ("fedcba9876543210", "0011223344556677")
        for secret in (first, second):  # the second comes for the first time after the others were ended
            cookie = app.worker.signer.cookie(signed_in.identity, secret).split(";")[0]
            anna.http.headers["cookie"] = cookie
            if secret == first:
                assert (await anna.http.delete("/api/sessions")).status_code == 204
            assert ((await anna.http.get("/api/me")).json() is not None) is (secret == first)
        await anna.close()
