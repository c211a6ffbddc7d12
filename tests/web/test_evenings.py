"""Whole evenings in browsers: a duplicate evening of five and a cup of six, to the final table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.test_access import clean
from tests.web.test_life import choose
from tests.web.visitor import TABLE, Visitor

YOURS = f"{TABLE}[data-yours=true]"
OVER = f"{TABLE}[data-status=over]"
ROUND = re.compile(r"/t/[\w-]+$")


def set_up(host: Visitor, kind: str, rounds: int) -> str:
    """The host opens an evening by the form; returns the invitation."""
    page = host.page
    page.goto(f"{host.url}/evening")
    page.locator("select[name=game]").select_option("ali-baba")
    page.locator("input[name=name]").fill("Ada")
    page.locator(f"input[name=kind][value={kind}]").check()
    page.locator("input[name=rounds]").fill(str(rounds))
    page.locator("select[name=bot]").select_option("random")
    page.locator("form details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    page.locator("input[name=variant][value=small]").check()
    page.locator(".go button.main").click()
    return page.locator(".link input").input_value()


def come(guest: Visitor, link: str, name: str, *, lang: str = "en") -> None:
    """A guest follows the invitation, says their name and takes part."""
    page = guest.page
    page.goto(link)
    page.get_by_role("button", name={"en": "Take part", "de": "Mitspielen"}[lang], exact=True).click()
    page.get_by_role("dialog").locator("input").fill(name)
    page.get_by_role("dialog").locator("form button").click()
    expect(page.get_by_test_id("people")).to_contain_text(name)


def play(people: list[Visitor]) -> None:
    """Everybody is led to their table and plays, until all games are over."""
    for each in people:
        each.page.wait_for_url(ROUND)
    left = list(people)
    while left:
        for each in list(left):
            if each.page.locator(OVER).count():
                left.remove(each)
            elif each.page.locator(YOURS).count():
                each.decide()
        people[0].page.wait_for_timeout(20)


def back(people: list[Visitor]) -> None:
    """Everybody returns from their table to the evening."""
    for each in people:
        each.page.locator("[data-testid=evening] a[href^='/evening/']").click()
        expect(each.page.get_by_test_id("standings")).to_be_visible()


def rounds(page: Page) -> str:
    return page.locator("main[data-rounds]").get_attribute("data-rounds") or ""


def resign(each: Visitor) -> None:
    """Leads the table to a quick end."""
    each.page.wait_for_url(ROUND)
    expect(each.table()).to_be_visible()
    choose(each, "Resign")
    each.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(each.page.locator(OVER)).to_be_visible()


def test_a_duplicate_evening_of_five(visit) -> None:
    """Four begin, one of them leaves in the second round, a fifth comes for it; one plays on a phone, one in German."""
    ada, bea, cleo = (visit(bypass_csp=True, reduced_motion="reduce") for _ in range(3))
    dora = visit(lang="de", dark=False, bypass_csp=True, reduced_motion="reduce")
    emil = visit(phone=True, bypass_csp=True, reduced_motion="reduce")
    people = [ada, bea, cleo, dora, emil]
    for each in people:
        each.no_hints()
    ada.page.goto(f"{ada.url}/evening")
    expect(ada.page.locator("input[name=variant]").first).to_be_attached()
    clean(ada.page)
    link = set_up(ada, "duplicate", rounds=2)
    clean(ada.page)
    for guest, name in ((bea, "Bea"), (cleo, "Cleo")):
        come(guest, link, name)
    come(dora, link, "Dora", lang="de")
    clean(dora.page)
    ada.page.get_by_role("button", name="Start", exact=True).click()
    come(emil, link, "Emil")
    expect(emil.page.get_by_text("You have no table in this round.")).to_be_visible()
    clean(emil.page)
    play(people[:4])
    back(people[:4])
    expect(ada.page.get_by_test_id("state")).to_contain_text("Round 1 is over.")
    ada.page.get_by_role("button", name="Pause", exact=True).click()
    clean(ada.page)
    ada.page.get_by_role("button", name="Go on", exact=True).click()
    for each in people:
        each.page.wait_for_url(ROUND)
    bea.page.go_back()
    bea.page.get_by_role("button", name="Leave the evening").click()
    bea.page.get_by_role("dialog").get_by_role("button", name="Leave the evening").click()
    others = [ada, cleo, dora, emil]
    play(others)
    back(others)
    for each in (ada, dora, emil, bea):
        expect(each.page.locator("main[data-phase=over]")).to_be_visible()
        clean(each.page)
    table = ada.page.get_by_test_id("standings").locator("tbody tr")
    expect(table).to_have_count(5)
    expect(table.first.locator("td").first).to_have_text("1.")
    expect(table.last).to_have_attribute("data-person", "Bea")
    expect(table.last.locator("td").first).to_have_text("–")
    expect(dora.page.get_by_role("heading", name="Schlusstabelle")).to_be_visible()
    assert rounds(ada.page) == "2"


def test_a_cup_of_six(visit) -> None:
    """Five begin, and one has a bye; a sixth comes for the second round, in which nobody has; one of them leaves."""
    people = [visit(phone=number == 5, reduced_motion="reduce") for number in range(6)]
    for each in people:
        each.no_hints()
    link = set_up(people[0], "swiss", rounds=2)
    for guest, name in zip(people[1:5], ("Bea", "Cleo", "Dora", "Emil"), strict=True):
        come(guest, link, name)
    people[0].page.get_by_role("button", name="Start", exact=True).click()
    come(people[5], link, "Fay")
    # In the first round, Ada meets Bea and Cleo meets Dora; Emil has the bye.
    play(people[:2])
    resign(people[3])
    back(people[:4])
    expect(people[0].page.get_by_test_id("state")).to_contain_text("Round 1 is over.")
    people[0].page.get_by_role("button", name="Next round now").click()
    for each in people:
        each.page.wait_for_url(ROUND)
    people[4].page.go_back()
    people[4].page.get_by_role("button", name="Leave the evening").click()
    people[4].page.get_by_role("dialog").get_by_role("button", name="Leave the evening").click()
    for each in people[:4] + people[5:]:
        expect(each.table()).to_be_visible()
    play([each for each in people if each is not people[4]])
    final = people[0]
    back([final])
    expect(final.page.locator("main[data-phase=over]")).to_be_visible()
    table = final.page.get_by_test_id("standings").locator("tbody tr")
    expect(table).to_have_count(6)
    expect(table.first.locator("td").first).to_have_text("1.")
    assert rounds(final.page) == "2"
