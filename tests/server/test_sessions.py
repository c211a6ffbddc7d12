"""Cookies, passwords and tokens: what was ended is void, and nobody waits for somebody else's password."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from sqlalchemy import create_engine, text

from tests.server.guest import Guest
from tests.server.inside import HOST, Inside, inside
from tests.server.serving import Postgres, Redis, Served, wait_for


async def _guess(app: Inside, name: str, address: str = "10.0.0.1") -> int:
    transport = httpx.ASGITransport(app.gate, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        return (await client.post("/api/session", json={"name": name, "password": "a wrong guess"})).status_code


def test_nobody_waits_for_others_passwords(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(tmp_path) as app:
            guesses = [asyncio.create_task(_guess(app, "Nobody")) for _ in range(14)]
            while not any(guess.done() and guess.result() == 401 for guess in guesses):
                await asyncio.sleep(0.001)
            for _ in range(3):
                assert await app.house.healthy()
            assert sum(not guess.done() for guess in guesses) >= 6
            statuses = await asyncio.gather(*guesses)
            assert set(statuses) == {401, 429}
            assert statuses.count(401) >= 9

    asyncio.run(scene())


def test_guesses_from_many_addresses_at_one_account_are_limited(tmp_path: Path) -> None:
    async def scene() -> None:
        async with inside(tmp_path, limits=True) as app:
            spellings = ("Paula", "PAULA", " paula ")
            statuses = [await _guess(app, spellings[at % 3], f"10.0.0.{at}") for at in range(30)]
            assert (statuses[0], statuses[-1]) == (401, 429)
            assert await _guess(app, "Quentin", "10.0.1.1") == 401

    asyncio.run(scene())


def test_two_workers_give_a_name_once(postgres: Postgres, redis: Redis) -> None:
    database = postgres.new_database()
    served = Served(database, redis=redis.url).start()
    engine = create_engine(database.replace("postgresql", "postgresql+psycopg", 1))

    def waiting() -> bool:
        with engine.connect() as look:
            return bool(look.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar())

    async def scene() -> None:
        async with Guest(served.url, "Rosa") as rosa, Guest(served.url, "Other") as other:
            await other.register({"name": "Other", "password": "a long secret"})
            with engine.connect() as elsewhere:
                # Another worker gives the name to somebody else and has not yet committed it.
                elsewhere.execute(text("UPDATE identities SET login = 'rosa' WHERE login = 'other'"))
                account = {"name": "Rosa", "password": "a long secret"}
                asked = asyncio.create_task(rosa.http.post("/api/account", json=account))
                await asyncio.to_thread(wait_for, waiting)
                elsewhere.commit()
                answer = await asked
            assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
            assert (await rosa.http.get("/api/me")).json()["kind"] == "guest"

    asyncio.run(scene())
    engine.dispose()
    served.stop()
