"""Keyboard focus: dialogs, the result, and tabs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.test_life import begin, choose

FOCUSED = "document.activeElement.matches(%r)"


def test_no_gives_the_focus_back(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    assert ada.wait_for_turn()
    page = ada.page
    for answer in ("No", "Close"):
        choose(ada, "Leave")
        expect(page.get_by_role("dialog").get_by_role("heading", name="Leave")).to_be_focused()
        page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator("summary").first).to_be_focused()
    choose(ada, "Leave")
    page.keyboard.press("Escape")
    expect(page.locator("summary").first).to_be_focused()


def test_the_result_has_the_focus_and_then_the_board(visit) -> None:
    ada, ben = visit(), visit(phone=True)
    begin(ada, ben)
    choose(ben, "Resign")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for each, result in ((ada, "You win!"), (ben, "Ada wins!")):
        expect(each.page.get_by_test_id("over").get_by_role("heading", name=result)).to_be_focused()
        each.page.keyboard.press("Escape")
        expect(each.page.get_by_test_id("over")).to_have_count(0)
        assert each.page.evaluate("document.activeElement !== document.body")


def test_tabs_have_arrow_keys(visit) -> None:
    ada = visit()
    ada.no_hints()
    ada.set_table("ali-baba", "random")
    page = ada.page
    page.get_by_role("tab", name="Log").focus()
    for key, name in (("ArrowRight", "Chat"), ("End", "Chart"), ("ArrowRight", "Log"), ("ArrowLeft", "Chart")):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")  # leads into the panel, not to another tab
    assert not page.evaluate(FOCUSED % "[role=tab]")
