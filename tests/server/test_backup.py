"""Backups under load, after a kill and before a migration: nothing that was acknowledged is missing after a restore."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import random
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import select, text

from schatzkammer.cli import run
from schatzkammer.table.entries import Moved
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import migrate, upgrade
from schatzkammer.table.store.schema import TABLES
from schatzkammer.table.store.tables import entries
from tests.processes import free_port
from tests.records.games import FOLDER
from tests.server.clients import Guest
from tests.server.players import Acknowledged, new_table, play
from tests.server.services import ForkedServer, Postgres, Served
from tests.waiting import until

pytestmark = pytest.mark.anyio


def command(database: str, *arguments: str) -> tuple[int, str, str]:
    """Runs a command on a database, as operators do beside a server; returns the exit code, stdout and stderr."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        patch.setenv("DATABASE_URL", database)
        code = run(list(arguments))
        return code, out.getvalue(), err.getvalue()


def backed_up(database: str, folder: Path, *options: str) -> Path:
    code, out, err = command(database, "backup", str(folder), *options)
    assert (code, err) == (0, "")
    return Path(out.strip())


def moves(database: str) -> Acknowledged:
    engine = connect(address(database))
    with engine.connect() as connection:
        kept = {
            (table, entry.version): (entry.body.seat, entry.body.move)
            for table in connection.execute(select(TABLES.c.id)).scalars().all()
            for entry in entries(connection, table)
            if isinstance(entry.body, Moved)
        }
    engine.dispose()
    return kept


def assert_has(database: str, acknowledged: Acknowledged) -> None:
    assert acknowledged
    kept = moves(database)
    assert {key: kept.get(key) for key in acknowledged} == acknowledged


@asynccontextmanager
async def load(database: str) -> AsyncIterator[Acknowledged]:
    """A server with people who play one game after the other; it is killed while they do."""
    port = free_port()
    server = await asyncio.to_thread(ForkedServer, database, port)
    acknowledged: Acknowledged = {}
    stop = asyncio.Event()
    guests = [await Guest(f"http://127.0.0.1:{port}", name).enter() for name in ("Anna", "Bruno", "Carla")]

    async def games(guest: Guest) -> None:
        while not stop.is_set():
            table = await new_table([guest], ["random"])
            await play(guest, table, random.Random(table), acknowledged, stop)

    playing = [asyncio.create_task(games(guest)) for guest in guests]
    await until(lambda: len(acknowledged) > 20 or any(one.done() for one in playing))
    try:
        yield acknowledged
    finally:
        await asyncio.to_thread(server.kill)
        stop.set()
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for guest in guests:
            await guest.http.aclose()


# Under load and after a kill ---------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_everything_acknowledged_before_a_backup_is_in_it(tmp_path: Path, kind: str, request) -> None:
    """Each backup is restored into both kinds of database; the last one is made after a kill."""
    postgres: Postgres = request.getfixturevalue("postgres")
    database = f"sqlite:///{tmp_path / 'tables.db'}" if kind == "sqlite" else postgres.new_database()
    backups: list[tuple[Acknowledged, Path]] = []
    rng = random.Random(kind)
    async with load(database) as acknowledged:
        for _ in range(2):
            await asyncio.sleep(rng.random() * 0.2)
            before = dict(acknowledged)
            backups.append((before, await asyncio.to_thread(backed_up, database, tmp_path / "backups")))
        await until(lambda: len(acknowledged) > len(before) > len(backups[0][0]))  # people play meanwhile
    backups.append((acknowledged, backed_up(database, tmp_path / "backups")))
    for number, (before, file) in enumerate(backups):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        for target in (f"sqlite:///{tmp_path / str(number) / 'tables.db'}", postgres.new_database()):
            assert command(target, "restore", str(file))[:2] == (0, "")
            assert_has(target, before)
    code, out, err = command(target, "check")
    assert (code, err) == (0, "")
    assert out.startswith("Everything is sound: ")
    assert command(target, "check", str(file)) == (0, out, "")


async def test_a_restored_server_plays_on(tmp_path: Path, postgres: Postgres) -> None:
    """Accounts, tokens, chat and games under way: from SQLite to PostgreSQL and back."""
    places = [f"sqlite:///{tmp_path / 'one.db'}", postgres.new_database(), f"sqlite:///{tmp_path / 'two.db'}"]
    account = {"name": "Anna", "password": "correct horse"}
    with Served(places[0], "--no-limits") as server:
        async with Guest(server.url, "Guest") as anna:
            await anna.register(account)
            assert (await anna.http.post("/api/tokens", json={"name": "My bot"})).status_code == 201
            table = await anna.open(2, ["random"])
            place = await anna.at(table)
            await place.ask("say", text="Hello")
            await place.ask("start")
            await place.play_on(random.Random(1), lambda place: place.version > 6)
            await place.close()
    for source, target in itertools.pairwise(places):
        file = await asyncio.to_thread(backed_up, source, tmp_path / "backups")
        assert (await asyncio.to_thread(command, target, "restore", str(file)))[0] == 0
        with Served(target, "--no-limits") as server:
            async with Guest(server.url, "Guest") as anna:
                await anna.sign_in(account)
                assert [one["name"] for one in (await anna.http.get("/api/tokens")).json()] == ["My bot"]
                again = await anna.at(table)
                await again.until(lambda again: again.legal and again.chat)
                assert again.version >= place.version
                assert again.chat[0]["text"] == "Hello"
                await again.ask("say", text=target)
                version = again.version
                await again.play_on(random.Random(2), lambda again, version=version: again.version > version)
                await again.close()
                place = again


