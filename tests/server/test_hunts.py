"""The hunt of the day on a whole server: by no route does anybody learn the seed, or others' choices, too early."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from schatzkammer.table import deals, hunts
from schatzkammer.table.archive import export_games
from schatzkammer.table.model import HOUR
from schatzkammer.table.store.schema import DEALS
from tests.server.in_process import InProcess, Reader, in_process
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio

DAY = "2031-05-06"
GAME = "ali-baba"
PAGE = f"/api/hunts/{DAY}/{GAME}"


@pytest.fixture
async def hunt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimpleNamespace]:
    """A server at noon of a day; `clock.now` says what time it is there."""
    monkeypatch.setattr(hunts, "BOTS", ("random", "random"))
    monkeypatch.setattr(hunts, "GHOSTS", ())
    clock = SimpleNamespace(now=hunts.ends(DAY) - 12 * HOUR)
    async with in_process(tmp_path) as app:
        await app.worker.hunts.close()  # from now on the test says when it works
        app.worker.tables.now = lambda: clock.now
        await app.worker.hunts.work()
        yield SimpleNamespace(app=app, clock=clock)


async def seeds(app: InProcess) -> list[str]:
    return await app.worker.database.read(lambda one: list(one.execute(select(DEALS.c.seed)).scalars()))


async def begin(reader: Reader) -> str:
    answer = await reader.http.post(PAGE, json={})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


async def resign(reader: Reader, table: str) -> None:
    await reader.connect(table)
    assert '"t":"ack"' in await reader.ask("resign")


def codes(answers: dict[str, str]) -> dict[str, str]:
    return {address: json.loads(text).get("code", "") for address, text in answers.items()}


async def answers(reader: Reader, table: str) -> dict[str, str]:
    """What the server says of a table to somebody, at every address that there is."""
    found = {}
    for what in (
        "",
        "/record",
        "/replay",
        "/replay?seat=0",
        "/odds",
        "/truth?seat=0",
        "/review",
        "/choices",
        "/ratings",
        "/people",
    ):
        found[what] = (await reader.http.get(f"/api/tables/{table}{what}")).text
    found["POST /review"] = (await reader.http.post(f"/api/tables/{table}/review")).text
    found["POST /join"] = (await reader.http.post(f"/api/tables/{table}/join", json={"invite": "x"})).text
    return found


EVERYWHERE = (
    "/api/hunts",
    PAGE,
    "/api/hunts/totals/week",
    "/api/hunts/totals/month",
    "/api/tables",
    "/api/tables/mine",
)
OF_PEOPLE = ("/api/profile", "/api/me/data", "/api/me", f"/api/ratings/{GAME}")


async def test_nobody_learns_the_seed_before_the_day_is_over(hunt: SimpleNamespace, caplog) -> None:
    """Neither before, while or after they play, at any address, over the socket, in the export or in logs."""
    app, secrets = hunt.app, await seeds(hunt.app)
    assert len(set(secrets)) >= 6, "of this day and the next"
    ada, bea = await app.enter("Ada"), await app.enter("Bea")
    said: list[str] = []

    async def look(table: str | None) -> None:
        for reader in (ada, bea):
            said.extend([(await reader.http.get(address)).text for address in (*EVERYWHERE, *OF_PEOPLE)])
            if table is not None:
                said.extend((await answers(reader, table)).values())

    await look(None)
    table = await begin(ada)
    await look(table)
    await resign(ada, table)
    await app.worker.settling.work()
    await look(table)
    said += [*ada.sent, caplog.text]
    said += [str(one) for one in await app.worker.database.read(lambda one: list(export_games(one)))]
    assert not [text for text in said if any(secret in text for secret in secrets)]
    page = (await bea.http.get(PAGE)).json()
    assert (page["seed"], page["field"], page["known"]) == (None, None, None)

    hunt.clock.now = hunts.ends(DAY)
    await app.worker.hunts.work()
    page = (await bea.http.get(PAGE)).json()
    assert page["seed"] in secrets
    assert deals.commitment(page["seed"]) == page["commitment"]
    assert page["seed"] in (await bea.http.get(f"/api/tables/{table}/record")).text
    await ada.until(lambda raw: page["seed"] in raw)
    await ada.close()
    await bea.close()


async def test_nobody_learns_what_others_chose_before_they_have_played(hunt: SimpleNamespace) -> None:
    app = hunt.app
    ada, bea = await app.enter("Ada"), await app.enter("Bea")
    table = await begin(ada)
    await ada.connect(table)
    await play_one(ada, app, table)
    await ada.ask("resign")
    for _ in ("as a stranger", "in the middle of it"):
        page = (await bea.http.get(PAGE)).json()
        assert (page["people"] > 0, page["field"], page["known"]) == (True, None, None)
        found = codes(await answers(bea, table))
        assert set(found.values()) == {"concealed"}, found
        lists = [(await bea.http.get(address)).json() for address in ("/api/tables", "/api/tables/mine")]
        assert table not in json.dumps(lists)
        assert (await bea.http.get("/api/hunts/totals/week")).json()["everybody"] == []
        assert '"code":"concealed"' in await connected(app, bea, table)
        own = await begin(bea)
    assert own != table
    for what in ("/replay", "/choices"):
        assert (await ada.http.get(f"/api/tables/{table}{what}")).json()["code"] == "concealed"
    assert (await ada.http.post(f"/api/tables/{table}/review")).json()["code"] == "concealed"
    await resign(bea, own)
    page = (await bea.http.get(PAGE)).json()
    assert [(one["name"], one["percent"], one.get("you", False)) for one in page["field"]] == [
        ("Ada", 50, False),
        ("Bea", 50, True),
    ]
    assert "table" not in page["field"][0], "the moves of others stay secret until the day is over"
    assert codes(await answers(bea, table))["/replay"] == "concealed"

    hunt.clock.now = hunts.ends(DAY)
    await app.worker.hunts.work()
    page = (await bea.http.get(PAGE)).json()
    assert {one["table"] for one in page["field"]} == {table, own}
    assert (await bea.http.get(f"/api/tables/{table}/replay")).status_code == 200
    assert (await bea.http.get(f"/api/tables/{table}/choices")).status_code == 200
    week = (await bea.http.get(f"/api/hunts/totals/week?day={DAY}")).json()
    assert [(one["name"], one["points"]) for one in week["everybody"]] == [("Ada", 50), ("Bea", 50)]
    assert [one["name"] for one in week["known"]] == ["Bea"], "they have never met"
    await ada.close()
    await bea.close()


async def test_a_guest_who_signs_in_has_no_second_attempt(hunt: SimpleNamespace) -> None:
    app = hunt.app
    account = {"name": "Ada Hunts", "password": "correct horse"}
    ada = await app.enter("Ada")
    first = await begin(ada)
    made = await ada.http.post("/api/account", json=account)
    ada.http.headers["x-csrf-token"] = made.json()["csrf"]
    assert await begin(ada) == first, "who registers keeps their attempt"
    await resign(ada, first)
    guest = await app.enter("Guest")
    second = await begin(guest)
    assert second != first
    signed_in = await guest.http.post("/api/session", json=account)
    assert signed_in.status_code == 200, signed_in.text
    guest.http.headers["x-csrf-token"] = signed_in.json()["csrf"]
    assert await begin(guest) == first, "the one that ended counts"
    page = (await guest.http.get(PAGE)).json()
    assert [(one["percent"], one["you"]) for one in page["field"]] == [(50, True)]
    today = (await guest.http.get("/api/hunts")).json()
    assert today["streak"] == 1
    assert {one["game"]: one["played"] for one in today["hunts"]}[GAME] == "over"
    await ada.close()
    await guest.close()


async def connected(app: InProcess, reader: Reader, table: str) -> str:
    """The first message to somebody who opens a socket at a table."""
    spy = Reader(app, reader.http)
    connecting = asyncio.create_task(spy.connect(table))
    first = await spy.until(lambda _: True)
    connecting.cancel()
    return first


async def play_one(reader: Reader, app: InProcess, table: str) -> None:
    """Makes one move as soon as it is the reader's turn."""
    async with asyncio.timeout(PATIENCE):
        while True:
            mine, version, legal = await app.worker.tables.read(table, _turn)
            if mine:
                break
            await asyncio.sleep(0.01)
    assert '"t":"ack"' in await reader.ask("move", version=version, move=legal[0])


def _turn(table) -> tuple[bool, int, list[str]]:
    seat = next(number for number, one in enumerate(table.state.seats) if one.kind == "human")
    return seat in table.to_act, table.version, table.match.legal(seat)
