"""Chat lines that somebody does not want to read, and what the operator is told."""

from __future__ import annotations

import pytest

from schatzkammer.cli import run
from tests.server.clients import Guest, couple
from tests.server.services import Served
from tests.server.test_groups import asked, refused

pytestmark = pytest.mark.anyio


async def test_lines_name_their_writers_and_readers_mute_them_for_themselves(served: Served) -> None:
    async with couple(served.url) as (anna, bruno):
        await bruno.ask("say", text="rude")
        await anna.until(lambda here: here.chat)
        path = f"/api/tables/{anna.table}/muted"
        before = await asked(anna.guest, "GET", path)
        writer = anna.chat[0]["who"]
        assert before["muted"] == []
        assert before["you"] != writer == (await asked(bruno.guest, "GET", path))["you"]
        await asked(anna.guest, "PUT", f"{path}/{writer}")
        await asked(anna.guest, "PUT", f"{path}/{writer}")
        assert (await asked(anna.guest, "GET", path))["muted"] == [writer]
        assert (await asked(bruno.guest, "GET", path))["muted"] == []  # nor does Bruno learn of it
        await bruno.ask("say", text="still here")  # the others read it
        other = await anna.guest.at(await anna.guest.open(2))
        elsewhere = (await asked(anna.guest, "GET", f"/api/tables/{other.table}/muted"))["muted"]
        assert len(elsewhere) == 1
        assert elsewhere != [writer]  # the same person, under another handle
        await asked(anna.guest, "DELETE", f"{path}/{writer}")
        assert (await asked(anna.guest, "GET", path))["muted"] == []
        assert await refused(anna.guest, "PUT", f"{path}/nobody") == (404, "no_person")
        assert await refused(anna.guest, "PUT", f"{path}/{before['you']}") == (404, "no_person")
        await other.close()


async def test_a_line_is_reported_as_it_was(served: Served, capsys: pytest.CaptureFixture) -> None:
    database = served.environment["DATABASE_URL"].removeprefix("sqlite:///")
    async with couple(served.url) as (anna, _), Guest(served.url, "Mallory Reports") as mallory:
        await anna.ask("say", text="something rude")
        await anna.until(lambda here: here.chat)
        line = anna.chat[0]["id"]
        path = f"/api/tables/{anna.table}/reports"
        private = await anna.guest.open(2, private=True)
        assert await refused(mallory, "POST", f"/api/tables/{private}/reports", line=line) == (403, "invite")
        assert await refused(anna.guest, "POST", path, line=line + 1000) == (404, "no_line")
        other = await mallory.open(2)
        assert await refused(mallory, "POST", f"/api/tables/{other}/reports", line=line) == (404, "no_line")
        await asked(anna.guest, "POST", path, line=line, text="I did not like that")
        await asked(mallory, "POST", "/api/reports", text="Hello,  operator")
        assert await refused(mallory, "POST", "/api/reports", text=" ") == (400, "empty_text")
        assert await refused(mallory, "POST", "/api/reports", text="x" * 501) == (400, "malformed")
        own = (await asked(mallory, "GET", "/api/me/data"))["reports"]
        assert [(one["text"], one["line"]) for one in own] == [("Hello, operator", None)]
    assert run(["admin", "reports", "--data", database]) == 0
    listed = capsys.readouterr().out
    assert "I did not like that" in listed
    assert f"about what Anna wrote at table {anna.table}: something rude" in listed
    number = next(one.split()[0] for one in listed.splitlines() if one.endswith("Hello, operator"))
    assert run(["admin", "reports", "--close", number, "--data", database]) == 0
    assert run(["admin", "reports", "--close", number, "--data", database]) == 2
    assert run(["admin", "reports", "--lang", "de", "--data", database]) == 0
    assert "Hello, operator" not in capsys.readouterr().out


async def test_words_to_the_operator_are_limited(guarded: Served) -> None:
    async with Guest(guarded.url, "Ada Talks") as ada:
        answers = [await ada.http.post("/api/reports", json={"text": f"word {number}"}) for number in range(8)]
        assert [answer.status_code for answer in answers[:6]] == [204] * 6
        assert answers[-1].json()["code"] == "too_fast"


async def test_a_deleted_account_takes_its_reports_with_it(served: Served) -> None:
    async with Guest(served.url, "Bea Reported") as bea:
        await bea.register({"name": "Bea Reports And Goes", "password": "correct horse"})
        await asked(bea, "POST", "/api/reports", text="a word before I go")
        await asked(bea, "POST", "/api/account/deletion", password="correct horse")
    assert run(["admin", "reports", "--data", served.environment["DATABASE_URL"].removeprefix("sqlite:///")]) == 0
