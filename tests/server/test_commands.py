"""`serve`, `admin`, `export` and `import` as the operator uses them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import schatzkammer as sk
from schatzkammer.cli import run
from tests.server.clients import Guest
from tests.server.services import Served

pytestmark = pytest.mark.anyio


async def test_games_are_exported_and_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, archive = tmp_path / "tables.db", tmp_path / "games.jsonl"
    with Served(f"sqlite:///{data}") as served:
        async with Guest(served.url, "Anna") as anna:
            await anna.register({"name": "Anna", "password": "correct horse"})
            for stop in (lambda place: place.over, lambda place: place.version > 9):
                place = await anna.at(await anna.open(2, ["random"], options={"variant": "small"}))
                await place.ask("start")
                await place.play_on(random.Random(1), stop)
                await place.close()
    assert run(["export", str(archive), "--data", str(data)]) == 0
    games = [json.loads(line) for line in archive.read_text().splitlines()]
    done, going_on = (next(one for one in games if bool(one["finished"]) is finished) for finished in (True, False))
    assert sk.replay(done["record"]).over
    assert not {"seed", "moves", "start"} & going_on["record"].keys()
    other = tmp_path / "other.db"
    for expected in ("Games read: 1; skipped: 1.", "Games read: 0; skipped: 2."):
        assert run(["import", str(archive), "--data", str(other)]) == 0
        assert expected in capsys.readouterr().err
    assert run(["export", "-", "--data", str(other)]) == 0
    (again,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (again["id"], again["record"], again["players"]) == (done["id"], done["record"], done["players"])

    assert run(["admin", "people", "--data", str(data)]) == 0
    assert "Anna" in capsys.readouterr().out
    for command in ("block", "unblock"):
        assert run(["admin", command, "anna", "--data", str(data)]) == 0
    assert run(["admin", "password", "Anna", "--new", "another horse", "--data", str(data)]) == 0
    assert run(["admin", "tables", "--data", str(data)]) == 0
    assert done["id"] in capsys.readouterr().out
    assert run(["admin", "remove", done["id"], "--data", str(data)]) == 0
    assert run(["admin", "remove", done["id"], "--data", str(data)]) == 2
    assert run(["admin", "block", "nobody", "--data", str(data)]) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1: the line was not written"),
        ("", "contains no games"),
        ("\n \n", "contains no games"),
        ('\n{"id":"x"}', "line 2"),
        ("[" * 100_000, "line 1"),
        ("\udcff", "line 1"),
        ('{"id":"x","created":1' + "0" * 30 + ',"finished":2,"players":[],"record":{}}', "line 1"),
        ('{"id":"x","created":1' + "0" * 5000 + ',"finished":2,"players":[],"record":{}}', "line 1"),
        ('{"id":"\\u001b[2J","created":1,"finished":2,"players":[],"record":{}}', "line 1"),
        ("[]", "line 1"),
        ('{"id":"x","created":1,"finished":2,"players":[],"record":{}}', "line 1"),
    ],
)
def test_archives_that_are_not_valid(tmp_path: Path, capsys, text: str, words: str) -> None:
    (tmp_path / "bad.jsonl").write_text(text, errors="surrogateescape")
    assert run(["import", str(tmp_path / "bad.jsonl"), "--data", str(tmp_path / "x.db")]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "database"),
    [
        (["--workers", "2"], None),
        (["--public-url", "ftp://x"], None),
        (["--web", "/no/such/folder"], None),
        (["--host", "256.1.1.1"], None),
        ([], "mysql://x"),
        ([], "postgresql://nobody@127.0.0.1:1/x"),
        ([], "nonsense"),
        ([], "postgresql://nobody:secret@127.0.0.1:abc/x"),
        (["--public-url", "http://"], None),
        (["--public-url", "http://["], None),
        (["--data", "/proc/no/such"], None),
    ],
    ids=str,
)
def test_servers_that_cannot_be_started(
    monkeypatch, tmp_path, capsys, arguments: list[str], database: str | None
) -> None:
    monkeypatch.setenv("DATABASE_URL", database or f"sqlite:///{tmp_path / 'x.db'}")
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert (
        run(["serve", "--port", "1", *arguments] if database is None else ["serve", "--port", "58999", *arguments]) == 2
    )
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
