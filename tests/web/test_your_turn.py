"""Being told of one's turn outside the page: set up on the account page, shown by the service worker, one tap away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from tests.server.notices.receivers import MailServer
from tests.server.services import Served
from tests.waiting import wait_for
from tests.web.test_access import clean
from tests.web.test_account import PASSWORD, open_page, panel
from tests.web.test_life import begin


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory, mails: MailServer) -> Iterator[Served]:
    file: Path = tmp_path_factory.mktemp("told") / "tables.db"
    options = ("--no-limits", "--public-url", "http://127.0.0.1", "--mail-from", "table@example.org")
    server = Served(f"sqlite:///{file}", *options)
    server.environment["SCHATZKAMMER_SMTP_URL"] = mails.url
    with server:
        yield server


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("de", True)])
def test_mail_is_set_up_and_tested(visit, told: Served, mails: MailServer, lang: str, phone: bool) -> None:
    words = {
        "en": ("Your account", "Create account", "When it is your turn", "By mail", "Mail address", "Add", "Confirm"),
        "de": (
            "Dein Konto",
            "Konto anlegen",
            "Wenn du dran bist",
            "Per E-Mail",
            "E-Mail-Adresse",
            "Hinzufügen",
            "Bestätigen",
        ),
    }[lang]
    address = f"ada-{lang}@example.org"
    ada = visit(told.url, phone=phone, lang=lang, bypass_csp=True)
    page = ada.page
    open_page(ada)
    account = panel(ada, {"en": "Your name", "de": "Dein Name"}[lang])
    expect(account).to_be_visible()
    form = page.locator("form", has=page.locator("input[type=password]"))
    form.locator("input").first.fill(f"Ada {lang}")
    form.locator("input[type=password]").fill(PASSWORD)
    form.get_by_role("button", name=words[1], exact=True).click()
    notices = panel(ada, words[2])
    notices.get_by_text(words[3], exact=True).click()
    notices.get_by_label(words[4]).fill(address)
    notices.get_by_role("button", name=words[5], exact=True).click()
    confirm = notices.get_by_role("button", name=words[6])
    expect(confirm).to_be_visible()
    wait_for(lambda: mails.at(address))
    code = mails.at(address)[0].content["title"][:6]
    notices.locator("li input").fill(code)
    confirm.click()
    expect(confirm).to_have_count(0)
    notices.locator("li button").first.click()
    expect(notices.get_by_role("status")).to_contain_text("250 2.0.0 taken as 42")
    assert len(mails.at(address)) == 2
    notices.locator("summary").last.click()
    notices.locator("input[type=checkbox]").last.check()
    expect(notices.locator("input[type=time]")).to_have_count(2)
    clean(page)


def test_a_notice_is_shown_once_and_leads_to_the_table(visit) -> None:
    ada = visit()
    page = ada.page
    page.context.grant_permissions(["notifications"], origin=ada.url)
    ada.home()
    page.evaluate(
        "async () => { await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready; }"
    )
    browser = page.context.new_cdp_session(page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert found
    message = {"id": "1", "title": "Ali Baba: it is your turn", "body": "With Ben.", "path": "/t/abc", "tag": "abc"}
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body, tag, data, silent }) => ({ title, body, tag, path: data.path, silent }))"""
    for silent in (False, True):
        browser.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": ada.url, "registrationId": found[-1], "data": msgspec.json.encode(message).decode()},
        )
        expected = {name: message[name] for name in ("title", "body", "tag", "path")} | {"silent": silent}
        wait_for(lambda expected=expected: page.evaluate(shown) == [expected], "the notice")


def test_the_app_opens_at_the_board_where_it_is_my_turn(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben)
    table = ada.page.url
    for someone in (ada, ben):  # for Ben, it is their game
        someone.page.goto(f"{someone.url}/next")
        expect(someone.page).to_have_url(table)
        expect(someone.table()).to_be_visible()
    nobody = visit()
    nobody.page.goto(f"{nobody.url}/next")
    expect(nobody.page).to_have_url(f"{nobody.url}/")


def test_a_table_is_muted_in_its_menu(visit) -> None:
    ada, ben = visit(), visit()
    begin(ada, ben)
    page = ada.page
    menu = page.get_by_label("Menu", exact=True)
    for name, other in (("Mute notices", "Tell me of my turns here"), ("Tell me of my turns here", "Mute notices")):
        menu.click()
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_count(0)
        menu.click()
        expect(page.get_by_role("button", name=other)).to_be_visible()
        menu.click()