# Refusals ----------------------------------------------------------------------------------------------
@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A database of the first release, migrated."""
    file = tmp_path / "tables.db"
    file.write_bytes(gzip.decompress((FOLDER / "0.1.0" / "tables.sqlite.gz").read_bytes()))
    assert run(["admin", "tables", "--data", str(file)]) == 0
    return file


def refusal(capsys, *arguments: str) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 1), captured
    return captured.err


@pytest.mark.parametrize("beside", ["", "-wal", "-shm", "-journal"])
def test_a_backup_is_restored_only_where_there_is_nothing(tmp_path: Path, data: Path, capsys, beside: str) -> None:
    file = backed_up(f"sqlite:///{data}", tmp_path)
    target = tmp_path / "new" / "tables.db"
    target.parent.mkdir()
    in_the_way = Path(f"{target}{beside}")
    in_the_way.write_bytes(b"anything")
    assert f"{in_the_way} exists" in refusal(capsys, "restore", str(file), "--data", str(target))
    assert in_the_way.read_bytes() == b"anything"
    assert {path.name for path in target.parent.iterdir()} <= {in_the_way.name, "tables.db.lock"}


def test_postgresql_must_be_empty_for_a_restore(tmp_path: Path, data: Path, postgres: Postgres) -> None:
    file = backed_up(f"sqlite:///{data}", tmp_path)
    target = postgres.new_database()
    assert command(target, "restore", str(file))[0] == 0
    before = moves(target)
    code, out, err = command(target, "restore", str(file))
    assert (code, out) == (2, "")
    assert "The database is not empty" in err
    assert moves(target) == before


def test_what_is_no_backup_is_not_restored(tmp_path: Path, data: Path, capsys) -> None:
    target = tmp_path / "new.db"
    (tmp_path / "text").write_text("no database" * 1000)
    sqlite3.connect(tmp_path / "foreign").close()
    cut = backed_up(f"sqlite:///{data}", tmp_path)
    cut.write_bytes(cut.read_bytes()[:-20_000])
    shutil.copy(data, tmp_path / "copied")
    (tmp_path / "copied-wal").write_bytes(b"log")
    for name in ("missing", "text", "foreign", cut.name, "copied"):
        refusal(capsys, "restore", str(tmp_path / name), "--data", str(target))
        assert not target.exists()
    assert "copied-wal lies beside the file" in refusal(capsys, "check", str(tmp_path / "copied"))


def test_a_log_without_its_database_is_not_used(tmp_path: Path, capsys) -> None:
    (tmp_path / "tables.db-wal").write_bytes(b"log")
    arguments = ("serve", "--port", str(free_port()), "--data", str(tmp_path / "tables.db"))
    assert "tables.db-wal is left of a database that is missing" in refusal(capsys, *arguments)
    assert not (tmp_path / "tables.db").exists()


def test_a_damaged_database_is_not_served(data: Path, capsys) -> None:
    with sqlite3.connect(data) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    with data.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))
    arguments = ("serve", "--port", str(free_port()), "--data", str(data))
    assert "The database is damaged" in refusal(capsys, *arguments)


def test_check_finds_a_gap_in_a_log(data: Path, capsys) -> None:
    assert run(["check", "--data", str(data)]) == 0
    with sqlite3.connect(data) as connection:
        table = connection.execute("SELECT table_id FROM entries WHERE version = 9 LIMIT 1").fetchone()[0]
        connection.execute("DELETE FROM entries WHERE table_id = ? AND version = 5", (table,))
    connection.close()
    message = refusal(capsys, "check", "--data", str(data))
    assert "1 of " in message
    assert table in message


def test_only_the_latest_backups_are_kept(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "elsewhere"
    foreign = folder / "tables-of-mine.sqlite"
    snapshot = folder / "tables-before-0003-20260101T000000000Z.sqlite"
    folder.mkdir()
    foreign.write_text("not ours")
    snapshot.write_text("of a migration")
    written = [backed_up(f"sqlite:///{data}", folder, "--keep", "2") for _ in range(4)]
    assert set(folder.iterdir()) == {*written[2:], foreign, snapshot}


# Migrations --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_migration_can_be_rolled_back(tmp_path: Path, postgres: Postgres, monkeypatch, kind: str) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    database = f"sqlite:///{tmp_path / 'tables.db'}" if kind == "sqlite" else postgres.new_database()
    engine = connect(address(database))
    with engine.begin() as connection:
        upgrade(connection, "0001")
        connection.execute(text("INSERT INTO settings VALUES ('color', 'blue')"))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE settings SET value = 'red'"))
    if kind == "postgresql":
        code, _, err = command(database, "rollback")
        assert (code, "stop all servers" in err) == (2, True), err
    engine.dispose()
    code, out, err = command(database, "rollback")
    assert code == 0, err
    with engine.connect() as connection:
        assert connection.execute(text("SELECT value FROM settings")).scalar() == "blue"
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0001"
    engine.dispose()
    assert command(database, "check")[0] == 0, "an earlier schema is checked as a migrated copy"
    with sqlite3.connect(out.strip()) as saved:
        assert saved.execute("SELECT value FROM settings").fetchone() == ("red",)
    saved.close()


def test_a_database_of_a_later_release_is_left_alone(data: Path, capsys) -> None:
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "a later release" in refusal(capsys, "admin", "tables", "--data", str(data))
