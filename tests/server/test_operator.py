"""Operators: `admin`, `export`, `import`, and what `serve` checks and prints."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.cli import addresses, run
from schatzkammer.server import logs
from tests.processes import environment, free_port
from tests.server.clients import Guest, Refused
from tests.server.services import Served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.anyio


def sentence(capsys) -> str:
    """The one line on stderr."""
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1, captured.err
    assert "Traceback" not in captured.err
    return captured.err


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A database with one finished game in it."""
    match = sk.new("ali-baba", 2, "operator", {"variant": "small"})
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    game = {"id": "one", "created": 0, "finished": 9, "players": ["Anna", "Bruno"], "record": match.record()}
    (tmp_path / "one.jsonl").write_text(json.dumps(game) + "\n\n")
    path = str(tmp_path / "new" / "tables.db")
    assert run(["import", str(tmp_path / "one.jsonl"), "--data", path]) == 0
    return path


# The database ----------------------------------------------------------------------------------------
def test_a_new_database_is_private(data: str) -> None:
    assert stat.S_IMODE(Path(data).stat().st_mode) == 0o600
    assert stat.S_IMODE(Path(data).parent.stat().st_mode) == 0o700


def test_existing_files_keep_their_mode(tmp_path: Path, data: str) -> None:
    Path(data).chmod(0o640)
    Path(data).parent.chmod(0o750)
    assert run(["import", str(tmp_path / "one.jsonl"), "--data", data]) == 0
    assert stat.S_IMODE(Path(data).stat().st_mode) == 0o640
    assert stat.S_IMODE(Path(data).parent.stat().st_mode) == 0o750


@pytest.mark.parametrize(
    "arguments", [["export"], ["admin", "people"], ["admin", "tables"], ["admin", "remove", "x"]], ids=str
)
def test_a_missing_database_is_not_created(tmp_path: Path, capsys, arguments: list[str]) -> None:
    path = tmp_path / "no" / "such.db"
    assert run([*arguments, "--data", str(path)]) == 2
    assert f"There is no database at {path}" in sentence(capsys)
    assert not path.parent.exists()


def test_a_file_that_is_no_database(tmp_path: Path, capsys) -> None:
    (tmp_path / "x.db").write_text("no database" * 100)
    for path in (tmp_path / "x.db", tmp_path):
        assert run(["admin", "tables", "--data", str(path)]) == 2
        assert f"{path} cannot be used" in sentence(capsys)


