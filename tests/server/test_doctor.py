"""`doctor` finds planted faults, says how to mend them, and changes nothing."""

from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

import schatzkammer as sk
from schatzkammer.cli import checks, run
from schatzkammer.server import pages
from tests.own_disk import ISOLATED, MOUNT, needs_own_disk
from tests.processes import environment, free_port
from tests.server.services import Served
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide terminal without settings."""
    for name in ("DATABASE_URL", "REDIS_URL", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A sound database with one finished game."""
    match = sk.new("ali-baba", 2, "doctor", {"variant": "small"})
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    game = {"id": "one", "created": 0, "finished": 9, "players": ["Anna", "Bruno"], "record": match.record()}
    (tmp_path / "one.jsonl").write_text(json.dumps(game))
    assert run(["import", str(tmp_path / "one.jsonl"), "--data", str(tmp_path / "tables.db")]) == 0
    return tmp_path / "tables.db"


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]):
    """Runs `doctor`; returns its lines in short, and what it says is wrong."""

    def examine(*arguments: str) -> tuple[list[str], str]:
        capsys.readouterr()
        ports = () if "--port" in arguments else ("--port", str(free_port()))
        code = run(["doctor", *ports, *map(str, arguments)])
        out, err = capsys.readouterr()
        lines = [line.split(maxsplit=1) for line in out.splitlines()]
        faults = [rest for state, rest in lines if state == "WRONG"]
        assert code == (2 if faults else 0), out
        assert err == (f"schatzkammer: Something is wrong: {_checks(len(faults))} failed.\n" if faults else "")
        return [rest.split()[0] for state, rest in lines if state == "ok"], "\n".join(faults)

    return examine


def _checks(number: int) -> str:
    return "1 check" if number == 1 else f"{number} checks"


def change(data: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(data)) as connection, connection:
        connection.execute(statement, values)


def test_a_sound_installation(doctor, data: Path) -> None:
    well, faults = doctor("--data", data)
    assert faults == ""
    assert {*well} == {"program", "disk", "database", "clock", "Redis", "address"}


def test_nothing_is_created(doctor, tmp_path: Path) -> None:
    assert doctor("--data", tmp_path / "new" / "tables.db")[1] == ""
    assert not [*tmp_path.iterdir()]


def test_an_old_schema_stays(doctor, data: Path, capsys) -> None:
    change(data, "UPDATE alembic_version SET version_num = '0001'")
    assert doctor("--data", data)[1] == ""
    run(["doctor", "--data", str(data), "--port", str(free_port())])
    assert "`serve` migrates it" in capsys.readouterr().out


def test_texts_in_german(data: Path, capsys) -> None:
    run(["doctor", "--data", str(data), "--port", str(free_port()), "--workers", "2", "--lang", "de"])
    out, err = capsys.readouterr()
    assert "FALSCH" in out
    assert err == "schatzkammer: Etwas stimmt nicht: 2 Prüfungen sind fehlgeschlagen.\n"


# Database, clock and disk ----------------------------------------------------------------------------
def test_a_newer_schema(doctor, data: Path) -> None:
    change(data, "UPDATE alembic_version SET version_num = '9999'")
    assert "has schema 9999" in (fault := doctor("--data", data)[1])
    assert "Install the newer version" in fault


def test_a_damaged_file(doctor, data: Path) -> None:
    content = bytearray(data.read_bytes())
    content[8192:40960] = b"\xff" * (40960 - 8192)
    data.write_bytes(content)
    fault = doctor("--data", data)[1]
    assert f"{data} is damaged: " in fault
    assert "Stop the server and restore a backup." in fault


def test_a_file_whose_schema_is_damaged(doctor, data: Path) -> None:
    content = bytearray(data.read_bytes())
    content[100:4096] = b"\xff" * (4096 - 100)
    data.write_bytes(content)
    assert "is damaged: database disk image is malformed. Stop the server" in doctor("--data", data)[1]


