"""A group in the browser: founded, joined in a second browser, a game at its table, and its season."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.services import Served
from tests.web.test_access import clean
from tests.web.test_life import begin
from tests.web.test_together import play_in_turn
from tests.web.visitor import Visitor


def in_sight(page: Page) -> None:
    """Nothing sticks out to the side."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def found(ada: Visitor) -> str:
    """Founds a group; returns its invitation link."""
    page = ada.page
    page.goto(f"{ada.url}/groups")
    expect(page.get_by_test_id("none")).to_be_visible()
    page.get_by_label("Name of the group").fill("The Adventurers")
    page.get_by_label("Your name").fill("Ada")
    clean(page)
    page.get_by_role("button", name="Found a group").click()
    expect(page.locator("h1")).to_have_text("The Adventurers")
    return page.locator(".link input").input_value()


def join(ben: Visitor, link: str) -> None:
    """Joins in German."""
    ben.page.goto(link)
    expect(ben.page.locator("h1")).to_have_text("Ada lädt dich in die Gruppe The Adventurers ein")
    clean(ben.page)
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.get_by_role("button", name="Hereinkommen").click()
    expect(ben.page.get_by_test_id("members").locator("li")).to_have_count(2)


def sit_down(ada: Visitor, ben: Visitor) -> None:
    """Ada opens a table for the group; Ben finds it in the list and sits down."""
    page = ada.page
    page.get_by_role("link", name="Open a table: Ali Baba").click()
    expect(page.locator("ol select").first).to_be_visible()
    expect(page.get_by_text("the group The Adventurers").first).to_be_attached()
    while page.locator("ol select").count() > 1:
        page.locator("ol li button").last.click()
    page.locator("form details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    page.locator("input[name=variant][value=small]").check()
    expect(page.get_by_role("radio", name="the group The Adventurers")).to_be_checked()
    clean(page)
    page.locator(".go button.main").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    ben.page.get_by_role("link", name=re.compile("Ali Baba.*Hinsetzen")).click()
    ben.page.get_by_role("button", name="Hinsetzen").click()
    page.get_by_role("button", name="Start the game").click()
    for each in (ada, ben):
        expect(each.table()).to_be_visible()


def test_the_way_of_a_group(visit) -> None:
    ada, ben = visit(bypass_csp=True), visit(phone=True, lang="de", bypass_csp=True)
    for each in (ada, ben):
        each.no_hints()
    link = found(ada)
    group = ada.page.url
    join(ben, link)
    expect(ada.page.get_by_test_id("season")).to_contain_text("No game of the group has counted yet.")
    sit_down(ada, ben)
    play_in_turn(ada, ben)
    for each in (ada, ben):
        expect(each.page.get_by_test_id("over")).to_be_visible()
        each.page.goto(group)
    season = ada.page.get_by_test_id("season")
    expect(season.locator("tbody tr")).to_have_count(2)  # once the server has settled the game
    expect(season).to_contain_text("too few games so far")
    ada.page.get_by_text("New season").click()
    ada.page.get_by_label("Games needed for a place").fill("1")
    ada.page.get_by_role("button", name="Begin the season").click()
    expect(ada.page.get_by_text("The season is set.")).to_be_visible()
    clean(ada.page)
    won = season.locator("tbody tr").first.locator("th").inner_text()
    expect(season.locator("tbody tr").first).to_contain_text("100")
    for each in (ada, ben):
        each.page.goto(group)
        first = each.page.get_by_test_id("season").locator("tbody tr").first
        expect(first.locator("td").first).to_have_text("1")
        expect(first.locator("th")).to_have_text(won)
        clean(each.page)
        in_sight(each.page)
    ada.page.goto(ada.url)
    expect(ada.page.get_by_role("link", name=re.compile("The Adventurers"))).to_be_visible()
    clean(ada.page)


def test_who_was_removed_no_longer_sees_the_group(visit) -> None:
    ada = visit(bypass_csp=True)
    ben = visit(phone=True, lang="de", bypass_csp=True, expected=lambda text: "404" in text)
    link = found(ada)
    join(ben, link)
    ada.page.reload()
    ada.page.get_by_role("button", name="Manage").click()
    clean(ada.page)
    ada.page.get_by_role("button", name="Remove Ben from the group").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ada.page.get_by_test_id("members").locator("li")).to_have_count(1)
    for address in (ada.page.url, link):
        ben.page.goto(address)
        expect(ben.page.get_by_role("alert")).to_have_text("Diese Gruppe gibt es nicht, oder du gehörst ihr nicht an.")
    assert ada.page.locator(".link input").input_value() != link


def test_lines_are_hidden_and_reported(visit) -> None:
    ada, ben = visit(bypass_csp=True), visit()
    begin(ada, ben)
    for each in (ada, ben):
        each.page.get_by_role("tab", name="Chat").click()
    for line in ("one", "two"):
        ben.page.get_by_label("Say something").fill(line)
        ben.page.get_by_role("button", name="Send").click()
        expect(ada.page.locator(".chat li", has_text=line)).to_be_visible()
    assert ben.page.locator(".chat li button").count() == 0  # nothing to do about one's own
    ada.page.get_by_role("button", name="Ben: hide or report").first.click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("What is wrong with it?").fill("too short")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog.get_by_role("status")).to_have_text("Reported.")
    clean(ada.page)
    dialog.get_by_role("button", name="Hide what Ben writes").click()
    expect(ada.page.locator(".chat li", has_text="one")).to_have_count(0)
    expect(ada.page.get_by_test_id("hidden")).to_contain_text("Hidden lines: 2")
    clean(ada.page)
    ada.page.reload()
    ada.page.get_by_role("tab", name="Chat").click()
    expect(ada.page.get_by_test_id("hidden")).to_contain_text("Hidden lines: 2")
    ada.page.get_by_role("button", name="Show it again").click()
    expect(ada.page.locator(".chat li", has_text="one")).to_be_visible()


def cut_off(text: str) -> bool:
    """What a browser says when the server stops."""
    return "WebSocket" in text or "ERR_CONNECTION" in text


def test_running_games_can_be_watched_from_the_front_page(visit, tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'tables.db'}", "--no-limits") as server:
        ada, cleo = visit(server.url, expected=cut_off), visit(server.url, phone=True, expected=cut_off)
        ada.play_now("ali-baba")
        cleo.home()
        cleo.page.get_by_test_id("running").get_by_role("link", name=re.compile("Ali Baba.*Watch")).click()
        expect(cleo.table()).to_be_visible()
        expect(cleo.table()).to_have_attribute("data-yours", "false")