def test_import_from_a_pipe(tmp_path: Path, data: str, monkeypatch, capsys) -> None:
    for content, code, words in (
        ((tmp_path / "one.jsonl").read_bytes(), 0, "Games read: 1"),
        (b"", 2, "The input contains no games"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        capsys.readouterr()
        assert run(["import", "-", "--data", str(tmp_path / "x.db")]) == code
        assert words in sentence(capsys)


def test_export_to_a_closed_pipe_ends_quietly(tmp_path: Path, data: str) -> None:
    game = json.loads((tmp_path / "one.jsonl").read_text())
    more = [json.dumps({**game, "id": f"more-{number}"}) for number in range(20)]
    (tmp_path / "more.jsonl").write_text("\n".join(more))
    assert run(["import", str(tmp_path / "more.jsonl"), "--data", data]) == 0
    script = f"{sys.executable} -m schatzkammer export --data {data} | true"
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=environment(), check=False)
    assert done.stderr == b""


# Accounts and tables ---------------------------------------------------------------------------------
def test_lists_have_headings(data: str, capsys) -> None:
    assert run(["admin", "tables", "--data", data]) == 0
    heading, line = capsys.readouterr().out.splitlines()
    assert heading.split() == ["LAST", "USED", "(UTC)", "STATUS", "ID", "GAME"]
    assert line.split() == ["1970-01-01", "00:00", "over", "one", "ali-baba"]
    assert run(["admin", "people", "--data", data]) == 0
    assert capsys.readouterr().out.split() == ["SINCE", "(UTC)", "STATE", "NAME"]


def test_admin_without_a_command_prints_help(capsys) -> None:
    assert run(["admin"]) == 0
    captured = capsys.readouterr()
    assert "unblock" in captured.out
    assert captured.err == ""


@pytest.mark.parametrize(
    ("typed", "words"), [("", "No password"), ("correct horse\n", "No password"), ("a\nb\n", "passwords differ")]
)
def test_a_missing_or_mistyped_password(data: str, monkeypatch, capsys, typed: str, words: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert run(["admin", "password", "Anna", "--data", data]) == 2
    assert words in sentence(capsys)


async def test_clients_learn_that_their_table_was_removed(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with Served(f"sqlite:///{data}") as served:
        async with Guest(served.url, "Anna") as anna, Guest(served.url, "Bruno") as bruno:
            table = await anna.open(2)
            places = await anna.at(table), await bruno.at(table)
            await places[0].until(lambda place: place.state)
            assert await asyncio.to_thread(run, ["admin", "remove", table, "--data", str(data)]) == 0
            for place, command in zip(places, ("say", "sit"), strict=True):
                with pytest.raises(Refused) as refusal:
                    await place.ask(command, **({"text": "x"} if command == "say" else {}))
                assert "There is no such table." in str(refusal.value)
                assert await place.closed() == 4404


# The server ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "url", ["nonsense", "http://x", "redis://127.0.0.1:abc", "redis://127.0.0.1:1/?nothing=1"], ids=str
)
def test_an_invalid_redis_url(tmp_path: Path, monkeypatch, capsys, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    assert run(["serve", "--port", str(free_port()), "--data", str(tmp_path / "x.db")]) == 2
    assert "REDIS_URL is invalid" in sentence(capsys)


def test_messages_at_the_start(tmp_path: Path) -> None:
    """The server names its address and database, starts without Redis, and locks the database for other servers."""
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", redis=f"redis://127.0.0.1:{free_port()}") as served:
        lines = Path(served.log.name).read_text().splitlines()
        assert lines[0] == f"Schatzkammer is running at http://127.0.0.1:{served.port}"
        assert lines[1] == f"The tables are stored in {tmp_path / 'tables.db'}"
        assert "does not answer" in lines[2]
        second = subprocess.run(
            [sys.executable, "-m", "schatzkammer", "serve", "--port", str(free_port())],
            env=served.environment, capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert (second.returncode, second.stdout) == (2, b"")
        assert re.fullmatch(rb"schatzkammer: Another server uses .*tables\.db: .*\n", second.stderr)
        assert run(["admin", "tables", "--data", str(tmp_path / "tables.db")]) == 0


def test_addresses_of_a_server_on_all_interfaces(monkeypatch) -> None:
    monkeypatch.setattr(addresses, "_own_address", lambda family: "192.168.1.5" if family == socket.AF_INET else None)
    assert addresses.addresses("0.0.0.0", 80) == ["http://127.0.0.1:80", "http://192.168.1.5:80"]
    assert addresses.addresses("::", 80) == ["http://[::1]:80"]
    assert addresses.addresses("games.local", 80) == ["http://games.local:80"]
    assert addresses.addresses("::1", 80) == ["http://[::1]:80"]


async def test_the_name_of_the_machine_is_accepted_as_host(served: Served) -> None:
    name = socket.gethostname().lower().removesuffix(".local")

    async def status(host: str) -> int:
        async with Guest(served.url, "Anna") as anna:
            return (await anna.http.get("/api/games", headers={"host": host})).status_code

    for host, expected in ((name, 200), (f"{name}.local:8000", 200), (f"x{name}", 421)):
        assert await status(host) == expected


def test_a_terminal_shows_only_warnings(monkeypatch) -> None:
    root, ours = logging.getLogger(), logging.getLogger("schatzkammer")
    before = root.handlers, root.level, ours.level
    try:
        for is_terminal, shown in ((True, False), (False, True)):
            monkeypatch.setattr(sys.stderr, "isatty", lambda is_terminal=is_terminal: is_terminal, raising=False)
            logs.configure()
            assert logging.getLogger("schatzkammer.requests").isEnabledFor(logging.INFO) is shown
            assert logging.getLogger("schatzkammer.requests").isEnabledFor(logging.WARNING)
    finally:
        root.handlers, _, _ = before
        root.setLevel(before[1])
        ours.setLevel(before[2])
