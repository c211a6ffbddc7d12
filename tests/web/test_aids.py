"""Hints in two steps and odds, on every board, with mouse, finger and keys; nowhere else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.test_access import clean

# A thing to look at, of which the odds tell something, and whether the visitor has a phone.
BOARDS = [("ali-baba", "1a1", False), ("monte-cristo", "ruby", True), ("solomon", "c3", False)]


@pytest.mark.parametrize(("game", "thing", "phone"), BOARDS)
def test_a_bot_says_where_to_look_and_then_what_to_do(visit, game: str, thing: str, phone: bool) -> None:
    ada = visit(phone=phone, bypass_csp=True, reduced_motion="reduce", dark=phone)
    page = ada.page
    ada.no_hints()
    ada.set_table(game, "random")
    assert ada.wait_for_turn()
    page.get_by_role("button", name="What would you do?").click()
    hint = page.get_by_test_id("hint")
    expect(hint).to_be_visible()
    expect(page.locator(".mark.hint").first).to_be_attached()
    assert not page.locator(".mark.hint.good").count(), "the move is not given away yet"
    clean(page)
    page.get_by_role("button", name="Show me the move").press("Enter")
    expect(page.locator(".mark.hint.good").first).to_be_attached()
    expect(hint.locator("h2")).not_to_be_empty()
    expect(hint).to_contain_text(".")
    clean(page)
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    expect(page.locator(".mark.hint")).to_have_count(0)

    odds = page.get_by_role("button", name="Odds of what is hidden")
    odds.click()
    expect(odds).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".mark.odds").first).to_contain_text("0." if game == "monte-cristo" else "%")
    place = page.locator(f"[data-thing='{thing}']").first
    if phone:
        box = place.bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = page.context.new_cdp_session(page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    else:
        place.hover()
    expect(page.locator(".explained:visible")).to_contain_text("%")
    if phone:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    clean(page)
    page.get_by_role("button" if phone else "tab", name="Text", exact=True).click()
    expect(page.get_by_role("heading", name="Odds", exact=True)).to_be_visible()
    expect(page.locator("dl:visible").last).to_contain_text("%")
    if phone:
        page.keyboard.press("Escape")
    odds.click()
    expect(page.locator(".mark.odds")).to_have_count(0)


def test_a_table_without_help_shows_none(visit) -> None:
    ada = visit(reduced_motion="reduce")
    ada.no_hints()
    ada.page.goto(f"{ada.url}/play/ali-baba")
    allowed = ada.page.locator("input[name=aids]")
    seats = ada.page.locator("ol select")
    expect(seats.first).to_be_visible()
    ada.page.locator("form details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    for place in range(seats.count()):
        assert not allowed.is_checked(), "with people, only if somebody wants it"
        seats.nth(place).select_option("random")
    expect(allowed).to_be_checked()
    ada.page.locator("input[name=rated]").check()
    expect(allowed).not_to_be_checked()
    expect(allowed).to_be_disabled()
    ada.page.locator("#name").fill("Ada")
    ada.page.locator(".go button.main").click()
    assert ada.wait_for_turn()
    expect(ada.page.get_by_test_id("undo")).to_be_visible()
    expect(ada.page.get_by_test_id("ask-hint")).to_have_count(0)
    expect(ada.page.get_by_test_id("show-odds")).to_have_count(0)
