"""Notices at a real push endpoint, a real mail server and a real web server: one for each turn, none too many."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing

import pytest

from tests.server.clients import Guest
from tests.server.conftest import check_log
from tests.server.notices.people import add_browser, add_hook, add_mail, begin, end_turn, pass_turn_to
from tests.server.notices.receivers import Browser, MailServer, WebServer
from tests.server.notices.turns import run
from tests.server.services import Postgres, Redis, Served
from tests.waiting import until

pytestmark = pytest.mark.anyio

MAIL = "ada@example.org"
ACCOUNT = {"name": "Ada Notice", "password": "a long secret"}


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, mails: MailServer) -> Iterator[Served]:
    """A server that may call this machine."""
    file = tmp_path_factory.mktemp("told") / "tables.db"
    options = ("--no-limits", "--public-url", "http://127.0.0.1", "--notice-hosts", "127.0.0.1")
    server = Served(f"sqlite:///{file}", *options, "--mail-from", "Table <table@example.org>")
    server.environment["SCHATZKAMMER_SMTP_URL"] = mails.url
    with server:
        yield server
        check_log(server)


@pytest.fixture
async def service() -> AsyncIterator[WebServer]:
    async with WebServer() as server:
        yield server


def outcome(server: Served, table: str, since: int) -> str | None:
    """What became of the notice of a turn."""
    with closing(sqlite3.connect(server.environment["DATABASE_URL"].removeprefix("sqlite:///"))) as database:
        query = "SELECT outcome FROM notices WHERE table_id = ? AND since = ? AND kind = 'turn'"
        row = database.execute(query, (table, since)).fetchone()
        return None if row is None else row[0]


async def test_one_notice_for_each_turn_whatever_the_channel(
    told: Served, mails: MailServer, service: WebServer
) -> None:
    rng = random.Random(1)
    async with Guest(told.url, "Ada") as ada, Guest(told.url, "Bea") as bea:
        await ada.register(ACCOUNT)
        browser = await add_browser(ada, service, "ada")
        await add_mail(ada, mails, MAIL)
        await add_hook(ada, service.url + "/hook")
        first, second = await begin(ada, bea)
        table, turns = first.table, []
        for _ in range(2):
            await pass_turn_to((first, second), 1, rng)
            await first.close()  # she does not look
            turns.append((table, await end_turn(second, rng)))
            for arrived in (lambda: service.at(browser.path), lambda: service.at("/hook"), lambda: mails.at(MAIL)):
                await until(lambda arrived=arrived: turns[-1] in [turn for one in arrived() for turn in one.turns])
            await first.again()
        for messages in (service.at(browser.path), service.at("/hook"), mails.at(MAIL)):
            assert [turn for message in messages for turn in message.turns] == turns
        latest = service.at(browser.path)[-1].content
        assert latest["path"] == f"/t/{table}"
        assert latest["title"] == "Ali Baba: it is your turn"
        assert mails.at(MAIL)[-1].content["title"] == latest["title"]
        assert f"http://127.0.0.1/t/{table}" in mails.at(MAIL)[-1].content["body"]
        for place in (first, second):
            await place.close()


async def test_who_looks_is_not_told_but_who_only_has_it_open_is(told: Served, service: WebServer) -> None:
    rng = random.Random(2)
    async with Guest(told.url, "Carla") as carla, Guest(told.url, "Dora") as dora:
        browser = await add_browser(carla, service, "carla")
        first, second = await begin(carla, dora)
        await pass_turn_to((first, second), 1, rng)
        seen = await end_turn(second, rng)
        await until(lambda: outcome(told, first.table, seen) == "seen")
        await first.until(lambda place: place.version >= seen)
        await end_turn(first, rng)
        await first.ask("in_sight", visible=False)
        await second.until(lambda place: place.version >= first.version)
        told_of = await end_turn(second, rng)
        await until(lambda: service.at(browser.path))
        assert [one.turns for one in service.at(browser.path)] == [[(first.table, told_of)]]
        for place in (first, second):
            await place.close()


async def test_a_test_reports_the_answer(told: Served, mails: MailServer, service: WebServer) -> None:
    async with Guest(told.url, "Eva") as eva:
        await eva.register({"name": "Eva Notice", "password": "a long secret"})
        await add_browser(eva, service, "eva")
        await add_mail(eva, mails, "eva@example.org")
        await add_hook(eva, service.url + "/eva")
        await add_hook(eva, f"gotify://127.0.0.1:{service.port}/token-of-eva")

        async def answers() -> dict[str, tuple[bool, str]]:
            found = {}
            for one in (await eva.http.get("/api/notices")).json()["channels"]:
                answer = (await eva.http.post(f"/api/notices/channels/{one['id']}/test")).json()
                found[one["kind"]] = answer["delivered"], answer["answer"]
            return found

        service.answer = lambda path, _: "200 OK" if path == "/message" else "201 Created"
        assert await answers() == {
            "push": (True, "201 Created"),
            "mail": (True, "250 2.0.0 taken as 42"),
            "webhook": (True, "201 Created"),
            "chat": (True, "Gotify: OK"),
        }
        service.answer = lambda *_: "403 Forbidden"
        mails.answer = "554 5.7.1 not here"
        refused = await answers()
        mails.answer = ""
        assert {one: delivered for one, (delivered, _) in refused.items()} == dict.fromkeys(refused, False)
        assert (refused["push"][1], refused["mail"][1]) == ("403 Forbidden", "554 5.7.1 not here")
        assert "403" in refused["chat"][1]


async def test_a_mail_address_gets_a_code_and_nothing_else_before(told: Served, mails: MailServer) -> None:
    async with Guest(told.url, "Fay") as fay:
        guest = await fay.http.post("/api/notices/mail", json={"address": "fay@example.org"})
        assert (guest.status_code, guest.json()["code"]) == (403, "accounts_only")
        await fay.register({"name": "Fay Notice", "password": "a long secret"})
        for wrong in ("fay", "fay@example", "a b@example.org", "fay@example.org\nBcc: x@example.org"):
            answer = await fay.http.post("/api/notices/mail", json={"address": wrong})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_address"), wrong
        channel = (await fay.http.post("/api/notices/mail", json={"address": "fay@example.org"})).json()
        path = f"/api/notices/channels/{channel['id']}"
        assert (await fay.http.post(f"{path}/test")).json()["code"] == "not_confirmed"
        code = await mails.code_for("fay@example.org")
        other = f"{(int(code) + 1) % 10**6:06}"
        for _ in range(5):
            assert (await fay.http.post(f"{path}/code", json={"code": other})).json()["code"] == "bad_code"
        late = await fay.http.post(f"{path}/code", json={"code": code})
        assert (late.status_code, late.json()["code"]) == (401, "bad_code")
        assert len(mails.at("fay@example.org")) == 1
        async with Guest(told.url, "Gil") as gil:
            assert (await gil.http.post(f"{path}/code", json={"code": code})).json()["code"] == "bad_code"
            assert (await gil.http.delete(path)).json()["code"] == "no_channel"


async def test_a_browser_that_is_gone_or_signs_out_is_forgotten(told: Served, service: WebServer) -> None:
    rng = random.Random(3)
    service.answer = lambda *_: "410 Gone"
    async with Guest(told.url, "Hanna") as hanna, Guest(told.url, "Ina") as ina:
        await add_browser(hanna, service, "hanna")
        await add_browser(ina, service, "ina")
        first, second = await begin(hanna, ina)
        for place in (first, second):
            await place.ask("in_sight", visible=False)
        await pass_turn_to((first, second), 0, rng)
        await until(lambda: "/push/hanna" in service.refused)

        async def known(guest: Guest) -> list:
            return (await guest.http.get("/api/notices")).json()["channels"]

        while await known(hanna):
            pass
        assert len(await known(ina)) == 1
        assert (await ina.http.delete("/api/session")).status_code == 204
        with closing(sqlite3.connect(told.environment["DATABASE_URL"].removeprefix("sqlite:///"))) as database:
            kept = database.execute("SELECT address FROM notice_channels WHERE address LIKE '%/push/ina%'").fetchall()
        assert kept == []
        for place in (first, second):
            await place.close()


@pytest.mark.parametrize(
    "url",
    [
        *("https://127.0.0.1/x", "https://[::1]/x", "https://10.1.2.3/x", "https://169.254.169.254/latest"),
        *("http://example.org/x", "https://user@example.org/x", "https://example.org:25/x", "file:///etc/passwd"),
        *("https://[::ffff:10.0.0.1]/x", "https://[64:ff9b::a00:1]/x", "https://0.0.0.0/x", "syslog://", "https://"),
    ],
)
async def test_addresses_in_the_operators_network_are_refused(told: Served, url: str) -> None:
    allowed = url == "https://127.0.0.1/x"  # the fixture says so
    async with Guest(told.url, "Jo") as jo:
        point = Browser(WebServer(), "jo").subscription | {"endpoint": url}
        answer = await jo.http.post("/api/notices/push", json=point)
        assert answer.status_code == (200 if allowed else 400), answer.text
        assert allowed or answer.json()["code"] == "bad_address"


async def test_a_table_can_be_muted(told: Served) -> None:
    async with Guest(told.url, "Kim") as kim, Guest(told.url, "Lou") as lou:
        table = await kim.open(2, private=True)
        path = f"/api/tables/{table}/notices"
        assert (await kim.http.get(path)).json() == {"muted": False}
        assert (await kim.http.put(path, json={"muted": True})).json() == {"muted": True}
        assert (await kim.http.get("/api/notices")).json()["muted"] == [table]
        assert (await lou.http.get(path)).json()["code"] == "invite"


async def test_what_a_person_is_told_is_in_their_data(told: Served, service: WebServer) -> None:
    async with Guest(told.url, "Mia") as mia:
        await add_browser(mia, service, "mia")
        wanted = {"lang": "de", "turn": True, "reminder": 2, "every": 60}
        quiet = {"begins": 1320, "ends": 480, "zone": "Europe/Berlin"}
        answer = await mia.http.put("/api/notices", json={**wanted, "quiet": quiet})
        assert answer.json()["preferences"] == {**wanted, "quiet": quiet}
        nowhere = await mia.http.put("/api/notices", json={**wanted, "quiet": {**quiet, "zone": "Mars/Base"}})
        assert (nowhere.status_code, nowhere.json()["code"]) == (400, "malformed")
        data = (await mia.http.get("/api/me/data")).json()["notices"]
        assert data["preferences"] == {**wanted, "quiet": quiet}
        assert [(one["kind"], "/push/mia" in one["address"]) for one in data["channels"]] == [("push", True)]


@pytest.mark.slow
async def test_no_turn_is_lost_or_told_twice_while_workers_are_killed(postgres: Postgres, redis: Redis) -> None:
    report = await run(40, 6, 6.0, postgres, redis)
    assert report.kills >= 1
    assert report.due >= 40
    assert (report.missing, report.twice) == ([], [])
