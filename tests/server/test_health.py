"""What operators are told: a full disk, and metrics for nobody else."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Engine, text

from schatzkammer.cli import run
from schatzkammer.table.store.database import address, connect
from schatzkammer.table.store.migrate import check_writable, migrate
from tests.processes import free_port
from tests.server.clients import Guest, Refused
from tests.server.services import Served
from tests.waiting import wait_for

pytestmark = pytest.mark.anyio

WRITTEN_BY_POSTGRES = "SELECT pg_current_wal_flush_lsn() - '0/0'"
OUTSIDE = {"x-forwarded-for": "203.0.113.5"}  # the address of a client, from a proxy on this machine


async def test_a_full_disk_is_unhealthy_and_its_cause_is_logged(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with Served(f"sqlite:///{data}", "--no-limits") as server:

        def health() -> tuple[int, bool]:
            answer = httpx.get(f"{server.url}/healthz")
            return answer.status_code, answer.json()["database"]

        async with Guest(server.url, "Anna") as anna:
            place = await anna.at(await anna.open(2, ["random"]))
            assert health() == (200, True)
            log = Path(f"{data}-wal").stat().st_size
            _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log, hard))
            wait_for(lambda: health() == (503, False), "an unhealthy server")
            with pytest.raises(Refused) as refusal:
                await place.ask("start")
            assert "saved" in refusal.value.sentence
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            wait_for(lambda: health() == (200, True), "a healthy server")
            await place.ask("start")
            await place.close()
        lines = [json.loads(line) for line in server.stop().splitlines() if line.startswith("{")]
    reasons = {line["reason"] for line in lines if line["what"] == "the database did not accept a batch"}
    assert reasons
    assert all("disk" in reason for reason in reasons), reasons


def test_what_health_and_doctor_write_reaches_the_disk(tmp_path: Path, postgres) -> None:
    for url, written in ((f"sqlite:///{tmp_path / 'x.db'}", None), (postgres.new_database(), WRITTEN_BY_POSTGRES)):
        engine = connect(address(url))
        migrate(engine)

        def position(engine: Engine = engine, written: str | None = written) -> object:
            with engine.connect() as connection:
                if written is None:
                    return Path(f"{tmp_path / 'x.db'}-wal").stat().st_size
                return connection.execute(text(written)).scalar_one()

        with engine.connect():  # of SQLite, keeps the log
            before = position()
            assert position() == before
            check_writable(engine)
            assert position() > before
        engine.dispose()


async def test_metrics_are_for_the_operator_alone(tmp_path: Path, served: Served) -> None:
    address = f"{served.url}/metrics"
    assert httpx.get(address).status_code == 200
    assert httpx.get(address, headers=OUTSIDE).status_code == 404
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", "--metrics", "203.0.113.0/24, 2001:db8::1") as server:
        async with Guest(server.url, "Anna") as anna:
            place = await anna.at(await anna.open(2, ["random"], private=True))
            await place.ask("start")
            address = f"{server.url}/metrics"
            assert httpx.get(address).status_code == 404
            metrics = httpx.get(address, headers=OUTSIDE)
            assert metrics.status_code == 200
            assert place.table not in metrics.text
            assert "Anna" not in metrics.text
            await place.close()


def test_addresses_of_metrics_are_checked(tmp_path: Path, capsys) -> None:
    arguments = ["serve", "--port", str(free_port()), "--data", str(tmp_path / "x.db"), "--metrics", "anybody"]
    assert run(arguments) == 2
    assert "--metrics takes IP addresses" in capsys.readouterr().err
