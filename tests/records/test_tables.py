"""Databases of earlier releases: people find their tables unchanged and play on."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.cli import run
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import HEAD, migrate
from tests.records.games import FOLDER, comparable, read
from tests.records.tables import PASSWORD, shown
from tests.server.clients import Guest, Place
from tests.server.services import Served

RELEASES = sorted(path.parent.name for path in FOLDER.glob("*/tables.sqlite.gz"))


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[dict]]:
    """A copy of a release's database, and its tables."""
    folder, database = FOLDER / request.param, tmp_path / "tables.db"
    database.write_bytes(gzip.decompress((folder / "tables.sqlite.gz").read_bytes()))
    return database, read(folder / "tables.jsonl.gz")


def test_there_is_a_database_of_the_first_release() -> None:
    assert RELEASES[0] == "0.1.0"


def test_all_games_are_exported_as_before(release: tuple[Path, list[dict]], capsys: pytest.CaptureFixture) -> None:
    database, tables = release
    assert run(["export", "--data", str(database)]) == 0
    exported = {game["id"]: game for game in map(json.loads, capsys.readouterr().out.splitlines())}
    assert exported == {table["id"]: table["exported"] for table in tables if table["exported"]}
    for game in exported.values():
        if game["finished"]:
            sk.replay(game["record"])


async def sit_down(server: Served, table: dict) -> list[Place]:
    """The people of a table sign in with the passwords of the release and find the table unchanged."""
    places = []
    for name, before in table["shown"].items():
        guest = Guest(server.url, name)
        await guest.sign_in({"name": name, "password": PASSWORD})
        place = await guest.at(table["id"], outcomes=1)
        await place.until(lambda here: here.state)
        assert shown(place.state) == before, table["about"]
        places.append(place)
    return places


@pytest.mark.anyio
async def test_people_find_their_tables_unchanged_and_play_on(release: tuple[Path, list[dict]]) -> None:
    database, tables = release
    with Served(f"sqlite:///{database}", "--no-limits") as server:
        for table in tables:
            places = await sit_down(server, table)
            if "running" in table["about"]:
                present = [place for place in places if not place.state["table"]["seats"][place.seat].get("away")]
                await asyncio.gather(*(place.play_on(random.Random(place.seat)) for place in present))
                record = (await places[0].guest.http.get(f"/api/tables/{table['id']}/record")).json()
                match, known = sk.replay(record), comparable(table["exported"]["record"]["events"])
                assert match.over
                assert comparable(match.events())[: len(known)] == known
            for place in places:
                await place.close()
                await place.guest.http.aclose()


@pytest.mark.anyio
async def test_accounts_that_look_alike_stay_as_they_are(release: tuple[Path, list[dict]]) -> None:
    """Forward to this release, where nobody else gets such a name, and back."""
    database, _ = release
    with sqlite3.connect(database) as connection:
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.execute(
            "INSERT INTO identities (id, kind, name, login, password, epoch, blocked, created)"
            " SELECT 'other', kind, 'Аnna', 'аnna', password, 0, 0, created FROM identities WHERE login = 'anna'"
        )
        before = connection.execute("SELECT * FROM identities ORDER BY id").fetchall()
    connection.close()
    with Served(f"sqlite:///{database}", "--no-limits") as server:
        for name in ("Anna", "Аnna"):
            guest = Guest(server.url, name)
            await guest.sign_in({"name": name, "password": PASSWORD})
            assert (await guest.http.get("/api/me")).json()["name"] == name
            await guest.http.aclose()
        async with Guest(server.url, "Third") as third:
            refused = await third.http.post("/api/account", json={"name": "Аnnа", "password": PASSWORD})
            assert (refused.status_code, refused.json()["code"]) == (409, "name_taken")
    assert run(["rollback", "--data", str(database)]) == 0
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == revision
        assert connection.execute("SELECT * FROM identities ORDER BY id").fetchall() == before
    connection.close()


def rows(database: Path) -> dict[str, list[tuple]]:
    """Everything in a database, by table."""
    with sqlite3.connect(database) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
    connection.close()
    return found


def test_forward_and_back_again_leaves_everything_as_it_was(
    release: tuple[Path, list[dict]], capsys: pytest.CaptureFixture
) -> None:
    database, tables = release
    before = rows(database)
    engine = connect(address(f"sqlite:///{database}"))
    migrate(engine)
    engine.dispose()
    after = rows(database)
    assert after["alembic_version"] == [(HEAD,)]
    assert {row[:3] for row in after["entries"]} == {row[:3] for row in before["entries"]}
    assert run(["check", "--data", str(database), "--lang", "en"]) == 0
    assert f"{len(before['tables'])} tables with {len(before['entries'])} entries" in capsys.readouterr().out
    assert run(["rollback", "--data", str(database)]) == 0
    assert rows(database) == before
    assert len(before["tables"]) >= len(tables)
