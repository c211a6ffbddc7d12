"""Notices at a real push endpoint, a real mail server and a real web server: one for each turn, none too many."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.clients import Guest
from tests.server.conftest import check_log
from tests.server.notices.people import add_browser, add_hook, add_mail, begin, end_turn, pass_turn_to
from tests.server.notices.receivers import MailServer, WebServer
from tests.server.services import Served
from tests.waiting import until

pytestmark = pytest.mark.anyio

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


async def test_one_notice_for_each_turn_whatever_the_channel(
    told: Served, mails: MailServer, service: WebServer
) -> None:
    rng = random.Random(1)
    async with Guest(told.url, "Ada") as ada, Guest(told.url, "Bea") as bea:
        await ada.register(ACCOUNT)
        browser = await add_browser(ada, service, "ada")
        await add_mail(ada, mails, "ada@example.org")
        hook = service.url + "/hook"
        await add_hook(ada, hook)
        places = await begin(ada, bea)
        table = places[0].table
        await places[0].close()  # she does not look
        for _ in range(3):
            await places[0].again()
            await pass_turn_to(places, 1, rng)
            await places[0].close()
            since = await end_turn(places[1], rng)
            for at in (service.at(browser.path), service.at("/hook")):
                count = len(at)
                await until(lambda path=at[0].address if at else None, count=count: True)
            await until(lambda: [one for one in service.at(browser.path) if (table, since) in one.turns])
            await until(lambda: [one for one in service.at("/hook") if (table, since) in one.turns])
            await until(lambda: [one for one in mails.at("ada@example.org") if (table, since) in one.turns])
        for messages in (service.at(browser.path), service.at("/hook"), mails.at("ada@example.org")):
            turns = [turn for message in messages for turn in message.turns]
            assert len(turns) == len(set(turns)), turns
        latest = service.at(browser.path)[-1].content
        assert latest["path"] == f"/t/{table}"
        assert latest["title"] == "Ali Baba: it is your turn"
        for place in places:
            await place.close()
