"""Pages that do not load, and addresses where nothing is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

RELEASED = 404  # what a new release answers to the file names of the old one


def broken(text: str) -> bool:
    return "404" in text or "dynamically imported module" in text or "Unable to preload" in text


def gone(route: Route) -> None:
    route.fulfill(status=RELEASED, body="")


@pytest.mark.parametrize("path", ["/play/solomon", "/rules/ali-baba", "/account", "/t/nowhere"])
def test_a_page_that_does_not_load_offers_a_reload(visit, path: str) -> None:
    ada = visit(expected=broken)
    page = ada.page
    ada.home()  # its files are there, those of the other pages no longer
    page.route("**/assets/*.js", gone)
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)
    expect(page.get_by_role("alert")).to_contain_text("This page could not be loaded.")
    expect(page.get_by_role("link", name="Go to the front page")).to_be_visible()
    page.unroute("**/assets/*.js")
    page.get_by_role("button", name="Load again").click()
    expect(page.locator("header.top")).to_be_visible()
    expect(page.get_by_text("This page could not be loaded.")).to_have_count(0)


def test_a_board_that_does_not_load_offers_a_reload(visit) -> None:
    ada = visit(expected=broken)
    page = ada.page
    ada.no_hints()
    ada.play_now("solomon")
    assert ada.wait_for_turn()
    names = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    page.goto(ada.url)
    own = [name for name in names if name.endswith(".js") and "Table" not in name]
    before = set(page.evaluate("performance.getEntriesByType('resource').map(each => each.name)"))
    boards = [name for name in own if name not in before]
    assert boards
    for name in boards:
        page.route(name, gone)
    page.go_back()
    expect(page.get_by_role("button", name="Load again")).to_be_visible()
    for name in boards:
        page.unroute(name)
    page.get_by_role("button", name="Load again").click()
    expect(ada.table()).to_be_visible()


def test_missing_texts_offer_a_reload(visit) -> None:
    ada = visit(expected=broken, lang="de")
    ada.page.route("**/assets/de-*.js", gone)
    ada.page.goto(ada.url)
    expect(ada.page.get_by_role("button", name="Load again")).to_be_visible()
    ada.page.unroute("**/assets/de-*.js")
    ada.page.get_by_role("button", name="Load again").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Drei Schatzsuchen, ein Tisch")


@pytest.mark.parametrize("path", ["/nowhere", "/nowhere/at/all", "/t", "/play/solomon/more", "/rules/chess"])
def test_unknown_addresses_have_a_way_home(visit, path: str) -> None:
    ada = visit(expected=lambda text: "404" in text)
    answer = ada.page.goto(ada.url + path)
    assert answer is not None
    assert answer.headers["content-type"].startswith("text/html")
    assert path == "/rules/chess" or answer.status == 404
    expect(ada.page.get_by_role("alert")).to_be_visible()
    ada.page.get_by_role("link", name="Go to the front page").click()
    expect(ada.page.locator("article").first).to_be_visible()
