"""Ratings in the browser: what a game changed, and the list of a title."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.test_access import clean
from tests.web.test_life import begin, choose


def test_a_rated_game_the_list_of_its_title_and_profiles(visit) -> None:
    ada, ben = visit(bypass_csp=True), visit(phone=True, bypass_csp=True)
    begin(ada, ben, rated=True)
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    own = ada.page.get_by_test_id("ratings").locator("b")
    expect(own).to_have_text(re.compile(r"^Rating 1,500 → 1,\d+, provisional$"))
    expect(ben.page.get_by_test_id("ratings")).to_contain_text("Ada: Rating 1,500 → 1,")
    clean(ada.page)
    ada.home()
    ada.page.locator("article[data-game=ali-baba]").get_by_role("link", name="Ratings").click()
    expect(ada.page.locator("h1")).to_have_text("Ratings: Ali Baba")
    expect(ada.page.locator("tr.own")).to_contain_text("provisional")
    expect(ada.page.get_by_role("link", name="Ben", exact=True)).to_have_count(0)  # nobody sees a profile unasked
    clean(ada.page)
    ada.page.locator("tr.own").get_by_role("link").click()
    expect(ada.page.locator("h1")).to_have_text("Ada")
    expect(ada.page.locator("article[data-game=ali-baba]")).to_contain_text("1,")
    ada.page.get_by_label("people you have sat at a table with").check()
    expect(ada.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    clean(ada.page)
    link = ada.page.locator("fieldset input[readonly], fieldset input[type=text]").first.input_value()
    ben.page.goto(link)
    expect(ben.page.locator("h1")).to_have_text("Ada")
    expect(ben.page.locator("fieldset")).to_have_count(0)
    expect(ben.page.get_by_role("link", name="Replay")).to_be_visible()
    clean(ben.page)
    stranger = visit(phone=True, lang="de", bypass_csp=True, expected=lambda text: "404" in text)
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("alert")).to_contain_text("zeigt dir ihr Profil nicht")
    stranger.page.goto(f"{stranger.url}/ratings/ali-baba")
    expect(stranger.page.locator("h1")).to_have_text("Wertungen: Ali Baba")
    clean(stranger.page)
