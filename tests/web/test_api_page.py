"""The page of the HTTP API: complete under the server's policy, and no burden on other pages."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.server.services import Served


def test_every_operation_is_shown_and_can_be_tried(visit, served: Served) -> None:
    page = visit().page
    page.goto(f"{served.url}/api")
    described = page.request.get(f"{served.url}/api/schema/openapi.json").json()
    operations = page.locator(".opblock")
    expect(operations).to_have_count(sum(len(item) for item in described["paths"].values()))
    games = operations.filter(has=page.locator("[data-path='/api/games']"))
    games.locator(".opblock-summary-control").click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()
    expect(games.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_both_themes_and_phones(visit, served: Served) -> None:
    colours = set()
    for dark in (True, False):
        page = visit(dark=dark, phone=True).page
        page.goto(f"{served.url}/api")
        expect(page.locator(".opblock").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        colours.add(page.evaluate("getComputedStyle(document.querySelector('.swagger-ui')).backgroundColor"))
    assert len(colours) == 2


def test_other_pages_do_not_load_it(browser: Browser, served: Served) -> None:
    loaded: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(served.url, wait_until="networkidle")
    page.close()
    assert loaded
    assert not [url for url in loaded if re.search(r"/assets/api-|/api$", url)]
