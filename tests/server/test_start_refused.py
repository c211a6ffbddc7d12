"""Where `serve` cannot run, it says so in one sentence and ends with exit code 2."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from schatzkammer.cli import run
from schatzkammer.server import pages
from tests.own_disk import ISOLATED, MOUNT, needs_own_disk
from tests.processes import environment, finish, free_port, start
from tests.waiting import PATIENCE

# A database as a server leaves it that was killed: its journal and shared memory are still there.
KILLED = f"""{sys.executable} -c "
import os
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import check_writable, migrate
engine = connect(address('sqlite:////' + os.getcwd() + '/x.db'))
migrate(engine)
check_writable(engine)
os._exit(0)" """
FILL = "{ cat /dev/zero >fill; } 2>/dev/null; "
SERVE = f'exec {sys.executable} -m schatzkammer serve --port "$2" --data x.db'


def refused(*arguments: str, **changes: str) -> str:
    """What `serve` says; fails unless it is one sentence."""
    code, out, err = finish(start("serve", "--port", str(free_port()), *arguments, **changes))
    return sentence(code, out, err)


def sentence(code: int, out: str, err: str) -> str:
    assert (code, out) == (2, ""), err
    assert len(err.splitlines()) == 1, err
    return err.removeprefix("schatzkammer: ").strip()


@needs_own_disk
@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (FILL, "the disk is full."),
        (KILLED + "; " + FILL, "the disk is full."),
        ('mount -o remount,ro "$1"; ', "read-only file system."),
        (KILLED + '; mount -o remount,ro "$1"; ', "read-only file system."),
    ],
    ids=["full", "full later", "read-only", "read-only later"],
)
def test_a_disk_that_takes_nothing(tmp_path: Path, steps: str, why: str) -> None:
    done = subprocess.run(
        [*ISOLATED, MOUNT + steps + SERVE, "sh", tmp_path, str(free_port())],
        env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert sentence(done.returncode, done.stdout, done.stderr).endswith(why)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; the read-only disk is tested")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert refused("--data", str(tmp_path / "x.db")).endswith("permission denied.")


def test_a_database_of_a_newer_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "x.db"
    (tmp_path / "none.jsonl").touch()
    run(["import", str(tmp_path / "none.jsonl"), "--data", str(data)])
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = data.read_bytes()
    assert "The database has schema 9999" in refused("--data", str(data))
    capsys.readouterr()
    assert run(["export", "--data", str(data)]) == 2
    assert "The database has schema 9999" in sentence(2, *capsys.readouterr())
    assert data.read_bytes() == before


def test_a_read_only_postgres(postgres, monkeypatch) -> None:
    """As a replica is; its tables are there already, so that no migration fails first."""
    database = postgres.new_database()
    monkeypatch.setenv("DATABASE_URL", database)
    assert run(["admin", "tables"]) == 0
    with psycopg.connect(database, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "read-only" in refused(DATABASE_URL=database)


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", str(port), "--data", str(tmp_path / "x.db"))
    assert said == (
        f"Cannot listen on 127.0.0.1:{port}: another program does; stop it, or choose another port with --port."
    )
    assert not (tmp_path / "x.db").exists()


def test_no_web_client(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(pages, "files", lambda _: tmp_path)
    assert run(["serve", "--port", str(free_port()), "--data", str(tmp_path / "x.db")]) == 2
    assert "The web client is not built" in sentence(2, *capsys.readouterr())
    assert "There is no web client" in refused("--web", str(tmp_path), "--data", str(tmp_path / "x.db"))