def test_a_file_that_is_no_database(doctor, tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("no database" * 1000)
    assert (
        "is damaged: file is not a database. Stop the server and restore a backup."
        in doctor("--data", tmp_path / "x.db")[1]
    )


def test_a_file_that_others_may_read_is_noted(data: Path, capsys, doctor) -> None:
    data.chmod(0o644)
    assert doctor("--data", data)[1] == ""
    run(["doctor", "--data", str(data), "--port", str(free_port())])
    assert f"chmod 600 {data}" in capsys.readouterr().out


def test_a_clock_that_is_behind(doctor, data: Path) -> None:
    change(data, "UPDATE tables SET touched = ?", int((time.time() + 3600) * 1000))
    assert "Set the clock" in doctor("--data", data)[1]


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql://table@127.0.0.1:port/x", "nonsense"])
def test_an_invalid_database_address(doctor, monkeypatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert "The form of DATABASE_URL is" in doctor()[1]


def test_postgres_without_its_driver(doctor, monkeypatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://table@127.0.0.1/x")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "needs a driver: pip install 'schatzkammer[postgres]'" in doctor()[1]


def test_postgres_that_does_not_answer(doctor, monkeypatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://table@127.0.0.1:{free_port()}/x")
    assert "Check that it runs" in doctor()[1]


def test_postgres_and_redis_with_another_time(doctor, monkeypatch, postgres, redis) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres.new_database())
    monkeypatch.setenv("REDIS_URL", redis.url)
    assert doctor("--workers", "2")[1] == ""
    monkeypatch.setattr(checks, "time", SimpleNamespace(time=lambda: time.time() - 60))
    faults = doctor("--workers", "2")[1]
    assert faults.count("differ by 60 seconds") == 2


@needs_own_disk
@pytest.mark.parametrize(
    ("step", "why"), [("", "Make room now"), ('mount -o remount,ro "$1"; ', "Nothing can be written")]
)
def test_a_full_or_read_only_disk(tmp_path: Path, step: str, why: str) -> None:
    examine = f'exec {sys.executable} -m schatzkammer doctor --port "$2" --data x.db'
    done = subprocess.run(
        [*ISOLATED, MOUNT + step + examine, "sh", tmp_path, str(free_port())],
        env=environment(COLUMNS="300"), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert why in done.stdout


# Redis and addresses ---------------------------------------------------------------------------------
def test_redis_that_does_not_answer(doctor, data: Path, monkeypatch) -> None:
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{free_port()}")
    assert "Start it, or correct REDIS_URL" in doctor("--data", data)[1]
    monkeypatch.setenv("REDIS_URL", "http://x")
    assert "REDIS_URL is invalid" in doctor("--data", data)[1]


def test_workers_without_redis_and_postgres(doctor, data: Path) -> None:
    faults = doctor("--data", data, "--workers", "3")[1]
    assert "Set REDIS_URL" in faults
    assert "cannot share an SQLite file" in faults


@contextmanager
def another_program(status: int, body: bytes) -> Iterator[int]:
    """An HTTP server that is not ours; yields its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [(200, b"hello", "Another program"), (503, b'{"status":"degraded","database":false}', "Mend the database")],
)
def test_an_address_in_use(doctor, data: Path, status: int, body: bytes, why: str) -> None:
    with another_program(status, body) as port:
        assert why in doctor("--data", data, "--port", str(port))[1]


def test_a_port_whose_program_says_nothing(doctor, data: Path, monkeypatch) -> None:
    monkeypatch.setattr(checks, "TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "Another program" in doctor("--data", data, "--port", str(silent.getsockname()[1]))[1]


def test_an_address_of_another_machine(doctor, data: Path, monkeypatch) -> None:
    monkeypatch.setattr(checks, "TIMEOUT", 0.2)
    assert "Cannot listen on 192.0.2.1" in doctor("--data", data, "--host", "192.0.2.1")[1]


def test_a_running_server_and_its_public_address(doctor, data: Path) -> None:
    with Served(f"sqlite:///{data}") as served:
        own = ("--data", data, "--port", str(served.port), "--public-url")
        well, faults = doctor(*own, served.url)
        assert (faults, well[-2:]) == ("", ["address", "public"])
        assert "Check the name in the DNS" in doctor(*own, f"http://localhost:{free_port()}")[1]
        assert "A public URL is" in doctor(*own, "games.example.org")[1]


def test_a_package_without_the_web_client(doctor, data: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(pages, "files", lambda _: tmp_path)
    assert "make web" in doctor("--data", data)[1]
